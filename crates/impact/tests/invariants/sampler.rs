//! Random collisions: all kinds, and kinds that meet the condition of an invariant.

use carom_impact::{Contact, Velocity};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::case::Case;

/// 10^x, x uniform.
pub fn decades(rng: &mut Pcg64, from: f64, to: f64) -> f64 {
    10_f64.powf(rng.random_range(from..to))
}

/// 1 or -1.
pub fn sign(rng: &mut Pcg64) -> f64 {
    if rng.random() { 1.0 } else { -1.0 }
}

/// A share from 0 to 1, both ends included now and then.
pub fn share(rng: &mut Pcg64) -> f64 {
    match rng.random_range(0..10) {
        0 => 0.0,
        1 => 1.0,
        _ => rng.random(),
    }
}

/// A and C over six decades, |B| up to 0.9999 sqrt(AC), half of the time near that end.
fn planar_contact(rng: &mut Pcg64) -> Contact {
    let (a, c) = (decades(rng, -3.0, 3.0), decades(rng, -3.0, 3.0));
    let coupling = if rng.random() { rng.random_range(0.0..0.9999) } else { 1.0 - decades(rng, -4.0, 0.0) };
    Contact::planar(a, sign(rng) * coupling * f64::sqrt(a * c), c)
}

/// Friction around mu_s, around the limit A/|B| of the Painleve-like contacts, or of any size.
fn friction(rng: &mut Pcg64, contact: &Contact) -> f64 {
    let natural = (contact.a / contact.c).sqrt();
    let mu = match rng.random_range(0..3) {
        0 => contact.b.abs() / contact.c * rng.random_range(0.0..2.0),
        1 => contact.a / contact.b.abs() * rng.random_range(0.5..2.0),
        _ => natural * decades(rng, -2.0, 1.5),
    };
    mu.min(1e3 * natural)
}

/// Velocities whose parts differ by up to two decades in natural units.
fn velocity(rng: &mut Pcg64, contact: &Contact) -> Velocity {
    let normal = -decades(rng, -2.0, 2.0);
    let ratio = sign(rng) * decades(rng, -2.0, 2.0);
    Velocity::planar(normal, -normal * ratio * (contact.c / contact.a).sqrt())
}

fn on_contact(rng: &mut Pcg64, contact: Contact) -> Case {
    Case {
        contact,
        before: velocity(rng, &contact),
        e: share(rng),
        mu: friction(rng, &contact),
        mu_static: None,
        nu: share(rng),
        e_t: sign(rng) * share(rng),
        e_m: -1.0,
        e_mc: -1.0,
        e_me: -1.0,
    }
}

/// Any planar collision.
pub fn any(rng: &mut Pcg64) -> Case {
    let contact = planar_contact(rng);
    on_contact(rng, contact)
}

/// Any planar collision, half of the time with more static friction than kinetic.
pub fn with_static_friction(rng: &mut Pcg64) -> Case {
    let case = any(rng);
    let mu_static = case.mu * (1.0 + decades(rng, -2.0, 1.0));
    Case { mu_static: rng.random::<bool>().then_some(mu_static), ..case }
}

/// B = 0.
pub fn central(rng: &mut Pcg64) -> Case {
    let case = any(rng);
    let natural = (case.contact.a / case.contact.c).sqrt();
    Case { contact: Contact { b: 0.0, ..case.contact }, mu: natural * decades(rng, -2.0, 1.5), ..case }
}

/// D_TA = 0.
pub fn direct(rng: &mut Pcg64) -> Case {
    let case = any(rng);
    Case { before: Velocity::planar(case.before.normal, 0.0), ..case }
}

/// e = 0.
pub fn plastic(rng: &mut Pcg64) -> Case {
    Case { e: 0.0, ..any(rng) }
}

/// mu = 0.
pub fn frictionless(rng: &mut Pcg64) -> Case {
    Case { mu: 0.0, ..any(rng) }
}

/// The case with D_TA such that P_d = share P_q; none if the slip s is not braked or hardly decompresses (D_TA would leave the
/// range of [`velocity`], and the plain references lose the digits of A/(A + s mu B)).
fn stopping_at(case: Case, s: f64, share: f64) -> Option<Case> {
    let (stiffness, braking) = (case.stiffness(s), case.braking(s));
    let tangential = -s * share * braking * case.before.normal / stiffness;
    let before = Velocity::planar(case.before.normal, tangential);
    (stiffness > 0.01 * case.contact.a && braking > 0.0).then_some(Case { before, ..case })
}

/// Draws until a variation of a case exists.
fn until(rng: &mut Pcg64, vary: impl Fn(&mut Pcg64, Case) -> Option<Case>) -> Case {
    loop {
        let case = any(rng);
        if let Some(case) = vary(rng, case) {
            return case;
        }
    }
}

/// The slip stops in expansion: P_q < P_d < (1 + e) P_q.
pub fn stops_in_expansion(rng: &mut Pcg64) -> Case {
    until(rng, |rng, case| {
        let (s, x) = (sign(rng), rng.random_range(0.0..1.0));
        let e = case.e.max(0.01);
        stopping_at(Case { e, ..case }, s, 1.0 + e * x)
    })
}

/// The same with friction that holds (E-stick).
pub fn expansion_stick(rng: &mut Pcg64) -> Case {
    until(rng, |rng, _| {
        let case = stops_in_expansion(rng);
        (case.mu > case.contact.mu_s()).then_some(case)
    })
}

/// The same with friction that does not hold (E-reverse).
pub fn expansion_reverse(rng: &mut Pcg64) -> Case {
    until(rng, |rng, _| {
        let case = stops_in_expansion(rng);
        (case.mu < case.contact.mu_s()).then_some(case)
    })
}

/// The slip stops in compression and reverses.
pub fn compression_reverse(rng: &mut Pcg64) -> Case {
    until(rng, |rng, case| {
        let mu = case.contact.mu_s() * rng.random_range(0.01..0.99);
        stopping_at(Case { mu, ..case }, case.contact.b.signum(), rng.random_range(0.0..1.0))
    })
}

/// The slip outlasts the impact.
pub fn slide(rng: &mut Pcg64) -> Case {
    until(rng, |rng, case| {
        let s = sign(rng);
        let longer = 1.0 + decades(rng, -3.0, 1.0);
        stopping_at(case, s, (1.0 + case.e) * longer)
    })
}

/// A + s mu B <= 0: sliding alone would never separate the bodies.
pub fn painleve(rng: &mut Pcg64) -> Case {
    let case = any(rng);
    let Velocity { normal, tangential, .. } = case.before;
    let before = Velocity::planar(normal, -case.contact.b.signum() * tangential.abs());
    let mu = case.contact.a / case.contact.b.abs() * (1.0 + decades(rng, -3.0, 1.0));
    Case { before, mu, ..case }
}

/// -1 (no moment), or from 0 to 1: the values for which the moment rows are regular.
fn regular_moment(rng: &mut Pcg64) -> f64 {
    if rng.random_range(0..4) == 0 { -1.0 } else { share(rng) }
}

/// Friction at the very edge mu = A/|B| of the Painleve-like cases, a few roundings to either side or exactly on it.
pub fn painleve_edge(rng: &mut Pcg64) -> Case {
    let case = painleve(rng);
    let steps = [0.0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-10, -1e-16, -1e-14, -1e-12];
    let step = steps[rng.random_range(0..steps.len())];
    Case { mu: case.contact.a / case.contact.b.abs() * (1.0 - step), ..case }
}

/// A contact with moment, made of one or two real bodies: inverse masses, and lever arms that weigh up to 30 times as much.
pub fn with_moment(rng: &mut Pcg64) -> Case {
    let mut contact = Contact::default();
    for _ in 0..rng.random_range(1..3) {
        let (mass, inertia) = (decades(rng, -1.0, 1.0), decades(rng, -1.0, 1.0));
        let mut arm = || sign(rng) * (decades(rng, -1.5, 1.5) * inertia / mass).sqrt();
        let (x, y) = (arm(), arm());
        contact.a += 1.0 / mass + x * x / inertia;
        contact.b += x * y / inertia;
        contact.c += 1.0 / mass + y * y / inertia;
        contact.d += x / inertia;
        contact.e += y / inertia;
        contact.f += 1.0 / inertia;
    }
    let case = on_contact(rng, contact);
    let rotation = sign(rng) * decades(rng, -2.0, 1.0) * case.before.normal * (contact.f / contact.a).sqrt();
    Case {
        before: Velocity { moment: rotation, ..case.before },
        e_m: regular_moment(rng),
        e_mc: regular_moment(rng),
        e_me: regular_moment(rng),
        ..case
    }
}

/// The same with the signed impulse ratio of Brach.
pub fn with_signed_ratio(rng: &mut Pcg64) -> Case {
    let case = with_moment(rng);
    Case { mu: sign(rng) * case.mu, ..case }
}
