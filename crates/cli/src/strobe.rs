//! `carom bifurcation` and `carom poincare`: a scene looked at once a period (X7).

use std::fmt::Write;
use std::process::ExitCode;

use carom::measure::Measure;
use carom::run::Prepared;
use carom::scene::svg::{self, Arrangement, Chart, Kind, Panel, Quantity, Series};
use carom::strobe::{self, Section, Strobe};

use crate::failure::{Failure, PHYSICS};
use crate::study_arguments::{BifurcationArguments, PoincareArguments, StrobeArguments};
use crate::{interrupt, output, run, study};

fn strobe_of(StrobeArguments { periods, looks, .. }: &StrobeArguments) -> Strobe {
    Strobe { skip: periods.skip, keep: periods.keep, phase: looks.phase, at_impacts: looks.at_impacts }
}

/// Sections over a parameter: a table and a picture.
pub(crate) fn bifurcate(arguments: &BifurcationArguments) -> Result<ExitCode, Failure> {
    let file = study::scene(&arguments.strobe.study)?;
    let axis = study::axis(&file, &arguments.vary)?;
    let strobe = strobe_of(&arguments.strobe);
    let flag = interrupt::flag();
    let found = study::counted(axis.range.count, &flag, |flag, counter| {
        strobe::bifurcation(&file, &axis, &arguments.of, &strobe, flag, counter)
    })?;
    let mut table = format!("{},t,{}\n", axis.path, arguments.of);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for (value, section) in &found {
        for (t, number) in section.t.iter().zip(&section.values[0]) {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{value},{t},{number}");
            x.push(*value);
            y.push(*number);
        }
    }
    let across = Quantity { name: &axis.path, unit: study::unit(&file, &axis.path) };
    let up = Quantity { name: &arguments.of, unit: unit(&run::prepare(&file).ok(), &arguments.of) };
    let picture = picture("Bifurcation diagram", &arguments.strobe.study.scene, [across, up], &x, &y);
    let verdicts = found.iter().filter(|(_, section)| !section.verdict.is_empty()).count();
    let ended = if verdicts > 0 { format!(", {verdicts} of them ended early by a verdict") } else { String::new() };
    let runs = study::done(found.len(), axis.range.count, "runs");
    let what = format!("{runs}{ended}, {} points", x.len());
    study::leave(&arguments.out, &table, &picture, &what, &arguments.format)?;
    Ok(study::exit_code(&flag))
}

/// One section: a table and a picture.
pub(crate) fn section(arguments: &PoincareArguments) -> Result<ExitCode, Failure> {
    let [across, up] = &arguments.of[..] else {
        return Err(Failure::input("expected --of twice: what is drawn across and what upwards"));
    };
    let prepared = run::prepare(&study::scene(&arguments.strobe.study)?)?;
    let flag = interrupt::flag();
    let strobe = strobe_of(&arguments.strobe);
    let found = study::counted(1, &flag, |flag, _| strobe::section(&prepared, &arguments.of, &strobe, flag))?;
    let Some(Section { t, values, verdict }) = found else { return Ok(study::exit_code(&flag)) };
    let mut table = format!("t,{across},{up}\n");
    for (k, t) in t.iter().enumerate() {
        let _ = writeln!(table, "{t},{},{}", values[0][k], values[1][k]);
    }
    let prepared = Some(prepared);
    let axes = [across, up].map(|name| Quantity { name, unit: unit(&prepared, name) });
    let picture = picture("Poincaré section", &arguments.strobe.study.scene, axes, &values[0], &values[1]);
    study::leave(&arguments.out, &table, &picture, &format!("{} points", t.len()), &arguments.format)?;
    if verdict.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.format.json {
        eprintln!("ended: {verdict}");
    } else {
        output::print(&format!("ended: {verdict}\n"))?;
    }
    Ok(ExitCode::from(PHYSICS))
}

/// The unit of a measure; empty where it has none that is known.
fn unit(prepared: &Option<Prepared>, name: &str) -> &'static str {
    let measure = prepared.as_ref().and_then(|prepared| Measure::by_name(name, &prepared.world).ok());
    measure.map_or("", |measure| measure.unit())
}

fn picture(title: &str, scene: &str, axes: [Quantity<'_>; 2], x: &[f64], y: &[f64]) -> String {
    let [across, up] = axes.map(|axis| study::label(axis.name));
    svg::chart(&Chart {
        title,
        subtitle: scene,
        legend: Vec::new(),
        panels: vec![Panel {
            x: Quantity { name: &across, unit: axes[0].unit },
            y: Quantity { name: &up, unit: axes[1].unit },
            band: None,
            reach: None,
            from_zero: false,
            levels: &[],
            series: vec![Series { style: 0, kind: Kind::Points, x, y, jumps: &[] }],
        }],
        arrangement: Arrangement::Stacked,
        caption: "",
    })
}
