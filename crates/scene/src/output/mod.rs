//! What a run leaves behind as files: `trajectory.csv`, `contacts.csv`, `joints.csv`, `events.jsonl`, `summary.json`, `plots/*.svg`, and an animation.
//!
//! A record holds coordinates of a model; the [`Cast`] says which bodies they move, what they are called and how they look.

mod animation;
mod cast;
mod contacts;
mod events;
mod frames;
mod gltf;
mod joints;
mod number;
mod older;
mod place;
pub(crate) mod planar;
mod plots;
mod sketch;
mod solid;
pub(crate) mod spatial;
mod summary;
mod tracks;
mod trajectory;
mod write;

pub use animation::{Animation, film, write_animation};
pub use cast::{
    Cast, ContactPoint, Laws, Member, Outline, Pairs, Points, Role, Scalar, Sketch, SketchKind, Sketches, Space, State,
    States,
};
pub use events::event_json;
pub use gltf::write_gltf;
pub use joints::{Reaction, Reactions};
pub use older::Older;
pub use plots::{PlotOptions, pictures};
pub use solid::Solid;
pub use summary::{RunInfo, summary_json};
pub use trajectory::TrajectoryTable;
pub use write::{write_frames, write_run};

pub(crate) use number::write as write_number;
pub(crate) use solid::box_of;
