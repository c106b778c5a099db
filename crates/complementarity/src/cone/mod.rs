//! The frictional contact problem with Coulomb's cones, in the plane (blocks of 2) and in space (blocks of 3).
//!
//! Per contact i the reaction r_i and the velocity u_i have a normal part (first) and a tangential part (the rest).
//! Find r, u with
//!
//! ```text
//!     u = W r + q,   u~_i = u_i + mu_i |u_iT| n,   K*_i  contains  u~_i   perpendicular to   r_i  in  K_i
//!     K_i = { |r_T| <= mu_i r_N },   K*_i = { u_N >= mu_i |u_T| }  (its dual)
//! ```
//!
//! u~ is De Saxce's change of variable: it turns Coulomb's law, which has no potential, into a complementarity
//! between dual cones. No pyramid is used anywhere.
//!
//! A unit mass pressed on a plane and pushed sideways harder than friction (mu = 0.5) can hold:
//!
//! ```
//! use carom_complementarity::Settings;
//! use carom_complementarity::cone::{BlockMatrix, ConeChoose, ConeSolver, ConeStatus, FrictionProblem};
//! let w = BlockMatrix::from_triplets(3, 1, (0..3).map(|i| (i, i, 1.0)))?;
//! let problem = FrictionProblem::new(w, vec![-1.0, 3.0, 4.0], vec![0.5])?;
//! let outcome = ConeChoose::new().solve(&problem, None, &Settings::default())?;
//! assert_eq!(outcome.status, ConeStatus::Solved);
//! // It slides: |r_T| = mu r_N against the direction (3, 4) of the motion.
//! assert!((outcome.r[1] + 0.3).abs() < 1e-9 && (outcome.r[2] + 0.4).abs() < 1e-9);
//! # Ok::<(), carom_complementarity::InputError>(())
//! ```
//!
//! Source: De Saxce, Feng, *Math. Comput. Modelling* 28 (1998); Acary, Brogliato, *Numerical Methods for
//! Nonsmooth Dynamical Systems* (2008), chapter 13; Acary, Bremond, Huber, *On solving contact problems with
//! Coulomb friction: formulations and numerical comparisons* (2018).

mod accelerated;
mod alart_curnier;
mod as_lcp;
mod block_lu;
mod block_matrix;
mod choose;
mod gauss_seidel;
mod global;
mod global_solve;
mod infeasible;
mod interior;
mod local;
mod natural_map;
mod nesterov_todd;
mod newton;
mod ordering;
mod outcome;
mod paired;
mod path;
mod problem;
mod pyramid;
mod residual;

pub use accelerated::ConeAccelerated;
pub use block_matrix::BlockMatrix;
pub use choose::ConeChoose;
pub use gauss_seidel::ConeGaussSeidel;
pub use global::{GlobalProblem, Triplet};
pub use global_solve::{GlobalSweeps, solve_global, solve_global_sweeps};
pub use infeasible::verify_certificate;
pub use interior::ConeInterior;
pub use newton::ConeNewton;
pub use outcome::{ConeAttempt, ConeOutcome, ConeStatus};
pub use paired::{BLOCK, PairedContact, PairedSweeps};
pub use path::ConePath;
pub use problem::{ConeSolver, FrictionProblem};
pub use pyramid::ConePyramid;
pub use residual::{de_saxce_residual, residual};

/// The names under which [`by_name`] knows the solvers.
pub const SOLVERS: [&str; 5] = ["default", "nsgs", "newton", "accelerated", "interior-point"];

/// A solver by its name, `None` for a name that is not in [`SOLVERS`].
pub fn by_name(name: &str) -> Option<Box<dyn ConeSolver>> {
    Some(match name {
        "default" => Box::new(ConeChoose::new()),
        "nsgs" => Box::new(ConeGaussSeidel::new()),
        "newton" => Box::new(ConeNewton::new()),
        "accelerated" => Box::new(ConeAccelerated::new()),
        "interior-point" => Box::new(ConeInterior::new()),
        _ => return None,
    })
}
