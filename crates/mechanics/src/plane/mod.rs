//! Worlds of the plane: what a user describes, and the model made of it.
//!
//! ```
//! use carom_impact::{Coefficients, laws};
//! use carom_mechanics::plane::World;
//! use carom_mechanics::plane::description::{BodyDescription, MassDescription, Shape, WorldDescription};
//! use carom_mechanics::{Friction, Model, PairLaw};
//! use glam::DVec2;
//!
//! let impact = laws::by_name("newton", &Coefficients { e: Some(0.8), ..Coefficients::default() })?;
//! let law = PairLaw { impact, restitution: 0.8, friction: Friction::Coulomb { mu: 0.3 }, penalty: None };
//! let mut description = WorldDescription::new(law);
//! description.gravity = DVec2::new(0.0, -9.8);
//! description.bodies = vec![
//!     BodyDescription {
//!         mass: MassDescription::of_mass(1.0),
//!         position: DVec2::new(0.0, 1.2),
//!         angle: 0.785,
//!         ..BodyDescription::new("bar", Shape::Rod { length: 1.0, radius: 0.0 })
//!     },
//!     BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y }),
//! ];
//! let world = World::new(&description)?;
//! let mut sites = Vec::new();
//! world.sites(0.0, &world.start().q, 2.0, &mut sites);
//! assert_eq!(sites.len(), 2); // both ends of the bar over the floor
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod build;
mod build_force;
mod build_joint;
mod contact;
pub mod description;
mod force;
mod geometry;
mod joint;
mod kinematics;
mod model;
mod picture;
mod sites;
mod systems;
mod world;

pub use crate::error::{Subject, WorldError};
pub use crate::mobility::{Mobility, Redundant};
pub use crate::model::Start;
pub use picture::{Drawing, Link, LinkKind};
pub use world::World;
