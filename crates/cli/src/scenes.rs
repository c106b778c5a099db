//! `carom scenes`, and where the text of a scene comes from.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use carom::scene::builtin;

use crate::arguments::{ScenesArguments, ScenesCommand};
use crate::failure::Failure;
use crate::{output, table};

/// Lists the built-in scenes, or shows one.
pub(crate) fn run(arguments: &ScenesArguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        None => {
            let rows = builtin::SCENES.iter().map(|scene| vec![scene.name.to_owned(), scene.title()]);
            output::print(&table::columns(rows.collect()))?;
        }
        Some(ScenesCommand::Show { name }) => output::print(builtin_text(name)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of a scene file or of a built-in scene, and its name in errors.
pub(crate) fn text(scene: &str) -> Result<(String, String), Failure> {
    let is_file = scene.contains(['/', '\\']) || Path::new(scene).extension().is_some_and(|e| e == "toml");
    if !is_file {
        return Ok((builtin_text(scene)?.to_owned(), scene.to_owned()));
    }
    let text = fs::read_to_string(scene).map_err(|error| Failure::input(format!("cannot read {scene}: {error}")))?;
    Ok((text, scene.to_owned()))
}

fn builtin_text(name: &str) -> Result<&'static str, Failure> {
    builtin::builtin(name).map(|scene| scene.text).ok_or_else(|| {
        let failure = Failure::input(format!("there is no built-in scene \"{name}\""));
        match builtin::nearest(name) {
            Some(near) => failure.advise(format!("did you mean \"{near}\"? `carom scenes` lists them all")),
            None => failure.advise("`carom scenes` lists them; a scene file ends in .toml"),
        }
    })
}
