//! One contact in space by its own law.

use super::impact::{Impulses, Shock, law_name};
use super::run::Run;
use crate::record::ImpactPart;
use carom_impact::space::{Audited, Collision, Impulse, Law, Outcome, Velocity, resolve};
use carom_mechanics::Model;
use glam::DVec2;

/// Eigenvalues of the local matrix below this part of the largest entry are rounding: joints hardly let the contact move that way.
const ROUNDING: f64 = 1e-9;

impl<M: Model + ?Sized> Run<'_, M> {
    /// One contact by the law that its pair's law is in space. Where there are several answers, that of the least normal impulse is
    /// taken, and the user told.
    pub(super) fn single_in_space(&mut self, shock: &Shock, contact: usize) -> Result<Impulses, String> {
        let touch = shock.touches[contact];
        let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
        let plane = self.model.law(touch.site.pair).impact;
        let fail = |text: &str| format!("at t = {t} s the impact of {whom} cannot be: {text}");
        let law = Law::from_plane(plane).map_err(|error| fail(&error.to_string()))?;
        let [normal, t_1, t_2, _] = shock.before[contact];
        let before = Velocity { normal, tangential: DVec2::new(t_1, t_2) };
        let collision = collision(shock, contact, before).map_err(|error| fail(&error))?;
        let Outcome { status, answers, reason } = resolve(&law, &collision);
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

/// The collision of one contact; what rounding has made indefinite is made definite again.
fn collision(shock: &Shock, contact: usize, before: Velocity) -> Result<Collision, String> {
    let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j| shock.entry((contact, i), (contact, j))));
    Collision::new(rows, before).or_else(|_| {
        let most = rows.iter().flatten().fold(0.0_f64, |m, g| m.max(g.abs()));
        let mut safe = rows;
        (0..3).for_each(|i| safe[i][i] += ROUNDING * most);
        Collision::new(safe, before).map_err(|error| error.to_string())
    })
}

fn four(impulse: Impulse, moment: f64) -> [f64; 4] {
    [impulse.normal, impulse.tangential.x, impulse.tangential.y, moment]
}
