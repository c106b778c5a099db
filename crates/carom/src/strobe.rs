//! A run looked at once a period: Poincare sections, and over a parameter bifurcation diagrams (X7).

use std::sync::atomic::{AtomicBool, Ordering};

use carom_scene::toml::{SceneError, SceneFile};
use carom_simulate::record::{End, EventKind, Sample};
use carom_simulate::{Record, Settings};
use rayon::prelude::*;

use crate::measure::Measure;
use crate::run::Prepared;
use crate::sweep::{Axis, Onlooker, prepare_at};

/// When to look.
#[derive(Debug, Clone, PartialEq)]
pub struct Strobe {
    /// Periods left out at the beginning.
    pub skip: usize,
    /// Periods looked at.
    pub keep: usize,
    /// Where in the period to look, as a part of it from 0 to 1; periods are counted from t = 0.
    pub phase: f64,
    /// Look just after every impact instead of once a period.
    pub at_impacts: bool,
}

/// A section of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Times, s.
    pub t: Vec<f64>,
    /// For each quantity its value at each time.
    pub values: Vec<Vec<f64>>,
    /// Why the run ended early; empty if it did not.
    pub verdict: String,
}

/// Runs a scene for as many periods as asked and takes the quantities once a period, at the instants (k + phase) T; `None` if interrupted.
pub fn section(
    prepared: &Prepared,
    names: &[String],
    strobe: &Strobe,
    interrupt: &AtomicBool,
) -> Result<Option<Section>, SceneError> {
    let fail = |problem: String| prepared.scene.error(problem);
    let period = prepared.period().map_err(fail)?;
    let measures: Vec<Measure> =
        names.iter().map(|name| Measure::by_name(name, &prepared.world).map_err(fail)).collect::<Result<_, _>>()?;
    let mut state = prepared.start();
    let first = first_instant(state.t, period, strobe);
    let settings =
        Settings { interrupt: Some(interrupt), every: None, until: first, ..prepared.scene.run.settings.clone() };
    if first > state.t {
        match prepared.run_from(&mut state, &settings).end {
            End::Time => {}
            End::Interrupted => return Ok(None),
            End::Verdict(verdict) => {
                return Ok(Some(Section { verdict, values: vec![Vec::new(); names.len()], t: Vec::new() }));
            }
        }
    }
    let until = first + strobe.keep as f64 * period;
    let record = prepared.run_from(&mut state, &Settings { every: Some(period), until, ..settings });
    let looked = if strobe.at_impacts { after_impacts(&record) } else { once_a_period(&record, first, period) };
    let verdict = match &record.end {
        End::Interrupted => return Ok(None),
        End::Verdict(text) => text.clone(),
        End::Time => String::new(),
    };
    let values =
        measures.iter().map(|measure| looked.iter().map(|sample| measure.at(&prepared.world, sample)).collect());
    Ok(Some(Section { t: looked.iter().map(|sample| sample.t).collect(), values: values.collect(), verdict }))
}

/// The end of the periods left out: a whole number of periods and the phase, not before the start.
fn first_instant(start: f64, period: f64, strobe: &Strobe) -> f64 {
    let whole = (start / period - strobe.phase - 1e-9).ceil();
    (whole + strobe.phase + strobe.skip as f64) * period
}

/// One sample at every whole number of periods after the first instant.
fn once_a_period(record: &Record, first: f64, period: f64) -> Vec<&Sample> {
    let mut found: Vec<&Sample> = Vec::new();
    for sample in &record.samples {
        let next = first + (found.len() + 1) as f64 * period;
        // Times are good to rounding.
        if (sample.t - next).abs() <= 1e-9 * period {
            found.push(sample);
        }
    }
    found
}

/// The last sample of every instant with an impact: the state after it.
fn after_impacts(record: &Record) -> Vec<&Sample> {
    let impacts: Vec<f64> = record.of_kind(EventKind::Impact).map(|event| event.t).collect();
    let is_impact = |sample: &&Sample| impacts.binary_search_by(|t| t.total_cmp(&sample.t)).is_ok();
    let mut found: Vec<&Sample> = Vec::new();
    for sample in record.samples.iter().filter(is_impact) {
        if found.last().is_some_and(|before| before.t == sample.t) {
            found.pop();
        }
        found.push(sample);
    }
    found
}

/// Sections over the values of a parameter, on all cores, in order; those that an interrupt stopped are left out.
pub fn bifurcation(
    file: &SceneFile,
    axis: &Axis,
    name: &str,
    strobe: &Strobe,
    interrupt: &AtomicBool,
    onlooker: &impl Onlooker,
) -> Result<Vec<(f64, Section)>, SceneError> {
    over(file, axis, interrupt, onlooker, |prepared| section(prepared, &[name.to_owned()], strobe, interrupt))
}

/// Something done for every value of a parameter, on all cores, in order; `None`s are left out.
pub(crate) fn over<T: Send>(
    file: &SceneFile,
    axis: &Axis,
    interrupt: &AtomicBool,
    onlooker: &impl Onlooker,
    act: impl Fn(&Prepared) -> Result<Option<T>, SceneError> + Sync,
) -> Result<Vec<(f64, T)>, SceneError> {
    let values: Vec<f64> = axis.range.values().collect();
    let one = |value: &f64| -> Result<Option<(f64, T)>, SceneError> {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let prepared = prepare_at(file, [(axis.path.as_str(), *value)].into_iter())?;
        let done = act(&prepared)?;
        onlooker.done();
        Ok(done.map(|done| (*value, done)))
    };
    let found: Vec<_> = values.par_iter().map(one).collect();
    found.into_iter().filter_map(Result::transpose).collect()
}
