//! Bodies in space as a user runs them: joints with dry friction, Painleve's rod, the checks of SimBenchmark (B2, B10, X3).
#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod dry_joints;
mod painleve;
mod ran;
mod simbenchmark;
