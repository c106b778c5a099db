//! Readers for files of complementarity problems.
//!
//! * [`friction_json`]: frictional contact problems as JSON with triplets of W;
//! * [`friction_dat`], [`lcp_dat`]: the text format of Siconos, with W or of a body system, plane or space.
//!
//! Every complaint names the line or the key. Nothing panics on any text, and no size in a file makes memory of that size be taken
//! before the numbers are there.

mod dat;
mod dat_matrix;
mod json;
mod tokens;

pub use dat::{Friction, friction_dat, lcp_dat};
pub use json::{Reference, friction_json};
