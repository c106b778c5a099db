//! A convex polyhedron, checked: closed, outward faces, no dents.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use glam::DVec3;

use super::volume::Volume;

/// Vertices may be off a plane by this part of the size of the mesh: numbers written with six digits or more.
const PLANAR: f64 = 1e-6;

/// Faces whose vertices are within this part of the size of one plane are one face: numbers computed, not measured.
const COPLANAR: f64 = 1e-9;

/// Faces from which on convexity is checked around the corners only: all pairs of faces and vertices take a tenth of a second for so many.
const MANY_FACES: usize = 2_000;

/// Edges from which on a mesh is fine: what is near of two such meshes is looked at in parts no larger than their edges, or there would be
/// millions of pairs of these.
const FINE: usize = 1_000;

/// The face to the left of every directed edge.
type Sides = BTreeMap<(usize, usize), usize>;

/// A plane face with its vertices counter-clockwise seen from outside.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Face {
    /// Outward unit normal.
    pub normal: DVec3,
    /// normal . p of the plane.
    pub offset: f64,
    /// Its vertices.
    pub corners: Vec<usize>,
}

/// An edge between two vertices and the two faces it separates: `faces[0]` has it from `ends[0]` to `ends[1]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    pub ends: [usize; 2],
    pub faces: [usize; 2],
}

/// A convex polyhedron; or a point or a line of two vertices, which have no faces.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Mesh {
    pub vertices: Vec<DVec3>,
    pub faces: Vec<Face>,
    pub edges: Vec<Edge>,
}

impl Mesh {
    /// Directions from a vertex to its neighbours, in the frame of the mesh.
    pub fn spokes(&self, vertex: usize) -> impl Iterator<Item = DVec3> {
        self.edges.iter().filter_map(move |edge| {
            let other = match edge.ends {
                [a, b] if a == vertex => b,
                [a, b] if b == vertex => a,
                _ => return None,
            };
            Some(self.vertices[other] - self.vertices[vertex])
        })
    }

    /// From a face into the direction of its plane away from one of its sides, k to k + 1: a unit vector.
    pub fn inward(&self, face: &Face, k: usize) -> DVec3 {
        let [p, q] = [k, k + 1].map(|k| self.vertices[face.corners[k % face.corners.len()]]);
        face.normal.cross(q - p).normalize_or_zero()
    }

    /// The least extent along the normals of the faces; zero without faces.
    pub fn width(&self) -> f64 {
        let mut beside = vec![Vec::new(); self.vertices.len()];
        for [a, b] in self.edges.iter().map(|edge| edge.ends) {
            beside[a].push(b);
            beside[b].push(a);
        }
        let (mut least, mut lowest) = (f64::INFINITY, 0);
        for face in &self.faces {
            // Down from the vertex that was the lowest one under the face before: a convex body has no other low.
            let height = |i: usize| face.normal.dot(self.vertices[i]);
            while let Some(&lower) = beside[lowest].iter().find(|&&i| height(i) < height(lowest)) {
                lowest = lower;
            }
            least = least.min(face.offset - height(lowest));
        }
        if least.is_finite() { least } else { 0.0 }
    }

    /// The mean length of the edges of a fine mesh; infinite if it is not fine.
    pub fn grain(&self) -> f64 {
        if self.edges.len() < FINE {
            return f64::INFINITY;
        }
        let length = |edge: &Edge| self.vertices[edge.ends[0]].distance(self.vertices[edge.ends[1]]);
        self.edges.iter().map(length).sum::<f64>() / self.edges.len() as f64
    }

    /// The length of the first edge; zero without edges.
    pub fn edges_length(&self) -> f64 {
        self.edges.first().map_or(0.0, |edge| self.vertices[edge.ends[0]].distance(self.vertices[edge.ends[1]]))
    }

    /// How far a point of the plane of a face is inside its sides; infinite for a face without sides.
    pub fn inset(&self, face: &Face, point: DVec3) -> f64 {
        let side = |k: usize| self.inward(face, k).dot(point - self.vertices[face.corners[k]]);
        (0..face.corners.len()).map(side).fold(f64::INFINITY, f64::min)
    }
}

/// Why vertices and faces make no convex polyhedron.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MeshError {
    Few { vertices: usize, faces: usize },
    NotFinite { vertex: usize },
    ShortFace { face: usize },
    NoVertex { face: usize, vertex: usize },
    Repeated { face: usize, vertex: usize },
    Open { from: usize, to: usize },
    Twice { from: usize, to: usize },
    Apart,
    InsideOut,
    Flat,
    Bent { face: usize, off: f64 },
    Dent { face: usize, vertex: usize, off: f64 },
}

impl fmt::Display for MeshError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Few { vertices, faces } => write!(
                out,
                "a polyhedron needs at least four vertices and four faces, got {vertices} vertices and {faces} faces"
            ),
            Self::NotFinite { vertex } => write!(out, "vertex {vertex} must be three finite numbers"),
            Self::ShortFace { face } => write!(out, "face {face} needs at least three vertices"),
            Self::NoVertex { face, vertex } => write!(out, "face {face} names vertex {vertex}, which does not exist"),
            Self::Repeated { face, vertex } => write!(out, "face {face} names vertex {vertex} twice"),
            Self::Open { from, to } => write!(
                out,
                "the surface is open: the edge from vertex {from} to vertex {to} has no face on its other side"
            ),
            Self::Twice { from, to } => write!(
                out,
                "two faces go from vertex {from} to vertex {to}: one of them is inside out, or the edge has more than two faces"
            ),
            Self::Apart => write!(
                out,
                "the surface is not that of one convex body: it is in several pieces, or has a hole through it; split it into convex shapes"
            ),
            Self::InsideOut => {
                write!(out, "the faces are inside out: list the vertices of each counter-clockwise seen from outside")
            }
            Self::Flat => write!(out, "the polyhedron has no volume"),
            Self::Bent { face, off } => {
                write!(out, "the vertices of face {face} are up to {off:.3e} m off one plane; split it into triangles")
            }
            Self::Dent { face, vertex, off } => write!(
                out,
                "the polyhedron is not convex: vertex {vertex} lies {off:.3e} m outside face {face}; split the body into convex shapes"
            ),
        }
    }
}

impl Mesh {
    /// The polyhedron of these vertices and faces, or why there is none.
    pub fn new(vertices: &[DVec3], faces: &[Vec<usize>]) -> Result<Self, MeshError> {
        check_numbers(vertices, faces)?;
        let sides = sides(faces)?;
        let mesh = Self { vertices: vertices.to_vec(), faces: plane_faces(vertices, faces)?, edges: Vec::new() };
        mesh.check_convex(faces, &sides)?;
        Ok(mesh.merged(&sides))
    }

    /// The box with these half sizes about the origin.
    pub fn cuboid(half: DVec3) -> Self {
        let vertices: Vec<DVec3> =
            (0..8).map(|i| half * DVec3::new(sign(i & 1), sign(i >> 1 & 1), sign(i >> 2))).collect();
        let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        Self::new(&vertices, &faces.map(Vec::from)).unwrap_or_default()
    }

    /// Integrals over the inside.
    pub fn volume(&self) -> Volume {
        let triangles = self.faces.iter().flat_map(|face| {
            let corner = |k: usize| self.vertices[face.corners[k]];
            (1..face.corners.len() - 1).map(move |k| [corner(0), corner(k), corner(k + 1)])
        });
        Volume::of_tetrahedra(self.middle(), triangles)
    }

    /// The same mesh elsewhere.
    pub fn mapped(&self, place: impl Fn(DVec3) -> DVec3, turn: impl Fn(DVec3) -> DVec3) -> Self {
        let mut mesh = self.clone();
        mesh.vertices.iter_mut().for_each(|vertex| *vertex = place(*vertex));
        for face in &mut mesh.faces {
            face.normal = turn(face.normal);
            face.offset = face.normal.dot(mesh.vertices[face.corners[0]]);
        }
        mesh
    }

    /// The middle of all vertices.
    pub fn middle(&self) -> DVec3 {
        middle(&self.vertices)
    }

    /// Largest distance of a vertex from the middle of all.
    pub fn size(vertices: &[DVec3]) -> f64 {
        let middle = middle(vertices);
        vertices.iter().map(|v| v.distance(middle)).fold(0.0, f64::max)
    }

    /// Every vertex must be behind every face. Of many faces only those around the corners of each are looked at: a closed surface in one
    /// piece and without holes that is convex around each of its points is convex (Tietze, Nakajima).
    fn check_convex(&self, given: &[Vec<usize>], sides: &Sides) -> Result<(), MeshError> {
        let size = Self::size(&self.vertices);
        let volume = self.volume().volume;
        // A cube of the size would have a volume of about size^3: what is thinner than rounding is flat.
        if volume.abs() <= 1e-12 * size.powi(3) {
            return Err(MeshError::Flat);
        }
        if volume < 0.0 {
            return Err(MeshError::InsideOut);
        }
        let beside = if given.len() > MANY_FACES { Some(neighbours(given, sides)?) } else { None };
        for (number, face) in self.faces.iter().enumerate() {
            let height = |i: &usize| face.normal.dot(self.vertices[*i]) - face.offset;
            let off = given[number].iter().map(|i| height(i).abs()).fold(0.0, f64::max);
            if off > PLANAR * size {
                return Err(MeshError::Bent { face: number, off });
            }
            let worst = |worst: (usize, f64), i: &usize| if height(i) > worst.1 { (*i, height(i)) } else { worst };
            let (vertex, off) = match &beside {
                Some(beside) => beside[number].iter().flat_map(|&other| &given[other]).fold((0, 0.0), worst),
                None => given.iter().flatten().fold((0, 0.0), worst),
            };
            if off > PLANAR * size {
                return Err(MeshError::Dent { face: number, vertex, off });
            }
        }
        Ok(())
    }

    /// Joins faces in one plane and lists the edges between those that are left.
    fn merged(&self, sides: &Sides) -> Self {
        let size = Self::size(&self.vertices);
        let mut group = Groups::new(self.faces.len());
        let on = |f: usize, g: usize| {
            let off = |i: &usize| (self.faces[f].normal.dot(self.vertices[*i]) - self.faces[f].offset).abs();
            self.faces[g].corners.iter().all(|i| off(i) <= COPLANAR * size)
        };
        for (&(from, to), &left) in sides {
            let right = sides[&(to, from)];
            let (a, b) = (group.of(left), group.of(right));
            if from < to && a != b && on(a, right) && on(b, left) {
                group.join(a, b);
            }
        }
        let (kept, number) = group.numbered();
        let mut mesh = Self { vertices: self.vertices.clone(), ..Self::default() };
        let mut next: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); kept.len()];
        for (&(from, to), &left) in sides {
            let (a, b) = (number[left], number[sides[&(to, from)]]);
            if a != b {
                next[a].insert(from, to);
                if from < to {
                    mesh.edges.push(Edge { ends: [from, to], faces: [a, b] });
                }
            }
        }
        mesh.faces = kept.iter().zip(&next).map(|(&f, next)| self.faces[f].with_corners(round(next))).collect();
        mesh.without_loose_vertices()
    }

    /// Drops vertices that no edge has: inside a face, or of no face at all.
    fn without_loose_vertices(mut self) -> Self {
        let mut number = vec![None; self.vertices.len()];
        self.edges.iter().flat_map(|edge| edge.ends).for_each(|i| number[i] = Some(0));
        let mut kept = Vec::new();
        for (i, vertex) in self.vertices.iter().enumerate().filter(|(i, _)| number[*i].is_some()).collect::<Vec<_>>() {
            number[i] = Some(kept.len());
            kept.push(*vertex);
        }
        let new = |i: &mut usize| *i = number[*i].unwrap_or(0);
        self.edges.iter_mut().for_each(|edge| edge.ends.iter_mut().for_each(new));
        self.faces.iter_mut().for_each(|face| face.corners.iter_mut().for_each(new));
        Self { vertices: kept, ..self }
    }
}

impl Face {
    fn with_corners(&self, corners: Vec<usize>) -> Self {
        Self { corners, ..self.clone() }
    }
}

/// The cycle that a map from each vertex to the next one makes.
fn round(next: &BTreeMap<usize, usize>) -> Vec<usize> {
    let mut corners = Vec::with_capacity(next.len());
    let mut at = next.keys().next().copied();
    while let Some(vertex) = at.filter(|vertex| corners.first() != Some(vertex) && corners.len() < next.len()) {
        corners.push(vertex);
        at = next.get(&vertex).copied();
    }
    corners
}

fn middle(vertices: &[DVec3]) -> DVec3 {
    vertices.iter().sum::<DVec3>() / vertices.len() as f64
}

fn sign(bit: usize) -> f64 {
    if bit == 0 { -1.0 } else { 1.0 }
}

fn check_numbers(vertices: &[DVec3], faces: &[Vec<usize>]) -> Result<(), MeshError> {
    if vertices.len() < 4 || faces.len() < 4 {
        return Err(MeshError::Few { vertices: vertices.len(), faces: faces.len() });
    }
    if let Some(vertex) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(MeshError::NotFinite { vertex });
    }
    for (face, corners) in faces.iter().enumerate() {
        if corners.len() < 3 {
            return Err(MeshError::ShortFace { face });
        }
        let mut known = BTreeSet::new();
        for &vertex in corners {
            if vertex >= vertices.len() {
                return Err(MeshError::NoVertex { face, vertex });
            }
            if !known.insert(vertex) {
                return Err(MeshError::Repeated { face, vertex });
            }
        }
    }
    Ok(())
}

/// The face to the left of every directed edge; each must be there once in each direction.
fn sides(faces: &[Vec<usize>]) -> Result<Sides, MeshError> {
    let mut sides = BTreeMap::new();
    for (face, corners) in faces.iter().enumerate() {
        for (k, &from) in corners.iter().enumerate() {
            let to = corners[(k + 1) % corners.len()];
            if sides.insert((from, to), face).is_some() {
                return Err(MeshError::Twice { from, to });
            }
        }
    }
    match sides.keys().find(|&&(from, to)| !sides.contains_key(&(to, from))) {
        Some(&(from, to)) => Err(MeshError::Open { from, to }),
        None => Ok(sides),
    }
}

/// The faces that share a corner with each face; the surface must be one piece without holes, V - E + F = 2.
fn neighbours(faces: &[Vec<usize>], sides: &Sides) -> Result<Vec<Vec<usize>>, MeshError> {
    let mut around: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (face, corners) in faces.iter().enumerate() {
        corners.iter().for_each(|&vertex| around.entry(vertex).or_default().push(face));
    }
    let mut pieces = Groups::new(faces.len());
    for (&(from, to), &left) in sides {
        let (a, b) = (pieces.of(left), pieces.of(sides[&(to, from)]));
        pieces.join(a, b);
    }
    let (pieces, _) = pieces.numbered();
    if pieces.len() != 1 || around.len() + faces.len() != sides.len() / 2 + 2 {
        return Err(MeshError::Apart);
    }
    let of = |corners: &Vec<usize>| {
        let mut near: Vec<usize> = corners.iter().flat_map(|vertex| &around[vertex]).copied().collect();
        near.sort_unstable();
        near.dedup();
        near
    };
    Ok(faces.iter().map(of).collect())
}

/// Numbers in groups, each known by its least number.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The group of a number; the way there is shortened.
    fn of(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    /// Makes one group of two.
    fn join(&mut self, a: usize, b: usize) {
        self.0[a.max(b)] = a.min(b);
    }

    /// The groups in order, and for every number the place of its group among them.
    fn numbered(mut self) -> (Vec<usize>, Vec<usize>) {
        let groups: Vec<usize> = (0..self.0.len()).map(|k| self.of(k)).collect();
        let kept: Vec<usize> = (0..groups.len()).filter(|&k| groups[k] == k).collect();
        let mut place = vec![0; groups.len()];
        kept.iter().enumerate().for_each(|(k, &group)| place[group] = k);
        let number = groups.iter().map(|&group| place[group]).collect();
        (kept, number)
    }
}

/// Planes by Newell's method: the normal of the areas of all projections, through the middle of the vertices.
fn plane_faces(vertices: &[DVec3], faces: &[Vec<usize>]) -> Result<Vec<Face>, MeshError> {
    let of = |corners: &Vec<usize>| {
        let points = corners.iter().map(|&i| vertices[i]);
        let middle = points.clone().sum::<DVec3>() / corners.len() as f64;
        let arm = |k: usize| vertices[corners[k % corners.len()]] - middle;
        let area: DVec3 = (0..corners.len()).map(|k| arm(k).cross(arm(k + 1))).sum();
        let normal = area.try_normalize().ok_or(MeshError::Flat)?;
        Ok(Face { normal, offset: normal.dot(middle), corners: corners.clone() })
    };
    faces.iter().map(of).collect()
}
