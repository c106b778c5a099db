//! What a file of space says in words that a description does not keep: names of vertices, scales, quaternions as they were given.
//! It is for writing the scene again in the formats of the simulator of articulated polyhedra.

use crate::articulated::ForceSample;

/// The words about a spatial scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// `collisions = true` or false.
    pub collisions: bool,
    /// Of every body.
    pub bodies: Vec<BodySaid>,
    /// `plane = [a, b, c, d]` of every joint that has it.
    pub planes: Vec<Option<[f64; 4]>>,
    /// Name and samples of every force.
    pub forces: Vec<(Option<String>, Vec<ForceSample>)>,
}

/// The words about a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodySaid {
    /// The quaternion as it was given, perhaps not quite of length 1.
    pub orientation: Option<[f64; 4]>,
    /// Its derivative, where that was given instead of the spin.
    pub orientation_rate: Option<[f64; 4]>,
    /// The polyhedron that is its only shape.
    pub polyhedron: Option<PolyhedronSaid>,
}

/// A polyhedron before scaling.
#[derive(Clone, Debug)]
pub(crate) struct PolyhedronSaid {
    /// The name of its shape.
    pub name: Option<String>,
    /// Factors of the lengths.
    pub scale: [f64; 3],
    /// Factor of the mass per volume.
    pub density: f64,
    /// Mass before scaling; absent, that of the volume at density 1.
    pub mass: Option<f64>,
    /// Principal moments before scaling.
    pub moments: Option<[f64; 3]>,
    /// Vertices with their names.
    pub vertices: Vec<(String, [f64; 3])>,
    /// Faces with their names, by numbers of vertices.
    pub faces: Vec<(String, Vec<usize>)>,
}
