//! Scenes with `space = "space"`: bodies, joints, forces and motions of space. What is the same in the plane is read by the same code.

mod body;
mod force;
mod joint;
mod mass;
mod motion;
mod shape;

pub(super) use body::body;
pub(super) use force::forces;
pub(super) use joint::joints;
pub(super) use motion::motions;
pub(super) use shape::Folder;
