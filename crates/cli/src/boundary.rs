//! `carom boundary`: where a measure changes, over another parameter (W7).

use std::fmt::Write;
use std::process::ExitCode;

use carom::boundary::{Crossing, Search, boundary};
use carom::measure::Measure;
use carom::scene::svg::{self, Arrangement, Chart, Kind, Panel, Quantity, Series};

use crate::failure::Failure;
use crate::study_arguments::BoundaryArguments;
use crate::{interrupt, run, study};

/// Finds the boundary and writes a table and a picture.
pub(crate) fn run(arguments: &BoundaryArguments) -> Result<ExitCode, Failure> {
    let file = study::scene(&arguments.study)?;
    let search = Search {
        along: study::axis(&file, &arguments.vary)?,
        // The ends alone: as a range of two points.
        across: study::axis(&file, &format!("{}:2", arguments.between))?,
        measure: arguments.measure.clone(),
        tolerance: arguments.tolerance,
    };
    let prepared = run::prepare(&file)?;
    let measure = Measure::by_name(&arguments.measure, &prepared.world).map_err(Failure::input)?;
    let flag = interrupt::flag();
    let found =
        study::counted(search.along.range.count, &flag, |flag, counter| boundary(&file, &search, flag, counter))?;
    let table = csv(&search, &measure, &found);
    let points = format!("{} points of the boundary", found.iter().filter(|point| point.across.is_some()).count());
    let (looked, all) = (found.len(), search.along.range.count);
    let what = if looked < all { format!("interrupted after {looked} of {all} values: {points}") } else { points };
    let units = [&search.along, &search.across].map(|axis| study::unit(&file, &axis.path));
    let picture = picture(&arguments.study.scene, (&search, units), &measure, &found);
    study::leave(&arguments.out, &table, &picture, &what, &arguments.format)?;
    for point in found.iter().filter(|point| point.across.is_none()) {
        eprintln!("{}", no_boundary(&search, &measure, point));
    }
    Ok(study::exit_code(&flag))
}

/// Why there is no boundary at a value.
fn no_boundary(search: &Search, measure: &Measure, point: &Crossing) -> String {
    let (along, across) = (&search.along.path, &search.across);
    let word = measure.word(point.below).map_or_else(|| point.below.to_string(), str::to_owned);
    format!(
        "no boundary at {along} = {}: {} is {word} at both ends, {} = {} and {}; try other ends",
        point.along,
        measure.name(),
        across.path,
        across.range.from,
        across.range.to
    )
}

fn csv(search: &Search, measure: &Measure, found: &[Crossing]) -> String {
    let mut text = format!("{},{},below,above\n", search.along.path, search.across.path);
    for point in found {
        let across = point.across.map_or("NaN".to_owned(), |across| across.to_string());
        let word = |number: f64| measure.word(number).map_or_else(|| number.to_string(), str::to_owned);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{across},{},{}", point.along, word(point.below), word(point.above));
    }
    text
}

fn picture(scene: &str, (search, units): (&Search, [&str; 2]), measure: &Measure, found: &[Crossing]) -> String {
    let x: Vec<f64> = found.iter().map(|point| point.along).collect();
    let y: Vec<f64> = found.iter().map(|point| point.across.unwrap_or(f64::NAN)).collect();
    let below = found.iter().find(|point| point.across.is_some()).and_then(|point| measure.word(point.below));
    let caption = below.map_or(String::new(), |word| format!("Below the line: {word}."));
    let [along, across] = [&search.along, &search.across].map(|axis| study::label(&axis.path));
    svg::chart(&Chart {
        title: "Boundary",
        subtitle: scene,
        legend: Vec::new(),
        panels: vec![Panel {
            x: Quantity { name: &along, unit: units[0] },
            y: Quantity { name: &across, unit: units[1] },
            band: None,
            reach: None,
            from_zero: true,
            levels: &[],
            series: vec![Series { style: 0, kind: Kind::Line, x: &x, y: &y, jumps: &[] }],
        }],
        arrangement: Arrangement::Stacked,
        caption: &caption,
    })
}
