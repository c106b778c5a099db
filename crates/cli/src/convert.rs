//! `carom convert`: a scene in the formats of articulated polyhedra as TOML, or back (B8).

use std::path::Path;
use std::process::ExitCode;

use carom::scene::articulated::Project;
use carom::scene::file::write_whole;

use crate::arguments::ConvertArguments;
use crate::failure::Failure;
use crate::{output, scenes};

/// Reads one and writes the other; nothing is written that cannot be read again.
pub(crate) fn run(arguments: &ConvertArguments) -> Result<ExitCode, Failure> {
    let to = &arguments.to;
    let file = scenes::open(&arguments.from)?;
    let scene = file.read().map_err(|error| Failure::input(error.to_string()))?;
    scene.build().map_err(|error| Failure::input(error.to_string()))?;
    let cannot = |error: std::io::Error| Failure::input(error.to_string());
    match to.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => {
            let files: [(&Path, &str); 1] = [(to, &file.source().text)];
            write_whole(&files).map_err(cannot)?;
            output::print(&format!("{}\n", to.display()))?;
        }
        Some("cfg") => {
            let base = to.with_extension("").to_string_lossy().into_owned();
            let project = Project::of_scene(&scene, &base).map_err(|error| Failure::input(error.to_string()))?;
            let written = project.write().map_err(cannot)?;
            let lines: Vec<String> = written.iter().map(|path| format!("{}\n", path.display())).collect();
            output::print(&lines.concat())?;
        }
        _ => return Err(Failure::input(format!("{}: expected a file that ends in .toml or .cfg", to.display()))),
    }
    Ok(ExitCode::SUCCESS)
}
