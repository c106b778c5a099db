//! `summary.json`: what was run, how it ended, and how well.

use std::collections::BTreeMap;
use std::io::{self, Write};

use carom_mechanics::Mobility;
use carom_simulate::record::{Counts, End, Record};
use serde::Serialize;

use super::events::{Bounds, bounds};

/// What the record does not know of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunInfo<'a> {
    /// Name of the scene.
    pub scene: &'a str,
    /// Name of the method: events, stepping, penalty.
    pub method: &'a str,
    /// Time the run took, in seconds.
    pub wall_time: f64,
    /// Gruebler's count and the true mobility at the start, of scenes with joints.
    pub mobility: Option<Mobility>,
}

#[derive(Serialize)]
struct SummaryOut<'a> {
    scene: &'a str,
    method: &'a str,
    version: &'static str,
    end_time: f64,
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a str>,
    wall_time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mobility: Option<MobilityOut>,
    counts: CountsOut,
    residuals: ResidualsOut,
    energy_drift: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    impulses: Option<ImpulsesOut>,
    warnings: &'a [String],
}

/// Extremes over the impacts without friction at one contact: the least and greatest impulse that an impact could have had, and the
/// largest that one had.
#[derive(Serialize)]
struct ImpulsesOut {
    least: f64,
    greatest: f64,
    largest: f64,
}

#[derive(Serialize)]
struct MobilityOut {
    gruebler: i64,
    #[serde(rename = "true")]
    real: usize,
}

#[derive(Serialize)]
struct CountsOut {
    samples: usize,
    steps: u64,
    rejected: u64,
    evaluations: u64,
    problems: u64,
    impacts: u64,
    events: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct ResidualsOut {
    complementarity: f64,
    penetration: f64,
    joint_error: f64,
}

/// Writes the file.
pub(super) fn write(out: &mut impl Write, record: &Record, info: &RunInfo<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &summary(record, info))?;
    out.write_all(b"\n")
}

/// The summary as JSON, as in the file.
pub fn summary_json(record: &Record, info: &RunInfo<'_>) -> serde_json::Value {
    serde_json::to_value(summary(record, info)).unwrap_or_default()
}

fn summary<'a>(record: &'a Record, info: &RunInfo<'a>) -> SummaryOut<'a> {
    let (end, verdict) = match &record.end {
        End::Time => ("time", None),
        End::Interrupted => ("interrupted", None),
        End::Verdict(sentence) => ("verdict", Some(sentence.as_str())),
    };
    let Counts { residual, penetration, joint_error, energy_drift, .. } = record.counts;
    SummaryOut {
        scene: info.scene,
        method: info.method,
        version: env!("CARGO_PKG_VERSION"),
        end_time: record.samples.last().map_or(0.0, |sample| sample.t),
        end,
        verdict,
        wall_time: info.wall_time,
        mobility: info.mobility.map(|m| MobilityOut { gruebler: m.gruebler, real: m.mobility }),
        counts: counts(record),
        residuals: ResidualsOut { complementarity: residual, penetration, joint_error },
        energy_drift,
        impulses: impulses(record),
        warnings: &record.warnings,
    }
}

fn impulses(record: &Record) -> Option<ImpulsesOut> {
    let impacts = record.events.iter().filter_map(|event| event.impact.as_ref());
    let all: Vec<_> = impacts.filter_map(|impact| Some((bounds(impact)?, impact.impulse[0]))).collect();
    let most = |of: fn(&(Bounds, f64)) -> f64| all.iter().map(of).fold(0.0, f64::max);
    (!all.is_empty()).then(|| ImpulsesOut {
        least: all.iter().map(|(bounds, _)| bounds.least).fold(f64::INFINITY, f64::min),
        greatest: most(|(bounds, _)| bounds.greatest),
        largest: most(|(_, impulse)| *impulse),
    })
}

fn counts(record: &Record) -> CountsOut {
    let mut events = BTreeMap::new();
    for event in &record.events {
        *events.entry(event.kind.name()).or_insert(0) += 1;
    }
    let Counts { steps, rejected, evaluations, impacts, problems, .. } = record.counts;
    CountsOut { samples: record.samples.len(), steps, rejected, evaluations, problems, impacts, events }
}
