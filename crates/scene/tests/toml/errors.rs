//! One test per kind of error, with its exact sentence.

use carom_scene::toml::{SceneFile, read_scene};

use crate::BAR;

/// What is said of the bar scene when `old` is `new` in it.
fn said(old: &str, new: &str) -> String {
    assert!(BAR.contains(old), "{old}");
    read_scene(&BAR.replace(old, new), "bar.toml").map(|_| ()).unwrap_err().to_string()
}

#[test]
fn errors_of_keys_and_values() {
    let cases = [
        ("mass = 1.0", "mas = 1.0", "bar.toml, line 16: body \"bar\": unknown key \"mas\"; did you mean \"mass\"?"),
        ("[run]", "[runn]", "bar.toml, line 6: unknown section \"runn\"; did you mean \"run\"?"),
        ("mass = 1.0", "mass = -1.0", "bar.toml, line 16: body \"bar\": mass: expected more than 0, got -1"),
        ("mass = 1.0", "mass = 0", "bar.toml, line 16: body \"bar\": mass: expected more than 0, got 0"),
        ("mass = 1.0", "mass = nan", "bar.toml, line 16: body \"bar\": mass: expected a finite number, got NaN"),
        ("mass = 1.0", "mass = inf", "bar.toml, line 16: body \"bar\": mass: expected a finite number, got inf"),
        ("mass = 1.0", "mass = 1e999", "bar.toml, line 16: body \"bar\": mass: expected a finite number, got inf"),
        ("mass = 1.0", "mass = [1]", "bar.toml, line 16: body \"bar\": mass: expected a number, got a list of 1"),
        (
            "mass = 1.0",
            "mass = \"5 mm\"",
            "bar.toml, line 16: body \"bar\": mass: \"5 mm\" is not a mass: expected a finite number in kg, or with one of the units kg, mg, g, t",
        ),
        ("mass = 1.0", "mass = \"= 2*m\"", "bar.toml, line 16: body \"bar\": mass: there is no parameter \"m\""),
        (
            "mass = 1.0",
            "mass = 1\ndensity = 2",
            "bar.toml, line 17: body \"bar\": density: give either mass or density, not both",
        ),
        ("mass = 1.0", "mass = 1\nmass = 2", "bar.toml, line 17: this is not TOML: duplicate key"),
        ("mass = 1.0", "mass = 1.0.0", "bar.toml, line 16: this is not TOML: invalid float"),
        (
            "position = [0.0, 1.2]",
            "position = [0.0, 1.2, 3]",
            "bar.toml, line 17: body \"bar\": position: expected two numbers [x, y], got a list of 3",
        ),
        ("fixed = true", "fixed = 1", "bar.toml, line 24: body \"floor\": fixed: expected true or false, got 1"),
        (
            "fixed = true",
            "fixed = true\nspin = 1",
            "bar.toml, line 25: body \"floor\": spin: a fixed body does not move; use [[motion]] to move it",
        ),
        (
            "name = \"floor\"",
            "name = \"bar\"",
            "bar.toml, line 22: body \"bar\": another body has this name; repeated bodies need {i} in it",
        ),
        ("name = \"floor\"", "", "bar.toml, line 22: body 1: needs the key \"name\", which is missing"),
        (
            "name = \"floor\"",
            "name = \"world\"",
            "bar.toml, line 23: body \"world\": name: \"world\" cannot be the name of a body",
        ),
        ("until = 0.9", "", "bar.toml, line 6: run: needs the key \"until\", which is missing"),
        (
            "tolerance = 1e-10",
            "tolerance = 1e-40",
            "bar.toml, line 10: run: tolerance: expected a number from 1e-15 to 0.1, got 1e-40",
        ),
        (
            "method = \"events\"",
            "method = \"event\"",
            "bar.toml, line 8: run: method: \"event\" is none of events, stepping, penalty; did you mean \"events\"?",
        ),
        (
            "space = \"plane\"",
            "space = \"space\"",
            "bar.toml, line 15: body \"bar\", shape: unknown key \"rod\"; expected one of sphere, box, cylinder, capsule, ellipsoid, polyhedron, half-space, mesh, offset, axis, angle, density",
        ),
        (
            "[[contact]]",
            "[contact]",
            "bar.toml, line 27: contact: expected [[contact]] with double brackets, got a table",
        ),
    ];
    for (old, new, expected) in cases {
        assert_eq!(said(old, new), expected);
    }
}

#[test]
fn errors_of_shapes() {
    let rod = "{ rod = { length = 1.0 } }";
    let cases = [
        (
            "{ rood = { length = 1.0 } }",
            "bar.toml, line 15: body \"bar\", shape: unknown key \"rood\"; did you mean \"rod\"?",
        ),
        (
            "{ rod = { lenght = 1.0 } }",
            "bar.toml, line 15: body \"bar\", shape, rod: unknown key \"lenght\"; did you mean \"length\"?",
        ),
        ("{ rod = {} }", "bar.toml, line 15: body \"bar\", shape, rod: needs the key \"length\", which is missing"),
        (
            "{ disc = { radius = 1 }, box = { width = 1, height = 1 } }",
            "bar.toml, line 15: body \"bar\", shape: expected one of point, rod, disc, box, polygon, arc-faced, half-space, hollow, got disc and box",
        ),
        (
            "{ polygon = { points = [[0, 0], [1, 0]] } }",
            "bar.toml, line 15: body \"bar\", shape, polygon: points: expected at least 3 corners, got 2",
        ),
        (
            "{ half-space = { normal = [0, 0] } }",
            "bar.toml, line 15: body \"bar\", shape, half-space: normal: expected a direction, got a vector without length",
        ),
    ];
    for (new, expected) in cases {
        assert_eq!(said(rod, new), expected);
    }
}

#[test]
fn errors_of_contacts() {
    let cases = [
        (
            "law = \"glocker-pfeiffer\"",
            "law = \"glocker-pfeifer\"",
            "bar.toml, line 29: contact 0: law: there is no law named \"glocker-pfeifer\"; the laws are newton, kane, brach, glocker-pfeiffer, \
             glocker-pfeiffer-reversible, wang-mason-newton, wang-mason-poisson, stronge, beghin-boulanger, smith, walton, cs, \
             chatterjee-ruina; did you mean \"glocker-pfeiffer\"?",
        ),
        (
            "e = 1.0",
            "e = 1.5",
            "bar.toml, line 30: contact 0: e: e is 1.5; glocker-pfeiffer expects a value from 0.0 to 1.0",
        ),
        (
            "mu = 0.4",
            "",
            "bar.toml, line 29: contact 0: law: glocker-pfeiffer needs the coefficient mu, which is missing (it takes e, mu)",
        ),
        (
            "mu = 0.4",
            "mu = 0.4\nmu_static = 0.3",
            "bar.toml, line 32: contact 0: mu_static: expected at least mu = 0.4, got 0.3",
        ),
        (
            "mu = 0.4",
            "mu = 0.4\nfriction = \"smoothed\"",
            "bar.toml, line 27: contact 0: needs the key \"slip-speed\", which is missing",
        ),
        (
            "[\"bar\", \"floor\"]",
            "[\"bar\", \"flor\"]",
            "bar.toml, line 28: contact 0: between: there is no body \"flor\"; did you mean \"floor\"?",
        ),
        (
            "[\"bar\", \"floor\"]",
            "[\"bar\", \"bar\"]",
            "bar.toml, line 28: contact 0: between: expected two different bodies",
        ),
        (
            "between = [\"bar\", \"floor\"]",
            "",
            "bar.toml, line 27: contact 0: needs one of between = [a, b], materials = [m, n], default = true",
        ),
        (
            "[[contact]]",
            "[[contact]]\nbetween = [\"floor\", \"bar\"]\ncollide = false\n[[contact]]",
            "bar.toml, line 31: contact 1: between: another contact is between these two",
        ),
        (
            "mu = 0.4",
            "mu = 0.4\nmaterial = \"stel-bar\"",
            "bar.toml, line 32: contact 0: material: there is no material \"stel-bar\"; did you mean \"steel-bar\"?",
        ),
    ];
    for (old, new, expected) in cases {
        assert_eq!(said(old, new), expected);
    }
}

#[test]
fn errors_of_parameters() {
    let cases = [
        (
            "a = \"= b\"\nb = \"= 2*c\"\nc = \"= a\"",
            "bar.toml, line 4: parameter \"c\": refers to itself: a -> b -> c -> a",
        ),
        ("a = \"= a\"", "bar.toml, line 2: parameter \"a\": refers to itself: a -> a"),
        (
            "mu = 1\na = \"= muu\"",
            "bar.toml, line 3: parameter \"a\": there is no parameter \"muu\"; did you mean \"mu\"?",
        ),
        ("t = 1", "bar.toml, line 2: parameter \"t\": t has its own meaning in expressions; take another name"),
        (
            "a-b = 1",
            "bar.toml, line 2: parameter \"a-b\": a name has letters, digits and _ and does not start with a digit",
        ),
    ];
    let said = |parameters: &str| {
        let text = format!("[parameters]\n{parameters}\n{BAR}");
        read_scene(&text, "bar.toml").map(|_| ()).unwrap_err().to_string()
    };
    for (parameters, expected) in cases {
        assert_eq!(said(parameters), expected);
    }
    // A unit that is not known: those that are.
    let miles = said("a = \"5 miles\"");
    let expected = "bar.toml, line 2: parameter \"a\": \"5 miles\" is not a number, not a number with a known unit, and not an expression (those start with =); the units are m, ";
    assert!(miles.starts_with(expected) && miles.contains("MN/m") && miles.contains("kg mm^2"), "{miles}");
}

#[test]
fn a_velocity_beside_a_motion_is_refused() {
    // Seen: the velocity of the body was ignored without a word.
    let text = BAR.replace("velocity = [0.0, 0.0]", "velocity = [1.0, 0.0]") + "[[motion]]\nbody = \"bar\"\nx = 1\n";
    let said = read_scene(&text, "bar.toml").map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        said,
        "bar.toml, line 33: motion of \"bar\": body: this body moves as its motion says; take away its keys velocity and spin"
    );
}

#[test]
fn a_motion_that_begins_elsewhere_is_told() {
    // Seen: the position of the body was ignored without a word.
    let remarks = |motion: &str| {
        let text = format!("{BAR}[[motion]]\nbody = \"bar\"\n{motion}\n");
        read_scene(&text, "bar.toml").unwrap().remarks()
    };
    assert!(remarks("y = { sinusoid = { amplitude = 0.1, omega = 2 } }").is_empty());
    assert!(remarks("y = \"= 1.2 + t\"").is_empty());
    let said = "\"bar\" begins at y = 0.1 by its motion, and not at 1.2, where its own keys put it";
    assert_eq!(remarks("y = \"= 0.1*cos(t)\""), [said]);
}

#[test]
fn errors_of_joints_forces_and_motions() {
    let first = BAR.lines().count() + 1;
    let cases = [
        (
            "[[joint]]\nkind = \"pinn\"",
            1,
            "joint 0: kind: \"pinn\" is none of pin, slider, weld, point-on-line, distance; did you mean \"pin\"?",
        ),
        (
            "[[joint]]\nbetween = [\"bar\", \"world\"]",
            0,
            "joint 0: needs the key \"kind\", which is missing: one of pin, slider, weld, point-on-line, distance",
        ),
        (
            "[[joint]]\nkind = \"pin\"\nbetween = [\"bar\", \"world\"]",
            0,
            "joint \"pin bar-world\" (pin): needs a point: at-a in the frame of the body, or start-a or at in the world",
        ),
        (
            "[[joint]]\nkind = \"pin\"\nbetween = [\"bar\", \"world\"]\nat = [0, 0]\naxis = [1, 0]",
            4,
            "joint \"pin bar-world\" (pin): unknown key \"axis\"; expected one of name, kind, between, at, at-a, at-b, start-a, start-b, when, repeat",
        ),
        ("[[joint]]\nkind = \"pin\"\nbetween = [\"world\", \"bar\"]", 2, "joint 0: between: the world comes second"),
        (
            "[[joint]]\nname = \"p\"\nkind = \"pin\"\nbetween = [\"bar\", \"world\"]\nat = [0, 0]\n[[joint]]\nname = \"p\"\nkind = \"pin\"\nbetween = [\"bar\", \"world\"]\nat = [0, 0]",
            6,
            "joint \"p\": name: another joint has the name \"p\"; repeated joints need {i} in it",
        ),
        (
            "[[force]]\nkind = \"applied\"\nbody = \"bar\"\nforce = [\"= bra.x\", 0]",
            3,
            "force 0 (applied), force: x: there is no body \"bra\"; did you mean \"bar\"?",
        ),
        (
            "[[force]]\nkind = \"applied\"\nbody = \"bar\"\ntorque = \"= bar.spi\"",
            3,
            "force 0 (applied): torque: a body has no \"spi\"; did you mean \"spin\"?",
        ),
        (
            "[[force]]\nkind = \"applied\"\nbody = \"bar\"\ntorque = \"= 1/bar.spin\"",
            3,
            "force 0 (applied): torque: at the start its value is inf; expected a finite number",
        ),
        ("[[force]]\nkind = \"applied\"\nbody = \"bar\"", 0, "force 0 (applied): needs force or torque"),
        (
            "[[force]]\nkind = \"spring\"\nbetween = [\"bar\", \"world\"]",
            0,
            "force 0 (spring): needs at-b or start-b: the point of the world it is attached to",
        ),
        (
            "[[motion]]\nbody = \"floor\"\nx = 1",
            1,
            "motion of \"floor\": body: this body is fixed; take away its key fixed to move it",
        ),
        ("[[motion]]\nbody = \"bar\"", 0, "motion of \"bar\": needs at least one of x, y, angle"),
        (
            "[[motion]]\nbody = \"bar\"\nx = \"= bar.x\"",
            2,
            "motion of \"bar\": x: must not depend on the state of a body, bar",
        ),
        (
            "[[motion]]\nbody = \"bar\"\nx = { table = { times = [0, 1, 1], values = [0, 1, 2] } }",
            2,
            "motion of \"bar\", x, table: times: times must ascend: sample 2 is not after the one before it",
        ),
        (
            "[[motion]]\nbody = \"bar\"\nx = \"= ln(t)\"",
            2,
            "motion of \"bar\": x: at t = 0 the value is -inf, its rate inf, its acceleration NaN: expected finite numbers",
        ),
        (
            "[[body]]\nname = \"b\"\nrepeat = 1e9",
            2,
            "body 2: repeat: expected a whole number from 0 to 19998, got 1000000000",
        ),
    ];
    for (added, line, expected) in cases {
        let text = format!("{BAR}{added}\n");
        let expected = format!("bar.toml, line {}: {expected}", first + line);
        assert_eq!(read_scene(&text, "bar.toml").map(|_| ()).unwrap_err().to_string(), expected);
    }
}

#[test]
fn an_error_found_later_names_the_line() {
    let scene = read_scene(BAR, "bar.toml").unwrap();
    let error = scene.error_about_body("floor", "overlaps body \"bar\" by 0.1 m at the start");
    assert_eq!(error.to_string(), "bar.toml, line 22: body \"floor\": overlaps body \"bar\" by 0.1 m at the start");
    assert_eq!(scene.error("no").to_string(), "bar.toml: no");
}

#[test]
fn errors_of_the_world_name_the_line() {
    let build = |text: &str| read_scene(text, "bar.toml").unwrap().build().map(|_| ()).unwrap_err().to_string();
    let cases = [
        (
            BAR.replace("position = [0.0, 1.2]", "position = [0.0, 0.1]"),
            "bar.toml, line 13: bodies \"bar\" and \"floor\": position: the bodies overlap at the start by 2.536e-1 m; move one of them, or let the pair pass through each other (collide = false in its contact)",
        ),
        (
            BAR.replace("mass = 1.0\n", ""),
            "bar.toml, line 13: body \"bar\": mass: a body that moves needs a mass or a density",
        ),
        (
            format!(
                "{BAR}[[joint]]\nname = \"hinge\"\nkind = \"pin\"\nbetween = [\"bar\", \"world\"]\nat-a = [0, 0]\nat-b = [0, 1]\n"
            ),
            "bar.toml, line 32: joint \"hinge\": at_a: the joint is open at the start by 2.000e-1 m or rad; move a body, turn it, or move an anchor",
        ),
        (
            BAR.replace("{ rod = { length = 1.0 } }", "{ polygon = { points = [[0, 0], [0, 1], [1, 0]] } }"),
            "bar.toml, line 13: body \"bar\": shape.points: must be convex and counter-clockwise: the outline turns right at corner 0, counted from 0",
        ),
        (
            BAR.replace("fixed = true", "mass = 1"),
            "bar.toml, line 22: body \"floor\": shape: a half-space must be fixed or have a prescribed motion",
        ),
    ];
    let said: Vec<String> = cases.iter().map(|(text, _)| build(text)).collect();
    assert_eq!(said, cases.map(|(_, expected)| expected));
}

/// Bodies and systems do not touch: a contact that names both is refused.
#[test]
fn contacts_do_not_name_systems() {
    let system = "\n[[system]]\nname = \"toy\"\ncoordinates = [\"y\"]\nstart = [0]\nvelocity = [0]\nmass = [[1]]\n";
    let contact = "\n[[contact]]\nbetween = [\"bar\", \"toy\"]\nlaw = \"newton\"\ne = 1\n";
    let text = [BAR, system, contact].concat();
    let said = read_scene(&text, "bar.toml").map(|_| ()).unwrap_err().to_string();
    let expected = "between: \"toy\" is a system: bodies and systems do not touch each other; \
                    say what a system touches in [[system.contact]]";
    assert!(said.ends_with(expected), "{said}");
}

/// Time steps fit into the run, and are not so many that it never ends.
#[test]
fn steps_of_time_stepping() {
    let with = |step: &str| said("method = \"events\"", &format!("method = \"stepping\"\nstep = {step}"));
    assert_eq!(with("1.5"), "bar.toml, line 9: run: step: 1.5 s is longer than the run of 0.9 s");
    let many =
        "bar.toml, line 9: run: step: asks for 9.0e14 steps in a run of 0.9 s; there may be 1e10, take a longer one";
    assert_eq!(with("1e-15"), many);
}

/// Seen: these were read and half of what they say was left out. Right: they are refused, with what to do.
#[test]
fn what_would_be_left_out_is_refused() {
    let cases = [
        ("every = 0.01", "every = -1", "bar.toml, line 11: run: every: expected 0 or more, got -1"),
        (
            "between = [\"bar\", \"floor\"]",
            "default = true\nbetween = [\"bar\", \"floor\"]",
            "bar.toml, line 28: contact 0: default: the default is for everything that no other contact is for: give either it or between",
        ),
        (
            "name = \"floor\"",
            "name = \"flo*or\"",
            "bar.toml, line 23: body \"flo*or\": name: \"flo*or\" cannot be the name of a body: a star means many bodies in contacts",
        ),
        (
            "name = \"floor\"",
            "name = \"flo\\nor\"",
            "bar.toml, line 23: body \"flo\nor\": name: \"flo\\nor\" cannot be the name of a body: it stands on one line of tables",
        ),
        (
            "mu = 0.4",
            "mu = 0.4\nmu_static = 0.5\nfriction = \"coulomb\"",
            "bar.toml, line 32: contact 0: mu_static: this kind of friction has only mu: leave mu_static out, or take friction = \"static-kinetic\"",
        ),
    ];
    for (old, new, expected) in cases {
        assert_eq!(said(old, new), expected);
    }
    // The same number twice leaves nothing out.
    let same = BAR.replace("mu = 0.4", "mu = 0.4\nmu_static = 0.4\nfriction = \"coulomb\"");
    assert!(read_scene(&same, "bar.toml").is_ok());
}

/// Seen: a body of a material that is misspelt was read, and no contact was for it. Right: materials are known from `[[material]]`, presets
/// and `[[contact]]`.
#[test]
fn a_body_of_an_unknown_material_is_refused() {
    let contact = "[[contact]]\nmaterials = [\"rubber\", \"rubber\"]\nlaw = \"newton\"\ne = 0.9\n[[contact]]";
    let text = BAR.replace("[[contact]]", contact).replace("fixed = true", "fixed = true\nmaterial = \"rubber\"");
    assert!(read_scene(&text, "bar.toml").is_ok());
    let wrong = text.replace("mass = 1.0", "mass = 1.0\nmaterial = \"ruber\"");
    let error = read_scene(&wrong, "bar.toml").map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "bar.toml, line 17: body \"bar\": material: there is no material \"ruber\"; did you mean \"rubber\"?"
    );
    let preset = text.replace("mass = 1.0", "mass = 1.0\nmaterial = \"steel-bar\"");
    assert!(read_scene(&preset, "bar.toml").is_ok());
}

/// Seen: "newton needs the coefficient e" of a contact of a material that has it. Right: `materials = [m, m]` takes what `[[material]]` m says;
/// of two different ones the sentence says what to do.
#[test]
fn a_contact_of_one_material_takes_its_coefficients() {
    let scene = |materials: &str| {
        let text =
            BAR.replace("[[contact]]", "[[contact]]\nbetween = [\"bar\", \"floor\"]\ncollide = true\n[[contact]]");
        let text =
            text.replace("between = [\"bar\", \"floor\"]\nlaw = \"glocker-pfeiffer\"\ne = 1.0\nmu = 0.4", materials);
        let own = "[[material]]\nname = \"rubber\"\ne = 0.9\n[[material]]\nname = \"wood\"\n[[contact]]";
        let text = text.replacen("[[contact]]", own, 1);
        text.replace("mass = 1.0", "mass = 1.0\nmaterial = \"rubber\"")
            .replace("fixed = true", "fixed = true\nmaterial = \"MATERIAL\"")
    };
    let one = scene("materials = [\"rubber\", \"rubber\"]\nlaw = \"newton\"").replace("MATERIAL", "rubber");
    let read = read_scene(&one, "bar.toml").unwrap();
    assert_eq!(read.plane().unwrap().contacts.pairs[0].law.restitution, 0.9);
    let two = scene("materials = [\"rubber\", \"wood\"]\nlaw = \"newton\"").replace("MATERIAL", "wood");
    let error = read_scene(&two, "bar.toml").map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("newton needs the coefficient e") && error.contains("material = \"NAME\""), "{error}");
}

/// Numbers such as 1e100 were read, and the run had no end: positions and times of that size keep no gaps and no milliseconds.
#[test]
fn numbers_beyond_all_bodies_are_refused() {
    let cases = [
        (
            "mass = 1.0",
            "mass = 1e100",
            "line 16: body \"bar\": mass: expected a mass of at most 1e15 kg in size, got 1e100",
        ),
        (
            "mass = 1.0",
            "mass = 1e-100",
            "line 16: body \"bar\": mass: expected a mass from 1e-20 to 1e15 kg, got 1e-100",
        ),
        (
            "position = [0.0, 1.2]",
            "position = [0.0, 1e100]",
            "line 17: body \"bar\": position: expected a length of at most 1e9 m in size, got 1e100",
        ),
        ("until = 0.9", "until = 1e100", "line 7: run: until: expected a time of at most 1e12 s in size, got 1e100"),
    ];
    for (old, new, expected) in cases {
        let message = said(old, new);
        assert!(message.starts_with(&format!("bar.toml, {expected}")), "{message}\nexpected {expected}");
    }
}

/// Seen: of `every = -0.1` that it must be above 0, which 0 is not; a table of one sample taken; names of variants that could not be told apart.
#[test]
fn small_words_are_true() {
    let said = |text: &str| read_scene(text, "bar.toml").map(|_| ()).unwrap_err().to_string();
    let every = said(&BAR.replace("every = 0.01", "every = -0.1"));
    assert!(every.ends_with("every: expected 0 or more, got -0.1"), "{every}");
    let table = said(&format!(
        "{BAR}[[force]]\nkind = \"applied\"\nbody = \"bar\"\nforce = [{{ table = {{ times = [0], values = [1] }} }}, 0]\n"
    ));
    assert!(table.contains("expected at least two samples, got 1"), "{table}");
    let mut file = SceneFile::parse(
        &format!("{BAR}[variant.\"one, two\".parameters]\n[variant.\"three\".parameters]\n"),
        "bar.toml",
    )
    .unwrap();
    let variant = file.set("variant", "something else").and_then(|()| file.read().map(|_| ())).unwrap_err().to_string();
    assert!(variant.ends_with("expected one of \"one, two\", \"three\""), "{variant}");
}
