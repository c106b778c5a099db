//! The kinematics of a contact: a circle of body A (centre c, radius r) against a face of body B.
//!
//! The frame of the contact is the normal n out of the face and tau = (n_y, -n_x): on a floor with n = +y the tangent
//! is +x. Force and reaction act at the one point P = c - r n. Whether A or B is the first body of the pair does not
//! change D_N and D_T: the normal that is reported, the tangent and the difference of velocities all turn round
//! together. Only the moment, the spin of the first body less that of the second, depends on it.
//!
//! ```text
//!     line            gap = n . (c - p) - r                                 n turns with B
//!     circle          gap = |c - c_B| - r - R,   n = (c - c_B) / |c - c_B|
//!     tip on tip      gap = n . (c - c_B),       n between the two rods, turning with the mean of their spins
//!     hollow circle   gap = R - |c - c_B| - r,   n = (c_B - c) / |c - c_B|
//! ```

use glam::DVec2;

use super::geometry::{Circle, Face, Kind, Outline, Pairing, Place, are_tips, face_between, margin, skin, tip_normal};
use super::kinematics::{Kinematics, centre_bias, line_bias};
use super::sites::Feature;
use super::world::World;
use crate::model::{Contact, Site, Touch};
use crate::rigid::rows;

/// The parts of a site: body and circle, body and outline.
struct Parts<'a> {
    owner: usize,
    other: usize,
    shape: &'a Outline,
    circle: &'a Circle,
    outline: &'a Outline,
    of_second: bool,
}

impl World {
    fn parts(&self, site: Site) -> Option<Parts<'_>> {
        let (i, j) = self.pairs.members(site.pair);
        let feature = Feature::decode(site.feature);
        let (owner, other) = if feature.of_second { (j, i) } else { (i, j) };
        let (shape, circle) = self.bodies.get(owner)?.circle(feature.circle)?;
        let shape = &self.bodies[owner].outlines[shape];
        let outline = self.bodies.get(other)?.outlines.get(feature.outline)?;
        Some(Parts { owner, other, shape, circle, outline, of_second: feature.of_second })
    }

    /// Gap of a site and its nearest face; infinite for a site that does not exist.
    pub(super) fn site_gap(&self, site: Site, t: f64, q: &[f64]) -> (f64, u32) {
        let Some(parts) = self.parts(site) else { return (f64::INFINITY, 0) };
        let [a, b] = [parts.owner, parts.other].map(|body| self.bodies[body].place(t, q));
        Pairing::new((parts.shape, &a), (parts.outline, &b), !parts.of_second).gap(parts.circle)
    }

    /// The face of a site against which it rests if the two shapes, looked at as wholes, overlap.
    pub(super) fn site_face(&self, site: Site, t: f64, q: &[f64]) -> Option<u32> {
        let parts = self.parts(site).filter(|parts| parts.circle.radius == 0.0)?;
        let [a, b] = [parts.owner, parts.other].map(|body| self.bodies[body].place(t, q));
        face_between((parts.shape, &a), (parts.outline, &b))
    }

    /// How far the touching point is inside its face.
    pub(super) fn touch_margin(&self, touch: Touch, t: f64, q: &[f64]) -> f64 {
        let Some(parts) = self.parts(touch.site) else { return f64::NEG_INFINITY };
        let Some(face) = parts.outline.face(touch.face) else { return f64::NEG_INFINITY };
        let [a, b] = [parts.owner, parts.other].map(|body| self.bodies[body].place(t, q));
        margin(parts.circle, face, parts.outline.kind, &a.seen_from(&b))
    }

    /// Fills the contact at a face of a site, given how bodies move; leaves it infinitely open if there is none.
    pub(super) fn fill_contact(&self, touch: Touch, moves: impl Fn(usize) -> Kinematics, contact: &mut Contact) {
        let Some(parts) = self.parts(touch.site) else { return no_contact(contact) };
        let Some(face) = parts.outline.face(touch.face) else { return no_contact(contact) };
        let [a, b] = [parts.owner, parts.other].map(moves);
        let r = parts.circle.radius;
        let centre = a.place.point(parts.circle.centre);
        let skin = if matches!(face, Face::Line(_)) { skin(parts.circle, parts.outline) } else { 0.0 };
        let frame = tips(&a, &b, parts.circle, face)
            .unwrap_or_else(|| frame(&a, &b, centre, face, parts.outline.kind, r + skin));
        let point = centre - r * frame.normal;
        rows(&a, &b, point, frame.normal, &mut contact.along_normal);
        rows(&a, &b, point, -frame.normal.perp(), &mut contact.tangential[0]);
        contact.along_normal.bias += frame.bias[0];
        contact.tangential[0].bias += frame.bias[1];
        contact.tangential[1].clear();
        contact.moment.clear();
        // +1 if the owner of the circle is the first body.
        let sign = if self.pairs.oriented(touch.site.pair).0 == parts.owner { 1.0 } else { -1.0 };
        a.add_spin(sign, &mut contact.moment);
        b.add_spin(-sign, &mut contact.moment);
        contact.gap = frame.gap;
        contact.point = [point.x, point.y, 0.0];
        contact.normal = [sign * frame.normal.x, sign * frame.normal.y, 0.0];
    }
}

/// Gap, normal and the bias of both directions without prescribed accelerations.
struct Frame {
    gap: f64,
    normal: DVec2,
    bias: [f64; 2],
}

fn frame(a: &Kinematics, b: &Kinematics, centre: DVec2, face: Face, kind: Kind, r: f64) -> Frame {
    match face {
        Face::Line(line) => {
            let normal = b.place.turn(line.normal);
            let gap = normal.dot(centre - b.place.point(line.start)) - r;
            Frame { gap, normal, bias: line_bias(a, b, centre, normal, b.spin) }
        }
        Face::Circle(circle) => {
            let other = b.place.point(circle.centre);
            let side = if kind == Kind::Hollow { -1.0 } else { 1.0 };
            let distance = centre.distance(other);
            let normal = side * radial(centre - other, &b.place, circle.sector.middle);
            // At distance zero a normal has no rate: leave the centres a hair apart.
            let h = side * distance.max(f64::MIN_POSITIVE.sqrt());
            Frame {
                gap: side * (distance - circle.radius) - r,
                normal,
                bias: centre_bias(a, b, [centre, other], normal, h),
            }
        }
    }
}

/// The frame of two tips of thin rods that meet.
fn tips(a: &Kinematics, b: &Kinematics, circle: &Circle, face: Face) -> Option<Frame> {
    let Face::Circle(end) = face else { return None };
    if !are_tips(circle, end) {
        return None;
    }
    let normal = b.place.turn(tip_normal(circle, end, &a.place.seen_from(&b.place))?);
    let centre = a.place.point(circle.centre);
    let gap = normal.dot(centre - b.place.point(end.centre));
    Some(Frame { gap, normal, bias: line_bias(a, b, centre, normal, 0.5 * (a.spin + b.spin)) })
}

/// The unit vector along d; for d = 0 the middle of the face.
fn radial(d: DVec2, place: &Place, middle: DVec2) -> DVec2 {
    d.try_normalize().unwrap_or_else(|| place.turn(middle))
}

fn no_contact(contact: &mut Contact) {
    contact.gap = f64::INFINITY;
    contact.along_normal.clear();
    contact.tangential.iter_mut().for_each(crate::model::Direction::clear);
    contact.moment.clear();
}
