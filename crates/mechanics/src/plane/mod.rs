//! Worlds of the plane: what a user describes, and the model made of it.

mod body;
mod build;
mod build_force;
mod build_joint;
mod contact;
pub mod description;
mod error;
mod force;
mod geometry;
mod joint;
mod kinematics;
mod mobility;
mod model;
mod pairs;
mod picture;
mod sites;
mod world;

pub use error::{Subject, WorldError};
pub use mobility::Mobility;
pub use picture::Drawing;
pub use world::{Start, World};
