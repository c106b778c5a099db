//! Descriptions of space that make no world: what the sentence says.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_impact::{Coefficients, laws};
use carom_mechanics::WorldError;
use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    Anchor, Axis, BodyDescription, JointDescription, JointFrame, JointKind, MassDescription, Shape, WorldDescription,
};
use common::law;
use glam::{DMat3, DQuat, DVec3};

fn make(bodies: Vec<BodyDescription>, joints: Vec<JointDescription>) -> Result<World, WorldError> {
    World::new(&WorldDescription { bodies, joints, ..WorldDescription::new(law()) })
}

fn sentence(bodies: Vec<BodyDescription>, joints: Vec<JointDescription>) -> String {
    make(bodies, joints).unwrap_err().to_string()
}

fn weighed(shape: Shape) -> BodyDescription {
    BodyDescription { mass: MassDescription::of_mass(1.0), ..BodyDescription::new("b", shape) }
}

fn ball() -> BodyDescription {
    weighed(Shape::Sphere { radius: 0.5 })
}

const CORNERS: [DVec3; 4] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];

fn polyhedron(vertices: &[DVec3], faces: &[&[usize]]) -> String {
    let faces = faces.iter().map(|face| face.to_vec()).collect();
    sentence(vec![weighed(Shape::Polyhedron { vertices: vertices.to_vec(), faces })], Vec::new())
}

#[test]
fn meshes() {
    let good: [&[usize]; 4] = [&[0, 2, 1], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
    let shape = Shape::Polyhedron { vertices: CORNERS.to_vec(), faces: good.iter().map(|f| f.to_vec()).collect() };
    assert!(make(vec![weighed(shape)], Vec::new()).is_ok());
    let has =
        |text: String, part: &str| assert!(text.contains("body \"b\": shape.faces") && text.contains(part), "{text}");
    has(polyhedron(&CORNERS, &[&[0, 1, 2], &[0, 3, 1], &[0, 2, 3], &[1, 3, 2]]), "inside out");
    has(polyhedron(&CORNERS, &[&[0, 2, 1], &[0, 1, 3], &[0, 3, 2]]), "at least four");
    has(polyhedron(&CORNERS, &[&[0, 2, 1], &[0, 1, 3], &[0, 3, 2], &[0, 2, 1]]), "two faces go from vertex");
    has(polyhedron(&CORNERS, &[&[0, 2, 1], &[0, 1, 3], &[0, 3, 2], &[1, 2, 7]]), "vertex 7, which does not exist");
    has(polyhedron(&CORNERS, &[&[0, 2, 1], &[0, 1, 3], &[0, 3, 2], &[1, 1, 3]]), "twice");
    has(polyhedron(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::NAN], &good), "finite");
    let flat = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(0.3, 0.3, 0.0)];
    has(polyhedron(&flat, &good), "no volume");
    // A pyramid whose base is dented inward.
    let dented = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y, 2.0 * DVec3::Z, 0.5 * DVec3::Z];
    let faces: [&[usize]; 8] =
        [&[0, 1, 4], &[1, 2, 4], &[2, 3, 4], &[3, 0, 4], &[1, 0, 5], &[2, 1, 5], &[3, 2, 5], &[0, 3, 5]];
    has(polyhedron(&dented, &faces), "not convex");
    has(polyhedron(&dented, &faces[..7]), "open");
}

#[test]
fn masses() {
    let with = |mass: MassDescription| sentence(vec![BodyDescription { mass, ..ball() }], Vec::new());
    assert!(with(MassDescription::default()).contains("needs a mass or a density"));
    assert!(with(MassDescription::of_mass(-1.0)).contains("mass: must be positive"));
    assert!(
        with(MassDescription::of_mass_and_moments(1.0, DVec3::new(1.0, 0.0, 1.0)))
            .contains("moments of inertia must be")
    );
    let skew = MassDescription {
        inertia: Some(DMat3::from_cols(DVec3::X, DVec3::ONE, DVec3::Z)),
        ..MassDescription::of_mass(1.0)
    };
    assert!(with(skew).contains("symmetric"));
    let bare = BodyDescription { shapes: Vec::new(), ..ball() };
    assert!(sentence(vec![bare], Vec::new()).contains("cannot be computed without a shape"));
    let floating = BodyDescription {
        mass: MassDescription::of_mass(1.0),
        ..BodyDescription::new("b", Shape::HalfSpace { normal: DVec3::Z })
    };
    assert!(sentence(vec![floating], Vec::new()).contains("half-space must be fixed"));
}

#[test]
fn numbers_and_places() {
    let turned = BodyDescription { rotation: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..ball() };
    assert!(sentence(vec![turned], Vec::new()).contains("rotation: must be a quaternion"));
    assert!(
        sentence(vec![BodyDescription { position: DVec3::INFINITY, ..ball() }], Vec::new())
            .contains("position: must be")
    );
    let near = BodyDescription { name: "c".into(), position: DVec3::new(0.9, 0.0, 0.0), ..ball() };
    assert!(sentence(vec![ball(), near], Vec::new()).contains("overlap at the start by 1.000e-1 m"));
    let law = laws::by_name("smith", &Coefficients { e: Some(0.5), mu: Some(0.1), ..Coefficients::default() }).unwrap();
    let mut description = WorldDescription::new(carom_mechanics::PairLaw { impact: law, ..common::law() });
    description.bodies = vec![ball()];
    assert!(World::new(&description).unwrap_err().to_string().contains("in the plane only"));
}

#[test]
fn joints() {
    let joint = |a: Option<&str>, b: Option<&str>, kind: JointKind| {
        vec![JointDescription::new("j", a.map(Into::into), b.map(Into::into), kind)]
    };
    let at = |x: f64| Anchor::Local(DVec3::new(x, 0.0, 0.0));
    let apart = JointKind::Spherical { at_a: at(0.0), at_b: at(0.1) };
    assert!(
        sentence(vec![ball()], joint(Some("b"), None, apart.clone())).contains("joint \"j\": at_a: the joint is open")
    );
    assert!(sentence(vec![ball()], joint(Some("b"), Some("x"), apart.clone())).contains("no body named \"x\""));
    assert!(sentence(vec![ball()], joint(None, None, apart)).contains("both are the world"));
    let frame = |axis: DVec3| JointFrame { at: at(0.0), axis: Axis::Local(axis), reference: None };
    let bent = JointKind::Revolute { a: frame(DVec3::X), b: frame(DVec3::new(1.0, 0.1, 0.0)) };
    assert!(sentence(vec![ball()], joint(Some("b"), None, bent)).contains("open at the start"));
    let none = JointKind::Revolute { a: frame(DVec3::X), b: frame(DVec3::ZERO) };
    assert!(sentence(vec![ball()], joint(Some("b"), None, none)).contains("must have a length"));
    let moving = BodyDescription { velocity: DVec3::X, ..ball() };
    let held = JointKind::FixedPoint { at: at(0.0) };
    let world = make(vec![moving], joint(Some("b"), None, held)).unwrap();
    assert!(world.check_velocities().unwrap_err().to_string().contains("open the joint with 1.000e0 m/s"));
}
