//! The gaps of the sites of two solids.
//!
//! Vertex against solid: the distance of [`nearest`](super::nearest) less the radii. Edge against edge, sharp, with the
//! normal n from B to A that leaves B at its edge and enters A at its own (s as in [`crossing`](super::crossing)):
//!
//! ```text
//!     g = max(s, how far the crossing is outside either edge, l max(n . t))
//! ```
//!
//! t are the directions from the edge into its faces: n . t <= 0 for both (with -n for A) means that n is a normal of the
//! body there. g < 0 where the edges have passed each other, but also where the whole of A is on the far side of B; then
//! the true separation of the bodies is larger than s, and g + 2 (separation - s) is taken. With a radius r + R the gap is
//! the distance of the edges less r + R, and more where that is the distance of an end; edges that near do touch.

use glam::DVec3;

use super::crossing::{Crossing, Line};
use super::cylinder;
use super::ellipsoid;
use super::mesh::Face;
use super::nearest::{Feature, highest, nearest};
use super::solid::{Kind, Solid};
use super::support::{Slab, apart};
use crate::space::kinematics::Pose;

/// Sines below this are zero: a face that lies flat on a face is met at the crossings of their sides.
const FLAT: f64 = 1e-9;

/// Part of the radius, times a sine, that the distance of round edges counts for more at an end.
const AT_END: f64 = 0.5;

/// Part of the smaller solid by which edges have hardly passed each other: some sines that count as zero.
const PASSED: f64 = 4.0 * FLAT;

/// Edges with a gap of less than this part of the smaller solid are looked at closely.
const NEAR: f64 = 1e-3;

/// Part of the smaller solid below which a vertex that came through a wedge is not looked for: twice what a step moves.
const DEEPEST: f64 = 0.5;

/// Cosine of the angle between a rim and a face up to which it may come to lie flat: any angle well above those of rocking.
const NEARLY_FLAT: f64 = 0.9;

/// By how much of the smaller solid a gap may become smaller at once: far below what a step moves.
const SUDDEN: f64 = 1e-4;

/// Pairs of edges beyond which solids are large; two boxes have 144.
const LARGE: usize = 4_000;

/// Two solids; A lies at `place` in the frame of B.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairing<'a> {
    pub a: &'a Solid,
    pub b: &'a Solid,
    pub place: Pose,
}

impl<'a> Pairing<'a> {
    /// Two solids at their bodies' poses.
    pub fn new(a: (&'a Solid, &Pose), b: (&'a Solid, &Pose)) -> Self {
        Self { a: a.0, b: b.0, place: a.1.seen_from(b.1) }
    }

    fn sharp(&self) -> bool {
        self.a.radius + self.b.radius == 0.0
    }

    /// Whether both are polyhedra with sharp edges.
    pub fn are_polyhedra(&self) -> bool {
        let has_faces = |solid: &Solid| solid.kind == Kind::Rounded && !solid.mesh.faces.is_empty();
        self.sharp() && has_faces(self.a) && has_faces(self.b)
    }

    /// The same pair seen from A.
    pub fn swapped(&self) -> Self {
        let turn = self.place.rotation.conjugate();
        Self { a: self.b, b: self.a, place: Pose { position: turn * -self.place.position, rotation: turn } }
    }

    /// Whether vertices of A have something to touch: one vertex against one vertex belongs to the first solid alone.
    pub fn has_vertices(&self, first: bool) -> bool {
        if self.a.kind == Kind::Cylinder {
            return !self.b.mesh.faces.is_empty();
        }
        if self.a.kind == Kind::Ellipsoid || self.b.kind == Kind::Ellipsoid {
            return self.b.kind == Kind::HalfSpace;
        }
        let round = |solid: &Solid| solid.mesh.vertices.len() == 1;
        self.a.kind != Kind::HalfSpace && (first && (round(self.a) || !round(self.b)) || !first && !round(self.b))
    }

    /// Gap of a vertex of A and the feature of B it is nearest to. `first` says that A owns meetings of two vertices.
    pub fn vertex(&self, vertex: usize, first: bool) -> (f64, u32) {
        if self.a.kind == Kind::Cylinder {
            return self.rim(vertex);
        }
        if self.a.kind == Kind::Ellipsoid {
            return self.ellipsoid();
        }
        let point = self.place.point(self.a.mesh.vertices[vertex]);
        if self.b.kind == Kind::Cylinder {
            let sharp = self.a.radius == 0.0;
            let (distance, feature) =
                if sharp { cylinder::highest(self.b, point) } else { cylinder::nearest(self.b, point) };
            return (distance - self.a.radius, feature.number(&self.b.mesh));
        }
        if self.sharp() || self.b.kind == Kind::HalfSpace {
            let lean = |normal: DVec3| {
                let local = self.place.rotation.conjugate() * normal;
                self.a.mesh.spokes(vertex).map(|spoke| local.dot(spoke.normalize_or_zero())).fold(1.0, f64::min)
            };
            let found = highest(&self.b.mesh, point, self.b.size, lean);
            let (height, face) = self.come_through(point, found, lean).unwrap_or(found);
            return (height - self.a.radius, Feature::Face(face).number(&self.b.mesh));
        }
        let (distance, feature) = nearest(&self.b.mesh, point);
        let gap = distance - self.a.radius - self.b.radius;
        let number = feature.number(&self.b.mesh);
        match feature {
            Feature::Vertex(i) if !first && self.a.mesh.vertices.len() > 1 => {
                (gap + self.beyond(i, point).max(0.0), number)
            }
            _ => (gap, number),
        }
    }

    /// The gap of a vertex of A that is outside of B only because it has come in through one face of a thin wedge and out through the other, and
    /// the face it came through; `found` is the height over the highest plane and which one that is. The face looks the way in which the two
    /// overlap least: all of A is over the vertex there, and the vertex is under the face itself.
    fn come_through(&self, point: DVec3, found: (f64, usize), lean: impl Fn(DVec3) -> f64) -> Option<(f64, usize)> {
        if !self.are_polyhedra() || found.0 <= 0.0 {
            return None;
        }
        let over = |face: &Face| face.normal.dot(point) - face.offset;
        let size = self.a.size.min(self.b.size);
        let beside = PASSED * size;
        let under = self.b.mesh.faces.iter().enumerate().filter_map(|(i, face)| {
            let height = over(face);
            // A foot within B is as far outside of another plane as the vertex is deep under this one at least. How edges lean is asked last: it costs most.
            let may = height <= beside - found.0 && height >= -DEEPEST * size;
            let within = may && self.b.mesh.inset(face, point - height * face.normal) >= -beside;
            (within && lean(face.normal) >= -FLAT).then_some((height, i))
        });
        let (height, face) = under.max_by(|a, b| a.0.total_cmp(&b.0))?;
        // A plane under the vertex with all of A on its far side separates the two; of planes that rounding cannot tell apart it may be above it.
        let highest = &self.b.mesh.faces[found.1];
        if over(highest) > 0.0 && lean(highest.normal) >= -FLAT {
            return None;
        }
        let gap = height + 2.0 * (self.separation() - height).max(0.0);
        (gap < 0.0).then_some((gap, face))
    }

    /// Gap of the ellipsoid A over the half-space B.
    fn ellipsoid(&self) -> (f64, u32) {
        let Some(face) = self.b.mesh.faces.first() else { return (f64::INFINITY, 0) };
        let (low, _) = ellipsoid::lowest(self.place.turned(self.a.squares), face.normal, DVec3::ZERO, DVec3::ZERO);
        (face.normal.dot(self.place.point(self.a.mesh.vertices[0]) + low) - face.offset, 0)
    }

    /// The point of the rim of A that a plane of B meets.
    fn rim_point(&self, number: usize, normal: DVec3) -> DVec3 {
        let along = self.place.rotation * cylinder::axis(self.a);
        let fixed = self.place.rotation * cylinder::fixed_direction(self.a);
        let still = [DVec3::ZERO; 2];
        let (e, _) = cylinder::rim_direction([along, normal], still, DVec3::ZERO, fixed, number % cylinder::RIM_POINTS);
        self.place.point(self.a.mesh.vertices[number / cylinder::RIM_POINTS]) + self.a.radius * e
    }

    /// Gap of a point of a rim of A and the face of B it meets: over the lowest point for each plane, the highest of all planes. The points beside
    /// the lowest one are asked only where the rim is nearly flat; elsewhere they are higher.
    fn rim(&self, number: usize) -> (f64, u32) {
        let along = self.place.rotation * cylinder::axis(self.a);
        let asked = |i: &usize| {
            number.is_multiple_of(cylinder::RIM_POINTS) || along.dot(self.b.mesh.faces[*i].normal).abs() > NEARLY_FLAT
        };
        let over = |i: usize| (self.rim_over(number, i), i);
        let least = (0..self.b.mesh.faces.len()).filter(asked).map(over).reduce(|a, b| if b.0 < a.0 { b } else { a });
        least.map_or((f64::INFINITY, 0), |((gap, _), i)| (gap, i as u32))
    }

    /// Gap of a point of a rim of A and a face of B, and whether another face is higher under it. A point far below the face, on another one, does not
    /// touch it, unless the two overlap by as much.
    fn rim_over(&self, number: usize, face: usize) -> (f64, bool) {
        let Face { normal, offset, .. } = self.b.mesh.faces[face];
        let point = self.rim_point(number, normal);
        let (highest, found) = self.highest_over(point);
        let height = normal.dot(point) - offset;
        let size = self.a.size.min(self.b.size);
        let facing = (self.place.rotation * cylinder::axis(self.a)).dot(normal).abs() > NEARLY_FLAT;
        if number.is_multiple_of(cylinder::RIM_POINTS) && facing && found != Some(face) && height > -NEAR * size {
            // The lowest point of a rim that is nearly flat goes round it in no time.
            return (highest.min(height.max(SUDDEN * size)), true);
        }
        if highest > NEAR * size || highest - height <= NEAR * size || !self.has_rims() {
            return (highest, found != Some(face));
        }
        (highest + 2.0 * (self.separation_of_rounds() - height).max(0.0), true)
    }

    /// The height of a point over the highest plane of B, or over its side, and which plane that is.
    fn highest_over(&self, point: DVec3) -> (f64, Option<usize>) {
        if self.b.kind == Kind::Cylinder {
            let (height, feature) = cylinder::highest(self.b, point);
            return (height, if let Feature::Face(end) = feature { Some(end) } else { None });
        }
        let heights = self.b.mesh.faces.iter().map(|face| face.normal.dot(point) - face.offset).enumerate();
        let most = heights.fold((f64::NEG_INFINITY, 0), |most, (i, h)| if h > most.0 { (h, i) } else { most });
        (most.0, Some(most.1))
    }

    /// How far the point where a vertex of A touches a feature of B is from the feature's ends.
    pub fn vertex_margin(&self, vertex: usize, number: u32) -> f64 {
        let (mesh, feature) = (&self.b.mesh, Feature::of(number, &self.b.mesh));
        let point = match (self.a.kind, feature) {
            (Kind::Cylinder, Some(Feature::Face(i))) => self.rim_point(vertex, mesh.faces[i].normal),
            _ => self.place.point(self.a.mesh.vertices[vertex % self.a.mesh.vertices.len()]),
        };
        if let (Kind::Cylinder, Some(feature)) = (self.b.kind, feature) {
            return cylinder::margin(self.b, point, feature);
        }
        match feature {
            Some(Feature::Face(i)) => {
                let face = &mesh.faces[i];
                mesh.inset(face, point - (face.normal.dot(point) - face.offset) * face.normal)
            }
            Some(Feature::Edge(i)) => {
                let (line, [inner, other]) = (self.edge_of_b(i), self.b.inner[i]);
                let out = point - line.start;
                let part = out.dot(line.along);
                // Past the faces on both sides: the normal is one of the edge.
                let sides = if mesh.faces.is_empty() { f64::INFINITY } else { -out.dot(inner).max(out.dot(other)) };
                let normal = out.reject_from_normalized(line.along).normalize_or_zero();
                part.min(line.length - part).min(sides).min(self.own_margin(vertex, normal))
            }
            Some(Feature::Vertex(i)) => {
                let normal = (point - mesh.vertices[i]).normalize_or_zero();
                self.beyond(i, point).min(self.own_margin(vertex, normal))
            }
            None => f64::NEG_INFINITY,
        }
    }

    /// How far the touching point of a round vertex of A is from the end of its sphere, where an edge of A begins.
    fn own_margin(&self, vertex: usize, normal: DVec3) -> f64 {
        let local = self.place.rotation.conjugate() * normal;
        let leaning = self.a.mesh.spokes(vertex).map(|spoke| local.dot(spoke.normalize_or_zero()));
        (self.a.radius + self.b.radius) * leaning.fold(f64::INFINITY, f64::min)
    }

    /// Whether an edge of A is within reach of the sphere about B.
    pub fn edge_is_near(&self, edge: usize, reach: f64) -> bool {
        let line = self.edge_of_a(edge);
        let part = (-line.start.dot(line.along)).clamp(0.0, line.length);
        (line.start + part * line.along).length() <= self.b.reach + self.a.radius + reach
    }

    /// How far a point that is nearest to a vertex of B is past the edges that end there.
    fn beyond(&self, vertex: usize, point: DVec3) -> f64 {
        let out = point - self.b.mesh.vertices[vertex];
        let past = |spoke: DVec3| -out.dot(spoke.normalize_or_zero());
        self.b.mesh.spokes(vertex).map(past).fold(f64::INFINITY, f64::min)
    }

    /// An edge of A in the frame of B.
    pub fn edge_of_a(&self, edge: usize) -> Line {
        let [p, q] = self.a.mesh.edges[edge].ends.map(|end| self.place.point(self.a.mesh.vertices[end]));
        Line::between(p, q)
    }

    /// An edge of B.
    pub fn edge_of_b(&self, edge: usize) -> Line {
        let [p, q] = self.b.mesh.edges[edge].ends.map(|end| self.b.mesh.vertices[end]);
        Line::between(p, q)
    }

    /// The crossing of two edges with the normal from B to A, and how far n is from being a normal of both (a sine); `None` for
    /// parallel ones.
    pub fn crossing(&self, edges: [usize; 2]) -> Option<(Crossing, f64)> {
        if self.sharp() {
            return self.crossing_of_faces(edges);
        }
        let crossing = Crossing::of(&self.edge_of_a(edges[0]), &self.edge_of_b(edges[1]))?;
        Some((if crossing.height < 0.0 { crossing.reversed() } else { crossing }, 0.0))
    }

    /// The same with the sense of n from the faces beside the edges.
    fn crossing_of_faces(&self, [i, j]: [usize; 2]) -> Option<(Crossing, f64)> {
        let inner = self.a.inner[i].map(|t| self.place.rotation * t);
        oriented((&self.edge_of_a(i), inner), (&self.edge_of_b(j), self.b.inner[j]))
    }

    /// Gap of an edge of A and an edge of B as far as the two alone can tell, and s less the radii.
    pub fn edges_alone(&self, edges: [usize; 2]) -> (f64, f64) {
        if !self.sharp() {
            return self.round_edges(edges);
        }
        let Some((crossing, sine)) = self.crossing(edges) else { return (f64::INFINITY, f64::INFINITY) };
        let [u, w] = crossing.excess;
        let length = 2.0 * self.a.size.min(self.b.size);
        (crossing.height.max(u).max(w).max(length * (sine - FLAT)), crossing.height)
    }

    /// The same of round edges: their distance, and something more where it is that of an end, which a vertex meets. It changes no faster than a
    /// few times what bodies move by, while the place where nearly parallel lines cross races along them.
    fn round_edges(&self, [i, j]: [usize; 2]) -> (f64, f64) {
        let (a, b) = (self.edge_of_a(i), self.edge_of_b(j));
        let [u, w] = Crossing::nearest(&a, &b);
        let radius = self.a.radius + self.b.radius;
        let apart = a.start + u * a.along - b.start - w * b.along;
        let (distance, normal) = (apart.length(), apart.normalize_or_zero());
        let at_end = normal.dot(a.along).abs() + normal.dot(b.along).abs();
        // Parallel ones are met by their ends only.
        let never = if Crossing::of(&a, &b).is_none() { FLAT } else { 0.0 };
        (distance - radius + radius * (AT_END * at_end + never), distance - radius)
    }

    /// Gap of an edge of A and an edge of B.
    pub fn edges(&self, edges: [usize; 2]) -> f64 {
        let (alone, height) = self.edges_alone(edges);
        let size = self.a.size.min(self.b.size);
        // Where the two alone are well apart, nothing more is asked. Nor is it where they have hardly passed each other: on an edge that lies on a face
        // the other end of that face still counts as separating the two by then, up to what is flat, and this one would be met too late.
        if height >= -PASSED * size || !self.sharp() || alone > NEAR * size {
            return alone;
        }
        alone + 2.0 * (self.separation() - height).max(0.0)
    }

    /// Whether there are so many pairs of edges that it pays to find out first which of them are near.
    pub fn is_large(&self) -> bool {
        self.a.kind != Kind::HalfSpace
            && self.b.kind != Kind::HalfSpace
            && self.a.mesh.edges.len() * self.b.mesh.edges.len() > LARGE
    }

    /// The largest separation along the normals of faces and of pairs of edges; negative is the least depth of an overlap
    /// (the separating axis theorem). Radii do not count. Large solids that are apart are separated by
    /// their distance, and of those that overlap only what is near the overlap is looked at.
    pub fn separation(&self) -> f64 {
        let distance = if self.is_large() && self.sharp() { apart(self).distance } else { f64::NEG_INFINITY };
        if distance >= 0.0 {
            return distance;
        }
        let slab = self.is_large().then(|| Slab::new(self, NEAR * self.a.size.min(self.b.size)));
        let near = |k: usize| slab.as_ref().map(|slab| &slab.vertices[k][..]);
        let faces = self.separation_of_faces(near(1)).max(self.swapped().separation_of_faces(near(0)));
        faces.max(self.separation_of_edges(slab.as_ref()))
    }

    /// The same along the normals of the faces of B, or of those with one of these corners.
    fn separation_of_faces(&self, corners: Option<&[usize]>) -> f64 {
        let mut listed = vec![corners.is_none(); self.b.mesh.vertices.len()];
        corners.unwrap_or_default().iter().for_each(|&corner| listed[corner] = true);
        let least = |normal: DVec3| {
            let local = self.place.rotation.conjugate() * normal;
            let heights = self.a.mesh.vertices.iter().map(|v| local.dot(*v));
            heights.fold(f64::INFINITY, f64::min) + normal.dot(self.place.position)
        };
        let near = |face: &&Face| corners.is_none() || face.corners.iter().any(|&corner| listed[corner]);
        let faces = self.b.mesh.faces.iter().filter(near);
        faces.map(|face| least(face.normal) - face.offset).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same along the common normals of edges, or of those near.
    fn separation_of_edges(&self, near: Option<&Slab>) -> f64 {
        let turned = |i: usize| (self.edge_of_a(i), self.a.inner[i].map(|t| self.place.rotation * t));
        let listed = |k: usize, solid: &Solid| match near {
            Some(slab) => slab.edges[k].clone(),
            None => (0..solid.mesh.edges.len()).collect(),
        };
        let (of_a, of_b) = (listed(0, self.a), listed(1, self.b));
        let of_a: Vec<(Line, [DVec3; 2])> = of_a.into_iter().map(turned).collect();
        let mut most = f64::NEG_INFINITY;
        for j in of_b {
            let line = self.edge_of_b(j);
            for (other, inner) in &of_a {
                if let Some((crossing, sine)) = oriented((other, *inner), (&line, self.b.inner[j]))
                    && sine <= FLAT
                {
                    most = most.max(crossing.height);
                }
            }
        }
        most
    }

    /// How deep the solids overlap; not positive if they do not. Round parts whose cores are apart overlap where some vertex or edge
    /// is too near.
    pub fn overlap(&self) -> f64 {
        if self.b.kind == Kind::HalfSpace || self.a.kind == Kind::HalfSpace {
            let over = if self.b.kind == Kind::HalfSpace { *self } else { self.swapped() };
            let heights = (0..over.a.points()).map(|k| over.vertex(k, true).0);
            return -heights.fold(f64::INFINITY, f64::min);
        }
        if self.sharp() {
            return -self.separation();
        }
        let swapped = self.swapped();
        let of = |pairing: &Self| {
            let count = if pairing.has_vertices(true) { pairing.a.points() } else { 0 };
            (0..count).map(|k| pairing.vertex(k, true).0).fold(f64::INFINITY, f64::min)
        };
        let vertices = of(self).min(of(&swapped));
        if self.has_rims() {
            return -self.least_of_rims(vertices);
        }
        let edges = (0..self.a.mesh.edges.len()).flat_map(|i| (0..self.b.mesh.edges.len()).map(move |j| [i, j]));
        let of_edges = edges.map(|pair| self.edges(pair));
        let least = of_edges.fold(vertices, f64::min);
        // Cores that cross: an edge through a face comes near no vertex or edge.
        let has_faces = !self.a.mesh.faces.is_empty() || !self.b.mesh.faces.is_empty();
        let cores = if has_faces { self.separation().min(0.0) } else { 0.0 };
        let crossed = if cores < 0.0 { cores - self.a.radius - self.b.radius } else { f64::INFINITY };
        -least.min(crossed)
    }
}

/// The crossing of two edges, each with the directions into its faces, with the normal that leaves the second body and enters the first,
/// and how far it is from being a normal of both (a sine).
fn oriented(a: (&Line, [DVec3; 2]), b: (&Line, [DVec3; 2])) -> Option<(Crossing, f64)> {
    let crossing = Crossing::of(a.0, b.0)?;
    // The sum of the inner directions points into the body.
    let out = (a.1[0] + a.1[1] - b.1[0] - b.1[1]).dot(crossing.normal);
    let oriented = if out < 0.0 { crossing.reversed() } else { crossing };
    let sines = a.1.map(|t| -oriented.normal.dot(t)).into_iter().chain(b.1.map(|t| oriented.normal.dot(t)));
    Some((oriented, sines.fold(f64::NEG_INFINITY, f64::max)))
}
