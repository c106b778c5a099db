//! The impulse plane: I_T to the right, I_N up (seed 000, 2.6 and 3.7.2). Geometry only; drawing is another crate's business.
//!
//! Points of the plane are [`Impulse`]s without moment. The velocities there are
//!
//! ```text
//! D_N = D_NA + A I_N - B I_T        D_T = D_TA - B I_N + C I_T
//! T - T_A = D_NA I_N + D_TA I_T + (A I_N^2 - 2 B I_N I_T + C I_T^2)/2
//! ```
//!
//! so that the plane knows nothing of D_thA; it holds for laws without moment impulse.
//!
//! | what | where | seed 000 |
//! |---|---|---|
//! | energy conic T = T_A | [`ImpulsePlane::conic`] | 2.6.5 |
//! | lines of compression, termination, sticking, friction, reverse sliding | [`ImpulsePlane::lines`] | 2.6.2-2.6.4, 2.6.6, 3.7.2 |
//! | admissible region | [`ImpulsePlane::region`] | 2.6.7 |
//! | virtual path of a law | [`ImpulsePlane::path`] | 3.7.2 |

mod conic;
mod lines;
mod path;
mod polar;
mod region;

pub use lines::{LineKind, PlaneLine};
pub use path::{Corner, CornerKind};

use crate::{Collision, EnergyChange, Impulse};

/// The impulse plane of one collision with restitution e and friction mu.
///
/// What depends on an e or mu that is not finite is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpulsePlane {
    collision: Collision,
    e: f64,
    mu: f64,
}

impl ImpulsePlane {
    /// The plane of a collision. Of mu only the magnitude counts, so that Brach's signed ratio may be given.
    pub fn new(collision: &Collision, e: f64, mu: f64) -> Self {
        Self { collision: *collision, e, mu: mu.abs() }
    }

    /// The collision.
    pub fn collision(&self) -> &Collision {
        &self.collision
    }

    /// Coefficient of restitution, which places the line of termination.
    pub fn e(&self) -> f64 {
        self.e
    }

    /// Coefficient of friction, at least zero.
    pub fn mu(&self) -> f64 {
        self.mu
    }

    /// T - T_A at a point of the plane; a moment impulse is left out.
    pub fn energy_change(&self, impulse: Impulse) -> f64 {
        let point = Impulse { moment: 0.0, ..impulse };
        EnergyChange::of(point, self.collision.before(), self.collision.after(point)).total()
    }

    /// The unit impulse at an angle from the I_N axis towards I_T.
    fn direction(angle: f64) -> Impulse {
        Impulse::planar(angle.cos(), angle.sin())
    }
}
