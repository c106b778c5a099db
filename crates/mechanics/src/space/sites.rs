//! Which sites may be near: first bodies by their spheres, then solids by theirs, then each site by its gap.

use super::body::Body;
use super::geometry::cylinder::RIM_POINTS;
use super::geometry::{Curves, Kind, Met, Pairing, Slab, Solid, has_patch, patch};
use super::kinematics::{Kinematics, Pose};
use super::world::World;
use crate::broad_phase::{self, Bound};
use crate::model::{At, Site, Touch};
use smallvec::SmallVec;

/// Bits of [`Site::feature`]: which kind; then a vertex and the solid it meets, or which meeting place of two curves, and these.
pub(super) const VERTEX_BITS: u32 = 18;
pub(super) const SOLID_BITS: u32 = 12;
pub(super) const EDGE_BITS: u32 = 15;

/// How deep edges may have passed each other and still be listed, as part of the size of the smaller solid: deeper ones
/// are on the far sides of their bodies.
const DEEP: f64 = 0.25;

/// Part by which a cylinder and what has edges are shrunk before they are seen to overlap: well above what joints and lasting contacts are off by.
const UNSEEN: f64 = 1e-4;

/// A point where curves nearly touch counts for time stepping if they are no farther from being a contact than this part of the smaller solid.
const NEARLY: f64 = 1e-2;

/// A site decoded. Vertices and curves are numbered through all solids of their body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// A vertex of the body with the lower number (or the higher) against a solid of the other.
    Vertex { of_second: bool, vertex: usize, solid: usize },
    /// A curve of each, edge or rim, at the first or the second of the places where they may meet.
    Curves(Curves),
}

impl Feature {
    fn edges([i, j]: [usize; 2]) -> Self {
        Self::Curves(Curves { numbers: [i, j], second: false })
    }

    pub fn encode(self) -> u32 {
        match self {
            Self::Vertex { of_second, vertex, solid } => {
                u32::from(of_second) << (VERTEX_BITS + SOLID_BITS) | (vertex as u32) << SOLID_BITS | solid as u32
            }
            Self::Curves(Curves { numbers: [i, j], second }) => {
                1 << 31 | u32::from(second) << (2 * EDGE_BITS) | (i as u32) << EDGE_BITS | j as u32
            }
        }
    }

    pub fn decode(feature: u32) -> Self {
        let part = |shift: u32, bits: u32| (feature >> shift & ((1 << bits) - 1)) as usize;
        if feature >> 31 != 0 {
            let numbers = [part(EDGE_BITS, EDGE_BITS), part(0, EDGE_BITS)];
            return Self::Curves(Curves { numbers, second: part(2 * EDGE_BITS, 1) != 0 });
        }
        Self::Vertex {
            of_second: part(VERTEX_BITS + SOLID_BITS, 1) != 0,
            vertex: part(SOLID_BITS, VERTEX_BITS),
            solid: part(0, SOLID_BITS),
        }
    }
}

/// Calls `visit` with every pair i < j of bodies that may touch and whose distance may be below `reach` plus the ways of both.
pub(super) fn near_pairs(
    world: &World,
    poses: &[Pose],
    way: impl Fn(usize) -> f64,
    reach: f64,
    mut visit: impl FnMut(usize, usize),
) {
    let bound = |(i, (body, pose)): (usize, (&Body, &Pose))| match (body.unbounded, body.solids.is_empty()) {
        (true, _) => Bound::Unbounded,
        (false, true) => Bound::Nothing,
        (false, false) => Bound::Sphere { centre: pose.position, radius: body.radius + way(i) },
    };
    let bounds: Vec<Bound> = world.bodies.iter().zip(poses).enumerate().map(bound).collect();
    broad_phase::near_pairs(&bounds, reach, |i, j| {
        if world.pairs.touch(i, j) {
            visit(i, j);
        }
    });
}

/// A lower bound of the distance of two solids.
fn quick_distance(pairing: &Pairing) -> f64 {
    let plane = |solid: &Solid, other: &Solid, place: &Pose| {
        let over = solid.mesh.faces.iter().map(|face| face.normal.dot(place.position) - face.offset);
        over.fold(f64::INFINITY, f64::min) - other.reach
    };
    match (pairing.a.kind, pairing.b.kind) {
        (Kind::HalfSpace, Kind::HalfSpace) => f64::INFINITY,
        (_, Kind::HalfSpace) => plane(pairing.b, pairing.a, &pairing.place),
        (Kind::HalfSpace, _) => plane(pairing.a, pairing.b, &pairing.swapped().place),
        _ => pairing.place.position.length() - pairing.a.reach - pairing.b.reach,
    }
}

/// Calls `visit` with the sites of two solids whose gap is at most `reach`, the gap and the nearest face; the numbers are those of
/// the solids in their bodies and of their first vertices and curves.
fn visit_sites(pairing: &Pairing, [a, b]: [&Numbers; 2], reach: f64, mut visit: impl FnMut(Feature, f64, u32)) {
    visit_vertices(pairing, [a, b], reach, &mut visit);
    if pairing.has_rims() {
        visit_rims(pairing, [a, b], (reach, f64::INFINITY), visit);
    } else {
        visit_edges(pairing, [a, b], reach, visit);
    }
}

/// The same of vertices only, or points of rims on faces.
fn visit_vertices(pairing: &Pairing, [a, b]: [&Numbers; 2], reach: f64, mut visit: impl FnMut(Feature, f64, u32)) {
    let slab = pairing.is_large().then(|| Slab::new(pairing, reach));
    for (pairing, of_second, owner, other) in [(*pairing, false, a, b), (pairing.swapped(), true, b, a)] {
        if !pairing.has_vertices(!of_second) {
            continue;
        }
        let near = slab.as_ref().map(|slab| &slab.vertices[usize::from(of_second)]);
        for k in listed(near.filter(|_| pairing.a.kind == Kind::Rounded), pairing.a.points()) {
            let (gap, face) = pairing.vertex(k, !of_second);
            if gap <= reach {
                visit(Feature::Vertex { of_second, vertex: owner.vertex + k, solid: other.solid }, gap, face);
            }
        }
    }
}

/// The same of curves one of which is a rim or a side, no farther from being a contact than `most`.
fn visit_rims(
    pairing: &Pairing,
    [a, b]: [&Numbers; 2],
    (reach, most): (f64, f64),
    mut visit: impl FnMut(Feature, f64, u32),
) {
    pairing.visit_curves(reach, deepest(pairing, reach), |curves, gap, off| {
        let [i, j] = curves.numbers;
        if off <= most {
            visit(Feature::Curves(Curves { numbers: [a.edge + i, b.edge + j], ..curves }), gap, 0);
        }
    });
}

fn deepest(pairing: &Pairing, reach: f64) -> f64 {
    -reach.max(DEEP * pairing.a.size.min(pairing.b.size))
}

/// The same of edges only.
fn visit_edges(pairing: &Pairing, [a, b]: [&Numbers; 2], reach: f64, mut visit: impl FnMut(Feature, f64, u32)) {
    let slab = pairing.is_large().then(|| Slab::new(pairing, reach));
    let deepest = deepest(pairing, reach);
    let near = |k: usize| slab.as_ref().map(|slab| &slab.edges[k]);
    for i in listed(near(0), pairing.a.mesh.edges.len()).filter(|&i| pairing.edge_is_near(i, reach)) {
        for j in listed(near(1), pairing.b.mesh.edges.len()) {
            let (alone, height) = pairing.edges_alone([i, j]);
            if alone > reach || height < deepest {
                continue;
            }
            let gap = pairing.edges([i, j]);
            if gap <= reach {
                visit(Feature::edges([a.edge + i, b.edge + j]), gap, 0);
            }
        }
    }
}

/// The numbers of a list, or all.
fn listed(some: Option<&Vec<usize>>, count: usize) -> impl Iterator<Item = usize> + '_ {
    let of = move |k: usize| some.map_or(Some(k), |list| list.get(k).copied());
    (0..some.map_or(count, Vec::len)).filter_map(of)
}

/// Calls `visit` with the points where two solids touch or are within reach, their gaps and faces.
fn visit_touches(pairing: &Pairing, [a, b]: [&Numbers; 2], reach: f64, mut visit: impl FnMut(Feature, f64, u32)) {
    if pairing.has_rims() {
        let off = NEARLY * pairing.a.size.min(pairing.b.size);
        visit_vertices(pairing, [a, b], reach, |feature, gap, face| {
            if vertex_is_on(pairing, [a, b], feature, face, off) {
                visit(feature, gap, face);
            }
        });
        return visit_rims(pairing, [a, b], (reach, off), visit);
    }
    if !has_patch(pairing.a, pairing.b) {
        return visit_sites(pairing, [a, b], reach, visit);
    }
    patch(pairing, reach, |met, gap| match met {
        Met::OfA { vertex, face } => {
            let feature = Feature::Vertex { of_second: false, vertex: a.vertex + vertex, solid: b.solid };
            visit(feature, gap, face as u32);
        }
        Met::OfB { vertex, face } => {
            let feature = Feature::Vertex { of_second: true, vertex: b.vertex + vertex, solid: a.solid };
            visit(feature, gap, face as u32);
        }
        Met::Edges([i, j]) => visit(Feature::edges([a.edge + i, b.edge + j]), gap, 0),
        Met::Side { edges: [i, j], face, of_b } => {
            visit(Feature::edges([a.edge + i, b.edge + j]), gap, Side { face, of_second: of_b }.encode());
        }
    });
}

/// How many times as deep as the deepest site two polyhedra overlap whose points count besides, and by how much of the smaller one at least.
const DEEPER: f64 = 2.0;
const SHALLOW: f64 = 1e-7;

/// The points where two polyhedra overlap, with their faces, if they overlap deeper than `least`, the least gap of their sites, tells: no corner
/// of two wedges one upside down on the other is inside of one, nor do their edges cross.
fn sunk_deeper(pairing: &Pairing, numbers: [&Numbers; 2], least: f64) -> SmallVec<[(Feature, u32); 8]> {
    let mut points = SmallVec::new();
    if pairing.has_rims() || !has_patch(pairing.a, pairing.b) || quick_distance(pairing) > 0.0 {
        return points;
    }
    let mut deepest = 0.0_f64;
    visit_touches(pairing, numbers, 0.0, |feature, gap, face| {
        deepest = deepest.min(gap);
        points.push((feature, face));
    });
    if deepest >= DEEPER * least - SHALLOW * pairing.a.size.min(pairing.b.size) {
        points.clear();
    }
    points
}

/// Whether a vertex, or a point of a rim, is over the face that it meets, or beside it by no more than `off`.
fn vertex_is_on(pairing: &Pairing, [a, b]: [&Numbers; 2], feature: Feature, face: u32, off: f64) -> bool {
    let Feature::Vertex { of_second, vertex, .. } = feature else { return true };
    let margin = if of_second {
        pairing.swapped().vertex_margin(vertex - b.vertex, face)
    } else {
        pairing.vertex_margin(vertex - a.vertex, face)
    };
    margin >= -off
}

/// The face that gives the normal where two edges meet as sides of a patch. Zero stands for the common normal of the edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// Its number in its solid.
    pub face: usize,
    /// Whether it belongs to the second body.
    pub of_second: bool,
}

impl Side {
    fn encode(self) -> u32 {
        1 + 2 * self.face as u32 + u32::from(self.of_second)
    }

    pub fn decode(number: u32) -> Option<Self> {
        let number = number.checked_sub(1)?;
        Some(Self { face: number as usize / 2, of_second: number % 2 == 1 })
    }
}

/// How deep two solids overlap as wholes, if they do and their sites might not tell.
fn depth_unseen(pairing: &Pairing) -> Option<f64> {
    if pairing.has_rims() {
        return pairing.overlap_shrunk(UNSEEN);
    }
    if !pairing.are_polyhedra() {
        return None;
    }
    Some(pairing.overlap()).filter(|depth| *depth > 0.0)
}

/// Which solid of its body, and the numbers of its first vertex and curve there.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    solid: usize,
    vertex: usize,
    edge: usize,
}

/// The solids of a body with their numbers.
fn numbered(body: &Body) -> impl Iterator<Item = (Numbers, &Solid)> {
    body.solids.iter().scan(Numbers::default(), |next, solid| {
        let here = *next;
        next.solid += 1;
        next.vertex += solid.points();
        next.edge += solid.lines();
        Some((here, solid))
    })
}

impl World {
    /// Writes the other points of the rim that a site is a point of.
    pub(super) fn points_of_rim(&self, site: Site, points: &mut Vec<Site>) {
        let Feature::Vertex { of_second, vertex, solid } = Feature::decode(site.feature) else { return };
        let (first, second) = self.pairs.members(site.pair);
        let Some(owner) = self.bodies.get(if of_second { second } else { first }) else { return };
        let Some(&(own, number)) = owner.vertices.get(vertex) else { return };
        if owner.solids[own].kind != Kind::Cylinder {
            return;
        }
        let start = vertex - number % RIM_POINTS;
        let others = (start..start + RIM_POINTS).filter(|&other| other != vertex);
        points.extend(
            others.map(|vertex| Site { feature: Feature::Vertex { of_second, vertex, solid }.encode(), ..site }),
        );
    }

    /// Writes the sites with a gap of at most `reach`, in ascending order, and the points where polyhedra overlap deeper than these tell.
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
        let poses: Vec<Pose> = self.bodies.iter().map(|body| body.pose(t, q)).collect();
        near_pairs(
            self,
            &poses,
            |_| 0.0,
            reach,
            |i, j| {
                self.near_solids([i, j], &poses, reach, |pairing, numbers, pair| {
                    let mut least = 0.0_f64;
                    visit_sites(pairing, numbers, reach, |feature, gap, _| {
                        sites.push(Site { pair, feature: feature.encode() });
                        least = least.min(gap);
                    });
                    if let Some(sunk) = &mut sunk {
                        let touch = |(feature, face): (Feature, u32)| Touch {
                            site: Site { pair, feature: feature.encode() },
                            face,
                        };
                        sunk.extend(sunk_deeper(pairing, numbers, least).into_iter().map(touch));
                    }
                });
            },
        );
        sites.sort_unstable();
    }

    /// Writes the points where bodies touch, or may do so within a time, with their gaps, in ascending order.
    pub(super) fn near_touches(&self, at: At, time: f64, least: f64, touches: &mut Vec<(Touch, f64)>) {
        touches.clear();
        let bodies = self.kinematics(at);
        let poses: Vec<Pose> = bodies.iter().map(|body| body.pose).collect();
        let turning = |(k, body): (&Kinematics, &Body)| k.spin.length() * body.swing;
        let turning: Vec<f64> = bodies.iter().zip(&self.bodies).map(turning).collect();
        let way = |i: usize| time * (bodies[i].velocity.length() + turning[i]);
        near_pairs(self, &poses, way, least, |i, j| {
            let speed = bodies[i].velocity.distance(bodies[j].velocity) + turning[i] + turning[j];
            let reach = least + time * speed;
            self.near_solids([i, j], &poses, reach, |pairing, numbers, pair| {
                visit_touches(pairing, numbers, reach, |feature, gap, face| {
                    let site = Site { pair, feature: feature.encode() };
                    touches.push((Touch { site, face }, gap));
                });
            });
        });
        touches.sort_unstable_by_key(|(touch, _)| *touch);
    }

    /// The deepest overlap of two bodies as wholes, and which bodies: of polyhedra along the direction in which they overlap least, and of a cylinder
    /// and what has edges what they have shrunk by, if they overlap though shrunk by [`UNSEEN`]. What else there is has its distance as its gap.
    pub(super) fn deepest_unseen(&self, t: f64, q: &[f64]) -> Option<(f64, usize, usize)> {
        let poses: Vec<Pose> = self.bodies.iter().map(|body| body.pose(t, q)).collect();
        let mut deepest: Option<(f64, usize, usize)> = None;
        near_pairs(
            self,
            &poses,
            |_| 0.0,
            0.0,
            |i, j| {
                self.near_solids([i, j], &poses, 0.0, |pairing, _, _| {
                    if let Some(depth) = depth_unseen(pairing)
                        && deepest.is_none_or(|(most, ..)| depth > most)
                    {
                        deepest = Some((depth, i, j));
                    }
                });
            },
        );
        deepest
    }

    /// Calls `list` with every two solids of a pair of bodies that may be within reach, and the number of the pair.
    fn near_solids(
        &self,
        [i, j]: [usize; 2],
        poses: &[Pose],
        reach: f64,
        mut list: impl FnMut(&Pairing, [&Numbers; 2], u32),
    ) {
        let pair = self.pairs.number(i, j);
        for (a, first) in numbered(&self.bodies[i]) {
            for (b, second) in numbered(&self.bodies[j]) {
                let pairing = Pairing::new((first, &poses[i]), (second, &poses[j]));
                if quick_distance(&pairing) <= reach {
                    list(&pairing, [&a, &b], pair);
                }
            }
        }
    }
}
