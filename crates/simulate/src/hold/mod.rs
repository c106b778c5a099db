//! What holds joints and closed contacts between events: the terms of the equations at one instant, the forces, the accelerations.

pub(crate) mod constraints;
pub(crate) mod corrections;
pub(crate) mod few;
pub(crate) mod force;
pub(crate) mod hanging;
pub(crate) mod held;
pub(crate) mod instant;
pub(crate) mod response;
pub(crate) mod smooth;
pub(crate) mod terms;
