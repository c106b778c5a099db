//! A run looked at once a period: Poincare sections, and over a parameter bifurcation diagrams (X7).

use std::sync::atomic::{AtomicBool, Ordering};

use carom_scene::toml::{SceneError, SceneFile};
use carom_simulate::record::{End, EventKind, Sample};
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

/// Runs a scene for as many periods as asked and takes the quantities once a period; `None` if interrupted.
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
    let start = prepared.scene.run.start;
    let mut longer = prepared.clone();
    longer.scene.run.settings.until = start + (strobe.skip + strobe.keep) as f64 * period;
    longer.scene.run.settings.every = Some(period);
    let ran = longer.run(Some(interrupt));
    let from = start + (strobe.skip as f64 + 0.5) * period;
    let looked = |sample: &&Sample| sample.t > from && if strobe.at_impacts { true } else { is_whole((sample.t - start) / period) };
    let mut samples: Vec<&Sample> = ran.record.samples.iter().filter(looked).collect();
    if strobe.at_impacts {
        let impacts: Vec<f64> = ran.record.of_kind(EventKind::Impact).map(|event| event.t).collect();
        samples.retain(|sample| impacts.binary_search_by(|t| t.total_cmp(&sample.t)).is_ok());
    }
    // Of several samples of one instant the last is the state after it.
    let mut last: Vec<&Sample> = Vec::new();
    for sample in samples {
        if last.last().is_some_and(|before| before.t == sample.t) {
            last.pop();
        }
        last.push(sample);
    }
    let verdict = match &ran.record.end {
        End::Interrupted => return Ok(None),
        End::Verdict(text) => text.clone(),
        End::Time => String::new(),
    };
    let values = measures.iter().map(|measure| last.iter().map(|sample| measure.at(&prepared.world, sample)).collect());
    Ok(Some(Section { t: last.iter().map(|sample| sample.t).collect(), values: values.collect(), verdict }))
}

/// Whether a number of periods is whole, up to the rounding of times.
fn is_whole(periods: f64) -> bool {
    (periods - periods.round()).abs() <= 1e-9 * periods.abs().max(1.0)
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
