//! Building the path and reading it.

use super::segment::{Line, Segment, SegmentKind};
use crate::accurate::{difference_of_products, sign};
use crate::coulomb::SINGULAR_TIE;
use crate::{Collision, Impulse, Velocity};

/// The whole process of one collision under one friction coefficient, not yet stopped.
///
/// The first segment starts at p = 0; the last has no end. Where it ends is the business of a [`super::Stop`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouthPath {
    segments: [Segment; 2],
    count: usize,
    /// p_C, if compression ends at all.
    compression_end: Option<f64>,
    /// P_d - P_q: positive if the slip outlasts the compression (seed 000, Table 3.2).
    outlasts: f64,
}

impl RouthPath {
    /// The path of a collision with friction coefficient `mu` (at least zero).
    pub fn new(collision: &Collision, mu: f64) -> Self {
        let s = collision.slip_sign();
        let sticks = mu * collision.contact().c >= collision.contact().b.abs();
        if s == 0.0 {
            let only =
                if sticks { stick(collision, 0.0) } else { first_slip(collision, -sign(collision.contact().b), mu) };
            return Self::single(only);
        }
        let slip = first_slip(collision, s, mu);
        if slip.end.is_infinite() {
            return Self::single(slip);
        }
        let second = if sticks { stick(collision, slip.end) } else { reverse(collision, s, mu, slip.end) };
        Self::double(collision, mu, slip, second)
    }

    fn single(segment: Segment) -> Self {
        let compression_end = zero_of(&segment.normal);
        Self { segments: [segment; 2], count: 1, compression_end, outlasts: f64::INFINITY }
    }

    /// Slip, then stick or reverse slip. Compression ends on the slip if P_d > P_q.
    fn double(collision: &Collision, mu: f64, slip: Segment, second: Segment) -> Self {
        let contact = collision.contact();
        let s = collision.slip_sign();
        let p_d = slip.normal.slope * collision.before().tangential.abs();
        let p_q = (mu * contact.c + s * contact.b) * -collision.before().normal;
        let outlasts = p_d - p_q;
        // With a singular matrix a stuck contact keeps its normal velocity: there the tie P_d = P_q
        // (both velocities vanish at once) must not be decided by rounding.
        let tie = collision.is_singular() && outlasts.abs() <= SINGULAR_TIE * (p_d.abs() + p_q);
        let compression_end = if tie {
            Some(slip.end)
        } else if outlasts > 0.0 {
            zero_of(&slip.normal)
        } else if second.normal.slope > 0.0 {
            zero_of(&second.normal).map(|p| p.max(slip.end))
        } else {
            None
        };
        Self {
            segments: [slip, second],
            count: 2,
            compression_end,
            outlasts: if tie { f64::INFINITY } else { outlasts },
        }
    }

    /// The segments, one or two; the last one is endless.
    pub fn segments(&self) -> &[Segment] {
        &self.segments[..self.count]
    }

    /// p_C = I_NC at which D_N = 0, or none if sticking with a singular matrix (or a slip that never decompresses) keeps D_N < 0.
    pub fn compression_end(&self) -> Option<f64> {
        self.compression_end
    }

    /// p at which the first slip stops, if it does.
    pub fn slip_end(&self) -> Option<f64> {
        (self.count == 2).then_some(self.segments[0].end)
    }

    /// True if the slip stops no later than the compression (modes C-).
    pub(crate) fn stops_in_compression(&self) -> bool {
        self.count == 2 && self.outlasts <= 0.0
    }

    /// The segment that holds p (at a corner the earlier one).
    pub fn segment_at(&self, p: f64) -> &Segment {
        if self.count == 2 && p > self.segments[0].end { &self.segments[1] } else { &self.segments[0] }
    }

    /// Impulse and relative velocity at p = I_N.
    pub fn at(&self, p: f64) -> (Impulse, Velocity) {
        let segment = self.segment_at(p);
        (segment.impulse_at(p), segment.velocity_at(p))
    }

    /// The pieces between two values of p, each with its own limits.
    pub fn pieces(&self, from: f64, to: f64) -> impl Iterator<Item = (&Segment, f64, f64)> {
        let clipped =
            self.segments().iter().map(move |segment| (segment, segment.start.max(from), segment.end.min(to)));
        clipped.filter(|(_, start, end)| end > start)
    }

    /// Normal work between two values of p.
    pub fn normal_work(&self, from: f64, to: f64) -> f64 {
        self.pieces(from, to).map(|(segment, start, end)| segment.normal_work(start, end)).sum()
    }

    /// Friction work between two values of p.
    pub fn friction_work(&self, from: f64, to: f64) -> f64 {
        self.pieces(from, to).map(|(segment, start, end)| segment.friction_work(start, end)).sum()
    }
}

/// Zero of a rising line, if it rises.
fn zero_of(line: &Line) -> Option<f64> {
    (line.slope > 0.0).then(|| (-line.constant / line.slope).max(0.0))
}

fn kind(s: f64) -> SegmentKind {
    if s > 0.0 { SegmentKind::SlipForward } else { SegmentKind::SlipBackward }
}

/// Slip s from p = 0; ends where D_T = 0, at p = |D_TA|/(mu C + s B), if it gets there.
fn first_slip(collision: &Collision, s: f64, mu: f64) -> Segment {
    let contact = collision.contact();
    let braking = difference_of_products(mu, contact.c, -s, contact.b);
    Segment {
        kind: kind(s),
        start: 0.0,
        end: if braking > 0.0 && collision.before().tangential != 0.0 {
            collision.before().tangential.abs() / braking
        } else {
            f64::INFINITY
        },
        normal: Line {
            constant: collision.before().normal,
            slope: singular_zero(collision, difference_of_products(contact.a, 1.0, -s * mu, contact.b)),
        },
        tangential: Line { constant: collision.before().tangential, slope: -s * braking },
        impulse: Line { constant: 0.0, slope: -s * mu },
    }
}

/// A slope of D_N that is rounding noise of a singular matrix is zero.
fn singular_zero(collision: &Collision, slope: f64) -> f64 {
    let noise = collision.is_singular() && slope.abs() <= SINGULAR_TIE * collision.contact().a;
    if noise { 0.0 } else { slope }
}

/// Sticking from p on: D_N = (C D_NA + B D_TA + det p)/C, I_T = (B p - D_TA)/C.
fn stick(collision: &Collision, start: f64) -> Segment {
    let contact = collision.contact();
    let det = if collision.is_singular() { 0.0 } else { collision.det() };
    Segment {
        kind: SegmentKind::Stick,
        start,
        end: f64::INFINITY,
        normal: Line { constant: collision.stick_numerator() / contact.c, slope: det / contact.c },
        tangential: Line { constant: 0.0, slope: 0.0 },
        impulse: Line { constant: -collision.before().tangential / contact.c, slope: contact.b / contact.c },
    }
}

/// Reverse slip after a first slip s that stopped at p1: I_T = s mu (p - 2 p1), D_T = (s mu C - B)(p - p1).
fn reverse(collision: &Collision, s: f64, mu: f64, p1: f64) -> Segment {
    let contact = collision.contact();
    let tangential = difference_of_products(s * mu, contact.c, contact.b, 1.0);
    Segment {
        kind: kind(-s),
        start: p1,
        end: f64::INFINITY,
        normal: Line {
            constant: collision.before().normal + 2.0 * s * mu * contact.b * p1,
            slope: singular_zero(collision, difference_of_products(contact.a, 1.0, s * mu, contact.b)),
        },
        tangential: Line { constant: -tangential * p1, slope: tangential },
        impulse: Line { constant: -2.0 * s * mu * p1, slope: s * mu },
    }
}
