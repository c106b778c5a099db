//! A file of problems, one a line, answered in order on all cores: `carom impact batch`, `carom lcp`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use carom::scene::batch::{self, Job, Report};
use carom::scene::file::PartialFile;
use indicatif::ProgressBar;

use crate::arguments::LinesArguments;
use crate::failure::Failure;
use crate::progress;

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// Does a job from file to file (`-` for standard input or output).
pub(crate) fn run(job: &Job<'_>, arguments: &LinesArguments, interrupt: &AtomicBool) -> Result<ExitCode, Failure> {
    let input = open(&arguments.input)?;
    let bar = progress::bar(None, "{spinner} {human_pos} lines, {per_sec}");
    let report = if is_dash(&arguments.output) {
        let output = BufWriter::new(io::stdout().lock());
        match batch::run(job, input, output, interrupt, |lines| bar.set_position(lines)) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            other => other.map_err(|error| Failure::input(error.to_string()))?,
        }
    } else {
        into_file(job, input, &arguments.output, interrupt, &bar)?
    };
    bar.finish_and_clear();
    if report.interrupted {
        return Err(Failure::interrupted(format!("stopped after {} lines", report.lines)));
    }
    if report.errors > 0 {
        eprintln!("{} of {} lines could not be answered; their results hold an error", report.errors, report.lines);
    }
    Ok(ExitCode::SUCCESS)
}

type Input = Box<dyn BufRead + Send>;

fn into_file(
    job: &Job<'_>,
    input: Input,
    output: &Path,
    interrupt: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Report, Failure> {
    let fail = |error: io::Error| Failure::input(error.to_string());
    let mut file = PartialFile::create(output).map_err(fail)?;
    let report = batch::run(job, input, &mut file, interrupt, |lines| bar.set_position(lines)).map_err(fail)?;
    if report.interrupted {
        let kept = file.keep().map_err(fail)?;
        bar.finish_and_clear();
        let (lines, kept) = (report.lines, kept.display());
        return Err(Failure::interrupted(format!("stopped after {lines} lines; their results are in {kept}")));
    }
    file.finish().map_err(fail)?;
    Ok(report)
}

/// Whether the path stands for standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn open(path: &Path) -> Result<Input, Failure> {
    if is_dash(path) {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, io::stdin())));
    }
    let fail = |error: io::Error| Failure::input(format!("cannot read {}: {error}", path.display()));
    if path.is_dir() {
        return Err(fail(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER, File::open(path).map_err(fail)?)))
}
