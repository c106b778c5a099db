//! When contacts stick and slip, from the events of a run; and the heat of friction.

use carom_mechanics::{At, Contact, Model, Touch, plane};
use carom_simulate::Record;
use carom_simulate::record::{EventKind, Sample};

use crate::lock::{Slips, dies_out};

/// A rest shorter than this part of the period does not part two slips: nobody who looks at the motion sees it.
const BRIEF: f64 = 1e-3;

/// A slip speed below this is none, m/s.
const STILL: f64 = 1e-9;

/// What all contacts together do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// No contact slips, or ever less, towards nothing.
    Locked,
    /// Some contact slips at times.
    StickSlip,
    /// Some contact slips all the time.
    Sliding,
    /// What touched before, or a body that touched something at the start, touches nothing any more.
    Apart,
}

impl Regime {
    /// All regimes, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Locked, Self::StickSlip, Self::Sliding, Self::Apart];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Locked => "locked",
            Self::StickSlip => "stick-slip",
            Self::Sliding => "sliding",
            Self::Apart => "apart",
        }
    }
}

/// The slips between two times.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    from: f64,
    to: f64,
    /// Intervals in which some contact slips, in order, not overlapping.
    slips: Vec<[f64; 2]>,
    /// Whether things touched before and nothing touches between the times.
    apart: bool,
}

impl Phases {
    /// The slips of a run between two times.
    pub fn of(world: &plane::World, record: &Record, [from, to]: [f64; 2]) -> Self {
        Self::of_slips(world, record, &slips(world, record, to), [from, to])
    }

    fn of_slips(world: &plane::World, record: &Record, slips: &[Slips], [from, to]: [f64; 2]) -> Self {
        let mut slips: Vec<[f64; 2]> = slips.iter().flat_map(|contact| contact.at.iter().copied()).collect();
        slips.retain(|[start, end]| *end > from && *start < to && end > start);
        slips.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut merged: Vec<[f64; 2]> = Vec::new();
        for slip in slips {
            match merged.last_mut() {
                Some(last) if slip[0] <= last[1] => last[1] = last[1].max(slip[1]),
                _ => merged.push(slip),
            }
        }
        let apart = is_apart(world, record, [from, to]);
        Self { from, to, slips: merged, apart }
    }

    /// Part of the time in which nothing slips.
    pub fn stuck(&self) -> f64 {
        let slipped: f64 = self.slips.iter().map(|[start, end]| end.min(self.to) - start.max(self.from)).sum();
        1.0 - slipped / (self.to - self.from)
    }

    /// Slips that begin between the times.
    pub fn count(&self) -> usize {
        let brief = BRIEF * (self.to - self.from);
        let begins = |k: usize| {
            let parted = k == 0 || self.slips[k][0] - self.slips[k - 1][1] > brief;
            self.slips[k][0] >= self.from && parted
        };
        (0..self.slips.len()).filter(|k| begins(*k)).count()
    }

    /// The middle of the longest rest between slips.
    fn rest(&self) -> Option<f64> {
        let starts = self.slips.iter().map(|slip| slip[0]).chain([self.to]);
        let ends = [self.from].into_iter().chain(self.slips.iter().map(|slip| slip[1]));
        let rests = ends.zip(starts).filter(|(end, start)| start > end);
        rests.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))).map(|(end, start)| 0.5 * (end + start))
    }

    /// Locked, sliding, or both in turn.
    pub fn regime(&self) -> Regime {
        let stuck = self.stuck();
        if self.apart {
            Regime::Apart
        } else if self.slips.is_empty() {
            Regime::Locked
        } else if stuck <= BRIEF {
            Regime::Sliding
        } else {
            Regime::StickSlip
        }
    }
}

/// What all contacts together do in a cycle; slips that die out are none in the end.
pub fn regime(world: &plane::World, record: &Record, cycle: [f64; 2]) -> Regime {
    if creeps(world, record, cycle) { Regime::Locked } else { Phases::of(world, record, cycle).regime() }
}

/// Whether contacts slip in a cycle, and do so ever less, towards nothing.
pub fn creeps(world: &plane::World, record: &Record, [from, to]: [f64; 2]) -> bool {
    let slips = slips(world, record, to);
    let phases = Phases::of_slips(world, record, &slips, [from, to]);
    let dying = |rest: f64| dies_out(world, record, &slips, (rest, to - from));
    phases.regime() == Regime::StickSlip && phases.rest().is_some_and(dying)
}

/// Whether things touched before and nothing touches between two times, or a body touched something at the start and touches nothing there.
fn is_apart(world: &plane::World, record: &Record, [from, to]: [f64; 2]) -> bool {
    let within = |t: f64| t >= from && t <= to;
    let forces = |sample: &Sample| sample.contact_forces.iter().map(|force| force.touch).collect::<Vec<_>>();
    // Samples may be few: what closes between them is an event.
    let sampled = record.samples.iter().filter(|sample| within(sample.t)).flat_map(forces);
    let told = record.events.iter().filter(|event| within(event.t)).filter_map(|event| event.touch);
    let now: Vec<usize> = sampled.chain(told).flat_map(|touch| bodies(world, touch)).collect();
    let mut start =
        record.samples.first().map_or(Vec::new(), forces).into_iter().flat_map(|touch| bodies(world, touch));
    let touched = record.samples.iter().any(|sample| !sample.contact_forces.is_empty());
    touched && now.is_empty() || start.any(|body| !now.contains(&body))
}

/// The bodies of a contact.
fn bodies(world: &plane::World, touch: Touch) -> [usize; 2] {
    let (first, second) = world.bodies_of_pair(touch.site.pair);
    [first, second]
}

/// The slips of every contact up to a time.
fn slips(world: &plane::World, record: &Record, to: f64) -> Vec<Slips> {
    let mut touches: Vec<Touch> = record.events.iter().filter_map(|event| event.touch).collect();
    touches.sort_unstable();
    touches.dedup();
    touches.into_iter().map(|touch| Slips { touch, at: slips_of(world, record, touch, to) }).collect()
}

/// The intervals in which one contact slips. A contact that closes says nothing of its friction; what it does next tells.
fn slips_of(world: &plane::World, record: &Record, touch: Touch, to: f64) -> Vec<[f64; 2]> {
    let mut slips = Vec::new();
    // Since when it slips, or, if not known, since when it is closed.
    let (mut slipping, mut unknown): (Option<f64>, Option<f64>) = (None, None);
    let own = record.events.iter().filter(|event| event.touch == Some(touch));
    for event in own {
        match event.kind {
            EventKind::Contact | EventKind::Impact | EventKind::Rest if slipping.is_none() => unknown = Some(event.t),
            EventKind::Stick | EventKind::Separation => {
                let since = slipping.take().or(unknown.take().filter(|_| event.kind == EventKind::Stick));
                slips.extend(since.map(|since| [since, event.t]));
            }
            EventKind::Reversal => slipping = slipping.or(unknown.take()).or(Some(event.t)),
            EventKind::Slip => (slipping, unknown) = (slipping.or(Some(event.t)), None),
            EventKind::Contact | EventKind::Impact | EventKind::Rest | EventKind::Verdict => {}
        }
    }
    let slips_still = || record.samples.last().is_some_and(|sample| speed(world, sample, touch) > STILL);
    let since = slipping.or(unknown.filter(|_| slips_still()));
    slips.extend(since.map(|since| [since, to]));
    slips
}

/// The slip speed of a contact that is closed at a sample; zero if it is not.
fn speed(world: &plane::World, sample: &Sample, touch: Touch) -> f64 {
    let closed = sample.contact_forces.iter().any(|force| force.touch == touch);
    if closed { slip(world, sample, touch).abs() } else { 0.0 }
}

fn slip(world: &plane::World, sample: &Sample, touch: Touch) -> f64 {
    let mut contact = Contact::default();
    world.contact(touch, At { t: sample.t, q: &sample.q, v: &sample.v }, &mut contact);
    contact.tangential[0].velocity(&sample.v)
}

/// Heat that friction makes between two times, J: the integral of -lambda_T D_T over the closed contacts, by trapezoids between samples. Over a
/// cycle it is the area of the loop of force against displacement.
pub fn heat(world: &plane::World, record: &Record, [from, to]: [f64; 2]) -> f64 {
    let power = |sample: &Sample| -> f64 {
        let forces = sample.contact_forces.iter();
        forces.map(|force| -force.tangential[0] * slip(world, sample, force.touch)).sum()
    };
    let within: Vec<&Sample> = record.samples.iter().filter(|sample| sample.t >= from && sample.t <= to).collect();
    within.windows(2).map(|pair| 0.5 * (power(pair[0]) + power(pair[1])) * (pair[1].t - pair[0].t)).sum()
}
