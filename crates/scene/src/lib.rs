//! What goes in and comes out: collisions as JSON lines, quantities with units, whole files, pictures.

pub mod batch;
pub mod collision_line;
pub mod file;
pub mod quantity;
pub mod range;
pub mod svg;
