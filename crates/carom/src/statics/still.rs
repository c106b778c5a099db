//! A world that stands still: the terms of its equilibrium at one configuration.
//!
//! ```text
//!     F(q, 0, t) + R^T lambda + W_N lambda_N + W_T lambda_T + f e = 0,     phi(q) = 0,   g_N(q) = 0
//! ```
//!
//! R: joints and bodies held fixed; e: a coordinate along which a hand may push with the force f.

use carom_mechanics::plane::{Start, World};
use carom_mechanics::{At, Contact, Mass, Model, Touch, space};

use super::dense::{Rows, largest};

/// Contacts that are open by less than this are taken as closed, m: what a drawing in millimetres with three decimals leaves.
const CLOSED: f64 = 1e-6;

/// Contacts that overlap by more than this at an equilibrium had to be closed, m.
const OVERLAP: f64 = 1e-9;

/// What statics asks of a world beside its terms.
pub(super) trait Standing: Model + Clone {
    /// Where everything begins.
    fn start(&self) -> &Start;

    /// The body to which a velocity coordinate belongs.
    fn owner(&self, coordinate: usize) -> Option<&str>;
}

impl Standing for World {
    fn start(&self) -> &Start {
        self.start()
    }

    fn owner(&self, coordinate: usize) -> Option<&str> {
        let own = |body: usize| self.coordinate(body).is_some_and(|first| (first..first + 3).contains(&coordinate));
        self.names().enumerate().find_map(|(body, name)| own(body).then_some(name))
    }
}

impl Standing for space::World {
    fn start(&self) -> &Start {
        self.start()
    }

    fn owner(&self, coordinate: usize) -> Option<&str> {
        let own = |body: usize| self.coordinates(body).is_some_and(|[_, v]| (v..v + 6).contains(&coordinate));
        self.names().enumerate().find_map(|(body, name)| own(body).then_some(name))
    }
}

/// A velocity coordinate that is held, and the position coordinate whose rate it is; turns in space have none.
pub(super) type Fixed = (usize, Option<usize>);

/// A world, which of its contacts are closed, and which of its coordinates are held.
#[derive(Debug, Clone)]
pub(super) struct Still<'a, W: Standing = World> {
    pub world: &'a W,
    pub t: f64,
    pub touches: Vec<Touch>,
    /// Coordinates of bodies held fixed.
    pub fixed: Vec<Fixed>,
    /// The size of forces: what the largest becomes if a coordinate moves by the size of the smallest body.
    pub scale: f64,
}

/// Everything at one configuration, at rest.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    pub mass: Mass,
    pub force: Vec<f64>,
    /// The size of forces, see [`Still::scale`].
    pub scale: f64,
    /// Rows of joints and held coordinates, dense.
    pub rows: Rows,
    /// Their errors.
    pub errors: Vec<f64>,
    pub contacts: Vec<Contact>,
    pub normals: Rows,
    pub tangents: Rows,
}

impl<'a, W: Standing> Still<'a, W> {
    /// The world at its start, with its closed contacts; `fixed` are coordinates to be held.
    pub fn new(world: &'a W, fixed: Vec<Fixed>) -> Self {
        let start = world.start();
        let mut still = Self { world, t: start.t, touches: Vec::new(), fixed, scale: 0.0 };
        still.touches = still.near(&start.q, CLOSED);
        still.scale = still.force_scale();
        still
    }

    fn force_scale(&self) -> f64 {
        let (start, n) = (self.world.start(), self.world.velocities());
        let moved = |(i, by): (usize, f64)| {
            let (mut q, mut force, v) = (start.q.clone(), vec![0.0; n], vec![0.0; n]);
            let d: Vec<f64> = unit(n, i).iter().map(|u| u * by).collect();
            self.world.displace(&mut q, &d);
            self.world.force(At { t: self.t, q: &q, v: &v }, &mut force);
            largest(&force)
        };
        let size = self.size();
        (0..n).flat_map(|i| [-size, 0.0, size].map(|by| (i, by))).map(moved).fold(0.0, f64::max)
    }

    /// Touches with a gap below a limit.
    fn near(&self, q: &[f64], limit: f64) -> Vec<Touch> {
        let mut sites = Vec::new();
        self.world.sites(self.t, q, limit.max(CLOSED), &mut sites);
        let touch = |site| {
            let (gap, face) = self.world.gap(site, self.t, q);
            (gap <= limit).then_some(Touch { site, face })
        };
        sites.into_iter().filter_map(touch).collect()
    }

    /// A site that is not closed and overlaps.
    pub fn overlapping(&self, q: &[f64]) -> Option<Touch> {
        let known = |touch: &Touch| self.touches.iter().any(|one| one.site == touch.site);
        self.near(q, -OVERLAP).into_iter().find(|touch| !known(touch))
    }

    /// Coefficient of friction while sticking, of every closed contact; for laws that never stick that of fast slip.
    pub fn friction(&self) -> Vec<f64> {
        let of = |touch: &Touch| {
            let friction = &self.world.law(touch.site.pair).friction;
            friction.sticking().unwrap_or_else(|| friction.slipping(f64::INFINITY))
        };
        self.touches.iter().map(of).collect()
    }

    /// The terms at q.
    pub fn terms(&self, q: &[f64]) -> Terms {
        let n = self.world.velocities();
        let v = vec![0.0; n];
        let at = At { t: self.t, q, v: &v };
        let (mut mass, mut force, mut joints) = (Mass::default(), vec![0.0; n], Vec::new());
        self.world.mass(q, &mut mass);
        self.world.force(at, &mut force);
        self.world.joints(at, &mut joints);
        let mut rows: Rows = joints.iter().map(|joint| dense(n, &joint.direction.row)).collect();
        let mut errors: Vec<f64> = joints.iter().map(|joint| joint.error).collect();
        for &(i, position) in &self.fixed {
            rows.push(unit(n, i));
            errors.push(position.map_or(0.0, |k| q[k] - self.world.start().q[k]));
        }
        let contact = |touch: &Touch| {
            let mut contact = Contact::default();
            self.world.contact(*touch, at, &mut contact);
            contact
        };
        let contacts: Vec<Contact> = self.touches.iter().map(contact).collect();
        let normals = contacts.iter().map(|contact| dense(n, &contact.along_normal.row)).collect();
        let tangents = contacts.iter().map(|contact| dense(n, &contact.tangential[0].row)).collect();
        Terms { mass, force, scale: self.scale, rows, errors, contacts, normals, tangents }
    }

    /// A length of the world: the size of its smallest moving body.
    pub fn size(&self) -> f64 {
        let size = self.world.pace(self.world.start().at()).size;
        if size.is_finite() && size > 0.0 { size } else { 1.0 }
    }
}

impl Terms {
    /// M^-1 x.
    pub fn solve_mass(&self, x: &[f64]) -> Vec<f64> {
        let mut solved = x.to_vec();
        self.mass.solve(&mut solved);
        solved
    }

    /// M by rows.
    pub fn mass_rows(&self) -> Rows {
        let n = self.force.len();
        let column = |j: usize| {
            let mut x = unit(n, j);
            self.mass.multiply(&mut x);
            x
        };
        (0..n).map(column).collect()
    }
}

/// A row as a dense one.
fn dense(n: usize, row: &carom_mechanics::Row) -> Vec<f64> {
    let mut line = vec![0.0; n];
    row.add_to(1.0, &mut line);
    line
}

/// The unit vector of a coordinate.
pub(super) fn unit(n: usize, i: usize) -> Vec<f64> {
    (0..n).map(|k| f64::from(k == i)).collect()
}
