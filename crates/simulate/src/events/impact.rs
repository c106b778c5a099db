//! Impacts: one contact by its law, several by the rule of the run, joints felt at once.

use super::crowd::CROWD;
use super::indeterminate::FEW;
use super::local::HELD;
use super::poisson::Rebound;
use super::run::Run;
use super::told::of_contact;
use crate::contacts::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::hold::terms::directions;
use crate::record::{EventKind, ImpactPart};
use crate::settings::Simultaneous;
use carom_impact::laws::BuiltIn;
use carom_impact::{Collision, Impulse, Status, Velocity, resolve};
use carom_mechanics::{At, Contact, Model, Touch};

/// G between two contacts below this part of their own counts as no coupling.
const UNCOUPLED: f64 = 1e-14;

/// Part by which approach velocities differ that count as equal: rounding of symmetric ones, times what levers make of it.
const EQUALLY_FAST: f64 = 1e-9;

/// End of what a user is told, once, where the order of bodies in the scene decides.
const BY_ORDER: &str =
    "approach equally fast: the one first in the scene is struck first, and another order may lead to other velocities";

/// Why contacts that friction is not to blame for have no impulses.
const SQUEEZED: &str =
    "no impulses stop what closes there, as between bodies whose prescribed motions drive them towards each other";

/// Why some contacts have no impulses.
pub(super) struct NoImpulses {
    text: String,
    /// Whether that is proved; else none were found.
    proved: bool,
}

impl From<NoImpulses> for String {
    fn from(none: NoImpulses) -> Self {
        none.text
    }
}

/// Impulses of some contacts: normal, tangents, moment.
pub(super) type Impulses = Vec<(usize, [f64; 4])>;

/// Velocities and responses of the touching contacts at the instant of an impact.
pub(super) struct Shock {
    pub touches: Vec<Touch>,
    /// Tangents of a contact.
    pub tangents: usize,
    /// D_N, D_T, D_theta of each; in the plane the second tangent is zero.
    pub before: Vec<[f64; 4]>,
    /// G over N_0 T_0 theta_0 N_1 ..., in space N_0 T_0 S_0 theta_0 N_1 ...
    g: Vec<f64>,
    /// Normal acceleration with which each contact closes: free, or with the contact forces of the motion before, whichever is the
    /// stronger.
    acceleration: Vec<f64>,
}

impl Shock {
    /// G of direction i of contact a (normal, tangents, moment) by direction j of contact b.
    pub fn entry(&self, (a, i): (usize, usize), (b, j): (usize, usize)) -> f64 {
        let width = self.tangents + 2;
        self.g[(width * a + i) * width * self.touches.len() + width * b + j]
    }

    /// D_theta of a contact after impulses r of some contacts along normals and tangents, without moments.
    pub fn spin_after(&self, contact: usize, members: &[usize], r: &[f64]) -> f64 {
        let dim = 1 + self.tangents;
        let turned = |(k, &c): (usize, &usize)| -> f64 {
            (0..dim).map(|j| self.entry((contact, dim), (c, j)) * r[dim * k + j]).sum()
        };
        self.before[contact][3] + members.iter().enumerate().map(turned).sum::<f64>()
    }

    /// Whether an impulse along some direction of contact b changes the velocity of contact a along the first so many of its own.
    fn feels(&self, a: usize, b: usize, own: usize) -> bool {
        (0..own).any(|i| {
            (0..=self.tangents).any(|j| {
                let size = (self.entry((a, i), (a, i)) * self.entry((b, j), (b, j))).sqrt();
                self.entry((a, i), (b, j)).abs() > UNCOUPLED * size
            })
        })
    }

    /// Whether contact a takes part in the impact of contact b: they feel each other, and a is hit itself or can be pressed by others. A
    /// closed contact that nothing presses (the friction of a joint) has no impulse, whatever its tangents feel.
    fn joins(&self, a: usize, b: usize, zero: f64) -> bool {
        let pressed = || (0..self.touches.len()).any(|other| other != a && self.feels(a, other, 1));
        (self.before[a][0] < -zero || pressed()) && self.feels(a, b, 1 + self.tangents)
    }

    /// Contacts that feel an impact at `seed` at once. Those that part faster than `faint` feel nothing yet: their gap is open,
    /// however little, and if the impact brings them together again, theirs comes after it. Velocities above minus `zero` are none.
    fn component(&self, seed: usize, zero: f64, faint: f64) -> Vec<usize> {
        let mut members = vec![seed];
        let mut next = 0;
        while next < members.len() {
            for other in (0..self.touches.len()).filter(|&c| self.before[c][0] <= faint) {
                if !members.contains(&other) && self.joins(other, members[next], zero) {
                    members.push(other);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        members
    }
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Resolves the impacts of the touching contacts; false if none approaches. An error is a verdict.
    pub(super) fn impacts(&mut self, touching: &[Touch]) -> Result<bool, String> {
        let shock = self.shock(touching);
        let approaching: Vec<usize> =
            (0..touching.len()).filter(|&c| shock.before[c][0] < -self.zero_velocity()).collect();
        let sequence = self.rule == Simultaneous::Sequence && !self.together;
        let mut done: Vec<usize> = Vec::new();
        for &contact in &approaching {
            if done.contains(&contact) {
                continue;
            }
            let mut members = shock.component(contact, self.zero_velocity(), self.faint_velocity());
            let contact = if sequence { self.next_in_sequence(&shock, &members, contact) } else { contact };
            let mut answer = self.struck(&shock, contact, &members);
            if answer.is_err() && self.patient {
                // Contacts that part slowly were taken for closed; without them there may be impulses.
                self.patient = false;
                members = shock.component(contact, self.zero_velocity(), self.faint_velocity());
                answer = self.struck(&shock, contact, &members);
            }
            // The user finds the sentence where the motion ends.
            let impulses = answer.inspect_err(|text| self.tell(EventKind::Verdict, touching[contact], text.clone()))?;
            self.apply(&shock, &impulses);
            if members.len() > 1 && sequence {
                break;
            }
            done.extend(members);
        }
        Ok(!approaching.is_empty())
    }

    /// The impulses of a group of contacts: by their own law where there is one, or where they are struck in sequence.
    fn struck(&mut self, shock: &Shock, contact: usize, members: &[usize]) -> Result<Impulses, String> {
        let sequence = self.rule == Simultaneous::Sequence && !self.together;
        let alone = (members.len() == 1 && !self.together) || sequence;
        if alone { self.single(shock, contact) } else { self.at_once(shock, contact, members) }
    }

    /// The contact of a group that is struck next where they are struck in sequence: the one that approaches fastest. Of several that are
    /// equally fast up to rounding it is the first of the scene, and the run says so: another order leads to other velocities.
    fn next_in_sequence(&mut self, shock: &Shock, members: &[usize], first: usize) -> usize {
        let speed = |contact: usize| -shock.before[contact][0];
        let fastest = members.iter().fold(speed(first), |most, &contact| most.max(speed(contact)));
        let tied: Vec<usize> =
            members.iter().copied().filter(|&c| speed(c) >= (1.0 - EQUALLY_FAST) * fastest).collect();
        if tied.len() > 1 && !self.record.warnings.iter().any(|text| text.ends_with(BY_ORDER)) {
            self.warn(format!("at t = {} s contacts that are struck in sequence {BY_ORDER}", self.t));
        }
        tied.first().copied().unwrap_or(first)
    }

    /// Several contacts by the rule of the run; those for which none is found, and a crowd that has none, one contact after the other.
    fn at_once(&mut self, shock: &Shock, contact: usize, members: &[usize]) -> Result<Impulses, String> {
        match self.several(shock, members) {
            Err(NoImpulses { text, proved }) if members.len() >= CROWD || !proved => {
                self.warn(format!("{text}; such impacts were taken one contact after the other"));
                self.single(shock, contact)
            }
            answer => Ok(answer?),
        }
    }

    fn shock(&mut self, touching: &[Touch]) -> Shock {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.smooth.terms.evaluate(self.model, at, touching.iter().copied());
        let terms = &self.smooth.terms;
        let free = self.response.free_acceleration(terms);
        let tangents = self.model.tangents();
        let all = |c| directions(c, tangents).chain([&c.moment]);
        let directions: Vec<_> = terms.contacts.iter().flat_map(all).collect();
        let before = |c: &Contact| {
            let [t_1, t_2] = &c.tangential;
            [&c.along_normal, t_1, t_2, &c.moment].map(|direction| direction.velocity(&self.v))
        };
        Shock {
            touches: touching.to_vec(),
            tangents,
            before: terms.contacts.iter().map(before).collect(),
            acceleration: terms
                .contacts
                .iter()
                .map(|c| closing(&c.along_normal, &free, &self.smooth.acceleration))
                .collect(),
            g: self.response.matrix(terms, &directions),
        }
    }

    /// Whether the bouncing at a contact ends here: the next flight would be shorter than the shortest.
    fn ends_bouncing(&self, shock: &Shock, contact: usize) -> bool {
        let e = self.model.law(shock.touches[contact].site.pair).restitution;
        let speed = -shock.before[contact][0];
        speed > 0.0 && e > 0.0 && e < 1.0 && 2.0 * e * speed < self.fall(shock, contact) * self.briefest()
    }

    /// What brings a contact back after a bounce: its own acceleration, or where others take part the strongest of all.
    fn fall(&self, shock: &Shock, contact: usize) -> f64 {
        if shock.touches.len() == 1 { -shock.acceleration[contact] } else { self.pull }
    }

    /// The time until the infinitely many bounces left at a contact would have ended, if it falls.
    pub(super) fn bouncing_left(&self, shock: &Shock, contact: usize) -> Option<f64> {
        let e = self.model.law(shock.touches[contact].site.pair).restitution;
        let (speed, fall) = (-shock.before[contact][0], self.fall(shock, contact));
        // A closed contact has no bounces to end: its velocity is rounding, or comes from impacts elsewhere.
        let closed = self.smooth.closed.iter().any(|closed| closed.touch == shock.touches[contact]);
        let ends = !closed && speed > self.zero_velocity() && fall > 0.0 && self.ends_bouncing(shock, contact);
        ends.then(|| 2.0 * e * speed / (fall * (1.0 - e)))
    }

    /// One contact by its own law. What a law has left of the approach at this instant is not asked of it again.
    fn single(&mut self, shock: &Shock, contact: usize) -> Result<Impulses, String> {
        if self.is_left_approaching(shock.touches[contact]) {
            let together = std::mem::replace(&mut self.together, true);
            let rest = self.several(shock, &[contact]);
            self.together = together;
            return Ok(rest?);
        }
        // A contact that cannot move along its tangents (a coordinate on a line) has no friction to speak of.
        let (g, touch) = (self.local_matrix(shock, contact), shock.touches[contact]);
        if g[0][0] <= 0.0 {
            let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
            return Err(format!("at t = {t} s the impact of {whom} has no answer: {HELD}"));
        }
        let no_tangent = (1..=shock.tangents).all(|i| g[i][i] <= 0.0);
        if no_tangent || self.ends_bouncing(shock, contact) {
            return Ok(self.several(shock, &[contact])?);
        }
        let velocity = self.local_velocity(shock, contact, &g);
        if shock.tangents == 2 {
            return self.single_in_space((shock, contact), g, velocity);
        }
        // B^2 <= A C up to rounding, which stiff joints make larger than the matrix of a contact that they hardly let move.
        let most = (g[0][0] * g[1][1]).max(0.0).sqrt();
        let b = (-g[0][1]).clamp(-most, most);
        let local = carom_impact::Contact { a: g[0][0], b, c: g[1][1], d: g[0][2], e: -g[1][2], f: g[2][2] };
        let [normal, tangential, moment] = velocity;
        let law = self.model.law(touch.site.pair).impact;
        let collision = Collision::new(local, Velocity { normal, tangential, moment }).map_err(|error| {
            format!("at t = {} s the impact of {} cannot be: {error}", self.t, self.describe_pair(touch.site.pair))
        })?;
        let outcome = resolve(&law, &collision);
        if outcome.status == Status::Indeterminate {
            return self.least_of_law((shock, contact), &law, outcome.reason);
        }
        if !outcome.has_numbers() {
            return Err(format!(
                "at t = {} s the law {} has no answer for the impact of {}: {} ({})",
                self.t,
                law_name(&law),
                self.describe_pair(touch.site.pair),
                outcome.status.as_str(),
                outcome.reason.unwrap_or("no reason is known")
            ));
        }
        let part = ImpactPart {
            law: law_name(&law),
            before: four([normal, tangential, moment]),
            after: four([outcome.after.normal, outcome.after.tangential, outcome.after.moment]),
            impulse: four(parts(outcome.impulse)),
            compression: outcome.compression.map(|impulse| four(parts(impulse))),
            mode: outcome.mode.map(|mode| mode.to_string()).unwrap_or_default(),
            energy_change: outcome.energy.total(),
            warnings: outcome.warnings.iter().map(|warning| warning.as_str().to_owned()).collect(),
            local: Some(local),
        };
        self.tell_single(touch, part, outcome.warnings);
        Ok(vec![(contact, four(parts(outcome.impulse)))])
    }

    /// One contact whose law leaves its impulses open, as that of a body on a hinge that comes to stick: its only motion takes up any of them.
    /// They are those of least norm by the rule that is the law's own: Newton's for the law of Kane, Poisson's for the others.
    pub(super) fn least_of_law(
        &mut self,
        (shock, contact): (&Shock, usize),
        law: &BuiltIn,
        reason: Option<&str>,
    ) -> Result<Impulses, String> {
        let own = if matches!(law, BuiltIn::Kane(_)) { Simultaneous::Newton } else { Simultaneous::Poisson };
        let rule = std::mem::replace(&mut self.rule, own);
        let mut impulses = self.several(shock, &[contact]);
        if impulses.is_err() {
            // Newton's rule asks for less: impulses that stop the body are an answer of it whether or not they are the least.
            self.rule = Simultaneous::Newton;
            impulses = self.several(shock, &[contact]);
        }
        self.rule = rule;
        if impulses.is_ok() {
            self.warn_of_open_impulses(shock.touches[contact], law_name(law), reason.unwrap_or_default());
        }
        Ok(impulses?)
    }

    /// Several contacts as one complementarity problem.
    pub(super) fn several(&mut self, shock: &Shock, members: &[usize]) -> Result<Impulses, NoImpulses> {
        let dim = 1 + shock.tangents;
        let restitution: Vec<f64> = members.iter().map(|&c| self.restitution(shock, c)).collect();
        let problem = self.velocity_problem(shock, members);
        let mut phases = None;
        let solution = if self.rule == Simultaneous::Poisson {
            let Rebound { solution, compression, several } = self.poisson(&problem, &restitution, (shock, members))?;
            if several && members.len() > 1 {
                self.warn_of_choice(shock, members);
            }
            phases = Some((compression, several));
            solution
        } else {
            let mut newton = problem.clone();
            for (k, e) in restitution.iter().enumerate() {
                newton.b[dim * k] += e * problem.b[dim * k].min(0.0);
            }
            let mut solution = self.impulses(&newton, shock, members)?;
            for (k, e) in restitution.iter().enumerate() {
                solution.u[dim * k] -= e * problem.b[dim * k].min(0.0);
            }
            solution
        };
        self.tell_several((shock, members), &solution, phases.as_ref());
        Ok(members.iter().enumerate().map(|(k, &c)| (c, of_contact(&solution.r, k, dim))).collect())
    }

    /// Restitution of a contact now: none where its bouncing ends.
    fn restitution(&self, shock: &Shock, contact: usize) -> f64 {
        if self.together || self.ends_bouncing(shock, contact) {
            0.0
        } else {
            self.model.law(shock.touches[contact].site.pair).restitution
        }
    }

    /// G and the velocities before of some contacts.
    fn velocity_problem(&self, shock: &Shock, members: &[usize]) -> ContactProblem {
        let mut problem = ContactProblem { space: shock.tangents == 2, ..ContactProblem::default() };
        let dim = problem.dim();
        for &a in members {
            for i in 0..dim {
                problem.b.push(shock.before[a][i]);
                problem.g.extend(members.iter().flat_map(|&b| (0..dim).map(move |j| shock.entry((a, i), (b, j)))));
            }
            let mu = self.model.law(shock.touches[a].site.pair).friction.slipping(f64::INFINITY);
            problem.tangents.push(if mu == 0.0 { self.known([0.0; 2]) } else { Tangent::May(mu) });
        }
        problem.size = problem.b.iter().fold(0.0, |most: f64, b| most.max(b.abs()));
        problem
    }

    pub(super) fn impulses(
        &mut self,
        problem: &ContactProblem,
        shock: &Shock,
        members: &[usize],
    ) -> Result<Solution, NoImpulses> {
        self.record.counts.problems += 1;
        let whom = self.describe_pair(shock.touches[members[0]].site.pair);
        let place = match members.len() {
            1 => format!("the contact of {whom}"),
            count => format!("{count} contacts ({whom} first)"),
        };
        let answer = problem.solve(&mut self.solver);
        match if answer == Answer::Unknown && problem.is_jammed() { Answer::None } else { answer } {
            Answer::One(solution) => {
                self.record.counts.residual = self.record.counts.residual.max(solution.residual);
                let mut all = problem.others(&solution, FEW);
                all.push(solution);
                Ok(self.least_impulses(all, &place))
            }
            Answer::Several(all) => Ok(self.least_impulses(all, &place)),
            Answer::None => {
                let why = if self.is_squeezed(problem) { SQUEEZED } else { "friction jams" };
                let (t, rule) = (self.t, self.rule.name());
                let text = format!("at t = {t} s the impact at {place} has no solution by the rule {rule}: {why}");
                Err(NoImpulses { text, proved: true })
            }
            Answer::Unknown => {
                let text = format!("at t = {} s the impulses at {place} could not be found", self.t);
                Err(NoImpulses { text, proved: false })
            }
        }
    }

    /// Whether contacts could not be stopped without friction either.
    fn is_squeezed(&mut self, problem: &ContactProblem) -> bool {
        let smooth = ContactProblem { tangents: vec![self.known([0.0; 2]); problem.tangents.len()], ..problem.clone() };
        smooth.solve(&mut self.solver) == Answer::None
    }

    /// Changes the velocities.
    fn apply(&mut self, shock: &Shock, impulses: &[(usize, [f64; 4])]) {
        let terms = &self.smooth.terms;
        let mut push = vec![0.0; self.v.len()];
        for (contact, impulse) in impulses {
            let kinematics = &terms.contacts[*contact];
            let [t_1, t_2] = &kinematics.tangential;
            for (direction, impulse) in
                [&kinematics.along_normal, t_1, t_2, &kinematics.moment].into_iter().zip(impulse)
            {
                direction.row.add_to(*impulse, &mut push);
            }
        }
        let mut change = vec![0.0; self.v.len()];
        self.response.change(terms, &push, |_| 0.0, &mut change);
        for (v, change) in self.v.iter_mut().zip(&change) {
            *v += change;
        }
        debug_assert!(impulses.iter().all(|(c, _)| *c < shock.touches.len()));
    }
}

/// The lesser of two accelerations along a direction.
fn closing(direction: &carom_mechanics::Direction, free: &[f64], held: &[f64]) -> f64 {
    direction.row.dot(free).min(direction.row.dot(held)) + direction.bias
}

fn four([normal, tangential, moment]: [f64; 3]) -> [f64; 4] {
    [normal, tangential, 0.0, moment]
}

fn parts(impulse: Impulse) -> [f64; 3] {
    [impulse.normal, impulse.tangential, impulse.moment]
}

pub(super) fn law_name(law: &BuiltIn) -> &'static str {
    carom_impact::Law::name(law)
}
