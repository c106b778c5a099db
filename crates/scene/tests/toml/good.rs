//! What a scene says is what the world is told.

use carom_mechanics::plane::description::*;
use carom_mechanics::{Friction, Penalty};
use carom_scene::toml::{Method, read_scene};
use carom_simulate::{Paradox, Simultaneous};
use glam::DVec2;

use crate::BAR;

/// A scene with these sections behind a usual head.
fn scene(rest: &str) -> carom_scene::toml::Scene {
    read_scene(&format!("[run]\nuntil = 1\n{rest}"), "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_scene_of_the_contract() {
    let scene = read_scene(BAR, "bar.toml").unwrap();
    assert_eq!((scene.name.as_str(), scene.title.as_str(), scene.run.method), ("bar-drop", "bar-drop", Method::Events));
    let settings = &scene.run.settings;
    assert_eq!((settings.until, settings.every, settings.tolerance), (0.9, Some(0.01), 1e-10));
    let world = scene.plane().unwrap();
    assert_eq!(world.gravity, DVec2::new(0.0, -9.8));
    assert_eq!(world.bodies[0].name, "bar");
    assert_eq!(world.bodies[0].shapes, vec![ShapeDescription::new(Shape::Rod { length: 1.0, radius: 0.0 })]);
    assert_eq!(world.bodies[0].mass, MassDescription::of_mass(1.0));
    assert!(matches!(world.bodies[1].drive, Drive::Fixed));
    let pair = &world.contacts.pairs[0];
    assert_eq!(pair.between, ["bar", "floor"]);
    assert_eq!((pair.law.restitution, pair.law.friction), (1.0, Friction::Coulomb { mu: 0.4 }));
}

#[test]
fn numbers_carry_units_and_parameters() {
    let scene = scene(
        r#"
        [parameters]
        radius = "63.5 mm"
        gap = "= radius/2"
        starts = [1.0, "= 2*gap", "60 km/h"]
        [[body]]
        name = "ball"
        shape = { disc = { radius = "= radius" } }
        density = 2
        position = ["= 2*radius + gap", "= starts[1]"]
        angle = "35 deg"
        velocity = ["60 km/h", "= starts[2]"]
        spin = "30 rpm"
        "#,
    );
    let ball = &scene.plane().unwrap().bodies[0];
    let radius = 63.5 * 1e-3;
    assert_eq!(ball.shapes[0].shape, Shape::Disc { radius });
    assert_eq!(ball.position, DVec2::new(2.0 * radius + radius / 2.0, radius));
    assert_eq!(ball.angle, 35.0 * (std::f64::consts::PI / 180.0));
    assert_eq!(ball.velocity.x, ball.velocity.y);
    assert_eq!(ball.spin, 30.0 * (std::f64::consts::PI / 30.0));
    assert_eq!(scene.parameters[2].values, [1.0, radius, 60.0 * (1.0 / 3.6)]);
}

#[test]
fn every_shape() {
    let scene = scene(
        r#"
        [[body]]
        name = "all"
        mass = 1
        centre = "origin"
        shapes = [
            { point = {} },
            { rod = { length = 1, radius = 0.1 }, offset = [1, 2], angle = "90 deg", density = 3 },
            { disc = { radius = 1 } },
            { box = { width = 1, height = 2 } },
            { polygon = { points = [[0, 0], [1, 0], [0, 1]] } },
            { hollow = { radius = 5 } },
            { arc-faced = { vertices = [
                { point = [1, 0], bulge = 1 }, { point = [-1, 0], centre = [0, 0] }, { point = [0, -1] },
            ] } },
        ]
        "#,
    );
    let body = &scene.plane().unwrap().bodies[0];
    assert_eq!(body.centre, CentreOfMass::ORIGIN);
    assert_eq!(body.shapes.len(), 7);
    assert_eq!(body.shapes[1].offset, DVec2::new(1.0, 2.0));
    assert_eq!(body.shapes[1].density, Some(3.0));
    let Shape::ArcFaced { vertices } = &body.shapes[6].shape else { panic!("{:?}", body.shapes[6]) };
    assert_eq!(vertices[0].side, Side::Bulge(1.0));
    assert_eq!(vertices[1].side, Side::Centre(DVec2::ZERO));
    assert_eq!(vertices[2].side, Side::Straight);
}

/// Two free points and a fixed one, for joints and forces.
const POINTS: &str = r#"
    [parameters]
    k = 3.0
    [[body]]
    name = "a"
    shape = { point = {} }
    mass = 1
    [[body]]
    name = "b 2"
    shape = { point = {} }
    mass = 1
    position = [1, 0]
    [[body]]
    name = "belt"
    position = [0.5, -1]
"#;

/// Seen: of two joints of one kind between the same bodies, neither with a name, the second was refused. Right: redundant joints are
/// tolerated, and each has a name of its own.
#[test]
fn joints_without_names_are_numbered() {
    let joint = "[[joint]]\nkind = \"distance\"\nbetween = [\"a\", \"b 2\"]\nat-a = [0, 0]\nat-b = [0, 0]\n";
    let scene = scene(&format!("{POINTS}{}", joint.repeat(3)));
    let names: Vec<&str> = scene.plane().unwrap().joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["distance a-b 2", "distance a-b 2 2", "distance a-b 2 3"]);
}

#[test]
fn every_joint() {
    let scene = scene(&format!(
        r#"{POINTS}
        [[joint]]
        kind = "pin"
        between = ["a", "world"]
        at = [0, 2]
        [[joint]]
        name = "rail"
        kind = "slider"
        between = ["a", "b 2"]
        axis = [1, 0]
        [[joint]]
        kind = "weld"
        between = ["a", "belt"]
        angle = "10 deg"
        [[joint]]
        kind = "point-on-line"
        between = ["a", "belt"]
        at-a = [0, 1]
        start-b = [0, 3]
        axis = [0, 1]
        [[joint]]
        kind = "distance"
        between = ["b 2", "a"]
        at-a = [0, 0]
        at-b = [0, 0]
        length = 1
        "#
    ));
    let joints = &scene.plane().unwrap().joints;
    assert_eq!(joints[0].name, "pin a-world");
    assert_eq!(joints[0].b, None);
    let at = Anchor::Start(DVec2::new(0.0, 2.0));
    assert_eq!(joints[0].kind, JointKind::Pin { at_a: at, at_b: at });
    assert_eq!(joints[1].name, "rail");
    let point = Anchor::Local(DVec2::new(0.0, 1.0));
    let JointKind::PointOnLine { at_a, at_b, .. } = joints[3].kind else { panic!("{:?}", joints[3]) };
    assert_eq!((at_a, at_b), (point, Anchor::Start(DVec2::new(0.0, 3.0))));
    let JointKind::Distance { length, .. } = joints[4].kind else { panic!("{:?}", joints[4]) };
    assert_eq!(length, Some(1.0));
}

#[test]
fn every_force_and_motion() {
    let scene = scene(&format!(
        r#"{POINTS}
        [[motion]]
        body = "belt"
        x = {{ velocity = 0.2 }}
        y = {{ sinusoid = {{ amplitude = "1 mm", frequency = "2 Hz" }} }}
        angle = "= 0.1*t^2"
        [[force]]
        kind = "spring"
        between = ["a", "b 2"]
        stiffness = "2 N/mm"
        damping = 1
        [[force]]
        kind = "torsion"
        between = ["a", "world"]
        stiffness = 4
        free-angle = 0
        [[force]]
        kind = "compression"
        between = ["a", "world"]
        start-b = [0, 5]
        springs = [{{ stiffness = 1, free-length = 2 }}, {{ stiffness = 3, free-length = 1 }}]
        [[force]]
        kind = "applied"
        body = "a"
        force = ["= -k*'b 2'.x + if(t < 1, a.vx, 0)", {{ table = {{ times = [0, 1], values = [5, 7] }} }}]
        torque = {{ bezier = {{ times = [0, 1, 2], values = [0, 2, 0] }} }}
        frame = "body"
        "#
    ));
    let Drive::Prescribed(motion) = &scene.plane().unwrap().bodies[2].drive else { panic!() };
    let (x, y, angle) = (motion.x.as_ref().unwrap(), motion.y.as_ref().unwrap(), motion.angle.as_ref().unwrap());
    assert_eq!((x.at(2.0).value, x.at(2.0).rate), (0.9, 0.2));
    assert_eq!(y.at(0.0).value, -1.0);
    assert!((y.at(0.0).rate - 1e-3 * 4.0 * std::f64::consts::PI).abs() < 1e-15);
    let turning = angle.at(3.0);
    assert!((turning.rate - 0.6).abs() < 1e-15 && (turning.acceleration - 0.2).abs() < 1e-15);
    let ForceDescription::Spring { stiffness, free_length, .. } = &scene.plane().unwrap().forces[0] else { panic!() };
    assert_eq!((*stiffness, *free_length), (2000.0, None));
    let ForceDescription::Compression { springs, .. } = &scene.plane().unwrap().forces[2] else { panic!() };
    assert_eq!(springs[1], HelicalSpring { stiffness: 3.0, free_length: 1.0 });
    let ForceDescription::Applied { force, torque, frame, .. } = &scene.plane().unwrap().forces[3] else { panic!() };
    let mut states = [carom_mechanics::signal::BodyState::default(); 3];
    (states[1].x, states[0].vx) = (2.0, 0.5);
    let x = force[0].as_ref().unwrap();
    assert_eq!((x.value(0.5, &states), x.value(1.5, &states)), (-5.5, -6.0));
    assert_eq!((x.next_corner(0.0), x.next_corner(1.0)), (Some(1.0), None));
    assert_eq!(force[1].as_ref().unwrap().value(0.5, &states), 6.0);
    assert_eq!(torque.as_ref().unwrap().value(1.0, &states), 1.0);
    assert_eq!(*frame, ForceFrame::Body);
}

#[test]
fn contacts_by_name_star_material_and_default() {
    let scene = scene(
        r#"
        [[material]]
        name = "rubber"
        preset = "hockey-puck"
        mu = 0.9
        [[body]]
        name = "block-{i}"
        repeat = 3
        shape = { box = { width = 1, height = 1 } }
        position = ["= 2*i", 0]
        mass = "= 1 + i"
        material = "rubber"
        [[body]]
        name = "floor"
        fixed = true
        shape = { half-space = { normal = [0, 1] } }
        position = [0, -5]
        [[contact]]
        default = true
        law = "newton"
        e = 0.25
        [[contact]]
        between = ["block-*", "floor"]
        law = "kane"
        e = 0.5
        mu = 0.1
        mu_static = 0.2
        friction = "exponential"
        slip-speed = "1 cm/s"
        penalty = { stiffness = 1e6, exponent = 1.5 }
        [[contact]]
        between = ["block-1", "floor"]
        collide = false
        [[contact]]
        materials = ["rubber", "rubber"]
        material = "rubber"
        law = "routh"
        "#,
    );
    let contacts = &scene.plane().unwrap().contacts;
    assert_eq!(scene.plane().unwrap().bodies[2].mass.mass, Some(3.0));
    assert_eq!(contacts.law.restitution, 0.25);
    assert_eq!(contacts.excluded, [["block-1", "floor"]]);
    assert_eq!(contacts.pairs.len(), 6);
    let of = |a: &str, b: &str| &contacts.pairs.iter().find(|pair| pair.between == [a, b]).unwrap().law;
    assert_eq!(of("block-0", "block-1").friction, Friction::Coulomb { mu: 0.9 });
    assert_eq!(of("block-0", "block-1").restitution, 0.855);
    let floor = of("block-2", "floor");
    assert_eq!(floor.friction, Friction::Exponential { mu_static: 0.2, mu: 0.1, speed: 1e-2 });
    let expected = Penalty { stiffness: 1e6, exponent: 1.5, damping: 0.0, damping_depth: 1e-5, slip_speed: 1e-3 };
    assert_eq!(floor.penalty, Some(expected.into()));
}

/// Seen: a star with `collide = false` kept apart what a contact between two names was for.
#[test]
fn names_win_over_stars_for_collide_too() {
    let of = |contacts: &str| {
        let bodies =
            "[[body]]\nname = \"{i}\"\nrepeat = 3\nmass = 1\nshape = { point = {} }\nposition = [\"= i\", 0]\n";
        scene(&format!("{bodies}{contacts}")).plane().unwrap().contacts.clone()
    };
    let star = "[[contact]]\nbetween = [\"0\", \"*\"]\ncollide = false\n";
    let names = "[[contact]]\nbetween = [\"0\", \"1\"]\nlaw = \"newton\"\ne = 0.5\n";
    for contacts in [format!("{star}{names}"), format!("{names}{star}")] {
        let contacts = of(&contacts);
        assert_eq!((contacts.excluded, contacts.included), (vec![["0", "2"].map(str::to_owned)], vec![]));
    }
    // Of equals the later one counts, and only where it says something of it.
    let stars = format!("{star}[[contact]]\nbetween = [\"*\", \"*\"]\nlaw = \"newton\"\ne = 0.5\n");
    assert_eq!(of(&stars).excluded.len(), 2);
    assert_eq!(of(&format!("{names}collide = false\n{}", star.replace("false", "true"))).excluded.len(), 1);
}

#[test]
fn run_settings() {
    let text = r#"
        [run]
        until = "2 min"
        method = "penalty"
        integrator = "dop853"
        every = 0
        simultaneous = "sequence"
        paradox = "impact"
        step = "1 ms"
        theta = 0.75
        largest_step = 0.1
        most-events = 1000
        penalty = { stiffness = 1e7 }
        [[body]]
        name = "a"
        mass = 1
        when = "= 1 > 0"
        [[body]]
        name = "b"
        when = false
    "#;
    let scene = read_scene(text, "folder/slow.toml").unwrap();
    let settings = &scene.run.settings;
    assert_eq!(scene.name, "slow");
    assert_eq!(scene.plane().unwrap().bodies.len(), 1);
    assert_eq!((scene.run.method, settings.until, settings.every), (Method::Penalty, 120.0, None));
    assert_eq!((settings.simultaneous, settings.paradox), (Simultaneous::Sequence, Paradox::Impact));
    assert_eq!((settings.step, settings.theta, settings.largest_step), (1e-3, 0.75, 0.1));
    assert_eq!((settings.most_events, settings.integrator.as_str()), (1000, "dop853"));
    assert_eq!(scene.plane().unwrap().contacts.law.penalty.unwrap().stiffness, Some(1e7));
}
