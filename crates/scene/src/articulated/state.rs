//! `NAME.ste`: where the bodies are at the start and how they move.

use std::collections::HashSet;

use super::words::Words;
use super::write::{Lines, number, numbers};
use crate::quantity::Dimension;
use crate::toml::SceneError;

/// What a `.ste` file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateFile {
    /// The time at which it holds, in s.
    pub time: f64,
    /// The bodies.
    pub bodies: Vec<BodyState>,
}

/// The state of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyState {
    /// Its name.
    pub name: String,
    /// R: the centre of mass, in m.
    pub position: [f64; 3],
    /// theta: the Euler parameters, a quaternion with the scalar first.
    pub orientation: [f64; 4],
    /// R' [m/s].
    pub velocity: [f64; 3],
    /// theta' [1/s].
    pub orientation_rate: [f64; 4],
    /// Line of the file, counted from 1.
    pub line: usize,
}

impl StateFile {
    /// Reads a `.ste` file; `file` is its name in errors.
    pub fn read(text: &str, file: &str) -> Result<Self, SceneError> {
        let mut words = Words::new(text, file);
        words.begin("state")?;
        words.key("bodies")?;
        let line = words.line();
        let count = words.count("how many bodies there are")?;
        words.key("time")?;
        let time = words.number("the time of the state", Dimension::Time)?;
        let mut bodies = Vec::new();
        while !words.at_end() {
            bodies.push(BodyState::read(&mut words)?);
        }
        if bodies.len() != count {
            return Err(words.error_at(line, format!("says {count} bodies, but {} follow", bodies.len())));
        }
        words.end("state")?;
        no_name_twice(&words, "body", bodies.iter().map(|body| (body.name.as_str(), body.line)))?;
        Ok(Self { time, bodies })
    }

    /// The text of a `.ste` file.
    pub fn write(&self) -> String {
        let mut lines = Lines::new("state");
        lines.line(format!("bodies = {}", self.bodies.len()));
        lines.line(format!("time = {}", number(self.time)));
        for body in &self.bodies {
            lines.line(format!("{}  {}  {}", body.name, numbers(&body.position), numbers(&body.orientation)));
            lines.line(format!("    {}  {}", numbers(&body.velocity), numbers(&body.orientation_rate)));
        }
        lines.end()
    }
}

/// Euler parameters this far from length 1 are a mistake, not rounding: a printed state has two decimals.
const ROUNDED: f64 = 0.02;

impl BodyState {
    fn read(words: &mut Words<'_>) -> Result<Self, SceneError> {
        let line = words.line();
        let name = words.name("the name of a body")?.to_owned();
        let position = words.numbers(&format!("position of \"{name}\""), Dimension::Length)?;
        let orientation: [f64; 4] = words.numbers(&format!("Euler parameters of \"{name}\""), Dimension::None)?;
        let velocity = words.numbers(&format!("velocity of \"{name}\""), Dimension::Velocity)?;
        let orientation_rate =
            words.numbers(&format!("rates of the Euler parameters of \"{name}\""), Dimension::AngularVelocity)?;
        let length = orientation.iter().map(|part| part * part).sum::<f64>().sqrt();
        if (length - 1.0).abs() > ROUNDED {
            let problem = format!("body \"{name}\": expected Euler parameters of length 1, got length {length}");
            return Err(words.error_at(line, problem));
        }
        Ok(Self { name, position, orientation, velocity, orientation_rate, line })
    }
}

/// Refuses a name that is given twice.
pub(super) fn no_name_twice<'n>(
    words: &Words<'_>,
    what: &str,
    names: impl IntoIterator<Item = (&'n str, usize)>,
) -> Result<(), SceneError> {
    let mut seen = HashSet::new();
    match names.into_iter().find(|(name, _)| !seen.insert(*name)) {
        Some((name, line)) => Err(words.error_at(line, format!("the {what} \"{name}\" is given twice"))),
        None => Ok(()),
    }
}
