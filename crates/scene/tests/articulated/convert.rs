//! To TOML and back: the same files.

use carom_scene::articulated::{BodyLine, Constraint, Force, Project};
use carom_scene::toml::{SceneFile, read_scene};
use glam::DVec3;

use super::{configurations, folder};

/// The lines in which things stand are not part of what is said.
fn without_lines(mut project: Project) -> Project {
    project.bodies.iter_mut().for_each(|BodyLine { line, .. }| *line = 0);
    project.state.bodies.iter_mut().for_each(|body| body.line = 0);
    project.constraints.iter_mut().for_each(|Constraint { line, .. }| *line = 0);
    project.forces.iter_mut().for_each(|Force { line, .. }| *line = 0);
    project
}

#[test]
fn every_scene_comes_back_from_toml_as_it_was() {
    for path in configurations() {
        let project = Project::read(&path).unwrap();
        let scene = read_scene(&project.to_toml(), "converted.toml").unwrap_or_else(|error| panic!("{error}"));
        let back = Project::of_scene(&scene, &project.base).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(without_lines(back), without_lines(project), "{}", path.display());
    }
}

/// Seen: a duration lost its last bits where the state has a time of its own, and a gravity that is off its acceleration. Right: what comes back
/// is what went, to the last bit.
#[test]
fn durations_times_and_gravities_come_back_to_the_last_bit() {
    let mut project = Project::read(&folder().join("ex92_scaled.cfg")).unwrap();
    for k in 1..400_u32 {
        // Times of up to a day with one to four digits.
        let digits = 10.0_f64.powi(1 + (k % 4) as i32);
        project.state.time = (f64::from(k * 7919 % 86_400) / digits).floor() / digits;
        project.animation.duration = f64::from(1 + k * 31 % 997) / digits;
        project.animation.frames = 1 + (k * 13 % 500) as usize;
        (project.animation.gravity, project.animation.gravity_acceleration) =
            [(true, 9.81), (false, 9.81), (false, 3.7), (true, 1.62), (true, 0.0)][(k % 5) as usize];
        let scene = read_scene(&project.to_toml(), "converted.toml").unwrap_or_else(|error| panic!("{error}"));
        let back = Project::of_scene(&scene, &project.base).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(back.animation, project.animation, "{k}");
        assert_eq!(back.state.time, project.state.time, "{k}");
    }
}

/// Scale and density act as the work says: the bar 10 x 4 x 2 of 10 kg from a cube of side 2.
#[test]
fn a_scaled_shape_has_the_mass_and_moments_of_the_scaled_body() {
    let project = Project::read(&folder().join("ex92_scaled.cfg")).unwrap();
    let scene = SceneFile::of_project(&project).unwrap().read().unwrap();
    let body = &scene.spatial().unwrap().bodies[0];
    let expected = DVec3::new(10.0 * 20.0 / 12.0, 10.0 * 104.0 / 12.0, 10.0 * 116.0 / 12.0);
    // Rounding of a few products.
    assert!((body.mass.mass.unwrap() - 10.0).abs() < 1e-13);
    assert!((body.mass.inertia.unwrap() * DVec3::ONE - expected).abs().max_element() < 1e-12);
}

/// theta' = (0, w) theta / 2 turned back.
#[test]
fn rates_of_euler_parameters_become_the_angular_velocity_in_the_world() {
    let project = Project::read(&folder().join("ex93.cfg")).unwrap();
    let scene = SceneFile::of_project(&project).unwrap().read().unwrap();
    let body = &scene.spatial().unwrap().bodies[0];
    let state = &project.state.bodies[0];
    let [w, x, y, z] = state.orientation_rate;
    let spin = glam::DQuat::from_xyzw(body.spin.x, body.spin.y, body.spin.z, 0.0);
    let rate = spin.mul_quat(body.rotation) * 0.5;
    assert!((rate - glam::DQuat::from_xyzw(x, y, z, w)).length() < 1e-15);
    assert!(body.spin.length() > 0.1);
}

/// Errors after reading name the line of the file that said it.
#[test]
fn an_error_of_the_world_names_the_line_of_the_formats() {
    let mut project = Project::read(&folder().join("ex95.cfg")).unwrap();
    project.shapes.get_mut("tetra").unwrap().faces[0].vertices.swap(0, 1);
    let error = SceneFile::of_project(&project).unwrap().read().unwrap().build().unwrap_err().to_string();
    assert!(error.contains("ex95.bds, line 3: body \"tetra\""), "{error}");
}

#[test]
fn changes_reach_a_project() {
    let project = Project::read(&folder().join("ex95.cfg")).unwrap();
    let mut file = SceneFile::of_project(&project).unwrap();
    file.set("run.tolerance", "1e-10").unwrap();
    file.set("body.tetra.position", "[0, 3, 5]").unwrap();
    let scene = file.read().unwrap();
    assert_eq!(scene.run.settings.tolerance, 1e-10);
    assert_eq!(scene.spatial().unwrap().bodies[0].position, DVec3::new(0.0, 3.0, 5.0));
    let problem = file.set("body.moon.mass", "1").unwrap_err().to_string();
    assert!(problem.contains("ex95.cfg, --set body.moon.mass=1"), "{problem}");
}

/// A box that stands askew in its own frame gets the frame of its principal axes, and its points with it.
#[test]
fn a_body_in_a_frame_of_its_own_gets_that_of_its_principal_axes() {
    let text = r#"
        [scene]
        space = "space"
        gravity = [0, 0, -9.81]
        [run]
        until = 1
        [[contact]]
        default = true
        law = "newton"
        e = 1
        [[body]]
        name = "a"
        shape = { box = { size = [1, 2, 3] }, offset = [0.5, 0, 0], axis = [0, 0, 1], angle = "30 deg" }
        mass = 12
        position = [1, 0, 0]
        [[joint]]
        kind = "spherical"
        name = "hang"
        between = ["a", "world"]
        at-a = [0, 0, 0]
        at-b = [0.5, 0, 0]
        "#;
    let scene = read_scene(text, "box.toml").unwrap();
    let project = Project::of_scene(&scene, "box").unwrap();
    let shape = &project.shapes["a"];
    let moments = shape.moments.unwrap();
    // m (b^2 + c^2)/12, ascending; rounding of the eigenvalues.
    assert!(moments.iter().zip([5.0, 10.0, 13.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{moments:?}");
    let size = |k: usize| shape.vertices.iter().map(|vertex| vertex.at[k]).fold(0.0, f64::max);
    // The least moment is about the longest side, z; then y, then x.
    assert!((size(0) - 1.5).abs() < 1e-12 && (size(1) - 1.0).abs() < 1e-12 && (size(2) - 0.5).abs() < 1e-12);
    let again = SceneFile::of_project(&project).unwrap().read().unwrap().build().unwrap();
    assert_eq!(again.names(), ["a"]);
}

/// A joint without a name of its own has been given one of two words, which no file of the simulator could say.
#[test]
fn joints_without_names_get_one_word() {
    let text = r#"
        [scene]
        space = "space"
        [run]
        until = 1
        [[contact]]
        default = true
        law = "newton"
        e = 1
        [[body]]
        name = "a"
        shape = { box = { size = [1, 2, 3] } }
        mass = 12
        [[joint]]
        kind = "spherical"
        between = ["a", "world"]
        at = [0, 0, 1]
        "#;
    let project = Project::of_scene(&read_scene(text, "box.toml").unwrap(), "box").unwrap();
    assert_eq!(project.constraints[0].name, "spherical-a-world");
    let named = text.replace("kind = \"spherical\"", "kind = \"spherical\"\nname = \"my joint\"");
    let refused = Project::of_scene(&read_scene(&named, "box.toml").unwrap(), "box").unwrap_err();
    assert!(refused.to_string().contains("a name of one word"), "{refused}");
}

#[test]
fn what_the_formats_cannot_say_is_refused() {
    let head = "[scene]\nspace = \"space\"\n[run]\nuntil = 1\n";
    let body = "[[body]]\nname = \"a b\"\nmass = 1\nshape = { sphere = { radius = 1 } }\n";
    let newton = "[[contact]]\ndefault = true\nlaw = \"newton\"\ne = 1\n";
    let refused = |text: String| {
        let scene = read_scene(&text, "x.toml").unwrap();
        Project::of_scene(&scene, "x").unwrap_err().to_string()
    };
    assert!(refused(format!("{head}{body}")).contains("law = \"newton\""));
    assert!(refused(format!("{head}{newton}{body}")).contains("name of one word"));
    let body = body.replace("a b", "a");
    assert!(refused(format!("{head}{newton}{body}")).contains("polyhedra only"));
    for (line, why) in [
        ("method = \"stepping\"", "by events only"),
        ("simultaneous = \"poisson\"", "a rule of its own"),
        ("paradox = \"impact\"", "cannot be said"),
        ("integrator = \"radau\"", "have their own"),
        ("every = 0.03", "whole part"),
    ] {
        let said = refused(format!("{head}{line}\n{newton}{body}"));
        assert!(said.contains(why), "{line}: {said}");
    }
    let plane = "[run]\nuntil = 1\n[[body]]\nname = \"a\"\nmass = 1\nshape = { disc = { radius = 1 } }\n";
    assert!(refused(plane.to_owned()).contains("space = \"space\""));
}

/// Stops and friction of a joint are read, and have no place in the files of articulated polyhedra.
#[test]
fn joints_with_stops_and_friction() {
    let joint = |more: &str| {
        format!(
            r#"
            [scene]
            space = "space"
            [run]
            until = 1
            [[contact]]
            default = true
            law = "newton"
            e = 1
            [[body]]
            name = "door"
            shape = {{ box = {{ size = [1, 0.1, 2] }} }}
            mass = 12
            [[joint]]
            kind = "revolute"
            name = "hinge"
            between = ["door", "world"]
            at = [-0.5, 0, 0]
            axis = [0, 0, 1]
            {more}
            "#
        )
    };
    let text = joint("limits = [\"-10 deg\", \"120 deg\"]\nrestitution = 0.3\nfriction = 0.2\nfriction-speed = 0.01");
    let scene = read_scene(&text, "door.toml").unwrap();
    let hinge = &scene.spatial().unwrap().joints[0];
    let limits = hinge.limits.unwrap();
    assert!((limits.upper - 120.0_f64.to_radians()).abs() < 1e-15 && limits.restitution == 0.3);
    assert_eq!(hinge.friction.unwrap().coulomb, 0.2);
    scene.build().unwrap();
    assert!(Project::of_scene(&scene, "door").unwrap_err().to_string().contains("limits and friction of joints"));
    let refused = |more: &str| match read_scene(&joint(more), "door.toml") {
        Ok(scene) => scene.build().unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(refused("limits = [1, -1]").contains("the upper limit must be above"));
    assert!(refused("limits = [0.5, 1]").contains("outside its limits at the start by 5.000e-1"));
    assert!(refused("restitution = 0.5").contains("which are not given"));
    // Without a speed friction is set-valued: the joint can hold.
    let dry = read_scene(&joint("friction = 1"), "door.toml").unwrap();
    assert_eq!(dry.spatial().unwrap().joints[0].friction.unwrap().coulomb, 1.0);
    dry.build().unwrap();
}

/// Where nothing collides no law is asked for, and bodies on a slide without references do not turn on each other: from TOML and back they lie and
/// move as before.
#[test]
fn scenes_without_collisions_and_slides_without_references() {
    let text = r#"
[scene]
space = "space"
gravity = [0, 0, -9.81]
collisions = false
[run]
until = 0.5
[[body]]
name = "a"
mass = 2
shape = { box = { size = [0.2, 0.1, 0.3] } }
position = [0.3, 0.1, 0]
axis = [1, 2, 2]
angle = "40 deg"
[[body]]
name = "b"
mass = 1
shape = { box = { size = [0.1, 0.1, 0.2] } }
position = [0.7, 0.1, 0.2]
[[joint]]
kind = "fixed-point"
between = ["a", "world"]
at = [0, 0, 0]
[[joint]]
kind = "prismatic"
between = ["a", "b"]
at = [0.5, 0.1, 0.1]
axis = [2, 0, 1]
"#;
    let scene = read_scene(text, "slide.toml").unwrap();
    let project = Project::of_scene(&scene, "slide").unwrap();
    let again = read_scene(&project.to_toml(), "again.toml").unwrap();
    let worlds = [scene, again].map(|scene| scene.build().unwrap());
    let [first, second] = &worlds;
    let (first, second) = (first.space().unwrap(), second.space().unwrap());
    use carom_mechanics::Model;
    let mobility = |world: &carom_mechanics::space::World| (world.positions(), world.velocities());
    assert_eq!(mobility(first), mobility(second));
    let [p, q] = [first, second].map(|world| world.start().q.clone());
    // Frames become those of the principal axes: centres stay, up to rounding.
    for body in 0..2 {
        for k in 0..3 {
            assert!((p[7 * body + k] - q[7 * body + k]).abs() < 1e-12, "{p:?} {q:?}");
        }
    }
}

/// Seen: a shape called "../escaped" was written beside the folder of the others, two forces of one name and a face of two words made files that
/// their own reader refused, and a body called "bar{1}" came back as "bar1".
#[test]
fn names_that_files_cannot_have() {
    let project = Project::read(&folder().join("ex92.cfg")).unwrap();
    let name = project.bodies[0].shape.clone();
    for wrong in ["../escaped", "/escaped", "a\\b", ".hidden"] {
        let mut other = project.clone();
        let shape = other.shapes.remove(&name).unwrap();
        other.shapes.insert(wrong.to_owned(), shape);
        other.bodies[0].shape = wrong.to_owned();
        let scene = read_scene(&other.to_toml(), "converted.toml").unwrap();
        let error = Project::of_scene(&scene, "x").unwrap_err().to_string();
        assert!(error.contains("names a file"), "{error}");
    }
    let mut braces = project.clone();
    braces.bodies[0].name = "bar{1}".to_owned();
    braces.state.bodies[0].name = "bar{1}".to_owned();
    let scene = read_scene(&braces.to_toml(), "converted.toml").unwrap();
    let back = Project::of_scene(&scene, &braces.base).unwrap();
    assert_eq!(without_lines(back), without_lines(braces));
}
