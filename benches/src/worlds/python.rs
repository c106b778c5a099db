//! Engines that are called from Python: MuJoCo and Siconos.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::scene::Scene;
use super::trial::Trial;

/// An engine, its program and the interpreter that has it.
pub(crate) struct Peer {
    pub(crate) engine: &'static str,
    script: &'static str,
    python: PathBuf,
    /// How it is to run, a word of its program.
    way: &'static str,
}

pub(crate) const MUJOCO: &str = "MuJoCo";
pub(crate) const SICONOS: &str = "Siconos, stepping";
pub(crate) const SICONOS_EVENTS: &str = "Siconos, events";

/// MuJoCo, in the Python that `make bench` made.
pub(crate) fn mujoco() -> Peer {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/peers/bin/python");
    Peer { engine: MUJOCO, script: "peers/worlds_mujoco.py", python, way: "steps" }
}

/// Siconos by Moreau and Jean's scheme. Debian's own Python has the package; a newer one in front of it has not.
pub(crate) fn siconos() -> Peer {
    Peer { engine: SICONOS, script: "peers/worlds_siconos.py", python: "/usr/bin/python3".into(), way: "steps" }
}

/// Siconos' event-driven scheme.
pub(crate) fn siconos_events() -> Peer {
    Peer { engine: SICONOS_EVENTS, way: "events", ..siconos() }
}

impl Peer {
    /// The scene with each number of steps; those that fail are left out. Empty where the engine is not installed.
    pub(crate) fn run(&self, scene: Scene, steps: &[usize]) -> Vec<Trial> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.script);
        let mut command = Command::new(&self.python);
        command.arg(script).arg(self.way).arg(data(scene).to_string());
        command.args(steps.iter().map(usize::to_string)).env("OMP_NUM_THREADS", "1").env("OPENBLAS_NUM_THREADS", "1");
        let output = command.output().map(|output| output.stdout).unwrap_or_default();
        String::from_utf8_lossy(&output).lines().filter_map(|line| self.read(scene, line)).collect()
    }

    /// A line {"steps": .., "seconds": .., "contacts": .., "places": [[x, y, angle], ..]}.
    fn read(&self, scene: Scene, line: &str) -> Option<Trial> {
        let value: Value = serde_json::from_str(line).ok()?;
        let steps = value["steps"].as_u64()? as usize;
        let places: Option<Vec<[f64; 3]>> = value["places"]
            .as_array()?
            .iter()
            .map(|place| Some([place[0].as_f64()?, place[1].as_f64()?, place[2].as_f64()?]))
            .collect();
        let setting = match self.way {
            "events" => "LSODAR".to_owned(),
            _ => format!("step {:.2e} s", scene.until() / steps as f64),
        };
        Some(Trial {
            engine: self.engine,
            setting,
            steps: (self.way != "events").then_some(steps),
            seconds: value["seconds"].as_f64()?,
            places: places?,
            contacts: value["contacts"].as_u64()? as usize,
        })
    }
}

/// The numbers of a scene for the programs.
fn data(scene: Scene) -> Value {
    use super::scene::{BLOCK, BLOCK_FRICTION, BOX, BOX_FRICTION, CHAIN, GRAVITY, RADIUS};
    let mut data = serde_json::json!({
        "until": scene.until(), "places": scene.start(), "gravity": [0.0, -GRAVITY], "e": 0.0, "mu": 0.0, "mass": 1.0,
    });
    match scene {
        Scene::Ball { e } => {
            (data["kind"], data["e"], data["radius"]) = ("ball".into(), e.into(), RADIUS.into());
        }
        Scene::Incline { ratio } => {
            let (sin, cos) = Scene::slope(ratio).sin_cos();
            (data["kind"], data["mu"], data["size"]) = ("boxes".into(), BLOCK_FRICTION.into(), BLOCK.to_vec().into());
            data["gravity"] = vec![GRAVITY * sin, -GRAVITY * cos].into();
        }
        Scene::Wall { .. } => {
            (data["kind"], data["mu"], data["size"]) = ("boxes".into(), BOX_FRICTION.into(), BOX.to_vec().into());
        }
        Scene::Chain { links } => {
            (data["kind"], data["length"]) = ("chain".into(), (CHAIN / links as f64).into());
            data["mass"] = (1.0 / links as f64).into();
        }
    }
    data
}
