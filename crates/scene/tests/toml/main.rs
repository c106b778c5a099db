//! Scene files: what is read, what is refused and with which words, what no text can do.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod builtin;
mod errors;
mod expressions;
mod follows;
mod good;
mod robust;
mod set;
mod space;

/// A small scene that every test starts from.
pub const BAR: &str = r#"[scene]
name = "bar-drop"
space = "plane"
gravity = [0.0, -9.8]

[run]
until = 0.9
method = "events"
integrator = "dopri5"
tolerance = 1e-10
every = 0.01

[[body]]
name = "bar"
shape = { rod = { length = 1.0 } }
mass = 1.0
position = [0.0, 1.2]
angle = 0.7853981633974483
velocity = [0.0, 0.0]
spin = 0.0

[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0.0, 1.0] } }

[[contact]]
between = ["bar", "floor"]
law = "glocker-pfeiffer"
e = 1.0
mu = 0.4
"#;
