//! The built-in scenes: the files of the folder `scenes`, put into the program when it is built.

mod projects;

pub use projects::{BuiltInProject, PROJECTS};

/// A scene that every user has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInScene {
    /// Its name, that of its file.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// One list of names for names and files.
macro_rules! scenes {
    ($($name:literal),* $(,)?) => {
        [$(BuiltInScene { name: $name, text: include_str!(concat!("../../../../scenes/", $name, ".toml")) }),*]
    };
}

/// Every built-in scene: those of the papers, those worth seeing, those with known answers.
pub const SCENES: &[BuiltInScene] = &scenes![
    "bar-drop",
    "ball-between-walls",
    "three-coins",
    "two-masses",
    "pinned-bar",
    "pendulum-in-box",
    "double-pendulum",
    "galton-board",
    "pool-break",
    "dominoes",
    "trebuchet",
    "escapement",
    "vibrating-conveyor",
    "walking-toy",
    "chaotic-pendulum-wall",
    "bin-of-thirty",
    "bin-of-thousand",
    "newton-cradle-swinging",
    "arch",
    "ball-on-oscillating-table",
    "belt-stick-slip",
    "block-on-incline",
    "bouncing-ball",
    "box-topple-or-slide",
    "card-a-frame",
    "chaotic-friction-oscillator",
    "coulomb-oscillator-forced",
    "coulomb-oscillator-free",
    "impact-oscillator",
    "ladder",
    "newton-cradle",
    "painleve-rod",
    "pendulum-in-moving-box",
    "pinned-bar-moving-surface",
    "pushed-row",
    "rocking-block",
    "rolling-down-slope",
    "slider-crank-clearance",
    "sliding-to-rolling",
    "spinning-bounce-and-groove",
    "stacks",
    "two-masses-on-a-line",
    "woodpecker-toy",
    "wedge",
    "wedge-loaded-free",
    "wedge-displacement",
    "wedge-joints",
    "wedge-ride-control",
    "half-truck",
    "truck-in-space",
    "linkage",
    "dry-joints",
    "chain",
    "plane-push-isotropy",
    "pushed-askew",
    "rolling-disc",
    "rattleback",
    "painleve-rod-in-space",
    "sphere-on-turntable",
    "spinning-box-and-tripod",
    "pile-of-boxes",
    "pile-of-spheres",
    "wall-in-space",
    "many-balls",
    "rolling-sphere",
    "bouncing-spheres",
    "free-bars",
];

/// A built-in scene by its name.
pub fn builtin(name: &str) -> Option<&'static BuiltInScene> {
    SCENES.iter().find(|scene| scene.name == name)
}

/// A built-in scene in the formats of articulated polyhedra by its name.
pub fn project(name: &str) -> Option<&'static BuiltInProject> {
    PROJECTS.iter().find(|project| project.name == name)
}

/// The built-in scene whose name is nearest to this one, if one is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    crate::toml::nearest_name(
        name,
        SCENES.iter().map(|scene| scene.name).chain(PROJECTS.iter().map(|project| project.name)),
    )
}

impl BuiltInScene {
    /// Its title, one line.
    pub fn title(&self) -> String {
        let scene = crate::toml::read_scene(self.text, self.name);
        scene.map_or_else(|error| error.to_string(), |scene| scene.title)
    }
}
