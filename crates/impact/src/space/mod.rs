//! One collision in space: a round friction cone, and the laws that have a meaning there.
//!
//! ```text
//! u' = u + G P      u = (u_n, u_t)      G = [[g_nn, g^t], [g, A]]      |P_t| <= mu P_n
//! ```
//!
//! A law may have several answers in space where it has one in the plane (`spatial_impact.md`, section 2): all are found and told.
//!
//! ```
//! use carom_impact::{Coefficients, Status, space};
//! use glam::DVec2;
//!
//! // Newton's ending creates energy here, Stronge's does not.
//! let g = [[2.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let before = space::Velocity { normal: -1.0, tangential: DVec2::new(-0.5, 0.5) };
//! let collision = space::Collision::new(g, before)?;
//! let coefficients = Coefficients { e: Some(1.0), mu: Some(2.0), ..Default::default() };
//! let law = space::by_name("wang-mason-newton", &coefficients)?;
//! let outcome = space::resolve(&law, &collision);
//! assert_eq!(outcome.status, Status::Ok);
//! assert!((outcome.answers[0].energy_change - 0.125).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algebraic;
mod answer;
mod approach;
mod collision;
mod cone;
mod contact;
mod end_state;
mod goal;
mod law;
mod path;
mod polynomial;
mod process;
mod quantities;
mod quartic;
mod root;
mod series;
mod slide;
mod spectrum;
mod turn;

pub use answer::{Answer, Mode, PathFacts};
pub use collision::{Collision, InputError};
pub use contact::Contact;
pub use law::{Answers, Audited, Law, NAMES, Outcome, SpaceLawError, by_name, resolve};
pub use process::Ending;
pub use quantities::{Impulse, Velocity};
