//! `carom impact map`: one law over two parameters.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use carom::map::{Axis, Map, Parameter, map};
use carom::scene::range;

use crate::arguments::MapArguments;
use crate::failure::Failure;
use crate::output;

/// Computes the map and writes NAME.csv and NAME.svg.
pub(crate) fn run(arguments: &MapArguments) -> Result<ExitCode, Failure> {
    let (x, y) = (axis(&arguments.x)?, axis(&arguments.y)?);
    let case = arguments.case.case()?;
    let map = map(&arguments.law, &case, x, y).map_err(|error| Failure::input(error.to_string()))?;
    let (csv, svg) = (with_ending(&arguments.out, "csv"), with_ending(&arguments.out, "svg"));
    output::write(&csv, &map.to_csv())?;
    output::write(&svg, &picture(&map, arguments))?;
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

fn picture(_map: &Map, _arguments: &MapArguments) -> String {
    String::new()
}
