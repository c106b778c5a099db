//! One instant: impacts, then which contacts hold.

use super::crowd::CROWD;
use super::modes::{Faint, Undecided};
use super::run::Run;
use super::watch::Watch;
use crate::hold::terms::directions;
use crate::record::EventKind;
use crate::settings::Paradox;
use carom_mechanics::{At, Model, Touch};

/// Rounds of impacts at one instant before the run gives up; orders that never end exist (chains with e = 0).
const ROUNDS: usize = 5_000;

/// Rounds at one instant in which contacts that part slowly are held; then they are let go, so that the rounds end.
const PATIENCE: usize = 3;

/// Attempts at one instant before the run gives up: two for each short step over a jam.
const JAMS: usize = 40;

/// Part of what pulls at touching contacts with which one that opens from rest must part: rounding of the accelerations.
const PARTING: f64 = 1e-9;

/// Radius of the sharpest corner, in parts of the least size, around which turning counts as a pull.
const SHARP: f64 = 1e-3;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Settles the present instant, and where a rim begins to tip the one at which it does. An error is a verdict that ends the run.
    pub(super) fn settle(&mut self, trigger: Option<Watch>) -> Result<(), String> {
        self.settle_contacts(trigger)?;
        self.follow_decision();
        if self.tip_rims() {
            self.settle_contacts(None)?;
            self.follow_decision();
        }
        Ok(())
    }

    /// Takes the forces that move from here on, and behind a jump writes the row with them: those of the modes behind the impact, not those
    /// before it; where a slide turns, none that would keep it straight.
    fn follow_decision(&mut self) {
        self.smooth.know(At { t: self.t, q: &self.q, v: &self.v });
        while self.note_slides() {
            self.smooth.know(At { t: self.t, q: &self.q, v: &self.v });
        }
        self.move_as_decided();
        if std::mem::take(&mut self.jumped) {
            self.smooth.know(At { t: self.t, q: &self.q, v: &self.v });
            self.sample();
        }
    }

    fn settle_contacts(&mut self, trigger: Option<Watch>) -> Result<(), String> {
        let mut touching = self.touching(trigger);
        self.crowd.note(self.t, touching.len());
        self.pull = self.strongest_pull(&touching);
        let mut trigger = trigger;
        for round in 0..ROUNDS {
            self.patient = round < PATIENCE;
            self.collide(&touching)?;
            let space = self.model.tangents() == 2;
            let rested = if space { self.resting(&touching) } else { Vec::new() };
            self.hold(&mut touching, trigger.take())?;
            self.tell_rims();
            self.rest_starting_slides();
            self.check_gaps()?;
            self.project();
            self.press(&touching);
            // What holds contacts that part slowly may push others together, or bring to rest what parted a little faster: in space, where it is
            // one patch that is held by more points than it needs, that is held too.
            if space && self.patient && self.resting(&touching).iter().any(|touch| !rested.contains(touch)) {
                continue;
            }
            if !self.approaches(&touching) {
                return Ok(());
            }
        }
        Err(format!("at t = {} s the contacts do not settle ({ROUNDS} rounds were made)", self.t))
    }

    /// Says of contacts that touched at the first instant and part from there, by their velocity or by these accelerations, that they open.
    pub(super) fn tell_openings(&mut self, touching: &[Touch], acceleration: &[f64]) {
        let hit: Vec<Option<Touch>> = self.record.of_kind(EventKind::Impact).map(|event| event.touch).collect();
        for &touch in touching {
            let stays = self.smooth.closed.iter().any(|closed| closed.touch.site == touch.site);
            if stays || hit.contains(&Some(touch)) {
                continue;
            }
            let velocity = self.normal_velocity(touch);
            let normal = &self.contact.along_normal;
            let leaves = normal.row.dot(acceleration) + normal.bias;
            if velocity > self.zero_velocity() || leaves > PARTING * self.pull {
                self.tell(EventKind::Separation, touch, "touches at the start and opens".to_owned());
            }
        }
    }

    /// The largest acceleration of touching contacts, joints held and contacts not. Of what turning adds no more counts than around a corner of
    /// this part of the least size: the normal of two tips that touch turns without bound.
    fn strongest_pull(&mut self, touching: &[Touch]) -> f64 {
        if touching.is_empty() {
            return 0.0;
        }
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.smooth.terms.evaluate(self.model, at, touching.iter().copied());
        let free = self.response.free_acceleration(&self.smooth.terms);
        let tangents = self.model.tangents();
        let all = self.smooth.terms.contacts.iter().flat_map(|c| directions(c, tangents));
        let most = self.speed * self.speed / (SHARP * self.size);
        all.map(|d| (d.row.dot(&free) + d.bias.clamp(-most, most)).abs()).fold(0.0, f64::max)
    }

    /// Impacts until no touching contact approaches.
    fn collide(&mut self, touching: &[Touch]) -> Result<(), String> {
        if !self.approaches(touching) {
            return Ok(());
        }
        let first = !std::mem::replace(&mut self.jumped, true);
        if first {
            self.sample_before();
        }
        for round in 0..ROUNDS {
            if !self.impacts(touching)? {
                return Ok(());
            }
            self.record.counts.impacts += u64::from(first && round == 0);
        }
        self.end_sequence(touching)
    }

    /// The limit of impacts in sequence that follow each other without end: velocities that become ever smaller are taken away from all
    /// contacts together, without restitution.
    fn end_sequence(&mut self, touching: &[Touch]) -> Result<(), String> {
        let t = self.t;
        self.warn(format!("at t = {t} s {ROUNDS} impacts in sequence did not end; what was left was taken together, without restitution"));
        self.together = true;
        let mut more = Ok(true);
        for _ in 0..ROUNDS {
            if !matches!(more, Ok(true)) {
                break;
            }
            more = self.impacts(touching);
        }
        self.together = false;
        match more? {
            true => Err(format!("at t = {t} s the impacts in sequence do not end ({ROUNDS} were made)")),
            false => Ok(()),
        }
    }

    /// Decides which contacts hold. A jump takes time: others may touch behind it, and where one is struck that comes first.
    fn hold(&mut self, touching: &mut Vec<Touch>, trigger: Option<Watch>) -> Result<(), String> {
        let (mut trigger, mut faint) = (trigger, Faint::Stops);
        for _ in 0..JAMS {
            let resting = self.resting(touching);
            match self.decide_modes(&resting, trigger.take(), faint) {
                Ok(()) => return Ok(()),
                Err(Undecided::None(_))
                    if self.settings.paradox == Paradox::Impact
                        && let Some(touch) = self.jams_alone(&resting) =>
                {
                    return self.impact_without_collision(touch, &resting);
                }
                // Contacts that part slowly were taken for resting; without them there may be forces.
                Err(Undecided::None(_)) if self.patient => (self.patient, faint) = (false, Faint::GoesOn),
                Err(Undecided::None(_)) if self.settings.paradox == Paradox::Impact => {
                    if self.bridge(touching, "jam")? {
                        return Ok(());
                    }
                    faint = Faint::Stops;
                }
                // That few contacts have no forces is proved and ends the run; where a solver has merely found none the run goes on as in a crowd.
                Err(Undecided::Unknown(_)) if faint == Faint::Stops => faint = Faint::GoesOn,
                Err(Undecided::None(_)) if resting.len() >= CROWD && faint == Faint::Stops => faint = Faint::GoesOn,
                Err(Undecided::Unknown(_)) => {
                    if self.bridge(touching, "jam")? {
                        return Ok(());
                    }
                    faint = Faint::Stops;
                }
                Err(Undecided::None(_)) if resting.len() >= CROWD => {
                    self.tell_no_forces(&resting);
                    if self.bridge(touching, "jam")? {
                        return Ok(());
                    }
                    faint = Faint::Stops;
                }
                Err(Undecided::None(text) | Undecided::Several(text)) => {
                    if let Some(touch) = resting.first() {
                        self.tell(EventKind::Verdict, *touch, text.clone());
                    }
                    return Err(text);
                }
            }
        }
        let pairs = self.pairs_of(touching.iter().copied());
        Err(format!(
            "at t = {} s the contacts of {pairs} jam: no finite forces go with their slips, and short implicit steps do not free them",
            self.t
        ))
    }

    /// Closed contacts, and open sites whose gap is zero.
    pub(super) fn touching(&mut self, trigger: Option<Watch>) -> Vec<Touch> {
        let lost = match trigger {
            Some(Watch::Margin { index, .. }) => Some(self.smooth.closed[index].touch),
            _ => None,
        };
        let mut touching: Vec<Touch> =
            self.smooth.closed.iter().map(|c| c.touch).filter(|touch| Some(*touch) != lost).collect();
        // All that is near is looked for anew: what was far may be near by a face that was not its nearest.
        self.nearby.forget();
        self.visit_nearby_or_lost(self.zero_gap(), lost, |run, site, (gap, face)| {
            let touch = Touch { site, face };
            let closing = matches!(trigger, Some(Watch::Gap { site: which, .. }) if which == site);
            // A point that has slid off the end of its face is still near it: another site takes over.
            let on_face = || run.model.margin(touch, run.t, &run.q) > -0.5 * run.zero_gap();
            if closing || (gap.abs() <= run.zero_gap() && Some(touch) != lost && on_face()) {
                touching.push(touch);
            }
        });
        self.add_rims(&mut touching, lost);
        touching.sort_unstable();
        self.drop_doubled(&mut touching);
        touching.sort_unstable();
        touching
    }

    pub(super) fn normal_velocity(&mut self, touch: Touch) -> f64 {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.model.contact(touch, at, &mut self.contact);
        self.contact.along_normal.velocity(&self.v)
    }

    pub(super) fn approaches(&mut self, touching: &[Touch]) -> bool {
        let zero = self.zero_velocity();
        touching.iter().any(|&touch| self.normal_velocity(touch) < -zero)
    }

    /// Touching contacts without normal velocity, and in a crowd those that part so slowly that they would soon be back. Points of rims that
    /// are still too high are not among them.
    pub(super) fn resting(&mut self, touching: &[Touch]) -> Vec<Touch> {
        let (zero, faint, level) = (self.zero_velocity(), self.faint_velocity(), self.level().max(self.zero_gap()));
        let flat = self.model.tangents() == 1;
        let mut rests = |touch: Touch| {
            let velocity = self.normal_velocity(touch);
            velocity >= -zero && velocity <= faint && (flat || self.contact.gap <= level)
        };
        touching.iter().copied().filter(|&touch| rests(touch)).collect()
    }
}
