//! A linear system: constant matrices, gaps linear in the coordinates.
//!
//! ```text
//!     M v' = f + p(t) - K q - C v + W_N lambda_N + W_T lambda_T,      g_N = g_0 + W_N^T q,      D_T = W_T^T v
//! ```

use std::sync::Arc;

use super::{SystemError, require};
use crate::mass::Mass;
use crate::model::{At, Contact, Direction, Energy, JointRow, Model, Pace, Site, Touch};
use crate::pair_law::PairLaw;
use crate::signal::Signal;

/// One contact of a linear system.
#[derive(Debug, Clone)]
pub struct LinearContact {
    /// g_0.
    pub gap: f64,
    /// W_N.
    pub normal: Vec<f64>,
    /// W_T.
    pub tangential: Vec<f64>,
    /// What happens there.
    pub law: PairLaw,
}

/// A linear system of n coordinates; matrices are n rows of n.
#[derive(Debug, Clone)]
pub struct LinearDescription {
    /// M, symmetric and positive definite.
    pub mass: Vec<Vec<f64>>,
    /// K, symmetric; empty for none.
    pub stiffness: Vec<Vec<f64>>,
    /// C; empty for none.
    pub damping: Vec<Vec<f64>>,
    /// f: constant forces, part of the potential energy; empty for none.
    pub force: Vec<f64>,
    /// p(t) by coordinate; empty for none.
    pub drive: Vec<Option<Arc<dyn Signal>>>,
    /// The contacts.
    pub contacts: Vec<LinearContact>,
    /// A length over which gaps change: methods do not step over it unseen.
    pub size: f64,
    /// q at t = 0.
    pub q: Vec<f64>,
    /// v at t = 0.
    pub v: Vec<f64>,
}

/// A linear system, checked.
#[derive(Debug, Clone)]
pub struct LinearSystem(LinearDescription);

/// A matrix times a vector; an empty matrix is zero.
fn times(matrix: &[Vec<f64>], x: &[f64], i: usize) -> f64 {
    matrix.get(i).map_or(0.0, |row| dot(row, x))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn check_matrix(field: &str, matrix: &[Vec<f64>], n: usize, symmetric: bool) -> Result<(), SystemError> {
    require(matrix.len() == n && matrix.iter().all(|row| row.len() == n), field, format!("must be {n} rows of {n}"))?;
    require(matrix.iter().flatten().all(|x| x.is_finite()), field, "must be finite")?;
    let even = (0..n).all(|i| (0..i).all(|j| matrix[i][j] == matrix[j][i]));
    require(!symmetric || even, field, "must be symmetric")
}

fn check_vector(field: &str, vector: &[f64], n: usize) -> Result<(), SystemError> {
    let good = vector.len() == n && vector.iter().all(|x| x.is_finite());
    require(good, field, format!("must be {n} finite numbers"))
}

impl LinearSystem {
    /// The system of a description, or what is wrong with it.
    pub fn new(given: LinearDescription) -> Result<Self, SystemError> {
        let n = given.mass.len();
        check_matrix("mass", &given.mass, n, true)?;
        if !given.stiffness.is_empty() {
            check_matrix("stiffness", &given.stiffness, n, true)?;
        }
        if !given.damping.is_empty() {
            check_matrix("damping", &given.damping, n, false)?;
        }
        if !given.force.is_empty() {
            check_vector("force", &given.force, n)?;
        }
        require(given.drive.is_empty() || given.drive.len() == n, "drive", format!("must be {n} functions or none"))?;
        for (i, contact) in given.contacts.iter().enumerate() {
            require(contact.gap.is_finite(), format!("contacts[{i}].gap"), "must be finite")?;
            check_vector(&format!("contacts[{i}].normal"), &contact.normal, n)?;
            check_vector(&format!("contacts[{i}].tangential"), &contact.tangential, n)?;
        }
        check_vector("q", &given.q, n)?;
        check_vector("v", &given.v, n)?;
        require(given.size.is_finite() && given.size > 0.0, "size", "must be positive")?;
        let flat = given.mass.concat();
        require(Mass::default().push(n, &flat), "mass", "must be positive definite")?;
        let system = Self(given);
        system.check_open()?;
        Ok(system)
    }

    /// Refuses contacts that overlap at the start by more than 1e-9 of the size, as worlds do.
    fn check_open(&self) -> Result<(), SystemError> {
        (0..self.0.contacts.len()).try_for_each(|i| {
            let gap = self.contact_gap(i, &self.0.q);
            let message = format!("contact {i} overlaps at the start by {:.3e}", -gap);
            require(gap >= -1e-9 * self.0.size, "q", message)
        })
    }

    /// Number of contacts.
    pub fn contact_count(&self) -> usize {
        self.0.contacts.len()
    }

    /// q and v at t = 0.
    pub fn start(&self) -> (&[f64], &[f64]) {
        (&self.0.q, &self.0.v)
    }

    fn contact_gap(&self, i: usize, q: &[f64]) -> f64 {
        self.0.contacts.get(i).map_or(f64::INFINITY, |contact| contact.gap + dot(&contact.normal, q))
    }
}

/// Writes a constant row.
fn fill(direction: &mut Direction, row: &[f64]) {
    direction.clear();
    for (i, &value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        direction.row.add(i, &[value]);
    }
}

impl Model for LinearSystem {
    fn positions(&self) -> usize {
        self.0.q.len()
    }

    fn velocities(&self) -> usize {
        self.0.v.len()
    }

    fn tangents(&self) -> usize {
        1
    }

    fn rate(&self, _: &[f64], v: &[f64], rate: &mut [f64]) {
        rate.copy_from_slice(v);
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        q.iter_mut().zip(d).for_each(|(q, d)| *q += d);
    }

    fn mass(&self, _: &[f64], mass: &mut Mass) {
        mass.clear();
        mass.push(self.0.mass.len(), &self.0.mass.concat());
    }

    fn force(&self, at: At, force: &mut [f64]) {
        for (i, out) in force.iter_mut().enumerate() {
            let constant = self.0.force.get(i).copied().unwrap_or(0.0);
            let drive = self.0.drive.get(i).and_then(Option::as_ref).map_or(0.0, |signal| signal.value(at.t, &[]));
            *out = constant + drive - times(&self.0.stiffness, at.q, i) - times(&self.0.damping, at.v, i);
        }
    }

    fn joints(&self, _: At, rows: &mut Vec<JointRow>) {
        rows.clear();
    }

    fn sites(&self, _: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        sites.clear();
        let near = (0..self.0.contacts.len()).filter(|&i| self.contact_gap(i, q) <= reach);
        sites.extend(near.map(|i| Site { pair: i as u32, feature: 0 }));
    }

    fn gap(&self, site: Site, _: f64, q: &[f64]) -> (f64, u32) {
        (self.contact_gap(site.pair as usize, q), 0)
    }

    fn margin(&self, _: Touch, _: f64, _: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        let index = touch.site.pair as usize;
        let (normal, tangential) = match self.0.contacts.get(index) {
            Some(given) => (given.normal.as_slice(), given.tangential.as_slice()),
            None => Default::default(),
        };
        fill(&mut contact.along_normal, normal);
        fill(&mut contact.tangential[0], tangential);
        fill(&mut contact.tangential[1], &[]);
        fill(&mut contact.moment, &[]);
        contact.gap = self.contact_gap(index, at.q);
        // There is no geometry: a point and normal for the record.
        (contact.point, contact.normal) = ([0.0; 3], [0.0, 1.0, 0.0]);
    }

    fn law(&self, pair: u32) -> &PairLaw {
        // A site of this system always names one of its contacts.
        &self.0.contacts[pair as usize].law
    }

    fn pace(&self, at: At) -> Pace {
        let speeds = self.0.contacts.iter().map(|contact| dot(&contact.normal, at.v).abs());
        Pace { speed: speeds.fold(0.0, f64::max), size: self.0.size }
    }

    fn energy(&self, at: At) -> Energy {
        let quadratic =
            |matrix: &[Vec<f64>], x: &[f64]| (0..x.len()).map(|i| 0.5 * x[i] * times(matrix, x, i)).sum::<f64>();
        Energy {
            kinetic: quadratic(&self.0.mass, at.v),
            potential: quadratic(&self.0.stiffness, at.q) - dot(&self.0.force, at.q),
        }
    }

    fn power(&self, at: At) -> f64 {
        let drive =
            |i: usize| self.0.drive.get(i).and_then(Option::as_ref).map_or(0.0, |signal| signal.value(at.t, &[]));
        at.v.iter().enumerate().map(|(i, v)| v * (drive(i) - times(&self.0.damping, at.v, i))).sum()
    }

    fn is_driven(&self) -> bool {
        !self.0.damping.is_empty() || self.0.drive.iter().any(Option::is_some)
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.0.drive.iter().flatten().filter_map(|signal| signal.next_corner(t)).reduce(f64::min)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.0.drive.iter().flatten().filter_map(|signal| signal.corner_before(t, end)).reduce(f64::min)
    }
}
