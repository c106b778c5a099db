//! `NAME.bds`: which bodies there are.

use carom_mechanics::Magnitude;

use super::words::Words;
use super::write::{Lines, number, numbers};
use super::{WORLD, state};
use crate::quantity::Dimension;
use crate::toml::SceneError;

/// One body of a `.bds` file.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyLine {
    /// Its name.
    pub name: String,
    /// Its shape: the name of the `.shp` file without the ending.
    pub shape: String,
    /// Factors of the lengths along the axes of the shape.
    pub scale: [f64; 3],
    /// Factor of the mass per volume.
    pub density: f64,
    /// Line of the file, counted from 1.
    pub line: usize,
}

impl BodyLine {
    /// Reads a `.bds` file; `file` is its name in errors.
    pub fn read_all(text: &str, file: &str) -> Result<Vec<Self>, SceneError> {
        let mut words = Words::new(text, file);
        words.begin("bodies")?;
        let bodies = words.counted("bodies", Self::read)?;
        words.end("bodies")?;
        state::no_name_twice(&words, "body", bodies.iter().map(|body| (body.name.as_str(), body.line)))?;
        Ok(bodies)
    }

    fn read(words: &mut Words<'_>) -> Result<Self, SceneError> {
        let line = words.line();
        let name = words.name("the name of a body")?.to_owned();
        if name == WORLD {
            return Err(words.error_at(line, "no body can have the name world: it stands for the world itself"));
        }
        let shape = words.name("the name of a shape file without its ending")?.to_owned();
        let factors = words.line();
        let scale = words.numbers(&format!("the scale of \"{name}\" along x, y, z"), Dimension::None)?;
        let density = words.number(&format!("the density of \"{name}\""), Dimension::SolidDensity)?;
        if scale.iter().chain([&density]).any(|factor| *factor <= 0.0) {
            return Err(words.error_at(factors, format!("body \"{name}\": scale and density must be above 0")));
        }
        for factor in scale {
            let checked = Magnitude::SCALE.positive(factor);
            checked.map_err(|problem| words.error_at(factors, format!("body \"{name}\": scale: {problem}")))?;
        }
        Ok(Self { name, shape, scale, density, line })
    }

    /// The text of a `.bds` file.
    pub fn write_all(bodies: &[Self]) -> String {
        let mut lines = Lines::new("bodies");
        lines.line(format!("bodies = {}", bodies.len()));
        for body in bodies {
            lines.line(format!("{} {}", body.name, body.shape));
            lines.line(format!("    {} {}", numbers(&body.scale), number(body.density)));
        }
        lines.end()
    }
}
