//! Outlines of bodies in the world, for pictures.

use glam::DVec2;

use super::force::Force;
use super::geometry::{Circle, Kind, Outline, Place};
use super::joint::{Equation, Joint};
use super::world::World;
use crate::model::At;

/// A shape of a body in the world.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawing {
    /// A closed outline; a single point for a point, two points for a rod without thickness.
    Outline(Vec<DVec2>),
    /// The half-plane behind a line through `point`; `normal` points out of it.
    HalfPlane {
        /// A point of the boundary.
        point: DVec2,
        /// Outward unit normal.
        normal: DVec2,
    },
    /// Everything outside this closed outline.
    Outside(Vec<DVec2>),
}

/// A spring or joint in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// What it is.
    pub kind: LinkKind,
    /// Its ends; one for a pin; for a torsion spring its middle, and the points 1 m from there along the x axes of its two bodies.
    pub ends: Vec<DVec2>,
}

/// What is drawn between bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// A spring between two points, damped or not.
    Spring,
    /// A damper between two points.
    Damper,
    /// A torsion spring, damped or not.
    TorsionSpring,
    /// A damper of rotation.
    TorsionDamper,
    /// A joint at a point.
    Pin,
    /// A joint that keeps the distance of two points.
    Bar,
}

/// The angle between two points drawn on an arc: 64 points on a full circle look round.
const STEP: f64 = std::f64::consts::TAU / 64.0;

impl World {
    /// The shapes of a body at (t, q).
    pub fn drawings(&self, body: usize, t: f64, q: &[f64]) -> Vec<Drawing> {
        let Some(body) = self.bodies.get(body) else { return Vec::new() };
        let place = body.place(t, q);
        body.outlines.iter().map(|outline| draw(outline, &place)).collect()
    }
}

impl World {
    /// The springs and joints at an instant.
    pub fn links(&self, at: At) -> Vec<Link> {
        let bodies = self.kinematics(at);
        let place = |body: Option<usize>, p: DVec2| body.map_or(p, |i| bodies[i].place.point(p));
        let springs = self.forces.iter().filter_map(|force| match force {
            Force::Spring(spring) => {
                let kind = if force.has_stiffness() { LinkKind::Spring } else { LinkKind::Damper };
                Some(Link { kind, ends: spring.ends.iter().map(|end| place(end.body, end.at)).collect() })
            }
            Force::Torsion { bodies: pair, .. } => {
                let kind = if force.has_stiffness() { LinkKind::TorsionSpring } else { LinkKind::TorsionDamper };
                let middle = self.hinge(*pair).map_or(place(pair[0], DVec2::ZERO), |(body, at)| place(Some(body), at));
                let axis = |body: Option<usize>| body.map_or(DVec2::X, |i| bodies[i].place.turn(DVec2::X));
                Some(Link { kind, ends: vec![middle, middle + axis(pair[0]), middle + axis(pair[1])] })
            }
            Force::Applied { .. } => None,
        });
        let joints = self.joints.iter().map(|joint| {
            let [a, b] = [place(Some(joint.a), joint.at[0]), place(joint.b, joint.at[1])];
            if joint.equations.iter().any(|equation| matches!(equation, Equation::Distance(_))) {
                Link { kind: LinkKind::Bar, ends: vec![a, b] }
            } else {
                Link { kind: LinkKind::Pin, ends: vec![a] }
            }
        });
        springs.chain(joints).collect()
    }

    /// Where a joint holds two bodies together, as a body and a point of it.
    fn hinge(&self, pair: [Option<usize>; 2]) -> Option<(usize, DVec2)> {
        let holds = |joint: &&Joint| [[Some(joint.a), joint.b], [joint.b, Some(joint.a)]].contains(&pair);
        self.joints.iter().find(holds).map(|joint| (joint.a, joint.at[0]))
    }
}

fn draw(outline: &Outline, place: &Place) -> Drawing {
    let points = || closed(outline).into_iter().map(|p| place.point(p)).collect();
    match (outline.kind, outline.lines.first()) {
        (Kind::HalfSpace, Some(line)) => {
            Drawing::HalfPlane { point: place.point(line.start), normal: place.turn(line.normal) }
        }
        (Kind::Hollow, _) => Drawing::Outside(points()),
        _ => Drawing::Outline(points()),
    }
}

/// The circles in the order of their normals, each drawn over its sector, make the outline.
fn closed(outline: &Outline) -> Vec<DVec2> {
    let mut circles: Vec<&Circle> = outline.circles.iter().collect();
    let order = |c: &Circle| c.sector.middle.to_angle();
    circles.sort_by(|a, b| order(a).total_cmp(&order(b)));
    let mut points: Vec<DVec2> = circles.into_iter().flat_map(arc).collect();
    // Ends of arcs are vertices too: the same points up to rounding, also across the end of the list.
    let same = |a: DVec2, b: DVec2| a.distance(b) <= 1e-9 * outline.size;
    points.dedup_by(|a, b| same(*a, *b));
    while points.len() > 1 && same(points[0], points[points.len() - 1]) {
        points.pop();
    }
    points
}

fn arc(circle: &Circle) -> Vec<DVec2> {
    if circle.radius == 0.0 {
        return vec![circle.centre];
    }
    let half = circle.sector.half.min(std::f64::consts::PI);
    let steps = (2.0 * half / STEP).ceil().max(1.0);
    let at = |k: usize| DVec2::from_angle(-half + 2.0 * half * k as f64 / steps).rotate(circle.sector.middle);
    (0..=steps as usize).map(|k| circle.centre + circle.radius * at(k)).collect()
}
