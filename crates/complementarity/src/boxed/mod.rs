//! The boxed (mixed) linear complementarity problem and its solvers.
//!
//! Given M, q and bounds l <= u (infinite ones allowed) find z with, for w = M z + q,
//!
//! ```text
//!     l_i <= z_i <= u_i   and   w_i >= 0 if z_i = l_i,   w_i <= 0 if z_i = u_i,   w_i = 0 if l_i < z_i < u_i.
//! ```
//!
//! A variable with two infinite bounds is free: w_i = 0, an equation (a joint). With l = 0 and u infinite it is the LCP.
//!
//! ```
//! use carom_complementarity::boxed::{BoxedChoose, BoxedLcp, BoxedSolver};
//! use carom_complementarity::{Matrix, Settings};
//! // A motor whose torque is limited to 2: the equation 2 z = 6 cannot be met.
//! let problem = BoxedLcp::new(Matrix::from_rows(&[vec![2.0]])?, vec![-6.0], vec![-2.0], vec![2.0])?;
//! assert_eq!(BoxedChoose::new().solve(&problem, None, &Settings::default())?.z, [2.0]);
//! # Ok::<(), carom_complementarity::InputError>(())
//! ```
//!
//! Source: Baraff, *Fast contact force computation for nonpenetrating rigid bodies* (SIGGRAPH 1994); Dirkse, Ferris,
//! *Optimization Methods and Software* 5 (1995).

mod choose;
mod convert;
mod dantzig;
mod gauss_seidel;
mod problem;

pub use choose::BoxedChoose;
pub use convert::{ConvertedProblem, convert};
pub use dantzig::Dantzig;
pub use gauss_seidel::BoxedGaussSeidel;
pub use problem::{BoxedLcp, BoxedSolver, residual};

/// The names under which [`by_name`] knows the solvers.
pub const SOLVERS: [&str; 3] = ["default", "dantzig", "gauss-seidel"];

/// A solver by its name, `None` for a name that is not in [`SOLVERS`].
pub fn by_name(name: &str) -> Option<Box<dyn BoxedSolver>> {
    Some(match name {
        "default" => Box::new(BoxedChoose::new()),
        "dantzig" => Box::new(Dantzig::new()),
        "gauss-seidel" => Box::new(BoxedGaussSeidel::new()),
        _ => return None,
    })
}
