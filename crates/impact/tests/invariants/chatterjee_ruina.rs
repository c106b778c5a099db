//! Chatterjee-Ruina: S40 to S42 of `spatial_impact.md` in the plane, and the planar case among the spatial vectors.

use carom_impact::{Coefficients, Collision, Contact, Impulse, Velocity, laws, resolve};
use serde_json::Value;

use crate::case::{CHATTERJEE, Case};
use crate::sampler::any;
use crate::trial::check;

/// P_I, P_II - P_I and kappa by their definitions.
fn parts(case: &Case) -> (Impulse, Impulse, f64) {
    let Contact { a, b, c, .. } = case.contact;
    let Velocity { normal, tangential, .. } = case.before;
    let smooth = Impulse::planar(-normal / a, 0.0);
    let rough =
        Impulse::planar(-(c * normal + b * tangential) / case.det(), -(b * normal + a * tangential) / case.det());
    let change = rough - smooth;
    let excess = change.tangential.abs() - case.mu * change.normal;
    let kappa = 1.0 + case.e_t;
    let limit = case.mu * (1.0 + case.e) * smooth.normal / excess;
    (smooth, change, if excess > 0.0 { kappa.min(limit) } else { kappa })
}

#[test]
fn s40_s41_s42_cone_restitution_and_energy() {
    check("S40, S41, S42", any, |trial| {
        let case = trial.case;
        let (smooth, change, kappa) = parts(case);
        let outcome = trial.ok(CHATTERJEE);
        let impulse = outcome.impulse;
        trial.same_impulse(CHATTERJEE, impulse, smooth * (1.0 + case.e) + change * kappa);
        let limit = case.mu * impulse.normal;
        trial.holds(CHATTERJEE, "P_n > 0", impulse.normal > 0.0);
        trial.at_most(CHATTERJEE, "|P_t| <= mu P_n", impulse.tangential.abs(), limit, limit);
        trial.holds(CHATTERJEE, "D_NE = -e D_NA", outcome.after.normal == -case.e * case.before.normal);
        trial.same_velocity(CHATTERJEE, outcome.after, case.after(impulse));
        let Contact { a, b, c, .. } = case.contact;
        let norm = a * change.normal * change.normal - 2.0 * b * change.normal * change.tangential
            + c * change.tangential * change.tangential;
        let normal_loss = (1.0 - case.e * case.e) * case.before.normal * case.before.normal / (2.0 * a);
        let want = -normal_loss - 0.5 * (1.0 - (kappa - 1.0) * (kappa - 1.0)) * norm;
        trial.close(CHATTERJEE, "dT", outcome.energy.total(), want, case.energy_scale(impulse).max(norm));
        trial.no_gain(CHATTERJEE, &outcome);
        true
    });
}

#[test]
fn planar_case_of_the_spatial_vectors() {
    // S-0034 of vectors/impact3d, the only case of this law whose second tangent is free of couplings and of velocity.
    let text = include_str!("../data/chatterjee_ruina_planar.json");
    let vector: Value = serde_json::from_str(text).unwrap();
    let (case, expected) = (&vector["case"], &vector["expected"]);
    let number = |value: &Value| value.as_f64().unwrap();
    let g = &case["contact"]["g"];
    let contact = Contact::planar(number(&g[0][0]), -number(&g[0][1]), number(&g[1][1]));
    let before = Velocity::planar(number(&case["before"]["normal"]), number(&case["before"]["tangential"][0]));
    let get = |key: &str| case["coefficients"][key].as_f64();
    let coefficients = Coefficients { e: get("e"), mu: get("mu"), e_t: get("e_t"), ..Default::default() };
    let law = laws::by_name(CHATTERJEE, &coefficients).unwrap();
    let outcome = resolve(&law, &Collision::new(contact, before).unwrap());
    assert_eq!(outcome.status.as_str(), expected["status"]);
    assert_eq!(outcome.mode.unwrap().as_str(), expected["mode"]);
    let pairs = [
        (outcome.impulse.normal, &expected["impulse"]["normal"]),
        (outcome.impulse.tangential, &expected["impulse"]["tangential"][0]),
        (outcome.after.normal, &expected["after"]["normal"]),
        (outcome.after.tangential, &expected["after"]["tangential"][0]),
        (outcome.energy.total(), &expected["energy_change"]),
    ];
    for (got, want) in pairs {
        // Doubles of exact values, all of order one: a few units in the last place.
        assert!((got - number(want)).abs() <= 1e-14, "{got:?} against {want}");
    }
}
