//! Spatial scenes with known answers by exact events (vectors contact; B10, X2, X3).
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::signal::{Constant, Motion, Signal, Uniform};
use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    Anchor, Axis, BodyDescription, CentreOfMass, Drive, ForceDescription, ForceFrame, JointDescription, JointFrame,
    JointFriction, JointKind, JointLimits, MassDescription, MotionDescription, Shape, WorldDescription,
};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, EventKind, Record};
use glam::{DQuat, DVec3};

const GRAVITY: f64 = 9.81;

fn law(name: &str, e: f64, mu: f64) -> PairLaw {
    let impact = by_name(name, &Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() }).unwrap();
    PairLaw { impact, restitution: e, friction: Friction::Coulomb { mu }, penalty: None }
}

/// A body on the half-space z <= 0.
fn on_floor(body: BodyDescription, law: PairLaw) -> WorldDescription {
    let mut description = WorldDescription::new(law);
    description.gravity = DVec3::new(0.0, 0.0, -GRAVITY);
    description.bodies = vec![body, BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec3::Z })];
    description
}

fn sphere(mass: f64, radius: f64) -> BodyDescription {
    BodyDescription {
        mass: MassDescription::of_mass(mass),
        position: DVec3::new(0.0, 0.0, radius),
        ..BodyDescription::new("ball", Shape::Sphere { radius })
    }
}

fn block(mass: f64, size: DVec3) -> BodyDescription {
    BodyDescription {
        mass: MassDescription::of_mass(mass),
        position: DVec3::new(0.0, 0.0, 0.5 * size.z),
        ..BodyDescription::new("block", Shape::Box { size })
    }
}

fn go(description: &WorldDescription, until: f64, every: f64) -> Record {
    let world = World::new(description).unwrap();
    let start = world.start();
    let mut state = State { t: start.t, q: start.q.clone(), v: start.v.clone(), closed: Vec::new(), step: 0.0 };
    let record = run(&world, &mut state, &Settings { every: Some(every), ..Settings::until(until) });
    assert_eq!(record.end, End::Time);
    record
}

fn vector(numbers: &[f64]) -> DVec3 {
    DVec3::from_slice(numbers)
}

fn time_of(record: &Record, kind: EventKind) -> f64 {
    record.of_kind(kind).next().unwrap().t
}

/// A sphere thrown with spin in space slides along a parabola, then rolls (sliding-to-rolling).
#[test]
fn a_sphere_slides_then_rolls() {
    let mut ball = sphere(7.0, 0.108);
    (ball.velocity, ball.spin) = (DVec3::new(6.0, 1.0, 0.0), DVec3::new(20.0, -35.0, 4.0));
    let record = go(&on_floor(ball, law("kane", 0.0, 0.12)), 4.0, 0.1);
    let rolls_at = time_of(&record, EventKind::Stick);
    assert!((rolls_at - 2.494_500_325_239_172).abs() < 1e-9, "{rolls_at}");
    let end = record.samples.last().unwrap();
    let velocity = DVec3::new(3.205_714_285_714_286, 0.097_142_857_142_857_2, 0.0);
    assert!((vector(&end.v) - velocity).length() < 1e-9, "{:?}", end.v);
    let spin = DVec3::new(-0.899_470_899_470_9, 29.682_539_682_539_684, 4.0);
    assert!((vector(&end.v[3..]) - spin).length() < 1e-8, "{:?}", end.v);
    let place = DVec3::new(11.481_828_639_886_59, 1.368_411_606_988_345_6, 0.108) + velocity * (4.0 - rolls_at);
    assert!((vector(&end.q) - place).length() < 1e-8, "{:?}", end.q);
}

/// A block whose rotation is far too heavy to turn, pushed at its foot, holds below the limit and slides above it in every direction
/// (plane-push-isotropy).
#[test]
fn friction_is_the_same_in_every_direction() {
    let (mass, mu) = (3.0, 0.4);
    for degrees in [0.0_f64, 10.0, 22.5, 30.0, 45.0, 67.5, 90.0, 135.0, 200.0] {
        for part in [0.999, 1.001] {
            let way = DQuat::from_rotation_z(degrees.to_radians()) * DVec3::X;
            let size = part * mu * mass * GRAVITY;
            let mut description = on_floor(block(mass, DVec3::new(0.4, 0.4, 0.2)), law("kane", 0.0, mu));
            let push = |x: f64| -> Option<Arc<dyn Signal>> { Some(Arc::new(Constant(x))) };
            description.forces.push(ForceDescription::Applied {
                body: "block".into(),
                at: Anchor::Local(DVec3::new(0.0, 0.0, -0.1)),
                force: [push(size * way.x), push(size * way.y), None],
                torque: [None, None, None],
                frame: ForceFrame::World,
            });
            let end = go(&description, 10.0, 1.0).samples.pop().unwrap();
            let moved = (part - 1.0_f64).max(0.0) * mu * GRAVITY * 50.0;
            let error = (vector(&end.q) - (way * moved + DVec3::new(0.0, 0.0, 0.1))).length();
            // Creep is zero; a slide of 0.2 m in 10 s is good to 1e-9.
            assert!(error < if part < 1.0 { 1e-12 } else { 1e-9 }, "{degrees} {part}: {error}");
        }
    }
}

/// A small block under a constant side force slides on a curve and stops (plane-push-isotropy, curved slide).
#[test]
fn a_curved_slide_stops_at_the_right_time_and_place() {
    // A sphere too heavy to turn is a point.
    let mut ball = sphere(3.0, 0.1);
    ball.mass = MassDescription::of_mass_and_moments(3.0, DVec3::splat(1e12));
    ball.velocity = DVec3::new(-1.332_552_042_559_648_2, 1.491_410_424_353_440_5, 0.0);
    let mut description = on_floor(ball, law("kane", 0.0, 0.4));
    description.forces.push(ForceDescription::Applied {
        body: "ball".into(),
        at: Anchor::Local(DVec3::new(0.0, 0.0, -0.1)),
        force: [Some(Arc::new(Constant(4.5))), None, None],
        torque: [None, None, None],
        frame: ForceFrame::World,
    });
    let record = go(&description, 0.667_318_784_883_526_4, 0.04);
    let stop = time_of(&record, EventKind::Stick);
    assert!((stop - 0.444_879_189_922_350_9).abs() < 2e-9, "{stop}");
    let end = record.samples.last().unwrap();
    let place = DVec3::new(-0.232_970_854_554_059_2, 0.344_248_819_667_244_63, 0.1);
    assert!((vector(&end.q) - place).length() < 1e-9, "{:?}", end.q);
}

/// A sphere that rolls on a turntable moves on a circle, 2/7 of the table's rate (sphere-on-turntable).
#[test]
fn a_sphere_on_a_turntable_moves_on_a_circle() {
    let period = 7.330_382_858_376_184_5;
    let mut ball = sphere(0.5, 0.05);
    ball.position = DVec3::new(0.3, 0.0, 0.05);
    (ball.velocity, ball.spin) = (DVec3::new(0.0, 0.4, 0.0), DVec3::new(10.0, 0.0, 0.0));
    let mut description = on_floor(ball, law("kane", 0.0, 0.5));
    let turning: Arc<dyn Motion> = Arc::new(Uniform { rate: 3.0, ..Uniform::default() });
    description.bodies[1].drive =
        Drive::Prescribed(MotionDescription { angle: Some(turning), ..MotionDescription::default() });
    let record = go(&description, period, period / 4.0);
    let (centre, radius) = (DVec3::new(-1.0 / 6.0, 0.0, 0.05), 7.0 / 15.0);
    for (k, way) in [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y, DVec3::X].into_iter().enumerate() {
        let error = (vector(&record.samples[k].q) - (centre + radius * way)).length();
        assert!(error < 1e-8, "quarter {k}: {error}");
    }
}

/// A box on its four corners spins to rest, and slides to rest (spinning-box-and-tripod).
#[test]
fn a_box_spins_and_slides_to_rest() {
    let make = |velocity: DVec3, spin: DVec3| {
        let body = BodyDescription { velocity, spin, ..block(2.0, DVec3::new(0.3, 0.2, 0.1)) };
        go(&on_floor(body, law("kane", 0.0, 0.3)), 0.6, 0.1)
    };
    let spun = make(DVec3::ZERO, DVec3::new(0.0, 0.0, 12.0));
    let stop = time_of(&spun, EventKind::Stick);
    assert!((stop - 0.245_025_570_877_607_18).abs() < 1e-9, "{stop}");
    let end = &spun.samples.last().unwrap().q;
    assert!((vector(end) - DVec3::new(0.0, 0.0, 0.05)).length() < 1e-9);
    assert!((2.0 * end[6].atan2(end[3]) - 1.470_153_425_265_643).abs() < 1e-8);
    let slid = make(DVec3::new(1.5, 0.0, 0.0), DVec3::ZERO);
    let stop = time_of(&slid, EventKind::Stick);
    assert!((stop - 0.509_683_995_922_528).abs() < 1e-9, "{stop}");
    assert!((slid.samples.last().unwrap().q[0] - 0.382_262_996_941_896).abs() < 1e-9);
}

/// A tripod slides and spins: the three forces are unique and depend on friction (spinning-box-and-tripod).
#[test]
fn a_tripod_slides_and_spins_to_rest() {
    let foot = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        DVec3::new(0.15 * cos, 0.15 * sin, -0.08)
    };
    let vertices = vec![foot(90.0), foot(210.0), foot(330.0), DVec3::new(0.0, 0.0, 0.1)];
    let faces = vec![vec![2, 1, 0], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
    let tripod = BodyDescription {
        mass: MassDescription::of_mass_and_moments(2.0, DVec3::splat(0.02)),
        centre: CentreOfMass::ORIGIN,
        position: DVec3::new(0.0, 0.0, 0.08),
        velocity: DVec3::new(1.5, 0.45, 0.0),
        spin: DVec3::new(0.0, 0.0, 12.0),
        ..BodyDescription::new("tripod", Shape::Polyhedron { vertices, faces })
    };
    let record = go(&on_floor(tripod, law("kane", 0.0, 0.3)), 0.7, 0.077_877_638_923_091_98);
    let third = &record.samples.iter().find(|s| (s.t - 0.233_632_916_769_275_94).abs() < 1e-9).unwrap();
    let place = DVec3::new(0.306_357_331_256_359_56, 0.089_303_237_399_548_1, 0.08);
    assert!((vector(&third.q) - place).length() < 1e-8, "{:?}", third.q);
    let end = record.samples.last().unwrap();
    let place = DVec3::new(0.540_807_455_078_073_7, 0.141_919_464_197_302_78, 0.08);
    assert!((vector(&end.q) - place).length() < 1e-7, "{:?}", end.q);
    let stop = record.of_kind(EventKind::Stick).last().unwrap().t;
    assert!((stop - 0.655_811_696_194_458_8).abs() < 1e-6, "{stop}");
}

/// A box on a slope in any direction holds, slides, or returns (block-on-incline).
#[test]
fn a_block_on_an_incline_that_faces_any_way() {
    let slope: f64 = 0.436_332_312_998_582_4;
    for heading in [0.0, 0.7, 2.0, 4.4] {
        // The plane stays, gravity leans.
        let down = DQuat::from_rotation_z(heading) * DVec3::X;
        let make = |mu: f64, up: f64| {
            let body = BodyDescription {
                rotation: DQuat::from_rotation_z(heading),
                velocity: -up * down,
                ..block(2.0, DVec3::new(0.4, 0.3, 0.2))
            };
            let mut description = on_floor(body, law("kane", 0.0, mu));
            description.gravity = GRAVITY * (slope.sin() * down - slope.cos() * DVec3::Z);
            go(&description, 2.0, 0.1)
        };
        let moved = |record: &Record| vector(&record.samples.last().unwrap().q).dot(down);
        assert!(moved(&make(0.466_354_293_584_357_04, 0.0)).abs() < 1e-12);
        let just = moved(&make(0.466_261_032_051_793_4, 0.0));
        assert!((just - 0.000_829_094_120_123_500_3).abs() < 1e-10, "{just}");
        let stays = make(0.6, 3.0);
        assert!((time_of(&stays, EventKind::Stick) - 0.316_441_917_554_570_9).abs() < 1e-9);
        assert!((moved(&stays) + 0.474_662_876_331_856_4).abs() < 1e-9);
        let returns = moved(&make(0.3, 3.0));
        assert!((returns - 1.137_949_250_254_035_4).abs() < 1e-8, "{returns}");
    }
}

/// A thin disc rolls without slipping (rolling-disc, general rolling).
#[test]
fn a_thin_disc_rolls() {
    let (mass, radius) = (0.44, 0.0375_f64);
    let rotation = DQuat::from_xyzw(0.564_642_473_395_035_4, 0.0, 0.0, 0.825_335_614_909_678_3);
    let across = 0.25 * mass * radius * radius;
    // Its thickness of a tenth of a nanometre is below what is compared.
    let shape = Shape::Cylinder { radius, length: 1e-10 };
    let disc = BodyDescription {
        mass: MassDescription::of_mass_and_moments(mass, DVec3::new(across, across, 2.0 * across)),
        position: DVec3::new(0.0, 0.0, 0.034_951_465_723_770_99 + 1e-10),
        rotation,
        velocity: DVec3::new(-0.525, -0.010_485_439_717_131_296, 0.004_076_524_737_862_577),
        spin: rotation * DVec3::new(0.3, 0.2, 14.0),
        ..BodyDescription::new("disc", shape)
    };
    let record = go(&on_floor(disc, law("kane", 0.0, 2.0)), 1.0, 0.1);
    for (k, place) in [
        (1, DVec3::new(-0.051_762_659_658_574_094, 0.013_160_328_825_594_259, 0.029_715_882_300_475_824)),
        (5, DVec3::new(0.029_531_168_879_343_643, 0.142_292_786_754_009_14, 0.032_404_158_193_402_61)),
        (10, DVec3::new(-0.064_044_012_595_342_77, 0.022_703_580_181_008_588, 0.027_303_557_111_094_105)),
    ] {
        let sample = record.samples.iter().find(|s| (s.t - 0.1 * f64::from(k)).abs() < 1e-9).unwrap();
        let error = (vector(&sample.q) - place).length();
        assert!(error < 1e-7, "{k}: {error:e}");
    }
}

/// Five blocks on each other, dropped flat, stop at once and stay (stacks).
#[test]
fn a_stack_dropped_flat_stops_at_once() {
    let (count, height) = (5, 0.2);
    let mut description = on_floor(block(1.0, DVec3::new(0.4, 0.3, height)), law("kane", 0.0, 0.5));
    let blocks = (0..count).map(|k| BodyDescription {
        name: format!("block {k}"),
        position: DVec3::new(0.0, 0.0, 0.5 + height * (f64::from(k) + 0.5)),
        ..block(1.0, DVec3::new(0.4, 0.3, height))
    });
    description.bodies.splice(0..1, blocks);
    let record = go(&description, 1.0, 0.1);
    let first = time_of(&record, EventKind::Impact);
    assert!((first - 0.319_275_428_407_050_5).abs() < 1e-10, "{first}");
    let impulse: f64 = record
        .of_kind(EventKind::Impact)
        .filter(|event| event.point[2] < 1e-6)
        .map(|event| event.impact.as_ref().unwrap().impulse[0])
        .sum();
    assert!((impulse - 15.660_459_763_365_825).abs() < 1e-8, "{impulse}");
    let end = record.samples.last().unwrap();
    for (k, q) in end.q.chunks_exact(7).enumerate() {
        let place = DVec3::new(0.0, 0.0, height * (k as f64 + 0.5));
        assert!((vector(q) - place).length() < 1e-11, "block {k}: {q:?}");
    }
    assert!(end.v.iter().all(|v| v.abs() < 1e-12));
}

/// Rate below which friction in a joint grows from zero.
const SLOW: f64 = 1e-2;

/// A body that turns about the vertical, or slides along x, between stops.
fn between_stops(
    kind: fn(JointFrame) -> JointKind,
    axis: DVec3,
    limits: JointLimits,
    friction: f64,
) -> WorldDescription {
    let mut description = WorldDescription::new(law("newton", 1.0, 0.0));
    let mut body = block(2.0, DVec3::new(0.3, 0.2, 0.1));
    (body.position, body.velocity, body.spin) = (DVec3::ZERO, 1.5 * DVec3::X, 3.0 * DVec3::Z);
    if axis == DVec3::X {
        body.spin = DVec3::ZERO;
    } else {
        body.velocity = DVec3::ZERO;
    }
    description.bodies.push(body);
    let frame = JointFrame { at: Anchor::Local(DVec3::ZERO), axis: Axis::Local(axis), reference: None };
    let joint = JointDescription::new("j", Some("block".into()), None, kind(frame));
    let rub = JointFriction { coulomb: friction, viscous: 0.0, speed: Some(SLOW) };
    description.joints.push(JointDescription { limits: Some(limits), friction: Some(rub), ..joint });
    description
}

/// Newton's restitution at the stops: e of the speed each time.
#[test]
fn joints_bounce_off_their_stops() {
    let limits = JointLimits { lower: -0.6, upper: 0.9, restitution: 0.5 };
    let hinge = between_stops(|frame| JointKind::Revolute { a: frame, b: frame }, DVec3::Z, limits, 0.0);
    let slide = between_stops(|frame| JointKind::Prismatic { a: frame, b: frame }, DVec3::X, limits, 0.0);
    for (description, speed) in [(hinge, 3.0), (slide, 1.5)] {
        let record = go(&description, 4.0, 0.5);
        let times: Vec<f64> = record.of_kind(EventKind::Impact).map(|event| event.t).collect();
        let first = 0.9 / speed;
        let second = first + 1.5 / (0.5 * speed);
        assert!((times[0] - first).abs() < 1e-9 && (times[1] - second).abs() < 1e-9, "{times:?}");
    }
}

/// Friction in a joint ends a turn after J (w^2 / 2 + pi^2 s^2 / 12) / c, the integral of w coth(w / s).
#[test]
fn friction_in_a_joint_stops_it() {
    let limits = JointLimits { lower: -3.0, upper: 3.0, restitution: 0.0 };
    let hinge = between_stops(|frame| JointKind::Revolute { a: frame, b: frame }, DVec3::Z, limits, 0.05);
    let record = go(&hinge, 2.0, 0.01);
    let moment = 2.0 * (0.09 + 0.04) / 12.0;
    let turned = moment / 0.05 * (4.5 + std::f64::consts::PI.powi(2) * SLOW * SLOW / 12.0);
    let end = &record.samples.last().unwrap();
    assert!((2.0 * end.q[6].atan2(end.q[3]) - turned).abs() < 1e-8, "{:?} {turned}", end.q);
    assert!(record.counts.energy_error.abs() < 1e-9, "{}", record.counts.energy_error);
}
