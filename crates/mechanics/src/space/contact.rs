//! The kinematics of a contact between a feature of body A and one of body B.
//!
//! n points from B to A, P is the point of contact, p = P' the velocity with which it moves over both bodies, Omega the
//! angular velocity of the frame (n, t_1, t_2), V = v_A(P) - v_B(P):
//!
//! ```text
//!     D_u = u . V,     zeta_u = u . (w_A x (p - v_A) - w_B x (p - v_B)) + (Omega x u) . V,     u = n, t_1, t_2
//!
//!     point c on a face       n turns with B                                  P = c - r n
//!     point c by an edge e    n along (c - b) less its part along e           P = c - r n
//!     point c by a point b    n along c - b                                   P = c - r n
//!     edges d and e           n along d x e                                   P = a + u d - r n
//!     ellipsoid on a face     n turns with B                                  P = c + e, see geometry/ellipsoid.rs
//!     rims, sides, edges      n along the way between their nearest places    see contact/curve.rs
//!     sides of two faces      n turns with the face of one of them            P = a + u d, over the side of the other seen along n
//! ```
//!
//! t_1 and t_2 turn with B as far as n lets them. Whether A or B is the first body of the pair does not change D_N and D_T:
//! the normal that is reported, the tangents and the difference of velocities all turn round together.

mod curve;

use glam::DVec3;

use super::geometry::{Curves, Feature as Part, Kind, Pairing, Solid, cylinder, ellipsoid};
use super::kinematics::{Kinematics, Pose};
use super::sites::{Feature, Side};
use super::world::World;
use crate::model::{At, Contact, Direction, Site, Touch};
use crate::rigid::{Rigid, relative, rows};

/// The two solids of a site, the body of A first.
pub(super) struct Parts<'a> {
    pub bodies: [usize; 2],
    solids: [&'a Solid; 2],
    feature: Own,
    of_second: bool,
}

/// Features by their numbers in their solids.
#[derive(Debug, Clone, Copy)]
enum Own {
    Vertex(usize),
    Curves(Curves),
}

/// Where two solids touch, and how that moves.
pub(super) struct Frame {
    pub gap: f64,
    pub normal: DVec3,
    /// n'.
    turning: DVec3,
    pub point: DVec3,
    /// P'.
    velocity: DVec3,
}

impl World {
    pub(super) fn parts(&self, site: Site) -> Option<Parts<'_>> {
        let (i, j) = self.pairs.members(site.pair);
        let (first, second) = (self.bodies.get(i)?, self.bodies.get(j)?);
        Some(match Feature::decode(site.feature) {
            Feature::Vertex { of_second, vertex, solid } => {
                let (owner, other, bodies) = if of_second { (second, first, [j, i]) } else { (first, second, [i, j]) };
                let &(own, vertex) = owner.vertices.get(vertex)?;
                let solids = [&owner.solids[own], other.solids.get(solid)?];
                Parts { bodies, solids, feature: Own::Vertex(vertex), of_second }
            }
            Feature::Curves(curves) => {
                let [e, f] = curves.numbers;
                let (&(a, e), &(b, f)) = (first.edges.get(e)?, second.edges.get(f)?);
                let solids = [&first.solids[a], &second.solids[b]];
                let feature = Own::Curves(Curves { numbers: [e, f], ..curves });
                Parts { bodies: [i, j], solids, feature, of_second: false }
            }
        })
    }

    /// Gap of a site and the feature it is nearest to; infinite for a site that does not exist.
    pub(super) fn site_gap(&self, site: Site, t: f64, q: &[f64]) -> (f64, u32) {
        let Some(parts) = self.parts(site) else { return (f64::INFINITY, 0) };
        let pairing = parts.pairing(parts.bodies.map(|body| self.bodies[body].pose(t, q)));
        match parts.feature {
            Own::Vertex(vertex) => pairing.vertex(vertex, !parts.of_second),
            Own::Curves(curves) if pairing.has_rims() => (pairing.curves(curves), 0),
            Own::Curves(curves) => (pairing.edges(curves.numbers), 0),
        }
    }

    /// How far the touching point is inside its face or edges.
    pub(super) fn touch_margin(&self, touch: Touch, t: f64, q: &[f64]) -> f64 {
        let Some(parts) = self.parts(touch.site) else { return f64::NEG_INFINITY };
        let pairing = parts.pairing(parts.bodies.map(|body| self.bodies[body].pose(t, q)));
        match parts.feature {
            Own::Vertex(vertex) => pairing.vertex_margin(vertex, touch.face),
            Own::Curves(curves) if pairing.has_rims() => pairing.curves_margin(curves),
            Own::Curves(curves) => {
                let inside = |[u, w]: [f64; 2]| -u.max(w);
                pairing.crossing(curves.numbers).map_or(f64::NEG_INFINITY, |(crossing, _)| inside(crossing.excess))
            }
        }
    }

    /// Whether a contact is that of the round end of an edge with another edge (or with the end of that), and `crossing` that of the two edges
    /// themselves.
    pub(super) fn is_end_of(&self, end: Touch, crossing: Touch) -> bool {
        let (Some(ends), Some(lines)) = (self.parts(end.site), self.parts(crossing.site)) else { return false };
        let (Own::Vertex(vertex), Own::Curves(curves)) = (&ends.feature, &lines.feature) else { return false };
        let (own, other) = if ends.of_second { (1, 0) } else { (0, 1) };
        let same = |k: usize, solid: &Solid| std::ptr::eq(lines.solids[k], solid);
        let round = lines.solids.iter().all(|solid| solid.kind == Kind::Rounded)
            && lines.solids.iter().any(|solid| solid.radius > 0.0);
        if !round || !same(own, ends.solids[0]) || !same(other, ends.solids[1]) {
            return false;
        }
        let edge = |k: usize| lines.solids[k].mesh.edges[curves.numbers[k]].ends;
        edge(own).contains(vertex)
            && match Part::of(end.face, &lines.solids[other].mesh) {
                Some(Part::Edge(i)) => i == curves.numbers[other],
                Some(Part::Vertex(i)) => edge(other).contains(&i),
                _ => false,
            }
    }

    /// Fills the contact at a feature of a site; leaves it infinitely open if there is none.
    pub(super) fn fill_contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        let parts = self.parts(touch.site);
        let Some(parts) = parts else { return no_contact(contact) };
        let [a, b] = parts.bodies.map(|body| self.bodies[body].kinematics(at));
        let Some(frame) = parts.frame(touch.face, &a, &b) else { return no_contact(contact) };
        frame.fill(&a, &b, contact);
        // +1 if body A is the first body.
        let sign = if self.pairs.oriented(touch.site.pair).0 == parts.bodies[0] { 1.0 } else { -1.0 };
        contact.normal = (sign * frame.normal).to_array();
    }
}

impl<'a> Parts<'a> {
    fn pairing(&self, poses: [Pose; 2]) -> Pairing<'a> {
        Pairing::new((self.solids[0], &poses[0]), (self.solids[1], &poses[1]))
    }

    /// Where the two touch, given the face and the motions of both.
    pub fn frame(&self, face: u32, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
        match self.feature {
            Own::Vertex(vertex) => vertex_frame(self, vertex, face, a, b),
            Own::Curves(curves) => curves_frame(self, curves, face, a, b),
        }
    }
}

impl Frame {
    /// Rows and biases of all directions.
    fn fill(&self, a: &Kinematics, b: &Kinematics, contact: &mut Contact) {
        let (tangents, omega) = self.tangents(b);
        let moving = self.velocity;
        let c = a.spin.cross(moving - a.velocity) - b.spin.cross(moving - b.velocity);
        let relative = relative(a, b, [self.point; 2]);
        let [t_1, t_2] = &mut contact.tangential;
        for (u, direction) in [(self.normal, &mut contact.along_normal), (tangents[0], t_1), (tangents[1], t_2)] {
            rows(a, b, self.point, u, direction);
            direction.bias += u.dot(c) + omega.cross(u).dot(relative);
        }
        contact.moment.clear();
        a.add_spin(1.0, self.normal, &mut contact.moment);
        b.add_spin(-1.0, self.normal, &mut contact.moment);
        contact.moment.bias += self.turning.dot(a.spin - b.spin);
        contact.gap = self.gap;
        contact.point = self.point.to_array();
    }

    /// t_1 is the part across n of that axis of B which n is farthest from, m = r - n (n . r); and Omega = n x n' + kappa n,
    /// kappa = t_2 . m' / |m|.
    pub fn tangents(&self, b: &Kinematics) -> ([DVec3; 2], DVec3) {
        let local = b.pose.rotation.conjugate() * self.normal;
        let reference = b.pose.rotation * DVec3::AXES[least(local.abs())];
        let (n, along) = (self.normal, self.normal.dot(reference));
        let across = reference - n * along;
        let length = across.length();
        let first = across / length;
        let second = n.cross(first);
        let turned = b.spin.cross(reference);
        let rate = turned - self.turning * along;
        let kappa = second.dot(rate) / length;
        ([first, second], n.cross(self.turning) + kappa * n)
    }
}

/// The place of the least component; of equal ones the first, up to rounding: on the face of a box two are zero, and tangents that turn round from
/// one evaluation to the next would make forces jump that do not.
fn least(v: DVec3) -> usize {
    let v = v.to_array();
    (0..3).fold(0, |best, i| if v[i] < v[best] - TIE { i } else { best })
}

/// Components of a unit vector closer than this are equal.
const TIE: f64 = 1e-9;

/// The rate of d / |d| from d and its rate.
fn unit_rate(unit: DVec3, length: f64, rate: DVec3) -> DVec3 {
    (rate - unit * unit.dot(rate)) / length
}

/// A vertex of A against a feature of B.
fn vertex_frame(parts: &Parts, vertex: usize, face: u32, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let [owner, other] = parts.solids;
    let mesh = &other.mesh;
    if owner.kind == Kind::Cylinder {
        return rim_frame(parts, vertex, face, a, b);
    }
    if owner.kind == Kind::Ellipsoid {
        return ellipsoid_frame(parts, face, a, b);
    }
    let centre = a.point(owner.mesh.vertices[vertex]);
    let (height, normal, turning) = match Part::of(face, mesh)? {
        Part::Face(i) => {
            let normal = b.pose.rotation * mesh.faces[i].normal;
            let height = mesh.faces[i].normal.dot(b.pose.local(centre)) - mesh.faces[i].offset;
            (height, normal, b.spin.cross(normal))
        }
        Part::Edge(i) => {
            let [p, q] = mesh.edges[i].ends.map(|end| b.point(mesh.vertices[end]));
            let along = (q - p).normalize_or_zero();
            let out = (centre - p).reject_from_normalized(along);
            let normal = out.try_normalize()?;
            let moving = relative(a, b, [centre; 2]).reject_from_normalized(along);
            (out.length(), normal, b.spin.cross(normal) + unit_rate(normal, out.length(), moving))
        }
        Part::Vertex(i) if other.kind == Kind::Cylinder => return circle_frame(parts, centre, i, a, b),
        Part::Vertex(i) => {
            let corner = b.point(mesh.vertices[i]);
            let normal = (centre - corner).try_normalize()?;
            let length = centre.distance(corner);
            (length, normal, unit_rate(normal, length, relative(a, b, [centre, corner])))
        }
    };
    let r = owner.radius;
    // The flat ends of a cylinder are as they are.
    let round = if matches!(Part::of(face, mesh), Some(Part::Face(_))) { 0.0 } else { other.radius };
    Some(Frame {
        gap: height - r - round,
        normal,
        turning,
        point: centre - r * normal,
        velocity: a.velocity_at(centre) - r * turning,
    })
}

/// A point of the rim of A on a face of B.
fn rim_frame(parts: &Parts, number: usize, face: u32, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let [owner, other] = parts.solids;
    let given = other.mesh.faces.get(face as usize)?;
    let normal = b.pose.rotation * given.normal;
    let along = a.pose.rotation * cylinder::axis(owner);
    let fixed = a.pose.rotation * cylinder::fixed_direction(owner);
    let rates = [a.spin.cross(along), b.spin.cross(normal)];
    let (e, e_rate) = cylinder::rim_direction([along, normal], rates, a.spin, fixed, number % cylinder::RIM_POINTS);
    let centre = a.point(owner.mesh.vertices[number / cylinder::RIM_POINTS]);
    let point = centre + owner.radius * e;
    Some(Frame {
        gap: given.normal.dot(b.pose.local(point)) - given.offset,
        normal,
        turning: rates[1],
        point,
        velocity: a.velocity_at(centre) + owner.radius * e_rate,
    })
}

/// The lowest point of the ellipsoid A on a face of B.
fn ellipsoid_frame(parts: &Parts, face: u32, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let [owner, other] = parts.solids;
    let given = other.mesh.faces.get(face as usize)?;
    let normal = b.pose.rotation * given.normal;
    let turning = b.spin.cross(normal);
    let (e, e_rate) = ellipsoid::lowest(a.pose.turned(owner.squares), normal, a.spin, turning);
    let centre = a.point(owner.mesh.vertices[0]);
    let point = centre + e;
    Some(Frame {
        gap: given.normal.dot(b.pose.local(point)) - given.offset,
        normal,
        turning,
        point,
        velocity: a.velocity_at(centre) + e_rate,
    })
}

/// A point of A by a rim of B: n along d = c - (c_k + R rho^), rho the part of c - c_k across the axis.
fn circle_frame(parts: &Parts, centre: DVec3, rim: usize, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let [owner, other] = parts.solids;
    let along = b.pose.rotation * cylinder::axis(other);
    let out = (centre - b.point(other.mesh.vertices[rim])).reject_from_normalized(along);
    let outward = out.try_normalize()?;
    let near = b.point(other.mesh.vertices[rim]) + other.radius * outward;
    let moving = relative(a, b, [centre; 2]);
    let sliding = other.radius * unit_rate(outward, out.length(), moving.reject_from_normalized(along));
    let length = centre.distance(near);
    let normal = (centre - near).try_normalize()?;
    let turning = b.spin.cross(normal) + unit_rate(normal, length, moving - sliding);
    let r = owner.radius;
    Some(Frame {
        gap: length - r,
        normal,
        turning,
        point: centre - r * normal,
        velocity: a.velocity_at(centre) - r * turning,
    })
}

/// A curve of A against a curve of B.
fn curves_frame(parts: &Parts, curves: Curves, face: u32, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let pairing = parts.pairing([a.pose, b.pose]);
    if pairing.has_rims() {
        return curve::frame(&pairing.meeting(curves)?, a, b);
    }
    match Side::decode(face) {
        Some(side) => side_frame(parts, curves.numbers, side, a, b),
        None => edge_frame(parts, curves.numbers, a, b),
    }
}

/// An edge of A against an edge of B.
fn edge_frame(parts: &Parts, edges: [usize; 2], a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let pairing = parts.pairing([a.pose, b.pose]);
    let (crossing, _) = pairing.crossing(edges)?;
    let normal = b.pose.rotation * crossing.normal;
    let [d, e] = [pairing.edge_of_a(edges[0]).along, pairing.edge_of_b(edges[1]).along].map(|u| b.pose.rotation * u);
    let across = d.cross(e);
    let side = across.dot(normal).signum();
    let turned = a.spin.cross(d).cross(e) + d.cross(b.spin.cross(e));
    let turning = unit_rate(normal, across.length(), side * turned);
    let line = pairing.edge_of_a(edges[0]);
    let on_a = b.pose.point(line.start + crossing.at[0] * line.along);
    let on_b = on_a - crossing.height * normal;
    // u' d - w' e = -V + s n' across n.
    let drift = crossing.height * turning - relative(a, b, [on_a, on_b]);
    let u_rate = drift.dot(e.cross(normal)) / d.dot(e.cross(normal));
    let r = parts.solids[0].radius;
    Some(Frame {
        gap: crossing.height - r - parts.solids[1].radius,
        normal,
        turning,
        point: on_a - r * normal,
        velocity: a.velocity_at(on_a) + u_rate * d - r * turning,
    })
}

/// A side of a face over a side of the face that gives the normal, R its body and I the other: with m across the side of R in its
/// face, m . (P - p) = 0 on the edge a + u d of I, so that P' = v_I + u' d, u' = -m . (v_I - v_R) / m . d.
fn side_frame(parts: &Parts, edges: [usize; 2], side: Side, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let second = usize::from(side.of_second);
    let (bodies, first) = ([a, b], 1 - second);
    let (reference, other) = (bodies[second], bodies[first]);
    let out = reference.pose.rotation * parts.solids[second].mesh.faces.get(side.face)?.normal;
    let ends = |k: usize| {
        let mesh = &parts.solids[k].mesh;
        mesh.edges[edges[k]].ends.map(|end| bodies[k].point(mesh.vertices[end]))
    };
    let ([p, q], [from, to]) = (ends(second), ends(first));
    let (across, along) = (out.cross(q - p), to - from);
    let slope = across.dot(along);
    let part = across.dot(p - from) / slope;
    let point = from + part * along;
    let rate = -across.dot(relative(other, reference, [point; 2])) / slope;
    if !part.is_finite() || !rate.is_finite() {
        return None;
    }
    // From B to A.
    let normal = if side.of_second { out } else { -out };
    Some(Frame {
        gap: out.dot(point - p),
        normal,
        turning: reference.spin.cross(normal),
        point,
        velocity: other.velocity_at(point) + rate * along,
    })
}

fn no_contact(contact: &mut Contact) {
    contact.gap = f64::INFINITY;
    contact.along_normal.clear();
    contact.tangential.iter_mut().for_each(Direction::clear);
    contact.moment.clear();
}
