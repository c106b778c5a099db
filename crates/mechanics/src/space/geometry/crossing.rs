//! Two edges that cross: the lines p + u d and q + w e, d and e of length one.
//!
//! ```text
//!     c = d x e,   n = +- c / |c|,   s = n . (p - q),
//!     u = (q - p) . (e x c) / |c|^2,   w = (q - p) . (d x c) / |c|^2           p + u d = q + w e + s n
//! ```

use glam::DVec3;

/// Edges whose directions differ by less than this sine are parallel: they touch at vertices.
const PARALLEL: f64 = 1e-9;

/// An edge in some frame: its start, direction of length one, and length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    pub start: DVec3,
    pub along: DVec3,
    pub length: f64,
}

impl Line {
    pub fn between(p: DVec3, q: DVec3) -> Self {
        Self { start: p, along: (q - p).normalize_or_zero(), length: p.distance(q) }
    }

    /// How far outside its ends a parameter is, negative inside.
    fn excess(&self, part: f64) -> f64 {
        (-part).max(part - self.length)
    }
}

/// Where two lines cross.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Crossing {
    /// Unit vector along d x e.
    pub normal: DVec3,
    /// s along that vector.
    pub height: f64,
    /// u and w.
    pub at: [f64; 2],
    /// How far outside the two edges the crossing is.
    pub excess: [f64; 2],
}

impl Crossing {
    /// Of two edges; `None` if they are parallel.
    pub fn of(a: &Line, b: &Line) -> Option<Self> {
        let c = a.along.cross(b.along);
        let square = c.length_squared();
        if square < PARALLEL * PARALLEL {
            return None;
        }
        let normal = c / square.sqrt();
        let between = b.start - a.start;
        let at = [between.dot(b.along.cross(c)) / square, between.dot(a.along.cross(c)) / square];
        let excess = [a.excess(at[0]), b.excess(at[1])];
        Some(Self { normal, height: -normal.dot(between), at, excess })
    }

    /// The points of two edges that are nearest to each other, as parts of their lengths in metres.
    pub fn nearest(a: &Line, b: &Line) -> [f64; 2] {
        let between = b.start - a.start;
        let (cosine, own, other) = (a.along.dot(b.along), between.dot(a.along), between.dot(b.along));
        let square = 1.0 - cosine * cosine;
        let first = if square > PARALLEL * PARALLEL { (own - cosine * other) / square } else { 0.0 };
        let w = (cosine * first.clamp(0.0, a.length) - other).clamp(0.0, b.length);
        [(own + cosine * w).clamp(0.0, a.length), w]
    }

    /// The same seen along the other normal.
    pub fn reversed(self) -> Self {
        Self { normal: -self.normal, height: -self.height, ..self }
    }
}
