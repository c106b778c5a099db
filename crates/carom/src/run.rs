//! A scene run by one of the three methods.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use carom_mechanics::Model;
use carom_scene::World;
use carom_scene::toml::{Method, Scene, SceneError};
use carom_simulate::events::State;
use carom_simulate::record::End;
use carom_simulate::{Record, Settings, Snapshot, Watcher, events, penalty, stepping};

use crate::measure::Measure;

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
        let world = scene.build()?;
        Ok(Self { scene, world })
    }

    /// Where the run starts.
    pub fn start(&self) -> State {
        let start = self.world.start();
        State { t: start.t, q: start.q.clone(), v: start.v.clone(), closed: Vec::new(), step: 0.0 }
    }

    /// Runs the scene by its method, and notes the motion between samples for measures (see [`Self::run_measured`]).
    pub fn run(&self, interrupt: Option<&AtomicBool>) -> Ran {
        self.run_measured(interrupt, None)
    }

    /// Runs the scene by its method while someone looks on, to measure it: the exact method notes the motion between samples too, so that
    /// extremes do not depend on how many samples there are.
    pub fn run_measured(&self, interrupt: Option<&AtomicBool>, watcher: Option<&dyn Watcher>) -> Ran {
        let settings = Settings { interrupt, watcher, follow: true, ..self.scene.run.settings.clone() };
        let began = Instant::now();
        let record = self.run_from(&mut self.start(), &settings);
        self.ran(record, began)
    }

    /// Runs the scene by its method while someone looks on.
    pub fn run_watched(&self, interrupt: Option<&AtomicBool>, watcher: Option<&dyn Watcher>) -> Ran {
        let settings = Settings { interrupt, watcher, ..self.scene.run.settings.clone() };
        let began = Instant::now();
        let record = self.run_from(&mut self.start(), &settings);
        self.ran(record, began)
    }

    /// Runs from a state on by the method of the scene, with other settings; the state is that at the end then.
    pub fn run_from(&self, state: &mut State, settings: &Settings<'_>) -> Record {
        let method = self.scene.run.method;
        match &self.world {
            World::Plane(world) => run_by(method, world, state, settings),
            World::Space(world) => run_by(method, world, state, settings),
        }
    }

    /// The period of what drives the scene, or a sentence on how to say it.
    pub fn period(&self) -> Result<f64, String> {
        let how = "the scene has no period; say one as `period` in [run], by --period or by --set run.period=T";
        self.scene.run.period.ok_or_else(|| how.to_owned())
    }

    /// A measure of a run of this scene by its name, with the period of the scene.
    pub fn measure(&self, name: &str, record: &Record) -> Result<f64, String> {
        let measure = Measure::by_name(name, &self.world)?.with_period(self.scene.run.period);
        Ok(measure.of(&self.world, record))
    }

    /// Goes on from a snapshot of a run of this scene; refuses one of another scene.
    pub fn resume(
        &self,
        snapshot: Snapshot,
        interrupt: Option<&AtomicBool>,
        watcher: Option<&dyn Watcher>,
    ) -> Result<Ran, String> {
        let settings = Settings { interrupt, watcher, ..self.scene.run.settings.clone() };
        let began = Instant::now();
        let record = match &self.world {
            World::Plane(world) => carom_simulate::resume(world, snapshot, &settings)?,
            World::Space(world) => carom_simulate::resume(world, snapshot, &settings)?,
        };
        Ok(self.ran(record, began))
    }

    /// A run that has ended, with what is to be said of its scene before what happened.
    fn ran(&self, mut record: Record, began: Instant) -> Ran {
        record.warnings.splice(0..0, self.scene.remarks());
        Ran { record, wall_time: began.elapsed() }
    }
}

/// Runs any model by a method.
fn run_by<M: Model>(method: Method, model: &M, state: &mut State, settings: &Settings<'_>) -> Record {
    match method {
        Method::Events => events::run(model, state, settings),
        Method::Stepping => stepping::run(model, state, settings),
        Method::Penalty => penalty::run(model, state, settings),
    }
}

/// The word for a run that was interrupted.
pub const INTERRUPTED: &str = "interrupted";

/// How a run ended, in a word: `time`, `interrupted` or `verdict`.
pub fn end_word(record: &Record) -> &'static str {
    match record.end {
        End::Time => "time",
        End::Interrupted => INTERRUPTED,
        End::Verdict(_) => "verdict",
    }
}
