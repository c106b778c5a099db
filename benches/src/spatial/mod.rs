//! Worlds of space against Rapier, MuJoCo, Pinocchio and Drake: chains of hinges, error against time, all in one run (B2, X1, X5).

mod chain;
mod ours;
mod python;
mod rapier;
mod trial;

pub(crate) use chain::chains;
