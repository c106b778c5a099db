//! `carom sweep`: one scene over ranges of its values.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use carom::measure::Measure;
use carom::scene::file::write_whole;
use carom::scene::svg::{self, Arrangement, Cell, Chart, Entry, Field, Kind, Panel, Quantity, Scale, Series};
use carom::sweep::{Axis, Row, measures, size, sweep_kept};
use carom::words::short;

use crate::failure::Failure;
use crate::kept::{self, Kept};
use crate::study::{self, Counter};
use crate::study_arguments::SweepArguments;
use crate::{interrupt, paths};

/// Runs every combination and writes a table and a picture.
pub(crate) fn run(arguments: &SweepArguments) -> Result<ExitCode, Failure> {
    let fail = |error: carom::scene::toml::SceneError| Failure::input(error.to_string());
    let file = study::scene(&arguments.study)?;
    let axes = arguments.vary.iter().map(|text| study::axis(&file, text)).collect::<Result<Vec<_>, _>>()?;
    if arguments.map && axes.len() != 2 {
        return Err(Failure::input("a map needs two values: give --vary twice"));
    }
    let measures = measures(&file, &axes, &arguments.measure).map_err(fail)?;
    let out = &arguments.out;
    let kept = Kept::of(&file);
    let known = if arguments.resume { known(out, &kept, &axes, &measures)? } else { Vec::new() };
    let (beside, about) = (kept::beside(out), kept.text()?);
    let flag = interrupt::flag();
    let table = |rows: &[Row]| csv(&axes, &measures, rows);
    // What cannot be kept now is written, or its error told, at the end.
    let keep = |rows: &[Row]| {
        let table = table(rows);
        drop(write_whole(&[(out.as_path(), table.as_str()), (beside.as_path(), about.as_str())]));
    };
    let counter = Counter::new(size(&axes), keep);
    let rows = sweep_kept(&file, &axes, &arguments.measure, &known, &flag, &counter);
    counter.finish();
    let rows = rows.map_err(fail)?;
    let unit = |axis: &Axis| study::unit(&file, &axis.path);
    let picture = match (&axes[..], &measures[..]) {
        ([x, y], [measure, ..]) if arguments.map => {
            map(&arguments.study.scene, [(x, unit(x)), (y, unit(y))], measure, &rows)
        }
        _ => picture(&arguments.study.scene, (&axes, axes.get(longest(&axes)).map_or("", unit)), &measures, &rows),
    };
    write_whole(&[(beside.as_path(), about.as_str())]).map_err(|error| paths::cannot_write(&beside, &error))?;
    let all = size(&axes);
    study::leave(out, &table(&rows), &picture, &study::done(rows.len(), all, "runs"), &arguments.format)?;
    if let Some(refused) = refused(&axes, &rows) {
        eprintln!("{refused}");
    }
    if rows.len() < all {
        eprintln!("the same command with --resume does the others");
    }
    Ok(study::exit_code(&flag))
}

/// How many runs were refused, and why the first of them.
fn refused(axes: &[Axis], rows: &[Row]) -> Option<String> {
    let mut refused = rows.iter().filter_map(|row| Some((row, row.measured.as_ref().err()?)));
    let (first, reason) = refused.next()?;
    let count = 1 + refused.count();
    let at = axes.iter().zip(&first.at).map(|(axis, value)| format!("{} = {value}", axis.path));
    let at = at.collect::<Vec<_>>().join(", ");
    Some(format!("warning: {count} of {} runs were refused; the first, {at}: {reason}", rows.len()))
}

/// The head of the table.
fn names(axes: &[Axis], measures: &[Measure]) -> String {
    let names = axes.iter().map(|axis| axis.path.as_str()).chain(measures.iter().map(Measure::name)).chain(["end"]);
    names.collect::<Vec<_>>().join(",")
}

/// A line per run: the values, the measures, and how it ended.
fn csv(axes: &[Axis], measures: &[Measure], rows: &[Row]) -> String {
    let mut text = names(axes, measures) + "\n";
    for row in rows {
        let nothing = vec![f64::NAN; measures.len()];
        let measured = measures.iter().zip(row.measured.as_ref().unwrap_or(&nothing));
        let measured = measured.map(|(m, number)| m.word(*number).map_or_else(|| number.to_string(), str::to_owned));
        let cells: Vec<String> = row.at.iter().map(|number| number.to_string()).chain(measured).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{}", cells.join(","), row.end);
    }
    text
}

/// The rows of a table of an earlier sweep of the same runs with the same columns; runs that were refused are tried again.
fn known(path: &Path, kept: &Kept, axes: &[Axis], measures: &[Measure]) -> Result<Vec<Row>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::input(format!("cannot read {}: {error}", path.display()))),
    };
    let mut lines = text.lines().enumerate();
    let expected = names(axes, measures);
    if lines.next().map(|(_, line)| line) != Some(&expected) {
        let problem = format!("{} is not a table of this sweep: its first line is not {expected}", path.display());
        return Err(Failure::input(problem).advise("name another table with --out, or leave --resume away"));
    }
    kept.check(path)?;
    let row = |(number, line): (usize, &str)| {
        let bad = || Failure::input(format!("{}, line {}: not a row of this sweep", path.display(), number + 1));
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != axes.len() + measures.len() + 1 {
            return Err(bad());
        }
        let at =
            cells[..axes.len()].iter().map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>().ok_or_else(bad)?;
        let measured = measures.iter().zip(&cells[axes.len()..]).map(|(measure, cell)| measure.number(cell));
        let measured = measured.collect::<Option<Vec<f64>>>().ok_or_else(bad)?;
        Ok(Row { at, measured: Ok(measured), end: cells[cells.len() - 1].to_owned() })
    };
    let rows = lines.map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().filter(|row| row.end != "refused").collect())
}

/// A map of one measure over two values: words as named regions, numbers in colours.
fn map(scene: &str, [(x, x_unit), (y, y_unit)]: [(&Axis, &str); 2], measure: &Measure, rows: &[Row]) -> String {
    // Cells row by row from the lower left corner, the first value across.
    let find = |i: usize, j: usize| {
        let at = [x.range.value(i), y.range.value(j)];
        rows.iter().find(|row| row.at == at)
    };
    let in_order = rows.len() == x.range.count * y.range.count;
    let row = |i: usize, j: usize| if in_order { rows.get(i * y.range.count + j) } else { find(i, j) };
    let cells = || (0..y.range.count).flat_map(|j| (0..x.range.count).map(move |i| (i, j)));
    let number = |(i, j): (usize, usize)| match row(i, j) {
        None => Cell::Missing("not run"),
        Some(Row { measured: Ok(numbers), end, .. }) if end == "time" => Cell::Value(numbers[0]),
        Some(Row { end, .. }) => Cell::Missing(end.as_str()),
    };
    let numbers: Vec<Cell<'_, f64>> = cells().map(number).collect();
    let words: Option<Vec<Cell<'_, &str>>> = numbers
        .iter()
        .map(|cell| match cell {
            Cell::Value(number) => measure.word(*number).map(Cell::Value),
            Cell::Missing(why) => Some(Cell::Missing(why)),
        })
        .collect();
    let field = match &words {
        Some(words) => Field::Names(words),
        None => {
            Field::Numbers { cells: &numbers, name: measure.name(), unit: measure.unit(), scale: Scale::Sequential }
        }
    };
    let side = |axis: &Axis| (axis.range.to - axis.range.from) / (axis.range.count - 1) as f64 / 2.0;
    let names = [x, y].map(|axis| study::label(&axis.path));
    let [x, y] = [(x, &names[0], x_unit), (y, &names[1], y_unit)].map(|(axis, name, unit)| svg::Axis {
        name,
        unit,
        from: axis.range.from - side(axis),
        to: axis.range.to + side(axis),
        count: axis.range.count,
    });
    let title = format!("Map: {}", measure.name());
    svg::map(&svg::Map { title: &title, subtitle: scene, x, y, field })
}

/// The axis with the most values: that along which the picture is drawn.
fn longest(axes: &[Axis]) -> usize {
    (0..axes.len()).max_by_key(|&k| axes[k].range.count).unwrap_or(0)
}

/// The name of an axis in a legend, which has to leave room for the value: the last word of its path, or so much of the path as tells it from
/// the others.
fn brief(axes: &[Axis], k: usize) -> String {
    /// Letters of the longest name shown whole.
    const LONGEST: usize = 18;
    let last = |axis: &Axis| axis.path.rsplit('.').next().unwrap_or_default().to_owned();
    let own = last(&axes[k]);
    let alone = axes.iter().filter(|axis| last(axis) == own).count() == 1 && own.parse::<f64>().is_err();
    let name = if alone { own } else { axes[k].path.clone() };
    if name.chars().count() <= LONGEST {
        return name;
    }
    let left_out = name.chars().count() - LONGEST + 1;
    std::iter::once('…').chain(name.chars().skip(left_out)).collect()
}

/// The runs that differ only along one axis, in order.
fn lines(axes: &[Axis], rows: &[Row], along: usize) -> Vec<(String, Vec<usize>)> {
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let others = axes.iter().zip(&row.at).enumerate().filter(|(k, _)| *k != along);
        let label: Vec<String> =
            others.map(|(k, (_, value))| format!("{} = {}", brief(axes, k), short(*value))).collect();
        let label = label.join(", ");
        match lines.iter_mut().find(|(known, _)| *known == label) {
            Some((_, line)) => line.push(index),
            None => lines.push((label, vec![index])),
        }
    }
    lines
}

/// The measures over the longest axis, which has the unit given; a line for each value of the others.
fn picture(scene: &str, (axes, unit): (&[Axis], &str), measures: &[Measure], rows: &[Row]) -> String {
    let along = longest(axes);
    let lines = lines(axes, rows, along);
    let value = |row: &Row, k: usize| row.measured.as_ref().map_or(f64::NAN, |measured| measured[k]);
    let x: Vec<Vec<f64>> = lines.iter().map(|(_, line)| line.iter().map(|&i| rows[i].at[along]).collect()).collect();
    let y: Vec<Vec<Vec<f64>>> = (0..measures.len())
        .map(|k| lines.iter().map(|(_, line)| line.iter().map(|&i| value(&rows[i], k)).collect()).collect())
        .collect();
    let across = axes.get(along).map_or(String::new(), |axis| study::label(&axis.path));
    let names: Vec<String> = measures.iter().map(|measure| study::label(measure.name())).collect();
    let levels: Vec<Vec<&str>> = measures.iter().map(Measure::words).collect();
    let panels = names.iter().zip(measures).zip(&y).zip(&levels).map(|(((name, measure), y), levels)| Panel {
        x: Quantity { name: &across, unit },
        y: Quantity { name, unit: measure.unit() },
        band: None,
        reach: None,
        from_zero: false,
        levels,
        series: (0..lines.len())
            .map(|l| Series {
                style: l,
                kind: if levels.is_empty() { Kind::Line } else { Kind::Points },
                x: &x[l],
                y: &y[l],
                jumps: &[],
            })
            .collect(),
    });
    let named = lines.iter().enumerate().filter(|(l, (label, _))| *l < svg::STYLES && !label.is_empty());
    let caption = if lines.len() > svg::STYLES { "Styles repeat beyond those named above." } else { "" };
    svg::chart(&Chart {
        title: "Sweep",
        subtitle: scene,
        legend: named.map(|(style, (name, _))| Entry { style, name }).collect(),
        panels: panels.collect(),
        arrangement: Arrangement::Stacked,
        caption,
    })
}

#[cfg(test)]
mod tests {
    use carom::scene::range::Range;

    use super::*;

    fn axis(path: &str) -> Axis {
        Axis { path: path.to_owned(), range: Range { from: 0.0, to: 1.0, count: 2 } }
    }

    /// Seen: a legend of long paths cut before the values that tell its lines apart.
    #[test]
    fn legends_have_room_for_values() {
        let axes = ["parameters.force_amplitude", "body.a.mass", "body.b.mass", "contact.0"].map(axis);
        let names: Vec<String> = (0..axes.len()).map(|k| brief(&axes, k)).collect();
        assert_eq!(names, ["force_amplitude", "body.a.mass", "body.b.mass", "contact.0"]);
        let long = [axis("parameters.a_parameter_with_a_long_name")];
        assert_eq!(brief(&long, 0), "…_with_a_long_name");
    }

    #[test]
    fn refused_runs_are_told() {
        let row = |at: f64, measured| Row { at: vec![at], measured, end: "refused".to_owned() };
        let rows =
            [row(0.5, Ok(vec![1.0])), row(1.5, Err("e is 1.5".to_owned())), row(2.5, Err("e is 2.5".to_owned()))];
        let said = refused(&[axis("contact.0.e")], &rows).unwrap();
        assert_eq!(said, "warning: 2 of 3 runs were refused; the first, contact.0.e = 1.5: e is 1.5");
        assert_eq!(refused(&[axis("contact.0.e")], &rows[..1]), None);
    }
}
