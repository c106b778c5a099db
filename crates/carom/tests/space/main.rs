//! Bodies in space as a user runs them: joints with dry friction, Painleve's rod, the checks of SimBenchmark, large meshes, random drops, rims that roll, thin plates, starts, squeezed balls, thin wedges (B1, B2, B6, B10, X3).
#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod drops;
mod dry_joints;
mod large_meshes;
mod painleve;
mod ran;
mod rims;
mod sharp;
mod simbenchmark;
mod squeezed;
mod starts;
mod thin;
mod turning_back;
mod wedges;
