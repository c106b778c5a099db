//! Where curves of two solids meet of which one is a cylinder: rims, sides, edges of polyhedra and lines of capsules.
//!
//! Every curve is a point on it, its tangent t there and its bend k, the rate of t along it: zero for a line, -e / R for a rim. The curves are
//! nearest where w, from the place on B to that on A, is across both tangents:
//!
//! ```text
//!     w = s n,     n along t_A x t_B, or along w where one curve is the axis of something round,     g = s - r_A - r_B
//! ```
//!
//! A rim is an edge between its flat end and its side, with the directions -e and -a into them. As for two edges (see
//! [`pairing`](super::pairing)) the gap is the largest of g, what the places are outside their curves, and l times the sine by which n is not a
//! normal of both solids. Where g < 0 the two may still be apart, or touch with other features: if another direction separates them by
//! more than g, twice the difference is added.

use glam::DVec3;

use super::circle::Circle;
use super::crossing::{Crossing, Line};
use super::pairing::Pairing;
use super::solid::{Kind, Solid};
use super::support::{apart, apart_along, apart_shrunk};

/// Sines below this are zero: a rim that lies flat on a face crosses its sides with the normal of the face.
const FLAT: f64 = 1e-9;

/// Curves whose directions differ by less than this sine are parallel: they touch at their ends, or along parts that others hold. What two lines of
/// length L and radius r, taken to be parallel, overlap by is (1e-6 L)^2 / r.
const PARALLEL: f64 = 1e-6;

/// Part of the smaller solid by which curves have passed each other before it is asked whether the solids overlap at all: far above rounding.
const PASSED: f64 = 1e-6;

/// Part by which solids are shrunk that overlap deeply: what is less deep has curves or vertices that tell.
const SHALLOW: f64 = 1e-3;

/// By how much of the smaller solid a gap may become smaller at once: far below what a step moves.
const SUDDEN: f64 = 1e-4;

/// How much larger than s the gap of curves that have passed each other elsewhere may be.
const STEEP: f64 = 10.0;

/// Two curves by their numbers in their solids, and which of the two places where they may meet: a rim crosses an edge, or another rim, twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Curves {
    pub numbers: [usize; 2],
    pub second: bool,
}

/// A place on a curve, in the frame of B.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub point: DVec3,
    /// t, of length one.
    pub along: DVec3,
    /// k.
    pub bend: DVec3,
    /// Radius of what is round about the curve.
    pub radius: f64,
    /// Directions into the faces beside it; none of a round one.
    inner: Option<[DVec3; 2]>,
    /// How far the place is outside the curve.
    excess: f64,
    /// Whether the curve has round ends.
    round_ends: bool,
}

/// Where two curves are nearest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Meeting {
    pub places: [Place; 2],
    /// Unit vector from B to A.
    pub normal: DVec3,
    /// s.
    pub height: f64,
    /// How far n is from being a normal of both.
    sine: f64,
}

/// A curve in the frame of B.
#[derive(Debug, Clone, Copy)]
enum Curve {
    Line { line: Line, radius: f64, inner: Option<[DVec3; 2]>, round_ends: bool },
    Rim(Circle),
}

impl Meeting {
    fn new(places: [Place; 2]) -> Option<Self> {
        let [a, b] = places;
        let w = a.point - b.point;
        let normal = if a.radius + b.radius > 0.0 {
            w.try_normalize()?
        } else {
            let across = a.along.cross(b.along);
            let out = |place: &Place| place.inner.map_or(DVec3::ZERO, |[t, u]| t + u);
            // The sum of the inner directions points into the solid.
            let side = (out(&a) - out(&b)).dot(across);
            let length = across.length();
            if length < PARALLEL {
                return None;
            }
            across * (if side < 0.0 { -1.0 } else { 1.0 } / length)
        };
        let sine = |place: &Place, n: DVec3| place.inner.map_or(f64::NEG_INFINITY, |[t, u]| n.dot(t).max(n.dot(u)));
        let sine = sine(&a, -normal).max(sine(&b, normal));
        Some(Self { places, normal, height: w.dot(normal), sine })
    }

    /// s less the radii.
    pub fn gap(&self) -> f64 {
        self.height - self.places[0].radius - self.places[1].radius
    }

    /// How far the two are from being a contact with this gap: outside their curves, or n outside the normals; l is a length of the smaller solid.
    fn off(&self, l: f64) -> f64 {
        let sharp = self.places.iter().filter(|p| !p.round_ends).map(|p| p.excess);
        sharp.fold(l * (self.sine - FLAT), f64::max)
    }

    /// The gap as far as the two curves alone can tell. Places and normals may move much faster than the solids; the gap must not, or a contact
    /// would come too suddenly to be looked for: it is no more than little above its distance. A place outside its half of a rim says nothing of
    /// where on a line the one will be that appears there.
    fn alone(&self, l: f64) -> f64 {
        let elsewhere = self.places.iter().any(|p| !p.round_ends && p.excess > 0.0);
        let round = |p: &Place| if p.round_ends && !elsewhere { p.excess.max(0.0) } else { 0.0 };
        let round: f64 = self.places.iter().map(round).sum();
        let gap = self.gap() + round;
        gap.max(self.off(l).min(gap.max(-STEEP * gap) + SUDDEN * l))
    }

    /// How far the places are inside their curves, and n inside the normals of both.
    fn margin(&self, l: f64) -> f64 {
        self.places.iter().map(|p| -p.excess).fold(l * (FLAT - self.sine), f64::min)
    }
}

impl Curve {
    /// Within which radius of which line all of it lies.
    fn bounds(&self) -> (Line, f64) {
        match self {
            Self::Line { line, radius, .. } => (*line, *radius),
            Self::Rim(circle) => (Line { start: circle.centre, along: circle.axis, length: 0.0 }, circle.radius),
        }
    }

    /// The place of a line at a parameter, or of a rim in a direction with what it is outside its half.
    fn on_line(line: &Line, radius: f64, inner: Option<[DVec3; 2]>, round_ends: bool, at: f64) -> Place {
        let excess = (-at).max(at - line.length);
        Place {
            point: line.start + at * line.along,
            along: line.along,
            bend: DVec3::ZERO,
            radius,
            inner,
            excess,
            round_ends,
        }
    }

    fn on_rim(circle: &Circle, direction: DVec3, excess: f64) -> Place {
        Place {
            point: circle.point(direction),
            along: circle.tangent(direction),
            bend: -direction / circle.radius,
            radius: 0.0,
            inner: Some([-direction, -circle.axis]),
            excess,
            round_ends: false,
        }
    }
}

/// A curve of a solid in the frame of B, which `point` and `turn` bring it to.
fn curve(solid: &Solid, number: usize, point: impl Fn(DVec3) -> DVec3, turn: impl Fn(DVec3) -> DVec3) -> Curve {
    let edges = &solid.mesh.edges;
    match edges.get(number) {
        Some(edge) => {
            let [p, q] = edge.ends.map(|end| point(solid.mesh.vertices[end]));
            let sharp = solid.kind == Kind::Rounded && solid.radius == 0.0;
            let inner = sharp.then(|| solid.inner[number].map(turn));
            let round_ends = solid.kind == Kind::Rounded && !sharp;
            Curve::Line { line: Line::between(p, q), radius: solid.radius, inner, round_ends }
        }
        None => {
            let end = (number - edges.len()).min(1);
            let axis = turn(solid.mesh.faces[end].normal);
            Curve::Rim(Circle { centre: point(solid.mesh.vertices[end]), axis, radius: solid.radius })
        }
    }
}

/// A lower bound of the distance of two curves.
fn distance(a: &Curve, b: &Curve) -> f64 {
    let ((p, r), (q, s)) = (a.bounds(), b.bounds());
    let reach = |line: &Line, point: DVec3| {
        let at = (point - line.start).dot(line.along).clamp(0.0, line.length);
        point.distance(line.start + at * line.along)
    };
    match (a, b) {
        (Curve::Line { .. }, Curve::Line { .. }) => 0.0,
        (Curve::Rim(circle), _) => reach(&q, circle.centre) - r - s,
        (_, Curve::Rim(circle)) => reach(&p, circle.centre) - r - s,
    }
}

impl Pairing<'_> {
    /// Whether the curves of the two are looked at here.
    pub fn has_rims(&self) -> bool {
        let cylinder = |solid: &Solid| solid.kind == Kind::Cylinder;
        let curved = |solid: &Solid| !matches!(solid.kind, Kind::HalfSpace | Kind::Ellipsoid);
        (cylinder(self.a) || cylinder(self.b)) && curved(self.a) && curved(self.b)
    }

    fn curve_of_a(&self, number: usize) -> Curve {
        curve(self.a, number, |p| self.place.point(p), |u| self.place.rotation * u)
    }

    fn curve_of_b(&self, number: usize) -> Curve {
        curve(self.b, number, |p| p, |u| u)
    }

    fn length(&self) -> f64 {
        2.0 * self.a.size.min(self.b.size)
    }

    /// Where two curves meet; `None` for parallel lines, and where the place asked for is not there.
    pub fn meeting(&self, curves: Curves) -> Option<Meeting> {
        let [i, j] = curves.numbers;
        self.meeting_of(&self.curve_of_a(i), &self.curve_of_b(j), curves.second)
    }

    fn meeting_of(&self, a: &Curve, b: &Curve, second: bool) -> Option<Meeting> {
        let side = if second { 1.0 } else { -1.0 };
        match (a, b) {
            (Curve::Rim(rim), Curve::Line { line, radius, inner, round_ends }) => {
                let near = rim.nearest_to_line(line, side)?;
                let at = (rim.point(near.direction) - line.start).dot(line.along);
                let of_line = Curve::on_line(line, *radius, *inner, *round_ends, at);
                Meeting::new([Curve::on_rim(rim, near.direction, near.excess), of_line])
            }
            (Curve::Line { line, radius, inner, round_ends }, Curve::Rim(rim)) => {
                let near = rim.nearest_to_line(line, side)?;
                let at = (rim.point(near.direction) - line.start).dot(line.along);
                let of_line = Curve::on_line(line, *radius, *inner, *round_ends, at);
                Meeting::new([of_line, Curve::on_rim(rim, near.direction, near.excess)])
            }
            (Curve::Rim(rim), Curve::Rim(other)) => self.rims(rim, other, side),
            (
                Curve::Line { line: p, radius: r, inner: t, round_ends: e },
                Curve::Line { line: q, radius: s, inner: u, round_ends: f },
            ) => {
                let crossing = Crossing::of(p, q).filter(|_| !second)?;
                if p.along.cross(q.along).length() < PARALLEL {
                    return None;
                }
                let [at, on] = crossing.at;
                Meeting::new([Curve::on_line(p, *r, *t, *e, at), Curve::on_line(q, *s, *u, *f, on)])
            }
        }
    }

    /// Of the places where two rims are nearest, and n . (t_A x t_B) has a sign, the one with the least gap.
    fn rims(&self, a: &Circle, b: &Circle, side: f64) -> Option<Meeting> {
        let places = a.nearest_to_circle(b).into_iter();
        let meetings = places.filter_map(|[e, f]| {
            let places = [Curve::on_rim(a, e, f64::NEG_INFINITY), Curve::on_rim(b, f, f64::NEG_INFINITY)];
            Meeting::new(places).filter(|met| side * met.normal.dot(places[0].along.cross(places[1].along)) > 0.0)
        });
        let l = self.length();
        meetings.min_by(|one, other| one.alone(l).total_cmp(&other.alone(l)))
    }

    /// Gap of two curves.
    pub fn curves(&self, curves: Curves) -> f64 {
        self.meeting(curves).map_or(f64::INFINITY, |met| self.gap_of(&met))
    }

    fn gap_of(&self, met: &Meeting) -> f64 {
        let (l, gap) = (self.length(), met.gap());
        let alone = met.alone(l);
        if gap >= -PASSED * l {
            return alone;
        }
        alone + 2.0 * (self.separation_of_rounds() - gap).max(0.0)
    }

    /// How far the meeting place of two curves is inside them.
    pub fn curves_margin(&self, curves: Curves) -> f64 {
        self.meeting(curves).map_or(f64::NEG_INFINITY, |met| met.margin(self.length()))
    }

    /// How far the two are apart, or along which face they overlap least.
    pub fn separation_of_rounds(&self) -> f64 {
        let of_b = self.b.mesh.faces.iter().map(|face| face.normal);
        let of_a = self.a.mesh.faces.iter().map(|face| self.place.rotation * -face.normal);
        let faces = of_a.chain(of_b).map(|n| apart_along(self, n)).fold(f64::NEG_INFINITY, f64::max);
        if faces > 0.0 { faces } else { faces.max(apart(self).distance) }
    }

    /// The least gap of all sites, given that of the vertices: what is deeper inside than curves can tell is inside though shrunk.
    pub fn least_of_rims(&self, vertices: f64) -> f64 {
        let mut least = self.overlap_shrunk(SHALLOW).map_or(vertices, |depth| vertices.min(-depth));
        self.visit_curves(0.0, f64::NEG_INFINITY, |_, gap, _| least = least.min(gap));
        least
    }

    /// What the two have shrunk by, if they overlap though shrunk by a part of what they are. The simplices that tell this may be so thin that rounding
    /// decides; so no normal of a face or of two curves may separate the two as they are.
    pub fn overlap_shrunk(&self, part: f64) -> Option<f64> {
        let depth = 0.5 * part * (self.a.width + self.b.width);
        if apart_shrunk(self, part).distance >= 0.0 || self.separation_of_rounds() > -depth {
            return None;
        }
        let mut separated = false;
        self.visit_curves(0.0, f64::NEG_INFINITY, |curves, _, _| {
            let normal = self.meeting(curves).map(|met| met.normal);
            separated |= normal.is_some_and(|normal| apart_along(self, normal) > -depth);
        });
        (!separated).then_some(depth)
    }

    /// Calls `visit` with the pairs of curves whose gap is at most `reach`, their gap, and how far they are from being a contact.
    pub fn visit_curves(&self, reach: f64, deepest: f64, mut visit: impl FnMut(Curves, f64, f64)) {
        let of_b: Vec<Curve> = (0..self.b.lines()).map(|j| self.curve_of_b(j)).collect();
        for i in 0..self.a.lines() {
            let a = self.curve_of_a(i);
            for (j, b) in of_b.iter().enumerate() {
                if distance(&a, b) > reach {
                    continue;
                }
                for second in [false, true] {
                    let Some(met) = self.meeting_of(&a, b, second) else { continue };
                    if met.alone(self.length()) > reach || met.gap() < deepest {
                        continue;
                    }
                    let gap = self.gap_of(&met);
                    if gap <= reach {
                        visit(Curves { numbers: [i, j], second }, gap, met.off(self.length()));
                    }
                }
            }
        }
    }
}
