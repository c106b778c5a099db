//! I29 to I32, I37: mirrored and rescaled collisions have mirrored and rescaled answers.

use carom_impact::{Contact, Impulse, Velocity};

use crate::case::{BRACH, CHATTERJEE, CS, Case, NINE};
use crate::sampler::{any, decades, with_moment};
use crate::trial::{Trial, check, random};

/// The answer of `law` to another case, turned back by `back`, is that to the case of the trial.
fn answers_match(trial: &mut Trial, law: &str, other: &Case, back: impl Fn(Impulse) -> Impulse) -> bool {
    let (own, image) = (trial.case.resolve(law), other.resolve(law));
    trial.holds(law, "one status", own.status == image.status);
    trial.same_impulse(law, back(image.impulse), own.impulse);
    own.has_numbers()
}

/// The same for all planar laws.
fn planar_laws_match(trial: &mut Trial, other: &Case, back: impl Fn(Impulse) -> Impulse) -> bool {
    NINE.iter().chain(&[CHATTERJEE]).all(|law| answers_match(trial, law, other, &back))
}

/// B, E and D_TA change sign.
fn mirrored(case: &Case) -> Case {
    let contact = Contact { b: -case.contact.b, e: -case.contact.e, ..case.contact };
    Case { contact, before: Velocity { tangential: -case.before.tangential, ..case.before }, ..*case }
}

fn mirror_back(i: Impulse) -> Impulse {
    Impulse { tangential: -i.tangential, ..i }
}

#[test]
fn i29_mirror() {
    check("I29", any, |trial| planar_laws_match(trial, &mirrored(trial.case), mirror_back));
}

#[test]
fn i29b_mirror_with_moment() {
    check("I29b", with_moment, |trial| {
        // Brach's mu is the signed ratio I_T/I_N, so it changes sign as well.
        let case = mirrored(trial.case);
        answers_match(trial, BRACH, &Case { mu: -case.mu, ..case }, mirror_back);
        answers_match(trial, CS, &case, mirror_back)
    });
}

#[test]
fn i30_faster_velocities_scale_the_impulses() {
    let mut rng = random("I30 factor");
    check("I30", any, |trial| {
        let factor = decades(&mut rng, -3.0, 3.0);
        let Velocity { normal, tangential, .. } = trial.case.before;
        let case = Case { before: Velocity::planar(normal * factor, tangential * factor), ..*trial.case };
        planar_laws_match(trial, &case, |i| i * (1.0 / factor))
    });
}

#[test]
fn i31_lighter_bodies_scale_the_impulses() {
    let mut rng = random("I31 factor");
    check("I31", any, |trial| {
        let factor = decades(&mut rng, -3.0, 3.0);
        let Contact { a, b, c, .. } = trial.case.contact;
        let case = Case { contact: Contact::planar(a * factor, b * factor, c * factor), ..*trial.case };
        planar_laws_match(trial, &case, |i| i * factor)
    });
}

#[test]
fn i32_unit_of_the_tangent() {
    let mut rng = random("I32 factor");
    check("I32", any, |trial| {
        let factor = decades(&mut rng, -2.0, 2.0);
        let Contact { a, b, c, .. } = trial.case.contact;
        let Velocity { normal, tangential, .. } = trial.case.before;
        let case = Case {
            contact: Contact::planar(a, factor * b, factor * factor * c),
            before: Velocity::planar(normal, factor * tangential),
            mu: trial.case.mu / factor,
            ..*trial.case
        };
        planar_laws_match(trial, &case, |i| Impulse::planar(i.normal, i.tangential * factor))
    });
}

#[test]
fn i37_sense_of_rotation() {
    check("I37", with_moment, |trial| {
        let Contact { d, e, .. } = trial.case.contact;
        let case = Case {
            contact: Contact { d: -d, e: -e, ..trial.case.contact },
            before: Velocity { moment: -trial.case.before.moment, ..trial.case.before },
            ..*trial.case
        };
        let back = |i: Impulse| Impulse { moment: -i.moment, ..i };
        answers_match(trial, BRACH, &case, back);
        answers_match(trial, CS, &case, back)
    });
}
