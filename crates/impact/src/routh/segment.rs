//! One straight piece of the Routh path, where D_N, D_T and I_T are linear in p = I_N.

use crate::{Impulse, Velocity};

/// A linear function of p: `constant + slope p`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Value at p = 0 (of the line, which may not be a point of the path).
    pub constant: f64,
    /// Change per unit of p.
    pub slope: f64,
}

/// What the contact does on a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// Sliding with D_T > 0.
    SlipForward,
    /// Sliding with D_T < 0.
    SlipBackward,
    /// D_T = 0.
    Stick,
}

/// A piece of the path from `start` to `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// What the contact does.
    pub kind: SegmentKind,
    /// p at the beginning.
    pub start: f64,
    /// p at the end; infinite if nothing stops it.
    pub end: f64,
    /// D_N along the segment.
    pub normal: Line,
    /// D_T along the segment.
    pub tangential: Line,
    /// I_T along the segment.
    pub impulse: Line,
}

impl Line {
    /// Value at p.
    #[inline]
    pub fn at(&self, p: f64) -> f64 {
        self.constant + self.slope * p
    }

    /// Integral over p from one value to another.
    #[inline]
    pub fn integral(&self, from: f64, to: f64) -> f64 {
        0.5 * (to - from) * (self.at(from) + self.at(to))
    }
}

impl Segment {
    /// Impulse at p.
    pub fn impulse_at(&self, p: f64) -> Impulse {
        Impulse::planar(p, self.impulse.at(p))
    }

    /// Relative velocity at p.
    pub fn velocity_at(&self, p: f64) -> Velocity {
        Velocity::planar(self.normal.at(p), self.tangential.at(p))
    }

    /// Work of the normal impulse from one p to another, the integral of D_N dI_N.
    #[inline]
    pub fn normal_work(&self, from: f64, to: f64) -> f64 {
        self.normal.integral(from, to)
    }

    /// Work of friction from one p to another, the integral of D_T dI_T; zero while it sticks.
    #[inline]
    pub fn friction_work(&self, from: f64, to: f64) -> f64 {
        self.impulse.slope * self.tangential.integral(from, to)
    }
}
