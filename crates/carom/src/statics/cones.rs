//! What friction can hold: forces of joints and contacts inside their cones, by linear programs.
//!
//! ```text
//!     E x = -F,     x = (lambda, lambda_N, lambda_T [, f]),     mu lambda_N +- lambda_T >= 0
//! ```
//!
//! The cone of the plane is a pyramid, so that the programs are exact. The equations are taken out first: x = x_0 + Z z with Z the
//! orthonormal basis of forces that balance each other.

use carom_complementarity::linear_program::{Optimum, minimise};

use super::dense::{Rows, Solved, dot, largest, solve};
use super::still::{Terms, unit};

/// Equations left unsolved by less than this part of the forces are solved.
const BALANCED: f64 = 1e-9;

/// Forces below this part of the size of forces are what is left of larger ones that balance each other.
const SMALL: f64 = 1e-3;

/// An interval of forces; an end that friction does not limit is infinite.
pub type Interval = [f64; 2];

/// All forces that hold a configuration.
#[derive(Debug, Clone)]
pub(super) struct Cones {
    solved: Solved,
    /// Rows of C x >= 0.
    inequalities: Rows,
    /// The unit of force.
    unit: f64,
    /// Number of joint forces, and the contacts' columns: normal, tangent if it has friction.
    contacts: Vec<(usize, Option<usize>)>,
    load: Option<usize>,
    balanced: bool,
}

impl Cones {
    /// The forces at these terms, with friction coefficients mu; `load` is a coordinate along which a hand may push too.
    pub fn new(terms: &Terms, mu: &[f64], load: Option<usize>) -> Option<Self> {
        let n = terms.force.len();
        let mut columns: Rows = terms.rows.clone();
        let mut contacts = Vec::new();
        for ((normal, tangent), mu) in terms.normals.iter().zip(&terms.tangents).zip(mu) {
            columns.push(normal.clone());
            let own = columns.len() - 1;
            contacts.push((own, (*mu > 0.0).then_some(own + 1)));
            columns.extend((*mu > 0.0).then(|| tangent.clone()));
        }
        let load = load.map(|coordinate| {
            columns.push(unit(n, coordinate));
            columns.len() - 1
        });
        // In units of sqrt(mass) forces and torques compare.
        let weight: Vec<f64> = terms.mass_rows().iter().enumerate().map(|(i, row)| 1.0 / row[i].sqrt()).collect();
        let matrix: Rows = (0..n).map(|i| columns.iter().map(|column| column[i] * weight[i]).collect()).collect();
        let right: Vec<f64> = terms.force.iter().zip(&weight).map(|(f, w)| -f * w).collect();
        let solved = solve(&matrix, columns.len(), &right)?;
        let size = largest(&terms.force).max(SMALL * terms.scale);
        let least = SMALL * terms.scale * largest(&weight);
        let balanced = solved.residual <= BALANCED * largest(&right).max(least);
        let mut inequalities = Rows::new();
        for ((normal, tangent), mu) in contacts.iter().zip(mu) {
            let signs: &[f64] = if tangent.is_some() { &[1.0, -1.0] } else { &[0.0] };
            for sign in signs {
                let mut row = vec![0.0; columns.len()];
                row[*normal] = if tangent.is_some() { *mu } else { 1.0 };
                tangent.iter().for_each(|tangent| row[*tangent] = *sign);
                inequalities.push(row);
            }
        }
        let unit = if size > 0.0 { size } else { 1.0 };
        Some(Self { solved, inequalities, unit, contacts, load, balanced })
    }

    /// Whether there are such forces.
    pub fn hold(&self) -> bool {
        self.balanced && matches!(self.least(&vec![0.0; self.solved.x.len()]), Some(Least::At(_)))
    }

    /// The interval of the normal force of a contact, and of its friction.
    pub fn of_contact(&self, contact: usize) -> Option<[Interval; 2]> {
        let (normal, tangent) = self.contacts[contact];
        let friction = tangent.map_or(Some([0.0, 0.0]), |tangent| self.interval(tangent));
        Some([self.interval(normal)?, friction?])
    }

    /// The interval of the force of a joint equation.
    pub fn of_joint(&self, equation: usize) -> Option<Interval> {
        self.interval(equation)
    }

    /// The interval of the force of the hand.
    pub fn of_load(&self) -> Option<Interval> {
        self.load.and_then(|load| self.interval(load))
    }

    fn interval(&self, column: usize) -> Option<Interval> {
        if !self.balanced {
            return None;
        }
        let c = unit(self.solved.x.len(), column);
        let low = self.least(&c)?.or(f64::NEG_INFINITY)?;
        let high = self.least(&c.iter().map(|c| -c).collect::<Vec<_>>())?.or(f64::NEG_INFINITY)?;
        Some([low, -high])
    }

    /// The least value of c . x; `None` if the solvers do not know.
    fn least(&self, c: &[f64]) -> Option<Least> {
        let Solved { x, free, .. } = &self.solved;
        let bounds: Vec<f64> = self.inequalities.iter().map(|row| -dot(row, x) / self.unit).collect();
        let base = dot(c, x);
        if free.is_empty() {
            let holds = bounds.iter().all(|bound| *bound <= BALANCED);
            return Some(if holds { Least::At(base) } else { Least::Nowhere });
        }
        if bounds.is_empty() {
            let fixed = free.iter().all(|z| dot(c, z).abs() <= BALANCED);
            return Some(if fixed { Least::At(base) } else { Least::Endless });
        }
        let matrix: Rows = self.inequalities.iter().map(|row| free.iter().map(|z| dot(row, z)).collect()).collect();
        // What rounding leaves of a force that is the same in every answer is no direction to go.
        let along: Vec<f64> =
            free.iter().map(|z| dot(c, z)).map(|c| if c.abs() > BALANCED { c } else { 0.0 }).collect();
        match minimise(&along, &matrix, &bounds).ok()? {
            Optimum::At { value, .. } => Some(Least::At(base + value * self.unit)),
            Optimum::Unbounded => Some(Least::Endless),
            Optimum::Infeasible => Some(Least::Nowhere),
            Optimum::Unknown => None,
        }
    }
}

/// The least value of a force.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Least {
    At(f64),
    Endless,
    Nowhere,
}

impl Least {
    fn or(self, endless: f64) -> Option<f64> {
        match self {
            Self::At(value) => Some(value),
            Self::Endless => Some(endless),
            Self::Nowhere => None,
        }
    }
}
