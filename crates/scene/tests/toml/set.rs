//! Changes from outside, and variants.

use carom_scene::toml::SceneFile;
use glam::DVec2;

use crate::BAR;

fn bar() -> SceneFile {
    SceneFile::parse(BAR, "bar.toml").unwrap()
}

/// The error of a change, or of reading after it.
fn refusal(path: &str, value: &str) -> String {
    let mut file = bar();
    match file.set(path, value) {
        Err(error) => error.to_string(),
        Ok(()) => file.read().unwrap_err().to_string(),
    }
}

#[test]
fn paths_lead_to_values() {
    let mut file = bar();
    for (path, value) in [
        ("run.until", "2"),
        ("body.bar.angle", "30deg"),
        ("body.bar.shape.rod.length", "= 1 + 1"),
        ("body.0.spin", "1 rad/s"),
        ("contact.0.mu", "0.3"),
        ("contact.bar-floor.e", "0.5"),
        ("contact.floor-bar.law", "kane"),
        ("contact.0.penalty.stiffness", "1e5"),
        ("scene.gravity.1", "-1.62"),
        ("body.\"bar\".position", "[1, 2]"),
        ("run.simultaneous", "poisson"),
    ] {
        file.set(path, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let scene = file.read().unwrap();
    let bar = &scene.plane().unwrap().bodies[0];
    assert_eq!(scene.run.settings.until, 2.0);
    assert_eq!(bar.angle, 30.0 * (std::f64::consts::PI / 180.0));
    assert_eq!((bar.spin, bar.position), (1.0, DVec2::new(1.0, 2.0)));
    assert_eq!(scene.plane().unwrap().gravity, DVec2::new(0.0, -1.62));
    let law = &scene.plane().unwrap().contacts.pairs[0].law;
    assert_eq!((law.restitution, law.penalty.unwrap().stiffness), (0.5, Some(1e5)));
}

#[test]
fn paths_that_lead_nowhere() {
    for (path, value, expected) in [
        ("run.untl", "2", "bar.toml, --set run.untl=2: run: unknown key \"untl\"; did you mean \"until\"?"),
        ("runs.until", "2", "bar.toml, --set runs.until=2: there is no section \"runs\"; did you mean \"run\"?"),
        ("bar.angle", "1", "bar.toml, --set bar.angle=1: there is no section \"bar\"; did you mean \"body.bar\"?"),
        ("body.bra.mass", "2", "bar.toml, --set body.bra.mass=2: there is no body \"bra\"; did you mean \"bar\"?"),
        ("body.7.mass", "2", "bar.toml, --set body.7.mass=2: body has 2 entries, counted from 0: there is no 7"),
        ("joint.0.axis", "2", "bar.toml, --set joint.0.axis=2: this scene has no [[joint]]"),
        ("parameters.mu", "2", "bar.toml, --set parameters.mu=2: there is no parameter \"mu\""),
        (
            "until",
            "2",
            "bar.toml, --set until=2: expected a path such as run.until, parameters.NAME, body.NAME.mass or contact.0.mu",
        ),
        ("run..until", "2", "bar.toml, --set run..until=2: \"run..until\" is not a path"),
        ("run.until.x", "2", "bar.toml, --set run.until.x=2: \"until\" is 0.9; there is no \"x\" in it"),
        ("body.bar.mass", "-1", "bar.toml, --set body.bar.mass=-1: body \"bar\": mass: expected more than 0, got -1"),
        ("run.until", "nan", "bar.toml, --set run.until=nan: run: until: expected a finite number, got NaN"),
        ("variant", "x", "bar.toml: variant: this scene has no variants, so not \"x\""),
    ] {
        assert_eq!(refusal(path, value), expected);
    }
}

#[test]
fn a_parameter_is_known_by_its_name_alone() {
    let text = "[scene]\nname = \"a\"\n[run]\nuntil = 1\n[parameters]\nm = 1\n[[body]]\nname = \"a\"\nshape = { disc = { radius = 1 } }\nmass = \"= m\"\n";
    for path in ["m", "parameters.m"] {
        let mut file = SceneFile::parse(text, "a.toml").unwrap();
        file.set(path, "3").unwrap();
        assert_eq!(file.read().unwrap().plane().unwrap().bodies[0].mass.mass, Some(3.0), "{path}");
    }
}

#[test]
fn changes_are_said_in_one_text() {
    let mut file = bar();
    file.change("run.until=2").unwrap();
    file.change("body.bar.mass== 1 + 1").unwrap();
    assert_eq!(file.read().unwrap().plane().unwrap().bodies[0].mass.mass, Some(2.0));
    let error = file.change("run.until").unwrap_err().to_string();
    assert_eq!(error, "bar.toml, --set run.until: expected PATH=VALUE, for example run.until=2");
}

const VARIANTS: &str = r#"
[run]
until = "= until"
[parameters]
until = 1
e = 0.5
[[body]]
name = "ball"
mass = 1
[variant."slow".parameters]
[variant."fast, hard"]
about = "quick"
parameters = { until = 0.25 }
set = { "body.ball.mass" = 7 }
"#;

#[test]
fn variants_replace_parameters_and_paths() {
    let mut file = SceneFile::parse(VARIANTS, "v.toml").unwrap();
    assert_eq!(file.variants(), ["slow", "fast, hard"]);
    assert_eq!(file.read().unwrap().variant.as_deref(), Some("slow"));
    file.set("variant", "\"fast, hard\"").unwrap();
    let scene = file.read().unwrap();
    assert_eq!(scene.variant.as_deref(), Some("fast, hard"));
    assert_eq!((scene.run.settings.until, scene.plane().unwrap().bodies[0].mass.mass), (0.25, Some(7.0)));
    // A change counts more than the variant, whichever was said first.
    file.set("parameters.until", "3").unwrap();
    file.choose_variant("fast, hard").unwrap();
    assert_eq!(file.read().unwrap().run.settings.until, 3.0);
    let error = file.choose_variant("fast, hart").unwrap_err().to_string();
    assert_eq!(error, "v.toml: variant: there is no variant \"fast, hart\"; did you mean \"fast, hard\"?");
    // A refused choice changes nothing.
    assert_eq!(file.read().unwrap().variant.as_deref(), Some("fast, hard"));
}

/// Groups of numbers in a parameter's name may be said with points, and lists by index.
#[test]
fn grouped_parameters() {
    let text = "[run]\nstart = '= start_time'\nuntil = 2\n[parameters]\nstart_time = 1\nstart_q = [1, 2]\n\
                [[body]]\nname = 'b'\nposition = ['= start_q[0]', '= sum(start_q)']";
    let mut file = SceneFile::parse(text, "x.toml").unwrap();
    for (path, value) in [("parameters.start.time", "1.5"), ("parameters.start.q.0", "7")] {
        file.set(path, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let scene = file.read().unwrap();
    assert_eq!((scene.plane().unwrap().start, scene.plane().unwrap().bodies[0].position), (1.5, DVec2::new(7.0, 9.0)));
    file.set("parameters.start.time", "2").unwrap();
    let error = file.read().unwrap_err().to_string();
    assert!(error.contains("expected a time after the start at 2 s, got 2"), "{error}");
}
