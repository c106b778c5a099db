//! Pictures as SVG: standalone files, 800 px wide, white, in Helvetica or Arial, legible in print and without colour vision.
//!
//! - [`impulse_plane`] draws the impulse plane of a collision with the answers of laws, [`impulse_plane_grid`] one panel per law;
//! - [`map`] draws names or numbers over two parameters.
//!
//! The same input gives the same bytes. Values that are not finite are left out.

mod canvas;
mod frame;
mod map;
mod number;
mod palette;
mod place;
mod plane;
mod text;

pub use map::{Axis, Cell, Field, Map, Scale, map, sample};
pub use plane::{Diagram, LawResult, impulse_plane, impulse_plane_grid};

#[cfg(test)]
mod tests;
