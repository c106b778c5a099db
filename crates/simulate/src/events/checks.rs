//! What is looked at besides the motion: joints at the start, bodies as wholes at every row, and whether the run gets on.

use super::run::Run;
use crate::closing;
use carom_mechanics::{At, Model};

/// Velocities with which joints may open at the start, as part of 1 m/s and the largest speed: rounding of a scene's expressions.
const TORN: f64 = 1e-9;

/// Error of a joint at the start, in metres or radians, below which it is closed: rounding of a scene's expressions.
const OPEN: f64 = 1e-9;

/// Part of the least size by which bodies may overlap as wholes: above every rounding, far below what can be seen.
const PASSED: f64 = 1e-6;

/// Part of that by which bodies may come closer before they are looked at again.
const UNMOVED: f64 = 0.1;

/// Part of the least size by which a contact that is to be held may be open or deep: corrections of positions take out errors of steps,
/// 1e-9 of it; one that would move bodies by this much holds what does not touch.
const HELD: f64 = 1e-3;

/// Steps after which it is asked whether a run gets on; the part of it that must be done by then, or the rest would take a hundred times as
/// many; and the mean step in seconds that no smooth motion of bodies needs.
const MANY_STEPS: u64 = 200_000;
const HARDLY: f64 = 1e-2;
const TINY: f64 = 1e-7;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Joints that are open at the start are closed, velocities that would tear them are brought back to what they allow, and the user is told.
    pub(super) fn check_joints(&mut self) {
        self.close_joints();
        let rows = &self.smooth.terms.joints;
        let (joint, error) = rows.iter().fold((0, 0.0_f64), |worst, row| {
            let error = row.direction.velocity(&self.v).abs();
            if error > worst.1 { (row.joint, error) } else { worst }
        });
        if error > TORN * (1.0 + self.speed) {
            let name = self.model.joint_name(joint);
            self.warn(format!(
                "the velocities at the start violate {name} by {error:.6e} m/s (or rad/s): the nearest ones that no joint forbids were taken"
            ));
            self.project();
            self.energy = self.total_energy();
        }
    }

    fn close_joints(&mut self) {
        let rows = &self.smooth.terms.joints;
        let Some(worst) = rows.iter().max_by(|a, b| a.error.abs().total_cmp(&b.error.abs())) else { return };
        if worst.error.abs() > OPEN {
            let (name, error) = (self.model.joint_name(worst.joint), worst.error.abs());
            self.warn(format!(
                "{name} is open at the start by {error:.3e} m or rad: the nearest places in which all joints are closed were taken"
            ));
            self.project();
            self.energy = self.total_energy();
        }
    }

    /// Ends a run that since a mark, of steps and time, has taken [`MANY_STEPS`] steps and got nowhere; sets the next mark where it got on.
    pub(super) fn check_progress(&self, mark: &mut (u64, f64)) -> Result<(), String> {
        let steps = self.record.counts.steps;
        if steps - mark.0 <= MANY_STEPS {
            return Ok(());
        }
        let done = self.t - mark.1;
        *mark = (steps, self.t);
        if done > HARDLY * (self.settings.until - self.first) || done > TINY * MANY_STEPS as f64 {
            return Ok(());
        }
        let (t, pairs) = (self.t, self.closed_pairs());
        let cause = if pairs.is_empty() {
            "a force that switches to and fro without end (a controller with sign or if) has no motion that events could follow: smooth \
             it, or take method = \"stepping\""
                .to_owned()
        } else {
            format!(
                "closed are the contacts of {pairs}; contacts that open and close or stick and slip ever again, or a force that switches to and \
                 fro (a controller with sign or if), have no motion that events could follow: take method = \"stepping\", or smooth the force"
            )
        };
        Err(format!("at t = {t} s the run hardly gets on: {MANY_STEPS} steps for the last {done:.1e} s; {cause}"))
    }

    /// The pairs of the closed contacts in words, each once.
    fn closed_pairs(&self) -> String {
        let mut pairs: Vec<u32> = self.smooth.closed.iter().map(|closed| closed.touch.site.pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.into_iter().map(|pair| self.describe_pair(pair)).collect::<Vec<_>>().join(", ")
    }

    /// Ends the run where a closed contact does not touch: to bring its bodies together would move them where no motion does.
    pub(super) fn check_gaps(&mut self) -> Result<(), String> {
        self.evaluate_terms();
        let gaps = self.smooth.closed.iter().zip(&self.smooth.terms.contacts).map(|(closed, c)| (closed.touch, c.gap));
        match gaps.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) {
            Some((touch, gap)) if gap.abs() > HELD * self.size => Err(format!(
                "at t = {} s the contact of {} would be held although its gap is {gap:.3e} m: it was taken for closed where it is not",
                self.t,
                self.describe_pair(touch.site.pair)
            )),
            _ => Ok(()),
        }
    }

    /// What is looked at wherever a row was written.
    pub(super) fn check_row(&mut self) -> Result<(), String> {
        closing::torn(self.model, &self.smooth.terms.joints, At { t: self.t, q: &self.q, v: &self.v })?;
        self.check_overlap()
    }

    /// Ends the run where bodies overlap as wholes although no site does: tips that meet tips within micrometres can pass each other unseen,
    /// and what follows is not what the scene says.
    fn check_overlap(&mut self) -> Result<(), String> {
        if self.closer <= UNMOVED * PASSED * self.size {
            return Ok(());
        }
        self.closer = 0.0;
        match self.model.overlap(self.t, &self.q) {
            Some((depth, whom)) if depth > PASSED * self.size => Err(format!(
                "at t = {} s {whom} overlap by {depth:.3e} m: their corners, edges or rims have passed each other unseen; a smaller largest-step may help",
                self.t
            )),
            _ => Ok(()),
        }
    }
}
