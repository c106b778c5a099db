//! `carom lyapunov`: the largest exponent of a scene (X7).

use std::fmt::Write;
use std::process::ExitCode;

use carom::lyapunov::{Exponent, Separation, lyapunov, lyapunov_over};
use carom::scene::svg::{self, Arrangement, Chart, Kind, Panel, Quantity, Series};
use carom::sweep::Axis;
use carom::words::short;
use serde::Serialize;

use crate::failure::Failure;
use crate::study_arguments::LyapunovArguments;
use crate::{interrupt, output, run, study};

#[derive(Serialize)]
struct ExponentOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    exponent: f64,
    standard_error: f64,
    vanished: usize,
}

/// One exponent, or a table and a picture over a parameter.
pub(crate) fn run(arguments: &LyapunovArguments) -> Result<ExitCode, Failure> {
    let file = study::scene(&arguments.study)?;
    let LyapunovArguments { periods, distance, of, .. } = arguments;
    let separation = Separation { skip: periods.skip, keep: periods.keep, distance: *distance, of: of.clone() };
    let flag = interrupt::flag();
    if let Some(text) = &arguments.vary {
        let axis = study::axis(&file, text)?;
        let found = study::counted(axis.range.count, &flag, |flag, counter| {
            lyapunov_over(&file, &axis, &separation, flag, counter)
        })?;
        if arguments.format.json {
            let all: Vec<ExponentOut> = found.iter().map(|(value, exponent)| out(Some(*value), exponent)).collect();
            output::print_json(&all)?;
        } else {
            let picture = picture(&arguments.study.scene, (&axis, study::unit(&file, &axis.path)), &found);
            let what = study::done(found.len(), axis.range.count, "exponents");
            study::leave(&arguments.out, &csv(&axis, &found), &picture, &what, &arguments.format)?;
        }
        return Ok(study::exit_code(&flag));
    }
    let prepared = run::prepare(&file)?;
    let found = study::counted(1, &flag, |flag, _| lyapunov(&prepared, &separation, flag))?;
    if let Some(found) = found {
        if arguments.format.json {
            output::print_json(&out(None, &found))?;
        } else {
            output::print(&text(&found, separation.keep))?;
        }
    }
    Ok(study::exit_code(&flag))
}

fn out(value: Option<f64>, found: &Exponent) -> ExponentOut {
    ExponentOut { value, exponent: found.exponent, standard_error: found.error, vanished: found.vanished }
}

fn text(found: &Exponent, periods: usize) -> String {
    let (exponent, error) = (short(found.exponent), short(found.error));
    let mut text = format!("largest exponent {exponent} 1/s, standard error {error}, over {periods} periods\n");
    if found.vanished > 0 {
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "in {} periods the difference vanished: both runs stuck in the same place", found.vanished);
    }
    text
}

fn csv(axis: &Axis, found: &[(f64, Exponent)]) -> String {
    let mut text = format!("{},exponent,standard_error,vanished\n", axis.path);
    for (value, found) in found {
        let _ = writeln!(text, "{value},{},{},{}", found.exponent, found.error, found.vanished);
    }
    text
}

fn picture(scene: &str, (axis, unit): (&Axis, &str), found: &[(f64, Exponent)]) -> String {
    let x: Vec<f64> = found.iter().map(|point| point.0).collect();
    let y: Vec<f64> = found.iter().map(|point| point.1.exponent).collect();
    let name = study::label(&axis.path);
    svg::chart(&Chart {
        title: "Largest Lyapunov exponent",
        subtitle: scene,
        legend: Vec::new(),
        panels: vec![Panel {
            x: Quantity { name: &name, unit },
            y: Quantity { name: "exponent", unit: "1/s" },
            band: None,
            reach: None,
            from_zero: true,
            levels: &[],
            series: vec![Series { style: 0, kind: Kind::Line, x: &x, y: &y, jumps: &[] }],
        }],
        arrangement: Arrangement::Stacked,
        caption: "Above zero for long: chaos. A motion that has not settled can be above it for a while.",
    })
}
