//! Slides that turn back (B10): told in space as in the plane.

use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::record::{End, EventKind};

/// A box thrown up a slope of angle a with v turns back after v/(g (sin a + mu cos a)), if mu < tan a.
///
/// Seen by a cold tester: in space a slide that turned back was no event. Right: `reversal`, at each corner of the box, as in the plane.
#[test]
fn a_box_thrown_up_a_slope_tells_when_it_comes_back() {
    let (angle, mu, speed) = (0.6_f64, 0.2, 2.0);
    let (sin, cos) = angle.sin_cos();
    let half = angle / 2.0;
    let text = format!(
        r#"
        [scene]
        space = "space"
        gravity = [0, 0, -9.81]
        [run]
        until = 1
        [[body]]
        name = "box"
        shape = {{ box = {{ size = [0.2, 0.2, 0.1] }} }}
        mass = 1
        position = [{}, 0, {}]
        orientation = [{}, 0, {}, 0]
        velocity = [{}, 0, {}]
        [[body]]
        name = "slope"
        fixed = true
        shape = {{ half-space = {{ normal = [{}, 0, {cos}] }} }}
        [[contact]]
        default = true
        law = "kane"
        e = 0
        mu = {mu}
        "#,
        -0.05 * sin,
        0.05 * cos,
        half.cos(),
        -half.sin(),
        speed * cos,
        speed * sin,
        -sin
    );
    let record = Prepared::new(read_scene(&text, "slope.toml").unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    let back: Vec<f64> =
        record.events.iter().filter(|event| event.kind == EventKind::Reversal).map(|event| event.t).collect();
    assert_eq!(back.len(), 4, "{back:?}");
    let right = speed / (9.81 * (sin + mu * cos));
    // The tolerance of a step is 1e-10 m/s, and the slide is slowed by 7 m/s^2.
    assert!(back.iter().all(|t| (t - right).abs() < 1e-9), "{back:?} {right}");
}
