//! The penalty method: contacts as stiff springs, friction smoothed; the rival of the exact method on the same scene (W4).
//!
//! With depth d = -g and its rate:
//!
//! ```text
//!     lambda_N = max(0, k d^p + c s(d) d'),     s(d) = 3 x^2 - 2 x^3,  x = min(1, d / d_max)
//!     lambda_T = -mu(|D_T|) lambda_N D_T / |D_T|,     smoothed over the slip speed
//! ```
//!
//! Damping grows from zero at the surface to its full value at the depth d_max, so that the force has no jump at first touch
//! (seed 004, section 4.2). Joints are held as in the exact method.

mod corner;
mod creep;
mod dead;
mod entry;
mod force;
mod islands;
mod kept;
mod paradox;
mod run;
mod several;
mod tell;

pub use force::damping_ratio;
pub(crate) use run::resume;
pub use run::run;
