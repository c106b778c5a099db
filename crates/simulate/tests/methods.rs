//! Time stepping and penalty against closed forms, on the same models as the exact method (X4, W4).
#![allow(clippy::unwrap_used)]

mod common;

use carom_impact::Coefficients;
use carom_mechanics::Penalty;
use carom_simulate::record::End;
use carom_simulate::{Settings, penalty, stepping};
use common::Floor;

fn block(slope: f64, mu: f64) -> Floor {
    Floor {
        mass: 2.0,
        moment: 2.0 * (0.16 + 0.04) / 12.0,
        corners: vec![[-0.2, -0.1, 0.0], [0.2, -0.1, 0.0]],
        gravity: [9.81 * slope.sin(), -9.81 * slope.cos()],
        belt: 0.0,
        stiffness: 0.0,
        law: Floor::law("kane", Coefficients { e: Some(0.0), mu: Some(mu), ..Coefficients::default() }),
    }
}

fn ball(e: f64) -> Floor {
    Floor {
        mass: 1.0,
        moment: 0.004,
        corners: vec![[0.0, 0.0, 0.1]],
        gravity: [0.0, -9.81],
        belt: 0.0,
        stiffness: 0.0,
        law: Floor::law("kane", Coefficients { e: Some(e), mu: Some(0.0), ..Coefficients::default() }),
    }
}

#[test]
fn stepping_holds_a_block_without_creep_and_slides_it_exactly() {
    let slope: f64 = 0.4363323129985824;
    for (mu, moves) in [(1.0001 * slope.tan(), false), (0.9999 * slope.tan(), true)] {
        let mut state = Floor::start([0.0, 0.1, 0.0], [0.0; 3]);
        let settings = Settings { step: 1e-2, tolerance: 1e-12, ..Settings::until(2.0) };
        let record = stepping::run(&block(slope, mu), &mut state, &settings);
        assert_eq!(record.end, End::Time);
        let expected = if moves { 9.81 * (slope.sin() - mu * slope.cos()) * 2.0 } else { 0.0 };
        // The midpoint scheme is exact for constant forces: what is left is the residual of the cone problems.
        assert!((state.q[0] - expected).abs() < 1e-10, "{:e} {expected:e}", state.q[0]);
        assert!(record.counts.residual <= 1e-12);
    }
}

#[test]
fn stepping_is_of_first_order_in_impacts() {
    let error = |step: f64| {
        let mut state = Floor::start([0.0, 1.1, 0.0], [0.0; 3]);
        stepping::run(&ball(0.8), &mut state, &Settings { step, every: None, ..Settings::until(1.0) });
        // One bounce at 0.4515 s: height of the gap at t = 1.
        let (fall, speed) = ((2.0 / 9.81_f64).sqrt(), 0.8 * (2.0 * 9.81_f64).sqrt());
        let t = 1.0 - fall;
        (state.q[1] - 0.1 - (speed * t - 4.905 * t * t)).abs()
    };
    // Jagged from one step to the next: the worst of several steps in each decade.
    let worst = |steps: [f64; 4]| steps.into_iter().map(error).fold(0.0, f64::max);
    let (coarse, fine) = (
        worst([1.0 / 97.0, 1.0 / 101.0, 1.0 / 103.0, 1.0 / 107.0]),
        worst([1.0 / 997.0, 1.0 / 1009.0, 1.0 / 1013.0, 1.0 / 1019.0]),
    );
    let order = (coarse / fine).log10();
    assert!(order > 0.7 && order < 1.4, "{coarse:e} {fine:e}");
}

#[test]
fn penalty_tends_to_the_rigid_bounce() {
    let mut model = ball(0.8);
    let (k, e) = (1e8_f64, 0.8_f64);
    let damping = 2.0 * penalty::damping_ratio(e) * k.sqrt();
    model.law.penalty =
        Some(Penalty { stiffness: k, exponent: 1.0, damping, damping_depth: 1e-9, slip_speed: 1e-4 }.into());
    let mut state = Floor::start([0.0, 1.1, 0.0], [0.0; 3]);
    let record = penalty::run(&model, &mut state, &Settings { every: None, tolerance: 1e-9, ..Settings::until(0.8) });
    assert_eq!(record.end, End::Time);
    let (fall, speed) = ((2.0 / 9.81_f64).sqrt(), e * (2.0 * 9.81_f64).sqrt());
    let t = 0.8 - fall;
    let expected = 0.1 + speed * t - 4.905 * t * t;
    // The contact lasts pi sqrt(m/k) = 3e-4 s, during which the ball would have moved 1e-3 m.
    assert!((state.q[1] - expected).abs() < 2e-3, "{} {expected}", state.q[1]);
}
