//! Worlds of the plane: what a user describes, and the model made of it.

pub mod description;
