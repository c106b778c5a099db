//! The gap of a site: a circle of one shape (corner, round end, disc, arc) against another shape.
//!
//! ```text
//!     gap = d(c, B) - r          c the centre, r the radius, d the signed distance to the convex shape B
//! ```
//!
//! Only a sector of an arc belongs to its body. Where the nearest point is outside the sector, the arc's gap is that of
//! its nearer end plus the length of arc by which the sector is missed: positive when the end touches, zero when the
//! touching point rolls on to the arc. And the circle of a shallow arc reaches far behind its body: there another face
//! of the body separates the two better, by s say, and the gap g of the circle becomes s + (s - g), positive when that
//! face touches. The same is added outside the sector, where s is the distance of the end: what lies on the flat side of
//! a half disc is missed by its arc by no angle at all, and its end may touch, but the circle is cut deep.
//!
//! A circle meeting a circle would be found from both bodies. One of them owns such meetings ([`Pairing::owner`]); in
//! the other's eyes the gap is larger by the distance to the end of the face, which is again zero where a line takes
//! over. Of two tips of thin rods that meet, the owner's gap is zero, and the other one larger by rounding: once they have passed each other
//! it is what the tip is from a side, and what is near must not come from far away.

use glam::DVec2;

use super::nearest::Nearest;
use super::outline::{Circle, Face, Kind, Outline, Sector, TIE, angle_between};
use super::place::Place;
use super::thin::{meeting_tips, nearest_side, positive, tip_margin};

/// A shape that brings the circles, and a shape that brings the faces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairing<'a> {
    /// Brings the circles.
    pub a: &'a Outline,
    /// Brings the faces.
    pub b: &'a Outline,
    /// The body of a seen from that of b.
    pub place: Place,
    /// Whether meetings of two circles belong to this pairing.
    pub owner: bool,
}

impl<'a> Pairing<'a> {
    /// Shape a against shape b, at their places in the world. A disc or point owns its meetings; among others, `first`
    /// does.
    pub fn new(a: (&'a Outline, &Place), b: (&'a Outline, &Place), first: bool) -> Self {
        let owner = match (a.0.is_round(), b.0.is_round() && b.0.kind != Kind::Hollow) {
            (true, false) => true,
            (false, true) => false,
            _ => first || b.0.kind == Kind::Hollow,
        };
        Self { a: a.0, b: b.0, place: a.1.seen_from(b.1), owner }
    }

    /// Whether there is anything for the circles of a to touch.
    pub fn is_empty(&self) -> bool {
        matches!(self.a.kind, Kind::HalfSpace | Kind::Hollow) || (!self.owner && self.b.is_round())
    }

    /// Whether a line of b alone shows that the gap of a circle is above `reach`: a convex shape lies behind all its lines. Costs a
    /// fraction of a gap, and most circles of near bodies are told apart by it.
    pub fn is_beyond(&self, circle: &Circle, reach: f64) -> bool {
        if !matches!(self.b.kind, Kind::Solid | Kind::HalfSpace) {
            return false;
        }
        let centre = self.place.point(circle.centre);
        let far = reach + circle.radius + TIE * self.b.size;
        self.b.lines.iter().any(|line| line.distance(centre) > far)
    }

    /// Gap of one circle of a, and the nearest face of b.
    pub fn gap(&self, circle: &Circle) -> (f64, u32) {
        let centre = self.place.point(circle.centre);
        let cone = circle.sector.turned(self.place.rotation);
        let near = self.nearest(centre, &cone, circle);
        let mut gap = near.distance - circle.radius;
        if circle.radius > 0.0 {
            if let Some(beside) = self.beside(circle, centre, &cone, &near) {
                return (beside, near.face);
            }
            if !circle.inside {
                gap += 2.0 * (self.separation_elsewhere(circle) - gap).max(0.0);
            }
        }
        if let (false, Some(Face::Circle(face))) = (self.owner, self.b.face(near.face)) {
            let inside = (-face.sector.excess(near.normal)).max(0.0) * (near.distance + face.radius);
            gap += meeting_tips(circle, face, &self.place).unwrap_or(inside);
        }
        (gap, near.face)
    }

    fn nearest(&self, centre: DVec2, cone: &Sector, circle: &Circle) -> Nearest {
        match self.b.kind {
            Kind::Thin => nearest_side(self.b, (centre, cone), (self.a, circle), &self.place),
            _ => self.b.nearest(centre, cone),
        }
    }

    /// The face nearest to a point that is not a corner: a rod without thickness is never behind it.
    fn distance(&self, point: DVec2, cone: &Sector) -> Nearest {
        positive(self.b, self.b.nearest(point, cone))
    }

    /// The gap when the nearest point is outside the sector.
    fn beside(&self, circle: &Circle, centre: DVec2, cone: &Sector, near: &Nearest) -> Option<f64> {
        let ends = cone.ends().filter(|_| cone.excess(-near.normal) > 0.0)?;
        let whole = near.distance - circle.radius;
        let of_end = |end: DVec2| {
            let tip = self.distance(centre + circle.radius * end, cone).distance;
            tip + circle.radius * angle_between(end, -near.normal).abs() + (tip - whole).max(0.0)
        };
        Some(of_end(ends[0]).min(of_end(ends[1])))
    }

    /// The largest distance by which another face of a separates the two shapes.
    fn separation_elsewhere(&self, circle: &Circle) -> f64 {
        if matches!(self.b.kind, Kind::HalfSpace | Kind::Hollow) {
            return f64::NEG_INFINITY;
        }
        let of_line = |line: &super::outline::Line| {
            let normal = self.place.turn(line.normal);
            -self.b.support(-normal) - normal.dot(self.place.point(line.start))
        };
        let of_circle = |other: &Circle| {
            let cone = other.sector.turned(self.place.rotation);
            let near = self.distance(self.place.point(other.centre), &cone);
            // What has come a little through a rod without thickness looks at its other side.
            if cone.excess(-near.normal) <= 0.0 {
                near.distance - other.radius
            } else if self.b.kind == Kind::Thin && cone.excess(near.normal) <= 0.0 {
                -near.distance - other.radius
            } else {
                f64::NEG_INFINITY
            }
        };
        let lines = self.a.lines.iter().map(of_line).fold(f64::NEG_INFINITY, f64::max);
        self.a.circles.iter().filter(|other| *other != circle).map(of_circle).fold(lines, f64::max)
    }
}

/// How far the touching point of a circle is from the end of the face it touches, and from the end of its own sector.
///
/// A sharp corner on a line has no sector to leave. Nor has a circle that lies wholly in the material, as the round end
/// of a rod: when it leaves its sector on a line the other end has come down, and this one goes up.
pub(crate) fn margin(circle: &Circle, face: Face, kind: Kind, place: &Place) -> f64 {
    let centre = place.point(circle.centre);
    let own = circle.sector.turned(place.rotation);
    let part = |sector: &Sector, direction: DVec2, radius: f64| {
        let excess = sector.excess(direction);
        if excess.is_finite() { -excess * radius } else { f64::INFINITY }
    };
    match face {
        Face::Line(line) if circle.inside => line.inset(centre),
        Face::Line(line) => line.inset(centre).min(part(&own, -line.normal, circle.radius)),
        Face::Circle(face) => {
            if let Some(margin) = tip_margin(circle, face, place) {
                return margin;
            }
            let (outward, distance) = face.direction(centre);
            // The normal of a hollow leads to its centre.
            let against = if kind == Kind::Hollow { outward } else { -outward };
            part(&face.sector, outward, distance).min(part(&own, against, distance))
        }
    }
}
