//! Shapes, distances between them, and their mass.

mod box_axes;
mod circle;
mod crossing;
mod curve;
pub(super) mod cylinder;
pub(super) mod ellipsoid;
mod mesh;
mod nearest;
mod pairing;
mod patch;
mod principal;
mod solid;
mod support;
mod volume;

pub(super) use curve::{Curves, Meeting};
pub(super) use nearest::Feature;
pub(super) use pairing::Pairing;
pub(super) use patch::{Met, has_patch, patch};
pub(super) use principal::principal;
pub(super) use solid::{Kind, Solid};
pub(super) use support::Slab;
pub(super) use volume::Volume;
