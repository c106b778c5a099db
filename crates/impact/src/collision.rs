//! A collision about to happen: contact and velocities before, checked once.

use std::fmt;

use crate::accurate::{difference_of_products, sign};
use crate::contact::SINGULAR;
use crate::{Contact, Impulse, Velocity};

/// Largest magnitude of any input. Products of three inputs must not overflow; SI values never come near.
const LARGEST: f64 = 1e80;

/// Smallest A or C. Products of three inputs must not underflow.
const SMALLEST: f64 = 1e-80;

/// Share of AC (or of the product of the moment terms) by which rounding in the caller's own matrix may spoil
/// positive semidefiniteness before we call it impossible.
const INDEFINITE: f64 = 1e-9;

/// Share below which B or D_TA counts as zero in the name of a collision's class.
const CLASS_ZERO: f64 = 1e-12;

/// One contact with approaching (or not) velocities: input of every law.
///
/// Its numbers are finite, A > 0, C > 0 and AC - B^2 >= 0 up to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    contact: Contact,
    before: Velocity,
    det: f64,
}

/// Why numbers do not make a collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputError {
    /// A number is NaN, infinite or beyond 1e80.
    NotFinite {
        /// Which number, as named in the files.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// A or C is not positive (or below 1e-80).
    NotPositive {
        /// Which number.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// AC - B^2 < 0: no mass matrix gives this contact.
    NegativeDeterminant {
        /// The value of AC - B^2.
        det: f64,
    },
    /// The moment entries D, E, F cannot belong to a mass matrix.
    IndefiniteMoment,
}

/// A number as people write it: in powers of ten when very large or small.
fn plain(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-5..1e9).contains(&size) { value.to_string() } else { format!("{value:e}") }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field, value } => {
                write!(out, "{field} is {}; expected a finite number of magnitude below 1e80", plain(*value))
            }
            Self::NotPositive { field, value } => {
                write!(out, "{field} is {}; expected a positive inverse mass (above 1e-80)", plain(*value))
            }
            Self::NegativeDeterminant { det } => write!(
                out,
                "a c - b^2 is {det}; expected zero or more, since no mass matrix gives a negative determinant (check b)"
            ),
            Self::IndefiniteMoment => write!(
                out,
                "d, e, f do not fit a, b, c: the matrix [[a,-b,d],[-b,c,-e],[d,-e,f]] has a negative direction; \
                 expected d^2 <= a f, e^2 <= c f and a determinant of zero or more"
            ),
        }
    }
}

impl std::error::Error for InputError {}

/// The name of a collision by what it starts from (seed 000, 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// D_TA = 0: direct; otherwise oblique.
    pub direct: bool,
    /// B = 0: central (in the generalised sense of 2.8); otherwise eccentric.
    pub central: bool,
    /// D_NA = 0: tangential; otherwise an encounter.
    pub tangential: bool,
}

impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.direct { "direct" } else { "oblique" })?;
        out.write_str(if self.central { ", central" } else { ", eccentric" })?;
        out.write_str(if self.tangential { ", tangential" } else { "" })
    }
}

impl Collision {
    /// Checks the numbers and makes a collision of them.
    pub fn new(contact: Contact, before: Velocity) -> Result<Self, InputError> {
        check_size(&contact, &before)?;
        for (field, value) in [("a", contact.a), ("c", contact.c)] {
            if value < SMALLEST {
                return Err(InputError::NotPositive { field, value });
            }
        }
        let det = contact.det();
        if det < -SINGULAR * contact.a * contact.c {
            return Err(InputError::NegativeDeterminant { det });
        }
        check_moment(&contact)?;
        Ok(Self { contact, before, det })
    }

    /// The local inverse mass matrix.
    #[inline]
    pub fn contact(&self) -> &Contact {
        &self.contact
    }

    /// Relative velocity before, D_A.
    #[inline]
    pub fn before(&self) -> Velocity {
        self.before
    }

    /// det = AC - B^2.
    #[inline]
    pub fn det(&self) -> f64 {
        self.det
    }

    /// True if |AC - B^2| <= 1e-12 AC: normal and tangential velocity then change in a fixed ratio.
    #[inline]
    pub fn is_singular(&self) -> bool {
        self.det.abs() <= SINGULAR * self.contact.a * self.contact.c
    }

    /// True if a moment can be transmitted at all (F > 0).
    #[inline]
    pub fn has_moment(&self) -> bool {
        self.contact.f > 0.0
    }

    /// Relative velocity after an impulse, D_A + M_L^-1 I.
    #[inline]
    pub fn after(&self, impulse: Impulse) -> Velocity {
        let change = self.contact.velocity_change(impulse);
        Velocity {
            normal: self.before.normal + change.normal,
            tangential: self.before.tangential + change.tangential,
            moment: self.before.moment + change.moment,
        }
    }

    /// C D_NA + B D_TA, accurate under cancellation: C times the normal velocity left if the contact stuck from the start.
    #[inline]
    pub(crate) fn stick_numerator(&self) -> f64 {
        difference_of_products(self.contact.c, self.before.normal, -self.contact.b, self.before.tangential)
    }

    /// s = sign(D_TA), zero for a direct collision.
    #[inline]
    pub(crate) fn slip_sign(&self) -> f64 {
        sign(self.before.tangential)
    }

    /// Direct or oblique, central or eccentric, tangential or not.
    pub fn class(&self) -> Class {
        let Contact { a, b, c, .. } = self.contact;
        Class {
            direct: self.before.tangential.abs() <= CLASS_ZERO * self.before.normal.abs() * (c / a).sqrt(),
            central: b.abs() <= CLASS_ZERO * (a * c).sqrt(),
            tangential: self.before.normal == 0.0,
        }
    }
}

/// Every number finite and of a size whose products do not overflow.
fn check_size(contact: &Contact, before: &Velocity) -> Result<(), InputError> {
    let fields = [
        ("a", contact.a),
        ("b", contact.b),
        ("c", contact.c),
        ("d", contact.d),
        ("e", contact.e),
        ("f", contact.f),
        ("normal velocity", before.normal),
        ("tangential velocity", before.tangential),
        ("moment velocity", before.moment),
    ];
    match fields.into_iter().find(|(_, value)| value.is_nan() || value.abs() > LARGEST) {
        Some((field, value)) => Err(InputError::NotFinite { field, value }),
        None => Ok(()),
    }
}

/// The 3 x 3 matrix is positive semidefinite up to rounding.
fn check_moment(contact: &Contact) -> Result<(), InputError> {
    let Contact { a, c, d, e, f, .. } = *contact;
    if (d, e, f) == (0.0, 0.0, 0.0) {
        return Ok(());
    }
    let slack = 1.0 + INDEFINITE;
    let fits = f > 0.0
        && d * d <= slack * a * f
        && e * e <= slack * c * f
        && contact.det_with_moment() >= -INDEFINITE * a * c * f;
    if fits { Ok(()) } else { Err(InputError::IndefiniteMoment) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_numbers_are_named() {
        let velocity = Velocity::planar(-1.0, 0.0);
        let error = |a, b, c| Collision::new(Contact::planar(a, b, c), velocity).unwrap_err().to_string();
        assert!(error(f64::NAN, 0.0, 1.0).starts_with("a is NaN"));
        assert!(error(1.0, f64::INFINITY, 1.0).starts_with("b is inf"));
        assert!(error(-1.0, 0.0, 1.0).starts_with("a is -1"));
        assert!(error(1.0, 0.0, 0.0).starts_with("c is 0"));
        assert!(error(1.0, 2.0, 1.0).contains("a c - b^2 is -3"));
        let moment = Contact { a: 1.0, b: 0.0, c: 1.0, d: 2.0, e: 0.0, f: 1.0 };
        assert_eq!(Collision::new(moment, velocity), Err(InputError::IndefiniteMoment));
    }

    #[test]
    fn classes_are_those_of_the_catalogue() {
        let class = |b, vt, vn| {
            let contact = Contact::planar(2.5, b, 2.5);
            Collision::new(contact, Velocity::planar(vn, vt)).unwrap().class().to_string()
        };
        assert_eq!(class(1.5, 0.6, -1.0), "oblique, eccentric");
        assert_eq!(class(0.0, 0.0, -1.0), "direct, central");
        assert_eq!(class(1.5, 0.6, 0.0), "oblique, eccentric, tangential");
    }
}
