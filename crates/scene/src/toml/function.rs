//! Functions of time and state: a number, `"= expression"`, or `{ velocity | sinusoid | table | bezier = .. }`.

use std::sync::Arc;

use carom_mechanics::signal::{Bezier, Constant, Interpolation, Jet, Motion, Signal, Sinusoid, Table, Uniform};

use super::demand::Demand;
use super::error::Fault;
use super::expression::{ExpressionMotion, ExpressionSignal};
use super::fields::Fields;
use super::node::Value;
use super::scope::States;
use crate::quantity::Dimension;

/// What a function gives: the units of its value, of its rate, its value at the start if nothing else is said, and whether it is a place,
/// which stays where its last sample has put it.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub value: Dimension,
    pub rate: Dimension,
    pub start: f64,
    pub is_place: bool,
}

const KEYS: [&str; 6] = ["velocity", "acceleration", "start", "sinusoid", "table", "bezier"];

/// A function of time under a key; `None` if the key is absent.
pub(super) fn motion(fields: &Fields<'_>, key: &str, kind: Kind) -> Result<Option<Arc<dyn Motion>>, Fault> {
    let Some(node) = fields.get(key) else { return Ok(None) };
    let motion: Arc<dyn Motion> = match &node.value {
        Value::Table(_) => table_motion(fields, key, kind)?,
        Value::Text(text) if text.trim().starts_with('=') => {
            fields.note(key, &Demand::of(kind.value));
            let text = text.trim().trim_start_matches('=');
            let tree = fields.scope.function(text, States::NONE).map_err(|problem| fields.fault(key, problem))?;
            Arc::new(ExpressionMotion::new(tree))
        }
        _ => Arc::new(Constant(fields.needed(key, kind.value)?)),
    };
    let start = motion.at(fields.scope.start);
    if [start.value, start.rate, start.acceleration].iter().all(|number| number.is_finite()) {
        return Ok(Some(motion));
    }
    let (t, Jet { value, rate, acceleration }) = (fields.scope.start, start);
    let problem = format!(
        "at t = {t} the value is {value}, its rate {rate}, its acceleration {acceleration}: expected finite numbers"
    );
    Err(fields.fault(key, problem))
}

fn table_motion(fields: &Fields<'_>, key: &str, kind: Kind) -> Result<Arc<dyn Motion>, Fault> {
    let inside = fields.child(key, &KEYS)?.ok_or_else(|| fields.missing(key))?;
    let given: Vec<&str> =
        ["velocity", "sinusoid", "table", "bezier"].into_iter().filter(|key| inside.has(key)).collect();
    let [which] = given[..] else {
        let problem = format!("expected one of velocity, sinusoid, table, bezier, got {}", given.len());
        return Err(inside.fault_here(problem));
    };
    if which != "velocity" && (inside.has("acceleration") || inside.has("start")) {
        return Err(inside.fault_here("acceleration and start go with velocity"));
    }
    Ok(match which {
        "velocity" => Arc::new(Uniform {
            start: inside.number_or("start", kind.value, kind.start)?,
            rate: inside.needed("velocity", kind.rate)?,
            acceleration: inside.number_or("acceleration", Dimension::Acceleration, 0.0)?,
        }),
        "sinusoid" => Arc::new(sinusoid(&inside, kind)?),
        "table" => {
            let samples = samples(&inside, "table", &["times", "values", "interpolation"])?;
            let words = [("linear", Interpolation::Linear), ("cubic", Interpolation::Cubic)];
            let interpolation = samples.choice("interpolation", &words)?.unwrap_or(Interpolation::Linear);
            let times = times(&samples)?;
            if times.len() < 2 {
                return Err(samples.fault("times", format!("expected at least two samples, got {}", times.len())));
            }
            let table = Table::new(times, samples.numbers("values", kind.value)?, interpolation);
            Arc::new(table.map_err(|error| samples.fault("times", error))?)
        }
        _ => {
            let samples = samples(&inside, "bezier", &["times", "values"])?;
            let bezier = Bezier::new(times(&samples)?, samples.numbers("values", kind.value)?);
            let bezier = bezier.map_err(|error| samples.fault("times", error))?;
            Arc::new(if kind.is_place { bezier.staying() } else { bezier })
        }
    })
}

fn samples<'d>(fields: &Fields<'d>, key: &str, keys: &[&str]) -> Result<Fields<'d>, Fault> {
    fields.child(key, keys)?.ok_or_else(|| fields.missing(key))
}

fn times(fields: &Fields<'_>) -> Result<Vec<f64>, Fault> {
    fields.numbers("times", Dimension::Time)
}

fn sinusoid(fields: &Fields<'_>, kind: Kind) -> Result<Sinusoid, Fault> {
    let inside = samples(fields, "sinusoid", &["amplitude", "omega", "frequency", "phase", "offset"])?;
    let omega = inside.number("omega", Dimension::AngularVelocity)?;
    let frequency = inside.number("frequency", Dimension::Frequency)?;
    let omega = match (omega, frequency) {
        (Some(omega), None) => omega,
        (None, Some(frequency)) => std::f64::consts::TAU * frequency,
        _ => return Err(inside.fault_here("needs either omega or frequency")),
    };
    Ok(Sinusoid {
        amplitude: inside.needed("amplitude", kind.value)?,
        omega,
        phase: inside.number_or("phase", Dimension::Angle, 0.0)?,
        offset: inside.number_or("offset", kind.value, kind.start)?,
    })
}

/// A function of time and state under a key; `None` if the key is absent.
pub(super) fn signal(
    fields: &Fields<'_>,
    key: &str,
    value: Dimension,
    states: States<'_>,
) -> Result<Option<Arc<dyn Signal>>, Fault> {
    let Some(node) = fields.get(key) else { return Ok(None) };
    match &node.value {
        Value::Text(text) if text.trim().starts_with('=') => {
            fields.note(key, &Demand::of(value));
            let text = text.trim().trim_start_matches('=');
            let tree = fields.scope.function(text, states).map_err(|problem| fields.fault(key, problem))?;
            Ok(Some(Arc::new(ExpressionSignal::new(tree))))
        }
        Value::Table(_) => {
            let motion = motion(fields, key, Kind { value, rate: Dimension::None, start: 0.0, is_place: false })?;
            Ok(motion.map(|motion| Arc::new(OfTime(motion)) as Arc<dyn Signal>))
        }
        _ => Ok(fields.number(key, value)?.map(|number| Arc::new(Constant(number)) as Arc<dyn Signal>)),
    }
}

/// A motion of any kind as a signal.
#[derive(Debug)]
struct OfTime(Arc<dyn Motion>);

impl Signal for OfTime {
    fn value(&self, t: f64, _: &[carom_mechanics::signal::BodyState]) -> f64 {
        self.0.at(t).value
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.0.next_corner(t)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.0.corner_before(t, end)
    }
}
