//! The exact method against closed forms (X3, K6, the accuracy contract).
#![allow(clippy::unwrap_used)]

mod common;

use carom_impact::Coefficients;
use carom_simulate::Settings;
use carom_simulate::events::run;
use carom_simulate::record::{End, EventKind};
use common::Floor;

fn ball(e: f64, mu: f64) -> Floor {
    Floor {
        mass: 1.0,
        moment: 0.4 * 0.01,
        corners: vec![[0.0, 0.0, 0.1]],
        gravity: [0.0, -9.81],
        belt: 0.0,
        stiffness: 0.0,
        law: Floor::law("kane", Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() }),
    }
}

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

#[test]
fn a_dropped_ball_bounces_at_the_right_times_and_comes_to_rest_at_the_right_time() {
    for e in [0.5, 0.8, 0.95] {
        let model = ball(e, 0.0);
        let mut state = Floor::start([0.0, 1.1, 0.0], [0.0; 3]);
        let first = (2.0 / 9.81_f64).sqrt();
        let rest = first * (1.0 + e) / (1.0 - e);
        let record = run(&model, &mut state, &Settings { every: None, ..Settings::until(rest + 1.0) });
        assert_eq!(record.end, End::Time);
        let impacts: Vec<f64> = record.of_kind(EventKind::Impact).map(|event| event.t).collect();
        let mut t = first;
        for (k, found) in impacts.iter().enumerate().take(40) {
            // Event times: a few units of rounding of t, and of the position over the speed of the bounce.
            let rounding = 1e-12 + 1e-15 / (9.81 * first * e.powi(k as i32));
            assert!((found - t).abs() < rounding, "bounce {k}: {found} {t}");
            t += 2.0 * first * e.powi(k as i32 + 1);
        }
        let event = record.of_kind(EventKind::Rest).next().unwrap();
        // Rounding of the position over the speed, summed over hundreds of ever slower bounces.
        assert!((event.t - rest).abs() < 1e-8, "{} {rest}", event.t);
        assert!((state.q[1] - 0.1).abs() < 1e-13 && state.v[1] == 0.0);
    }
}

#[test]
fn e_one_gains_nothing() {
    let model = ball(1.0, 0.0);
    let mut state = Floor::start([0.0, 1.1, 0.0], [0.0; 3]);
    let record = run(&model, &mut state, &Settings { every: None, ..Settings::until(900.0) });
    let first = record.samples.first().unwrap().energy.total();
    let last = record.samples.last().unwrap().energy.total();
    assert!(record.counts.impacts > 990, "{} {:?} {:?}", record.counts.impacts, record.end, state);
    // Relative to the energy of the drop; a thousand bounces of rounding.
    assert!((last - first).abs() < 1e-11 * 9.81, "{:e}", last - first);
}

#[test]
fn a_block_holds_below_the_limit_and_slides_above() {
    let slope: f64 = 0.4363323129985824;
    for (mu, moves) in [(2.0 * slope.tan(), false), (1.0001 * slope.tan(), false), (0.9999 * slope.tan(), true)] {
        let mut state = Floor::start([0.0, 0.1, 0.0], [0.0; 3]);
        let record = run(&block(slope, mu), &mut state, &Settings { every: Some(0.5), ..Settings::until(2.0) });
        assert_eq!(record.end, End::Time);
        let expected = if moves { 9.81 * (slope.sin() - mu * slope.cos()) * 2.0 } else { 0.0 };
        assert!((state.q[0] - expected).abs() < 1e-12, "mu {mu}: {:e} {expected:e}", state.q[0]);
        let forces: Vec<f64> = record.samples.last().unwrap().contact_forces.iter().map(|f| f.normal).collect();
        let sum: f64 = forces.iter().sum();
        assert!((sum - 2.0 * 9.81 * slope.cos()).abs() < 1e-9, "{forces:?}");
    }
}

#[test]
fn a_block_thrown_up_the_slope_stops_and_stays_or_returns() {
    let slope: f64 = 0.4363323129985824;
    let (sine, cosine) = slope.sin_cos();
    for mu in [0.6, 0.3] {
        let mut state = Floor::start([0.0, 0.1, 0.0], [-3.0, 0.0, 0.0]);
        let record = run(&block(slope, mu), &mut state, &Settings { every: None, ..Settings::until(2.0) });
        let stop = 3.0 / (9.81 * (sine + mu * cosine));
        let top = -1.5 * stop;
        let kind = if mu > slope.tan() { EventKind::Stick } else { EventKind::Reversal };
        let event = record.of_kind(kind).next().unwrap();
        assert!((event.t - stop).abs() < 1e-10, "{} {stop}", event.t);
        let expected =
            if mu > slope.tan() { top } else { top + 0.5 * 9.81 * (sine - mu * cosine) * (2.0 - stop).powi(2) };
        assert!((state.q[0] - expected).abs() < 1e-10, "{} {expected}", state.q[0]);
    }
}

#[test]
fn a_sliding_disc_starts_to_roll_at_the_right_time() {
    let mut model = ball(0.0, 0.12);
    model.moment = 0.5 * 0.01;
    let mut state = Floor::start([0.0, 0.1, 0.0], [8.0, 0.0, 0.0]);
    let record = run(&model, &mut state, &Settings { every: None, ..Settings::until(10.0) });
    let rolls = 8.0 / (0.12 * 9.81 * 3.0);
    let event = record.of_kind(EventKind::Stick).next().unwrap();
    assert!((event.t - rolls).abs() < 1e-10, "{} {rolls}", event.t);
    assert!((state.v[0] - 16.0 / 3.0).abs() < 1e-10 && (state.v[2] + 160.0 / 3.0).abs() < 1e-8);
}

#[test]
fn the_bar_of_the_seed_by_kane() {
    let model = Floor {
        mass: 1.0,
        moment: 1.0 / 12.0,
        corners: vec![[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]],
        gravity: [0.0, -9.8],
        belt: 0.0,
        stiffness: 0.0,
        law: Floor::law("kane", Coefficients { e: Some(1.0), mu: Some(1.0), ..Coefficients::default() }),
    };
    let mut state = Floor::start([0.0, 1.2, std::f64::consts::FRAC_PI_4], [0.0; 3]);
    let record = run(&model, &mut state, &Settings::until(0.9));
    let times: Vec<f64> = record.of_kind(EventKind::Impact).map(|event| event.t).collect();
    // Seed 000, figure 3.9, from the test vectors.
    assert!((times[0] - 0.4156250786482605).abs() < 1e-12);
    assert!((times[1] - 0.603575976130104).abs() < 1e-11, "{times:?}");
}

#[test]
fn stick_and_slip_on_a_belt() {
    let mut model = block(0.0, 0.4);
    (model.mass, model.stiffness, model.belt, model.gravity) = (1.0, 100.0, 0.2, [0.0, -10.0]);
    model.law.friction = carom_mechanics::Friction::StaticKinetic { mu_static: 0.6, mu: 0.4 };
    let mut state = Floor::start([0.0, 0.1, 0.0], [0.2, 0.0, 0.0]);
    let record = run(&model, &mut state, &Settings { every: None, ..Settings::until(4.0) });
    assert_eq!(record.end, End::Time);
    let slips: Vec<f64> = record.of_kind(EventKind::Slip).map(|event| event.t).collect();
    let slip_duration = 0.2 * (std::f64::consts::PI - 1.0_f64.atan());
    // Both corners slip and stick at once, each with its own event.
    assert!((slips[0] - 0.3).abs() < 1e-10, "{slips:?}");
    let sticks: Vec<f64> = record.of_kind(EventKind::Stick).map(|event| event.t).filter(|t| *t > 0.0).collect();
    assert!((sticks[0] - 0.3 - slip_duration).abs() < 1e-9, "{sticks:?}");
}

/// Rows of a flight are taken from within steps: fewer steps than rows, each row on the parabola, impacts included.
#[test]
fn rows_within_steps_are_on_the_parabola() {
    let model = ball(0.8, 0.0);
    let mut state = Floor::start([0.0, 1.1, 0.0], [1.0, 0.0, 2.0]);
    let settings = Settings { every: Some(1e-3), ..Settings::until(0.8) };
    let record = run(&model, &mut state, &settings);
    assert_eq!(record.end, End::Time);
    let first = (2.0 / 9.81_f64).sqrt();
    assert!(record.samples.len() > 800 && record.counts.steps < 400, "{} steps", record.counts.steps);
    for (k, sample) in
        record.samples.iter().filter(|s| record.of_kind(EventKind::Impact).all(|e| e.t != s.t)).enumerate()
    {
        let t = sample.t;
        assert!((t - 1e-3 * k as f64).abs() < 1e-12, "row {k}: {t}");
        let since = t - first;
        let height = if since < 0.0 {
            1.0 - 0.5 * 9.81 * t * t
        } else {
            0.8 * 9.81 * first * since - 0.5 * 9.81 * since * since
        };
        // Parabolas are followed exactly: rounding of numbers of order one.
        assert!((sample.q[1] - 0.1 - height).abs() < 1e-12, "t = {t}: {}", sample.q[1] - 0.1 - height);
    }
}
