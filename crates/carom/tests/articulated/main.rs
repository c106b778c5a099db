//! Articulated bodies in space through their files: scenes in the formats of the simulator, run, and the files written compared with
//! independent solutions (second solutions by Jacobi's functions, minimal coordinates and 40 digits agree with them to 1e-12).
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod files;
mod impacts;
mod motion;
mod pictures;
mod reference;
