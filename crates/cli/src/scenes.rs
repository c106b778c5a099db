//! `carom scenes`, and where a scene comes from.

use std::path::Path;
use std::process::ExitCode;

use carom::scene::articulated::Project;
use carom::scene::builtin;
use carom::scene::file::read_whole;
use carom::scene::toml::{SceneError, SceneFile};

use crate::arguments::{ScenesArguments, ScenesCommand};
use crate::failure::Failure;
use crate::{output, table};

/// Lists the built-in scenes, or shows one.
pub(crate) fn run(arguments: &ScenesArguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        None => {
            let scenes = builtin::SCENES.iter().map(|scene| vec![scene.name.to_owned(), scene.title()]);
            let projects = builtin::PROJECTS.iter().map(|scene| vec![scene.name.to_owned(), scene.title.to_owned()]);
            let rows = scenes.chain(projects);
            output::print(&table::columns(rows.collect()))?;
        }
        Some(ScenesCommand::Show { name }) => output::print(&builtin_text(name)?)?,
        Some(ScenesCommand::Other(words)) => {
            let name = words.first().map_or("NAME", String::as_str);
            builtin_text(name)?;
            let failure = Failure::input(format!("`carom scenes {name}` is not a command"));
            return Err(failure.advise(format!("`carom scenes show {name}` prints the file of the scene")));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A scene file (`.toml`, or `.cfg` in the formats of articulated polyhedra) or a built-in scene.
pub(crate) fn open(scene: &str) -> Result<SceneFile, Failure> {
    let fail = |error: SceneError| Failure::input(error.to_string());
    let ending = Path::new(scene).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("cfg") => SceneFile::of_project(&Project::read(Path::new(scene)).map_err(fail)?).map_err(fail),
        Some("toml") => parse(scene),
        // A built-in scene is called by its name wherever the user is, any other file by its own.
        _ if scene.contains(['/', '\\']) || (!is_builtin(scene) && Path::new(scene).is_file()) => parse(scene),
        _ => match builtin::project(scene) {
            Some(project) => SceneFile::of_project(&project.read().map_err(fail)?).map_err(fail),
            None => SceneFile::parse(&builtin_text(scene)?, scene).map_err(fail),
        },
    }
}

fn is_builtin(name: &str) -> bool {
    builtin::project(name).is_some() || builtin::builtin(name).is_some()
}

fn parse(scene: &str) -> Result<SceneFile, Failure> {
    let bytes =
        read_whole(Path::new(scene)).map_err(|error| Failure::input(format!("cannot read {scene}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        let failure = Failure::input(format!("{scene}, line {line}: a letter there is not in UTF-8"));
        failure.advise("save the file in the encoding UTF-8; that of an older editor may be Latin-1")
    })?;
    SceneFile::parse(&text, scene).map_err(|error| Failure::input(error.to_string()))
}

/// A built-in scene as TOML.
fn builtin_text(name: &str) -> Result<String, Failure> {
    if let Some(project) = builtin::project(name) {
        let project = project.read().map_err(|error| Failure::input(error.to_string()))?;
        return Ok(project.to_toml());
    }
    builtin::builtin(name).map(|scene| scene.text.to_owned()).ok_or_else(|| {
        let failure = Failure::input(format!("there is no built-in scene \"{name}\""));
        match builtin::nearest(name) {
            Some(near) => failure.advise(format!("did you mean \"{near}\"? `carom scenes` lists them all")),
            None => failure.advise("`carom scenes` lists them; a scene file ends in .toml or .cfg"),
        }
    })
}
