//! A file of collisions answered line by line, in order, on all cores, in constant memory.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use rayon::prelude::*;

use crate::collision_line;

/// Lines read before they are shared out: enough to keep all cores busy, little enough to stay in cache.
const CHUNK_LINES: usize = 8192;

/// Lines one task answers.
const TASK_LINES: usize = 256;

/// Longest line read [bytes]; a collision takes a few hundred. The rest of a longer line is passed over.
const LONGEST_LINE: u64 = 1 << 20;

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Lines read, each with one line of answer.
    pub lines: u64,
    /// Lines that could not be answered.
    pub errors: u64,
    /// True if it was stopped before the end.
    pub interrupted: bool,
}

/// Answers every line of `input` into `output`, in order. `progress` is told the number of lines done after each chunk; a set
/// `interrupt` ends the work, also while `input` keeps it waiting.
pub fn run(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    interrupt: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> io::Result<Report> {
    let chunks = read_ahead(input);
    let mut report = Report::default();
    while let Some(lines) = next_chunk(&chunks, interrupt, &mut report)? {
        let first = report.lines;
        let answers: Vec<(Vec<u8>, u64)> = lines
            .par_chunks(TASK_LINES)
            .enumerate()
            .map(|(task, lines)| answer_all(lines, first + (task * TASK_LINES) as u64))
            .collect();
        for (text, errors) in &answers {
            output.write_all(text)?;
            report.errors += errors;
        }
        report.lines += lines.len() as u64;
        progress(report.lines);
    }
    output.flush()?;
    Ok(report)
}

/// Some lines, or why there are none.
type Chunk = io::Result<Vec<Vec<u8>>>;

/// Reads on a thread of its own, a chunk ahead of the answers. The thread ends with the input, or when nobody listens any more.
fn read_ahead(mut input: impl BufRead + Send + 'static) -> Receiver<Chunk> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || {
        loop {
            let chunk = read_chunk(&mut input);
            let last = chunk.as_ref().map_or(true, Vec::is_empty);
            if sender.send(chunk).is_err() || last {
                break;
            }
        }
    });
    receiver
}

/// How often a wait for input looks whether it was interrupted.
const PATIENCE: Duration = Duration::from_millis(50);

/// The next lines; none at the end of the input or when interrupted, which the report then says.
fn next_chunk(
    chunks: &Receiver<Chunk>,
    interrupt: &AtomicBool,
    report: &mut Report,
) -> io::Result<Option<Vec<Vec<u8>>>> {
    loop {
        if interrupt.load(Ordering::Relaxed) {
            report.interrupted = true;
            return Ok(None);
        }
        match chunks.recv_timeout(PATIENCE) {
            Ok(chunk) => return chunk.map(|lines| Some(lines).filter(|lines| !lines.is_empty())),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// Answers of some lines, the first of which is number `before` + 1, and how many could not be answered.
fn answer_all(lines: &[Vec<u8>], before: u64) -> (Vec<u8>, u64) {
    let mut out = Vec::with_capacity(lines.len() * 512);
    let mut errors = 0;
    for (line, number) in lines.iter().zip(before + 1..) {
        let text = String::from_utf8_lossy(line);
        errors += u64::from(!collision_line::answer(&text, number, &mut out));
    }
    (out, errors)
}

fn read_chunk(input: &mut impl BufRead) -> Chunk {
    let mut lines = Vec::with_capacity(CHUNK_LINES);
    while lines.len() < CHUNK_LINES {
        match read_line(input)? {
            Some(line) => lines.push(line),
            None => break,
        }
    }
    Ok(lines)
}

/// The next line without its end, or none at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::with_capacity(384);
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 == LONGEST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}
