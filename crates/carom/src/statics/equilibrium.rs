//! Equilibrium without friction, by Newton's method.
//!
//! ```text
//!     [ K'  C^T ] [ d      ]   [ -F ]         C = joints, held coordinates, normals of closed contacts, the hand
//!     [ C   0   ] [ lambda ] = [ -c ]         K' = d(F + C^T lambda)/dq, by differences
//! ```
//!
//! The system is solved with least norm, so that free directions stay where they are and hyperstatic contacts share. Contacts that would
//! have to pull are opened one by one, and those that would overlap closed. With a hand that holds one coordinate at a value the solutions form
//! a branch; its direction d(q)/d(value) comes from the same matrix.

use carom_mechanics::plane::World;

use super::dense::{Rows, dot, largest, solve};
use super::still::{Standing, Still, Terms, unit};

/// Newton steps; springs that only push may change their stiffness a few times on the way.
const STEPS: usize = 80;

/// Residual forces below this part of the size of forces are rounding.
const BALANCED: f64 = 1e-10;

/// Errors of joints and gaps at an equilibrium, m.
const CLOSED: f64 = 1e-12;

/// Part of the size of the smallest body by which K' is differenced, and which one step may move at most.
const DIFFERENCE: f64 = 1e-5;
const LONGEST: f64 = 0.2;

/// Contacts opened or closed on the way.
const CHANGES: usize = 40;

/// A coordinate held at a value by a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held {
    pub coordinate: usize,
    pub value: f64,
}

/// An equilibrium without friction.
#[derive(Debug, Clone)]
pub(super) struct Balance<'a, W: Standing = World> {
    /// The world with the contacts that are closed in it.
    pub still: Still<'a, W>,
    pub q: Vec<f64>,
    pub terms: Terms,
    /// Forces of the joints and of held bodies.
    pub reactions: Vec<f64>,
    /// Normal forces.
    pub normals: Vec<f64>,
    /// Force of the hand along its coordinate.
    pub hand: f64,
}

/// The equilibrium near q, or a sentence on why there is none.
pub(super) fn balance<'a, W: Standing>(
    still: &Still<'a, W>,
    q: &[f64],
    held: Option<Held>,
) -> Result<Balance<'a, W>, String> {
    let mut still = still.clone();
    let mut q = q.to_vec();
    for _ in 0..CHANGES {
        let found = newton(&still, &q, held)?;
        let pulls = |k: &usize| found.normals[*k] < -BALANCED * still.scale;
        let worst = (0..found.normals.len()).filter(pulls);
        let worst = worst.min_by(|a, b| found.normals[*a].total_cmp(&found.normals[*b]));
        q.clone_from(&found.q);
        match (worst, still.overlapping(&q)) {
            (Some(contact), _) => {
                still.touches.remove(contact);
            }
            (None, Some(touch)) => still.touches.push(touch),
            (None, None) => return Ok(found),
        }
    }
    Err("contacts open and close without end".to_owned())
}

fn newton<'a, W: Standing>(still: &Still<'a, W>, q: &[f64], held: Option<Held>) -> Result<Balance<'a, W>, String> {
    let n = still.world.velocities();
    let (mut q, mut lambda): (_, Option<Vec<f64>>) = (q.to_vec(), None);
    let longest = LONGEST * still.size();
    for _ in 0..STEPS {
        let terms = still.terms(&q);
        let (rows, errors) = constraints(&terms, held, &q);
        if let Some(lambda) = &lambda {
            let left = residual(&terms, &rows, lambda);
            if largest(&left) <= BALANCED * still.scale && largest(&errors) <= CLOSED {
                return Ok(read(still, q, terms, lambda));
            }
        }
        let stiffness = stiffness(still, &q, held, lambda.as_deref().unwrap_or(&vec![0.0; rows.len()]));
        let right: Vec<f64> = terms.force.iter().map(|f| -f).collect();
        let (mut d, new) = bordered(&stiffness, &rows, [&right, &errors.iter().map(|c| -c).collect::<Vec<_>>()])
            .ok_or("the forces are not finite numbers")?;
        let shorten = (longest / largest(&d)).min(1.0);
        d.iter_mut().for_each(|d| *d *= shorten);
        still.world.displace(&mut q, &d);
        if q.iter().any(|q| !q.is_finite()) {
            return Err("it moves away without end".to_owned());
        }
        lambda = Some(new);
    }
    let terms = still.terms(&q);
    let (rows, _) = constraints(&terms, held, &q);
    let left = lambda.map(|lambda| residual(&terms, &rows, &lambda)).unwrap_or_default();
    let worst = (0..n.min(left.len())).max_by(|a, b| left[*a].abs().total_cmp(&left[*b].abs())).unwrap_or(0);
    let body = still.world.owner(worst).map(|name| format!(", most of all on \"{name}\""));
    Err(format!("the forces do not balance without friction{}", body.unwrap_or_default()))
}

/// All rows with a force of their own, and their errors.
fn constraints(terms: &Terms, held: Option<Held>, q: &[f64]) -> (Rows, Vec<f64>) {
    let rows = terms.rows.iter().chain(&terms.normals).cloned();
    let rows: Rows = rows.chain(held.map(|held| unit(terms.force.len(), held.coordinate))).collect();
    let gaps = terms.contacts.iter().map(|contact| contact.gap);
    let errors = terms.errors.iter().copied().chain(gaps).chain(held.map(|held| q[held.coordinate] - held.value));
    (rows, errors.collect())
}

/// F + C^T lambda.
fn residual(terms: &Terms, rows: &Rows, lambda: &[f64]) -> Vec<f64> {
    let mut left = terms.force.clone();
    for (row, lambda) in rows.iter().zip(lambda) {
        left.iter_mut().zip(row).for_each(|(left, c)| *left += lambda * c);
    }
    left
}

/// K' by central differences, by rows.
fn stiffness<W: Standing>(still: &Still<'_, W>, q: &[f64], held: Option<Held>, lambda: &[f64]) -> Rows {
    let (n, h) = (still.world.velocities(), DIFFERENCE * still.size());
    let side = |j: usize, h: f64| {
        let mut moved = q.to_vec();
        let d: Vec<f64> = unit(n, j).iter().map(|u| u * h).collect();
        still.world.displace(&mut moved, &d);
        let terms = still.terms(&moved);
        residual(&terms, &constraints(&terms, held, &moved).0, lambda)
    };
    let columns: Rows = (0..n)
        .map(|j| side(j, h).iter().zip(side(j, -h)).map(|(plus, minus)| (plus - minus) / (2.0 * h)).collect())
        .collect();
    (0..n).map(|i| (0..n).map(|j| columns[j][i]).collect()).collect()
}

/// Solves the bordered system with the right sides of its two parts: d and lambda.
fn bordered(stiffness: &Rows, rows: &Rows, [upper, lower]: [&[f64]; 2]) -> Option<(Vec<f64>, Vec<f64>)> {
    let (n, m) = (stiffness.len(), rows.len());
    // Forces in units that make K' of order one; at least the forces themselves, so that rounding in K' = 0 stays below the rank.
    let unit = stiffness.iter().map(largest).fold(largest(upper), f64::max);
    let unit = if unit > 0.0 { unit } else { 1.0 };
    let top = stiffness
        .iter()
        .enumerate()
        .map(|(i, row)| row.iter().map(|k| k / unit).chain(rows.iter().map(|row| row[i])).collect::<Vec<f64>>());
    let bottom = rows.iter().map(|row| row.iter().copied().chain(std::iter::repeat_n(0.0, m)).collect());
    let matrix: Rows = top.chain(bottom).collect();
    let right: Vec<f64> = upper.iter().map(|f| f / unit).chain(lower.iter().copied()).collect();
    let mut x = solve(&matrix, n + m, &right)?.x;
    let lambda = x.split_off(n).iter().map(|lambda| lambda * unit).collect();
    Some((x, lambda))
}

fn read<'a, W: Standing>(still: &Still<'a, W>, q: Vec<f64>, terms: Terms, lambda: &[f64]) -> Balance<'a, W> {
    let (joints, contacts) = (terms.rows.len(), terms.normals.len());
    Balance {
        still: still.clone(),
        q,
        reactions: lambda[..joints].to_vec(),
        normals: lambda[joints..joints + contacts].to_vec(),
        hand: lambda.get(joints + contacts).copied().unwrap_or(0.0),
        terms,
    }
}

impl<W: Standing> Balance<'_, W> {
    /// lambda of joints and normals.
    fn lambda(&self) -> Vec<f64> {
        self.reactions.iter().chain(&self.normals).copied().collect()
    }

    /// -d(F + C^T lambda)/dq with the forces kept: the stiffness of small motions.
    pub fn stiffness(&self) -> Rows {
        let negative = |row: Vec<f64>| row.into_iter().map(|k| -k).collect();
        stiffness(&self.still, &self.q, None, &self.lambda()).into_iter().map(negative).collect()
    }

    /// Rows of everything that holds: joints, held coordinates, normals.
    pub fn rows(&self) -> Rows {
        self.terms.rows.iter().chain(&self.terms.normals).cloned().collect()
    }
}

impl Balance<'_> {
    /// dq along the branch, with dq = 1 along the coordinate of the hand.
    pub fn direction(&self, coordinate: usize) -> Option<Vec<f64>> {
        let held = Some(Held { coordinate, value: self.q[coordinate] });
        let lambda: Vec<f64> = self.lambda().into_iter().chain([self.hand]).collect();
        let stiffness = stiffness(&self.still, &self.q, held, &lambda);
        let (rows, errors) = constraints(&self.terms, held, &self.q);
        let (upper, lower) = (vec![0.0; self.q.len()], unit(errors.len(), errors.len() - 1));
        let (d, _) = bordered(&stiffness, &rows, [&upper, &lower])?;
        // Where joints or contacts do not let the coordinate move there is no direction.
        ((d[coordinate] - 1.0).abs() < 1e-6 && rows[..rows.len() - 1].iter().all(|row| dot(row, &d).abs() < 1e-6))
            .then_some(d)
    }
}
