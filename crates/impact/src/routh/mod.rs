//! The Routh process: the impact as a path in the impulse plane, exact and piecewise linear (seed 000, 3.7; 002, 1.4-1.6).
//!
//! The parameter is p = I_N, which only grows. Along the path
//!
//! ```text
//! slip s:  dI_T = -s mu dp    dD_N = (A + s mu B) dp    dD_T = -(B + s mu C) dp
//! stick:   dI_T = (B/C) dp    dD_N = (det/C) dp         dD_T = 0
//! ```
//!
//! A slip that reaches D_T = 0 sticks if mu >= mu_s = |B|/C and otherwise slips on with s = -sign(B). At most two segments.

mod path;
mod segment;
mod stop;

pub use path::RouthPath;
pub use segment::{Line, Segment, SegmentKind};
pub use stop::Stop;
