//! The algebraic laws in space (`spatial_impact.md`, section 2).

use super::answer::{Answer, Mode};
use super::cone::Cone;
use super::contact::Principal;
use super::end_state::{self, EndState};
use super::law::Answers;
use super::{Collision, Impulse};
use crate::Refusal;
use crate::coulomb::SINGULAR_TIE;
use glam::DVec2;

const NO_IMPULSE: &str =
    "no impulse satisfies the law: the matrix is singular and friction outweighs the normal impulse";

const ANY_IMPULSE: Refusal = Refusal::Indeterminate(
    "the local matrix is singular and the contact sticks: any friction impulse within the cone gives the same motion",
);

/// Newton: P = (-(1 + e) u_n/g_nn, 0, 0).
pub(super) fn newton(collision: &Collision, e: f64) -> Answer {
    let before = collision.before();
    let normal = -(1.0 + e) * before.normal / collision.contact().normal;
    let mut answer = Answer::new(collision, Impulse { normal, tangential: DVec2::ZERO }, Mode::Frictionless);
    answer.after.normal = -e * before.normal;
    answer
}

/// The end-state laws: u_n' = -e u_n and Coulomb on v = u_t' + e_t u_t. Kane has e_t = 0.
pub(super) struct EndLaw {
    pub e: f64,
    pub mu: f64,
    pub mu_static: f64,
    pub e_t: f64,
    /// Names of the modes, sticking and slipping.
    pub modes: [Mode; 2],
}

impl EndLaw {
    pub fn answers(&self, collision: &Collision) -> Result<Answers, Refusal> {
        let (principal, before) = (Principal::of(collision.contact()), collision.before());
        let cone = Cone { contact: principal, mu: self.mu };
        let (b, w) = (-(1.0 + self.e) * before.normal, (1.0 + self.e_t) * principal.inward(before.tangential));
        if self.mu_static > 0.0 && end_state::sticks_anyway(&principal, b, w) {
            return Err(ANY_IMPULSE);
        }
        let states = end_state::solve(&cone, b, w, self.mu_static);
        let answers: Answers =
            states.as_slice().iter().map(|state| self.answer(collision, &principal, state)).collect();
        if answers.is_empty() { Err(Refusal::NoSolution(NO_IMPULSE)) } else { Ok(answers) }
    }

    fn answer(&self, collision: &Collision, principal: &Principal, state: &EndState) -> Answer {
        let (before, [stick, slip]) = (collision.before(), self.modes);
        let mode = if state.sticks { stick } else { slip };
        let mut answer = Answer::new(collision, impulse(principal, state), mode);
        answer.after.normal = -self.e * before.normal;
        answer.after.tangential = principal.outward(state.slip) - self.e_t * before.tangential;
        answer
    }
}

fn impulse(principal: &Principal, state: &EndState) -> Impulse {
    Impulse { normal: state.p_n, tangential: principal.outward(state.p_t) }
}

/// Glocker and Pfeiffer: compression to u_n = 0 with Coulomb on u_tC, expansion with
/// 0 <= P_nE - e P_nC perp u_n' >= 0 and Coulomb on u_t'.
pub(super) fn glocker_pfeiffer(collision: &Collision, e: f64, mu: f64) -> Result<Answers, Refusal> {
    let (principal, before) = (Principal::of(collision.contact()), collision.before());
    let cone = Cone { contact: principal, mu };
    let w = principal.inward(before.tangential);
    if mu > 0.0 && end_state::sticks_anyway(&principal, -before.normal, w) {
        return Err(ANY_IMPULSE);
    }
    let states = end_state::solve(&cone, -before.normal, w, mu);
    let mut answers = Answers::new();
    for compression in states.as_slice() {
        let expansion = expand(&cone, compression, e).ok_or(Refusal::NoSolution(NO_IMPULSE))?;
        let total =
            EndState { p_n: compression.p_n + expansion.p_n, p_t: compression.p_t + expansion.p_t, ..expansion };
        let mode = Mode::Phases { compression_sticks: compression.sticks, expansion_sticks: expansion.sticks };
        let mut answer = Answer::new(collision, impulse(&principal, &total), mode);
        answer.after.tangential = principal.outward(expansion.slip);
        answer.compression = Some(impulse(&principal, compression));
        answers.push(answer);
    }
    if answers.is_empty() { Err(Refusal::NoSolution(NO_IMPULSE)) } else { Ok(answers) }
}

/// The expansion from a state with u_n = 0.
fn expand(cone: &Cone, compression: &EndState, e: f64) -> Option<EndState> {
    let none = EndState { slip: compression.slip, sticks: compression.sticks, ..EndState::default() };
    if e == 0.0 {
        return Some(none);
    }
    let (w, least) = (compression.slip, e * compression.p_n);
    let state = end_state::under(cone, w, least);
    let lifted = cone.contact.normal * state.p_n + cone.contact.g.dot(state.p_t);
    // Rounding of the sum is no approach.
    let rounding = 1e-14 * (cone.contact.normal * state.p_n + (cone.contact.g * state.p_t).length());
    if lifted >= -rounding { Some(state) } else { end_state::held(cone, w, least) }
}

/// Chatterjee and Ruina: P = (1 + e) P_I + kappa (P_II - P_I), kappa = 1 + e_t, reduced until P is in the cone.
pub(super) fn chatterjee_ruina(collision: &Collision, e: f64, mu: f64, e_t: f64) -> Result<Answer, Refusal> {
    let (principal, before) = (Principal::of(collision.contact()), collision.before());
    let first = -before.normal / principal.normal;
    let (slope, w) = (principal.sticking_slope(), principal.inward(before.tangential));
    let (rate, missing) = (principal.sticking_rate(), slope.dot(w) - before.normal);
    let tie = SINGULAR_TIE * (slope.length() * w.length() + before.normal.abs());
    if rate == 0.0 && missing.abs() <= tie && mu > 0.0 {
        return Err(ANY_IMPULSE);
    }
    // A singular contact has P_II at infinity along (1, -A^-1 g), and the cone alone says how far the law goes there.
    let (d_t, wanted) = match rate {
        0.0 => (-slope * missing.signum(), (1.0 + e_t) * f64::INFINITY),
        _ => (-principal.solve(w + principal.g * (missing / rate)), 1.0 + e_t),
    };
    // n . G (P_II - P_I) = 0.
    let d_n = -principal.g.dot(d_t) / principal.normal;
    let excess = d_t.length() - mu * d_n;
    let limit = mu * (1.0 + e) * first / excess;
    let clipped = excess > 0.0 && wanted > limit;
    let kappa = if clipped { limit } else { wanted };
    if !kappa.is_finite() || !d_n.is_finite() {
        return Err(Refusal::Singular("the matrix is singular: the sticking impulse of the law is not finite"));
    }
    let impulse = Impulse { normal: (1.0 + e) * first + kappa * d_n, tangential: principal.outward(kappa * d_t) };
    let mut answer = Answer::new(collision, impulse, if clipped { Mode::Clipped } else { Mode::Inside });
    answer.after.normal = -e * before.normal;
    answer.kappa = Some(if rate == 0.0 { 0.0 } else { kappa });
    Ok(answer)
}
