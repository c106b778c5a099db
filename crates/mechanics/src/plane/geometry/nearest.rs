//! The face of an outline that is nearest to a point.
//!
//! The nearest point of a convex boundary lies on a line whose ends enclose the foot of the point, on an arc whose
//! sector contains it, or (from outside) on a vertex whose cone of normals contains it; the least |distance| over these
//! is the distance to the boundary, and the sign of that face tells inside from outside. Where two faces are equally
//! near, as at the ends of two equal boxes standing on each other, the point itself has no way to choose; there the
//! corner it belongs to decides: its cone of normals must contain the opposite of the face's normal. Where that has no
//! way to choose either, as the centre of a disc that rolls over the end of a face, the normals of both agree, and the
//! face beside which the point is not takes over. A point that lies on a vertex has no direction from it but that of
//! rounding: there the faces that meet at the vertex are left to choose from.

use glam::DVec2;

use super::outline::{Face, Kind, Outline, Sector, TIE};

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

/// Part of what counts as equally near within which a point lies on a vertex: above the rounding of positions, so that the direction from the
/// vertex and the rate at which it turns are never those of rounding.
const ON_VERTEX: f64 = 1e-3;

/// An angle by which a cone may miss a direction and still count as containing it: flat on a face up to rounding.
const FLUSH: f64 = 1e-6;

impl Outline {
    /// The face nearest to a point; `cone` is that of the corner at the point.
    pub fn nearest(&self, point: DVec2, cone: &Sector) -> Nearest {
        let tie = TIE * self.size;
        // The nearest one so far, and whether the point is not beside its ends at all.
        let mut best: Option<(Nearest, bool)> = None;
        self.candidates(point, |candidate, faces| {
            let better = best.is_none_or(|(held, within)| {
                let nearer = held.distance.abs() - candidate.distance.abs();
                let first = if !within && is_continued(&held, &candidate, tie) { faces(0.0) } else { nearer > 0.0 };
                nearer > tie || (nearer >= -tie && decides(cone, &candidate, &held, first))
            });
            let hidden =
                || best.is_some() && candidate.distance.abs() <= ON_VERTEX * tie && self.is_vertex(candidate.face);
            // Whether the face looks at the point is asked last: it costs most.
            if better && !hidden() && faces(tie) {
                best = Some((candidate, faces(0.0)));
            }
        });
        best.map_or_else(|| self.nearest_vertex(point), |(best, _)| best)
    }

    /// Whether a face is a vertex of a solid. The end of a rod without thickness is more than where its two sides meet.
    fn is_vertex(&self, face: u32) -> bool {
        self.kind == Kind::Solid && matches!(self.face(face), Some(Face::Circle(circle)) if circle.radius == 0.0)
    }

    /// Calls `visit` with every face, lines first, and whether the point is beside its ends by no more than a length.
    fn candidates(&self, point: DVec2, mut visit: impl FnMut(Nearest, &dyn Fn(f64) -> bool)) {
        for (face, line) in self.lines.iter().enumerate() {
            let near = Nearest { face: face as u32, distance: line.distance(point), normal: line.normal };
            visit(near, &|beside| line.inset(point) >= -beside);
        }
        for (i, circle) in self.circles.iter().enumerate() {
            let (direction, distance) = circle.direction(point);
            let face = (self.lines.len() + i) as u32;
            if self.kind == Kind::Hollow {
                visit(Nearest { face, distance: circle.radius - distance, normal: -direction }, &|_| true);
            } else {
                let near = Nearest { face, distance: distance - circle.radius, normal: direction };
                visit(near, &|beside| circle.sector.excess(direction) * distance <= beside);
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

/// Whether the cone of a corner prefers one face to another that is equally near; where it has no preference, `first` says.
fn decides(cone: &Sector, candidate: &Nearest, held: &Nearest, first: bool) -> bool {
    let miss = |face: &Nearest| cone.excess(-face.normal).max(FLUSH);
    let (miss, held) = (miss(candidate), miss(held));
    miss < held || (miss == held && first)
}

/// Whether one face goes on where another ends as seen from a point that is not on them: their normals there agree.
fn is_continued(face: &Nearest, next: &Nearest, tie: f64) -> bool {
    face.distance.abs() > tie && face.normal.dot(next.normal) > 0.0 && face.normal.perp_dot(next.normal).abs() <= FLUSH
}
