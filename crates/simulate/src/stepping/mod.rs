//! Time stepping after Moreau and Jean: fixed steps, impacts and friction as one cone problem a step, for many contacts.
//!
//! ```text
//!     q_m = q + (1 - theta) h v
//!     M(q_m) (v' - v) = h F(q_m, v_m, t_m) + H^T L + W P,   H ((1 - theta) v + theta v') + h_m = 0
//!     0 <= U_N' + e min(U_N, 0) - c  perp  P_N >= 0,     U_T' in Coulomb's law with |P_T| <= mu P_N       where g(q_m) <= 0
//!     q' = q_m + theta h v'
//! ```
//!
//! v_m = v + (1 - theta) (v* - v), where v* is the v' of the same step with F at v: forces that depend on velocities are evaluated twice, with
//! the bounds of stability of one evaluation (|1 - z + (1 - theta) z^2| <= 1 up to z = h c / m = 2 for theta from 1/2 to 1). Crowds take F at v.
//! c is zero but for contacts that last on curved surfaces or between bodies that turn (see `lasting`).
//!
//! theta = 1/2 is Moreau's midpoint scheme: second order, exact for constant forces, and energy is kept in free flight. Joints are held in
//! velocities by the step, and brought back in positions and velocities after it.
//!
//! Source: Moreau, *CMAME* 177 (1999); Jean, *CMAME* 177 (1999); Acary, Brogliato, *Numerical Methods for Nonsmooth Dynamical
//! Systems* (2008), chapter 10.

mod ahead;
mod balance;
mod contacts;
mod crowd;
mod crowd_step;
mod heirs;
mod joints;
mod lasting;
mod paradox;
mod problem;
mod rows;
mod run;
mod solver;
mod tell;

pub use heirs::Place;
pub(crate) use run::resume;
pub use run::run;
pub(crate) use tell::RULE;
