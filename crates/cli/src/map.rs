//! `carom impact map`: one law over two parameters.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use carom::map::{Axis, Parameter, map};
use carom::map_picture;
use carom::scene::range;

use crate::arguments::{MapArguments, Show};
use crate::case_arguments::warn_of_degrees;
use crate::failure::Failure;
use crate::output;

/// Computes the map and writes NAME.csv and NAME.svg.
pub(crate) fn run(arguments: &MapArguments) -> Result<ExitCode, Failure> {
    let (x, y) = (axis(&arguments.x)?, axis(&arguments.y)?);
    let angle = [&x, &y].into_iter().find(|axis| axis.parameter == Parameter::RodAngle).map(|axis| axis.range.from);
    let case = arguments.case.case_with_angle(angle)?;
    let map = map(&arguments.law, &case, x, y).map_err(|error| Failure::input(error.to_string()))?;
    let (csv, svg) = (with_ending(&arguments.out, "csv"), with_ending(&arguments.out, "svg"));
    output::write(&[
        (&csv, &map.to_csv()),
        (&svg, &map_picture::draw(&map, &arguments.law, arguments.show.into(), &case)),
    ])?;
    output::print(&format!(
        "{} points written to {} and drawn into {}\n",
        map.outcomes.len(),
        csv.display(),
        svg.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn axis(text: &str) -> Result<Axis, Failure> {
    let dimension = |name: &str| Parameter::by_name(name).map(|parameter| parameter.dimension());
    let (name, range) = range::parse(text, dimension).map_err(|error| {
        Failure::input(error.to_string()).advise(format!("the parameters of a map are {}", Parameter::NAMES.join(", ")))
    })?;
    let parameter =
        Parameter::by_name(&name).ok_or_else(|| Failure::input(format!("there is no parameter \"{name}\"")))?;
    if parameter == Parameter::RodAngle {
        warn_of_degrees(range.to);
    }
    Ok(Axis { parameter, range })
}

/// NAME.ENDING; an ending the user typed (map.svg) is not doubled.
fn with_ending(name: &Path, ending: &str) -> PathBuf {
    match name.extension() {
        Some(given) if given == "csv" || given == "svg" => name.with_extension(ending),
        _ => {
            let mut text = name.as_os_str().to_owned();
            text.push(".");
            text.push(ending);
            PathBuf::from(text)
        }
    }
}

impl From<Show> for map_picture::Show {
    fn from(show: Show) -> Self {
        match show {
            Show::Mode => Self::Mode,
            Show::Energy => Self::Energy,
            Show::Impulse => Self::Impulse,
        }
    }
}
