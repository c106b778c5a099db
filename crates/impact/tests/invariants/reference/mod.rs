//! Expected values that share no code with the crate: all solutions of the algebraic laws, the Routh process step by step,
//! and the closed formulas of the papers as `laws.md` corrects them.

pub mod closed;
pub mod enumerate;
pub mod process;
