//! `SHAPE.shp`: mass, principal moments, vertices and faces of a convex polyhedron about its centre of mass.

use std::collections::HashMap;

use carom_mechanics::space::possible_moments;

use super::state::no_name_twice;
use super::words::Words;
use super::write::{Lines, number, numbers};
use crate::quantity::Dimension;
use crate::toml::SceneError;

/// What a `.shp` file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShapeFile {
    /// Mass, in kg; absent, that of the volume at density 1.
    pub mass: Option<f64>,
    /// Principal moments of inertia about the axes [kg m^2]; absent, those of the homogeneous solid.
    pub moments: Option<[f64; 3]>,
    /// The corners.
    pub vertices: Vec<Vertex>,
    /// The faces, counter-clockwise seen from outside.
    pub faces: Vec<Face>,
}

/// A corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    /// Its name.
    pub name: String,
    /// Where it is, in the frame of the body, in m.
    pub at: [f64; 3],
}

/// A triangular face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its name.
    pub name: String,
    /// Its corners, by their numbers from 0.
    pub vertices: [usize; 3],
}

impl ShapeFile {
    /// Reads a `.shp` file; `file` is its name in errors.
    pub fn read(text: &str, file: &str) -> Result<Self, SceneError> {
        let mut words = Words::new(text, file);
        words.begin("shape")?;
        let mut shape = Self::default();
        if words.peek() == Some("mass") {
            shape.mass = Some(mass(&mut words)?);
        }
        if words.peek() == Some("moments") {
            shape.moments = Some(moments(&mut words)?);
        }
        words.key("vertices")?;
        let vertices = words.count("how many vertices there are")?;
        words.key("faces")?;
        let faces = words.count("how many faces there are")?;
        shape.read_vertices(vertices, &mut words)?;
        shape.read_faces(faces, &mut words)?;
        words.end("shape")?;
        Ok(shape)
    }

    fn read_vertices(&mut self, count: usize, words: &mut Words<'_>) -> Result<(), SceneError> {
        let mut lines = Vec::new();
        for number in 0..count {
            lines.push(words.line());
            let name = words.name(&format!("the name of vertex {} of {count}", number + 1))?.to_owned();
            let at = words.numbers(&format!("a coordinate of vertex \"{name}\""), Dimension::Length)?;
            self.vertices.push(Vertex { name, at });
        }
        no_name_twice(words, "vertex", self.vertices.iter().map(|v| v.name.as_str()).zip(lines))
    }

    fn read_faces(&mut self, count: usize, words: &mut Words<'_>) -> Result<(), SceneError> {
        let known: HashMap<&str, usize> =
            self.vertices.iter().enumerate().map(|(number, vertex)| (vertex.name.as_str(), number)).collect();
        let mut lines = Vec::new();
        for number in 0..count {
            lines.push(words.line());
            let name = words.name(&format!("the name of face {} of {count}", number + 1))?.to_owned();
            let mut vertices = [0; 3];
            for vertex in &mut vertices {
                let line = words.line();
                let corner = words.name(&format!("a vertex of face \"{name}\""))?;
                let problem = || format!("face \"{name}\": there is no vertex \"{corner}\"");
                *vertex = *known.get(corner).ok_or_else(|| words.error_at(line, problem()))?;
            }
            self.faces.push(Face { name, vertices });
        }
        no_name_twice(words, "face", self.faces.iter().map(|face| face.name.as_str()).zip(lines))
    }

    /// The text of a `.shp` file.
    pub fn write(&self) -> String {
        let mut lines = Lines::new("shape");
        if let Some(mass) = self.mass {
            lines.line(format!("mass = {}", number(mass)));
        }
        if let Some(moments) = self.moments {
            lines.line(format!("moments = {}", numbers(&moments)));
        }
        lines.line(format!("vertices = {}", self.vertices.len()));
        lines.line(format!("faces = {}", self.faces.len()));
        for vertex in &self.vertices {
            lines.line(format!("{}  {}", vertex.name, numbers(&vertex.at)));
        }
        for face in &self.faces {
            let corner = |place: usize| self.vertices.get(face.vertices[place]).map_or("?", |v| v.name.as_str());
            lines.line(format!("{}  {} {} {}", face.name, corner(0), corner(1), corner(2)));
        }
        lines.end()
    }
}

fn mass(words: &mut Words<'_>) -> Result<f64, SceneError> {
    words.key("mass")?;
    words.positive("the mass", Dimension::Mass)
}

fn moments(words: &mut Words<'_>) -> Result<[f64; 3], SceneError> {
    words.key("moments")?;
    let line = words.line();
    let moments: [f64; 3] = words.numbers("a principal moment", Dimension::Moment)?;
    if moments.iter().any(|moment| *moment <= 0.0) {
        return Err(words.error_at(line, format!("expected three moments above 0, got {}", numbers(&moments))));
    }
    possible_moments(moments).map_err(|problem| words.error_at(line, format!("moments: {problem}")))
}
