//! Piles and a wall by every engine: processor seconds for every simulated second, overlap, and the residual where it is known (X5).
//!
//! Overlaps of all engines are measured by the same function, ours, at the same instants.

mod ours;
mod python;
mod rapier;

use carom::mechanics::space::World;
use carom::mechanics::{At, Model};
use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::Settings;
use ours::{ALL, LOOSE, Setting};
use serde_json::{Value, json};

use super::table;
use crate::report::{Line, Target};

/// Seconds between two looks at the overlap.
const LOOK: f64 = 0.1;

/// Processor seconds after which an engine is stopped at its next look.
const PATIENCE: f64 = 150.0;

/// Steps a second of Rapier: its usual ones, and four times as many.
const RATES: [f64; 2] = [60.0, 240.0];

/// Words that let only some engines run.
const ENGINES: [&str; 3] = ["carom", "rapier", "mujoco"];

/// MuJoCo's usual step, s.
const MUJOCO_STEP: f64 = 0.002;

/// What our time may be, as a multiple of Rapier's.
const RATIO: f64 = 3.0;

/// Density of everything, in kg/m^3.
const DENSITY: f64 = 1000.0;
const GRAVITY: f64 = 9.81;

/// A body's shape.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// With its sides.
    Box([f64; 3]),
    /// With its radius.
    Ball(f64),
}

/// A pile as every engine is told of it.
struct Pile {
    name: &'static str,
    world: World,
    settings: Settings<'static>,
    forms: Vec<Form>,
    /// Normal and a point of each half-space.
    planes: Vec<[[f64; 3]; 2]>,
    mu: f64,
}

/// What an engine made of a pile.
struct Outcome {
    engine: &'static str,
    setting: String,
    /// Of the processor, for `simulated` seconds.
    seconds: f64,
    simulated: f64,
    /// (x, y, z, q_w, q_x, q_y, q_z) of all bodies at each look.
    looks: Vec<Vec<f64>>,
    /// The largest residual of a step and the mean of all, relative to the velocities without contacts.
    residual: Option<[f64; 2]>,
}

impl Pile {
    /// A built-in scene with some values set; the form of body i, and how long.
    fn new(
        name: &'static str,
        set: &[(&str, &str)],
        until: f64,
        mu: f64,
        form: impl Fn(usize) -> Form,
    ) -> Option<Self> {
        let mut file = SceneFile::parse(builtin(name)?.text, name).ok()?;
        set.iter().try_for_each(|(path, value)| file.set(path, value)).ok()?;
        let prepared = Prepared::new(file.read().ok()?).ok()?;
        let world = prepared.world.space()?.clone();
        let settings = Settings { until, every: Some(LOOK), ..prepared.scene.run.settings.clone() };
        let settings = Settings { interrupt: None, watcher: None, ..settings };
        let free = (0..world.body_count()).filter(|&body| world.coordinates(body).is_some()).count();
        let planes = world.names().enumerate().filter_map(|(body, name)| {
            let point = world.pose(body, 0.0, &world.start().q)?.position.to_array();
            Some([normal(name)?, point])
        });
        let planes = planes.collect();
        Some(Self { name, forms: (0..free).map(form).collect(), planes, mu, settings, world })
    }

    /// The deepest overlap of bodies in given places.
    fn overlap(&self, q: &[f64]) -> f64 {
        let (v, mut near) = (vec![0.0; self.world.start().v.len()], Vec::new());
        self.world.touches(At { t: 0.0, q, v: &v }, 0.0, 0.0, &mut near);
        near.iter().fold(0.0, |most, (_, gap)| f64::max(most, -gap))
    }

    /// The farthest that a body is from where it began.
    fn moved(&self, q: &[f64]) -> f64 {
        farthest(q, &self.world.start().q)
    }

    /// The mean speed of the body that went farthest between the last two looks.
    fn fastest(looks: &[Vec<f64>]) -> f64 {
        let [.., before, last] = looks else { return f64::NAN };
        farthest(before, last) / LOOK
    }

    /// For programs in Python.
    fn described(&self) -> Value {
        let bodies = self.forms.iter().zip(self.world.start().q.chunks_exact(7)).map(|(form, place)| match form {
            Form::Box(size) => json!({"box": size, "place": place}),
            Form::Ball(radius) => json!({"ball": radius, "place": place}),
        });
        json!({
            "bodies": bodies.collect::<Vec<_>>(), "planes": self.planes, "mu": self.mu, "gravity": GRAVITY, "density": DENSITY,
            "until": self.settings.until, "look": LOOK, "patience": PATIENCE,
        })
    }

    /// Runs every engine and prints what they made of it: ourselves with the settings of the scene and with others, Rapier with each of its steps, MuJoCo with its usual one.
    fn compare(&self, settings: &[Setting]) -> Vec<Outcome> {
        let scene = (self.settings.step, self.settings.sweeps, self.settings.tolerance);
        let settings = [scene].into_iter().chain(settings.iter().map(|&(rate, sweeps, end)| (1.0 / rate, sweeps, end)));
        let mut outcomes = Vec::new();
        if is_wanted("carom") {
            outcomes.extend(settings.filter_map(|(step, sweeps, end)| ours::run(self, step, sweeps, end)));
        }
        if is_wanted("rapier") {
            outcomes.extend(RATES.map(|rate| rapier::run(self, 1.0 / rate)));
        }
        if is_wanted("mujoco") {
            match python::run(self, MUJOCO_STEP) {
                Some(outcome) => outcomes.push(outcome),
                None => println!("{}: MuJoCo is not installed, or does not get to the first look", self.name),
            }
        }
        let rows: Vec<Vec<String>> = outcomes.iter().map(|outcome| self.row(outcome)).collect();
        let heads = [
            "engine",
            "setting",
            "simulated",
            "s a second",
            "deepest overlap",
            "at the end",
            "fastest at the end",
            "residual, largest / mean",
        ];
        table::print(&format!("{}, {} bodies", self.name, self.forms.len()), &heads, &rows);
        outcomes
    }

    fn deepest(&self, outcome: &Outcome) -> f64 {
        outcome.looks.iter().map(|q| self.overlap(q)).fold(0.0, f64::max)
    }

    fn row(&self, outcome: &Outcome) -> Vec<String> {
        let last = outcome.looks.last().map_or(&[][..], |q| &q[..]);
        vec![
            outcome.engine.to_owned(),
            outcome.setting.clone(),
            format!("{:.1} s", outcome.simulated),
            format!("{:.2}", outcome.seconds / outcome.simulated),
            format!("{:.2} mm", 1e3 * self.deepest(outcome)),
            format!("{:.2} mm", 1e3 * self.overlap(last)),
            format!("{:.1e} m/s", Self::fastest(&outcome.looks)),
            outcome.residual.map_or_else(|| "not known".to_owned(), |[most, mean]| format!("{most:.1e} / {mean:.1e}")),
        ]
    }
}

/// The farthest that a body is from where it is in other coordinates.
fn farthest(a: &[f64], b: &[f64]) -> f64 {
    let way = |(a, b): (&[f64], &[f64])| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
    a.chunks_exact(7).zip(b.chunks_exact(7)).map(way).fold(0.0, f64::max)
}

/// The inward normal of a side of the bins.
fn normal(name: &str) -> Option<[f64; 3]> {
    Some(match name {
        "floor" => [0.0, 0.0, 1.0],
        "left" => [1.0, 0.0, 0.0],
        "right" => [-1.0, 0.0, 0.0],
        "front" => [0.0, 1.0, 0.0],
        "back" => [0.0, -1.0, 0.0],
        _ => return None,
    })
}

/// Whether an engine is to run: all are, unless some are named beside the part.
fn is_wanted(engine: &str) -> bool {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let named = |engine: &str| words.iter().any(|word| word == engine);
    named(engine) || !ENGINES.into_iter().any(named)
}

/// A thousand boxes.
pub(crate) fn boxes() -> Vec<Line> {
    let pile = Pile::new("pile-of-boxes", &[], 3.0, 0.5, |_| Form::Box([0.2; 3]));
    pile.map_or_else(Vec::new, |pile| {
        let exact = [(60.0, 25), (60.0, 60), (120.0, 25), (240.0, 15)].map(|(rate, sweeps)| (rate, sweeps, ALL));
        let loose = [(60.0, 15), (240.0, 10)].map(|(rate, sweeps)| (rate, sweeps, LOOSE));
        against_rapier(&pile, &[&exact[..], &loose].concat())
    })
}

/// Ten thousand spheres.
pub(crate) fn spheres() -> Vec<Line> {
    let pile = Pile::new("pile-of-spheres", &[], 3.0, 0.5, |i| Form::Ball(0.1 * (1.0 - 0.1 * (i % 3) as f64)));
    pile.map_or_else(Vec::new, |pile| against_rapier(&pile, &[(60.0, 60, ALL), (120.0, 30, ALL), (240.0, 15, ALL)]))
}

/// For each step of Rapier the least time of ours with less overlap than it has, both at worst and at the end, as a multiple of its time.
fn against_rapier(pile: &Pile, settings: &[Setting]) -> Vec<Line> {
    let outcomes = pile.compare(settings);
    over_rapier(pile, &outcomes)
}

/// The same of runs made.
fn over_rapier(pile: &Pile, outcomes: &[Outcome]) -> Vec<Line> {
    let of = |engine: &'static str| outcomes.iter().filter(move |one| one.engine == engine);
    let rate = |outcome: &Outcome| outcome.seconds / outcome.simulated;
    let overlaps = |outcome: &Outcome| {
        let last = outcome.looks.last().map_or(f64::NAN, |q| pile.overlap(q));
        [pile.deepest(outcome), last]
    };
    let line = |peer: &Outcome| {
        let theirs = overlaps(peer);
        let less = |own: &&Outcome| overlaps(own).iter().zip(theirs).all(|(own, theirs)| *own < theirs);
        Line {
            what: format!("{}: our least time with less overlap over Rapier's, {}", pile.name, peer.setting),
            got: of(ours::CAROM).filter(less).map(rate).fold(f64::INFINITY, f64::min) / rate(peer),
            target: Target::AtMost(RATIO),
        }
    };
    of(rapier::RAPIER).filter(|_| is_wanted("carom")).map(line).collect()
}

/// The wall of bricks that nothing strikes.
pub(crate) fn bricks() -> Vec<Line> {
    let set = [("parameters.struck", "0")];
    let Some(pile) = Pile::new("wall-in-space", &set, 1.0, 0.6, |_| Form::Box([0.4, 0.2, 0.2])) else {
        return Vec::new();
    };
    let outcomes = pile.compare(&[(60.0, 10, ALL), (60.0, 20, ALL), (240.0, 10, ALL), (240.0, 20, ALL)]);
    for outcome in &outcomes {
        let moved = outcome.looks.last().map_or(f64::NAN, |q| pile.moved(q));
        println!("{}, {}: a brick is moved by {moved:.1e} m", outcome.engine, outcome.setting);
    }
    let own = outcomes.iter().find(|outcome| outcome.engine == ours::CAROM);
    let moved = own.and_then(|own| own.looks.last()).map(|q| Line {
        what: "wall of 10 x 10 in space: largest displacement, m".into(),
        got: pile.moved(q),
        target: Target::AtMost(1e-4),
    });
    // Walls are no piles: what they cost is told, and nothing is asked of it.
    let told = over_rapier(&pile, &outcomes).into_iter().map(|line| Line { target: Target::None, ..line });
    moved.into_iter().chain(told).collect()
}
