//! Poisson's rule at several contacts whose compression impulses are not unique (X3).
#![allow(clippy::unwrap_used)]

use carom::run::{Prepared, Ran};
use carom::scene::toml::SceneFile;

/// A disc of mass 1 that falls with 1 m/s into a groove whose sides rise by an angle, in degrees, on the left and on the right.
fn groove(left: f64, right: f64, e: f64, mu: f64) -> Ran {
    let [l, r] = [left, right].map(f64::to_radians);
    let normals = [(l.sin(), l.cos()), (-r.sin(), r.cos())];
    // The centre is at distance 1 from both sides, which meet at the origin.
    let det = normals[0].0 * normals[1].1 - normals[0].1 * normals[1].0;
    let (x, y) = ((normals[1].1 - normals[0].1) / det, (normals[0].0 - normals[1].0) / det);
    let side = |name: &str, (nx, ny): (f64, f64)| {
        format!(
            "[[body]]\nname = \"{name}\"\nfixed = true\nshape = {{ half-space = {{ normal = [{nx:?}, {ny:?}] }} }}\n"
        )
    };
    let text = format!(
        "[scene]\nname = \"v\"\ngravity = [0.0, 0.0]\n[run]\nuntil = 0.01\nsimultaneous = \"poisson\"\n\
         [[body]]\nname = \"d\"\nshape = {{ disc = {{ radius = 1.0 }} }}\nmass = 1.0\nposition = [{x:?}, {y:?}]\nvelocity = [0.0, -1.0]\n\
         {}{}[[contact]]\ndefault = true\nlaw = \"kane\"\ne = {e:?}\nmu = {mu:?}\n",
        side("l", normals[0]),
        side("r", normals[1])
    );
    let file = SceneFile::parse(&text, "groove").unwrap();
    Prepared::new(file.read().unwrap()).unwrap().run(None)
}

fn says_so(ran: &Ran) -> bool {
    ran.record.warnings.iter().any(|text| text.contains("those of least norm were taken"))
}

/// At 45 degrees both sides stop the disc: (r_N + r_T) sqrt(2) = 1 for each, with r_T from 0 to mu r_N, and the rebound is anywhere from 1/3 to
/// 1/2. The least r_N^2 + r_T^2 has r_T = mu r_N, so r_N = 1/(1.2 sqrt(2)); in the expansion the disc slips upwards against friction, and
/// v = sqrt(2) e r_N (1 - mu) = 1/3. It was 0.34 without a word.
#[test]
fn a_symmetric_groove_gives_the_least_rebound() {
    let ran = groove(45.0, 45.0, 0.5, 0.2);
    let v = &ran.record.samples.last().unwrap().v;
    assert!(v[0].abs() < 1e-9 && (v[1] - 1.0 / 3.0).abs() < 1e-9 && v[2].abs() < 1e-9, "{v:?}");
    assert!(says_so(&ran), "{:?}", ran.record.warnings);
    let parts: Vec<_> = ran.record.events.iter().filter_map(|event| event.impact.as_ref()).collect();
    assert_eq!(parts.len(), 2);
    for part in parts {
        assert!((part.compression.unwrap()[0] - 1.0 / (1.2 * 2.0_f64.sqrt())).abs() < 1e-9, "{part:?}");
        assert_eq!(part.warnings, ["several-solutions"]);
    }
}

/// Sides so steep that their friction cones face each other: any squeeze holds itself, and the disc stays.
#[test]
fn cones_that_face_each_other_are_told() {
    for (left, right, e) in [(70.0, 70.0, 0.5), (30.0, 75.0, 0.4)] {
        let ran = groove(left, right, e, 0.8);
        let v = &ran.record.samples.last().unwrap().v;
        assert!(v.iter().all(|v| v.abs() < 1e-9), "{left}, {right}: {v:?}");
        assert!(says_so(&ran), "{left}, {right}: {:?}", ran.record.warnings);
    }
}

/// Without friction impulses are unique; without restitution nothing depends on them.
#[test]
fn nothing_is_told_where_there_is_no_choice() {
    for ran in [groove(40.0, 60.0, 0.7, 0.0), groove(45.0, 45.0, 0.0, 0.2)] {
        assert!(!says_so(&ran), "{:?}", ran.record.warnings);
    }
}
