//! The two phases of the C-S law: all impulses that satisfy friction and moment row together.

use super::linear::{solve2, solve3};
use super::phases::{Interval, Reversible, clip};
use crate::accurate::sign;
use crate::coulomb::{self, EndState, Friction};
use crate::{Collision, Contact, Impulse, PhaseMode, Refusal, Velocity};

/// Share of F below which the coefficient of I_th counts as zero (e_m = -1/2 up to rounding).
const NO_MOMENT_TERM: f64 = 1e-12;

/// Share by which an impulse may leave its interval, or a velocity have the wrong sign, by rounding.
const SLACK: f64 = 1e-12;

/// Share within which two answers of different branches are one.
const SAME: f64 = 1e-9;

/// The row `normal I_N + tangential I_T + moment I_th = right` of one phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct MomentRow {
    normal: f64,
    tangential: f64,
    moment: f64,
    right: f64,
    /// False if e_m = -1/2: the row does not hold I_th.
    holds_moment: bool,
}

/// An impulse of one phase and its mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) impulse: Impulse,
    pub(super) mode: PhaseMode,
}

/// Up to three isolated solutions of a phase.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Solutions {
    found: [Option<Found>; 3],
}

impl Solutions {
    fn one(found: Found) -> Self {
        Self { found: [Some(found), None, None] }
    }

    /// Adds a solution unless it is there already.
    fn add(&mut self, new: Found) {
        let size = new.impulse.magnitude();
        let known = self.iter().any(|old| (old.impulse - new.impulse).magnitude() <= SAME * size);
        if let (false, Some(free)) = (known, self.found.iter_mut().find(|slot| slot.is_none())) {
            *free = Some(new);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().flatten()
    }
}

impl MomentRow {
    /// The row for a phase that starts with relative rotation `spin`; without moment it says I_th = 0.
    pub(super) fn new(collision: &Collision, e_m: f64, spin: f64) -> Self {
        let contact = collision.contact();
        if !collision.has_moment() {
            return Self { normal: 0.0, tangential: 0.0, moment: 1.0, right: 0.0, holds_moment: true };
        }
        let (share, term) = (1.0 + e_m, 1.0 + 2.0 * e_m);
        Self {
            normal: share * contact.d,
            tangential: -share * contact.e,
            moment: term * contact.f,
            right: -share * spin,
            holds_moment: term.abs() > NO_MOMENT_TERM,
        }
    }

    /// right - normal I_N - tangential I_T, and the size of its terms.
    fn rest(&self, normal: f64, tangential: f64) -> (f64, f64) {
        let (n, t) = (self.normal * normal, self.tangential * tangential);
        (self.right - n - t, self.right.abs() + n.abs() + t.abs())
    }

    /// I_th for given I_N and I_T (the row must hold I_th).
    fn moment_for(&self, normal: f64, tangential: f64) -> f64 {
        self.rest(normal, tangential).0 / self.moment
    }

    /// True if a row without I_th is satisfied all the same.
    fn is_satisfied(&self, normal: f64, tangential: f64) -> bool {
        let (rest, size) = self.rest(normal, tangential);
        rest.abs() <= SLACK * size
    }
}

/// All compression impulses, and whether some branch leaves I_th open.
pub(super) fn compressions(collision: &Collision, mu: f64, row: &MomentRow) -> (Solutions, bool) {
    match reduced_compression(collision, mu, row) {
        Some(Ok(found)) => return (Solutions::one(found), false),
        Some(Err(refusal)) => return (Solutions::default(), matches!(refusal, Refusal::Indeterminate(_))),
        None => {}
    }
    let mut solutions = Solutions::default();
    for s in [1.0, -1.0] {
        if let Some(found) = slipping_compression(collision, s, mu, row) {
            solutions.add(found);
        }
    }
    if let Some(found) = sticking_compression(collision, mu, row) {
        solutions.add(found);
    }
    (solutions, false)
}

/// The compression of a reduced problem that is positive semidefinite and approaches: one, none or a continuum.
/// None if the reduced problem is another; then every branch must be tried.
fn reduced_compression(collision: &Collision, mu: f64, row: &MomentRow) -> Option<Result<Found, Refusal>> {
    if !row.holds_moment {
        return None;
    }
    let (contact, before) = (collision.contact(), collision.before());
    let (per_normal, per_tangential) = (row.normal / row.moment, row.tangential / row.moment);
    let start = row.right / row.moment;
    let reduced = Contact::planar(
        contact.a - contact.d * per_normal,
        contact.b + contact.d * per_tangential,
        contact.c + contact.e * per_tangential,
    );
    let velocity = Velocity::planar(before.normal + contact.d * start, before.tangential - contact.e * start);
    let reduced = Collision::new(reduced, velocity).ok()?;
    if velocity.normal >= 0.0 {
        return None;
    }
    let friction = Friction { mu, mu_static: mu };
    let found = |end: EndState| Found {
        impulse: Impulse { moment: row.moment_for(end.impulse.normal, end.impulse.tangential), ..end.impulse },
        mode: end.slip.map_or(PhaseMode::Stick, PhaseMode::slip),
    };
    Some(coulomb::solve(&reduced, -velocity.normal, velocity.tangential, friction).map(found))
}

fn slipping_compression(collision: &Collision, s: f64, mu: f64, row: &MomentRow) -> Option<Found> {
    let (contact, before) = (collision.contact(), collision.before());
    let rows = [[contact.a + s * mu * contact.b, contact.d], [row.normal - s * mu * row.tangential, row.moment]];
    let [normal, moment] = solve2(rows, [-before.normal, row.right])?;
    let impulse = Impulse { normal, tangential: -s * mu * normal, moment };
    let slides = s * collision.after(impulse).tangential > 0.0;
    (normal > 0.0 && slides).then_some(Found { impulse, mode: PhaseMode::slip(s) })
}

fn sticking_compression(collision: &Collision, mu: f64, row: &MomentRow) -> Option<Found> {
    let (contact, before) = (collision.contact(), collision.before());
    let rows = [
        [contact.a, -contact.b, contact.d],
        [-contact.b, contact.c, -contact.e],
        [row.normal, row.tangential, row.moment],
    ];
    let [normal, tangential, moment] = solve3(rows, [-before.normal, -before.tangential, row.right])?;
    let holds = normal > 0.0 && tangential.abs() <= mu * normal * (1.0 + SLACK);
    holds.then_some(Found { impulse: Impulse { normal, tangential, moment }, mode: PhaseMode::Stick })
}

/// All expansion impulses after a compression, and whether some branch leaves I_th open.
pub(super) fn expansions(
    collision: &Collision,
    law: Reversible,
    compression: &Found,
    row: &MomentRow,
) -> (Solutions, bool) {
    let contact = collision.contact();
    let normal = law.e * compression.impulse.normal;
    let interval = law.interval(compression.impulse);
    let sliding = match compression.mode {
        PhaseMode::Stick => 0.0,
        _ => collision.after(compression.impulse).tangential,
    } - contact.b * normal;
    if !row.holds_moment {
        return open_expansions(collision, normal, sliding, interval, row);
    }
    let stiffness = contact.c + contact.e * row.tangential / row.moment;
    let start = sliding - contact.e * row.moment_for(normal, 0.0);
    let found = |tangential, mode| Found {
        impulse: Impulse { normal, tangential, moment: row.moment_for(normal, tangential) },
        mode,
    };
    if stiffness > SLACK * contact.c {
        let (tangential, mode) = clip(start, stiffness, interval);
        return (Solutions::one(found(tangential, mode)), false);
    }
    let size = sliding.abs() + (contact.e * row.moment_for(normal, 0.0)).abs();
    if stiffness.abs() <= SLACK * contact.c && start.abs() <= SLACK * size && interval.low < interval.high {
        // No tangential impulse moves the contact, which sticks: any of them will do.
        return (Solutions::default(), true);
    }
    let mut solutions = Solutions::default();
    for (end, s) in [(interval.low, 1.0), (interval.high, -1.0)] {
        let velocity = start + stiffness * end;
        if s * velocity > 0.0 || interval.low == interval.high {
            let mode = if velocity == 0.0 { PhaseMode::Stick } else { PhaseMode::slip(sign(velocity)) };
            solutions.add(found(end, mode));
        }
    }
    let balanced = -start / stiffness;
    if stiffness < -SLACK * contact.c && interval.low <= balanced && balanced <= interval.high {
        solutions.add(found(balanced, PhaseMode::Stick));
    }
    (solutions, false)
}

/// e_me = -1/2: the row fixes I_TE (if it can) and leaves I_thE to the friction law.
fn open_expansions(
    collision: &Collision,
    normal: f64,
    sliding: f64,
    interval: Interval,
    row: &MomentRow,
) -> (Solutions, bool) {
    let contact = collision.contact();
    if row.is_satisfied(normal, interval.low) || row.is_satisfied(normal, interval.high) {
        return (Solutions::default(), true);
    }
    let mut solutions = Solutions::default();
    let rows = [[contact.c, -contact.e], [row.tangential, 0.0]];
    if let Some([tangential, moment]) = solve2(rows, [-sliding, row.right - row.normal * normal])
        && interval.low <= tangential
        && tangential <= interval.high
    {
        solutions.add(Found { impulse: Impulse { normal, tangential, moment }, mode: PhaseMode::Stick });
    }
    (solutions, false)
}
