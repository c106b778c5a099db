//! Sweeps, comparisons, statics and studies over periods (K9, W7, X6, X7).

use std::fs;

use super::{folder, said};

#[test]
fn sweeps_and_comparisons_of_a_scene() {
    let folder = folder();
    let vary = [
        "sweep",
        "bar-drop",
        "--vary",
        "contact.0.mu=0:1:5",
        "--vary",
        "contact.0.e=0:1:2",
        "--measure",
        "energy.lost",
    ];
    let (code, out, error) = said(folder.path(), &vary);
    assert_eq!((code, out.contains("10 runs")), (0, true), "{error}");
    let table = fs::read_to_string(folder.path().join("sweep.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines[0], lines.len()), ("contact.0.mu,contact.0.e,energy.lost,end", 11));
    assert!(folder.path().join("sweep.svg").exists());
    let ways = ["compare", "bar-drop", "--method", "events,stepping", "--measure", "bar.x", "--out", "both.svg"];
    let (code, out, error) = said(folder.path(), &ways);
    // Ends of two ways, the difference of the second from the first, and what stepping warns of.
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        code == 0 && lines.len() > 6 && lines[6..].iter().all(|line| line.starts_with("warning (")),
        "{out} {error}"
    );
    for (arguments, part) in [
        (vec!["sweep", "bar-drop", "--vary", "mu=0:1:5", "--measure", "impacts"], "mu"),
        (vec!["sweep", "bar-drop", "--vary", "contact.0.mu=0:1:5", "--measure", "luck"], "luck"),
        (vec!["compare", "bar-drop", "--method", "events"], "at least two"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert_eq!((code, error.contains(part)), (2, true), "{arguments:?}: {error}");
    }
}

#[test]
fn statics_of_a_scene() {
    let folder = folder();
    let (code, text, _) = said(folder.path(), &["statics", "ladder", "--of", "ladder.angle", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    // tan = (1 - 0.4 0.3)/(2 0.4); linear programs are solved to 1e-9.
    let least = report["along"]["can_rest"][0].as_f64().unwrap();
    assert!(code == 0 && (least - 1.1_f64.atan()).abs() < 1e-8, "{text}");
    let (code, text, _) = said(folder.path(), &["statics", "bar-drop"]);
    assert!(code == 1 && text.contains("no equilibrium without friction"), "{text}");
    // A free bar without gravity rests anywhere, in all its six coordinates.
    let (code, text, _) = said(folder.path(), &["statics", "ex92"]);
    assert!(
        code == 0 && text.contains("turn z") && text.lines().filter(|line| line.contains(" 0.0000 ")).count() == 6,
        "{text}"
    );
    for (arguments, word) in [
        (vec!["statics", "ladder", "--of", "ladder.vx"], "no coordinate"),
        (vec!["statics", "ladder", "--of", "plank.x"], "plank.x"),
        (vec!["statics", "ladder", "--fix", "floor"], "fixed already"),
        (vec!["statics", "ladder", "--critical", "parameters.mu_floor=0:1"], "range"),
        (vec!["statics", "ladder", "--critical", "parameters.nu=0:1:5"], "nu"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert!(code == 2 && error.contains(word), "{arguments:?}: {error}");
    }
}

#[test]
fn studies_over_periods() {
    let folder = folder();
    let study = |more: &[&'static str]| said(folder.path(), more);
    let periods = ["--skip", "2", "--keep", "3"];
    let vary = ["--vary", "parameters.omega=20:21:3"];
    let diagram = [&["bifurcation", "impact-oscillator", "--of", "mass.x"], &vary[..], &periods].concat();
    assert_eq!(study(&diagram).0, 0);
    let table = fs::read_to_string(folder.path().join("bifurcation.csv")).unwrap();
    assert_eq!(table.lines().count(), 10);
    let section = [&["poincare", "impact-oscillator", "--of", "mass.x", "--of", "mass.vx"], &periods[..]].concat();
    assert_eq!(study(&section).0, 0);
    let (code, text, _) = study(&[&["lyapunov", "impact-oscillator", "--json"], &periods[..]].concat());
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(code == 0 && found["exponent"].as_f64().unwrap().is_finite());
    for (arguments, word) in [
        (vec!["poincare", "bar-drop", "--of", "bar.x", "--of", "bar.y"], "--period"),
        (vec!["poincare", "impact-oscillator", "--of", "mass.x"], "twice"),
        (vec!["lyapunov", "ex92", "--period", "1"], "plane"),
        (vec!["bifurcation", "impact-oscillator", "--of", "mass.w", "--vary", "parameters.e=0.1:0.2:2"], "mass.w"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert!(code == 2 && error.contains(word), "{arguments:?}: {error}");
    }
}

/// Seen: `--resume` after another `--set`, variant or scene took the old rows as they were, for only the first line of the table was
/// compared. Right: such a table is refused, as it is, in a sentence that says what was another.
#[test]
fn a_sweep_does_not_go_on_from_runs_of_other_options() {
    let folder = folder();
    let scene = |mass: &str| {
        let text = "[run]\nuntil = 0.1\n[parameters]\nmass = MASS\nspeed = 1\n[[body]]\nname = \"a\"\nshape = { disc = { radius = \
            0.1 } }\nmass = \"= mass\"\nvelocity = [\"= speed\", 0]\n[variant.slow]\n[variant.fast.parameters]\nspeed = 2\n";
        fs::write(folder.path().join("a.toml"), text.replace("MASS", mass)).unwrap();
    };
    let sweep = |more: &[&str]| {
        let usual = ["sweep", "a.toml", "--vary", "parameters.speed=0:1:3", "--measure", "energy.kinetic", "--resume"];
        said(folder.path(), &[&usual[..], more].concat())
    };
    scene("1.5");
    assert_eq!(sweep(&["--set", "run.until=0.2"]).0, 0);
    let path = folder.path().join("sweep.csv");
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(sweep(&["--set", "run.until=0.2"]).0, 0);
    for (options, what) in [
        (
            &["--set", "run.until=0.2", "--set", "parameters.mass=3"][..],
            "now they are --set run.until=0.2 --set parameters.mass=3",
        ),
        (&[], "their options were --set run.until=0.2, now they are none"),
        (&["--set", "run.until=0.2", "--variant", "fast"], "their --variant was none, now it is \"fast\""),
    ] {
        let (code, _, error) = sweep(options);
        assert!(code == 2 && error.contains("sweep.csv holds other runs") && error.contains(what), "{error}");
    }
    scene("2.5");
    let (code, _, error) = sweep(&["--set", "run.until=0.2"]);
    assert!(code == 2 && error.contains("the text of the scene was another"), "{error}");
    // A table of which nobody knows what it is of.
    fs::remove_file(folder.path().join("sweep.resume.json")).unwrap();
    let (code, _, error) = sweep(&["--set", "run.until=0.2"]);
    assert!(code == 2 && error.contains("sweep.resume.json beside it"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_sweep_is_drawn_as_a_map_and_goes_on() {
    let folder = folder();
    let sweep = [
        "sweep",
        "block-on-incline",
        "--set",
        "run.until=0.2",
        "--vary",
        "parameters.mu=0.1:1:4",
        "--vary",
        "parameters.slope_angle=0.1:0.9:5",
        "--measure",
        "regime",
        "--map",
    ];
    assert_eq!(said(folder.path(), &sweep).0, 0);
    let path = folder.path().join("sweep.csv");
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.contains(",locked,") && whole.contains(",sliding,"), "{whole}");
    assert!(fs::read_to_string(folder.path().join("sweep.svg")).unwrap().contains("sliding"));
    // A table cut off in the middle is completed; a row that was there is taken as it is.
    let half: Vec<&str> = whole.lines().take(9).collect();
    fs::write(&path, half.join("\n").replace("0.1,0.1,sliding", "0.1,0.1,locked") + "\n").unwrap();
    assert_eq!(said(folder.path(), &[&sweep[..], &["--resume"]].concat()).0, 0);
    let again = fs::read_to_string(&path).unwrap();
    assert_eq!(again.lines().count(), whole.lines().count());
    assert!(again.lines().skip(2).eq(whole.lines().skip(2)));
    // Another table, and rows that are none.
    for (text, word) in [("a,b\n1,2\n", "not a table of this sweep"), (&(whole.clone() + "1,2\n"), "line 22")] {
        fs::write(&path, text).unwrap();
        let (code, _, error) = said(folder.path(), &[&sweep[..], &["--resume"]].concat());
        assert!(code == 2 && error.contains(word), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// Seen: 0.544 of it, for of 51 output times only three had a row by stepping. Right: the largest difference over all output times is that of the
/// rows of the two runs.
#[test]
fn compare_looks_at_every_output_time() {
    let folder = folder();
    let scene = "[run]\nuntil = 1\nevery = 0.02\nstep = 0.03\n[[body]]\nname = \"a\"\nshape = { disc = { radius = 0.1 } }\nmass = 1\n\
        position = [1, 0]\n[[force]]\nkind = \"applied\"\nbody = \"a\"\nforce = [\"= -100*a.x\", 0]\n";
    fs::write(folder.path().join("a.toml"), scene).unwrap();
    let run = ["run", "a.toml", "--method", "stepping", "--out", "out", "--no-plots"];
    let (code, _, error) = said(folder.path(), &run);
    assert_eq!(code, 0, "{error}");
    let text = fs::read_to_string(folder.path().join("out/trajectory.csv")).unwrap();
    let rows: Vec<Vec<f64>> =
        text.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert_eq!(rows.len(), 51);
    let largest = rows.iter().map(|row| (row[1] - (10.0 * row[0]).cos()).abs()).fold(0.0, f64::max);
    let (code, text, error) =
        said(folder.path(), &["compare", "a.toml", "--method", "events,stepping", "--measure", "a.x"]);
    assert_eq!(code, 0, "{error}");
    let told: f64 = text.lines().last().unwrap().split_whitespace().last().unwrap().parse().unwrap();
    assert!((told - largest).abs() < 1e-3 * largest, "{told} {largest}");
}

/// K9, W10: the scene as it is beside the scene with other values, and a variant put on another.
#[test]
fn a_scene_is_compared_with_other_values() {
    let folder = folder();
    let scene = ["compare", "pushed-askew", "--measure", "block.y"];
    let against = ["--against", "variant=eight sides", "--against", "run.friction-sides=16"];
    let (code, text, error) = said(folder.path(), &[&scene[..], &against].concat());
    assert_eq!(code, 0, "{error}");
    let y = |way: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(way)).unwrap();
        line.split_whitespace().last().unwrap().parse().unwrap()
    };
    // Rubbed along the nearest edge: from rest y = a_y t^2/2 with a_y = P sin b/m - mu g sin(edge), P = 2 mu m g, mu g = 5 m/s^2, b = 20 degrees.
    let known = |edge: f64| 0.5 * (10.0 * 20f64.to_radians().sin() - 5.0 * edge.to_radians().sin());
    // The table has seven digits.
    for (way, edge) in [("as it is", 0.0), ("run.friction-sides = 16", 22.5)] {
        assert!((y(way) - known(edge)).abs() < 1e-5 * known(edge), "{way}: {}, {}", y(way), known(edge));
    }
    let (code, _, error) = said(folder.path(), &["compare", "pushed-askew", "--against", "run.friction-side=8"]);
    assert!(code == 2 && error.contains("friction-sides"), "{error}");
}

#[test]
fn variants_are_put_on_each_other() {
    let folder = folder();
    let run = ["run", "wedge", "--until", "0.01", "--no-plots", "--out", "both", "--variant"];
    let (code, _, error) = said(folder.path(), &[&run[..], &["in quadrature + by penalty"]].concat());
    assert_eq!(code, 0, "{error}");
    let summary = fs::read_to_string(folder.path().join("both/summary.json")).unwrap();
    assert!(summary.contains("\"penalty\""), "{summary}");
    // Pushed in quadrature the frame pitches.
    let rows = fs::read_to_string(folder.path().join("both/trajectory.csv")).unwrap();
    let place = rows.lines().next().unwrap().split(',').position(|name| name == "frame.angle").unwrap();
    let angle: f64 = rows.lines().last().unwrap().split(',').nth(place).unwrap().parse().unwrap();
    assert!(angle.abs() > 1e-6, "{angle}");
    let (code, _, error) = said(folder.path(), &[&run[..], &["in quadrature + by penalties"]].concat());
    assert!(code == 2 && error.contains("there is no variant \"by penalties\""), "{error}");
}
