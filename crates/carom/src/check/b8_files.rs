//! B8: every built-in scene of these formats reads, and is the same after writing and after a way through TOML.

use carom_scene::articulated::Project;
use carom_scene::builtin::{BuiltInProject, PROJECTS};
use carom_scene::toml::read_scene;

use super::{Line, count};

pub(super) fn run_all() -> Vec<Line> {
    let all = PROJECTS.len();
    let passing = |test: fn(&BuiltInProject) -> Option<bool>| PROJECTS.iter().filter(|p| test(p) == Some(true)).count();
    vec![
        count("scenes read", all, passing(|project| Some(project.read().is_ok()))),
        count("scenes the same after writing and reading", all, passing(written)),
        count("scenes the same after a way through TOML", all, passing(converted)),
    ]
}

fn written(project: &BuiltInProject) -> Option<bool> {
    let texts = project.read().ok()?.texts();
    let open = |name: &str| Ok(texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone()));
    let again = Project::read_with(&format!("{}.cfg", project.name), open).ok()?;
    Some(again.texts() == texts)
}

fn converted(project: &BuiltInProject) -> Option<bool> {
    let project = project.read().ok()?;
    let scene = read_scene(&project.to_toml(), "converted").ok()?;
    Some(Project::of_scene(&scene, &project.base).ok()?.texts() == project.texts())
}
