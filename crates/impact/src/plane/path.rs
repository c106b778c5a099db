//! The virtual path of a law from the origin to its end (seed 000, 3.7.2).
//!
//! ```text
//! laws of the Routh process  origin -> (slip stops) -> C -> E, or C before the stop
//! laws of two phases         origin -> C -> E
//! algebraic laws             E
//! ```

use super::ImpulsePlane;
use crate::routh::RouthPath;
use crate::{Impulse, Mode, Outcome};

/// Share of I_N below which a slip that stops at C or E is not a corner of its own.
const SAME_CORNER: f64 = 1e-12;

/// What happens at a corner of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerKind {
    /// A: nothing has happened yet.
    Start,
    /// The first slip stops: the path goes on along the line of sticking or of reverse sliding.
    SlipStop,
    /// C: end of compression.
    Compression,
    /// E: end.
    End,
}

/// A corner of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// What happens there.
    pub kind: CornerKind,
    /// The impulse so far.
    pub at: Impulse,
}

impl ImpulsePlane {
    /// Corners of the path of an outcome, in order; none if it has no numbers. The plane's mu must be that of the law.
    pub fn path(&self, outcome: &Outcome) -> Vec<Corner> {
        if !(outcome.has_numbers() && outcome.impulse.is_finite()) {
            return Vec::new();
        }
        let mut corners = Vec::with_capacity(4);
        if let Some(compression) = outcome.compression.filter(Impulse::is_finite) {
            corners.push(Corner { kind: CornerKind::Start, at: Impulse::default() });
            corners.push(Corner { kind: CornerKind::Compression, at: compression });
        }
        corners.push(Corner { kind: CornerKind::End, at: outcome.impulse });
        if let Some(stop) = self.slip_stop(outcome) {
            let place = corners.iter().position(|corner| corner.at.normal > stop.at.normal).unwrap_or(corners.len());
            corners.insert(place, stop);
        }
        corners
    }

    /// Where the first slip of a law of the Routh process stops, if that is a corner between the others.
    fn slip_stop(&self, outcome: &Outcome) -> Option<Corner> {
        if !(matches!(outcome.mode, Some(Mode::Routh(_))) && self.mu.is_finite()) {
            return None;
        }
        let path = RouthPath::new(&self.collision, self.mu);
        let stop = path.slip_end().filter(|stop| *stop < outcome.impulse.normal)?;
        let apart = |other: Impulse| (other.normal - stop).abs() > SAME_CORNER * outcome.impulse.normal;
        let corner = apart(outcome.impulse) && outcome.compression.is_some_and(apart);
        corner.then(|| Corner { kind: CornerKind::SlipStop, at: path.at(stop).0 })
    }
}
