//! When contacts stick and slip, from the events of a run; and the heat of friction.

use carom_mechanics::{At, Contact, Model, Touch, plane};
use carom_simulate::Record;
use carom_simulate::record::{EventKind, Sample};

/// A rest shorter than this part of the period does not part two slips: nobody who looks at the motion sees it.
const BRIEF: f64 = 1e-3;

/// A slip speed below this is none, m/s.
const STILL: f64 = 1e-9;

/// What all contacts together do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// No contact slips.
    Locked,
    /// Some contact slips at times.
    StickSlip,
    /// Some contact slips all the time.
    Sliding,
    /// What touched before does not touch any more.
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
        let mut touches: Vec<Touch> = record.events.iter().filter_map(|event| event.touch).collect();
        touches.sort_unstable();
        touches.dedup();
        let mut slips: Vec<[f64; 2]> = touches.iter().flat_map(|touch| slips_of(world, record, *touch, to)).collect();
        slips.retain(|[start, end]| *end > from && *start < to && end > start);
        slips.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut merged: Vec<[f64; 2]> = Vec::new();
        for slip in slips {
            match merged.last_mut() {
                Some(last) if slip[0] <= last[1] => last[1] = last[1].max(slip[1]),
                _ => merged.push(slip),
            }
        }
        let touches = |sample: &Sample| !sample.contact_forces.is_empty();
        let within = |t: f64| t >= from && t <= to;
        // Samples may be few: what closes between them is an event.
        let apart = record.samples.iter().any(touches)
            && !record.samples.iter().any(|sample| within(sample.t) && touches(sample))
            && !record.events.iter().any(|event| within(event.t) && event.touch.is_some());
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
