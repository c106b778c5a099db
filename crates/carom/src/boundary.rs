//! Where a measure changes: for every value of one parameter the value of another at which it does, by bisection (W7).

use std::sync::atomic::{AtomicBool, Ordering};

use carom_scene::range::Range;
use carom_scene::toml::{SceneError, SceneFile};
use rayon::prelude::*;

use crate::measure::Measure;
use crate::run::Prepared;
use crate::sweep::{Axis, Onlooker, measures, prepare_at};

/// How many times longer than the scene says runs are in which slips seem to die out. Wedges in joints, ten cycles long, lock within 3 % of
/// the boundary then, within 1 % after forty cycles and within 0.5 % after a hundred.
const LONGER: [f64; 3] = [1.0, 3.0, 10.0];

/// What is looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// The parameter along the boundary.
    pub along: Axis,
    /// The parameter across it, between whose ends the measure changes.
    pub across: Axis,
    /// The measure; best one that stands for a word, such as `regime`.
    pub measure: String,
    /// How well the boundary is to be known, as a part of its value.
    pub tolerance: f64,
}

/// A point of the boundary.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The value along.
    pub along: f64,
    /// The value across, between the last that measures as the lower end does and the first that does not; `None` if both ends
    /// measure the same.
    pub across: Option<f64>,
    /// The measure below.
    pub below: f64,
    /// The measure above.
    pub above: f64,
}

/// Bisects for every value along, on all cores; in order. What an interrupt kept from being found is left out.
pub fn boundary(
    file: &SceneFile,
    search: &Search,
    interrupt: &AtomicBool,
    onlooker: &impl Onlooker,
) -> Result<Vec<Crossing>, SceneError> {
    let ends = Axis { path: search.across.path.clone(), range: Range { count: 2, ..search.across.range.clone() } };
    measures(file, &[search.along.clone(), ends], std::slice::from_ref(&search.measure))?;
    let values: Vec<f64> = search.along.range.values().collect();
    let found: Vec<Option<Crossing>> = values
        .par_iter()
        .map(|along| {
            let crossing = crossing(file, search, *along, interrupt);
            onlooker.done();
            crossing.transpose()
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(Option::transpose)
        .collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// A measure of a run. Where slips seem to die out the run is made longer: just above the boundary they do so too, until the body has come so far
/// that it slips back as well.
fn measured(prepared: &mut Prepared, name: &str, interrupt: &AtomicBool) -> Result<f64, String> {
    let measure = Measure::by_name(name, &prepared.world)?.with_period(prepared.scene.run.period);
    let (start, until) = (prepared.start().t, prepared.scene.run.settings.until);
    let mut value = f64::NAN;
    for times in LONGER {
        prepared.scene.run.settings.until = start + times * (until - start);
        let ran = prepared.run(Some(interrupt));
        value = measure.of(&prepared.world, &ran.record);
        if !measure.is_limit(&prepared.world, &ran.record) {
            break;
        }
    }
    Ok(value)
}

/// One point; `None` if interrupted.
fn crossing(
    file: &SceneFile,
    search: &Search,
    along: f64,
    interrupt: &AtomicBool,
) -> Result<Option<Crossing>, SceneError> {
    let at = |across: f64| -> Result<f64, SceneError> {
        let changes = [(search.along.path.as_str(), along), (search.across.path.as_str(), across)];
        let mut prepared = prepare_at(file, changes.into_iter())?;
        measured(&mut prepared, &search.measure, interrupt).map_err(|problem| prepared.scene.error(problem))
    };
    let (mut low, mut high) = (search.across.range.from, search.across.range.to);
    let (below, mut above) = (at(low)?, at(high)?);
    let same = |value: f64| value == below || (value.is_nan() && below.is_nan());
    if same(above) {
        return Ok((!interrupt.load(Ordering::Relaxed)).then_some(Crossing { along, across: None, below, above }));
    }
    while high - low > search.tolerance * high.abs().max(low.abs()) {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let middle = 0.5 * (low + high);
        let value = at(middle)?;
        if same(value) {
            low = middle;
        } else {
            (high, above) = (middle, value);
        }
    }
    Ok(Some(Crossing { along, across: Some(0.5 * (low + high)), below, above }))
}
