//! A collision in space about to happen: contact and velocities before, checked once.

use std::fmt;

use super::contact::{Contact, Principal};
use super::{Impulse, Velocity};

/// Largest magnitude of any input. Products of three inputs must not overflow; SI values never come near.
const LARGEST: f64 = 1e80;

/// Smallest g_nn and largest eigenvalue of A. Products of three inputs must not underflow.
const SMALLEST: f64 = 1e-80;

/// Share of its scale by which rounding in the caller's own matrix may spoil symmetry or positive semidefiniteness.
const ROUNDING: f64 = 1e-9;

/// One contact with velocities before: input of every law in space. Its numbers are finite and G is positive semidefinite with g_nn > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    contact: Contact,
    before: Velocity,
}

/// Why numbers do not make a collision in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputError {
    /// A number is NaN, infinite or beyond 1e80.
    NotFinite {
        /// Which number.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// An entry of the diagonal is not positive.
    NotPositive {
        /// Which row of G.
        row: usize,
        /// Its value.
        value: f64,
    },
    /// g_ij and g_ji differ.
    NotSymmetric {
        /// Row and column.
        entry: (usize, usize),
    },
    /// No mass matrix gives this contact.
    Indefinite,
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field, value } if value.is_finite() => {
                write!(out, "{field} is too large, {value:e}; expected numbers of magnitude below 1e80")
            }
            Self::NotFinite { field, value } => {
                write!(out, "{field} is not finite, {value}; expected numbers of magnitude below 1e80")
            }
            Self::NotPositive { row, value } => write!(
                out,
                "g[{row}][{row}] is {value}; expected a positive inverse mass (above 1e-80) on the diagonal of g"
            ),
            Self::NotSymmetric { entry: (i, j) } => {
                write!(out, "g[{i}][{j}] and g[{j}][{i}] differ; expected a symmetric matrix")
            }
            Self::Indefinite => {
                write!(
                    out,
                    "g has a negative direction; expected a positive definite matrix, as every mass matrix gives"
                )
            }
        }
    }
}

impl std::error::Error for InputError {}

impl Collision {
    /// Checks the rows of G (in the order n, t1, t2) and the velocity before, and makes a collision of them.
    pub fn new(rows: [[f64; 3]; 3], before: Velocity) -> Result<Self, InputError> {
        let beyond = |value: &&f64| value.is_nan() || value.abs() > LARGEST;
        if let Some(&value) = rows.iter().flatten().find(beyond) {
            return Err(InputError::NotFinite { field: "an entry of g", value });
        }
        let velocities = [before.normal, before.tangential.x, before.tangential.y];
        if let Some(&value) = velocities.iter().find(beyond) {
            return Err(InputError::NotFinite { field: "the velocity before", value });
        }
        check_matrix(&rows)?;
        let contact = Contact::from_rows(rows);
        let principal = Principal::of(&contact);
        if principal.sticking_rate() < -ROUNDING * contact.normal {
            return Err(InputError::Indefinite);
        }
        Ok(Self { contact, before })
    }

    /// The local inverse mass matrix.
    pub fn contact(&self) -> &Contact {
        &self.contact
    }

    /// Relative velocity before.
    pub fn before(&self) -> Velocity {
        self.before
    }

    /// Relative velocity after an impulse, u + G P.
    pub fn after(&self, impulse: Impulse) -> Velocity {
        let change = self.contact.velocity_change(impulse);
        Velocity { normal: self.before.normal + change.normal, tangential: self.before.tangential + change.tangential }
    }
}

/// Positive diagonal, symmetry, and every minor of two rows not negative.
fn check_matrix(rows: &[[f64; 3]; 3]) -> Result<(), InputError> {
    for (row, entries) in rows.iter().enumerate() {
        let value = entries[row];
        // A tangent along which the contact cannot move is allowed.
        if value < if row == 0 { SMALLEST } else { 0.0 } {
            return Err(InputError::NotPositive { row, value });
        }
    }
    if rows[1][1].max(rows[2][2]) < SMALLEST {
        return Err(InputError::NotPositive { row: 1, value: rows[1][1] });
    }
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let scale = (rows[i][i] * rows[j][j]).sqrt();
        if (rows[i][j] - rows[j][i]).abs() > ROUNDING * scale.max(rows[i][j].abs()) {
            return Err(InputError::NotSymmetric { entry: (i, j) });
        }
        if rows[i][j].abs() > (1.0 + ROUNDING) * scale {
            return Err(InputError::Indefinite);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_matrices_are_named() {
        let error = |rows| Collision::new(rows, Velocity::default()).unwrap_err().to_string();
        assert!(error([[f64::NAN, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).contains("not finite"));
        // Seen: "not finite" of numbers that are.
        let large = error([[1e308, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert!(large.contains("too large, 1e308") && !large.contains("finite,"), "{large}");
        assert!(error([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]).contains("g[1][1] is -1"));
        assert!(error([[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).contains("symmetric"));
        assert!(error([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).contains("negative direction"));
        // Every minor of two rows is positive, the whole determinant is not.
        assert!(error([[1.0, 0.9, 0.9], [0.9, 1.0, 0.0], [0.9, 0.0, 1.0]]).contains("negative direction"));
    }
}
