//! What is wrong with a file, in a sentence with file and line.

use std::collections::HashMap;

use carom_scene::articulated::Project;

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
