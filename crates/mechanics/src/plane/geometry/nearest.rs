//! The face of an outline that is nearest to a point.
//!
//! The nearest point of a convex boundary lies on a line whose ends enclose the foot of the point, on an arc whose
//! sector contains it, or (from outside) on a vertex whose cone of normals contains it; the least |distance| over these
//! is the distance to the boundary, and the sign of that face tells inside from outside. Where two faces are equally
//! near, as at the ends of two equal boxes standing on each other, the point itself has no way to choose; there the
//! corner it belongs to decides: its cone of normals must contain the opposite of the face's normal.

use glam::DVec2;

use super::outline::{Kind, Outline, Sector, TIE};

/// The face nearest to a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Nearest {
    /// Its number.
    pub face: u32,
    /// Signed distance to it, positive outside.
    pub distance: f64,
    /// Outward normal at the nearest point.
    pub normal: DVec2,
}

/// An angle by which a cone may miss a direction and still count as containing it: flat on a face up to rounding.
const FLUSH: f64 = 1e-6;

impl Outline {
    /// The face nearest to a point; `cone` is that of the corner at the point.
    pub fn nearest(&self, point: DVec2, cone: &Sector) -> Nearest {
        let tie = TIE * self.size;
        let mut best: Option<(Nearest, f64)> = None;
        self.candidates(point, tie, |candidate| {
            let miss = cone.excess(-candidate.normal).max(FLUSH);
            let better = best.is_none_or(|(held, held_miss)| {
                let nearer = held.distance.abs() - candidate.distance.abs();
                nearer > tie || (nearer >= -tie && (miss < held_miss || (miss == held_miss && nearer > 0.0)))
            });
            if better {
                best = Some((candidate, miss));
            }
        });
        best.map_or_else(|| self.nearest_vertex(point), |(nearest, _)| nearest)
    }

    /// Calls `visit` with every face that may be nearest, lines first.
    fn candidates(&self, point: DVec2, tie: f64, mut visit: impl FnMut(Nearest)) {
        for (face, line) in self.lines.iter().enumerate() {
            if line.inset(point) >= -tie {
                visit(Nearest { face: face as u32, distance: line.distance(point), normal: line.normal });
            }
        }
        for (i, circle) in self.circles.iter().enumerate() {
            let (direction, distance) = circle.direction(point);
            let face = (self.lines.len() + i) as u32;
            if self.kind == Kind::Hollow {
                visit(Nearest { face, distance: circle.radius - distance, normal: -direction });
            } else if circle.sector.excess(direction) * distance <= tie {
                visit(Nearest { face, distance: distance - circle.radius, normal: direction });
            }
        }
    }

    /// The nearest circle whatever its sector: for points that rounding leaves between two regions.
    fn nearest_vertex(&self, point: DVec2) -> Nearest {
        let mut best = Nearest { face: 0, distance: f64::INFINITY, normal: DVec2::Y };
        for (i, circle) in self.circles.iter().enumerate() {
            let (normal, distance) = circle.direction(point);
            if (distance - circle.radius).abs() < best.distance.abs() {
                best = Nearest { face: (self.lines.len() + i) as u32, distance: distance - circle.radius, normal };
            }
        }
        best
    }
}
