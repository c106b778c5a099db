//! Shapes, distances between them, and their mass.

mod mesh;
mod principal;
mod solid;
mod volume;

pub(super) use principal::principal;
pub(super) use solid::Solid;
pub(super) use volume::Volume;
