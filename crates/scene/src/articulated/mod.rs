//! The files of the simulator of articulated polyhedra (Bacin 1998, appendix A), read and written.
//!
//! ```text
//! NAME.cfg    duration, frames, tolerance, steps, switches
//! NAME.bds    the bodies: name, shape, scale, density             SHAPE.shp   mass, moments, vertices, faces
//! NAME.ste    the state at the start: r, theta, r', theta'
//! NAME.ctr    joints (may be absent)                              NAME.for    forces (may be absent)
//! NAME.sur    the faces of all bodies (written)                   NAMEk.ste   the vertices at frame k (written)
//! ```
//!
//! A file is a sequence of words; line ends and the brackets `<` `>` are blanks, `#` begins a comment. Beside the formats of the
//! work there are the keys `restitution` and `gravity_acceleration`, the body `world`, and the joints `Planar`, `Cylindrical`,
//! `Prismatic`, `Revolute`, `Weld` and `Distance`.

mod animation;
mod bodies;
mod constraints;
mod forces;
mod frames;
mod from_scene;
mod project;
mod shape;
mod state;
mod to_toml;
mod words;
mod write;

pub use animation::{Animation, GRAVITY};
pub use bodies::BodyLine;
pub use constraints::{Axes, BodyPoint, Constraint, ConstraintKind};
pub use forces::{Force, ForceKind, ForceSample};
pub use frames::{Surface, VertexState, write_frame, write_surface};
pub use project::Project;
pub use shape::{Face, ShapeFile, Vertex};
pub use state::{BodyState, StateFile};
pub(crate) use words::lines;

/// The name that stands for the world itself, in inertial coordinates.
pub const WORLD: &str = "world";

/// The date in the headers of the files read.
const FORMAT: &str = "95-01-09";
