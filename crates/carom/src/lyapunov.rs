//! The largest Lyapunov exponent of a scene, from two runs close to each other (X7).
//!
//! ```text
//!     lambda = 1/(n T) sum over n periods of ln(|x_B - x_A| / d_0),      after each period   x_B <- x_A + d_0 (x_B - x_A)/|x_B - x_A|
//! ```
//!
//! Both runs are event-exact, so that the jumps of a difference at impacts, sticks and slips are those of the system (its saltation) and
//! nothing has to be known about them. Positions and velocities are made comparable by T/2 pi. A difference that vanishes (both runs stuck in
//! the same place) counts as shrunk to what rounding leaves, and is begun anew in another direction.
//!
//! Source: Benettin, Galgani, Giorgilli, Strelcyn, *Meccanica* 15 (1980); Mueller, *Chaos, Solitons and Fractals* 5 (1995) (nonsmooth systems).

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use carom_mechanics::{At, Contact, Model, Touch, plane};
use carom_scene::toml::{SceneError, SceneFile};
use carom_simulate::events::{self, State};
use carom_simulate::record::End;
use carom_simulate::{Closed, Settings};

use crate::measure::Measure;
use crate::run::Prepared;
use crate::strobe::over;
use crate::sweep::{Axis, Onlooker};

/// Differences below this part of d_0 are rounding.
const VANISHED: f64 = 1e-6;

/// Periods waited while one run has had an impact that the other has not: their difference is that of the velocities before and after it then.
/// If the other never comes (grazing) the runs have truly parted.
const WAIT: usize = 3;

/// Parts into which the periods are cut for the standard error.
const PARTS: usize = 10;

/// How to look.
#[derive(Debug, Clone, PartialEq)]
pub struct Separation {
    /// Periods left out at the beginning.
    pub skip: usize,
    /// Periods over which the exponent is taken.
    pub keep: usize,
    /// d_0: far above the tolerance of the runs, far below what bends the system.
    pub distance: f64,
    /// Coordinates that differ, with their velocities, as `BODY.x`; all if none is named. The others stay those of the first run: for motions
    /// that keep a line or a symmetry.
    pub of: Vec<String>,
}

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exponent {
    /// The exponent, 1/s.
    pub exponent: f64,
    /// Its standard error from ten parts of the run.
    pub error: f64,
    /// Periods in which the difference vanished.
    pub vanished: usize,
}

/// The exponent of a scene of the plane, by the exact method; `None` if interrupted.
pub fn lyapunov(
    prepared: &Prepared,
    separation: &Separation,
    interrupt: &AtomicBool,
) -> Result<Option<Exponent>, SceneError> {
    let fail = |problem: String| prepared.scene.error(problem);
    let period = prepared.period().map_err(fail)?;
    let world = prepared.world.plane().ok_or_else(|| fail("exponents are for scenes of the plane".to_owned()))?;
    let settings = Settings { every: None, interrupt: Some(interrupt), ..prepared.scene.run.settings.clone() };
    let mut differ = vec![separation.of.is_empty(); world.velocities()];
    for name in &separation.of {
        let measure = Measure::by_name(name, &prepared.world).map_err(fail)?;
        let index = measure
            .coordinate(&prepared.world)
            .ok_or_else(|| fail(format!("\"{name}\" is no coordinate that moves")))?;
        differ[index] = true;
    }
    let pair = Pair { world, settings, period, distance: separation.distance, differ };
    match pair.follow(prepared.start(), separation) {
        Ok(logs) => Ok(Some(exponent(&logs, period))),
        Err(Stopped::Interrupted) => Ok(None),
        Err(Stopped::Verdict(text)) => Err(fail(text)),
    }
}

/// Exponents over the values of a parameter, on all cores, in order.
pub fn lyapunov_over(
    file: &SceneFile,
    axis: &Axis,
    separation: &Separation,
    interrupt: &AtomicBool,
    onlooker: &impl Onlooker,
) -> Result<Vec<(f64, Exponent)>, SceneError> {
    over(file, axis, interrupt, onlooker, |prepared| lyapunov(prepared, separation, interrupt))
}

enum Stopped {
    Interrupted,
    Verdict(String),
}

/// Growth of one period, and whether the difference vanished.
type Growth = (f64, bool);

struct Pair<'a> {
    world: &'a plane::World,
    settings: Settings<'a>,
    period: f64,
    distance: f64,
    /// Which coordinates differ.
    differ: Vec<bool>,
}

impl Pair<'_> {
    fn follow(&self, start: State, separation: &Separation) -> Result<Vec<Growth>, Stopped> {
        // From a whole number of periods on: scenes like to start at an impact.
        let begin = (start.t / self.period).ceil() * self.period;
        let mut first = start;
        self.run(&mut first, begin + separation.skip as f64 * self.period)?;
        let mut logs = Vec::with_capacity(separation.keep);
        let mut difference = self.unit(0);
        let mut k = 0;
        while k < separation.keep {
            let mut second = self.beside(&first, &difference);
            // What the walls leave of the difference is where it begins.
            let from = self.length(&self.between(&first, &second));
            let mut ahead = 0;
            let before = k;
            while k == before || (ahead != 0 && k < separation.keep && k < before + WAIT) {
                k += 1;
                let until = begin + (separation.skip + k) as f64 * self.period;
                ahead += self.run(&mut first, until)? - self.run(&mut second, until)?;
            }
            difference = self.between(&first, &second);
            let (to, least) = (self.length(&difference), VANISHED * self.distance);
            let vanished = from <= least || to <= least;
            let log = if from > least { (to.max(least) / from).ln() } else { 0.0 };
            // A growth over several periods is shared between them.
            logs.extend(std::iter::repeat_n((log / (k - before) as f64, vanished), k - before));
            if vanished {
                difference = self.unit(k);
            }
        }
        Ok(logs)
    }

    /// Runs until a time; the number of impacts on the way.
    fn run(&self, state: &mut State, until: f64) -> Result<i64, Stopped> {
        if until <= state.t {
            return Ok(0);
        }
        let settings = Settings { until, ..self.settings.clone() };
        let record = events::run(self.world, state, &settings);
        match record.end {
            End::Time => Ok(record.counts.impacts as i64),
            End::Interrupted => Err(Stopped::Interrupted),
            End::Verdict(text) => Err(Stopped::Verdict(text)),
        }
    }

    /// A direction of its own for every number: all velocities and positions take part, in changing shares.
    fn unit(&self, number: usize) -> Vec<f64> {
        let share = |k: usize| ((k + 1) as f64 * (number + 1) as f64 * 0.618_033_988_75).fract() - 0.5;
        let differ = self.differ.iter().chain(&self.differ).enumerate();
        differ.map(|(k, differ)| if *differ { share(k) } else { 0.0 }).collect()
    }

    /// Positions and velocities of the second less those of the first, velocities times T/2 pi.
    fn between(&self, first: &State, second: &State) -> Vec<f64> {
        let positions = second.q.iter().zip(&first.q).map(|(b, a)| b - a);
        let velocities = second.v.iter().zip(&first.v).map(|(b, a)| (b - a) * self.period / TAU);
        let differ = self.differ.iter().chain(&self.differ);
        positions.chain(velocities).zip(differ).map(|(d, differ)| if *differ { d } else { 0.0 }).collect()
    }

    fn length(&self, difference: &[f64]) -> f64 {
        difference.iter().map(|d| d * d).sum::<f64>().sqrt()
    }

    /// The state at the distance d_0 along a difference, moved out of walls and along what is closed.
    fn beside(&self, state: &State, difference: &[f64]) -> State {
        let (n, factor) = (self.world.velocities(), self.distance / self.length(difference).max(f64::MIN_POSITIVE));
        let mut second = State { closed: Vec::new(), step: 0.0, ..state.clone() };
        let mut step: Vec<f64> = difference.iter().map(|d| d * factor).collect();
        let (move_by, speed_by) = step.split_at_mut(n);
        for Closed { touch, .. } in &state.closed {
            let mut contact = Contact::default();
            self.world.contact(*touch, At { t: state.t, q: &state.q, v: &state.v }, &mut contact);
            let row = &contact.along_normal.row;
            for part in [&mut *move_by, &mut *speed_by] {
                take_out(row, part);
            }
        }
        self.world.displace(&mut second.q, move_by);
        second.v.iter_mut().zip(speed_by).for_each(|(v, d)| *v += *d * TAU / self.period);
        self.move_out(&mut second);
        second
    }

    /// Moves overlapping sites apart, along their rows.
    fn move_out(&self, state: &mut State) {
        let mut sites = Vec::new();
        self.world.sites(state.t, &state.q, self.distance, &mut sites);
        for site in sites {
            let (gap, face) = self.world.gap(site, state.t, &state.q);
            if gap < 0.0 {
                let mut contact = Contact::default();
                let at = At { t: state.t, q: &state.q, v: &state.v };
                self.world.contact(Touch { site, face }, at, &mut contact);
                let row = &contact.along_normal.row;
                let square: f64 = row.entries().iter().map(|(_, c)| c * c).sum();
                let mut d = vec![0.0; state.v.len()];
                row.add_to(-gap / square.max(f64::MIN_POSITIVE), &mut d);
                self.world.displace(&mut state.q, &d);
            }
        }
    }
}

/// Takes the part along a row out of a vector.
fn take_out(row: &carom_mechanics::Row, x: &mut [f64]) {
    let square: f64 = row.entries().iter().map(|(_, c)| c * c).sum();
    if square > 0.0 {
        row.add_to(-row.dot(x) / square, x);
    }
}

/// Mean growth a second, and its standard error.
fn exponent(logs: &[Growth], period: f64) -> Exponent {
    let mean = |logs: &[Growth]| logs.iter().map(|log| log.0).sum::<f64>() / (logs.len().max(1) as f64 * period);
    let parts: Vec<f64> = logs.chunks(logs.len().div_ceil(PARTS).max(1)).map(mean).collect();
    let (whole, count) = (mean(logs), parts.len() as f64);
    let spread = parts.iter().map(|part| (part - whole).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Exponent { exponent: whole, error: (spread / count).sqrt(), vanished: logs.iter().filter(|log| log.1).count() }
}
