//! A file of problems answered line by line, in order, on all cores, in constant memory.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use rayon::prelude::*;

/// Lines read before they are shared out: enough to keep all cores busy, little enough to stay in cache.
const CHUNK_LINES: usize = 8192;

/// Bytes after which a chunk is full although it has fewer lines, so that long lines do not fill the memory.
const CHUNK_BYTES: usize = 1 << 23;

/// What is done with each line, and how.
pub struct Job<'a> {
    /// Answers line number n of the input by appending one line; false if it could not be answered.
    pub answer: &'a (dyn Fn(&str, u64, &mut Vec<u8>) -> bool + Sync),
    /// Lines one task answers: many where a line is quickly answered, one where it may take long.
    pub task_lines: usize,
    /// Longest line read (bytes); the rest of a longer line is passed over.
    pub longest_line: u64,
}

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
    job: &Job<'_>,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    interrupt: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> io::Result<Report> {
    let chunks = read_ahead(input, job.longest_line);
    let task_lines = job.task_lines.max(1);
    let mut report = Report::default();
    while let Some(lines) = next_chunk(&chunks, interrupt, &mut report)? {
        let first = report.lines;
        let answers: Vec<(Vec<u8>, u64)> = lines
            .par_chunks(task_lines)
            .enumerate()
            .map(|(task, lines)| answer_all(job, lines, first + (task * task_lines) as u64))
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
fn read_ahead(mut input: impl BufRead + Send + 'static, longest_line: u64) -> Receiver<Chunk> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || {
        loop {
            let chunk = read_chunk(&mut input, longest_line);
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
fn answer_all(job: &Job<'_>, lines: &[Vec<u8>], before: u64) -> (Vec<u8>, u64) {
    let mut out = Vec::with_capacity(lines.len() * 512);
    let mut errors = 0;
    for (line, number) in lines.iter().zip(before + 1..) {
        let text = String::from_utf8_lossy(line);
        // The mark that some editors put before the first line.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        errors += u64::from(!(job.answer)(text, number, &mut out));
    }
    (out, errors)
}

fn read_chunk(input: &mut impl BufRead, longest_line: u64) -> Chunk {
    let (mut lines, mut bytes) = (Vec::new(), 0);
    while lines.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
        match read_line(input, longest_line)? {
            Some(line) => {
                bytes += line.len();
                lines.push(line);
            }
            None => break,
        }
    }
    Ok(lines)
}

/// The next line without its end, or none at the end of the input.
fn read_line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::with_capacity(384);
    let read = input.by_ref().take(longest).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 == longest {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}
