//! What the simulator left: `NAME.sur`, the faces of all bodies, and `NAMEk.ste`, the vertices at frame k.
//!
//! The vertices of all bodies are numbered from 0 in the order of the bodies. The text of the work leaves out the `end` line;
//! it is written here, as in the other formats.

use std::io::{self, Write};

use super::write::numbers;

/// The faces of all bodies, by vertex numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// Triangles, counter-clockwise seen from outside.
    pub faces: Vec<[usize; 3]>,
}

/// Position and velocity of a vertex in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VertexState {
    /// Where it is, in m.
    pub position: [f64; 3],
    /// How it moves [m/s].
    pub velocity: [f64; 3],
}

/// Writes a `.sur` file.
pub fn write_surface(out: &mut impl Write, surface: &Surface) -> io::Result<()> {
    writeln!(out, "begin surface (format of 95-09-14)")?;
    writeln!(out, "faces = {}", surface.faces.len())?;
    for [a, b, c] in &surface.faces {
        writeln!(out, "{a} {b} {c}")?;
    }
    writeln!(out, "end surface")
}

/// Writes the `.ste` file of a frame.
pub fn write_frame(out: &mut impl Write, t: f64, vertices: &[VertexState]) -> io::Result<()> {
    writeln!(out, "begin state (format of 95-06-03)")?;
    writeln!(out, "vertices = {}", vertices.len())?;
    writeln!(out, "t = {}", numbers(&[t]))?;
    for (number, vertex) in vertices.iter().enumerate() {
        writeln!(out, "{number}: {}  {}", numbers(&vertex.position), numbers(&vertex.velocity))?;
    }
    writeln!(out, "end state")
}
