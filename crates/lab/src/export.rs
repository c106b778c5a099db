//! Files of a run, exact and as the command line writes them: of one of the last runs, or made again with the same bits.

use std::io::{Cursor, Write};
use std::path::Path;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use carom::run::Prepared;
use carom::scene::output::{Cast, PlotOptions, RunInfo, write_run};
use serde::Deserialize;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::problem::Problem;
use crate::read::{Body, object};
use crate::run::{Guard, is_stopped};
use crate::scene::SceneIn;
use crate::server::Lab;
use crate::slots::Ticket;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportIn {
    #[serde(deserialize_with = "object")]
    scene: SceneIn,
    /// A file of a run (`trajectory.csv`, `plots/energy.svg`), or `all.zip`.
    file: String,
}

/// Impulse planes drawn into an export.
const IMPULSE_PLANES: usize = 20;
/// The name of the archive of all files.
const ALL: &str = "all.zip";

/// Runs a scene and gives one of its files, or all of them.
pub(crate) async fn file(State(lab): State<Lab>, Body(asked): Body<ExportIn>) -> Result<Response, Problem> {
    let ticket = lab.slots.enter()?;
    let turn = ticket.turn().await;
    let (limit, memory) = (lab.limits.time, lab.limits.memory);
    let (stop, shelf) = (ticket.stop.clone(), lab.shelf.clone());
    let timer = tokio::spawn(async move {
        tokio::time::sleep(limit).await;
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    // Dropped with the request when nobody waits for the file any more.
    let guard = StopOnDrop(ticket.stop.clone());
    let answer = lab
        .work(move || {
            let content = match shelf.find(&asked.scene) {
                Some(done) => files(&asked, &done.prepared, &done.ran),
                None => content(&asked, &ticket, memory),
            };
            drop(turn);
            content.map(|content| answer(&asked.file, content))
        })
        .await;
    drop(guard);
    timer.abort();
    answer
}

struct StopOnDrop(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

fn content(asked: &ExportIn, ticket: &Ticket, memory: usize) -> Result<Vec<u8>, Problem> {
    let prepared = asked.scene.prepare()?;
    let guard = Guard { memory, stop: &ticket.stop, all: &ticket.stop };
    let ran = prepared.run_watched(Some(&ticket.stop), Some(&guard));
    if is_stopped(ticket) {
        return Err(Problem::unfit(
            "the run took more time or memory than the server allows; run it from the command line",
        ));
    }
    files(asked, &prepared, &ran)
}

/// The file asked for, of a run.
fn files(asked: &ExportIn, prepared: &Prepared, ran: &carom::run::Ran) -> Result<Vec<u8>, Problem> {
    let folder = tempfile::tempdir().map_err(own)?;
    write(folder.path(), prepared, ran)?;
    if asked.file == ALL {
        return archive(folder.path(), asked).map_err(own);
    }
    let known = names(folder.path()).map_err(own)?;
    // Only names that the run wrote: no path leads elsewhere.
    if !known.contains(&asked.file) {
        let problem = format!("there is no \"{}\"; there are {ALL}, {}", asked.file, known.join(", "));
        return Err(Problem::missing(problem));
    }
    std::fs::read(folder.path().join(&asked.file)).map_err(own)
}

fn own(error: impl std::fmt::Display) -> Problem {
    Problem::own(format!("the files could not be written: {error}"))
}

fn write(folder: &Path, prepared: &Prepared, ran: &carom::run::Ran) -> Result<(), Problem> {
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let info = RunInfo {
        scene: &prepared.scene.name,
        method: prepared.scene.run.method.name(),
        wall_time: ran.wall_time.as_secs_f64(),
        mobility: Some(prepared.world.mobility()).filter(|mobility| mobility.equations > 0),
    };
    let options = PlotOptions { plots: true, impulse_planes: IMPULSE_PLANES };
    write_run(folder, &cast, &ran.record, &info, options).map(|_| ()).map_err(own)
}

/// The files of a run, those in `plots` with that before their names.
fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for (below, before) in [(folder.to_owned(), ""), (folder.join("plots"), "plots/")] {
        for entry in std::fs::read_dir(below)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                names.push(format!("{before}{}", entry.file_name().to_string_lossy()));
            }
        }
    }
    names.sort();
    Ok(names)
}

/// All files and the scene itself.
fn archive(folder: &Path, asked: &ExportIn) -> std::io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for name in names(folder)? {
        zip.start_file(&name, SimpleFileOptions::default())?;
        zip.write_all(&std::fs::read(folder.join(&name))?)?;
    }
    if let Some(text) = asked.scene.text() {
        zip.start_file("scene.toml", SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn answer(name: &str, content: Vec<u8>) -> Response {
    let kind = match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "csv" => "text/csv; charset=utf-8",
        "jsonl" => "application/x-ndjson",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment")),
    ];
    (headers, Bytes::from(content)).into_response()
}
