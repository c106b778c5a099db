//! Scene files: TOML in, a [`Scene`] out.
//!
//! ```text
//! [scene]       name, title, about, space, gravity
//! [run]         until, method, integrator, tolerance, every, simultaneous, step, theta, paradox, ...
//! [parameters]  name = number, used in expressions: "= 2*radius + gap"
//! [[body]] [[motion]] [[joint]] [[force]] [[system]] [[material]] [[contact]]
//! [variant."case name".parameters]
//! ```
//!
//! A number is a TOML number, a text with a unit (`"63.5 mm"`) or an expression (`"= 2*radius"`). An entry with `repeat = n` is
//! read n times with i = 0, 1, .. in its expressions and `{i}` in its names; one with `when = "= .."` only if that is not zero.
//! Words in keys are joined by hyphens or underscores alike.

mod body;
mod contact;
mod demand;
mod document;
mod elsewhere;
mod error;
mod expression;
mod fields;
mod follows;
mod force;
mod form;
mod function;
mod idle;
mod items;
mod joint;
mod material;
mod motion;
mod names;
mod nearest;
mod node;
mod off_centre;
mod pairs;
mod parameters;
mod run;
mod said;
mod scene;
mod scope;
mod set;
mod shape;
mod space;
mod springs;
mod system;
mod units;
mod variant;

pub(crate) use nearest::{hint as nearest_hint, nearest as nearest_name};

pub use demand::Kind;
pub use document::{SceneFile, Source, read_scene};
pub use error::{Place, SceneError};
pub use form::{Field, FieldValue};
pub use parameters::Parameter;
pub use run::{Method, Run};
pub use scene::{Content, Scene, Space, Spatial};

pub(crate) use run::{MOST_ROWS, TOLERANCES};
pub(crate) use said::{BodySaid, PolyhedronSaid};

/// The sections of a scene file.
const SECTIONS: [&str; 11] =
    ["scene", "run", "parameters", "body", "motion", "joint", "force", "system", "material", "contact", "variant"];
