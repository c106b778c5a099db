//! Distances against brute force, mass properties against closed forms.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use std::f64::consts::PI;

use carom_mechanics::plane::description::{
    ArcVertex, BodyDescription, CentreOfMass, MassDescription, Shape, ShapeDescription, Side, WorldDescription,
};
use carom_mechanics::plane::{Drawing, World};
use carom_mechanics::{At, Contact, Model, Site, Touch};
use common::{Random, close, convex_polygon, free, law, shape, world};
use glam::DVec2;
use proptest::prelude::*;

/// The outline of a body as drawn.
fn outline(world: &World, body: usize, q: &[f64]) -> Vec<DVec2> {
    match world.drawings(body, 0.0, q).remove(0) {
        Drawing::Outline(points) => points,
        other => panic!("{other:?}"),
    }
}

fn to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let s = if a == b { 0.0 } else { ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0) };
    p.distance(a + s * (b - a))
}

fn edges(points: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    points.iter().enumerate().map(|(i, &p)| (p, points[(i + 1) % points.len()]))
}

fn inside(p: DVec2, points: &[DVec2]) -> bool {
    points.len() > 2 && edges(points).all(|(a, b)| (b - a).perp_dot(p - a) >= 0.0)
}

/// Least distance of two disjoint outlines: it is met at a vertex of one of them.
fn distance(a: &[DVec2], b: &[DVec2]) -> f64 {
    let one = |a: &[DVec2], b: &[DVec2]| {
        a.iter().flat_map(|&p| edges(b).map(move |(c, d)| to_segment(p, c, d))).fold(f64::INFINITY, f64::min)
    };
    one(a, b).min(one(b, a))
}

/// How far above the side of a rod the tip of another one touches it, both without thickness, in parts of half its length: on the other side of it by
/// rounding, it would fall through.
const SKIN: f64 = 1e-11;

/// An arc is drawn with chords that leave it by at most r (1 - cos(pi / 64)) = 1.2e-3 r, r < 2 m here.
const CHORD: f64 = 2.5e-3;

fn least_gap(world: &World, q: &[f64]) -> f64 {
    let mut sites = Vec::new();
    world.sites(0.0, q, f64::INFINITY, &mut sites);
    sites.iter().map(|&site| world.gap(site, 0.0, q).0).fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(common::cases(1000))]

    /// The least gap over all sites is the distance of the two shapes: nothing is missed, nothing is too near.
    #[test]
    fn least_gap_is_the_distance(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (a, b) = (shape(&mut random), shape(&mut random));
        let away = DVec2::from_angle(random.between(0.0, std::f64::consts::TAU)) * random.between(2.5, 4.0);
        let world = world(vec![free(&mut random, "a", a.clone(), DVec2::ZERO), free(&mut random, "b", b.clone(), away)]);
        let q = &world.start().q;
        let expected = distance(&outline(&world, 0, q), &outline(&world, 1, q));
        let got = least_gap(&world, q);
        let straight = |s: &Shape| !matches!(s, Shape::Disc { .. } | Shape::ArcFaced { .. }) && !matches!(s, Shape::Rod { radius, .. } if *radius > 0.0);
        let thin = |s: &Shape| matches!(s, Shape::Rod { radius: 0.0, .. });
        // Half of the longest rod is a metre.
        let skin = if thin(&a) && thin(&b) { SKIN } else { 0.0 };
        let tolerance = if straight(&a) && straight(&b) { 1e-12 } else { 2.0 * CHORD };
        let within = expected - skin - tolerance..=expected + tolerance;
        prop_assert!(within.contains(&got), "{a:?} {b:?}: {got} {expected}");
    }

    /// Two bodies brought together until they touch do so at exactly one site: no contact is missed or counted twice.
    #[test]
    fn a_touch_belongs_to_one_site(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (a, b) = (shape(&mut random), shape(&mut random));
        let away = DVec2::from_angle(random.between(0.0, std::f64::consts::TAU)) * 4.0;
        let world = world(vec![free(&mut random, "a", a.clone(), DVec2::ZERO), free(&mut random, "b", b.clone(), away)]);
        let mut q = world.start().q.clone();
        // Steps by the least gap along the line of approach: no overlap is ever passed.
        let mut left = 4.0;
        while left > 0.0 && least_gap(&world, &q) > 1e-11 {
            left -= least_gap(&world, &q);
            (q[3], q[4]) = (away.x * left / 4.0, away.y * left / 4.0);
        }
        prop_assume!(left > 0.0);
        let mut sites = Vec::new();
        world.sites(0.0, &q, 1e-7, &mut sites);
        let touch = |&site: &Site| Touch { site, face: world.gap(site, 0.0, &q).1 };
        let margins: Vec<f64> = sites.iter().map(touch).map(|touch| world.margin(touch, 0.0, &q)).collect();
        // Less than a millimetre from the end of an arc its vertex is less than a micrometre away.
        prop_assume!(margins.iter().all(|&margin| margin.abs() > 1e-3));
        prop_assert!(margins.iter().all(|&margin| margin > 0.0), "{margins:?}");
        prop_assert_eq!(sites.len(), 1, "{:?} {:?} {:?}", a, b, sites);
        let touch = touch(&sites[0]);
        let at = At { t: 0.0, q: &q, v: &world.start().v };
        let mut contact = Contact::default();
        world.contact(touch, at, &mut contact);
        prop_assert!(contact.gap.abs() < 1e-10, "{}", contact.gap);
    }

    /// The gap of a point is its signed distance.
    #[test]
    fn a_point_feels_the_signed_distance(seed in any::<u64>()) {
        let mut random = Random(seed);
        let shape = if random.below(2) == 0 { convex_polygon(&mut random) } else { common::arc_faced(&mut random) };
        let point = BodyDescription {
            mass: MassDescription::of_mass(1.0),
            position: DVec2::new(9.0, 0.0),
            ..BodyDescription::new("point", Shape::Point)
        };
        let world = world(vec![free(&mut random, "body", shape, DVec2::ZERO), point]);
        let mut q = world.start().q.clone();
        let drawn = outline(&world, 0, &q);
        for _ in 0..20 {
            let p = random.vector(1.2);
            (q[3], q[4]) = (p.x, p.y);
            let size = edges(&drawn).map(|(a, b)| to_segment(p, a, b)).fold(f64::INFINITY, f64::min);
            let expected = if inside(p, &drawn) { -size } else { size };
            let got = least_gap(&world, &q);
            prop_assert!((got - expected).abs() <= CHORD, "{p}: {got} {expected}");
        }
    }
}

fn inertia(body: BodyDescription) -> (f64, f64) {
    World::new(&WorldDescription { bodies: vec![body], ..WorldDescription::new(law()) }).unwrap().inertia(0).unwrap()
}

fn of_density(shape: impl Into<ShapeDescription>) -> BodyDescription {
    BodyDescription { mass: MassDescription::of_density(2.0), ..BodyDescription::new("b", shape) }
}

fn expect(body: BodyDescription, mass: f64, moment: f64) {
    let got = inertia(body);
    // A few roundings.
    close(got.0, mass, 1e-14, "mass");
    close(got.1, moment, 1e-14, "moment");
}

#[test]
fn mass_and_moment_of_every_shape() {
    expect(of_density(Shape::Disc { radius: 0.5 }), PI / 2.0, PI / 2.0 * 0.125);
    expect(of_density(Shape::Rod { length: 3.0, radius: 0.0 }), 6.0, 6.0 * 9.0 / 12.0);
    expect(of_density(Shape::Box { width: 2.0, height: 1.0 }), 4.0, 4.0 * 5.0 / 12.0);
    // A right triangle with legs 3 and 4: J = m (a^2 + b^2) / 18.
    let points = [(5.0, 5.0), (8.0, 5.0), (5.0, 9.0)].map(DVec2::from).to_vec();
    expect(of_density(Shape::Polygon { points }), 12.0, 12.0 * 25.0 / 18.0);
    // A capsule is a box and a disc cut in two and moved apart.
    let (l, r) = (2.0, 0.5);
    let half = PI * r * r / 2.0;
    let out = 4.0 * r / (3.0 * PI);
    let caps = 2.0 * (half * r * r / 2.0 - half * out * out + half * (l / 2.0 + out).powi(2));
    let box_moment = l * 2.0 * r * (l * l + 4.0 * r * r) / 12.0;
    expect(
        of_density(Shape::Rod { length: l, radius: r }),
        2.0 * (2.0 * half + 2.0 * r * l),
        2.0 * (caps + box_moment),
    );
}

#[test]
fn a_capsule_and_a_disc_made_of_arcs() {
    let vertex = |x: f64, y: f64, side: Side| ArcVertex { point: DVec2::new(x, y), side };
    let capsule = vec![
        vertex(-1.0, -0.5, Side::Straight),
        vertex(1.0, -0.5, Side::Bulge(1.0)),
        vertex(1.0, 0.5, Side::Straight),
        vertex(-1.0, 0.5, Side::Centre(DVec2::new(-1.0, 0.0))),
    ];
    let (mass, moment) = inertia(of_density(Shape::Rod { length: 2.0, radius: 0.5 }));
    expect(of_density(Shape::ArcFaced { vertices: capsule }), mass, moment);
    let three_quarters = (PI * 3.0 / 8.0).tan();
    let disc = vec![vertex(0.5, 0.0, Side::Bulge(three_quarters)), vertex(0.0, -0.5, Side::Centre(DVec2::ZERO))];
    expect(of_density(Shape::ArcFaced { vertices: disc }), PI / 2.0, PI / 2.0 * 0.125);
}

#[test]
fn several_shapes_share_the_mass_by_their_densities() {
    // Two discs of radii 1 and 2, the larger half as dense: masses 1 : 2, at distance 3.
    let disc = |radius: f64, x: f64, density: f64| ShapeDescription {
        offset: DVec2::new(x, 0.0),
        density: Some(density),
        ..Shape::Disc { radius }.into()
    };
    let mut body = BodyDescription::new("b", disc(1.0, 0.0, 2.0));
    body.shapes.push(disc(2.0, 3.0, 1.0));
    body.mass = MassDescription::of_mass(9.0);
    body.position = DVec2::new(7.0, 0.0);
    let moment = 3.0 * (0.5 + 4.0) + 6.0 * (2.0 + 1.0);
    expect(body.clone(), 9.0, moment);
    // Its position is the centre of mass: the small disc is 2 m to the left of it.
    let made = world(vec![body.clone()]);
    let drawn = made.drawings(0, 0.0, &made.start().q).remove(0);
    let Drawing::Outline(points) = drawn else { panic!("{drawn:?}") };
    let left = points.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
    close(left, 7.0 - 2.0 - 1.0, 1e-12, "left end");
    // About another point the moment grows by m d^2.
    body.centre = CentreOfMass::ORIGIN;
    expect(body, 9.0, moment + 9.0 * 4.0);
}

#[test]
fn a_corner_that_went_through_a_thin_rod_has_a_negative_gap() {
    let rod = |name: &str, position: DVec2, angle: f64| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position,
        angle,
        ..BodyDescription::new(name, Shape::Rod { length: 2.0, radius: 0.0 })
    };
    let made = world(vec![rod("lying", DVec2::ZERO, 0.0), rod("standing", DVec2::new(0.3, 1.5), PI / 2.0)]);
    let mut q = made.start().q.clone();
    for (y, expected) in [(1.5, 0.5), (1.0 + 1e-6, 1e-6), (1.0 - 1e-6, -1e-6), (0.9, -0.1)] {
        q[4] = y;
        close(least_gap(&made, &q), expected - SKIN, 1e-12, "upper rod");
    }
    // Beside the end of the rod nothing is crossed.
    (q[3], q[4]) = (1.2, 0.9);
    close(least_gap(&made, &q), 0.2 - SKIN, 1e-12, "beside");
}

/// The circles of a lens reach far beyond it, and so do their centres: seen, 0.17 m of overlap with a floor 0.3 m below.
#[test]
fn only_the_arcs_of_a_lens_overlap_anything() {
    let vertex = |x: f64, bulge: f64| ArcVertex { point: DVec2::new(x, 0.0), side: Side::Bulge(bulge) };
    let lens = |y: f64, angle: f64| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec2::new(0.0, y),
        angle,
        ..BodyDescription::new("lens", Shape::ArcFaced { vertices: vec![vertex(-0.3, 0.3), vertex(0.3, 0.2)] })
    };
    let with = |body: BodyDescription, other: BodyDescription| {
        let mut world = WorldDescription::new(law());
        world.bodies = vec![body, other];
        World::new(&world)
    };
    for angle in [0.0, 0.35, PI / 2.0, PI] {
        let floor = BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y });
        let drum = BodyDescription::fixed("drum", Shape::Hollow { radius: 0.5 });
        assert!(with(lens(0.32, angle), floor.clone()).is_ok() && with(lens(0.1, angle), drum.clone()).is_ok());
        assert!(with(lens(0.02, angle), floor).is_err() && with(lens(0.55, angle), drum).is_err());
    }
}

#[test]
fn a_contact_slides_off_the_end_of_its_face() {
    let boxed = |name: &str, position: DVec2| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position,
        ..BodyDescription::new(name, Shape::Box { width: 1.0, height: 1.0 })
    };
    let disc = BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec2::new(0.2, 0.75),
        ..BodyDescription::new("disc", Shape::Disc { radius: 0.25 })
    };
    let made = world(vec![boxed("box", DVec2::ZERO), disc]);
    let q = &made.start().q;
    let mut sites = Vec::new();
    made.sites(0.0, q, 1e-9, &mut sites);
    assert_eq!(sites.len(), 1);
    let face = made.gap(sites[0], 0.0, q).1;
    let touch = Touch { site: sites[0], face };
    close(made.margin(touch, 0.0, q), 0.3, 1e-14, "distance to the corner");
    let mut beyond = q.clone();
    beyond[3] = 0.6;
    close(made.margin(touch, 0.0, &beyond), -0.1, 1e-14, "beyond the corner");
    // Now the corner is the face: a quarter turn of the disc about it.
    let (gap, corner) = made.gap(sites[0], 0.0, &beyond);
    close(gap, DVec2::new(0.1, 0.25).length() - 0.25, 1e-14, "to the corner");
    let touch = Touch { face: corner, ..touch };
    let distance = DVec2::new(0.1, 0.25).length();
    close(made.margin(touch, 0.0, &beyond), distance * (0.1_f64 / 0.25).atan(), 1e-14, "on the corner");
}

#[test]
fn a_round_ended_rod_and_a_rounded_box_lie_on_two_contacts() {
    // Flat on the floor every touching point is exactly at the end of its sector.
    let quarter = std::f64::consts::FRAC_PI_8.tan();
    let vertex = |x: f64, y: f64, bulge: f64| ArcVertex {
        point: DVec2::new(x, y),
        side: if bulge > 0.0 { Side::Bulge(bulge) } else { Side::Straight },
    };
    let rounded = vec![
        vertex(-0.4, -0.3, 0.0),
        vertex(0.4, -0.3, quarter),
        vertex(0.5, -0.2, 0.0),
        vertex(0.5, 0.3, 0.0),
        vertex(-0.5, 0.3, 0.0),
        vertex(-0.5, -0.2, quarter),
    ];
    for (shape, height) in
        [(Shape::Rod { length: 1.0, radius: 0.1 }, 0.1), (Shape::ArcFaced { vertices: rounded }, 0.3)]
    {
        for tilt in [0.0, 1e-16, -1e-16] {
            let body = BodyDescription {
                mass: MassDescription::of_mass(1.0),
                centre: CentreOfMass::ORIGIN,
                position: DVec2::new(0.0, height),
                angle: tilt,
                ..BodyDescription::new("body", shape.clone())
            };
            let made = world(vec![body, BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y })]);
            let q = &made.start().q;
            let mut sites = Vec::new();
            made.sites(0.0, q, 1e-9, &mut sites);
            assert_eq!(sites.len(), 2);
            for site in sites {
                assert!(made.margin(Touch { site, face: 0 }, 0.0, q) > 0.0);
            }
        }
    }
}

#[test]
fn a_thousand_bodies_have_few_neighbours() {
    let disc = |i: usize| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec2::new((i % 40) as f64, (i / 40) as f64),
        ..BodyDescription::new(format!("d{i}"), Shape::Disc { radius: 0.5 })
    };
    let made = world((0..1000).map(disc).collect());
    let mut sites = Vec::new();
    made.sites(0.0, &made.start().q, 1e-9, &mut sites);
    // 25 rows of 39 and 40 columns of 24 touching pairs.
    assert_eq!(sites.len(), 25 * 39 + 40 * 24);
}
