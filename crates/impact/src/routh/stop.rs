//! Where the process ends: the hypotheses of Newton, Poisson, Stronge and Beghin-Boulanger.
//!
//! ```text
//! Newton   D_N(p_E) = -e D_NA
//! Poisson  p_E = (1 + e) p_C
//! Stronge  W_N(C..E) = -e^2 W_N(A..C)
//! Beghin   T_E - T_C = e^2 (T_A - T_C), smallest p_E > p_C;  e = 0 ends at C
//! ```

use super::path::RouthPath;
use super::segment::{Segment, SegmentKind};
use crate::coulomb::SINGULAR_TIE;
use crate::{Answer, Collision, Impulse, Mode, Refusal, RouthMode, Velocity, Work};

/// A termination hypothesis with its coefficient of restitution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// Kinematic restitution.
    Newton(f64),
    /// Kinetic restitution.
    Poisson(f64),
    /// Energetic restitution.
    Stronge(f64),
    /// Restitution of the whole kinetic energy (000, 2.5.1).
    BeghinBoulanger(f64),
}

const NEVER_COMPRESSED: Refusal = Refusal::NoSolution(
    "the local matrix is singular and the contact sticks before the approach is over: compression never ends",
);
const NEVER_ENDS: Refusal = Refusal::NoSolution(
    "the local matrix is singular and the contact sticks: the normal velocity no longer changes and the end is never reached",
);

/// Expansion read along the path: q is p - p_C on the first piece, p - p_1 on the second.
struct Expansion<'a> {
    path: &'a RouthPath,
    p_c: f64,
}

impl Stop {
    /// Follows a collision's path to the end.
    pub fn answer(&self, collision: &Collision, mu: f64) -> Result<Answer, Refusal> {
        let path = RouthPath::new(collision, mu);
        let p_c = path.compression_end().ok_or(NEVER_COMPRESSED)?;
        let expansion = Expansion { path: &path, p_c };
        let p_e = self.end(collision, &expansion).ok_or(NEVER_ENDS)?;
        Ok(self.read(collision, &expansion, p_e))
    }

    /// p_E, or none if the end is never reached.
    fn end(&self, collision: &Collision, expansion: &Expansion<'_>) -> Option<f64> {
        let approach = -collision.before().normal;
        let compression_work = || expansion.path.normal_work(0.0, expansion.p_c);
        match *self {
            Self::Newton(e) => expansion.reach_velocity(e * approach),
            Self::Poisson(e) => Some((1.0 + e) * expansion.p_c),
            Self::Stronge(e) => expansion.reach_energy(-e * e * compression_work(), Segment::normal_rate),
            Self::BeghinBoulanger(e) => {
                let lost = -(compression_work() + expansion.path.friction_work(0.0, expansion.p_c));
                expansion.reach_energy(e * e * lost, Segment::energy_rate)
            }
        }
    }

    /// The answer at p_E.
    fn read(&self, collision: &Collision, expansion: &Expansion<'_>, p_e: f64) -> Answer {
        let (path, p_c) = (expansion.path, expansion.p_c);
        let last = path.segment_at(p_e);
        let normal = match *self {
            Self::Newton(e) => -e * collision.before().normal,
            _ => expansion.velocity_at(p_e),
        };
        let tangential = if last.kind == SegmentKind::Stick { 0.0 } else { last.tangential.at(p_e) };
        let impulse = last.impulse_at(p_e);
        Answer {
            impulse,
            // The process transmits no moment, but its impulses turn the bodies wherever D or E is not zero.
            after: Velocity { normal, tangential, moment: collision.after(impulse).moment },
            mode: Mode::Routh(mode(path, p_e)),
            compression: Some(Impulse::planar(p_c, path.segment_at(p_c).impulse.at(p_c))),
            work: Some(Work {
                compression: path.normal_work(0.0, p_c),
                expansion: path.normal_work(p_c, p_e),
                friction: path.friction_work(0.0, p_e),
            }),
        }
    }
}

/// Table 3.2 read off the path.
fn mode(path: &RouthPath, p_e: f64) -> RouthMode {
    let first = &path.segments()[0];
    match (path.slip_end(), first.kind) {
        (None, SegmentKind::Stick) => RouthMode::CompressionStick,
        (None, _) => RouthMode::Slide,
        (Some(stop), _) => {
            let in_compression = path.stops_in_compression();
            let stuck = path.segments()[1].kind == SegmentKind::Stick;
            match (in_compression, stuck) {
                (true, true) => RouthMode::CompressionStick,
                (true, false) => RouthMode::CompressionReverse,
                (false, _) if p_e < stop => RouthMode::Slide,
                (false, true) => RouthMode::ExpansionStick,
                (false, false) => RouthMode::ExpansionReverse,
            }
        }
    }
}

impl Segment {
    /// d(normal work)/dp at p and its slope.
    fn normal_rate(&self, p: f64) -> (f64, f64) {
        (self.normal.at(p), self.normal.slope)
    }

    /// dT/dp = D_N + D_T dI_T/dp at p and its slope.
    fn energy_rate(&self, p: f64) -> (f64, f64) {
        let friction = self.impulse.slope;
        (self.normal.at(p) + friction * self.tangential.at(p), self.normal.slope + friction * self.tangential.slope)
    }
}

impl Expansion<'_> {
    /// The pieces after C: where each starts, where it ends and the D_N it starts with (exactly 0 at C).
    fn pieces(&self) -> impl Iterator<Item = (&Segment, f64, f64, f64)> {
        let mut velocity = 0.0;
        self.path.pieces(self.p_c, f64::INFINITY).map(move |(segment, start, end)| {
            let initial = velocity;
            velocity += segment.normal.slope * (end - start);
            (segment, start, end, initial)
        })
    }

    /// D_N at p >= p_C, summed from C so that no cancellation spoils it.
    fn velocity_at(&self, p: f64) -> f64 {
        let pieces = self.path.pieces(self.p_c, p);
        pieces.map(|(segment, start, end)| segment.normal.slope * (end - start)).sum()
    }

    /// First p with D_N = target >= 0.
    fn reach_velocity(&self, target: f64) -> Option<f64> {
        if target == 0.0 {
            return Some(self.p_c);
        }
        for (segment, start, end, initial) in self.pieces() {
            let (gain, slope) = (target - initial, segment.normal.slope);
            if end.is_infinite() || slope * (end - start) >= gain {
                // On a piece that keeps its velocity the target must have been met at its start, up to rounding.
                let met = gain <= SINGULAR_TIE * target;
                return if slope > 0.0 { Some(start + gain / slope) } else { met.then_some(start) };
            }
        }
        None
    }

    /// First p at which an energy summed from C, with the given rate along each segment, has grown to target >= 0.
    fn reach_energy(&self, target: f64, rate: fn(&Segment, f64) -> (f64, f64)) -> Option<f64> {
        if target == 0.0 {
            return Some(self.p_c);
        }
        let mut missing = target;
        for (segment, start, end, initial) in self.pieces() {
            let (at_start, slope) = rate(segment, start);
            let at_start = at_start - segment.normal.at(start) + initial;
            let q = time_to_gain(missing, at_start, slope);
            match q {
                Some(q) if start + q <= end => return Some(start + q),
                _ if end.is_infinite() => return None,
                _ => missing -= (end - start) * (at_start + 0.5 * slope * (end - start)),
            }
        }
        None
    }
}

/// Smallest q > 0 with rate q + slope q^2/2 = gain, for gain > 0 and slope >= 0.
fn time_to_gain(gain: f64, rate: f64, slope: f64) -> Option<f64> {
    let root = (rate * rate + 2.0 * slope * gain).sqrt();
    if rate >= 0.0 {
        (rate + root > 0.0).then(|| 2.0 * gain / (rate + root))
    } else {
        (slope > 0.0).then(|| (root - rate) / slope)
    }
}
