//! What is wrong with a file, in a sentence with file and line.

use std::collections::HashMap;

use carom_scene::articulated::{Project, ShapeFile};

use super::folder;

/// The files of a scene, one of them changed.
fn error(scene: &str, ending: &str, old: &str, new: &str) -> String {
    let path = folder().join(scene);
    let base = path.to_string_lossy().into_owned();
    let mut texts: HashMap<String, String> = HashMap::new();
    let project = Project::read(&path.with_extension("cfg")).unwrap();
    for (name, _) in project.texts() {
        texts.insert(name.clone(), std::fs::read_to_string(&name).unwrap());
    }
    let file = folder().join(format!("{scene}.{ending}")).to_string_lossy().into_owned();
    let text = texts.get_mut(&file).unwrap();
    assert!(text.contains(old), "{text}");
    *text = text.replacen(old, new, 1);
    let read = Project::read_with(&format!("{base}.cfg"), |name| Ok(texts.get(name).cloned()));
    let message = read.unwrap_err().to_string();
    message.replace(&format!("{}/", folder().display()), "")
}

#[test]
fn errors_name_file_line_and_what_was_expected() {
    let cases = [
        (
            "ex95",
            "cfg",
            "frames = 100",
            "frames = many",
            "ex95.cfg, line 3: expected a whole number, how many frames, got \"many\"",
        ),
        ("ex95", "cfg", "  frames = 100\n", "", "ex95.cfg, line 6: needs the key frames, which is missing"),
        (
            "ex95",
            "cfg",
            "tolerance",
            "tolerence",
            "ex95.cfg, line 4: unknown key \"tolerence\"; did you mean \"tolerance\"?",
        ),
        (
            "ex95",
            "cfg",
            "0.0001",
            "0,0001",
            "ex95.cfg, line 4: expected a number, the tolerance of a step, got \"0,0001\"",
        ),
        ("ex95", "cfg", "min_step", "duration", "ex95.cfg, line 5: the key duration is given twice"),
        (
            "ex95",
            "cfg",
            "end animation",
            "gravity = no\nend animation",
            "ex95.cfg, line 7: expected on or off, got \"no\"",
        ),
        (
            "ex95",
            "cfg",
            "(format of 95-01-09)",
            "(format of 99-01-09)",
            "ex95.cfg, line 1: expected `95-01-09)`, got \"99-01-09)\"",
        ),
        ("ex95", "bds", "bodies = 2", "bodies = 3", "ex95.bds, line 2: says 3 bodies, but 2 follow"),
        (
            "ex95",
            "bds",
            "bodies = 2",
            "bodies = 1",
            "ex95.bds, line 5: expected `end` after 1 bodies (the number of line 2), got \"fixo\"",
        ),
        ("ex95", "bds", "1 1 1 1", "1 -1 1 1", "ex95.bds, line 4: body \"tetra\": scale and density must be above 0"),
        ("ex95", "ste", "0.965", "1.965", "ex95.ste, line 4: body \"tetra\": expected Euler parameters of length 1"),
        (
            "ex95",
            "ste",
            "fixo",
            "fixa",
            "ex95.ste, line 6: there is no body \"fixa\" in ex95.bds; did you mean \"fixo\"?",
        ),
        (
            "ex95",
            "ste",
            "time = 0",
            "time = nan",
            "ex95.ste, line 3: expected a number, the time of the state, got \"nan\"",
        ),
        (
            "ex95",
            "ctr",
            "Fixed",
            "Fixd",
            "ex95.ctr, line 3: joint \"fixo_fa\": unknown type \"Fixd\"; did you mean \"Fixed\"?",
        ),
        (
            "ex95",
            "ctr",
            "    fixo",
            "    moon",
            "ex95.ctr, line 3: joint \"fixo_fa\": there is no body \"moon\" in ex95.bds",
        ),
        ("ex95", "ctr", "end constraints", "", "ex95.ctr, line 9: expected `end`, but the file ends here"),
        (
            "f_bezier_uniform",
            "for",
            "    5\n",
            "    1\n",
            "f_bezier_uniform.for, line 5: force \"empurrao\": expected at least 2 samples, got 1",
        ),
        (
            "ex96_generic",
            "ctr",
            "    b2",
            "    b1",
            "ex96_generic.ctr, line 3: joint \"cotovelo\": expected two different bodies, got \"b1\"",
        ),
    ];
    for (scene, ending, old, new, expected) in cases {
        let message = error(scene, ending, old, new);
        assert!(message.starts_with(expected), "{message}\nexpected {expected}");
    }
}

#[test]
fn a_missing_file_says_what_it_is_for() {
    let open = |name: &str| Ok((!name.ends_with("slab.shp")).then(|| std::fs::read_to_string(name).unwrap()));
    let cfg = folder().join("ex95.cfg").to_string_lossy().into_owned();
    let message = Project::read_with(&cfg, open).unwrap_err().to_string();
    assert!(
        message.contains("slab.shp: cannot be read: there is no such file; it is the shape of body \"fixo\""),
        "{message}"
    );
}

/// A number as large as 1e100 was read in every place of every format, and the run had no end: positions and times of that size keep no gaps
/// and no milliseconds. Each is refused where it stands, with what it is, whose it is and which numbers are expected.
#[test]
fn numbers_beyond_all_bodies_are_refused() {
    let cases = [
        (
            "ex95",
            "ste",
            "0 3 4",
            "0 3 1e100",
            "ex95.ste, line 4: position of \"tetra\", 3 of 3: expected a length of at most 1e9 m in size, got 1e100",
        ),
        (
            "ex95",
            "ste",
            "time = 0",
            "time = 1e100",
            "ex95.ste, line 3: the time of the state: expected a time of at most 1e12 s in size, got 1e100",
        ),
        (
            "ex95",
            "cfg",
            "0.0001",
            "1e100",
            "ex95.cfg, line 4: the tolerance of a step: expected a number from 1e-15 to 1e-1, got 1e100",
        ),
        (
            "ex95",
            "cfg",
            "frames = 100",
            "frames = 4000000000",
            "ex95.cfg, line 3: expected at most 1e7 frames, got 4000000000",
        ),
        (
            "ex95",
            "cfg",
            "duration = ",
            "duration = 1e100 #",
            "ex95.cfg, line 2: seconds of motion: expected a time from 1e-20 to 1e12 s, got 1e100",
        ),
        (
            "ex95",
            "cfg",
            "max_step = ",
            "max_step = 1e100 #",
            "ex95.cfg, line 6: the longest step: expected a time from 1e-20 to 1e12 s, got 1e100",
        ),
        (
            "ex95",
            "bds",
            "1 1 1 1",
            "1 1 1e100 1",
            "ex95.bds, line 4: body \"tetra\": scale: expected a factor from 1e-9 to 1e9 of lengths, got 1e100",
        ),
        (
            "ex95",
            "bds",
            "1 1 1 1",
            "1 1 1 1e100",
            "ex95.bds, line 4: the density of \"tetra\": expected a density of at most 1e15 kg/m^3 in size, got 1e100",
        ),
        (
            "f_spring_offset",
            "for",
            "60",
            "1e100",
            "f_spring_offset.for, line 4: the coefficient of spring \"mola\": expected a stiffness of at most 1e15 N/m in size, got 1e100",
        ),
    ];
    for (scene, ending, old, new, expected) in cases {
        let message = error(scene, ending, old, new);
        assert!(message.starts_with(expected), "{message}\nexpected {expected}");
    }
}

/// Moments 1, 1, 5 were taken: no body has them, as each is a sum of two second moments that are not negative.
#[test]
fn moments_that_no_body_has_are_refused() {
    let shape = |moments: &str| {
        let text = std::fs::read_to_string(folder().join("tetra.shp")).unwrap();
        let changed: Vec<String> = text
            .lines()
            .map(|line| {
                if line.trim_start().starts_with("moments") { format!("moments = {moments}") } else { line.to_owned() }
            })
            .collect();
        ShapeFile::read(&changed.join("\n"), "tetra.shp").map(|_| ()).map_err(|error| error.to_string())
    };
    let message = shape("1 1 5").unwrap_err();
    let expected = "moments: no body has the principal moments 1, 1 and 5: expected none above the sum of the two others, got 5 above 2";
    assert!(message.starts_with("tetra.shp, line ") && message.ends_with(expected), "{message}");
    // A thin plate, its moments as one would print them.
    shape("0.33 0.33 0.67").unwrap();
    let message = shape("1e100 1e100 1e100").unwrap_err();
    assert!(
        message.contains("a principal moment, 1 of 3: expected a moment of inertia of at most 1e30 kg m^2 in size"),
        "{message}"
    );
}
