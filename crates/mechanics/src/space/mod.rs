//! Worlds of space: what a user describes, and the model made of it.
//!
//! ```
//! use carom_impact::{Coefficients, laws};
//! use carom_mechanics::space::World;
//! use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
//! use carom_mechanics::{Friction, Model, PairLaw};
//! use glam::DVec3;
//!
//! let impact = laws::by_name("stronge", &Coefficients { e: Some(0.8), mu: Some(0.3), ..Coefficients::default() })?;
//! let law = PairLaw { impact, restitution: 0.8, friction: Friction::Coulomb { mu: 0.3 }, penalty: None };
//! let mut description = WorldDescription::new(law);
//! description.gravity = DVec3::new(0.0, 0.0, -9.81);
//! description.bodies = vec![
//!     BodyDescription {
//!         mass: MassDescription::of_mass(12.0),
//!         position: DVec3::new(0.0, 0.0, 3.0),
//!         spin: DVec3::new(0.0, 0.1, 1.0),
//!         ..BodyDescription::new("bar", Shape::Box { size: DVec3::new(1.0, 2.0, 3.0) })
//!     },
//!     BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec3::Z }),
//! ];
//! let world = World::new(&description)?;
//! let (_, moments, _) = world.inertia(0).ok_or("the bar is free")?;
//! assert!((moments - DVec3::new(5.0, 10.0, 13.0)).length() < 1e-12, "{moments}");
//! assert_eq!((world.positions(), world.velocities()), (7, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod build;
mod build_joint;
mod contact;
pub mod description;
mod force;
mod geometry;
mod inertia;
mod joint;
mod kinematics;
mod meeting;
mod model;
mod pad;
mod sites;
mod stop;
mod tree;
mod world;

pub use crate::error::{Subject, WorldError};
pub use crate::model::Start;
pub use inertia::possible_moments;
pub use kinematics::{POSITIONS, Pose, VELOCITIES};
pub use world::World;
