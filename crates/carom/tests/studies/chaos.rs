//! Sections, bifurcations and exponents against systems whose answers are known.

use std::sync::atomic::AtomicBool;

use carom::lyapunov::{Exponent, Separation, lyapunov};
use carom::scene::range::Range;
use carom::scene::toml::SceneFile;
use carom::strobe::{Strobe, bifurcation, section};
use carom::sweep::Axis;

use crate::{file, near, prepared, relative};

fn exponent(file: &SceneFile, skip: usize, keep: usize, of: &[&str]) -> Exponent {
    let of = of.iter().map(|name| (*name).to_owned()).collect();
    let separation = Separation { skip, keep, distance: None, of };
    lyapunov(&prepared(file), &separation, &AtomicBool::new(false)).unwrap().unwrap()
}

/// x'' + 2 c x' + k x = cos t: both exponents are -c.
#[test]
fn a_damped_oscillator_forgets_its_start() {
    let text = r#"
[scene]
name = "damped"
[run]
until = 1.0
tolerance = 1e-13
period = "= 2*pi"
[[body]]
name = "mass"
shape = { point = {} }
mass = 1.0
position = [0.3, 0.0]
[[force]]
kind = "applied"
body = "mass"
force = ["= cos(t) - 2.0*mass.x - 0.1*mass.vx", "= -2.0*mass.y - 0.1*mass.vy"]
"#;
    let found = exponent(&SceneFile::parse(text, "damped").unwrap(), 0, 40, &["mass.x", "mass.y"]);
    // Ends of a difference turn in the plane of position and velocity: ln(1.5)/(40 T) = 2e-3.
    near("exponent", found.exponent, -0.05, 2e-3);
    assert_eq!(found.vanished, 0);
}

/// Between impacts areas are kept, at each they shrink by e^2; on an orbit with one impact a period whose multipliers turn both are e in
/// size: ln(e)/T.
#[test]
fn one_impact_a_period_shrinks_by_e() {
    let found = exponent(&file("impact-oscillator", &[]), 5, 800, &["mass.x"]);
    let period = std::f64::consts::TAU / 21.0;
    // The differences turn on ellipses some ten times as long as wide: ln(10)/800 periods, and some rounding of runs good to 1e-12.
    near("exponent", found.exponent * period, 0.8_f64.ln(), 0.01);
}

/// Seen: +0.63 1/s for a motion that repeats itself to 1e-15 m, since the free frame and the bolster move away together, and since the second
/// run counted as stuck where the first one slips slowly. Right: the multipliers of the period map of a model with one coordinate, written
/// apart from this program.
#[test]
fn pushed_wedges_forget_their_start() {
    for (amplitude, multiplier) in [(3000.0, -0.007_377), (1800.0, 0.003_182)] {
        let scene = file("wedge", &[("parameters.amplitude", &amplitude.to_string())]);
        let found = exponent(&scene, 20, 20, &["bolster.y-frame.y"]);
        // The first difference is not yet along the slowest direction: ln(10)/20 periods of 1.656 s. Multipliers to three digits.
        near("exponent", found.exponent, f64::ln(f64::abs(multiplier)) / 1.656, 0.08);
    }
}

/// The reference of an independent solution, 0.1185 +- 0.0006 1/s over 3000 periods; the error of 400 is about three times as large.
#[test]
fn the_friction_oscillator_is_chaotic() {
    let found = exponent(&file("chaotic-friction-oscillator", &[]), 50, 400, &["mass.x"]);
    near("exponent", found.exponent, 0.118_485_863, 4.0 * found.error.max(0.0017));
    // The error is that of a mean of blocks which differ by about 0.04 1/s; which of them a run meets is chance.
    assert!(found.error < 0.01, "{}", found.error);
}

/// Values that differ by more than rounding of the runs.
fn distinct(values: &[f64]) -> usize {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    1 + sorted.windows(2).filter(|pair| pair[1] - pair[0] > 1e-6).count()
}

/// Below the frequency ratio 2.17075 the oscillator with a stop repeats itself every period, above every second one. From 21.76 rad/s on there
/// is another attractor, and which of the two a run meets is chance.
#[test]
fn period_doubling_of_the_impact_oscillator() {
    let axis = Axis { path: "parameters.omega".to_owned(), range: Range { from: 21.3, to: 21.74, count: 2 } };
    let strobe = Strobe { skip: 400, keep: 16, phase: 0.0, at_impacts: false };
    let file = file("impact-oscillator", &[]);
    let found = bifurcation(&file, &axis, "mass.x", &strobe, &AtomicBool::new(false), &()).unwrap();
    let counts: Vec<usize> = found.iter().map(|(_, section)| distinct(&section.values[0])).collect();
    assert_eq!(counts, [1, 2]);
    assert!(found.iter().all(|(_, section)| section.t.len() == 16));
}

/// The orbit of the ball that meets the table once a period: the same speed after every impact.
#[test]
fn a_section_at_impacts() {
    let prepared = prepared(&file("ball-on-oscillating-table", &[]));
    let strobe = Strobe { skip: 2, keep: 10, phase: 0.0, at_impacts: true };
    let names = ["ball.y".to_owned(), "ball.vy".to_owned()];
    let found = section(&prepared, &names, &strobe, &AtomicBool::new(false)).unwrap().unwrap();
    assert!((9..=11).contains(&found.t.len()), "{:?}", found.t);
    // The orbit is given to sixteen digits and attracts.
    found.values[1].iter().for_each(|speed| relative("speed", *speed, 1.136_197_278_496_339_2, 1e-9));
}

/// A scene without a period says how to give one.
#[test]
fn a_period_is_asked_for() {
    let bar = prepared(&file("bar-drop", &[]));
    let strobe = Strobe { skip: 0, keep: 1, phase: 0.0, at_impacts: false };
    let error = section(&bar, &["bar.x".to_owned()], &strobe, &AtomicBool::new(false)).unwrap_err();
    assert!(error.to_string().contains("--period"));
}
