//! A scene run by one of the three methods.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use carom_mechanics::plane::{Subject, World, WorldError};
use carom_scene::toml::{Method, Scene, SceneError};
use carom_simulate::events::State;
use carom_simulate::record::End;
use carom_simulate::{Record, Settings, events, penalty, stepping};

/// A world made of a scene, ready to run.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The scene.
    pub scene: Scene,
    /// Its world.
    pub world: World,
}

/// What a run left and how long it took.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Samples, events, counts and end.
    pub record: Record,
    /// Time the run took.
    pub wall_time: Duration,
}

impl Prepared {
    /// Makes the world of a scene, or says what is wrong with it, at its line.
    pub fn new(scene: Scene) -> Result<Self, SceneError> {
        match World::new(&scene.world) {
            Ok(world) => Ok(Self { scene, world }),
            Err(error) => Err(place(&scene, &error)),
        }
    }

    /// Where the run starts.
    pub fn start(&self) -> State {
        let start = self.world.start();
        State { t: start.t, q: start.q.clone(), v: start.v.clone(), closed: Vec::new(), step: 0.0 }
    }

    /// Runs the scene by its method.
    pub fn run(&self, interrupt: Option<&AtomicBool>) -> Ran {
        let settings = Settings { interrupt, ..self.scene.run.settings.clone() };
        let mut state = self.start();
        let began = Instant::now();
        let record = match self.scene.run.method {
            Method::Events => events::run(&self.world, &mut state, &settings),
            Method::Stepping => stepping::run(&self.world, &mut state, &settings),
            Method::Penalty => penalty::run(&self.world, &mut state, &settings),
        };
        Ran { record, wall_time: began.elapsed() }
    }
}

/// The error of a world as one of the scene file, at the line of what it is about.
fn place(scene: &Scene, error: &WorldError) -> SceneError {
    let problem = Problem(error).to_string();
    match &error.subject {
        Subject::Body(name) | Subject::Pair(name, _) => scene.error_about_body(name, problem),
        Subject::Joint(name) => scene.error_about_joint(name, problem),
        Subject::World | Subject::Force(_) => scene.error(error.to_string()),
    }
}

/// The part of a world's error that its line does not say.
struct Problem<'a>(&'a WorldError);

impl fmt::Display for Problem<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Subject::Pair(_, other) = &self.0.subject {
            write!(out, "with \"{other}\": ")?;
        }
        write!(out, "{}: {}", self.0.field, self.0.message)
    }
}

/// How a run ended, in a word: `time`, `interrupted` or `verdict`.
pub fn end_word(record: &Record) -> &'static str {
    match record.end {
        End::Time => "time",
        End::Interrupted => "interrupted",
        End::Verdict(_) => "verdict",
    }
}
