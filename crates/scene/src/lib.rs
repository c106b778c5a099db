//! What goes in and comes out: collisions as JSON lines, results in files, pictures.

pub mod svg;
