//! `NAME.for`: springs, and forces and torques given over time.

use super::constraints::{BodyPoint, point, point_line};
use super::state::no_name_twice;
use super::words::Words;
use super::write::{Lines, number, numbers};
use crate::quantity::Dimension;
use crate::toml::{SceneError, nearest_hint};

/// One force of a `.for` file.
#[derive(Clone, Debug, PartialEq)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ForceKind,
    /// Line of the file, counted from 1.
    pub line: usize,
}

/// What a force is.
#[derive(Clone, Debug, PartialEq)]
pub enum ForceKind {
    /// A spring between two points: the force on the first is k (|d| - L) d/|d|, d = x2 - x1.
    Spring {
        /// k [N/m].
        stiffness: f64,
        /// L, in m.
        free_length: f64,
        /// Its ends.
        ends: [BodyPoint; 2],
    },
    /// Force and torque in inertial coordinates, a Bezier curve whose control points are the samples; zero outside them.
    Interpolated {
        /// Where it acts.
        point: BodyPoint,
        /// The samples, times ascending.
        samples: Vec<ForceSample>,
    },
}

/// A sample of an interpolated force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceSample {
    /// Its time, in s.
    pub time: f64,
    /// F, in N.
    pub force: [f64; 3],
    /// T [N m].
    pub torque: [f64; 3],
}

impl Force {
    /// Reads a `.for` file; `file` is its name in errors.
    pub fn read_all(text: &str, file: &str) -> Result<Vec<Self>, SceneError> {
        let mut words = Words::new(text, file);
        words.begin("forces")?;
        let forces = words.counted("forces", Self::read)?;
        words.end("forces")?;
        no_name_twice(&words, "force", forces.iter().map(|force| (force.name.as_str(), force.line)))?;
        Ok(forces)
    }

    fn read(words: &mut Words<'_>) -> Result<Self, SceneError> {
        let line = words.line();
        let name = words.name("the name of a force")?.to_owned();
        let kind = words.name("the type of the force")?;
        let kind = match kind {
            "Spring" => spring(words, &name)?,
            "Interpolated" => interpolated(words, &name)?,
            other => {
                let hint = nearest_hint(other, ["Spring", "Interpolated"]);
                return Err(words.error_at(line, format!("force \"{name}\": unknown type \"{other}\"{hint}")));
            }
        };
        Ok(Self { name, kind, line })
    }

    /// The bodies it names, the world among them.
    pub fn bodies(&self) -> Vec<&str> {
        match &self.kind {
            ForceKind::Spring { ends: [a, b], .. } => vec![&a.body, &b.body],
            ForceKind::Interpolated { point, .. } => vec![&point.body],
        }
    }

    /// The text of a `.for` file.
    pub fn write_all(forces: &[Self]) -> String {
        let mut lines = Lines::new("forces");
        lines.line(format!("forces = {}", forces.len()));
        for force in forces {
            match &force.kind {
                ForceKind::Spring { stiffness, free_length, ends } => {
                    lines.line(format!("{} Spring", force.name));
                    lines.line(format!("    {} {}", number(*stiffness), number(*free_length)));
                    ends.iter().for_each(|end| lines.line(point_line(end)));
                }
                ForceKind::Interpolated { point, samples } => {
                    lines.line(format!("{} Interpolated", force.name));
                    lines.line(point_line(point));
                    lines.line(format!("    {}", samples.len()));
                    for ForceSample { time, force, torque } in samples {
                        lines.line(format!("    {}  {}  {}", number(*time), numbers(force), numbers(torque)));
                    }
                }
            }
        }
        lines.end()
    }
}

fn spring(words: &mut Words<'_>, name: &str) -> Result<ForceKind, SceneError> {
    let line = words.line();
    let stiffness = words.number(&format!("the coefficient of spring \"{name}\""), Dimension::Stiffness)?;
    let free_length = words.number(&format!("the length at rest of spring \"{name}\""), Dimension::Length)?;
    if stiffness < 0.0 || free_length < 0.0 {
        let problem = format!("spring \"{name}\": expected a coefficient and a length of 0 or more");
        return Err(words.error_at(line, problem));
    }
    Ok(ForceKind::Spring { stiffness, free_length, ends: [point(words)?, point(words)?] })
}

fn interpolated(words: &mut Words<'_>, name: &str) -> Result<ForceKind, SceneError> {
    let point = point(words)?;
    let line = words.line();
    let count = words.count("how many samples there are")?;
    if count < 2 {
        return Err(words.error_at(line, format!("force \"{name}\": expected at least 2 samples, got {count}")));
    }
    let mut samples: Vec<ForceSample> = Vec::new();
    for number in 0..count {
        let line = words.line();
        let what = format!("sample {} of {count} of force \"{name}\"", number + 1);
        let time = words.number(&format!("the time of {what}"), Dimension::Time)?;
        let force = words.numbers(&format!("the force of {what}"), Dimension::Force)?;
        let torque = words.numbers(&format!("the torque of {what}"), Dimension::Torque)?;
        if samples.last().is_some_and(|last| last.time >= time) {
            return Err(words.error_at(line, format!("force \"{name}\": the times of the samples must ascend")));
        }
        samples.push(ForceSample { time, force, torque });
    }
    Ok(ForceKind::Interpolated { point, samples })
}
