//! Functions of time (and of the state of the bodies) that move bodies and push them.
//!
//! A [`Motion`] knows its value, rate and acceleration; a [`Signal`] only its value, but may look at every body. Every
//! [`Motion`] is a [`Signal`] too. Functions that are smooth only piecewise say where their corners are, so that an
//! integrator can stop there.

mod bezier;
mod elementary;
mod jolt;
mod table;

use std::fmt::Debug;

pub use bezier::Bezier;
pub use elementary::{Constant, Sinusoid, Uniform};
pub use jolt::Jolt;
pub use table::{Interpolation, Table, TableError};

/// Position and velocity of one body at one instant; `x`, `y` and `z` are its centre of mass. In the plane it lies at z = 0
/// and turns about z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyState {
    /// m
    pub x: f64,
    /// m
    pub y: f64,
    /// m
    pub z: f64,
    /// rad; of a body in the plane, however often it has turned.
    pub angle: f64,
    /// m/s
    pub vx: f64,
    /// m/s
    pub vy: f64,
    /// m/s
    pub vz: f64,
    /// rad/s about z.
    pub spin: f64,
    /// Unit quaternion (w, x, y, z) of a body in space.
    pub rotation: [f64; 4],
    /// rad/s about x and y of the world, of a body in space.
    pub tumble: [f64; 2],
}

impl Default for BodyState {
    fn default() -> Self {
        let [x, y, z, angle, vx, vy, vz, spin] = [0.0; 8];
        Self { x, y, z, angle, vx, vy, vz, spin, rotation: [1.0, 0.0, 0.0, 0.0], tumble: [0.0; 2] }
    }
}

/// A number that depends on time and on the state of the bodies.
pub trait Signal: Debug + Send + Sync {
    /// The value at time `t`, the bodies being as `bodies` says: every body of the world, in the order of its
    /// description.
    fn value(&self, t: f64, bodies: &[BodyState]) -> f64;

    /// The first instant after `t` at which the function of time is not smooth.
    fn next_corner(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// The first such instant after `t` and not after `end`, also if it has to be looked for.
    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.next_corner(t).filter(|corner| *corner <= end)
    }

    /// Whether it is not smooth somewhere in the state.
    fn has_kinks(&self) -> bool {
        false
    }

    /// Adds numbers of order one that pass zero where it is not smooth in the state.
    fn kinks(&self, t: f64, bodies: &[BodyState], kinks: &mut Vec<f64>) {
        let _ = (t, bodies, kinks);
    }
}

/// Value, first and second derivative of a function of time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Jet {
    /// f(t)
    pub value: f64,
    /// f'(t)
    pub rate: f64,
    /// f''(t)
    pub acceleration: f64,
}

/// A twice differentiable function of time; at a corner, the derivatives are those of the side after it.
pub trait Motion: Debug + Send + Sync {
    /// f, f', f'' at `t`.
    fn at(&self, t: f64) -> Jet;

    /// The first instant after `t` at which f' or f'' jumps, if it is known beforehand.
    fn next_corner(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// The first such instant after `t` and not after `end`, also if it has to be looked for.
    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.next_corner(t).filter(|corner| *corner <= end)
    }
}

impl<M: Motion> Signal for M {
    fn value(&self, t: f64, _: &[BodyState]) -> f64 {
        self.at(t).value
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        Motion::next_corner(self, t)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        Motion::corner_before(self, t, end)
    }
}
