//! `carom sweep`: one scene over ranges of its values.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use carom::scene::file::write_whole;
use carom::scene::quantity::Dimension;
use carom::scene::range;
use carom::scene::svg::{self, Arrangement, Chart, Entry, Kind, Panel, Quantity, Series};
use carom::sweep::{Axis, Row, size, sweep_counted};

use crate::arguments::SweepArguments;
use crate::failure::{Failure, INTERRUPTED};
use crate::{interrupt, output, progress, run, table};

/// Runs every combination and writes a table and a picture.
pub(crate) fn run(arguments: &SweepArguments) -> Result<ExitCode, Failure> {
    let file = run::scene_file(&arguments.scene, &arguments.set)?;
    let axes = arguments.vary.iter().map(|text| axis(text)).collect::<Result<Vec<_>, _>>()?;
    let flag = interrupt::flag();
    let bar = progress::runs(size(&axes));
    let rows = sweep_counted(&file, &axes, &arguments.measure, &flag, || bar.inc(1));
    bar.finish_and_clear();
    let rows = rows.map_err(|error| Failure::input(error.to_string()))?;
    let table = csv(&axes, &arguments.measure, &rows);
    let picture = picture(&arguments.scene, &axes, &arguments.measure, &rows);
    let (csv_path, svg_path) = (&arguments.out, arguments.out.with_extension("svg"));
    let files: [(&Path, &str); 2] = [(csv_path, &table), (&svg_path, &picture)];
    write_whole(&files).map_err(|error| Failure::input(format!("cannot write {}: {error}", csv_path.display())))?;
    output::print(&format!("{} runs in {} and {}\n", rows.len(), csv_path.display(), svg_path.display()))?;
    Ok(if flag.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// PATH=FROM:TO:N; numbers are in SI units or carry their unit.
pub(crate) fn axis(text: &str) -> Result<Axis, Failure> {
    let (path, range) =
        range::parse(text, |_| Some(Dimension::None)).map_err(|error| Failure::input(error.to_string()))?;
    Ok(Axis { path, range })
}

/// A line per run: the values, the measures, and how it ended.
fn csv(axes: &[Axis], measures: &[String], rows: &[Row]) -> String {
    let names = axes.iter().map(|axis| axis.path.as_str()).chain(measures.iter().map(String::as_str)).chain(["end"]);
    let mut text = names.collect::<Vec<_>>().join(",") + "\n";
    for row in rows {
        let nothing = vec![f64::NAN; measures.len()];
        let numbers = row.at.iter().chain(row.measured.as_ref().unwrap_or(&nothing));
        let cells: Vec<String> = numbers.map(|number| number.to_string()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{}", cells.join(","), row.end);
    }
    text
}

/// The axis with the most values: that along which the picture is drawn.
fn longest(axes: &[Axis]) -> usize {
    (0..axes.len()).max_by_key(|&k| axes[k].range.count).unwrap_or(0)
}

/// The runs that differ only along one axis, in order.
fn lines(axes: &[Axis], rows: &[Row], along: usize) -> Vec<(String, Vec<usize>)> {
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let others = axes.iter().zip(&row.at).enumerate().filter(|(k, _)| *k != along);
        let label: Vec<String> =
            others.map(|(_, (axis, value))| format!("{} = {}", axis.path, table::short(*value))).collect();
        let label = label.join(", ");
        match lines.iter_mut().find(|(known, _)| *known == label) {
            Some((_, line)) => line.push(index),
            None => lines.push((label, vec![index])),
        }
    }
    lines
}

/// The measures over the longest axis; a line for each value of the others.
fn picture(scene: &str, axes: &[Axis], measures: &[String], rows: &[Row]) -> String {
    let along = longest(axes);
    let lines = lines(axes, rows, along);
    let value = |row: &Row, k: usize| row.measured.as_ref().map_or(f64::NAN, |measured| measured[k]);
    let x: Vec<Vec<f64>> = lines.iter().map(|(_, line)| line.iter().map(|&i| rows[i].at[along]).collect()).collect();
    let y: Vec<Vec<Vec<f64>>> = (0..measures.len())
        .map(|k| lines.iter().map(|(_, line)| line.iter().map(|&i| value(&rows[i], k)).collect()).collect())
        .collect();
    let panels = measures.iter().zip(&y).map(|(measure, y)| Panel {
        x: Quantity { name: axes.get(along).map_or("", |axis| axis.path.as_str()), unit: "" },
        y: Quantity { name: measure, unit: "" },
        band: None,
        reach: None,
        from_zero: false,
        series: (0..lines.len())
            .map(|l| Series { style: l, kind: Kind::Line, x: &x[l], y: &y[l], jumps: &[] })
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
