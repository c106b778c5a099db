//! A convex shape in the frame of its body: a polytope (from a point to a polyhedron) and everything within a radius of
//! it, a cylinder, an ellipsoid, or a half-space.

use glam::{DMat3, DVec3};

use super::box_axes::BoxAxes;
use super::mesh::{Edge, Face, Mesh};
use crate::space::description::Shape;
use crate::space::kinematics::Pose;

/// Square of the sine below which edges have one direction: rounding of vertices.
const SAME_DIRECTION: f64 = 1e-20;

/// Directions of edges beyond which nobody asks for them: a large mesh has about as many as edges.
pub(super) const MOST_DIRECTIONS: usize = 64;

/// What a solid is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Everything within the radius of the polytope.
    Rounded,
    /// The cylinder about the line between its two vertices; its faces are the flat ends, and what touches others with a corner are its
    /// rims.
    Cylinder,
    /// The ellipsoid about its one vertex; what touches a plane is its lowest point.
    Ellipsoid,
    /// Everything behind the plane of its one face.
    HalfSpace,
}

/// Edges of one direction.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parallel {
    /// Unit vector.
    pub along: DVec3,
    pub edges: Vec<usize>,
}

/// A convex shape in the frame of its body, whose origin is the centre of mass.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Solid {
    pub kind: Kind,
    /// Vertices, faces and edges of the polytope.
    pub mesh: Mesh,
    /// m.
    pub radius: f64,
    /// Of an ellipsoid, R diag(a^2, b^2, c^2) R^T: its points are c + x, x . S^-1 x <= 1; else zero.
    pub squares: DMat3,
    /// For every edge the directions from it into its two faces; zero without faces.
    pub inner: Vec<[DVec3; 2]>,
    /// The edges by their directions.
    pub directions: Vec<Parallel>,
    /// Of a box: its centre, axes and half sides.
    pub cuboid: Option<BoxAxes>,
    /// Half the largest extent, m; one for a half-space.
    pub size: f64,
    /// Least extent between two parallel planes, m; infinite for a half-space.
    pub width: f64,
    /// Farthest point from the origin; infinite for a half-space.
    pub reach: f64,
    /// Farthest point from the origin that a turn of the body moves.
    pub swing: f64,
}

/// Why a shape cannot be: the field and the sentence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShapeError {
    /// Which number of the shape.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

fn wrong<T>(field: &'static str, message: impl Into<String>) -> Result<T, ShapeError> {
    Err(ShapeError { field, message: message.into() })
}

fn positive(field: &'static str, value: f64) -> Result<(), ShapeError> {
    crate::error::positive(value).map(|_| ()).map_err(|message| ShapeError { field, message })
}

impl Solid {
    /// A shape placed in the frame of its body.
    pub fn new(shape: &Shape, place: &Pose) -> Result<Self, ShapeError> {
        match shape {
            Shape::Sphere { radius } => {
                positive("radius", *radius)?;
                let mesh = Mesh { vertices: vec![place.position], ..Mesh::default() };
                Ok(Self::rounded(mesh, *radius))
            }
            Shape::Capsule { radius, length } => {
                positive("radius", *radius)?;
                positive("length", *length)?;
                Ok(Self::rounded(segment(*length, place), *radius))
            }
            Shape::Cylinder { radius, length } => {
                positive("radius", *radius)?;
                positive("length", *length)?;
                Ok(Self::cylinder(segment(*length, place), *radius))
            }
            Shape::Ellipsoid { semi_axes } => {
                semi_axes.to_array().into_iter().try_for_each(|axis| positive("semi-axes", axis))?;
                Ok(Self::ellipsoid(*semi_axes, place))
            }
            Shape::Box { size } => {
                size.to_array().into_iter().try_for_each(|side| positive("size", side))?;
                let half = 0.5 * *size;
                let axes = BoxAxes { centre: place.position, axes: DMat3::from_quat(place.rotation), half };
                Ok(Self { cuboid: Some(axes), ..Self::polyhedron(&Mesh::cuboid(half), place) })
            }
            Shape::Polyhedron { vertices, faces } => match Mesh::new(vertices, faces) {
                Ok(mesh) => Ok(Self::polyhedron(&mesh, place)),
                Err(error) => wrong("faces", error.to_string()),
            },
            Shape::HalfSpace { normal } => half_space(*normal, place),
        }
    }

    fn polyhedron(mesh: &Mesh, place: &Pose) -> Self {
        Self::rounded(mesh.mapped(|p| place.point(p), |n| place.rotation * n), 0.0)
    }

    fn rounded(mesh: Mesh, radius: f64) -> Self {
        let swing = mesh.vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
        let (inner, size) = (inner(&mesh), Mesh::size(&mesh.vertices) + radius);
        let (width, directions) = (mesh.width() + 2.0 * radius, directions(&mesh));
        let squares = DMat3::ZERO;
        Self {
            kind: Kind::Rounded,
            mesh,
            radius,
            squares,
            inner,
            directions,
            cuboid: None,
            size,
            width,
            reach: swing + radius,
            swing,
        }
    }

    fn ellipsoid(semi_axes: DVec3, place: &Pose) -> Self {
        let mesh = Mesh { vertices: vec![place.position], ..Mesh::default() };
        let (least, most) = (semi_axes.min_element(), semi_axes.max_element());
        let squares = place.turned(DMat3::from_diagonal(semi_axes * semi_axes));
        let ball = Self::rounded(mesh, most);
        Self { kind: Kind::Ellipsoid, radius: 0.0, squares, width: 2.0 * least, swing: ball.reach, ..ball }
    }

    fn cylinder(mut mesh: Mesh, radius: f64) -> Self {
        let axis = (mesh.vertices[1] - mesh.vertices[0]).normalize_or_zero();
        let end = |normal: DVec3, at: DVec3| Face { normal, offset: normal.dot(at), corners: Vec::new() };
        mesh.faces = vec![end(-axis, mesh.vertices[0]), end(axis, mesh.vertices[1])];
        let solid = Self::rounded(mesh, radius);
        let width = solid.width.min(solid.mesh.edges_length());
        Self { kind: Kind::Cylinder, swing: solid.reach, width, ..solid }
    }

    /// Points that can touch a face: vertices, or four on each rim.
    pub fn points(&self) -> usize {
        match self.kind {
            Kind::Rounded => self.mesh.vertices.len(),
            Kind::Cylinder => 4 * self.mesh.vertices.len(),
            Kind::Ellipsoid => 1,
            Kind::HalfSpace => 0,
        }
    }

    /// Curves that can touch others: edges; the axis of a cylinder, which stands for its side, and its two rims.
    pub fn lines(&self) -> usize {
        self.mesh.edges.len() + if self.kind == Kind::Cylinder { 2 } else { 0 }
    }
}

/// Directions from every edge into its two faces.
fn inner(mesh: &Mesh) -> Vec<[DVec3; 2]> {
    let into = |edge: &Edge| {
        let along = mesh.vertices[edge.ends[1]] - mesh.vertices[edge.ends[0]];
        let normal = |k: usize| mesh.faces.get(edge.faces[k]).map_or(DVec3::ZERO, |face| face.normal);
        // The first face has the edge along its own sense of turning, the second against it.
        [normal(0).cross(along), normal(1).cross(-along)].map(DVec3::normalize_or_zero)
    };
    mesh.edges.iter().map(into).collect()
}

/// The edges by their directions, until there are more than [`MOST_DIRECTIONS`].
fn directions(mesh: &Mesh) -> Vec<Parallel> {
    let mut found: Vec<Parallel> = Vec::new();
    for (i, edge) in mesh.edges.iter().enumerate() {
        if found.len() > MOST_DIRECTIONS {
            break;
        }
        let along = (mesh.vertices[edge.ends[1]] - mesh.vertices[edge.ends[0]]).normalize_or_zero();
        match found.iter_mut().find(|other| other.along.cross(along).length_squared() < SAME_DIRECTION) {
            Some(other) => other.edges.push(i),
            None => found.push(Parallel { along, edges: vec![i] }),
        }
    }
    found
}

/// Two vertices at the ends of a line along z.
fn segment(length: f64, place: &Pose) -> Mesh {
    let vertices = [-0.5, 0.5].map(|part| place.point(DVec3::new(0.0, 0.0, part * length))).to_vec();
    Mesh { vertices, faces: Vec::new(), edges: vec![Edge { ends: [0, 1], faces: [0, 0] }] }
}

fn half_space(normal: DVec3, place: &Pose) -> Result<Solid, ShapeError> {
    let Some(normal) = normal.try_normalize() else {
        return wrong("normal", format!("must have a length, got {normal}"));
    };
    let normal = place.rotation * normal;
    let face = Face { normal, offset: normal.dot(place.position), corners: Vec::new() };
    let mesh = Mesh { faces: vec![face], ..Mesh::default() };
    Ok(Solid {
        kind: Kind::HalfSpace,
        mesh,
        radius: 0.0,
        squares: DMat3::ZERO,
        inner: Vec::new(),
        directions: Vec::new(),
        cuboid: None,
        size: 1.0,
        width: f64::INFINITY,
        reach: f64::INFINITY,
        swing: 0.0,
    })
}
