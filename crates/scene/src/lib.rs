//! What goes in and comes out: scenes as TOML, collisions as JSON lines, quantities with units, whole files, pictures.

pub mod articulated;
pub mod batch;
pub mod builtin;
pub mod checkpoint;
pub mod collision_line;
pub mod file;
mod json_line;
pub mod lcp_line;
pub mod mesh;
pub mod output;
pub mod quantity;
pub mod range;
mod spatial_line;
pub mod svg;
pub mod toml;
mod world;

pub use world::World;
