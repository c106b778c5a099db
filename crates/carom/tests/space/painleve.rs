//! Painleve's rod in space: what the plane says, in every heading.

use crate::ran::{Ran, ran};
use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::record::{End, EventKind};

/// The rod of the plane.
fn in_plane(variant: &str, changes: &[(&str, &str)]) -> (Prepared, carom::simulate::Record) {
    let mut file = SceneFile::parse(builtin("painleve-rod").unwrap().text, "painleve-rod").unwrap();
    file.choose_variant(variant).unwrap();
    changes.iter().for_each(|(path, value)| file.set(path, value).unwrap());
    let prepared = Prepared::new(file.read().unwrap()).unwrap();
    let record = prepared.run(None).record;
    (prepared, record)
}

fn in_space(variant: &str, heading: f64, changes: &[(&str, &str)]) -> Ran {
    let heading = heading.to_string();
    let mut all = vec![("parameters.heading", heading.as_str())];
    all.extend_from_slice(changes);
    ran("painleve-rod-in-space", Some(variant), &all)
}

/// The numbers of a sentence.
fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', ',', ';', '=']).filter_map(|word| word.parse().ok()).collect()
}

/// Several answers or none: the same sentence, the same numbers, in whatever direction the rod slides.
#[test]
fn the_verdict_of_the_plane() {
    for variant in ["indeterminate", "inconsistent"] {
        let (_, record) = in_plane(variant, &[]);
        let End::Verdict(plane) = &record.end else { unreachable!("{variant}: {:?}", record.end) };
        for heading in [0.0, 0.6, 2.5] {
            let ran = in_space(variant, heading, &[]);
            assert!(ran.verdict().contains(variant), "{}", ran.verdict());
            let (got, expected) = (numbers(ran.verdict()), numbers(plane));
            assert_eq!(got.len(), expected.len(), "{}", ran.verdict());
            for (got, expected) in got.iter().zip(&expected) {
                // Thirteen digits are written, and the heading turns all of them a little.
                assert!((got - expected).abs() <= 1e-10 * (1.0 + expected.abs()), "{} {plane}", ran.verdict());
            }
        }
    }
}

/// Where the plane has an answer the rod in space moves as the rod of the plane does.
#[test]
fn the_motion_of_the_plane() {
    for variant in ["consistent, sliding", "lift-off", "other direction never paradoxical", "consistent trajectory"] {
        let (prepared, record) = in_plane(variant, &[]);
        let of_plane = |name: &str| prepared.measure(name, &record).unwrap();
        let heading = 0.6_f64;
        let ran = in_space(variant, heading, &[]);
        assert_eq!(ran.record.end, End::Time, "{variant}");
        let along = |x: &str, y: &str| heading.cos() * ran.measure(x) + heading.sin() * ran.measure(y);
        let pairs = [
            (along("rod.x", "rod.y"), of_plane("rod.x")),
            (along("rod.vx", "rod.vy"), of_plane("rod.vx")),
            (ran.measure("rod.z"), of_plane("rod.y")),
            (ran.measure("rod.vz"), of_plane("rod.vy")),
        ];
        for (got, expected) in pairs {
            // Both runs are within some 1e-11 of the motion.
            assert!((got - expected).abs() < 1e-9, "{variant}: {got} {expected}");
        }
        let across = heading.cos() * ran.measure("rod.y") - heading.sin() * ran.measure("rod.x");
        assert!(across.abs() < 1e-9, "{variant}: {across}");
    }
}

/// An impact without a collision stops the slide: the change of velocities is that of the plane.
#[test]
fn an_impact_without_a_collision() {
    let changes = [("run.paradox", "impact"), ("run.until", "1e-3")];
    let (_, record) = in_plane("inconsistent", &changes);
    let ran = in_space("inconsistent", 0.6, &changes);
    let impulses = |record: &carom::simulate::Record| {
        let event = record.of_kind(EventKind::Impact).next().unwrap();
        numbers(&event.text)
    };
    let (plane, space) = (impulses(&record), impulses(&ran.record));
    // Thirteen digits are written.
    assert!((space[0] / plane[0] - 1.0).abs() < 1e-10, "{space:?} {plane:?}");
    assert!((space[1].hypot(space[2]) / plane[1].abs() - 1.0).abs() < 1e-10, "{space:?} {plane:?}");
}

/// One per cent below the friction at which the paradox begins the rod slides, one above it has no answer; a slide across the plane of
/// the rod turns nothing over and has one.
#[test]
fn the_paradox_begins_where_it_does_in_the_plane() {
    // p = (1 + 3 cos a (cos a - mu sin a)) / m passes zero.
    for angle in [0.7_f64, 0.9, 1.1, 1.3] {
        let critical = (1.0 + 3.0 * angle.cos().powi(2)) / (3.0 * angle.cos() * angle.sin());
        let at = |factor: f64, sideways: &str| {
            let changes = [
                ("parameters.angle", &*angle.to_string()),
                ("parameters.mu", &(factor * critical).to_string()),
                ("parameters.spin", "0"),
                ("parameters.sideways_velocity", sideways),
                ("run.until", "1e-6"),
            ];
            in_space("inconsistent", 0.6, &changes)
        };
        assert_eq!(at(0.99, "0").verdict(), "", "{angle}");
        assert!(at(1.01, "0").verdict().contains("Painleve"), "{angle}: {}", at(1.01, "0").verdict());
        assert_eq!(at(1.01, "20").verdict(), "", "{angle}");
    }
}
