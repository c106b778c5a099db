//! The local inverse mass matrix of one contact (seed 000, equations 2.2 and 5.2.2).
//!
//! ```text
//!          [  A  -B   D ]
//! M_L^-1 = [ -B   C  -E ] = W^t M^-1 W      W = (W_N  W_T  W_th)
//!          [  D  -E   F ]
//! ```

use serde::{Deserialize, Serialize};

use crate::accurate::difference_of_products;
use crate::{Impulse, Velocity};

/// |AC - B^2| up to this share of AC counts as singular: the tangential and normal motions are then one (pinned bar).
/// Smaller would call rounding noise regular; larger would give up answers that are still good to four digits.
pub const SINGULAR: f64 = 1e-12;

/// The entries of the local inverse mass matrix: `a`, `b`, `c` [1/kg], `d`, `e` [1/(kg m)], `f` [1/(kg m^2)].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// A: normal velocity per normal impulse.
    pub a: f64,
    /// B: minus the coupling of normal and tangential motion.
    pub b: f64,
    /// C: tangential velocity per tangential impulse.
    pub c: f64,
    /// D: coupling of normal impulse and rotation.
    pub d: f64,
    /// E: minus the coupling of tangential impulse and rotation.
    pub e: f64,
    /// F: rotation per moment impulse, 1/Jbar.
    pub f: f64,
}

impl Contact {
    /// A contact that transmits no moment (D = E = F = 0).
    pub const fn planar(a: f64, b: f64, c: f64) -> Self {
        Self { a, b, c, d: 0.0, e: 0.0, f: 0.0 }
    }

    /// det = AC - B^2, accurate also when nearly singular.
    pub fn det(&self) -> f64 {
        difference_of_products(self.a, self.c, self.b, self.b)
    }

    /// mu_s = |B|/C: friction from which a stopped slip keeps sticking (seed 000, 3.7.3).
    pub fn mu_s(&self) -> f64 {
        self.b.abs() / self.c
    }

    /// The change of velocity by an impulse, M_L^-1 I.
    pub fn velocity_change(&self, impulse: Impulse) -> Velocity {
        let Impulse { normal, tangential, moment } = impulse;
        Velocity {
            normal: self.a * normal - self.b * tangential + self.d * moment,
            tangential: -self.b * normal + self.c * tangential - self.e * moment,
            moment: self.d * normal - self.e * tangential + self.f * moment,
        }
    }

    /// Determinant of the whole 3 x 3 matrix.
    pub(crate) fn det_with_moment(&self) -> f64 {
        let Self { a, b, c, d, e, f } = *self;
        a * (c * f - e * e) - b * (b * f - d * e) + d * (b * e - c * d)
    }
}
