//! Which sites may be near: first bodies by their boxes, sorted along x, then shapes by their circles, then each site
//! by its gap.

use super::body::Body;
use super::geometry::{Circle, Kind, Outline, Pairing, Place, lines_above};
use super::world::World;
use crate::broad_phase::{self, Bound};
use crate::model::{Site, Touch};

/// Bits of [`Site::feature`] that name the outline of the other body, and the circle of its owner.
pub(super) const OUTLINE_BITS: u32 = 12;
pub(super) const CIRCLE_BITS: u32 = 19;

/// A site decoded: circle `circle` of body `owner` against outline `outline` of body `other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Feature {
    /// Whether the circle belongs to the body with the higher number.
    pub of_second: bool,
    pub circle: usize,
    pub outline: usize,
}

impl Feature {
    pub fn encode(self) -> u32 {
        let owner = u32::from(self.of_second) << (OUTLINE_BITS + CIRCLE_BITS);
        owner | (self.circle as u32) << OUTLINE_BITS | self.outline as u32
    }

    pub fn decode(feature: u32) -> Self {
        Self {
            of_second: feature >> (OUTLINE_BITS + CIRCLE_BITS) != 0,
            circle: (feature >> OUTLINE_BITS & ((1 << CIRCLE_BITS) - 1)) as usize,
            outline: (feature & ((1 << OUTLINE_BITS) - 1)) as usize,
        }
    }
}

/// Calls `visit` with every pair i < j of bodies that may touch and whose distance may be below `reach`.
pub(super) fn near_pairs(world: &World, places: &[Place], reach: f64, mut visit: impl FnMut(usize, usize)) {
    let bound = |(body, place): (&Body, &Place)| match (body.unbounded, body.outlines.is_empty()) {
        (true, _) => Bound::Unbounded,
        (false, true) => Bound::Nothing,
        (false, false) => Bound::Sphere { centre: place.position.extend(0.0), radius: body.radius },
    };
    let bounds: Vec<Bound> = world.bodies.iter().zip(places).map(bound).collect();
    broad_phase::near_pairs(&bounds, reach, |i, j| {
        if world.pairs.touch(i, j) {
            visit(i, j);
        }
    });
}

/// The largest distance that the circle of an outline's extent leaves between it and another outline: a quick lower
/// bound.
fn quick_distance(a: (&Outline, &Place), b: (&Outline, &Place)) -> f64 {
    match b.0.kind {
        Kind::HalfSpace => {
            let centre = b.1.local(a.1.position);
            b.0.lines.iter().map(|line| line.distance(centre)).fold(f64::INFINITY, f64::min) - a.0.reach
        }
        Kind::Hollow => f64::NEG_INFINITY,
        Kind::Solid | Kind::Thin => a.1.position.distance(b.1.position) - a.0.reach - b.0.reach,
    }
}

/// Calls `visit` with every site of circles of body `a` against outlines of body `b`; `of_second` says that a has the
/// higher number.
pub(super) fn visit_sites<'a>(
    a: (&'a Body, &Place),
    b: (&'a Body, &Place),
    of_second: bool,
    reach: f64,
    mut visit: impl FnMut(Feature, &Pairing<'a>, &'a Circle),
) {
    let mut number = 0;
    for shape in &a.0.outlines {
        let first = number;
        number += shape.circles.len();
        for (outline, other) in b.0.outlines.iter().enumerate() {
            let pairing = Pairing::new((shape, a.1), (other, b.1), !of_second);
            if pairing.is_empty() || quick_distance((shape, a.1), (other, b.1)) > reach {
                continue;
            }
            for (k, circle) in shape.circles.iter().enumerate() {
                visit(Feature { of_second, circle: first + k, outline }, &pairing, circle);
            }
        }
    }
}

/// Calls `visit` with every sharp corner of one of two bodies that is under a line of the other one, where they overlap, and with that line.
fn visit_sunk(a: (&Body, &Place), b: (&Body, &Place), mut visit: impl FnMut(Feature, usize)) {
    let mut first = [0; 2];
    for (i, shape) in a.0.outlines.iter().enumerate() {
        first[1] = 0;
        for (j, other) in b.0.outlines.iter().enumerate() {
            let (own, others) = ((shape, a.1), (other, b.1));
            if quick_distance(own, others) <= 0.0 {
                let [of_b, of_a] = lines_above(own, others);
                for (k, circle) in corners_under(own, others, of_b) {
                    visit(Feature { of_second: false, circle: first[0] + circle, outline: j }, k);
                }
                for (k, circle) in corners_under(others, own, of_a) {
                    visit(Feature { of_second: true, circle: first[1] + circle, outline: i }, k);
                }
            }
            first[1] += other.circles.len();
        }
        first[0] += shape.circles.len();
    }
}

/// The sharp corners of a shape that are under a line of another one, if one is given, each after the number of that line.
fn corners_under<'a>(
    a: (&'a Outline, &Place),
    b: (&'a Outline, &Place),
    line: Option<usize>,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let place = a.1.seen_from(b.1);
    let corners = move |face: usize| {
        let line = &b.0.lines[face];
        let sharp = a.0.circles.iter().enumerate().filter(|(_, circle)| circle.radius == 0.0);
        let under = sharp.filter(move |(_, circle)| line.distance(place.point(circle.centre)) < 0.0);
        under.map(move |(k, _)| (face, k))
    };
    line.into_iter().flat_map(corners)
}

impl World {
    /// Writes the sites with a gap of at most `reach`, in ascending order, and corners under lines of bodies that theirs overlap.
    pub(super) fn near_sites(
        &self,
        t: f64,
        q: &[f64],
        reach: f64,
        sites: &mut Vec<Site>,
        mut sunk: Option<&mut Vec<Touch>>,
    ) {
        sites.clear();
        if self.pairs.apart {
            return;
        }
        let places: Vec<Place> = self.bodies.iter().map(|body| body.place(t, q)).collect();
        near_pairs(self, &places, reach, |i, j| {
            let pair = self.pairs.number(i, j);
            let (first, second) = ((&self.bodies[i], &places[i]), (&self.bodies[j], &places[j]));
            let mut take = |feature: Feature, pairing: &Pairing, circle: &Circle| {
                if !pairing.is_beyond(circle, reach) && pairing.gap(circle).0 <= reach {
                    sites.push(Site { pair, feature: feature.encode() });
                }
            };
            visit_sites(first, second, false, reach, &mut take);
            visit_sites(second, first, true, reach, &mut take);
            if let Some(sunk) = &mut sunk {
                let mut take = |feature: Feature, face: usize| {
                    sunk.push(Touch { site: Site { pair, feature: feature.encode() }, face: face as u32 });
                };
                visit_sunk(first, second, &mut take);
            }
        });
        sites.sort_unstable();
    }
}
