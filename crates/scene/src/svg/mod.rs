//! Pictures as SVG: standalone files, 800 px wide, white, in Helvetica or Arial, legible in print and without colour vision.
//!
//! - [`impulse_plane`] draws the impulse plane of a collision with the answers of laws, [`impulse_plane_grid`] one panel per law;
//! - [`map`] draws names or numbers over two parameters;
//! - [`chart`] draws lines, curves and stems, [`picture`] bodies in the plane.
//!
//! The same input gives the same bytes. Values that are not finite are left out.
//!
//! ```
//! use carom_impact::{Coefficients, Collision, Contact, Velocity, laws, resolve};
//! use carom_scene::svg::{Diagram, LawResult, impulse_plane};
//!
//! let collision = Collision::new(Contact::planar(2.5, 1.5, 2.5), Velocity::planar(-1.0, 0.6))?;
//! let coefficients = Coefficients { e: Some(1.0), mu: Some(0.3), ..Default::default() };
//! let answer = |name| -> Result<LawResult<'_>, laws::LawError> {
//!     let law = laws::by_name(name, &coefficients)?;
//!     let title = laws::info(name).map_or(name, |info| info.title);
//!     Ok(LawResult { name, title, outcome: resolve(&law, &collision) })
//! };
//! let laws = [answer("kane")?, answer("stronge")?];
//! let diagram = Diagram { collision: &collision, e: 1.0, mu: 0.3, title: "Bar", subtitle: "", laws: &laws };
//! assert!(impulse_plane(&diagram).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axes;
mod canvas;
mod chart;
mod frame;
mod glyphs;
mod map;
mod number;
mod palette;
mod picture;
mod place;
mod plane;
mod text;

pub(crate) use chart::colour;
pub use chart::{Arrangement, BAND, Band, Chart, Entry, Kind, Panel, Quantity, STYLES, Series, chart};
pub use map::{Axis, Cell, Field, Map, Scale, map, sample};
pub(crate) use picture::window_around;
pub use picture::{Figure, Form, Ground, Paint, Picture, Trail, picture};
pub use plane::{Diagram, LawResult, impulse_plane, impulse_plane_grid};
