//! The linear complementarity problem and its solvers.
//!
//! Given M (n x n) and q find z with
//!
//! ```text
//!     w = M z + q,   w >= 0,   z >= 0,   z . w = 0.
//! ```
//!
//! Source for the theory and the pivoting methods: Cottle, Pang, Stone, *The Linear Complementarity
//! Problem* (1992; SIAM 2009), cited as CPS in the files of the solvers.
//!
//! Every solver is a struct that keeps its work arrays between calls and implements [`LcpSolver`].

mod active_set;
mod basis;
mod basis_exchange;
mod block_pivot;
mod certificate;
mod choose;
mod contact_form;
mod contact_modes;
mod enumerate;
mod feasibility;
mod gauss_seidel;
mod interior_point;
mod keller;
mod lemke;
mod lemke_howson;
mod murty;
mod newton;
mod outcome;
pub(crate) mod principal;
mod problem;
mod residual;
mod simplex;
mod small_system;
mod tableau;
mod tree;
mod vertices;

pub use block_pivot::BlockPivot;
pub use certificate::verify_certificate;
pub use choose::Choose;
pub use contact_modes::ContactModes;
pub use enumerate::{Enumeration, EnumerationSolver, MAX_ENUMERATION, MAX_SEARCH, enumerate};
pub use gauss_seidel::GaussSeidel;
pub use interior_point::InteriorPoint;
pub use keller::Keller;
pub use lemke::{Cover, Lemke};
pub use lemke_howson::{LemkeHowson, bimatrix_block};
pub use murty::Murty;
pub use newton::{Merit, Newton};
pub use outcome::{Attempt, Outcome, Status};
pub(crate) use problem::Bounded;
pub use problem::{Lcp, LcpSolver};
pub(crate) use residual::allowed;
pub use residual::{natural_residual, residual, scaled_residual};

/// The names under which [`by_name`] knows the solvers.
pub const SOLVERS: [&str; 13] = [
    "default",
    "block-pivot",
    "contact-modes",
    "lemke",
    "lemke-howson",
    "murty",
    "keller",
    "gauss-seidel",
    "sor",
    "newton-fischer",
    "newton-minimum",
    "interior-point",
    "enumeration",
];

/// Relaxation of the solver named `sor`: a usual compromise between speed and safety.
const SOR_RELAXATION: f64 = 1.3;

/// A solver by its name, `None` for a name that is not in [`SOLVERS`].
pub fn by_name(name: &str) -> Option<Box<dyn LcpSolver>> {
    Some(match name {
        "default" => Box::new(Choose::new()),
        "block-pivot" => Box::new(BlockPivot::new()),
        "contact-modes" => Box::new(ContactModes::new()),
        "lemke" => Box::new(Lemke::new()),
        "lemke-howson" => Box::new(LemkeHowson::new()),
        "murty" => Box::new(Murty::new()),
        "keller" => Box::new(Keller::new()),
        "gauss-seidel" => Box::new(GaussSeidel::new()),
        "sor" => Box::new(GaussSeidel::with_relaxation(SOR_RELAXATION)),
        "newton-fischer" => Box::new(Newton::new(Merit::FischerBurmeister)),
        "newton-minimum" => Box::new(Newton::new(Merit::Minimum)),
        "interior-point" => Box::new(InteriorPoint::new()),
        "enumeration" => Box::new(EnumerationSolver::new()),
        _ => return None,
    })
}

/// A problem solved by the default solver with default settings.
///
/// ```
/// use carom_complementarity::lcp::{Lcp, Status, solve};
/// let problem = Lcp::from_rows(&[vec![2.0, 1.0], vec![1.0, 2.0]], &[-5.0, -6.0])?;
/// let outcome = solve(&problem)?;
/// assert_eq!(outcome.status, Status::Solved);
/// # Ok::<(), carom_complementarity::InputError>(())
/// ```
pub fn solve(problem: &Lcp) -> Result<Outcome, crate::InputError> {
    Choose::new().solve(problem, None, &crate::Settings::default())
}
