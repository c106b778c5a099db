//! Runs, streamed while they are computed.
//!
//! Lines: `waiting` while others run, `start` with the stage, then `rows`, `events` and `progress` in turn, and `end` with the summary,
//! or `error` if the engine failed.

mod guard;
mod stream;
mod thin;

use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use carom::run::{Prepared, Ran};
use carom::scene::output::{Cast, RunInfo, summary_json};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::lines::{Lines, lines, told};
use crate::problem::Problem;
use crate::read::{Body, PathWord, object};
use crate::scene::SceneIn;
use crate::server::Lab;
use crate::shelf::Done;
use crate::slots::Ticket;
use crate::stage::stage;
pub(crate) use guard::{Guard, size};
use stream::{Onlooker, Sent};

/// A run that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunIn {
    #[serde(deserialize_with = "object")]
    scene: SceneIn,
    /// Most rows sent; those between are left out, but never those at an impact.
    rows: Option<usize>,
    /// Only rows from this time on.
    from: Option<f64>,
    /// Only rows up to this time.
    to: Option<f64>,
}

/// Starts a run. A scene that cannot be run is refused at once.
pub(crate) async fn start(State(lab): State<Lab>, Body(asked): Body<RunIn>) -> Result<Response, Problem> {
    let ticket = lab.slots.enter()?;
    if let Some(done) = lab.shelf.find(&asked.scene).filter(|_| asked.is_part()) {
        let (lines, response) = lines(ticket.stop.clone(), lab.limits.time);
        tokio::spawn(told(lines.clone(), move || again(&lab, &asked, &done, &ticket, &lines)));
        return Ok(response);
    }
    let scene = asked.scene.clone();
    let prepared = lab.short_work(move || scene.prepare()).await?;
    let (lines, response) = lines(ticket.stop.clone(), lab.limits.time);
    tokio::spawn(wait_and_run(lab, asked, prepared, ticket, lines));
    Ok(response)
}

/// Waits for a free place, then runs; gives up if nobody reads any more.
async fn wait_and_run(lab: Lab, asked: RunIn, prepared: Prepared, ticket: Ticket, lines: Lines) {
    let turn = tokio::select! {
        turn = ticket.turn() => turn,
        () = lines.closed() => return,
    };
    let watched = lines.clone();
    let work = move || {
        if let Some(ran) = run(&lab, &asked, &prepared, &ticket, &lines) {
            lab.shelf.put(asked.scene, prepared, ran);
        }
        drop(turn);
    };
    told(watched, work).await;
}

/// Runs a scene; gives the run if it was not stopped.
fn run(lab: &Lab, asked: &RunIn, prepared: &Prepared, ticket: &Ticket, lines: &Lines) -> Option<Ran> {
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    lines.send(&json!({"kind": "start", "run": ticket.id, "stage": stage(&cast, prepared)}));
    if !lines.is_read() {
        return None;
    }
    let onlooker = Onlooker::new(&cast, prepared, &lab.limits, ticket.stop.clone(), lines, asked.window());
    let ran = prepared.run_watched(Some(&ticket.stop), Some(&onlooker));
    end(prepared, &ran, &onlooker.finish(&ran.record), lines);
    (!is_stopped(ticket)).then_some(ran)
}

/// Sends a part of a run that was made before.
fn again(lab: &Lab, asked: &RunIn, done: &Done, ticket: &Ticket, lines: &Lines) {
    let Done { prepared, ran } = done;
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    lines.send(&json!({"kind": "start", "run": ticket.id, "stage": stage(&cast, prepared)}));
    let onlooker = Onlooker::new(&cast, prepared, &lab.limits, ticket.stop.clone(), lines, asked.window());
    end(prepared, ran, &onlooker.finish(&ran.record), lines);
}

/// Sends the last line.
fn end(prepared: &Prepared, ran: &Ran, sent: &Sent, lines: &Lines) {
    let info = RunInfo {
        scene: &prepared.scene.name,
        method: prepared.scene.run.method.name(),
        wall_time: ran.wall_time.as_secs_f64(),
        mobility: Some(prepared.world.mobility()).filter(|mobility| mobility.equations > 0),
    };
    lines.send(&json!({
        "kind": "end",
        "summary": summary_json(&ran.record, &info),
        "rows": ran.record.samples.len(),
        "rows_within": sent.within,
        "rows_sent": sent.rows,
        "events": ran.record.events.len(),
        "events_sent": sent.events,
        "stopped": sent.stopped,
    }));
}

impl RunIn {
    /// Whether only a part is asked for.
    fn is_part(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    fn window(&self) -> thin::Window {
        let most = self.rows.map_or(thin::MOST_ROWS, |rows| rows.clamp(2, 4 * thin::MOST_ROWS));
        thin::Window { from: self.from.unwrap_or(f64::NEG_INFINITY), to: self.to.unwrap_or(f64::INFINITY), most }
    }
}

/// Stops a run by its number.
pub(crate) async fn stop(State(lab): State<Lab>, PathWord(id): PathWord) -> Result<Json<serde_json::Value>, Problem> {
    let number: u64 = id.parse().map_err(|_| Problem::missing(format!("\"{id}\" is not the number of a run")))?;
    if lab.slots.stop(number) {
        Ok(Json(json!({"stopped": number})))
    } else {
        Err(Problem::missing(format!("there is no run {number}; it may have ended")))
    }
}

/// How busy the server is.
#[derive(Serialize)]
pub(crate) struct Status {
    version: &'static str,
    runs: usize,
    at_once: usize,
    most_seconds: u64,
}

/// How busy the server is.
pub(crate) async fn status(State(lab): State<Lab>) -> Json<Status> {
    Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        runs: lab.slots.taken(),
        at_once: lab.limits.at_once,
        most_seconds: lab.limits.time.as_secs(),
    })
}

/// Whether a run was told to stop.
pub(crate) fn is_stopped(ticket: &Ticket) -> bool {
    ticket.stop.load(Ordering::Relaxed)
}
