//! Contacts at one instant: those that are closed, as one complementarity problem for forces or impulses, and all that is asked of its
//! answers: several, none, the least.

pub(crate) mod admissible;
pub(crate) mod closed;
pub(crate) mod cone_problem;
pub(crate) mod contact_problem;
pub(crate) mod contact_solver;
pub(crate) mod faces;
pub(crate) mod jam;
pub(crate) mod nearest;
pub(crate) mod several;
pub(crate) mod slip_back;
pub(crate) mod surplus;
