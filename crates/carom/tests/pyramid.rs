//! Friction pyramids in space against closed forms: a block pushed askew (W11).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::record::End;

/// Where the block is after a second, and whether it has turned: pushed with 2 mu N into a direction of so many degrees.
fn pushed(changes: &[(&str, &str)]) -> ([f64; 2], f64) {
    let mut file = SceneFile::parse(builtin("pushed-askew").unwrap().text, "pushed-askew").unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    let last = record.samples.last().unwrap();
    ([last.q[0], last.q[1]], last.q[6])
}

/// m = 2, N = 20, mu = 0.5: P = 2 mu N = 20, mu N = 10. A constant acceleration is met by every step: rounding, and the residual of
/// the contact problems.
const EXACT: f64 = 1e-9;

#[test]
fn four_sides_rub_along_the_nearest_edge() {
    for degrees in [10.0_f64, 20.0, 22.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let ([x, y], turned) = pushed(&[("parameters.direction", &format!("{degrees} deg"))]);
        let expected = [0.5 * (20.0 * cos - 10.0) / 2.0, 0.5 * 20.0 * sin / 2.0];
        assert!((x - expected[0]).abs() < EXACT && (y - expected[1]).abs() < EXACT, "{degrees}: {x} {y} {expected:?}");
        assert!(turned.abs() < EXACT, "{turned}");
    }
}

#[test]
fn between_two_edges_it_goes_along_the_middle() {
    let (sin, cos) = 35_f64.to_radians().sin_cos();
    let ([x, y], _) = pushed(&[("parameters.direction", "35 deg")]);
    let along = 0.5 * (20.0 * (cos + sin) - 10.0) / 2.0 / 2.0;
    assert!((x - along).abs() < EXACT && (y - along).abs() < EXACT, "{x} {y} {along}");
}

#[test]
fn a_pyramid_holds_less_than_the_cone_between_its_edges() {
    // P (cos b + sin b) = mu N with four sides, P = mu N with the cone.
    let (sin, cos) = 20_f64.to_radians().sin_cos();
    let moved = |part: f64, cone: &str| {
        let strength = (part / (cos + sin)).to_string();
        let ([x, y], _) = pushed(&[("parameters.strength", &strength), ("run.friction-cone", cone)]);
        x.hypot(y)
    };
    assert!(moved(0.999, "pyramid") < EXACT);
    assert!(moved(1.001, "pyramid") > 1e-3);
    assert!(moved(1.001, "round") < EXACT);
}

#[test]
fn more_sides_go_astray_less_and_the_cone_not_at_all() {
    let astray = |changes: &[(&str, &str)]| {
        let ([x, y], _) = pushed(changes);
        (y.atan2(x).to_degrees() - 20.0).abs()
    };
    let sides = ["4", "8", "16", "64"].map(|sides| astray(&[("parameters.sides", sides)]));
    assert!(sides.windows(2).all(|pair| pair[1] < pair[0]), "{sides:?}");
    // Half the angle between edges bounds the direction of friction, which is half of the push.
    assert!(sides[3] < 360.0 / 64.0, "{sides:?}");
    assert!(astray(&[("run.friction-cone", "round")]) < 1e-7);
    // The regularised law has no edges: by events, to its tolerance.
    let regularised = [
        ("run.friction-cone", "round"),
        ("run.method", "events"),
        ("contact.0.friction", "regularised"),
        ("contact.0.slip-speed", "1 mm/s"),
    ];
    assert!(astray(&regularised) < 1e-6);
}

#[test]
fn pyramids_are_refused_where_they_are_not_followed() {
    let mut file = SceneFile::parse(builtin("pushed-askew").unwrap().text, "pushed-askew").unwrap();
    file.set("run.method", "events").unwrap();
    let problem = file.read().unwrap_err().to_string();
    assert!(problem.contains("friction-cone") && problem.contains("stepping"), "{problem}");
    file.set("run.method", "stepping").unwrap();
    file.set("parameters.sides", "4.5").unwrap();
    assert!(file.read().unwrap_err().to_string().contains("whole number of sides"));
}
