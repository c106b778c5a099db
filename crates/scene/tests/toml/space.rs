//! Scenes of space: what is read and what is refused.

use carom_mechanics::Model;
use carom_mechanics::space::description::{Anchor, Axis, Drive, ForceDescription, JointKind, Shape};
use carom_scene::toml::{SceneError, read_scene};
use glam::{DQuat, DVec3};

const HEAD: &str = "[scene]\nspace = \"space\"\ngravity = [0, 0, -9.81]\n[run]\nuntil = 1\n";

const BALL: &str = "[[body]]\nname = \"ball\"\nshape = { sphere = { radius = 0.5 } }\nmass = 2\n";

fn refused(text: &str) -> String {
    let read = read_scene(text, "s.toml").and_then(|scene| scene.build().map(|_| scene));
    read.err().map(|error: SceneError| error.to_string()).unwrap_or_else(|| panic!("read:\n{text}"))
}

#[test]
fn bodies_joints_forces_and_motions() {
    let text = format!(
        r#"{HEAD}
        [[body]]
        name = "box"
        shape = {{ box = {{ size = [1, 2, 3] }}, offset = [0.1, 0, 0] }}
        density = 10
        position = [1, 2, 3]
        axis = [0, 0, 2]
        angle = "90 deg"
        spin = [0, 0, 3]
        [[body]]
        name = "drum"
        centre = "origin"
        shapes = [{{ cylinder = {{ radius = 1, length = 2 }} }}, {{ capsule = {{ radius = 0.1, length = 1 }}, offset = [0, 0, 2] }}]
        mass = 3
        position = [0, 0, 9]
        orientation = [1, 0, 0, 0]
        orientation-rate = [0, 0.5, 0, 0]
        [[body]]
        name = "table"
        shape = {{ half-space = {{ normal = [0, 0, 1] }} }}
        position = [0, 0, -5]
        [[motion]]
        body = "table"
        z = {{ sinusoid = {{ amplitude = 0.1, omega = 2 }} }}
        axis = [0, 0, 1]
        angle = {{ velocity = 3 }}
        [[joint]]
        kind = "revolute"
        between = ["box", "world"]
        at = [1, 2, 3]
        axis = [0, 0, 1]
        [[joint]]
        kind = "planar"
        between = ["drum", "world"]
        at-a = [0, 0, 0]
        plane = [0, 0, 2, -18]
        [[force]]
        kind = "spring"
        between = ["box", "drum"]
        stiffness = 5
        at-b = [0, 0, 1]
        [[force]]
        kind = "applied"
        body = "drum"
        force = [0, "= t", 1]
        torque = [0, 0, {{ sinusoid = {{ amplitude = 1, frequency = 2 }} }}]
        "#
    );
    let scene = read_scene(&text, "s.toml").unwrap_or_else(|error| panic!("{error}"));
    let world = scene.spatial().unwrap();
    let body = &world.bodies[0];
    assert!(body.rotation.angle_between(DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2)) < 1e-15);
    assert_eq!(body.shapes[0].shape, Shape::Box { size: DVec3::new(1.0, 2.0, 3.0) });
    assert_eq!((body.mass.density, body.spin), (Some(10.0), DVec3::new(0.0, 0.0, 3.0)));
    // theta' = (0, w) theta / 2.
    assert_eq!(world.bodies[1].spin, DVec3::new(1.0, 0.0, 0.0));
    assert!(matches!(&world.bodies[2].drive, Drive::Prescribed(motion) if motion.angle.is_some()));
    let JointKind::Revolute { a, b } = &world.joints[0].kind else { panic!("{:?}", world.joints[0]) };
    assert_eq!((a.at, b.axis), (Anchor::Start(DVec3::new(1.0, 2.0, 3.0)), Axis::Start(DVec3::Z)));
    let JointKind::Planar { at_b, .. } = &world.joints[1].kind else { panic!("{:?}", world.joints[1]) };
    // 2 z - 18 = 0 passes through (0, 0, 9).
    assert_eq!(*at_b, Anchor::Local(DVec3::new(0.0, 0.0, 9.0)));
    let ForceDescription::Applied { force, .. } = &world.forces[1] else { panic!() };
    assert_eq!(
        force.each_ref().map(|part| part.as_ref().map(|part| part.value(0.5, &[]))),
        [Some(0.0), Some(0.5), Some(1.0)]
    );
    scene.build().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let cases = [
        ("mass = 2", "mass = -2", "s.toml, line 9: body \"ball\": mass: expected more than 0, got -2"),
        ("mass = 2", "moment = 2", "s.toml, line 9: body \"ball\": unknown key \"moment\"; did you mean \"moments\"?"),
        (
            "radius = 0.5",
            "raduis = 0.5",
            "s.toml, line 8: body \"ball\", shape, sphere: unknown key \"raduis\"; did you mean \"radius\"?",
        ),
        (
            "mass = 2",
            "mass = 2\nposition = [1, 2]",
            "s.toml, line 10: body \"ball\": position: expected three numbers [x, y, z], got a list of 2",
        ),
        (
            "mass = 2",
            "mass = 2\norientation = [1, 1, 0, 0]",
            "s.toml, line 10: body \"ball\": orientation: expected a quaternion [w, x, y, z] of length 1",
        ),
        (
            "mass = 2",
            "mass = 2\naxis = [0, 0, 0]",
            "s.toml, line 10: body \"ball\": axis: expected a direction, got a vector without length",
        ),
        (
            "mass = 2",
            "mass = 2\nspin = 3",
            "s.toml, line 10: body \"ball\": spin: expected three numbers [x, y, z], got 3",
        ),
        (
            "mass = 2",
            "mass = 2\nmoments = [1, 1, -1]",
            "s.toml, line 10: body \"ball\": moments: expected three numbers above 0, got -1",
        ),
        (
            "mass = 2",
            "mass = 2\n[[joint]]\nkind = \"hinge\"",
            "s.toml, line 11: joint 0: kind: \"hinge\" is none of fixed-point, spherical",
        ),
        (
            "mass = 2",
            "mass = 2\n[[joint]]\nkind = \"revolute\"\nbetween = [\"ball\", \"world\"]\nat = [0, 0, 0]",
            "s.toml, line 10: joint \"revolute ball-world\" (revolute): needs the key \"axis\"",
        ),
        (
            "mass = 2",
            "mass = 2\n[[joint]]\nkind = \"spherical\"\nbetween = [\"ball\", \"bal\"]\nat = [0, 0, 0]",
            "s.toml, line 12: joint 0: between: there is no body \"bal\"; did you mean \"ball\"?",
        ),
        (
            "mass = 2",
            "mass = 2\n[[joint]]\nname = \"j\"\nkind = \"spherical\"\nbetween = [\"ball\", \"world\"]\nat-a = [0, 0, 0]\nat-b = [0, 0, 1]",
            "s.toml, line 10: joint \"j\":",
        ),
        (
            "mass = 2",
            "mass = 2\n[[force]]\nkind = \"interpolated\"\nbody = \"ball\"\ntimes = [0, 1]\nforces = [[1, 0, 0]]",
            "s.toml, line 14: force 0 (interpolated): forces: expected as many as times, 2, got 1",
        ),
        (
            "mass = 2",
            "mass = 2\n[[motion]]\nbody = \"ball\"",
            "s.toml, line 10: motion of \"ball\": needs at least one of x, y, z, angle",
        ),
        (
            "mass = 2",
            "mass = 2\n[[system]]\nname = \"s\"",
            "s.toml, line 10: system 0: systems in minimal coordinates are of the plane",
        ),
    ];
    for (old, new, expected) in cases {
        let message = refused(&format!("{HEAD}{BALL}").replacen(old, new, 1));
        assert!(message.starts_with(expected), "{message}\nexpected {expected}");
    }
}

/// A cube of side 2 in each format of meshes.
mod meshes {
    use super::*;

    const OBJ: &str = "# cube\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
        f 4 3 2 1\nf 5/1 6/2 7/3 8/4\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf -5 -8 -4 -1\n";

    fn scene(file: &str) -> String {
        format!(
            "{HEAD}[[body]]\nname = \"cube\"\nshape = {{ mesh = {{ file = \"{file}\", scale = 0.5 }} }}\nmass = 6\n"
        )
    }

    fn moments(folder: &std::path::Path, file: &str) -> Result<DVec3, String> {
        let path = folder.join("s.toml").to_string_lossy().into_owned();
        let world =
            read_scene(&scene(file), &path).and_then(|scene| scene.build()).map_err(|error| error.to_string())?;
        Ok(world.space().unwrap().inertia(0).unwrap().1)
    }

    fn triangles() -> Vec<[[f32; 3]; 3]> {
        let mesh = carom_scene::mesh::obj(OBJ).unwrap();
        let corner = |k: usize| mesh.vertices[k].map(|part| part as f32);
        let cut = |face: &Vec<usize>| [[face[0], face[1], face[2]], [face[0], face[2], face[3]]].map(|t| t.map(corner));
        mesh.faces.iter().flat_map(cut).collect()
    }

    #[test]
    fn a_cube_from_every_format() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cube.obj"), OBJ).unwrap();
        let mut text = String::from("solid cube\n");
        let mut binary = vec![0_u8; 80];
        binary.extend(12_u32.to_le_bytes());
        for triangle in triangles() {
            text += "facet normal 0 0 0\nouter loop\n";
            binary.extend([0_u8; 12]);
            for corner in triangle {
                text += &format!("vertex {} {} {}\n", corner[0], corner[1], corner[2]);
                binary.extend(corner.iter().flat_map(|part| part.to_le_bytes()));
            }
            text += "endloop\nendfacet\n";
            binary.extend([0_u8; 2]);
        }
        std::fs::write(folder.path().join("text.stl"), text + "endsolid\n").unwrap();
        std::fs::write(folder.path().join("binary.stl"), &binary).unwrap();
        // An OBJ file in which every face has vertices of its own, as many programs write them.
        let (mut single, mut count) = (String::new(), 0);
        for triangle in triangles() {
            triangle.iter().for_each(|[x, y, z]| single += &format!("v {x} {y} {z}\n"));
            single += &format!("f {} {} {}\n", count + 1, count + 2, count + 3);
            count += 3;
        }
        std::fs::write(folder.path().join("single.obj"), single).unwrap();
        for file in ["cube.obj", "single.obj", "text.stl", "binary.stl"] {
            // Side 1 after scaling: m s^2/6.
            let got = moments(folder.path(), file).unwrap();
            assert!((got - DVec3::ONE).abs().max_element() < 1e-12, "{file}: {got}");
        }
        std::fs::write(folder.path().join("short.stl"), &binary[..500]).unwrap();
        let cases = [
            ("no.obj", "cannot read"),
            ("short.stl", "says 12 triangles, but 8 are there"),
            ("s.toml", "expected a file that ends in .obj or .stl"),
        ];
        std::fs::write(folder.path().join("s.toml"), "").unwrap();
        for (file, expected) in cases {
            let message = moments(folder.path(), file).unwrap_err();
            assert!(message.contains(expected) && message.contains("body \"cube\""), "{message}");
        }
    }

    /// Inside out, open, flat: refused by the world with the name of the body.
    #[test]
    fn broken_meshes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let inside_out = OBJ.replace("f 4 3 2 1", "f 1 2 3 4");
        let open = OBJ.replace("f 4 3 2 1\n", "");
        let dented = OBJ.replace("v 1 1 1\n", "v -0.9 -0.9 -0.9\n");
        let wrong = OBJ.replace("f 1 2 6 5", "f 1 2 99 5");
        for (name, text) in [("a", inside_out), ("b", open), ("c", dented), ("d", wrong)] {
            std::fs::write(folder.path().join(format!("{name}.obj")), text).unwrap();
            let message = moments(folder.path(), &format!("{name}.obj")).unwrap_err();
            assert!(
                message.contains("line 6: body \"cube\"") || message.contains("line 8: body \"cube\""),
                "{name}: {message}"
            );
        }
    }

    /// Seen: comments behind faces, lines that go on, a mark of the order of bytes, carriage returns, and STL in capitals or with letters of
    /// another alphabet were refused, or lost their first vertex.
    #[test]
    fn meshes_as_other_programs_write_them() {
        let plain = carom_scene::mesh::obj(OBJ).unwrap();
        let comments = OBJ.lines().map(|line| format!("{line} # said\n")).collect::<String>();
        let split = OBJ.replace("f ", "f \\\n");
        for text in [format!("\u{feff}{OBJ}"), comments, split, OBJ.replace('\n', "\r"), OBJ.replace('\n', "\r\n")] {
            assert_eq!(carom_scene::mesh::obj(&text).unwrap(), plain, "{text}");
        }
        let corners = |face: &Vec<usize>| {
            let fan = (1..face.len() - 1).flat_map(|k| [face[0], face[k], face[k + 1]]).collect::<Vec<_>>();
            fan.into_iter().map(|i| plain.vertices[i]).collect::<Vec<_>>()
        };
        let triangles: Vec<[f64; 3]> = plain.faces.iter().flat_map(corners).collect();
        let facet = |at: &[[f64; 3]]| {
            let vertex = |[x, y, z]: &[f64; 3]| format!("VERTEX {x} {y} {z}\n");
            format!("FACET NORMAL 0 0 0\nOUTER LOOP\n{}ENDLOOP\nENDFACET\n", at.iter().map(vertex).collect::<String>())
        };
        let body: String = triangles.chunks_exact(3).map(facet).collect();
        let mut latin = b"solid Geh\xe4use\n".to_vec();
        latin.extend(body.to_lowercase().bytes());
        for bytes in
            [format!("SOLID BOX\n{body}").into_bytes(), format!("\u{feff}solid box\n{body}").into_bytes(), latin]
        {
            let mesh = carom_scene::mesh::stl(&bytes).unwrap();
            assert_eq!(mesh.vertices.len(), plain.vertices.len());
            assert_eq!(3 * mesh.faces.len(), triangles.len());
        }
        let huge = OBJ.replacen("v ", "v 1e200 ", 1);
        assert!(carom_scene::mesh::obj(&huge).unwrap_err().contains("at most"), "a vertex beyond all bodies");
    }
}

mod damaged {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn any_mesh_is_read_or_refused(text in "[vf0-9 ./\\-e\n]{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = carom_scene::mesh::obj(&text);
            let _ = carom_scene::mesh::stl(&bytes);
            let _ = carom_scene::mesh::stl(text.replace('f', "\nsolid facet\nvertex ").as_bytes());
        }

        /// One word of a whole scene exchanged for another.
        #[test]
        fn a_damaged_scene_is_read_or_refused(at in any::<prop::sample::Index>(), with in any::<prop::sample::Index>()) {
            let project = carom_scene::builtin::project("f_spring_offset").unwrap().read().unwrap();
            let text = project.to_toml();
            let words: Vec<&str> = text.split_inclusive([' ', '\n', ',']).collect();
            let (at, with) = (at.index(words.len()), with.index(words.len()));
            let text: String = words.iter().enumerate().map(|(k, word)| if k == at { words[with] } else { word }).collect();
            if let Ok(scene) = read_scene(&text, "s.toml") {
                let _ = scene.build();
            }
        }
    }
}

/// A hinge with stops swings between them and gives energy away by its friction.
#[test]
fn stops_and_friction_of_a_hinge() {
    let hinge = "[[joint]]\nkind = \"revolute\"\nbetween = [\"ball\", \"world\"]\nat = [1, 0, 0]\naxis = [0, 1, 0]\n";
    let with = |keys: &str| read_scene(&format!("{HEAD}{BALL}{hinge}{keys}"), "s.toml");
    let scene = with("limits = [\"-30 deg\", 1]\nrestitution = 0.5\nfriction = 0.1\nfriction-speed = 0.01\n").unwrap();
    let joint = &scene.spatial().unwrap().joints[0];
    let limits = joint.limits.unwrap();
    assert!((limits.lower + std::f64::consts::FRAC_PI_6).abs() < 1e-15);
    assert_eq!((limits.upper, limits.restitution, joint.friction.unwrap().coulomb), (1.0, 0.5, 0.1));
    let message = with("restitution = 0.5\n").unwrap_err().to_string();
    assert!(message.contains("restitution: belongs to limits"), "{message}");
}

/// Every number of trajectory.csv may stand in a force; what only the plane knows may not.
#[test]
fn forces_of_the_whole_state() {
    let ball =
        format!("{BALL}position = [1, 2, 3]\norientation = [0, 0.6, 0, 0.8]\nvelocity = [4, 5, 6]\nspin = [7, 8, 9]\n");
    let force = |of: &str| {
        format!("{HEAD}{ball}[[force]]\nkind = \"applied\"\nbody = \"ball\"\nforce = [0, 0, \"= ball.{of}\"]\n")
    };
    let numbers = [
        ("x", 1.0),
        ("y", 2.0),
        ("z", 3.0),
        ("qw", 0.0),
        ("qx", 0.6),
        ("qy", 0.0),
        ("qz", 0.8),
        ("vx", 4.0),
        ("vy", 5.0),
        ("vz", 6.0),
        ("wx", 7.0),
        ("wy", 8.0),
        ("wz", 9.0),
    ];
    for (name, expected) in numbers {
        let world = read_scene(&force(name), "s.toml").unwrap().build().unwrap();
        let world = world.space().unwrap();
        let start = world.start();
        let mut pushed = vec![0.0; 6];
        world.force(carom_mechanics::At { t: 0.0, q: &start.q, v: &start.v }, &mut pushed);
        // The weight is taken off again: a few roundings of 20 N.
        let got: f64 = pushed[2] + 2.0 * 9.81;
        assert!((got - expected).abs() < 1e-13, "{name}: {got}");
    }
    assert!(refused(&force("angle")).contains("a body has no \"angle\""));
}

/// Moments 1, 1, 5 were taken, though each is a sum of two second moments that are not negative; and speeds of 1e100 m/s ran without end.
#[test]
fn moments_and_sizes_that_no_body_has_are_refused() {
    let none =
        "no body has the principal moments 1, 1 and 5: expected none above the sum of the two others, got 5 above 2";
    let message = refused(&format!("{HEAD}{BALL}moments = [1, 1, 5]\n"));
    assert_eq!(message, format!("s.toml, line 10: body \"ball\": moments: {none}"));
    let message = refused(&format!("{HEAD}{BALL}inertia = [[3, 2, 0], [2, 3, 0], [0, 0, 1]]\n"));
    assert!(message.contains("body \"ball\": moments: no body has the principal moments"), "{message}");
    for (line, expected) in [
        ("velocity = [0, 1e100, 0]", "velocity: expected a velocity of at most 1e9 m/s in size, got 1e100"),
        ("spin = [0, 0, 1e100]", "spin: expected an angular velocity of at most 1e6 rad/s in size, got 1e100"),
    ] {
        let message = refused(&format!("{HEAD}{BALL}{line}\n"));
        assert_eq!(message, format!("s.toml, line 10: body \"ball\": {expected}"));
    }
    // Each number is possible, the mass they give is not.
    let heavy = BALL.replace("mass = 2", "density = 1e15").replace("0.5", "1e6");
    let message = refused(&format!("{HEAD}{heavy}"));
    assert!(message.contains("body \"ball\": mass: expected a mass from 1e-20 to 1e15 kg"), "{message}");
}
