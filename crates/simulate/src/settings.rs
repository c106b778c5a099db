//! What a run is asked: how long, how often to write, how exact.

use crate::snapshot::Watcher;
use std::sync::atomic::AtomicBool;

/// What to do where several contacts close at once or are touched by an impact elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Simultaneous {
    /// One complementarity problem for all, Newton's restitution at every contact and Coulomb's law on the velocities after.
    #[default]
    Newton,
    /// Two complementarity problems for all: compression, then expansion with Poisson's restitution.
    Poisson,
    /// One contact at a time by its own law, in ascending order, until none approaches.
    Sequence,
}

impl Simultaneous {
    /// The names used in scenes, in the order of the variants.
    pub const NAMES: [&'static str; 3] = ["newton", "poisson", "sequence"];

    /// A rule by its name.
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "newton" => Some(Self::Newton),
            "poisson" => Some(Self::Poisson),
            "sequence" => Some(Self::Sequence),
            _ => None,
        }
    }

    /// The name used in scenes and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Newton => "simultaneous-newton",
            Self::Poisson => "simultaneous-poisson",
            Self::Sequence => "sequence",
        }
    }
}

/// What to do where sliding has no answer with finite forces (Painleve).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paradox {
    /// End the run and say so.
    #[default]
    Stop,
    /// An impact without collision.
    Impact,
}

/// Settings of a run. Times in seconds.
#[derive(Debug, Clone)]
pub struct Settings<'a> {
    /// End of the run.
    pub until: f64,
    /// Time between samples; `None` samples only events and both ends.
    pub every: Option<f64>,
    /// Whether the exact method notes the motion between samples too, for whoever asks for its extremes; not of very many bodies.
    pub follow: bool,
    /// Integrator by name.
    pub integrator: String,
    /// Error tolerated in one step, absolute and relative.
    pub tolerance: f64,
    /// Several contacts at once.
    pub simultaneous: Simultaneous,
    /// Sliding without an answer.
    pub paradox: Paradox,
    /// Largest step of the integrator.
    pub largest_step: f64,
    /// Shortest step that the integrator takes for the sake of accuracy; events and samples may end a step before it is over.
    pub smallest_step: f64,
    /// Whether the drift of joints is corrected after every step of the exact method in which nothing touches.
    pub correct_joints: bool,
    /// Step of time stepping.
    pub step: f64,
    /// theta of time stepping.
    pub theta: f64,
    /// Whether time stepping takes contacts that would close within the step into its problem already.
    pub ahead: bool,
    /// Sweeps over the contacts of a step that looks ahead, in space and without joints.
    pub sweeps: usize,
    /// Sides of the pyramids that time stepping takes for the friction cones of space; `None` for round cones.
    pub pyramid: Option<usize>,
    /// Events after which a run ends with a verdict; a guard against endless chattering.
    pub most_events: u64,
    /// Set to true from another thread to stop at the next step.
    pub interrupt: Option<&'a AtomicBool>,
    /// Who looks at the run between its steps; whoever it is, the run is the same.
    pub watcher: Option<&'a dyn Watcher>,
}

impl Settings<'_> {
    /// Integrator and tolerance of the penalty method where nothing else is asked: contact springs are stiff, and what they make of a rigid
    /// contact is known no better.
    pub const SOFT: (&'static str, f64) = ("radau", 1e-7);

    /// Time of a row by its number in a run that began at `first`. A row that is at the end but for rounding is the last one.
    pub(crate) fn row(&self, first: f64, number: u64) -> f64 {
        /// As part of the time between rows.
        const ROUNDING: f64 = 1e-9;
        let Some(every) = self.every else { return self.until };
        let t = first + number as f64 * every;
        if t < self.until - ROUNDING * every { t } else { self.until }
    }

    /// Usual settings for a run until a time: dopri5 at 1e-10, a sample every hundredth of the run.
    pub fn until(until: f64) -> Self {
        Self {
            until,
            every: Some(until / 100.0),
            follow: false,
            integrator: "dopri5".to_owned(),
            tolerance: 1e-10,
            simultaneous: Simultaneous::default(),
            paradox: Paradox::default(),
            largest_step: f64::INFINITY,
            smallest_step: 0.0,
            correct_joints: true,
            step: 1e-3,
            theta: 0.5,
            ahead: false,
            sweeps: 100,
            pyramid: None,
            most_events: 10_000_000,
            interrupt: None,
            watcher: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen: rows at 9.999999999999972 s and at 10 s.
    #[test]
    fn the_last_row_is_at_the_end() {
        let rows = |until: f64, every: f64| {
            let settings = Settings { every: Some(every), ..Settings::until(until) };
            (1..).map(|number| settings.row(0.0, number)).take_while(|t| *t < until).count() + 1
        };
        assert_eq!(rows(10.0, 0.033_333_333_333_333_24), 300);
        assert_eq!(rows(0.29, 0.01), 29);
        assert_eq!(rows(1.0, 0.3), 4);
    }
}
