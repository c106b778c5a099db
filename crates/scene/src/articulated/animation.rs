//! `NAME.cfg`: how long, how many frames, how exact.

use super::words::Words;
use super::write::{Lines, number};
use crate::quantity::Dimension;
use crate::toml::{MOST_ROWS, SceneError, TOLERANCES, nearest_hint};

/// Acceleration of gravity along -z unless the file says another [m/s^2].
pub const GRAVITY: f64 = 9.81;

/// The parameter of a TOML scene under which the acceleration of a gravity that is off is kept, as these files call it.
pub(super) const GRAVITY_KEPT: &str = "gravity_acceleration";

/// What a `.cfg` file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Seconds of motion.
    pub duration: f64,
    /// Number of frames; frame k is at k duration/frames after the start.
    pub frames: usize,
    /// Largest error of a step.
    pub tolerance: f64,
    /// Shortest step of the integrator, in s.
    pub min_step: f64,
    /// Longest step of the integrator, in s.
    pub max_step: f64,
    /// Whether bodies collide.
    pub collision_test: bool,
    /// Whether there is gravity.
    pub gravity: bool,
    /// Whether the drift of joints is corrected.
    pub correct_link_violation: bool,
    /// Restitution of every impact.
    pub restitution: f64,
    /// Acceleration of gravity along -z [m/s^2].
    pub gravity_acceleration: f64,
}

const KEYS: [&str; 10] = [
    "duration",
    "frames",
    "tolerance",
    "min_step",
    "max_step",
    "collision_test",
    "gravity",
    "correct_link_violation",
    "restitution",
    "gravity_acceleration",
];

/// The first so many keys must be given.
const NEEDED: usize = 5;

impl Default for Animation {
    fn default() -> Self {
        Self {
            duration: 0.0,
            frames: 0,
            tolerance: 0.0,
            min_step: 0.0,
            max_step: 0.0,
            collision_test: true,
            gravity: true,
            correct_link_violation: true,
            restitution: 1.0,
            gravity_acceleration: GRAVITY,
        }
    }
}

impl Animation {
    /// Reads a `.cfg` file; `file` is its name in errors.
    pub fn read(text: &str, file: &str) -> Result<Self, SceneError> {
        let mut words = Words::new(text, file);
        words.begin("animation")?;
        let mut animation = Self::default();
        let mut given: Vec<&str> = Vec::new();
        while !words.at_end() {
            let line = words.line();
            let key = words.any_key()?;
            if given.contains(&key) {
                return Err(words.error_at(line, format!("the key {key} is given twice")));
            }
            animation.take(key, line, &mut words)?;
            given.push(key);
        }
        if let Some(key) = KEYS[..NEEDED].iter().find(|key| !given.contains(key)) {
            return Err(words.error(format!("needs the key {key}, which is missing")));
        }
        words.end("animation")?;
        if animation.min_step > animation.max_step {
            let problem = format!("min_step {} is above max_step {}", animation.min_step, animation.max_step);
            return Err(words.error(problem));
        }
        Ok(animation)
    }

    fn take(&mut self, key: &str, line: usize, words: &mut Words<'_>) -> Result<(), SceneError> {
        match key {
            "duration" => self.duration = words.positive("seconds of motion", Dimension::Time)?,
            "frames" => {
                self.frames = words.count("how many frames")?;
                if self.frames == 0 {
                    return Err(words.error_at(line, "expected at least one frame, got 0"));
                }
                if self.frames as f64 > MOST_ROWS {
                    let problem = format!("expected at most {MOST_ROWS:.0e} frames, got {}", self.frames);
                    return Err(words.error_at(line, problem));
                }
            }
            "tolerance" => self.tolerance = tolerance(words)?,
            "min_step" => self.min_step = words.positive("the shortest step", Dimension::Time)?,
            "max_step" => self.max_step = words.positive("the longest step", Dimension::Time)?,
            "collision_test" => self.collision_test = switch(words)?,
            "gravity" => self.gravity = switch(words)?,
            "correct_link_violation" => self.correct_link_violation = switch(words)?,
            "restitution" => {
                self.restitution = words.number("the restitution", Dimension::None)?;
                if !(0.0..=1.0).contains(&self.restitution) {
                    let problem = format!("expected a restitution from 0 to 1, got {}", self.restitution);
                    return Err(words.error_at(line, problem));
                }
            }
            "gravity_acceleration" => {
                self.gravity_acceleration = words.number("gravity_acceleration", Dimension::Acceleration)?;
            }
            _ => return Err(words.error_at(line, format!("unknown key \"{key}\"{}", nearest_hint(key, KEYS)))),
        }
        Ok(())
    }

    /// The text of a `.cfg` file; switches and extensions appear where they differ from what is meant without them.
    pub fn write(&self) -> String {
        let mut lines = Lines::new("animation");
        lines.line(format!("  duration = {}", number(self.duration)));
        lines.line(format!("  frames = {}", self.frames));
        lines.line(format!("  tolerance = {}", number(self.tolerance)));
        lines.line(format!("  min_step = {}", number(self.min_step)));
        lines.line(format!("  max_step = {}", number(self.max_step)));
        let switches = [
            ("collision_test", self.collision_test),
            ("gravity", self.gravity),
            ("correct_link_violation", self.correct_link_violation),
        ];
        for (key, _) in switches.into_iter().filter(|(_, on)| !on) {
            lines.line(format!("  {key} = off"));
        }
        if self.restitution != 1.0 {
            lines.line(format!("  restitution = {}", number(self.restitution)));
        }
        if self.gravity_acceleration != GRAVITY {
            lines.line(format!("  gravity_acceleration = {}", number(self.gravity_acceleration)));
        }
        lines.end()
    }
}

/// A tolerance that double precision can keep.
fn tolerance(words: &mut Words<'_>) -> Result<f64, SceneError> {
    let line = words.line();
    let number = words.positive("the tolerance of a step", Dimension::None)?;
    if TOLERANCES.contains(&number) {
        return Ok(number);
    }
    let [from, to] = [TOLERANCES.start(), TOLERANCES.end()];
    Err(words
        .error_at(line, format!("the tolerance of a step: expected a number from {from:e} to {to:e}, got {number:e}")))
}

fn switch(words: &mut Words<'_>) -> Result<bool, SceneError> {
    let line = words.line();
    match words.name("on or off")? {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(words.error_at(line, format!("expected on or off, got \"{other}\""))),
    }
}
