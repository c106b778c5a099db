//! Functions of time against central differences and known values.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use carom_mechanics::signal::{Bezier, Constant, Interpolation, Motion, Sinusoid, Table, TableError, Uniform};
use common::close;

/// Rate and acceleration are the derivatives, by central differences of fourth order (error below 1e-9 for these functions).
fn check(motion: &dyn Motion, times: &[f64]) {
    let h = 1e-4;
    let derivative =
        |f: &dyn Fn(f64) -> f64, t: f64| (8.0 * (f(t + h) - f(t - h)) - (f(t + 2.0 * h) - f(t - 2.0 * h))) / (12.0 * h);
    for &t in times {
        let jet = motion.at(t);
        close(jet.rate, derivative(&|t| motion.at(t).value, t), 1e-8, "rate");
        close(jet.acceleration, derivative(&|t| motion.at(t).rate, t), 1e-8, "acceleration");
    }
}

#[test]
fn derivatives() {
    let times = [0.11, 0.52, 0.93, 1.71];
    check(&Constant(3.0), &times);
    check(&Uniform { start: 1.0, rate: -2.0, acceleration: 3.0 }, &times);
    check(&Sinusoid { offset: 1.0, amplitude: 2.0, omega: 3.0, phase: 0.4 }, &times);
    let (t, f) = (vec![0.0, 0.3, 0.7, 1.5, 2.0], vec![1.0, -1.0, 2.0, 0.5, 0.0]);
    check(&Table::new(t.clone(), f.clone(), Interpolation::Linear).unwrap(), &times);
    check(&Table::new(t.clone(), f.clone(), Interpolation::Cubic).unwrap(), &times);
    check(&Bezier::new(t, f).unwrap(), &times);
}

#[test]
fn tables() {
    let (t, f) = (vec![0.0, 1.0, 3.0], vec![1.0, 2.0, 10.0]);
    let linear = Table::new(t.clone(), f, Interpolation::Linear).unwrap();
    assert_eq!([-1.0, 0.5, 2.0, 9.0].map(|t| linear.at(t).value), [1.0, 1.5, 6.0, 10.0]);
    assert_eq!([-1.0, 0.0, 1.0, 3.0].map(|t| linear.next_corner(t)), [Some(0.0), Some(1.0), Some(3.0), None]);
    // A parabola is met exactly by the cubic table.
    let parabola = Table::new(t, vec![0.0, 1.0, 9.0], Interpolation::Cubic).unwrap();
    for t in [0.2, 0.9, 1.7, 2.6] {
        close(parabola.at(t).value, t * t, 1e-15, "parabola");
        close(parabola.at(t).acceleration, 2.0, 1e-14, "parabola");
    }
    let refuse = |t: Vec<f64>, f: Vec<f64>| Table::new(t, f, Interpolation::Linear).unwrap_err();
    assert_eq!(refuse(vec![0.0], vec![]), TableError::Count { times: 1, values: 0 });
    assert_eq!(refuse(vec![0.0, 0.0], vec![1.0, 2.0]), TableError::Order { index: 1 });
    assert_eq!(refuse(vec![0.0, f64::NAN], vec![1.0, 2.0]), TableError::NotFinite { index: 1 });
}

/// Impulse of the samples by Simpson's rule.
fn impulse(motion: &dyn Motion, from: f64, to: f64) -> f64 {
    let n = 20000;
    let h = (to - from) / f64::from(n);
    let weight = |k: i32| {
        if k == 0 || k == n {
            1.0
        } else if k % 2 == 1 {
            4.0
        } else {
            2.0
        }
    };
    // The end of the curve belongs to what follows it: stay inside.
    let at = |k: i32| motion.at((from + f64::from(k) * h).min(to - 1e-12)).value;
    (0..=n).map(|k| weight(k) * at(k)).sum::<f64>() * h / 3.0
}

#[test]
fn bezier_impulse_of_equal_steps_is_the_mean_of_the_samples() {
    // articulated.md: total impulse = (t_N - t_1) times the mean of the samples.
    let samples = vec![0.0, 4.0, 1.0, 3.0];
    let curve = Bezier::new(vec![1.0, 1.5, 2.0, 2.5], samples).unwrap();
    close(impulse(&curve, 1.0, 2.5), 1.5 * 2.0, 1e-9, "impulse");
    assert_eq!(curve.at(0.9).value, 0.0);
    assert_eq!(curve.at(2.5).value, 0.0);
}
