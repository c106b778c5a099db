//! Statics against closed forms and the reference of the wedge.

use carom::scene::range::Range;
use carom::scene::toml::SceneFile;
use carom::statics::{Along, Change, InSpace, Question, Report, critical, curves, held_at, statics};
use carom::sweep::Axis;
use serde_json::Value;

use crate::{answers, changed, file, near, number, prepared, relative};

/// Tolerances of the reference: 0.002 mm, 0.2 %.
const PLACE: f64 = 2e-6;
const FORCE: f64 = 2e-3;

/// The reference prints frequencies of its own differences; both are good to some seven digits.
const FREQUENCY: f64 = 1e-5;

fn question(of: &str) -> Question {
    Question { of: Some(of.to_owned()), ..Question::default() }
}

fn report(file: &SceneFile, question: &Question) -> Report {
    statics(&prepared(file), question).unwrap()
}

/// Bodies, springs, normal forces, modes and bands of both loads and every friction of the reference. The empty truck is looked at with
/// its frame held, in another scene than the loaded one.
#[test]
fn the_wedge_empty_and_loaded() {
    let all = answers("statics");
    let held = Question { fix: vec!["frame".to_owned()], ..question("bolster.y") };
    for (scene, load, question, mus) in [
        ("wedge", "unloaded", held, vec!["0.29", "0.3045", "0.3"]),
        ("wedge-loaded-free", "loaded", question("bolster.y"), vec!["0.2", "0.21"]),
    ] {
        for mu in mus {
            // Newton's method has to find its way from another start too.
            let start = if load == "loaded" { "-45 mm" } else { "-36 mm" };
            let file = file(scene, &[("parameters.mu", mu), ("parameters.start", start)]);
            let found = report(&file, &question);
            equilibrium(&found, &all[load]);
            friction(found.along.as_ref().unwrap(), &all[load], &all[load][format!("mu_{mu}")]);
            assert!(found.forces.iter().all(|force| !force.unique), "stuck forces are never unique");
        }
    }
}

fn equilibrium(found: &Report, expected: &Value) {
    let equilibrium = found.equilibrium.as_ref().unwrap();
    let body = |name: &str| equilibrium.bodies.iter().find(|body| body.body == name).unwrap();
    near("y", body("bolster").y, 1e-3 * number(expected, "y_frictionless_mm"), PLACE);
    for (k, got) in [body("front wedge").x, body("front wedge").y].into_iter().enumerate() {
        near("front wedge", got, 1e-3 * expected["wedge_front_mm"][k].as_f64().unwrap(), PLACE);
    }
    let springs = |end: &'static str| equilibrium.springs.iter().filter(move |spring| spring.name.contains(end));
    let coils = &expected["bolster_spring_compressions_mm"];
    for (k, got) in springs("centre springs").next().unwrap().compressions.iter().enumerate() {
        near("coil", *got, 1e-3 * coils[k].as_f64().unwrap(), PLACE);
    }
    let total: f64 = springs(" springs").map(|spring| spring.push).sum();
    relative("bolster springs", total, number(expected, "bolster_spring_total_N"), FORCE);
    let each = springs("wedge spring").next().unwrap().push;
    relative("wedge spring", each, number(expected, "wedge_spring_N_each"), FORCE);
    normals(equilibrium.normals.iter().map(|normal| normal.force), &expected["frictionless_normals_bottom_top_arc_N"]);
    for (mode, expected) in equilibrium.modes.iter().zip(expected["frictionless_modes_fixed_frame"].as_array().unwrap())
    {
        relative("frequency", mode.frequency, number(expected, "f_hz"), FREQUENCY);
        let shape = mode.shape.iter().find(|body| body.body == "bolster").unwrap();
        let angle = expected["shape_x_y_theta"][2].as_f64().unwrap();
        if angle.abs() > 0.5 {
            let ratio = expected["shape_x_y_theta"][0].as_f64().unwrap() / angle;
            near("shape", shape.x / shape.angle, ratio, 1e-4);
        }
    }
}

/// Forces at bottom, top and arc, of both wedges.
fn normals(got: impl Iterator<Item = f64>, expected: &Value) {
    let mut got: Vec<f64> = got.collect();
    let mut expected: Vec<f64> = (0..6).map(|k| expected[k / 2].as_f64().unwrap()).collect();
    got.sort_by(f64::total_cmp);
    expected.sort_by(f64::total_cmp);
    assert_eq!(got.len(), 6);
    got.iter().zip(&expected).for_each(|(got, expected)| relative("normal force", *got, *expected, FORCE));
}

fn friction(along: &Along, load: &Value, expected: &Value) {
    let band = along.must_rest.unwrap().map(Option::unwrap);
    for (k, got) in band.into_iter().enumerate() {
        near("band", got, 1e-3 * expected["y_band_slip_rule_mm"][k].as_f64().unwrap(), PLACE);
    }
    // Friction may hold more than it must, on the side where loading leaves a choice.
    let can = along.can_rest.unwrap().map(Option::unwrap);
    near("lower end", can[0], band[0], PLACE);
    assert!(can[1] > band[1] + 1e-4);
    let required = number(expected, "required_contact_support_at_frictionless_y_N");
    for (k, push) in along.holds.unwrap().into_iter().enumerate() {
        relative("support", required - push, expected["stick_range_LP_N"][1 - k].as_f64().unwrap(), FORCE);
    }
    assert!(load.is_object());
    for (slide, name) in [(&along.up, "up"), (&along.down, "down")] {
        normals(slide.normals.iter().copied(), &expected[format!("normals_sliding_{name}_bottom_top_arc_N")]);
        let frequency = number(expected, &format!("sliding_frequency_hz/{name}"));
        relative("sliding frequency", slide.frequency.unwrap(), frequency, FREQUENCY);
        assert_eq!(slide.answers, 1);
    }
}

/// The support with which the empty bolster slides up and down at -37.3 mm, for frictions on both sides of every threshold.
#[test]
fn support_while_sliding_over_friction() {
    let all = answers("painleve");
    let held = Question { fix: vec!["frame".to_owned()], ..question("bolster.y") };
    // Weight less the springs at 253.5 mm: 7 groups of 356 and 172 N/mm, 1.5 and 0.5 mm compressed.
    let required = 824.0 * 9.85 - 7.0 * (356e3 * 1.5e-3 + 172e3 * 0.5e-3);
    for row in all["static_support_y-37.3mm_unloaded"].as_array().unwrap() {
        let file = file("wedge", &[("parameters.mu", &number(row, "mu").to_string())]);
        let found = curves(&prepared(&file), &held, [-0.0373, -0.0373], 1).unwrap();
        // The reference is quasi-static with the spring leaning by 0.1 degrees; so are we.
        relative("down", required - found.down[0], number(row, "slip_down_N"), 1e-6);
        relative("up", required - found.up[0], number(row, "slip_up_N"), 1e-6);
    }
}

fn changes(file: &SceneFile, question: &Question, path: &str, from: f64, to: f64) -> Vec<Change> {
    let axis = Axis { path: path.to_owned(), range: Range { from, to, count: 81 } };
    critical(file, question, &axis).unwrap()
}

#[track_caller]
fn at(changes: &[Change], property: &str, above: bool) -> f64 {
    let found = changes.iter().find(|change| change.property.starts_with(property) && change.above == above);
    found.unwrap_or_else(|| panic!("no change of {property}: {changes:?}")).at
}

/// Seen: a change at 0.000000, since without any friction rounding decides whether forces differ. The first one is at tan 4 degrees.
#[test]
fn nothing_changes_at_the_end_of_a_range() {
    let held = Question { fix: vec!["frame".to_owned()], ..question("bolster.y") };
    let found = changes(&file("wedge", &[]), &held, "parameters.mu", 0.0, 0.3);
    near("tan 4", found[0].at, 4_f64.to_radians().tan(), 1e-5);
}

/// What the wedges can bear stuck at -37.3 mm, and between what an arc can press there: problem WG-01 of the complementarity problems, in which
/// impulses are forces over 1/120 s.
#[test]
fn what_is_held_at_a_place() {
    let held = Question { fix: vec!["frame".to_owned()], ..question("bolster.y") };
    let found = held_at(&prepared(&file("wedge", &[])), &held, -0.0373).unwrap();
    let required = 824.0 * 9.85 - 7.0 * (356e3 * 1.5e-3 + 172e3 * 0.5e-3);
    relative("stuck, most", required - found.holds.unwrap()[0], 10985.539482358457, 1e-6);
    relative("stuck, least", required - found.holds.unwrap()[1], 1939.4621010870296, 1e-6);
    let arc = found.forces.iter().find(|force| force.between.contains("bolster")).unwrap();
    relative("arc, least", arc.normal[0], 120.0 * 19.398850658006197, 1e-4);
    relative("arc, most", arc.normal[1], 120.0 * 46.82724319986245, 1e-4);
}

/// Loss of uniqueness, self-locking, loss of the P property, tipping, no solution; with the chosen and the printed moment of the wedges.
#[test]
fn critical_friction_of_the_wedge() {
    let all = answers("painleve");
    let held = Question { fix: vec!["frame".to_owned()], ..question("bolster.y") };
    let mu = "parameters.mu";
    let found = changes(&file("wedge", &[]), &held, mu, 0.01, 3.6);
    // Angles of the geometry: exact up to the slope of the spring and the threshold for equal forces.
    near("tan 4", at(&found, "pushed down it may stay", true), 4_f64.to_radians().tan(), 1e-5);
    near("tan 19.5", at(&found, "pushed down it locks", true), 19.5_f64.to_radians().tan(), 1e-6);
    let p = "sliding down the normal forces are unique";
    relative("P down", at(&found, p, false), number(&all, "unloaded_fixed/down_P"), 1e-5);
    relative("P up", at(&found, "sliding up the normal", false), number(&all, "unloaded_fixed/up_P"), 1e-5);
    let worst = all["unloaded_fixed"]["worst_any_pattern_P"][0].as_f64().unwrap();
    relative("P, any slips", at(&found, "for every pattern", false), worst, 1e-5);
    relative(
        "tips",
        at(&found, "sliding down a contact opens", true),
        number(&all, "wedge_tipping_mu_dynamic_unloaded"),
        1e-4,
    );
    let none = "no_solution_above_mu_sliding_down_fixed_frame_Iw_";
    relative("none", at(&found, "sliding down has no answer", true), number(&all, &format!("{none}0.0841")), 1e-4);
    let found = changes(&file("wedge", &[("parameters.wedge_moment", "8.41e-5")]), &held, mu, 0.01, 0.9);
    relative("P down", at(&found, p, false), number(&all, "unloaded_Iw_8.41e-5_fixed/down_P"), 1e-5);
    relative("none", at(&found, "sliding down has no answer", true), number(&all, &format!("{none}8.41e-05")), 1e-4);
}

/// A block on a slope stays up to tan = mu, whatever the slope; its two corners share the friction in many ways.
#[test]
fn a_block_on_a_slope() {
    for slope in [0.2_f64, 0.6] {
        let file = file("block-on-incline", &[("parameters.slope_angle", &slope.to_string())]);
        let found = changes(&file, &Question::default(), "parameters.mu", 0.01, 1.5);
        // Linear programs are solved to 1e-9.
        near("tan", at(&found, "friction can hold the start", true), slope.tan(), 1e-8);
        let found = report(&changed(file, &[("parameters.mu", "0.9")]), &question("block.x"));
        assert!(found.equilibrium.is_none() && found.start_can_rest == Some(true));
        assert!(found.forces.iter().all(|force| force.normal[1] - force.normal[0] < 1e-9 && !force.unique));
        assert_eq!(found.along.unwrap().must_rest, Some([None, None]), "it stays wherever it is put");
    }
}

/// tan = (1 - mu_f mu_w)/(2 mu_f), and with its own numbers.
#[test]
fn a_ladder() {
    for [floor, wall] in [[0.4_f64, 0.3], [0.5, 0.0], [0.25, 0.6]] {
        let least = ((1.0 - floor * wall) / (2.0 * floor)).atan();
        let (floor, wall, angle) = (floor.to_string(), wall.to_string(), (least + 0.02).to_string());
        let set =
            [("parameters.mu_floor", floor.as_str()), ("parameters.mu_wall", &wall), ("parameters.angle", &angle)];
        let along = report(&file("ladder", &set), &question("ladder.angle")).along.unwrap();
        near("least angle", along.can_rest.unwrap()[0].unwrap(), least, 1e-8);
    }
}

/// A mass on nested springs that only push, and one that hangs: places and frequencies in closed form.
#[test]
fn masses_on_springs() {
    let text = r#"
[scene]
name = "nested"
gravity = [0.0, -10.0]
[run]
until = 1.0
[[body]]
name = "mass"
shape = { box = { width = 0.2, height = 0.2 } }
mass = 3.0
position = [0.0, 1.0]
[[joint]]
kind = "slider"
between = ["mass", "world"]
axis = [0.0, 1.0]
[[force]]
name = "nest"
kind = "compression"
between = ["mass", "world"]
at-b = [0.0, 0.0]
springs = [{ stiffness = 100.0, free-length = 1.0 }, { stiffness = 200.0, free-length = 0.9 }, { stiffness = 1e4, free-length = 0.5 }]
"#;
    let file = SceneFile::parse(text, "nested").unwrap();
    let found = report(&file, &Question::default()).equilibrium.unwrap();
    // 100 (1 - y) + 200 (0.9 - y) = 30; Newton's method stops at 1e-10 of the force.
    near("y", found.bodies[0].y, 250.0 / 300.0, 1e-9);
    near("frequency", found.modes[0].frequency, (300_f64 / 3.0).sqrt() / std::f64::consts::TAU, 1e-6);
    assert_eq!(found.modes.len(), 1);
    assert!(found.springs[0].compressions[2] < 0.0);
}

/// What has no equilibrium is said, and a question that makes no sense.
#[test]
fn no_equilibrium_and_bad_questions() {
    let found = report(&file("bar-drop", &[]), &Question::default());
    assert!(found.equilibrium.is_none() && found.start_can_rest == Some(false));
    assert!(found.no_equilibrium.unwrap().contains("bar"));
    let ladder = prepared(&file("ladder", &[]));
    assert!(statics(&ladder, &question("ladder.vx")).unwrap_err().contains("no coordinate"));
    let fix = Question { fix: vec!["wall".to_owned()], of: None };
    assert!(statics(&ladder, &fix).unwrap_err().contains("fixed already"));
}

/// A plate that hangs from a ceiling by four springs at its corners (x, y): it goes up and down with omega^2 = 4 k/m and turns about the
/// vertical with omega^2 = g/l m r^2/J, r^2 = x^2 + y^2, where l is the length of the springs.
const HUNG: &str = r#"
[scene]
space = "space"
gravity = [0, 0, -10]
[run]
until = 1
[[body]]
name = "plate"
mass = 2
moments = [0.05, 0.08, 0.11]
position = [0, 0, -1.1]
SPRINGS
"#;

fn hung() -> carom::run::Prepared {
    let spring = |(x, y): (f64, f64)| {
        format!(
            "[[force]]\nname = \"spring {x} {y}\"\nkind = \"spring\"\nbetween = [\"plate\", \"world\"]\nat-a = [{x:?}, {y:?}, 0.0]\n\
             at-b = [{x:?}, {y:?}, 0.0]\nstiffness = 50.0\nfree-length = 1.0\n"
        )
    };
    let springs: Vec<String> = [(0.3, 0.2), (-0.3, 0.2), (-0.3, -0.2), (0.3, -0.2)].into_iter().map(spring).collect();
    let text = HUNG.replace("SPRINGS", &springs.join("\n"));
    carom::run::Prepared::new(carom::scene::toml::read_scene(&text, "hung.toml").unwrap()).unwrap()
}

#[test]
fn a_plate_hung_in_space() {
    let found = statics(&hung(), &Question::default()).unwrap();
    let equilibrium = found.equilibrium.unwrap();
    let place = equilibrium.bodies[0].space.unwrap();
    // m g / 4 k = 0.1 below the free length of 1; the residual of the forces is 1e-10 of their size.
    near("z", place.z, -1.1, 1e-9);
    near("turned", equilibrium.bodies[0].angle, 0.0, 1e-9);
    for spring in &equilibrium.springs {
        near("length", spring.length, 1.1, 1e-9);
        near("push", spring.push, -5.0, 1e-7);
    }
    let frequency = |square: f64| square.sqrt() / std::f64::consts::TAU;
    for (what, square, moves) in [("up and down", 4.0 * 50.0 / 2.0, 2), ("turning", 10.0 / 1.1 * 2.0 * 0.13 / 0.11, 5)]
    {
        let mode = equilibrium.modes.iter().find(|mode| {
            let InSpace { z, turn: [a, b, c] } = mode.shape[0].space.unwrap();
            let all = [mode.shape[0].x, mode.shape[0].y, z, a, b, c];
            (all[moves].abs() - 1.0).abs() < 1e-6 && all.iter().filter(|part| part.abs() > 1e-6).count() == 1
        });
        // Stiffness by differences: some seven digits.
        relative(what, mode.unwrap().frequency, frequency(square), 1e-6);
    }
    assert_eq!(equilibrium.modes.len(), 6);
    let along = statics(&hung(), &question("plate.x"));
    assert!(along.unwrap_err().contains("scenes of the plane only"));
}

/// The truck in space rests as the half truck in the plane does: both sides with the springs and the normal forces of the reference, and
/// with its frames held the bolster goes up and down with the frequency of the plane.
#[test]
fn the_truck_in_space_rests_as_that_of_the_plane() {
    let all = answers("statics");
    let expected = &all["unloaded"];
    let question = Question { fix: vec!["left".to_owned(), "right".to_owned()], ..Question::default() };
    let found = statics(&prepared(&file("truck-in-space", &[("parameters.start", "-36.5 mm")])), &question).unwrap();
    let equilibrium = found.equilibrium.unwrap();
    let bolster = equilibrium.bodies.iter().find(|body| body.body == "bolster").unwrap();
    near("bolster", bolster.space.unwrap().z, number(expected, "y_frictionless_mm") * 1e-3, PLACE);
    let total = |what: &str| -> f64 {
        let of = |normal: &&carom::statics::Normal| normal.between.contains(what);
        equilibrium.normals.iter().filter(of).map(|normal| normal.force).sum()
    };
    // Four wedges; the arc of the plane is a ridge here.
    let normal = |k: usize| expected["frictionless_normals_bottom_top_arc_N"][k].as_f64().unwrap();
    relative("faces of the bolster", total("bolster"), 4.0 * normal(2), FORCE);
    let columns = equilibrium.normals.iter().map(|normal| normal.force).sum::<f64>() - total("bolster");
    relative("columns", columns, 4.0 * (normal(0) + normal(1)), FORCE);
    // Springs across resist too, but not up and down.
    let vertical = |mode: &&carom::statics::Mode| {
        let shape = mode.shape.iter().find(|body| body.body == "bolster").unwrap();
        shape.space.unwrap().z.abs() > 0.99
    };
    let frequency = equilibrium.modes.iter().find(vertical).unwrap().frequency;
    relative("up and down", frequency, 11.1233, 1e-4);
}
