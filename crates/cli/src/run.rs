//! `carom run`: a scene from start to end, and the files it leaves.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use carom::checkpoint::{About, Keeper};
use carom::run::Prepared;
use carom::scene::toml::SceneFile;

use crate::arguments::RunArguments;
use crate::failure::Failure;
use crate::progress::Onlooker;
use crate::{interrupt, results};

/// Runs a scene.
pub(crate) fn run(arguments: &RunArguments) -> Result<ExitCode, Failure> {
    let as_typed = |failure: Failure| as_typed(arguments, failure);
    let file = scene_file(&arguments.scene, &changes(arguments)).map_err(as_typed)?;
    let prepared = prepare(&file).map_err(as_typed)?;
    let folder = arguments.results.out.clone().unwrap_or_else(|| Path::new("out").join(&prepared.scene.name));
    results::check(&arguments.results, &prepared, &folder)?;
    let until = prepared.scene.run.settings.until;
    let keeper = match &arguments.checkpoint {
        None => None,
        Some(path) => {
            let every = arguments.every_checkpoint.unwrap_or(0.1 * until);
            let about = About { source: file.source(), out: folder.clone(), every, earlier: Duration::ZERO };
            Some(Keeper::new(path, about, 0.0).map_err(|error| Failure::input(error.to_string()))?)
        }
    };
    let onlooker = Onlooker::new(keeper, until);
    let ran = prepared.run_watched(Some(&interrupt::flag()), Some(&onlooker));
    let kept = onlooker.finish();
    results::leave(&arguments.results, &prepared, &ran, &folder)?;
    results::exit_code(&ran.record, kept)
}

/// The world of a scene file, checked.
pub(crate) fn prepare(file: &SceneFile) -> Result<Prepared, Failure> {
    let scene = file.read().map_err(|error| Failure::input(error.to_string()))?;
    Prepared::new(scene).map_err(|error| Failure::input(error.to_string()))
}

/// A scene file or built-in scene with changes. The variant is chosen first: paths are those of the variant.
pub(crate) fn scene_file(scene: &str, changes: &[(String, String)]) -> Result<SceneFile, Failure> {
    let mut file = crate::scenes::open(scene)?;
    let (variants, others): (Vec<_>, Vec<_>) = changes.iter().partition(|(path, _)| path.trim() == "variant");
    for (path, value) in variants.into_iter().chain(others) {
        file.set(path, value).map_err(|error| Failure::input(error.to_string()))?;
    }
    Ok(file)
}

/// The same, of one of its variants.
pub(crate) fn scene_variant(
    scene: &str,
    changes: &[(String, String)],
    variant: Option<&str>,
) -> Result<SceneFile, Failure> {
    let variant = variant.map(|name| ("variant".to_owned(), name.to_owned()));
    scene_file(scene, &changes.iter().cloned().chain(variant).collect::<Vec<_>>())
}

/// The options that change a value of the scene: its path and what was typed.
fn options(arguments: &RunArguments) -> [(&'static str, &Option<String>); 4] {
    [
        ("variant", &arguments.variant),
        ("run.method", &arguments.method),
        ("run.until", &arguments.until),
        ("run.every", &arguments.every),
    ]
}

/// A failure that quotes options as they were typed, not in the words of `--set`.
fn as_typed(arguments: &RunArguments, failure: Failure) -> Failure {
    options(arguments).into_iter().fold(failure, |failure, (path, value)| match value {
        Some(value) => quoting(failure, path, value),
        None => failure,
    })
}

/// The same for the option that sets one path to a value.
pub(crate) fn quoting(failure: Failure, path: &str, value: &str) -> Failure {
    let option = path.rsplit('.').next().unwrap_or(path);
    failure.saying(&format!("--set {path}={value}"), &format!("--{option} {value}"))
}

/// What the command line changes, in the words of `--set`.
fn changes(arguments: &RunArguments) -> Vec<(String, String)> {
    let named = options(arguments).into_iter();
    let named = named.filter_map(|(path, value)| Some((path.to_owned(), value.clone()?)));
    arguments.set.iter().cloned().chain(named).collect()
}
