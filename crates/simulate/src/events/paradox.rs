//! Sliding that no finite force can go on with (Painleve) is stopped by an impulse: the Routh process from D_N = 0, ended where its
//! compression ends, in the plane and in space.

use super::modes::{Faint, Undecided};
use super::run::Run;
use crate::contacts::contact_problem::Answer;
use crate::hold::terms::directions;
use crate::record::{EventKind, ImpactPart};
use carom_impact::laws::by_name;
use carom_impact::{Coefficients, Collision, Contact, Velocity, resolve, space};
use carom_mechanics::{At, Model, Touch};
use glam::DVec2;

/// The process needs an approach to start; this part of the slip is far below anything it changes.
const APPROACH: f64 = 1e-14;

/// p as part of G_NN below which a slide that no step goes on with has run into its paradox: forces have grown a thousandfold.
const NEARLY: f64 = 1e-3;

/// What it is called.
const WITHOUT: &str = "impact without collision";

/// Its law, and Poisson's ending of the compression.
const LAW: &str = "wang-mason-poisson";

impl<M: Model + ?Sized> Run<'_, M> {
    /// The contact that has no forces and feels no other one, whatever else rests elsewhere.
    pub(super) fn jams_alone(&mut self, resting: &[Touch]) -> Option<Touch> {
        let before = self.smooth.closed.clone();
        let candidates = self.candidates(resting, &before, (Faint::Stops, None));
        let problem = self.acceleration_problem(&candidates);
        let islands = problem.islands();
        let alone = (0..islands.len()).map(|k| islands.group(k)).filter(|members| members.len() == 1);
        let mut jammed = alone.filter(|members| matches!(problem.part(members).solve(&mut self.solver), Answer::None));
        jammed.next().map(|members| resting[members[0]])
    }

    /// Stops the slide of a contact by an impact without a collision.
    pub(super) fn impact_without_collision(&mut self, touch: Touch, resting: &[Touch]) -> Result<(), String> {
        let mu = self.model.law(touch.site.pair).friction.slipping(f64::INFINITY);
        let coefficients = Coefficients { e: Some(0.0), mu: Some(mu), ..Coefficients::default() };
        self.sample_before();
        self.record.counts.impacts += 1;
        let (g, slip) = self.local(touch);
        let impulse = match slip[..] {
            [slip] => in_plane(&g, slip, &coefficients),
            [t_1, t_2] => in_space(&g, DVec2::new(t_1, t_2), &coefficients),
            _ => Err("an impact without a collision needs one tangent or two".to_owned()),
        };
        let t = self.t;
        let impulse =
            impulse.map_err(|error| format!("at t = {t} s the slide cannot be stopped by an impulse: {error}"))?;
        self.strike(touch, &impulse);
        self.jumped = true;
        let resting = self.resting(resting);
        self.decide_modes(&resting, None, Faint::Stops).map_err(|undecided| match undecided {
            Undecided::None(text) | Undecided::Several(text) | Undecided::Unknown(text) => text,
        })
    }

    /// Applies the impulse, all of it of the compression, and tells what it did.
    fn strike(&mut self, touch: Touch, impulse: &[f64]) {
        let before = self.along_contact();
        self.push(impulse);
        let parts: Vec<String> = impulse.iter().map(|part| format!("{part:.12e}")).collect();
        let text = format!("{WITHOUT}: impulses {} N s", parts.join(" and "));
        let mut part = ImpactPart {
            law: LAW,
            before,
            after: self.along_contact(),
            impulse: [0.0; 4],
            compression: None,
            mode: WITHOUT.to_owned(),
            energy_change: 0.0,
            warnings: Vec::new(),
            local: None,
        };
        part.impulse[..impulse.len()].copy_from_slice(impulse);
        part.compression = Some(part.impulse);
        part.energy_change = (0..4).map(|k| 0.5 * part.impulse[k] * (part.before[k] + part.after[k])).sum();
        self.tell(EventKind::Impact, touch, text);
        if let Some(event) = self.record.events.last_mut() {
            event.impact = Some(part);
        }
    }

    /// The velocities along the directions of the contact whose kinematics are in `contact`.
    fn along_contact(&self) -> [f64; 4] {
        let mut along = [0.0; 4];
        for (along, direction) in along.iter_mut().zip(directions(&self.contact, self.model.tangents())) {
            *along = direction.velocity(&self.v);
        }
        along[3] = self.contact.moment.velocity(&self.v);
        along
    }

    /// The sentence, told as a verdict, about a slide that jams: it runs into p = G_NN - mu G_NT.d = 0, d the direction of the slip, where the
    /// normal force grows without bound in finite time while the velocities stay finite (Genot, Brogliato, *Eur. J. Mech. A* 18 (1999)).
    pub(super) fn jammed_slide(&mut self) -> Option<String> {
        let slides: Vec<Touch> = self.smooth.closed.iter().filter(|c| c.grip.slips()).map(|c| c.touch).collect();
        for touch in slides {
            let (g, slip) = self.local(touch);
            let speed = slip.iter().fold(0.0_f64, |sum, d| sum.hypot(*d));
            let mu = self.model.law(touch.site.pair).friction.slipping(speed);
            let along: f64 = slip.iter().zip(&g[1..]).map(|(d, g)| g * d / speed.max(f64::MIN_POSITIVE)).sum();
            let p = g[0] - mu * along;
            if p.abs() < NEARLY * g[0] {
                let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
                let text = format!(
                    "at t = {t} s the contact of {whom} jams (Painleve): it slides with {speed:e} m/s towards p = G_NN - mu G_NT = 0, now {p:e} \
                     with mu = {mu}, and its force grows without bound"
                );
                self.tell(EventKind::Verdict, touch, text.clone());
                return Some(text);
            }
        }
        None
    }

    /// The local inverse mass matrix of one contact, row by row, and its slip; the kinematics stay in `contact`.
    fn local(&mut self, touch: Touch) -> (Vec<f64>, Vec<f64>) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.model.contact(touch, at, &mut self.contact);
        self.smooth.terms.evaluate(self.model, at, std::iter::once(touch));
        self.response.prepare(&self.smooth.terms);
        let rows: Vec<_> = directions(&self.contact, self.model.tangents()).collect();
        let slip = rows[1..].iter().map(|row| row.velocity(&self.v)).collect();
        (self.response.matrix(&self.smooth.terms, &rows), slip)
    }

    /// Applies an impulse at the contact whose kinematics are in `contact`.
    fn push(&mut self, impulse: &[f64]) {
        let mut push = vec![0.0; self.v.len()];
        for (direction, part) in directions(&self.contact, self.model.tangents()).zip(impulse) {
            direction.row.add_to(*part, &mut push);
        }
        let mut change = vec![0.0; self.v.len()];
        self.response.change(&self.smooth.terms, &push, |_| 0.0, &mut change);
        for (v, change) in self.v.iter_mut().zip(&change) {
            *v += change;
        }
    }
}

fn in_plane(g: &[f64], slip: f64, coefficients: &Coefficients) -> Result<Vec<f64>, String> {
    let law = by_name(LAW, coefficients).map_err(|error| error.to_string())?;
    let before = Velocity::planar(-APPROACH * slip.abs().max(f64::MIN_POSITIVE), slip);
    let collision = Collision::new(Contact::planar(g[0], -g[1], g[3]), before).map_err(|error| error.to_string())?;
    let impulse = resolve(&law, &collision).impulse;
    Ok(vec![impulse.normal, impulse.tangential])
}

fn in_space(g: &[f64], slip: DVec2, coefficients: &Coefficients) -> Result<Vec<f64>, String> {
    let law = space::by_name(LAW, coefficients).map_err(|error| error.to_string())?;
    let normal = -APPROACH * slip.length().max(f64::MIN_POSITIVE);
    let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j| g[3 * i + j]));
    let before = space::Velocity { normal, tangential: slip };
    let collision = space::Collision::new(rows, before).map_err(|error| error.to_string())?;
    let outcome = space::resolve(&law, &collision);
    let first = outcome.answers.first().ok_or_else(|| outcome.reason.unwrap_or("it has no answer").to_owned())?;
    let impulse = first.answer.impulse;
    Ok(vec![impulse.normal, impulse.tangential.x, impulse.tangential.y])
}
