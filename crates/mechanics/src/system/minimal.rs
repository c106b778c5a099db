//! A system in minimal coordinates given by functions of them: one block with its own M(q) and F.
//!
//! With the Lagrangian L = v . M(q) v / 2 - V(q, t) and forces Q that have no potential:
//!
//! ```text
//!     M v' = F = Q(q, v, t) - dV/dq - M' v + d(v . M v / 2)/dq
//!     contact   g_N(q, t) >= 0,     D_N = dg_N/dq . v + dg_N/dt,     zeta_N: the second derivative of g_N along (1, v)
//!               s(q, t): the same for D_T
//! ```
//!
//! Every derivative is taken along a line in (t, q), exactly, by the functions themselves.

use std::sync::Arc;

use super::{SystemError, require};
use crate::mass::Mass;
use crate::model::{At, Contact, Direction, Energy};
use crate::pair_law::PairLaw;
use crate::signal::Jet;

/// A function of time, coordinates and velocities.
pub trait Field: std::fmt::Debug + Send + Sync {
    /// Value, first and second derivative at s = 0 of the function at (t + s dt, q + s dq, v).
    fn along(&self, at: At, dt: f64, dq: &[f64]) -> Jet;

    /// Whether it depends on time.
    fn is_timely(&self) -> bool {
        false
    }

    /// The first instant after t at which it is not smooth.
    fn next_corner(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// The first such instant that is not after `end`, also if it has to be looked for.
    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.next_corner(t).filter(|corner| *corner <= end)
    }
}

/// Where a contact of a system is in the world, for the record and for pictures.
#[derive(Debug, Clone)]
pub struct ContactPlace {
    /// x and y of the touching point.
    pub point: [Arc<dyn Field>; 2],
    /// Unit normal.
    pub normal: [f64; 2],
}

/// One contact.
#[derive(Debug, Clone)]
pub struct MinimalContact {
    /// Its name.
    pub name: String,
    /// g_N.
    pub gap: Arc<dyn Field>,
    /// s; `None` where there is nothing to slide along.
    pub slide: Option<Arc<dyn Field>>,
    /// Where it is.
    pub place: Option<ContactPlace>,
    /// What happens there.
    pub law: PairLaw,
}

/// A system of n coordinates.
#[derive(Debug, Clone)]
pub struct MinimalDescription {
    /// Its name.
    pub name: String,
    /// Names of the coordinates.
    pub coordinates: Vec<String>,
    /// M, n rows of n, symmetric.
    pub mass: Vec<Vec<Arc<dyn Field>>>,
    /// V; `None` for none.
    pub potential: Option<Arc<dyn Field>>,
    /// Q by coordinate; empty for none.
    pub force: Vec<Arc<dyn Field>>,
    /// The contacts.
    pub contacts: Vec<MinimalContact>,
    /// Lines drawn in pictures, each through points (x, y).
    pub lines: Vec<Vec<[Arc<dyn Field>; 2]>>,
    /// A length over which gaps change: methods do not step over it unseen.
    pub size: f64,
    /// q at the start.
    pub q: Vec<f64>,
    /// v at the start.
    pub v: Vec<f64>,
}

/// A system, checked.
#[derive(Debug, Clone)]
pub struct Minimal(MinimalDescription);

/// Entries of M above and below the diagonal may differ by this part of the largest: rounding of two ways to write them.
const EVEN: f64 = 1e-9;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Minimal {
    /// The system of a description that begins at time t, or what is wrong with it.
    pub fn new(given: MinimalDescription, t: f64) -> Result<Self, SystemError> {
        let n = given.coordinates.len();
        require(n > 0, "coordinates", "there must be at least one")?;
        let square = given.mass.len() == n && given.mass.iter().all(|row| row.len() == n);
        require(square, "mass", format!("must be {n} rows of {n}"))?;
        require(given.force.is_empty() || given.force.len() == n, "force", format!("must be {n} forces or none"))?;
        for (field, start) in [("start", &given.q), ("velocity", &given.v)] {
            let good = start.len() == n && start.iter().all(|x| x.is_finite());
            require(good, field, format!("must be {n} finite numbers"))?;
        }
        require(given.size.is_finite() && given.size > 0.0, "size", "must be positive")?;
        let system = Self(given);
        system.check_start(t)?;
        Ok(system)
    }

    /// Refuses a start at which the terms make no sense, or contacts overlap by more than 1e-9 of the size, as worlds do.
    fn check_start(&self, t: f64) -> Result<(), SystemError> {
        let given = &self.0;
        let (n, at) = (given.q.len(), At { t, q: &given.q, v: &given.v });
        let full: Vec<f64> = given.mass.iter().flatten().map(|entry| self.value(entry.as_ref(), at)).collect();
        require(full.iter().all(|x| x.is_finite()), "mass", "must be finite at the start")?;
        let largest = full.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let even = (0..n).all(|i| (0..i).all(|j| (full[i * n + j] - full[j * n + i]).abs() <= EVEN * largest));
        require(even, "mass", "must be symmetric")?;
        require(Mass::default().push(n, &self.mass_matrix(&given.q)), "mass", "must be positive definite")?;
        let mut force = vec![0.0; n];
        self.force(at, &mut force);
        require(force.iter().all(|x| x.is_finite()), "force", "potential and forces must be finite at the start")?;
        for (i, contact) in given.contacts.iter().enumerate() {
            let gap = self.gap(i, t, &given.q);
            let message =
                format!("is {gap:e} at the start: the contact \"{}\" overlaps or is not finite", contact.name);
            require(gap >= -1e-9 * given.size && gap.is_finite(), "gap", message)?;
        }
        Ok(())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The names of its coordinates.
    pub fn coordinates(&self) -> &[String] {
        &self.0.coordinates
    }

    /// Its contacts.
    pub fn contacts(&self) -> &[MinimalContact] {
        &self.0.contacts
    }

    /// q and v at the start.
    pub fn start(&self) -> (&[f64], &[f64]) {
        (&self.0.q, &self.0.v)
    }

    /// The lines drawn for it.
    pub fn lines(&self, at: At) -> Vec<Vec<[f64; 2]>> {
        let point = |[x, y]: &[Arc<dyn Field>; 2]| [self.value(x.as_ref(), at), self.value(y.as_ref(), at)];
        self.0.lines.iter().map(|line| line.iter().map(point).collect()).collect()
    }

    fn value(&self, field: &dyn Field, at: At) -> f64 {
        field.along(at, 0.0, &vec![0.0; self.0.q.len()]).value
    }

    /// d field / d q_i for every i.
    fn gradient(&self, field: &dyn Field, at: At) -> Vec<f64> {
        let mut way = vec![0.0; self.0.q.len()];
        let mut gradient = Vec::with_capacity(way.len());
        for i in 0..way.len() {
            way[i] = 1.0;
            gradient.push(field.along(at, 0.0, &way).rate);
            way[i] = 0.0;
        }
        gradient
    }

    /// M(q) row by row; the part below the diagonal is that above it.
    pub(crate) fn mass_matrix(&self, q: &[f64]) -> Vec<f64> {
        let n = q.len();
        let still = vec![0.0; n];
        let mut matrix = vec![0.0; n * n];
        for i in 0..n {
            for j in i..n {
                let entry = self.value(self.0.mass[i][j].as_ref(), At { t: 0.0, q, v: &still });
                (matrix[i * n + j], matrix[j * n + i]) = (entry, entry);
            }
        }
        matrix
    }

    /// F, written over `force`.
    pub(crate) fn force(&self, at: At, force: &mut [f64]) {
        let n = at.q.len();
        force.fill(0.0);
        for (out, given) in force.iter_mut().zip(&self.0.force) {
            *out = self.value(given.as_ref(), at);
        }
        if let Some(potential) = &self.0.potential {
            force.iter_mut().zip(self.gradient(potential.as_ref(), at)).for_each(|(f, slope)| *f -= slope);
        }
        for i in 0..n {
            for j in i..n {
                let entry = self.0.mass[i][j].as_ref();
                let rate = entry.along(at, 0.0, at.v).rate;
                force[i] -= rate * at.v[j];
                // Both triangles of M: the entry counts twice off the diagonal.
                let both = if i == j { 0.5 } else { 1.0 };
                if i != j {
                    force[j] -= rate * at.v[i];
                }
                let square = both * at.v[i] * at.v[j];
                if square != 0.0 {
                    force.iter_mut().zip(self.gradient(entry, at)).for_each(|(f, slope)| *f += square * slope);
                }
            }
        }
    }

    pub(crate) fn energy(&self, at: At) -> Energy {
        let mut mass = Mass::default();
        mass.push(at.q.len(), &self.mass_matrix(at.q));
        let potential = self.0.potential.as_ref().map_or(0.0, |potential| self.value(potential.as_ref(), at));
        Energy { kinetic: mass.kinetic_energy(at.v), potential }
    }

    /// Q . v + dV/dt.
    pub(crate) fn power(&self, at: At) -> f64 {
        let pushed: f64 = self.0.force.iter().zip(at.v).map(|(force, v)| self.value(force.as_ref(), at) * v).sum();
        let still = vec![0.0; at.q.len()];
        pushed + self.0.potential.as_ref().map_or(0.0, |potential| potential.along(at, 1.0, &still).rate)
    }

    /// Whether it does work that is no change of its potential energy.
    pub(crate) fn is_driven(&self) -> bool {
        let moved = |contact: &MinimalContact| {
            contact.gap.is_timely() || contact.slide.as_ref().is_some_and(|slide| slide.is_timely())
        };
        let timely = self.0.potential.as_ref().is_some_and(|potential| potential.is_timely());
        !self.0.force.is_empty() || timely || self.0.contacts.iter().any(moved)
    }

    /// g_N of a contact.
    pub(crate) fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64 {
        let still = vec![0.0; q.len()];
        let at = At { t, q, v: &still };
        self.0.contacts.get(contact).map_or(f64::INFINITY, |contact| self.value(contact.gap.as_ref(), at))
    }

    /// Fills a contact whose first coordinate is `start`.
    pub(crate) fn fill(&self, index: usize, at: At, start: usize, contact: &mut Contact) {
        contact.along_normal.clear();
        contact.tangential.iter_mut().for_each(Direction::clear);
        contact.moment.clear();
        (contact.gap, contact.point, contact.normal) = (f64::INFINITY, [0.0; 3], [0.0, 1.0, 0.0]);
        let Some(given) = self.0.contacts.get(index) else { return };
        contact.gap = self.direct(given.gap.as_ref(), at, start, &mut contact.along_normal);
        if let Some(slide) = &given.slide {
            self.direct(slide.as_ref(), at, start, &mut contact.tangential[0]);
        }
        if let Some(place) = &given.place {
            let [x, y] = [0, 1].map(|k| self.value(place.point[k].as_ref(), at));
            (contact.point, contact.normal) = ([x, y, 0.0], [place.normal[0], place.normal[1], 0.0]);
        }
    }

    /// Row, drift and bias of a function of (t, q); returns its value.
    fn direct(&self, field: &dyn Field, at: At, start: usize, direction: &mut Direction) -> f64 {
        let row = self.gradient(field, at);
        direction.row.add(start, &row);
        let along = field.along(at, 1.0, at.v);
        direction.drift = if field.is_timely() { along.rate - dot(&row, at.v) } else { 0.0 };
        direction.bias = along.acceleration;
        along.value
    }

    /// Largest speed with which a gap or a slide changes.
    pub(crate) fn speed(&self, at: At) -> f64 {
        let rate = |field: &Arc<dyn Field>| field.along(at, 1.0, at.v).rate.abs();
        let gaps = self.0.contacts.iter().map(|contact| rate(&contact.gap));
        gaps.fold(0.0, f64::max)
    }

    /// The length over which gaps change; infinite without contacts.
    pub(crate) fn size(&self) -> f64 {
        if self.0.contacts.is_empty() { f64::INFINITY } else { self.0.size }
    }

    pub(crate) fn next_corner(&self, t: f64) -> Option<f64> {
        self.fields().filter_map(|field| field.next_corner(t)).reduce(f64::min)
    }

    pub(crate) fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.fields().filter_map(|field| field.corner_before(t, end)).reduce(f64::min)
    }

    /// Everything that may depend on time.
    fn fields(&self) -> impl Iterator<Item = &Arc<dyn Field>> {
        let contacts = self.0.contacts.iter().flat_map(|c| std::iter::once(&c.gap).chain(&c.slide));
        self.0.force.iter().chain(&self.0.potential).chain(contacts)
    }
}
