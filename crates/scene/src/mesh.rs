//! Meshes of convex polyhedra from files: Wavefront OBJ, and STL as text or binary.

use std::collections::HashMap;
use std::path::Path;

use carom_mechanics::Magnitude;

use crate::articulated::lines;
use crate::file::read_whole;

/// Vertices, and faces by their numbers, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The vertices, in the unit of the file.
    pub vertices: Vec<[f64; 3]>,
    /// The faces.
    pub faces: Vec<Vec<usize>>,
}

/// Most faces of a mesh that is to be one convex body; a bound on time.
const MOST_FACES: usize = 100_000;

/// Length of the header of a binary STL file, and of one facet [bytes].
const STL_HEADER: usize = 84;
const STL_FACET: usize = 50;

/// Reads a file by its ending; the error is a sentence.
pub fn read(path: &Path) -> Result<Mesh, String> {
    let shown = path.display();
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let bytes = read_whole(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let mesh = match ending.as_str() {
        "obj" => obj(&String::from_utf8_lossy(&bytes)),
        "stl" => stl(&bytes),
        _ => return Err(format!("{shown}: expected a file that ends in .obj or .stl")),
    };
    let mesh = mesh.map_err(|problem| format!("{shown}: {problem}"))?;
    if mesh.faces.is_empty() || mesh.faces.len() > MOST_FACES {
        return Err(format!("{shown}: expected 1 to {MOST_FACES} faces, got {}", mesh.faces.len()));
    }
    Ok(mesh)
}

/// Vertices of which equal ones become one: many programs write those of every face.
#[derive(Default)]
struct Welded {
    vertices: Vec<[f64; 3]>,
    known: HashMap<[u64; 3], usize>,
}

impl Welded {
    /// The number of a vertex.
    fn number(&mut self, at: [f64; 3]) -> usize {
        // Adding zero makes -0 and 0 the same vertex.
        *self.known.entry(at.map(|part| (part + 0.0).to_bits())).or_insert_with(|| {
            self.vertices.push(at);
            self.vertices.len() - 1
        })
    }
}

/// The lines `v x y z` and `f 1 2 3` (also `1/2/3`, also negative, counted from the end) of an OBJ file. `#` begins a comment, a line that
/// ends in a backslash goes on in the next.
pub fn obj(text: &str) -> Result<Mesh, String> {
    let (mut welded, mut faces, mut numbers) = (Welded::default(), Vec::new(), Vec::new());
    for (number, line) in whole_lines(text) {
        let fail = |problem: String| format!("line {number}: {problem}");
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => numbers.push(welded.number(point(words).map_err(fail)?)),
            Some("f") => {
                let corner = |word| corner(word, numbers.len()).map(|index| numbers[index]);
                let face: Vec<usize> = words.map(corner).collect::<Result<_, _>>().map_err(fail)?;
                if face.len() < 3 {
                    return Err(fail(format!("expected a face of 3 vertices or more, got {}", face.len())));
                }
                faces.push(face);
            }
            _ => {}
        }
    }
    Ok(Mesh { vertices: welded.vertices, faces })
}

/// The lines of an OBJ file with their numbers, without comments, those that go on joined.
fn whole_lines(text: &str) -> Vec<(usize, String)> {
    let mut whole: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in lines(text.trim_start_matches('\u{feff}')).enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim_end();
        let (part, more) = line.strip_suffix('\\').map_or((line, false), |part| (part, true));
        match whole.last_mut() {
            Some((_, last)) if goes_on => *last += &format!(" {part}"),
            _ => whole.push((number + 1, part.to_owned())),
        }
        goes_on = more;
    }
    whole
}

fn point<'w>(words: impl Iterator<Item = &'w str>) -> Result<[f64; 3], String> {
    let mut at = [f64::NAN; 3];
    for (part, word) in at.iter_mut().zip(words) {
        *part = word.parse().map_err(|_| format!("expected a number, got \"{word}\""))?;
    }
    if at.iter().any(|part| !part.is_finite()) {
        return Err("expected three numbers x y z".to_owned());
    }
    at.into_iter().try_for_each(|part| Magnitude::LENGTH.bounded(part).map(drop))?;
    Ok(at)
}

fn corner(word: &str, count: usize) -> Result<usize, String> {
    let number = word.split('/').next().unwrap_or_default();
    let number: i64 = number.parse().map_err(|_| format!("expected the number of a vertex, got \"{word}\""))?;
    let index = if number > 0 { number - 1 } else { number + count as i64 };
    let known = usize::try_from(index).ok().filter(|index| number != 0 && *index < count);
    known.ok_or_else(|| format!("there is no vertex {number}; {count} came before"))
}

/// An STL file, text or binary; equal vertices become one.
pub fn stl(bytes: &[u8]) -> Result<Mesh, String> {
    let corners = if is_text(bytes) { stl_text(&String::from_utf8_lossy(bytes))? } else { stl_binary(bytes)? };
    let mut welded = Welded::default();
    let triangles = corners.chunks_exact(3);
    let faces = triangles.map(|triangle| triangle.iter().map(|at| welded.number(*at)).collect()).collect();
    Ok(Mesh { vertices: welded.vertices, faces })
}

/// Text begins with `solid` and has facets, in whichever letters and after whichever mark; so may the header of a binary file, whose length
/// follows from its number of triangles.
fn is_text(bytes: &[u8]) -> bool {
    let count = bytes.get(80..STL_HEADER).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
    if count.is_some_and(|count| bytes.len() == STL_HEADER + STL_FACET * count as usize) {
        return false;
    }
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with("solid")
        && text.contains("facet")
}

fn stl_text(text: &str) -> Result<Vec<[f64; 3]>, String> {
    let mut corners = Vec::new();
    for (number, line) in lines(text).enumerate() {
        let mut words = line.split_whitespace();
        if words.next().is_some_and(|word| word.eq_ignore_ascii_case("vertex")) {
            corners.push(point(words).map_err(|problem| format!("line {}: {problem}", number + 1))?);
        }
    }
    if corners.len() % 3 == 0 { Ok(corners) } else { Err(format!("{} vertices make no triangles", corners.len())) }
}

fn stl_binary(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let short = || "the file is too short to be STL".to_owned();
    let count = bytes.get(80..STL_HEADER).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
    let count = count.ok_or_else(short)? as usize;
    let body = &bytes[STL_HEADER..];
    if body.len() < count.saturating_mul(STL_FACET) {
        return Err(format!("says {count} triangles, but {} are there", body.len() / STL_FACET));
    }
    let mut corners = Vec::new();
    for facet in body.chunks_exact(STL_FACET).take(count) {
        for corner in facet[12..48].chunks_exact(12) {
            let part = |k: usize| f32::from_le_bytes([corner[k], corner[k + 1], corner[k + 2], corner[k + 3]]);
            let at = [0, 4, 8].map(|k| f64::from(part(k)));
            if at.iter().any(|part| !part.is_finite()) {
                return Err("a vertex is not a finite number".to_owned());
            }
            corners.push(at);
        }
    }
    Ok(corners)
}
