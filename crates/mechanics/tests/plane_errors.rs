//! What is wrong with a description is said with its place, and nothing wrong is accepted.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use std::sync::Arc;

use carom_mechanics::plane::description::{
    Anchor, ArcVertex, BodyDescription, Drive, ForceDescription, ForceFrame, JointDescription, JointKind,
    MassDescription, MotionDescription, PairDescription, Shape, Side, WorldDescription,
};
use carom_mechanics::plane::{Subject, World};
use carom_mechanics::signal::{Constant, Signal};
use common::law;
use glam::DVec2;

fn disc() -> BodyDescription {
    BodyDescription { mass: MassDescription::of_mass(1.0), ..BodyDescription::new("disc", Shape::Disc { radius: 1.0 }) }
}

fn refused(change: impl FnOnce(&mut WorldDescription)) -> (Subject, String, String) {
    let mut description = WorldDescription::new(law());
    description.bodies.push(disc());
    assert!(World::new(&description).is_ok());
    change(&mut description);
    let error = World::new(&description).unwrap_err();
    (error.subject.clone(), error.field.clone(), error.to_string())
}

fn body_field(change: impl FnOnce(&mut BodyDescription)) -> String {
    let (subject, field, _) = refused(|world| change(&mut world.bodies[0]));
    assert_eq!(subject, Subject::Body("disc".into()));
    field
}

fn with_shape(shape: Shape) -> String {
    body_field(|body| body.shapes = vec![shape.into()])
}

#[test]
fn numbers_of_bodies() {
    assert_eq!(body_field(|b| b.mass = MassDescription::of_mass(0.0)), "mass");
    assert_eq!(body_field(|b| b.mass = MassDescription::of_mass(-1.0)), "mass");
    assert_eq!(body_field(|b| b.mass = MassDescription::of_mass(f64::NAN)), "mass");
    assert_eq!(body_field(|b| b.mass = MassDescription::default()), "mass");
    assert_eq!(body_field(|b| b.mass.density = Some(1.0)), "mass");
    assert_eq!(body_field(|b| b.mass = MassDescription::of_density(-2.0)), "density");
    assert_eq!(body_field(|b| b.mass.moment = Some(0.0)), "moment");
    assert_eq!(body_field(|b| b.shapes.clear()), "moment");
    assert_eq!(body_field(|b| b.position.y = f64::NAN), "position");
    assert_eq!(body_field(|b| b.velocity.x = f64::INFINITY), "velocity");
    assert_eq!(body_field(|b| b.spin = f64::NAN), "spin");
    assert_eq!(body_field(|b| b.angle = f64::NAN), "angle");
}

#[test]
fn shapes() {
    let points = |list: &[(f64, f64)]| Shape::Polygon { points: list.iter().map(|&p| p.into()).collect() };
    assert_eq!(with_shape(Shape::Disc { radius: 0.0 }), "shape.radius");
    assert_eq!(with_shape(Shape::Rod { length: -1.0, radius: 0.0 }), "shape.length");
    assert_eq!(with_shape(Shape::Rod { length: 1.0, radius: -0.1 }), "shape.radius");
    assert_eq!(with_shape(Shape::Box { width: 1.0, height: f64::NAN }), "shape.height");
    assert_eq!(with_shape(points(&[(0.0, 0.0), (1.0, 0.0)])), "shape.points");
    // Clockwise, with a dent, crossing itself, with a corner twice.
    assert_eq!(with_shape(points(&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)])), "shape.points");
    assert_eq!(with_shape(points(&[(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)])), "shape.points");
    let star: Vec<_> =
        (0..5).map(|k| (4.0 * std::f64::consts::PI * f64::from(k) / 5.0).sin_cos()).map(|(s, c)| (c, s)).collect();
    assert_eq!(with_shape(points(&star)), "shape.points");
    assert_eq!(with_shape(points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)])), "shape.points");
    assert_eq!(with_shape(Shape::HalfSpace { normal: DVec2::Y }), "shape");
    assert_eq!(with_shape(Shape::HalfSpace { normal: DVec2::ZERO }), "shape.normal");
    let bent = |side: Side| Shape::ArcFaced {
        vertices: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|p| ArcVertex { point: p.into(), side }).to_vec(),
    };
    assert_eq!(with_shape(bent(Side::Bulge(-0.2))), "shape.vertices");
    assert_eq!(with_shape(bent(Side::Centre(DVec2::new(0.3, 0.2)))), "shape.vertices");
}

#[test]
fn bodies_with_one_name() {
    let (subject, field, _) = refused(|world| world.bodies.push(disc()));
    assert_eq!((subject, field.as_str()), (Subject::Body("disc".into()), "name"));
}

#[test]
fn overlap_at_the_start() {
    let floor = |y: f64| BodyDescription {
        position: DVec2::new(0.0, y),
        ..BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y })
    };
    let (subject, _, text) = refused(|world| world.bodies.push(floor(-0.9)));
    assert_eq!(subject, Subject::Pair("disc".into(), "floor".into()));
    assert_eq!(
        text,
        "\"disc\" and \"floor\": position: the bodies overlap at the start by 1.000e-1 m; move one of them, or let the pair pass through each other (collide = false in its contact)"
    );
    // Touching is fine.
    let mut description = WorldDescription::new(law());
    description.bodies = vec![disc(), floor(-1.0)];
    assert!(World::new(&description).is_ok());
    // Two crossed bars have no corner in each other.
    let bar = |name: &str, width: f64, height: f64| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        ..BodyDescription::new(name, Shape::Box { width, height })
    };
    description.bodies = vec![bar("a", 4.0, 0.1), bar("b", 0.1, 4.0)];
    assert!(World::new(&description).is_err());
    description.contacts.excluded.push(["a".into(), "b".into()]);
    assert!(World::new(&description).is_ok());
}

fn joint(b: Option<&str>, kind: JointKind) -> JointDescription {
    JointDescription { name: "hinge".into(), a: "disc".into(), b: b.map(Into::into), kind }
}

fn joint_field(given: JointDescription) -> String {
    let (subject, field, _) = refused(|world| world.joints.push(given));
    assert_eq!(subject, Subject::Joint("hinge".into()));
    field
}

#[test]
fn joints() {
    let (here, there) = (Anchor::Local(DVec2::ZERO), Anchor::Local(DVec2::X));
    assert_eq!(joint_field(joint(None, JointKind::Pin { at_a: here, at_b: there })), "at_a");
    assert_eq!(joint_field(joint(Some("nobody"), JointKind::Pin { at_a: here, at_b: here })), "b");
    assert_eq!(joint_field(joint(Some("disc"), JointKind::Pin { at_a: here, at_b: here })), "b");
    let on_line = JointKind::PointOnLine { at_a: here, at_b: here, axis: DVec2::ZERO };
    assert_eq!(joint_field(joint(None, on_line)), "axis");
    assert_eq!(joint_field(joint(None, JointKind::Distance { at_a: here, at_b: here, length: None })), "length");
    let far = JointKind::Distance { at_a: here, at_b: there, length: Some(2.0) };
    assert_eq!(joint_field(joint(None, far)), "at_a");
    let nan = Anchor::Local(DVec2::new(f64::NAN, 0.0));
    assert_eq!(joint_field(joint(None, JointKind::Pin { at_a: nan, at_b: here })), "at_a");
}

#[test]
fn a_joint_off_a_point_needs_its_moment() {
    let mut description = WorldDescription::new(law());
    description.bodies =
        vec![BodyDescription { mass: MassDescription::of_mass(1.0), ..BodyDescription::new("disc", Shape::Point) }];
    let at = Anchor::Start(DVec2::X);
    description.joints.push(joint(None, JointKind::Pin { at_a: at, at_b: at }));
    assert_eq!(World::new(&description).unwrap_err().field, "a");
    description.bodies[0].mass.moment = Some(0.1);
    assert!(World::new(&description).is_ok());
}

#[test]
fn a_force_off_a_point_needs_its_moment() {
    let mut description = WorldDescription::new(law());
    description.bodies =
        vec![BodyDescription { mass: MassDescription::of_mass(1.0), ..BodyDescription::new("p", Shape::Point) }];
    let applied = |at: DVec2, torque: bool| ForceDescription::Applied {
        body: "p".into(),
        at: Anchor::Local(at),
        force: [None, None],
        torque: torque.then(|| Arc::new(Constant(1.0)) as Arc<dyn Signal>),
        frame: ForceFrame::World,
    };
    for (force, field) in [(applied(DVec2::X, false), "at"), (applied(DVec2::ZERO, true), "torque")] {
        description.forces = vec![force];
        let error = World::new(&description).unwrap_err();
        assert_eq!((error.subject, error.field.as_str()), (Subject::Force(0), field));
    }
    description.forces = vec![applied(DVec2::ZERO, false)];
    assert!(World::new(&description).is_ok());
}

#[test]
fn a_motion_that_is_no_number() {
    let motion = MotionDescription { x: Some(Arc::new(Constant(f64::NAN))), ..MotionDescription::default() };
    assert_eq!(body_field(|body| body.drive = Drive::Prescribed(motion)), "motion");
}

#[test]
fn pairs() {
    let pair = |a: &str, b: &str| PairDescription { between: [a.into(), b.into()], law: law() };
    let (subject, field, _) = refused(|world| world.contacts.pairs.push(pair("disc", "nobody")));
    assert_eq!((subject, field.as_str()), (Subject::Pair("disc".into(), "nobody".into()), "between"));
    refused(|world| world.contacts.pairs.push(pair("disc", "disc")));
    refused(|world| world.contacts.excluded.push(["disc".into(), "x".into()]));
}
