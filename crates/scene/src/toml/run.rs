//! `[run]`: how long, by which method, how exact.

use carom_mechanics::PenaltyGiven;
use carom_simulate::integrate::INTEGRATORS;
use carom_simulate::{Paradox, Settings, Simultaneous};

use super::contact::penalty;
use super::demand::Demand;
use super::error::Fault;
use super::fields::{Fields, short};
use crate::quantity::Dimension;

/// The three ways to run a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Every event located, impacts and modes exact.
    #[default]
    Events,
    /// Moreau-Jean time stepping.
    Stepping,
    /// Springs and dampers where bodies overlap.
    Penalty,
}

impl Method {
    /// Every method with its name in scenes.
    pub const ALL: [(&'static str, Self); 3] =
        [("events", Self::Events), ("stepping", Self::Stepping), ("penalty", Self::Penalty)];

    /// The name in scenes and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Stepping => "stepping",
            Self::Penalty => "penalty",
        }
    }

    /// A method by its name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
    }
}

/// How a scene is to be run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The time at which the run starts.
    pub start: f64,
    /// The method.
    pub method: Method,
    /// Times and tolerances.
    pub settings: Settings<'static>,
    /// The period of what drives the scene; measures of a cycle and sections ask for it.
    pub period: Option<f64>,
    /// The penalty of every contact that does not say its own.
    pub penalty: Option<PenaltyGiven>,
}

const KEYS: [&str; 20] = [
    "start",
    "until",
    "method",
    "integrator",
    "tolerance",
    "every",
    "period",
    "simultaneous",
    "step",
    "theta",
    "ahead",
    "sweeps",
    "paradox",
    "largest-step",
    "most-events",
    "penalty",
    "smallest-step",
    "correct-joints",
    "friction-cone",
    "friction-sides",
];

/// The longest step as a part of the period: what sticks has nothing that an error estimate could see, and a step over a whole period would
/// find every force back where it was.
const LONGEST: f64 = 0.05;

/// Tolerances between which double precision can do what is asked.
pub(crate) const TOLERANCES: std::ops::RangeInclusive<f64> = 1e-15..=1e-1;

/// Sweeps a step: none solves nothing, and a million takes minutes.
const SWEEPS: std::ops::RangeInclusive<f64> = 1.0..=1e6;

/// Sides of a friction pyramid: three enclose something, and hundreds make a dense problem that takes seconds a step.
const SIDES: std::ops::RangeInclusive<f64> = 3.0..=256.0;

/// Sides of a pyramid that does not say how many.
const FOUR: f64 = 4.0;

/// Rows of a trajectory that a machine can hold and a user can want.
pub(crate) const MOST_ROWS: f64 = 1e7;

/// Time steps of a run: at the best speed of a single body, a quarter of an hour for 1e9.
const MOST_STEPS: f64 = 1e10;

pub(super) fn run(fields: &Fields<'_>) -> Result<Run, Fault> {
    let start = fields.number_or("start", Dimension::Time, 0.0)?;
    let until = if start == 0.0 {
        fields.needed_positive("until", Dimension::Time)?
    } else {
        fields.number("until", Dimension::Time)?.ok_or_else(|| fields.missing("until"))?
    };
    if until <= start {
        return Err(fields.fault("until", format!("expected a time after the start at {start} s, got {until}")));
    }
    let mut settings = Settings { every: Some((until - start) / 100.0), ..Settings::until(until) };
    settings.every = match fields.number("every", Dimension::Time)? {
        None => settings.every,
        // Rows of impacts and of the end alone.
        Some(0.0) => None,
        Some(every) if every < 0.0 => return Err(fields.fault("every", format!("expected 0 or more, got {every}"))),
        Some(_) => fields.positive("every", Dimension::Time)?,
    };
    if let Some(every) = settings.every
        && until / every > MOST_ROWS
    {
        let problem = format!(
            "asks for {:.1e} rows until {} s; there may be {MOST_ROWS:.0e}, take a longer time",
            until / every,
            short(until)
        );
        return Err(fields.fault("every", problem));
    }
    let method = fields.choice("method", &Method::ALL)?.unwrap_or_default();
    if method == Method::Penalty {
        let (integrator, tolerance) = Settings::SOFT;
        (settings.integrator, settings.tolerance) = (integrator.to_owned(), tolerance);
    }
    let integrators: Vec<(&str, &str)> = INTEGRATORS.iter().map(|name| (*name, *name)).collect();
    if let Some(name) = fields.choice("integrator", &integrators)? {
        settings.integrator = name.to_owned();
    }
    settings.tolerance = within(fields, "tolerance", settings.tolerance, TOLERANCES)?;
    settings.theta = within(fields, "theta", settings.theta, 0.0..=1.0)?;
    settings.ahead = fields.flag("ahead")?.unwrap_or(settings.ahead);
    settings.sweeps = within(fields, "sweeps", settings.sweeps as f64, SWEEPS)?.round() as usize;
    settings.simultaneous = fields.choice("simultaneous", &rules())?.unwrap_or_default();
    let paradox = [("stop", Paradox::Stop), ("impact", Paradox::Impact)];
    settings.paradox = fields.choice("paradox", &paradox)?.unwrap_or_default();
    settings.step = fields.positive("step", Dimension::Time)?.unwrap_or(settings.step);
    let period = fields.positive("period", Dimension::Time)?;
    let of_period = period.map_or(settings.largest_step, |period| LONGEST * period);
    settings.largest_step = fields.positive("largest-step", Dimension::Time)?.unwrap_or(of_period);
    settings.most_events = match fields.positive("most-events", Dimension::None)? {
        Some(number) => number.min(u64::MAX as f64) as u64,
        None => settings.most_events,
    };
    if method == Method::Stepping {
        check_steps(fields, settings.step, until - start)?;
    }
    settings.pyramid = pyramid(fields, method)?;
    settings.smallest_step = fields.positive("smallest-step", Dimension::Time)?.unwrap_or(settings.smallest_step);
    if settings.smallest_step > settings.largest_step {
        let [smallest, largest] = [settings.smallest_step, settings.largest_step].map(short);
        return Err(fields.fault("smallest-step", format!("{smallest} s is more than the largest step, {largest} s")));
    }
    settings.correct_joints = fields.flag("correct-joints")?.unwrap_or(settings.correct_joints);
    Ok(Run { start, method, settings, period, penalty: penalty(fields)? })
}

/// Sides of the friction pyramids, if it is to be pyramids.
fn pyramid(fields: &Fields<'_>, method: Method) -> Result<Option<usize>, Fault> {
    let cones = [("round", false), ("pyramid", true)];
    let wanted = fields.choice("friction-cone", &cones)?.unwrap_or(false);
    let sides = within(fields, "friction-sides", FOUR, SIDES)?;
    if sides.fract() != 0.0 {
        return Err(fields.fault("friction-sides", format!("expected a whole number of sides, got {sides}")));
    }
    if wanted && method != Method::Stepping {
        let problem = format!(
            "a friction pyramid needs method = \"stepping\", and this run is by {}: events and penalty follow round cones only",
            method.name()
        );
        return Err(fields.fault("friction-cone", problem));
    }
    Ok(wanted.then_some(sides as usize))
}

/// A time step must fit into the run, and the run must end.
fn check_steps(fields: &Fields<'_>, step: f64, length: f64) -> Result<(), Fault> {
    let [step_text, length_text] = [step, length].map(short);
    if step > length {
        return Err(fields.fault("step", format!("{step_text} s is longer than the run of {length_text} s")));
    }
    if length / step > MOST_STEPS {
        let problem = format!(
            "asks for {:.1e} steps in a run of {length_text} s; there may be {MOST_STEPS:.0e}, take a longer one",
            length / step
        );
        return Err(fields.fault("step", problem));
    }
    Ok(())
}

/// The fields of `[run]`.
pub(super) const RUN_KEYS: &[&str] = &KEYS;

fn rules() -> Vec<(&'static str, Simultaneous)> {
    Simultaneous::NAMES.iter().filter_map(|name| Some((*name, Simultaneous::by_name(name)?))).collect()
}

fn within(fields: &Fields<'_>, key: &str, default: f64, range: std::ops::RangeInclusive<f64>) -> Result<f64, Fault> {
    fields.note(key, &Demand::range(Some(*range.start()), Some(*range.end())));
    let number = fields.number_or(key, Dimension::None, default)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let [from, to, got] = [*range.start(), *range.end(), number].map(short);
    Err(fields.fault(key, format!("expected a number from {from} to {to}, got {got}")))
}
