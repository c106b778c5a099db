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
//! Where only some coordinates may differ (`of`), x is made of these and their rates; a difference of two, a - b, is one in a alone, and counts
//! as that of a - b: the exponent of the relative motion, whatever the two do together. Of the other coordinates those that closed contacts tie
//! to the named ones follow them, by the least that keeps the contacts closed.
//!
//! Source: Benettin, Galgani, Giorgilli, Strelcyn, *Meccanica* 15 (1980); Mueller, *Chaos, Solitons and Fractals* 5 (1995) (nonsmooth systems).

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use carom_mechanics::{At, Contact, Model, Row, Touch, plane};
use carom_scene::toml::{SceneError, SceneFile};
use carom_simulate::events::{self, State};
use carom_simulate::record::End;
use carom_simulate::{Closed, Grip, Settings};

use crate::measure::Measure;
use crate::run::Prepared;
use crate::strobe::over;
use crate::sweep::{Axis, Onlooker};

/// d_0 where none is given, in metres, and how many times the tolerance it is at the least: what shrinks a hundredfold in a period must still
/// be above what the two runs are off by, most of which they share.
const DISTANCE: f64 = 1e-7;
const ABOVE: f64 = 10.0;

/// Differences below this part of d_0 are rounding.
const VANISHED: f64 = 1e-6;

/// Periods waited while one run has had an impact that the other has not: their difference is that of the velocities before and after it then.
/// If the other never comes (grazing) the runs have truly parted.
const WAIT: usize = 3;

/// Parts into which the periods are cut for the standard error.
const PARTS: usize = 10;

/// Projections onto closed contacts, and the part of a displacement by which they may still open: the first run is off by as much.
const PROJECTIONS: usize = 2_000;
const CLOSED: f64 = 1e-9;

/// How to look.
#[derive(Debug, Clone, PartialEq)]
pub struct Separation {
    /// Periods left out at the beginning.
    pub skip: usize,
    /// Periods over which the exponent is taken.
    pub keep: usize,
    /// d_0: far above the tolerance of the runs, far below what bends the system. By default 1e-7 m, or ten times the tolerance if that is more.
    pub distance: Option<f64>,
    /// Coordinates that differ, with their velocities, as `BODY.x`, or differences of two, as `BODY.x-OTHER.x`; all if none is named. The others
    /// stay those of the first run, or follow as closed contacts ask: for motions that keep a line or a symmetry.
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
    let named: Result<Vec<Direction>, String> = separation
        .of
        .iter()
        .map(|name| {
            let measure = Measure::by_name(name, &prepared.world)?;
            let found = measure.coordinates(&prepared.world);
            let (along, less) = found.ok_or_else(|| format!("\"{name}\" is no coordinate that moves"))?;
            Ok(Direction { along, less })
        })
        .collect();
    let named = named.map_err(fail)?;
    let distance = separation.distance.unwrap_or(DISTANCE.max(ABOVE * settings.tolerance));
    let pair = Pair { world, settings, period, distance, named };
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
    /// In what the runs differ; empty for everything.
    named: Vec<Direction>,
}

/// A coordinate in which runs differ, and the one that it is counted from.
#[derive(Debug, Clone, Copy)]
struct Direction {
    along: usize,
    less: Option<usize>,
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

    /// The coordinates in which the runs differ.
    fn directions(&self) -> Vec<Direction> {
        if self.named.is_empty() {
            return (0..self.world.velocities()).map(|along| Direction { along, less: None }).collect();
        }
        self.named.clone()
    }

    /// A direction of its own for every number: all velocities and positions take part, in changing shares.
    fn unit(&self, number: usize) -> Vec<f64> {
        let share = |k: usize| ((k + 1) as f64 * (number + 1) as f64 * 0.618_033_988_75).fract() - 0.5;
        (0..2 * self.directions().len()).map(share).collect()
    }

    /// Positions and velocities of the second less those of the first, velocities times T/2 pi, in the directions of the pair.
    fn between(&self, first: &State, second: &State) -> Vec<f64> {
        let directions = self.directions();
        let parts = [(&first.q, &second.q, 1.0), (&first.v, &second.v, self.period / TAU)];
        let along = |(a, b, unit): (&Vec<f64>, &Vec<f64>, f64), one: &Direction| {
            let difference = |k: usize| b[k] - a[k];
            unit * (difference(one.along) - one.less.map_or(0.0, difference))
        };
        parts.into_iter().flat_map(|part| directions.iter().map(move |one| along(part, one))).collect()
    }

    fn length(&self, difference: &[f64]) -> f64 {
        difference.iter().map(|d| d * d).sum::<f64>().sqrt()
    }

    /// The state at the distance d_0 along a difference, moved out of walls and along what is closed.
    fn beside(&self, state: &State, difference: &[f64]) -> State {
        let factor = self.distance / self.length(difference).max(f64::MIN_POSITIVE);
        let mut second = State { closed: Vec::new(), step: 0.0, ..state.clone() };
        let rows = self.closed_rows(state);
        let directions = self.directions();
        let [move_by, speed_by] = [0, directions.len()].map(|from| {
            let mut step = vec![0.0; self.world.velocities()];
            for (one, d) in directions.iter().zip(&difference[from..]) {
                step[one.along] += d * factor;
            }
            self.keep_closed(&rows, &mut step);
            step
        });
        self.world.displace(&mut second.q, &move_by);
        second.v.iter_mut().zip(speed_by).for_each(|(v, d)| *v += d * TAU / self.period);
        self.move_out(&mut second);
        second.closed = self.still_slipping(state, &second);
        second
    }

    /// The closed contacts of a state that slip the same way in another one: begun anew, slow ones would count as stuck.
    fn still_slipping(&self, state: &State, other: &State) -> Vec<Closed> {
        let mut contact = Contact::default();
        let mut goes_on = |closed: &Closed| {
            let Grip::Slip(sign) = closed.grip else { return false };
            self.world.contact(closed.touch, At { t: other.t, q: &other.q, v: &other.v }, &mut contact);
            sign * contact.tangential[0].velocity(&other.v) > 0.0
        };
        state.closed.iter().filter(|closed| goes_on(closed)).copied().collect()
    }

    /// The normal rows of the closed contacts.
    fn closed_rows(&self, state: &State) -> Vec<Row> {
        let mut contact = Contact::default();
        let at = At { t: state.t, q: &state.q, v: &state.v };
        let row = |Closed { touch, .. }: &Closed| {
            self.world.contact(*touch, at, &mut contact);
            contact.along_normal.row.clone()
        };
        state.closed.iter().map(row).collect()
    }

    /// Changes a displacement so that closed contacts stay closed: what is named stays and the rest follows; where nothing is named all gives
    /// way. Projections row by row, from nothing, end in the least change (Kaczmarz).
    fn keep_closed(&self, rows: &[Row], step: &mut [f64]) {
        let is_named = |i: usize| self.named.iter().any(|one| one.along == i || one.less == Some(i));
        let most = step.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
        for _ in 0..PROJECTIONS {
            let mut largest = 0.0_f64;
            for row in rows {
                let free = || row.entries().iter().filter(|(i, _)| !is_named(*i));
                let square: f64 = free().map(|(_, c)| c * c).sum();
                if square > 0.0 {
                    let opening = row.dot(step);
                    largest = largest.max(opening.abs());
                    free().for_each(|(i, c)| step[*i] -= opening / square * c);
                }
            }
            if largest <= CLOSED * most {
                break;
            }
        }
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

/// Mean growth a second, and its standard error.
fn exponent(logs: &[Growth], period: f64) -> Exponent {
    let mean = |logs: &[Growth]| logs.iter().map(|log| log.0).sum::<f64>() / (logs.len().max(1) as f64 * period);
    let parts: Vec<f64> = logs.chunks(logs.len().div_ceil(PARTS).max(1)).map(mean).collect();
    let (whole, count) = (mean(logs), parts.len() as f64);
    let spread = parts.iter().map(|part| (part - whole).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Exponent { exponent: whole, error: (spread / count).sqrt(), vanished: logs.iter().filter(|log| log.1).count() }
}
