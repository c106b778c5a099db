//! Parameters that only tell what follows from others are not set to something else in vain.

use carom_scene::builtin::builtin;
use carom_scene::toml::SceneFile;

/// What a change of the table that shakes a ball says: Gamma = A omega^2/g is used by nothing.
fn said(changes: &[(&str, &str)]) -> Result<(), String> {
    let text = builtin("ball-on-oscillating-table").unwrap().text;
    let mut file = SceneFile::parse(text, "table.toml").unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    file.read().map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn a_value_that_contradicts_is_refused() {
    let problem = said(&[("parameters.Gamma", "1.5")]).unwrap_err();
    for part in ["parameters.Gamma=1.5", "follows from others, = A*omega^2/gravity", "set one of the others"] {
        assert!(problem.contains(part), "{problem}");
    }
}

#[test]
fn a_value_that_agrees_with_the_others_is_taken() {
    let omega = (1.5_f64 * 9.81 / 0.01).sqrt().to_string();
    let both = [("parameters.Gamma", "1.5"), ("parameters.omega", omega.as_str())];
    assert_eq!(said(&both), Ok(()));
    let turned = [both[1], both[0]];
    assert_eq!(said(&turned), Ok(()));
}

/// What is computed and used may be set: `until` follows from the number of periods.
#[test]
fn what_is_used_may_be_set() {
    assert_eq!(said(&[("parameters.until", "1.0"), ("parameters.velocity_start", "1.2")]), Ok(()));
}
