//! `carom resume`: a run goes on from its checkpoint.

use std::process::ExitCode;
use std::time::Duration;

use carom::checkpoint::{About, Keeper};
use carom::scene::checkpoint::Checkpoint;
use carom::scene::toml::SceneFile;

use crate::arguments::ResumeArguments;
use crate::failure::Failure;
use crate::progress::Onlooker;
use crate::run::prepare;
use crate::{interrupt, results};

/// Goes on with a run. The checkpoint is kept up to date as before.
pub(crate) fn run(arguments: &ResumeArguments) -> Result<ExitCode, Failure> {
    let fail = |problem: String| Failure::input(problem);
    let Checkpoint { source, out, every, wall_time, snapshot } =
        Checkpoint::read(&arguments.file).map_err(|error| fail(error.to_string()))?;
    let file = SceneFile::from_source(&source).map_err(|error| fail(error.to_string()))?;
    let prepared = prepare(&file)?;
    let folder = arguments.results.out.clone().unwrap_or_else(|| out.clone());
    results::check(&arguments.results, &prepared, &folder)?;
    let earlier = Duration::try_from_secs_f64(wall_time).unwrap_or_default();
    let about = About { source, out: folder.clone(), every, earlier };
    let keeper = Keeper::new(&arguments.file, about, snapshot.t).map_err(|error| fail(error.to_string()))?;
    let onlooker = Onlooker::new(Some(keeper), prepared.scene.run.settings.until);
    let resumed = prepared.resume(snapshot, Some(&interrupt::flag()), Some(&onlooker));
    let kept = onlooker.finish();
    let mut ran = resumed.map_err(|problem| fail(format!("{}: {problem}", arguments.file.display())))?;
    ran.wall_time += earlier;
    results::leave(&arguments.results, &prepared, &ran, &folder)?;
    results::exit_code(&ran.record, kept)
}
