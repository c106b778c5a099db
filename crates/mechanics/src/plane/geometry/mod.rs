//! Shapes, distances between them, and their mass.

mod area;
mod gap;
mod nearest;
mod outline;
mod place;
mod separation;
mod shapes;
mod thin;

pub(super) use area::Area;
pub(super) use gap::{Pairing, margin};
pub(super) use outline::{Circle, Face, Kind, Outline};
pub(super) use place::Place;
pub(super) use separation::{face_between, lines_above, separation};
pub(super) use thin::{are_tips, skin, tip_normal};
