//! One contact in space by its own law.

use super::impact::{Impulses, Shock, law_name};
use super::local::Local;
use super::run::Run;
use crate::record::ImpactPart;
use carom_impact::Status;
use carom_impact::space::{Audited, Collision, Impulse, Law, Outcome, Velocity, resolve};
use carom_mechanics::Model;
use glam::DVec2;

impl<M: Model + ?Sized> Run<'_, M> {
    /// One contact by the law that its pair's law is in space. Where there are several answers, that of the least normal impulse is
    /// taken, and the user told.
    pub(super) fn single_in_space(
        &mut self,
        (shock, contact): (&Shock, usize),
        local: Local,
        [normal, t_1, t_2]: [f64; 3],
    ) -> Result<Impulses, String> {
        let touch = shock.touches[contact];
        let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
        let plane = self.model.law(touch.site.pair).impact;
        let fail = |text: &str| format!("at t = {t} s the impact of {whom} cannot be: {text}");
        let law = Law::from_plane(plane).map_err(|error| fail(&error.to_string()))?;
        let before = Velocity { normal, tangential: DVec2::new(t_1, t_2) };
        let collision = Collision::new(local, before).map_err(|error| fail(&error.to_string()))?;
        let Outcome { status, answers, reason } = resolve(&law, &collision);
        if status == Status::Indeterminate {
            return self.least_of_law((shock, contact), &plane, reason);
        }
        let Some(Audited { answer, energy_change, warnings }) = answers.first().copied() else {
            return Err(format!(
                "at t = {t} s the law {} has no answer for the impact of {whom}: {} ({})",
                law.name(),
                status.as_str(),
                reason.unwrap_or("no reason is known")
            ));
        };
        if answers.len() > 1 {
            let count = answers.len();
            self.warn(format!(
                "at t = {t} s the law {} has {count} answers for the impact of {whom}; the one of the least normal impulse was taken",
                law.name()
            ));
        }
        let impulse = four(answer.impulse, 0.0);
        let part = ImpactPart {
            law: law_name(&plane),
            before: shock.before[contact],
            after: [
                answer.after.normal,
                answer.after.tangential.x,
                answer.after.tangential.y,
                shock.spin_after(contact, &[contact], &impulse[..3]),
            ],
            impulse,
            compression: answer.compression.map(|impulse| four(impulse, 0.0)),
            mode: answer.mode.as_str().to_owned(),
            energy_change,
            warnings: warnings.iter().map(|warning| warning.as_str().to_owned()).collect(),
            local: None,
        };
        self.tell_single(touch, part, warnings);
        Ok(vec![(contact, impulse)])
    }
}

fn four(impulse: Impulse, moment: f64) -> [f64; 4] {
    [impulse.normal, impulse.tangential.x, impulse.tangential.y, moment]
}
