//! Coulomb friction with a round cone at an end state: the algebraic problem behind Kane, Walton and Glocker-Pfeiffer
//! (`spatial_impact.md`, section 2).
//!
//! Given b > 0 (normal velocity to be gained) and w (tangential velocity to be undone), find P_n > 0 and P_t with
//!
//! ```text
//! g_nn P_n + g . P_t = b
//! v = w + g P_n + A P_t       v = 0  and |P_t| <= mu_static P_n         (stick)
//!                         or  v != 0 and P_t = -mu P_n v/|v|            (slip)
//! ```
//!
//! A slip along s has P_n = b/N(s) and F(phi) = (s'.w) N + b Phi = 0, N > 0, beta = |v| = s.w + P_n R > 0: a trigonometric polynomial of
//! degree two, so all solutions are found. Their number is odd; one in most cases, three in some.

use super::cone::Cone;
use super::contact::Principal;
use super::quartic::Trigonometric;
use crate::coulomb::SINGULAR_TIE;
use glam::DVec2;

/// Slips slower than this share of the velocities involved are rounding: the sticking solution is the same state.
const AT_REST: f64 = 1e-13;

/// Share of its limit by which rounding may push a sticking impulse out of the cone.
const ON_CONE: f64 = 1e-13;

/// One solution, in principal axes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EndState {
    pub p_n: f64,
    pub p_t: DVec2,
    /// v.
    pub slip: DVec2,
    pub sticks: bool,
}

/// All solutions in the order of the normal impulse; at most five.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EndStates {
    states: [EndState; 5],
    count: usize,
}

impl EndStates {
    fn push(&mut self, state: EndState) {
        if self.count < self.states.len() {
            self.states[self.count] = state;
            self.count += 1;
        }
    }

    pub fn as_slice(&self) -> &[EndState] {
        &self.states[..self.count]
    }
}

/// Every solution. A sticking one that needs static friction (mu_static > mu) excludes the slipping ones.
pub(super) fn solve(cone: &Cone, b: f64, w: DVec2, mu_static: f64) -> EndStates {
    let mut found = EndStates::default();
    let stick = stick(cone, b, w, mu_static);
    let needs_static = stick.is_some_and(|state| state.p_t.length() > cone.mu * state.p_n * (1.0 + ON_CONE));
    if !needs_static {
        let slips = equation(cone, b, w).zeros();
        for state in slips.as_slice().iter().filter_map(|&phi| slip(cone, b, w, DVec2::from_angle(phi))) {
            found.push(state);
        }
    }
    if let Some(state) = stick {
        found.push(state);
    }
    let count = found.count;
    found.states[..count].sort_by(|a, b| a.p_n.total_cmp(&b.p_n));
    found
}

/// The sticking solution, if it lies in the cone of mu_static.
fn stick(cone: &Cone, b: f64, w: DVec2, mu_static: f64) -> Option<EndState> {
    let contact = &cone.contact;
    if !contact.can_stop(w) {
        return None;
    }
    if contact.is_singular() {
        let alone = EndState { p_n: b / contact.normal, sticks: true, ..EndState::default() };
        return (mu_static == 0.0 && b > 0.0 && sticks_anyway(contact, b, w)).then_some(alone);
    }
    let p_n = (b + contact.sticking_slope().dot(w)) / contact.sticking_rate();
    let p_t = -contact.solve(w + contact.g * p_n);
    let inside = p_n > 0.0 && p_n.is_finite() && p_t.length() <= mu_static * p_n * (1.0 + ON_CONE);
    inside.then_some(EndState { p_n, p_t, slip: DVec2::ZERO, sticks: true })
}

/// True if G is singular and the contact sticks, v = 0, whatever the impulses: w and b fit each other up to rounding. Any impulse that gives b does.
pub(super) fn sticks_anyway(contact: &Principal, b: f64, w: DVec2) -> bool {
    let undone = contact.sticking_slope().dot(w);
    let along = w.length() * contact.sticking_slope().length();
    contact.is_singular() && contact.can_stop(w) && (b + undone).abs() <= SINGULAR_TIE * (b.abs() + along)
}

/// F(phi).
fn equation(cone: &Cone, b: f64, w: DVec2) -> Trigonometric {
    let (g, a, mu, g_nn) = (cone.contact.g, cone.contact.a, cone.mu, cone.contact.normal);
    // alpha cos + beta sin + gamma cos^2 + delta sin^2 + epsilon cos sin.
    let (alpha, beta) = (g_nn * w.y + b * g.y, -g_nn * w.x - b * g.x);
    let (gamma, delta) = (-mu * w.y * g.x, mu * w.x * g.y);
    let epsilon = mu * (w.x * g.x - w.y * g.y) - b * mu * (a.y - a.x);
    Trigonometric { mean: 0.5 * (gamma + delta), first: (alpha, beta), second: (0.5 * (gamma - delta), 0.5 * epsilon) }
}

/// The slipping solution along s, if the signs are right. F = 0 gives P_n = b/N = -(s'.w)/Phi, of which the one is taken that an error of s
/// spoils less: a grazing blow that jams has b and N next to nothing, and P_n all the same.
fn slip(cone: &Cone, b: f64, w: DVec2, s: DVec2) -> Option<EndState> {
    let (lift, undone, turning) = (cone.contact.lifting_rate(-cone.mu * s), s.perp_dot(w), cone.turning(s));
    let spoils_lift = cone.mu * cone.contact.g.length() / lift.abs();
    let spoils_turning = w.length() / undone.abs() + cone.rate_scale() / turning.abs();
    if spoils_lift <= spoils_turning || !spoils_turning.is_finite() {
        return along(cone, w, s, b / lift).filter(|_| lift > 0.0);
    }
    along(cone, w, s, -undone / turning)
}

/// The state that slips along s under the normal impulse p_n.
fn along(cone: &Cone, w: DVec2, s: DVec2, p_n: f64) -> Option<EndState> {
    let speed = s.dot(w) + p_n * cone.braking(s);
    let scale = w.length() + p_n.abs() * cone.rate_scale();
    let right = p_n > 0.0 && p_n.is_finite() && speed > AT_REST * scale;
    right.then(|| EndState { p_n, p_t: -cone.mu * p_n * s, slip: speed * s, sticks: false })
}

/// The end state under a given normal impulse: P_t is the minimiser of a strictly convex problem over the disc |P_t| <= mu p_n.
pub(super) fn under(cone: &Cone, w: DVec2, p_n: f64) -> EndState {
    let contact = &cone.contact;
    let wanted = w + contact.g * p_n;
    let p_t = -contact.solve(wanted);
    if contact.can_stop(wanted) && p_t.length() <= cone.mu * p_n * (1.0 + ON_CONE) {
        return EndState { p_n, p_t, slip: DVec2::ZERO, sticks: true };
    }
    let (speed, s) = cone.direction(wanted, cone.mu * p_n);
    EndState { p_n, p_t: -cone.mu * p_n * s, slip: speed * s, sticks: false }
}

/// The solution with b = 0 and P_n >= least > 0: contact that stays closed under more than the impulse asked for.
pub(super) fn held(cone: &Cone, w: DVec2, least: f64) -> Option<EndState> {
    let enough = |state: &EndState| state.p_n >= least;
    if let Some(state) = stick(cone, 0.0, w, cone.mu).filter(enough) {
        return Some(state);
    }
    // N(s) = 0 and s'.w + P_n Phi = 0.
    let (g, cosine) = (cone.contact.g, cone.contact.normal / (cone.mu * cone.contact.g.length()));
    if cosine.is_nan() || cosine > 1.0 {
        return None;
    }
    [1.0, -1.0].into_iter().find_map(|side| {
        let s = DVec2::from_angle(g.to_angle() + side * cosine.acos());
        along(cone, w, s, -s.perp_dot(w) / cone.turning(s)).filter(enough)
    })
}
