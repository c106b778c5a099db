//! The invariants I01 to I48 of the laws (`laws.md`, section 6) on random collisions, and what else must hold for every input.
//!
//! `CAROM_CASES=<n>` sets how many checked cases each invariant gets (20,000 unless told). Seeds are fixed: a failure repeats,
//! and its message holds the whole case. Expected values come from `reference`, which shares no code with the crate.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod agreement;
mod case;
mod chatterjee_ruina;
mod determinism;
mod energy;
mod energy_examples;
mod every_law;
mod moment;
mod painleve;
mod pinned_bar;
mod reference;
mod robustness;
mod routh;
mod routh_energy;
mod sampler;
mod singular;
mod smith;
mod symmetry;
mod trial;
