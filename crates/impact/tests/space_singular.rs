//! Contacts in space whose joints leave fewer directions than a law asks for: G is singular up to rounding.
#![allow(clippy::unwrap_used)]

use carom_impact::space::{self, Law, NAMES};
use carom_impact::{Coefficients, Contact, Status, Velocity, laws, resolve};
use glam::DVec2;

/// A pinned bar, det = A C - B^2 = 0, and a second tangent that feels nothing of it.
const A: f64 = 2.0;
const B: f64 = 1.2;
const C: f64 = 0.72;

/// What rounding may make of the matrix: an eigenvalue of either sign.
const ROUNDING: [f64; 3] = [0.0, 4e-14, -4e-14];

fn coefficients(name: &str, e: f64, mu: f64) -> Coefficients {
    let takes = laws::info(name).unwrap().coefficients;
    let given = |which| takes.contains(&which);
    Coefficients {
        e: Some(e),
        mu: given(carom_impact::Coefficient::Mu).then_some(mu),
        e_t: given(carom_impact::Coefficient::Et).then_some(0.3),
        ..Coefficients::default()
    }
}

/// Every law in space on the pinned bar is that in the plane: the same answer, or none for the same kind of reason. With rounding in the
/// matrix walton and the others divided by it, and gave impulses of 1e13 N s.
#[test]
fn a_singular_contact_in_space_is_that_of_the_plane() {
    for name in NAMES {
        for (e, mu, slip) in [(0.5, 0.3, 1.0), (0.5, 0.3, -1.0), (0.5, 2.0, 1.0), (0.2, 2.0, -0.6), (0.8, 3.0, 0.1)] {
            let given = coefficients(name, e, mu);
            let flat = carom_impact::Collision::new(Contact::planar(A, B, C), Velocity::planar(-1.0, slip)).unwrap();
            let plane = resolve(&laws::by_name(name, &given).unwrap(), &flat);
            let law: Law = space::by_name(name, &given).unwrap();
            for rounding in ROUNDING {
                let rows = [[A, -B, 0.0], [-B, C + rounding, 0.0], [0.0, 0.0, 1.5]];
                let before = space::Velocity { normal: -1.0, tangential: DVec2::new(slip, 0.0) };
                let outcome = space::resolve(&law, &space::Collision::new(rows, before).unwrap());
                let what = format!("{name}, e = {e}, mu = {mu}, D_T = {slip}, {rounding}: {plane:?}, {outcome:?}");
                if !plane.has_numbers() {
                    assert!(outcome.answers.is_empty() && outcome.reason.is_some(), "{what}");
                    continue;
                }
                assert!(matches!(outcome.status, Status::Ok | Status::Inadmissible), "{what}");
                let answer = outcome.answers[0].answer;
                let off = [
                    answer.impulse.normal - plane.impulse.normal,
                    answer.impulse.tangential.x - plane.impulse.tangential,
                    answer.after.tangential.x - plane.after.tangential,
                ];
                // Numbers of order one; 4e-14 of the matrix is felt ten times by slips that stop slowly.
                assert!(off.iter().all(|off| off.abs() < 1e-11), "{what}");
            }
        }
    }
}
