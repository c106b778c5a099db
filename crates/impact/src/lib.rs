//! One collision at one instant: the impact laws of the literature on one footing.
//!
//! Everything here follows one formalism, that of Cataldo and Sampaio (seed 000, sections 2.2-2.4):
//!
//! ```text
//! M (v_E - v_A) = W I
//! D_N  = D_NA  + A I_N - B I_T + D I_th
//! D_T  = D_TA  - B I_N + C I_T - E I_th
//! D_th = D_thA + D I_N - E I_T + F I_th
//! ```
//!
//! A *before*, C end of *compression*, E *end*. `D_N < 0` approaches, `I_N >= 0`.
//! The six numbers A..F are the local inverse mass matrix [`Contact`]; with the velocities before they
//! make a [`Collision`]. A [`Law`] answers it, [`resolve`] audits the answer and returns an [`Outcome`]:
//!
//! ```
//! use carom_impact::{Collision, Contact, Coefficients, Velocity, laws, resolve};
//!
//! // The classic bar at 45 degrees, m = L = 1 (seed 003, Table I).
//! let contact = Contact::planar(2.5, 1.5, 2.5);
//! let collision = Collision::new(contact, Velocity::planar(-1.0, 0.6))?;
//! let law = laws::by_name("kane", &Coefficients { e: Some(1.0), mu: Some(1.0), ..Default::default() })?;
//! let outcome = resolve(&law, &collision);
//! assert!((outcome.impulse.normal - 1.025).abs() < 1e-12);
//! assert!((outcome.energy.total() - 0.1125).abs() < 1e-12); // Kane's law creates energy here
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows nothing of bodies, shapes or time: [`build`] turns plain masses, points and directions
//! into a [`Collision`].

mod accurate;
mod batch;
pub mod build;
mod coefficients;
mod collision;
mod contact;
mod coulomb;
mod law;
pub mod laws;
pub mod material;
mod mode;
mod outcome;
pub mod plane;
mod quantities;
mod resolve;
pub mod routh;
pub mod space;

pub use batch::{resolve_batch, resolve_batch_parallel};
pub use coefficients::{Coefficient, CoefficientError, Coefficients};
pub use collision::{Class, Collision, InputError};
pub use contact::{Contact, SINGULAR};
pub use law::{Answer, Law, Refusal};
pub use mode::{Mode, PhaseMode, RouthMode};
pub use outcome::{EnergyChange, Outcome, Status, Warning, Warnings};
pub use quantities::{Impulse, Velocity, Work};
pub use resolve::{audit, resolve};
