//! The Routh process followed step by step: at every corner the next motion is searched among all that are possible.

use carom_impact::{Impulse, Velocity};

use crate::case::{BEGHIN, Case, STRONGE, WM_NEWTON, WM_POISSON};

/// Where the process ended and what it did on the way.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pub impulse: Impulse,
    pub after: Velocity,
    pub compression: Impulse,
    pub at_compression: Velocity,
    /// Works of the normal impulse before and after C, and of friction.
    pub normal_work: [f64; 2],
    pub friction_work: f64,
    /// Name of the mode as in Table 3.2.
    pub mode: &'static str,
}

/// The motion between two corners: rates of I_T, D_N and D_T per unit of I_N.
#[derive(Clone, Copy, Debug)]
struct Motion {
    impulse: f64,
    normal: f64,
    tangential: f64,
    sticks: bool,
}

fn slip(case: &Case, s: f64) -> Motion {
    Motion { impulse: -s * case.mu, normal: case.stiffness(s), tangential: -s * case.braking(s), sticks: false }
}

fn stick(case: &Case) -> Motion {
    let contact = case.contact;
    Motion { impulse: contact.b / contact.c, normal: case.det() / contact.c, tangential: 0.0, sticks: true }
}

/// The motion from a state with tangential velocity v. At v = 0 every motion that keeps its own promise is collected; one is left.
fn next(case: &Case, v: f64) -> Motion {
    if v != 0.0 {
        return slip(case, v.signum());
    }
    let mut possible = Vec::new();
    if stick(case).impulse.abs() <= case.mu {
        possible.push(stick(case));
    }
    for s in [1.0, -1.0] {
        let motion = slip(case, s);
        // From rest, a slip s needs an impulse that drives it that way; a rate of zero is sticking.
        if s * motion.tangential > 0.0 {
            possible.push(motion);
        }
    }
    assert_eq!(possible.len(), 1, "the process must go on in one way: {possible:?}\n{case:#?}");
    possible[0]
}

/// The end of the process under one law.
#[derive(Clone, Copy)]
enum Target {
    NormalVelocity(f64),
    Impulse(f64),
    NormalWork(f64),
    Energy(f64),
}

/// Impulse and velocity from A on; works since A in compression and since C in expansion, so that a small restitution is
/// not lost in the difference of two works.
#[derive(Clone, Copy)]
struct State {
    impulse: Impulse,
    velocity: Velocity,
    normal_work: f64,
    friction_work: f64,
}

impl State {
    fn advance(&self, motion: Motion, step: f64) -> Self {
        let velocity = Velocity::planar(
            self.velocity.normal + motion.normal * step,
            self.velocity.tangential + motion.tangential * step,
        );
        Self {
            impulse: self.impulse + Impulse::planar(step, motion.impulse * step),
            velocity,
            normal_work: self.normal_work + 0.5 * step * (self.velocity.normal + velocity.normal),
            friction_work: self.friction_work
                + 0.5 * step * motion.impulse * (self.velocity.tangential + velocity.tangential),
        }
    }

    fn energy(&self) -> f64 {
        self.normal_work + self.friction_work
    }

    /// Step to the target, infinite if this motion does not lead there.
    fn step_to(&self, target: Target, motion: Motion) -> f64 {
        let Self { velocity, .. } = *self;
        match target {
            Target::NormalVelocity(v) => line(v - velocity.normal, motion.normal),
            Target::Impulse(p) => p - self.impulse.normal,
            Target::NormalWork(w) => parabola(w - self.normal_work, velocity.normal, motion.normal),
            Target::Energy(t) => parabola(
                t - self.energy(),
                velocity.normal + motion.impulse * velocity.tangential,
                motion.normal + motion.impulse * motion.tangential,
            ),
        }
    }
}

fn line(gain: f64, rate: f64) -> f64 {
    if rate > 0.0 { (gain / rate).max(0.0) } else { f64::INFINITY }
}

/// Positive h with rate h + growth h^2/2 = gain > 0, growth > 0.
fn parabola(gain: f64, rate: f64, growth: f64) -> f64 {
    let root = (rate * rate + 2.0 * growth * gain.max(0.0)).sqrt();
    if rate > 0.0 { 2.0 * gain.max(0.0) / (rate + root) } else { (root - rate) / growth }
}

fn target(case: &Case, law: &str, at_c: &State) -> Target {
    let (e, square) = (case.e, case.e * case.e);
    match law {
        WM_NEWTON => Target::NormalVelocity(-e * case.before.normal),
        WM_POISSON => Target::Impulse((1.0 + e) * at_c.impulse.normal),
        STRONGE => Target::NormalWork(-square * at_c.normal_work),
        BEGHIN => Target::Energy(-square * at_c.energy()),
        _ => unreachable!("{law} is no law of the Routh process"),
    }
}

/// Follows the process to the end of a law; none if it never ends (det = 0 only).
pub fn walk(case: &Case, law: &str) -> Option<Walk> {
    let mut state = State { impulse: Impulse::default(), velocity: case.before, normal_work: 0.0, friction_work: 0.0 };
    let mut at_c: Option<State> = None;
    let mut mode = "slide";
    loop {
        let motion = next(case, state.velocity.tangential);
        if state.velocity.tangential == 0.0 && mode == "slide" {
            mode = stopped(at_c.is_some(), motion.sticks);
        }
        let to_rest = line(state.velocity.tangential.abs(), -motion.tangential * state.velocity.tangential.signum());
        let to_event = match at_c {
            None => line(-state.velocity.normal, motion.normal),
            Some(c) => state.step_to(target(case, law, &c), motion),
        };
        if to_event.is_infinite() && to_rest.is_infinite() {
            return None;
        }
        let before_rest = to_event <= to_rest || motion.sticks || state.velocity.tangential == 0.0;
        state = state.advance(motion, if before_rest { to_event } else { to_rest });
        match (before_rest, at_c) {
            (false, _) => state.velocity.tangential = 0.0,
            (true, None) => {
                state.velocity.normal = 0.0;
                at_c = Some(state);
                state = State { normal_work: 0.0, friction_work: 0.0, ..state };
                if case.e == 0.0 {
                    return at_c.map(|c| finish(state, c, mode));
                }
            }
            (true, Some(c)) => return Some(finish(state, c, mode)),
        }
    }
}

fn stopped(in_expansion: bool, sticks: bool) -> &'static str {
    match (in_expansion, sticks) {
        (false, true) => "C-stick",
        (false, false) => "C-reverse",
        (true, true) => "E-stick",
        (true, false) => "E-reverse",
    }
}

fn finish(end: State, at_c: State, mode: &'static str) -> Walk {
    Walk {
        impulse: end.impulse,
        after: end.velocity,
        compression: at_c.impulse,
        at_compression: at_c.velocity,
        normal_work: [at_c.normal_work, end.normal_work],
        friction_work: at_c.friction_work + end.friction_work,
        mode,
    }
}
