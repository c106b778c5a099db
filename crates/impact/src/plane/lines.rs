//! The straight lines of the plane (seed 000, 2.6.2-2.6.4, 2.6.6, 3.7.2).
//!
//! ```text
//! maximum compression  D_N = 0          A I_N - B I_T + D_NA = 0
//! termination          D_N = -e D_NA    A I_N - B I_T + (1 + e) D_NA = 0
//! sticking             D_T = 0         -B I_N + C I_T + D_TA = 0
//! friction             I_T = -mu I_N (slip D_T > 0),  I_T = mu I_N (slip D_T < 0)
//! reverse sliding      from where the first slip's friction line meets the sticking line, along the other friction line;
//!                      only if the slip stops and mu < mu_s
//! ```

use super::ImpulsePlane;
use crate::Impulse;
use crate::routh::{RouthPath, SegmentKind};

/// Which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// D_N = 0.
    Compression,
    /// D_N = -e D_NA, Newton's end.
    Termination,
    /// D_T = 0.
    Sticking,
    /// I_T = -mu I_N, friction against a slip D_T > 0.
    FrictionForward,
    /// I_T = mu I_N, friction against a slip D_T < 0.
    FrictionBackward,
    /// Slip after it turned round.
    ReverseSliding,
}

/// A straight line or a ray of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneLine {
    /// Which one.
    pub kind: LineKind,
    /// A point of the line; where a ray begins.
    pub start: Impulse,
    /// Unit vector along it.
    pub direction: Impulse,
    /// True if the line goes on behind its start.
    pub both_ways: bool,
}

impl ImpulsePlane {
    /// The lines that exist, in the order of [`LineKind`]. Without friction both friction lines are the I_N axis.
    pub fn lines(&self) -> Vec<PlaneLine> {
        let (contact, before) = (self.collision.contact(), self.collision.before());
        let level = Impulse::planar(contact.b, contact.a);
        let full = |kind, start, along| PlaneLine::new(kind, start, along, true);
        let mut lines = vec![
            full(LineKind::Compression, Impulse::planar(-before.normal / contact.a, 0.0), level),
            full(LineKind::Termination, Impulse::planar(-(1.0 + self.e) * before.normal / contact.a, 0.0), level),
            full(
                LineKind::Sticking,
                Impulse::planar(0.0, -before.tangential / contact.c),
                Impulse::planar(contact.c, contact.b),
            ),
        ];
        let ray = |kind, slope| PlaneLine::new(kind, Impulse::default(), Impulse::planar(1.0, slope), false);
        lines.push(ray(LineKind::FrictionForward, -self.mu));
        lines.push(ray(LineKind::FrictionBackward, self.mu));
        lines.extend(self.reverse_sliding());
        lines.retain(|line| line.start.is_finite() && line.direction.is_finite());
        lines
    }

    /// The line of reverse sliding.
    fn reverse_sliding(&self) -> Option<PlaneLine> {
        if !self.mu.is_finite() {
            return None;
        }
        let path = RouthPath::new(&self.collision, self.mu);
        let stop = path.slip_end()?;
        let second = path.segments().get(1).filter(|segment| segment.kind != SegmentKind::Stick)?;
        let along = Impulse::planar(1.0, second.impulse.slope);
        Some(PlaneLine::new(LineKind::ReverseSliding, path.at(stop).0, along, false))
    }
}

impl PlaneLine {
    fn new(kind: LineKind, start: Impulse, along: Impulse, both_ways: bool) -> Self {
        let direction = along * along.normal.hypot(along.tangential).recip();
        Self { kind, start, direction, both_ways }
    }

    /// The point at a distance along the line.
    pub fn at(&self, distance: f64) -> Impulse {
        self.start + self.direction * distance
    }
}
