//! Runs of scenes: files, verdicts, variants (K6-K9, X4).

use std::fs;

use super::{folder, said};

#[test]
fn a_scene_runs_and_leaves_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = said(folder.path(), &["run", "bar-drop", "--out", "results", "--impulse-planes", "1"]);
    assert_eq!((code, out.contains("2 impact")), (0, true), "{out}");
    let table = fs::read_to_string(folder.path().join("results/trajectory.csv")).unwrap();
    assert!(table.starts_with("t,bar.x,bar.y,bar.angle,bar.vx,bar.vy,bar.spin,energy.kinetic,"));
    let events = fs::read_to_string(folder.path().join("results/events.jsonl")).unwrap();
    let first: serde_json::Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
    assert_eq!((&first["kind"], &first["bodies"][0]), (&"impact".into(), &"bar".into()));
    assert!((first["t"].as_f64().unwrap() - 0.4156250786482605).abs() < 1e-9);
    let summary: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("results/summary.json")).unwrap()).unwrap();
    assert_eq!((&summary["end"], &summary["counts"]["impacts"]), (&"time".into(), &2.into()));
    assert!(folder.path().join("results/plots/stroboscopic.svg").exists());
}

#[test]
fn a_scene_that_cannot_be_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, part) in [
        (vec!["run", "bar-dorp"], "did you mean \"bar-drop\"?"),
        (vec!["run", "bar-drop", "--set", "body.bar.mass=-1"], "mass"),
        (vec!["run", "bar-drop", "--set", "body.bar.position.1=0"], "bar"),
        (vec!["run", "bar-drop", "--method", "magic"], "--method magic"),
        (vec!["run", "bar-drop", "--until", "-1"], "--until -1"),
        (vec!["run", "bar-drop", "--every", "nan"], "--every nan"),
        (vec!["run", "bar-drop", "--trail", "-1"], "zero or more"),
        (vec!["run", "bar-drop", "--impulse-planes", "-1"], "zero or more"),
        (vec!["run", "absent.toml"], "absent.toml"),
        (vec!["scenes", "show", "nothing"], "nothing"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert_eq!((code, error.contains(part)), (2, true), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_verdict_ends_a_run_with_what_was_computed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["run", "painleve-rod", "--variant", "inconsistent", "--out", "results", "--no-plots"];
    let (code, out, _) = said(folder.path(), &arguments);
    assert_eq!((code, out.contains("Painleve")), (1, true), "{out}");
    assert!(folder.path().join("results/trajectory.csv").exists());
}

/// Seen: `--set` was checked against the scene without its variant. Right: against the variant.
#[test]
fn changes_are_those_of_the_variant() {
    let folder = folder();
    let five = "5 balls with small gaps, 1 come in";
    let change = ["--set", "parameters.velocity_start.3=0.1", "--variant", five];
    let run = ["run", "newton-cradle", "--out", "out", "--no-plots"];
    let (code, _, error) = said(folder.path(), &[&run[..], &change].concat());
    assert_eq!(code, 0, "{error}");
    let (code, _, error) =
        said(folder.path(), &[&run[..], &["--set", "parameters.velocity_start.5=0.1", "--variant", five]].concat());
    assert!(code == 2 && error.contains("has 5 entries"), "{error}");
}

/// Seen: two balls by penalty left with 0.718, 0.550 and 0.397 of the velocity where e was 0.7, 0.5 and 0.3, and an e above one was told as
/// negative damping.
#[test]
fn the_cradle_by_penalty_has_the_restitution_asked_for() {
    let folder = folder();
    for e in [0.7, 0.5, 0.3] {
        let change = format!("parameters.e={e}");
        let run = ["run", "newton-cradle", "--method", "penalty", "--out", "out", "--no-plots", "--until", "0.01"];
        let two = ["--set", "parameters.balls=2", "--set", "parameters.gaps=0.001", "--set", &change];
        let (code, _, error) = said(folder.path(), &[&run[..], &two].concat());
        assert_eq!(code, 0, "{error}");
        let text = fs::read_to_string(folder.path().join("out/trajectory.csv")).unwrap();
        let names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let last: Vec<f64> = text.lines().last().unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
        let of = |name: &str| last[names.iter().position(|known| *known == name).unwrap()];
        let kept = (of("ball-1.vx") - of("ball-0.vx")) / 1.5;
        // What the damping that grows over the first nanometre leaves out.
        assert!((kept - e).abs() < 2e-3, "{kept} for {e}");
    }
    let (code, _, error) = said(folder.path(), &["run", "newton-cradle", "--set", "parameters.e=1.02"]);
    assert!(code == 2 && error.contains("e is 1.02") && !error.contains("damping"), "{error}");
}

/// Seen: a ball with e = 0 came back with 0.135 of its velocity by penalty, and nothing was said.
#[test]
fn what_penalty_cannot_damp_is_told() {
    let folder = folder();
    let run = |e: &str| {
        let change = format!("parameters.e={e}");
        let run = ["run", "bouncing-ball", "--method", "penalty", "--out", "out", "--no-plots", "--until", "1.5"];
        let (code, _, error) = said(folder.path(), &[&run[..], &["--set", &change]].concat());
        assert_eq!(code, 0, "{error}");
        fs::read_to_string(folder.path().join("out/summary.json")).unwrap()
    };
    assert!(run("0.1").contains("nothing rebounds with less than e = 0.135"));
    assert!(!run("0.2").contains("nothing rebounds"));
}

/// Seen: "unrecognized subcommand". Right: what to type instead.
#[test]
fn a_scene_without_show_is_told_how_to_say_it() {
    let (code, _, error) = said(folder().path(), &["scenes", "wedge"]);
    assert!(code == 2 && error.contains("carom scenes show wedge"), "{error}");
}

/// Seen: 50 kg were 50 m/s. A unit must be one of what the parameter measures, by its use or by the unit that it has in the scene.
#[test]
fn a_unit_of_something_else_is_refused() {
    let folder = folder();
    let run = |change: &str| {
        said(folder.path(), &["run", "wedge", "--until", "0.001", "--no-plots", "--out", "out", "--set", change])
    };
    let wrong =
        ["speed=50 kg", "start=-37 kg", "mu=0.3 mm", "column_angle=4 mm", "bolster_k.0=300 mm", "bolster_mass=8 mm"];
    for change in wrong {
        let (code, _, error) = run(&format!("parameters.{change}"));
        assert!(code == 2 && error.contains("is not a"), "{change}: {error}");
    }
    for change in ["speed=14 m/s", "start=-37.4 mm", "bolster_k.0=300 N/mm", "bolster_mass=0.8 t", "mu=0.28"] {
        let (code, _, error) = run(&format!("parameters.{change}"));
        assert_eq!(code, 0, "{change}: {error}");
    }
}

/// Seen: files of an older run stayed beside those of a new one. Right: what the program wrote goes, what it did not stays.
#[test]
fn a_folder_holds_one_run() {
    let folder = folder();
    let run = |more: &[&str]| said(folder.path(), &[&["run", "--out", "out", "--until", "0.05"], more].concat());
    let portrait = ["pinned-bar", "--portrait", "bar.angle,bar.spin"];
    assert_eq!(run(&portrait).0, 0);
    fs::write(folder.path().join("out/notes.txt"), "mine").unwrap();
    let there = |name: &str| folder.path().join("out").join(name).exists();
    assert!(there("joints.csv") && there("portrait-1.svg") && there("plots/energy.svg"));
    assert_eq!(run(&["bar-drop", "--no-plots"]).0, 0);
    assert!(!there("joints.csv") && !there("portrait-1.svg") && !there("plots"));
    assert!(there("trajectory.csv") && there("notes.txt"));
}

/// Seen: `base.TOML` and `scene.txt` beside the user were "no built-in scene", and a file in Latin-1 "did not contain valid UTF-8".
#[test]
fn files_are_scenes_whatever_their_ending() {
    let folder = folder();
    let (_, text, _) = said(folder.path(), &["scenes", "show", "bar-drop"]);
    for name in ["base.TOML", "scene.txt", "scene"] {
        fs::write(folder.path().join(name), &text).unwrap();
        let (code, _, error) = said(folder.path(), &["run", name, "--until", "0.1", "--no-plots"]);
        assert_eq!(code, 0, "{name}: {error}");
    }
    fs::write(folder.path().join("old.toml"), b"[run]\nuntil = 1\n# Stra\xdfe\n").unwrap();
    let (code, _, error) = said(folder.path(), &["run", "old.toml"]);
    assert!(code == 2 && error.contains("old.toml, line 3") && error.contains("UTF-8"), "{error}");
}

/// Seen: options that change nothing were taken without a word; a film that cannot be written was found after the run.
#[test]
fn idle_options_and_bad_paths_are_told() {
    let folder = folder();
    let run = |more: &[&str]| said(folder.path(), &[&["run", "bar-drop", "--out", "out"], more].concat());
    let (code, _, error) = run(&["--no-plots", "--speed", "2", "--trail", "1", "--impulse-planes", "1"]);
    assert_eq!(code, 0, "{error}");
    for option in ["--speed", "--trail", "--impulse-planes"] {
        assert!(error.contains(&format!("note: {option}")), "{error}");
    }
    let (code, out, error) = run(&["--animation", "nowhere/film.gif"]);
    assert_eq!((code, out.as_str(), error.matches("cannot write").count()), (2, "", 1), "{error}");
    let (code, _, error) = run(&["--no-plots", "--checkpoint", "c", "--every-checkpoint", "500 ms"]);
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = said(folder.path(), &["compare", "bar-drop", "--law", "kane,smith", "--out", "c.png"]);
    assert!(code == 2 && error.contains(".svg"), "{error}");
    let sweep = ["sweep", "bar-drop", "--vary", "contact.0.e=0.5:1.5:3", "--measure", "bar.x", "--out"];
    let (code, _, error) = said(folder.path(), &[&sweep[..], &["s4.txt"]].concat());
    assert!(code == 2 && error.contains(".csv"), "{error}");
    let (code, _, error) = said(folder.path(), &[&sweep[..], &["s4.csv"]].concat());
    assert!(code == 0 && error.contains("1 of 3 runs were refused; the first, contact.0.e = 1.5"), "{error}");
}

/// Seen: comparisons without a word of what their runs warned of, differences 0 where one run had ended at once, NaN for counts.
#[test]
fn comparisons_tell_what_their_runs_say() {
    let folder = folder();
    let laws = ["compare", "bar-drop", "--set", "run.method=stepping", "--law", "kane,smith", "--measure", "impacts"];
    let (code, text, error) = said(folder.path(), &laws);
    assert!(code == 0 && text.contains("warning (smith): ") && !text.contains("NaN"), "{text} {error}");
    let methods = ["compare", "painleve-rod", "--variant", "inconsistent", "--method", "events,stepping"];
    let (code, text, _) = said(folder.path(), &methods);
    assert!(code == 1 && text.contains("ended (events): ") && text.contains("n/a"), "{text}");
}
