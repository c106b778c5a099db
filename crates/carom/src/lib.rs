//! Carom: rigid bodies that collide, slide, stick and hang together by joints.
//!
//! - [`complementarity`]: linear complementarity problems and friction cones, solvers that tell the truth;
//! - [`impact`]: one collision, every law of the literature, the impulse plane;
//! - [`mechanics`]: bodies, shapes, joints, forces and contacts;
//! - [`simulate`]: exact events, time stepping, penalty, and the record of a run;
//! - [`scene`]: what goes in and comes out (scene files, JSON lines, tables, pictures, films);
//! - [`run`]: a scene run by one of the three methods; [`sweep`]: over ranges of its values; [`measure`]: numbers of a run; [`portrait`]: one
//!   against another; [`checkpoint`]: kept while a run goes on;
//! - [`case`]: a collision as a user states it, local or as a rod on a plane;
//! - [`compare`]: several laws on one collision; [`comparison`]: their answers as JSON; [`diagram`]: their impulse plane;
//! - [`map`]: one law over two parameters; [`map_picture`]: drawn;
//! - [`phases`]: sticking and slipping; [`extremes`]: turning points; [`boundary`]: where a measure changes;
//! - [`strobe`]: Poincare sections and bifurcation diagrams; [`lyapunov`]: exponents;
//! - [`statics`]: equilibria, what friction holds, and where that changes;
//! - [`check`]: the results of the seeds and our accuracy contract, run again.

pub use carom_complementarity as complementarity;
pub use carom_impact as impact;
pub use carom_mechanics as mechanics;
pub use carom_scene as scene;
pub use carom_simulate as simulate;
pub use glam;

pub mod boundary;
pub mod case;
pub mod check;
pub mod checkpoint;
pub mod compare;
pub mod comparison;
mod contact_force;
pub mod diagram;
pub mod extremes;
mod lock;
pub mod lyapunov;
pub mod map;
pub mod map_picture;
pub mod measure;
pub mod phases;
pub mod portrait;
pub mod run;
pub mod statics;
pub mod strobe;
pub mod sweep;
pub mod words;

/// The library examples of the README and the docs, compiled and run as tests.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../../../README.md")]
    struct Readme;

    #[doc = include_str!("../../../docs/src/complementarity/index.md")]
    struct Complementarity;

    #[doc = include_str!("../../../docs/src/formalism.md")]
    struct Formalism;

    #[doc = include_str!("../../../docs/src/library.md")]
    struct Library;

    #[doc = include_str!("../../../docs/src/routh.md")]
    struct Routh;
}
