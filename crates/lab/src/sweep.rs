//! Sweeps, streamed run by run (K9).
//!
//! Lines: `start`, then `rows` as runs end, each with its number (the last axis fastest), then `end`.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use carom::run::{Prepared, Ran};
use carom::scene::toml::SceneFile;
use carom::sweep::{Axis, Onlooker, Row, measures, size, sweep_kept};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::lines::{Lines, lines, told};
use crate::map::AxisIn;
use crate::problem::Problem;
use crate::read::{Body, object, objects};
use crate::run::Guard;
use crate::scene::SceneIn;
use crate::server::Lab;
use crate::slots::Ticket;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SweepIn {
    #[serde(deserialize_with = "object")]
    scene: SceneIn,
    #[serde(deserialize_with = "objects")]
    axes: Vec<AxisIn>,
    measures: Vec<String>,
}

/// Axes and measures of one sweep.
const MOST_AXES: usize = 2;
const MOST_MEASURES: usize = 20;

/// Starts a sweep. What is wrong with the scene, a path or a measure is said at once.
pub(crate) async fn start(State(lab): State<Lab>, Body(asked): Body<SweepIn>) -> Result<Response, Problem> {
    if !(1..=MOST_AXES).contains(&asked.axes.len()) || !(1..=MOST_MEASURES).contains(&asked.measures.len()) {
        return Err(Problem::unfit("expected one or two axes and one to twenty measures"));
    }
    let most = lab.limits.sweep;
    let axis = |axis: &AxisIn| Ok(Axis { path: axis.name.clone(), range: axis.range(most)? });
    let axes = asked.axes.iter().map(axis).collect::<Result<Vec<_>, Problem>>()?;
    if size(&axes) > most {
        return Err(Problem::unfit(format!("{} runs; a sweep may have {most}", size(&axes))));
    }
    let ticket = lab.slots.enter()?;
    let (scene, first, measures) = (asked.scene.clone(), axes.clone(), asked.measures.clone());
    let file = lab.short_work(move || checked(&scene, &first, &measures)).await?;
    let (lines, response) = lines(ticket.stop.clone(), lab.limits.time);
    tokio::spawn(wait_and_sweep(lab, file, axes, asked.measures, ticket, lines));
    Ok(response)
}

/// The scene, after its first combination was read.
fn checked(scene: &SceneIn, axes: &[Axis], names: &[String]) -> Result<SceneFile, Problem> {
    let file = scene.file()?;
    measures(&file, axes, names)?;
    Ok(file)
}

async fn wait_and_sweep(
    lab: Lab,
    file: SceneFile,
    axes: Vec<Axis>,
    measures: Vec<String>,
    ticket: Ticket,
    lines: Lines,
) {
    let turn = tokio::select! {
        turn = ticket.turn() => turn,
        () = lines.closed() => return,
    };
    // A single run may be long: the limit holds within it too.
    let (stop, watched, limit) = (ticket.stop.clone(), lines.clone(), lab.limits.time);
    let timer = tokio::spawn(async move {
        tokio::select! {
            () = tokio::time::sleep(limit) => {}
            () = watched.closed() => {}
        }
        stop.store(true, Ordering::Relaxed);
    });
    let memory = lab.limits.memory / lab.limits.at_once.max(1);
    let last = lines.clone();
    let work = move || {
        sweep(&file, &axes, &measures, &ticket, &Parcels::new(&lines, memory));
        drop(turn);
    };
    told(last, work).await;
    timer.abort();
}

/// Time between two parcels of rows.
const PARCEL: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct RowOut {
    index: usize,
    at: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    end: String,
}

/// Rows sent in parcels as runs end; each run is kept within its bytes until it is measured.
struct Parcels<'a> {
    lines: &'a Lines,
    /// Most bytes of the record of one run.
    memory: usize,
    waiting: Mutex<(Vec<RowOut>, Instant)>,
}

impl<'a> Parcels<'a> {
    fn new(lines: &'a Lines, memory: usize) -> Self {
        Self { lines, memory, waiting: Mutex::new((Vec::new(), Instant::now())) }
    }

    /// Sends what waits.
    fn rest(&self) {
        let rest = std::mem::take(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner).0);
        self.lines.send(&json!({"kind": "rows", "rows": rest}));
    }
}

impl Onlooker for Parcels<'_> {
    fn row(&self, index: usize, row: &Row) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.0.push(row_out(index, row));
        if waiting.1.elapsed() > PARCEL {
            self.lines.send(&json!({"kind": "rows", "rows": std::mem::take(&mut waiting.0)}));
            waiting.1 = Instant::now();
        }
    }

    fn run(&self, prepared: &Prepared, interrupt: &AtomicBool) -> Result<Ran, String> {
        let stop = AtomicBool::new(false);
        let guard = Guard { memory: self.memory, stop: &stop, all: interrupt };
        let ran = prepared.run_measured(Some(&stop), Some(&guard));
        if stop.load(Ordering::Relaxed) && !interrupt.load(Ordering::Relaxed) {
            let most = self.memory >> 20;
            return Err(format!("the record of this run grew beyond {most} MB; take a longer run.every"));
        }
        Ok(ran)
    }
}

fn sweep(file: &SceneFile, axes: &[Axis], measures: &[String], ticket: &Ticket, parcels: &Parcels<'_>) {
    let began = Instant::now();
    let lines = parcels.lines;
    lines.send(&json!({"kind": "start", "run": ticket.id, "runs": size(axes)}));
    let swept = sweep_kept(file, axes, measures, &[], &ticket.stop, parcels);
    parcels.rest();
    match swept {
        Ok(rows) => lines.send(&json!({
            "kind": "end",
            "runs": rows.len(),
            "stopped": ticket.stop.load(Ordering::Relaxed),
            "wall_time": began.elapsed().as_secs_f64(),
        })),
        Err(error) => lines.send(&json!({"kind": "error", "message": error.to_string()})),
    }
}

fn row_out(index: usize, row: &Row) -> RowOut {
    let (values, error) = match &row.measured {
        Ok(values) => (Some(values.clone()), None),
        Err(error) => (None, Some(error.clone())),
    };
    RowOut { index, at: row.at.clone(), values, error, end: row.end.clone() }
}
