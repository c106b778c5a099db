//! What studies over many runs share: the scene with its period, axes, progress, tables with a picture beside them.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use carom::scene::file::write_whole;
use carom::scene::quantity::{self, Dimension};
use carom::scene::range;
use carom::scene::toml::{Field, SceneError, SceneFile};
use carom::sweep::{Axis, Onlooker, Row};
use indicatif::ProgressBar;
use serde_json::{Map, Number, Value};

use crate::arguments::FormatArguments;
use crate::failure::{Failure, INTERRUPTED};
use crate::study_arguments::StudyArguments;
use crate::{output, paths, progress, run};

/// The scene of a study.
pub(crate) fn scene(arguments: &StudyArguments) -> Result<SceneFile, Failure> {
    let mut changes = arguments.set.clone();
    changes.extend(arguments.period.iter().map(|period| ("run.period".to_owned(), period.clone())));
    run::scene_variant(&arguments.scene, &changes, arguments.variant.as_deref())
}

/// PATH=FROM:TO:N; both ends are in SI units or carry a unit of what the value measures, any unit where that is not known.
pub(crate) fn axis(file: &SceneFile, text: &str) -> Result<Axis, Failure> {
    let reader = |path: &str| {
        let dimension = Dimension::of_unit(unit(file, path));
        Ok(move |text: &str| {
            let read = dimension.map_or_else(|| quantity::parse_any(text), |known| quantity::parse(text, known));
            read.map_err(|reason| reason.to_string())
        })
    };
    let (path, range) = range::parse_by(text, reader).map_err(|error| Failure::input(error.to_string()))?;
    Ok(Axis { path, range })
}

/// The name of a value of a scene on an axis: in markup a low line would begin a subscript.
pub(crate) fn label(name: &str) -> String {
    name.replace('_', " ")
}

/// The SI unit of a value of the scene by its path; empty where none is known.
pub(crate) fn unit(file: &SceneFile, path: &str) -> &'static str {
    let Ok((_, fields)) = file.read_with_form() else { return "" };
    let named = |field: &Field| format!("{}.{}", field.group, field.label).replace(' ', ".");
    let is =
        |path: &str| fields.iter().find(|field| field.path == path || named(field) == path).map(|field| field.unit);
    // An entry of a list has the unit of the list.
    is(path).or_else(|| is(path.rsplit_once('.')?.0)).unwrap_or("")
}

/// Counts runs on a bar.
pub(crate) struct Counter<K: Fn(&[Row]) + Sync> {
    bar: ProgressBar,
    keep: K,
}

impl<K: Fn(&[Row]) + Sync> Counter<K> {
    /// A bar for so many runs; what was done so far is given to `keep` now and then.
    pub(crate) fn new(count: usize, keep: K) -> Self {
        Self { bar: progress::runs(count), keep }
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

impl<K: Fn(&[Row]) + Sync> Onlooker for Counter<K> {
    fn done(&self) {
        self.bar.inc(1);
    }

    fn keep(&self, rows: &[Row]) {
        (self.keep)(rows);
    }
}

/// Does something that counts its runs, with Ctrl-C as a flag.
pub(crate) fn counted<T>(
    count: usize,
    flag: &AtomicBool,
    act: impl FnOnce(&AtomicBool, &Counter<fn(&[Row])>) -> Result<T, SceneError>,
) -> Result<T, Failure> {
    let counter: Counter<fn(&[Row])> = Counter::new(count, |_| ());
    let done = act(flag, &counter);
    counter.finish();
    done.map_err(|error| Failure::input(error.to_string()))
}

/// Writes a table and the picture beside it, and tells so; with `--json` the rows of the table instead of that.
pub(crate) fn leave(
    path: &Path,
    table: &str,
    picture: &str,
    what: &str,
    format: &FormatArguments,
) -> Result<(), Failure> {
    let beside = path.with_extension("svg");
    let files: [(&Path, &str); 2] = [(path, table), (&beside, picture)];
    write_whole(&files).map_err(|error| paths::cannot_write(path, &error))?;
    if format.json {
        return output::print_json(&records(table));
    }
    output::print(&format!("{what} in {} and {}\n", path.display(), beside.display()))
}

/// The rows of a table as objects: numbers as numbers, what is not finite as null, words as text.
fn records(table: &str) -> Vec<Map<String, Value>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let value = |cell: &str| match cell.parse::<f64>() {
        Ok(number) => Number::from_f64(number).map_or(Value::Null, Value::Number),
        Err(_) => Value::String(cell.to_owned()),
    };
    let record = |line: &str| -> Map<String, Value> {
        names.iter().zip(line.split(',')).map(|(name, cell)| ((*name).to_owned(), value(cell))).collect()
    };
    lines.map(record).collect()
}

/// How many were done, in words; of how many, if Ctrl-C kept some from being done.
pub(crate) fn done(count: usize, of: usize, what: &str) -> String {
    if count < of { format!("interrupted: {count} of {of} {what}") } else { format!("{count} {what}") }
}

/// How the program ends.
pub(crate) fn exit_code(flag: &AtomicBool) -> ExitCode {
    if flag.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen: ranges with units refused. A speed has units of speeds at both ends and is in m/s without one; a mass is none.
    #[test]
    fn ends_of_ranges_have_units() {
        let wedge = carom::scene::builtin::builtin("wedge").unwrap();
        let file = SceneFile::parse(wedge.text, "wedge").unwrap();
        let ends = |text: &str| axis(&file, text).ok().map(|axis| (axis.range.from, axis.range.to));
        let (from, to) = ends("parameters.speed=36 km/h:72 km/h:8").unwrap();
        assert!((from - 10.0).abs() < 1e-14 && (to - 20.0).abs() < 1e-14);
        assert_eq!(ends("parameters.speed=5:7.5 m/s:8"), Some((5.0, 7.5)));
        assert_eq!(ends("parameters.speed=1 kg:2 kg:8"), None);
        assert_eq!(ends("parameters.mu=0.1:0.2:3"), Some((0.1, 0.2)));
    }

    #[test]
    fn what_was_not_done_is_said() {
        assert_eq!(done(9, 9, "runs"), "9 runs");
        assert_eq!(done(143, 400, "runs"), "interrupted: 143 of 400 runs");
    }

    #[test]
    fn rows_of_a_table_are_objects() {
        let rows = records("a,regime,end\n0.5,locked,time\nNaN,sliding,time\n");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["a"], 0.5);
        assert_eq!(rows[0]["regime"], "locked");
        assert_eq!(rows[1]["a"], Value::Null);
    }
}
