//! Rows, drifts and biases of contacts against central differences, for every kind of shape on either side, free, fixed or
//! prescribed, in both orders of the bodies.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    ArcVertex, BodyDescription, Drive, MassDescription, PairDescription, Shape, Side, WorldDescription,
};
use carom_mechanics::{At, Contact, Model, Site, Touch};
use common::{DIFFERENCE, Path, Random, arc_faced, close, free, law, prescribed, shape, world};
use glam::DVec2;
use proptest::prelude::*;

fn contact(world: &World, touch: Touch, at: At) -> Contact {
    let mut contact = Contact::default();
    world.contact(touch, at, &mut contact);
    contact
}

/// Every site with its nearest face.
fn touches(world: &World, t: f64, q: &[f64]) -> Vec<Touch> {
    let mut sites = Vec::new();
    world.sites(t, q, f64::INFINITY, &mut sites);
    assert!(sites.is_sorted());
    sites.into_iter().map(|site| Touch { site, face: world.gap(site, t, q).1 }).collect()
}

/// Velocity of the material point of a body at a point of the world.
fn point_velocity(world: &World, at: At, body: usize, point: [f64; 3]) -> DVec2 {
    let mut states = Vec::new();
    world.states(at, &mut states);
    let s = states[body];
    DVec2::new(s.vx - s.spin * (point[1] - s.y), s.vy + s.spin * (point[0] - s.x))
}

/// D_N is the rate of the gap, D_T and the moment those of material points, and every D' is the rate of its D.
fn check(world: &World, path: &Path, touch: Touch) {
    let here = path.at(world, 0.0, |at| contact(world, touch, at));
    let velocities = path.at(world, 0.0, |at| {
        let (first, second) = world.bodies_of_pair(touch.site.pair);
        let n = DVec2::new(here.normal[0], here.normal[1]);
        let tau = DVec2::new(n.y, -n.x);
        let relative = point_velocity(world, at, first, here.point) - point_velocity(world, at, second, here.point);
        let mut states = Vec::new();
        world.states(at, &mut states);
        [relative.dot(n), relative.dot(tau), states[first].spin - states[second].spin]
    });
    close(here.along_normal.velocity(&path.v), velocities[0], 1e-12, "D_N of material points");
    close(here.tangential[0].velocity(&path.v), velocities[1], 1e-12, "D_T of material points");
    close(here.moment.velocity(&path.v), velocities[2], 1e-12, "relative spin");
    let rate = path.derivative(world, |at| contact(world, touch, at).gap);
    close(here.along_normal.velocity(&path.v), rate, DIFFERENCE, "D_N");
    let rate = path.derivative(world, |at| contact(world, touch, at).along_normal.velocity(at.v));
    close(path.acceleration(&here.along_normal), rate, DIFFERENCE, "D_N'");
    let rate = path.derivative(world, |at| contact(world, touch, at).tangential[0].velocity(at.v));
    close(path.acceleration(&here.tangential[0]), rate, DIFFERENCE, "D_T'");
    let rate = path.derivative(world, |at| contact(world, touch, at).moment.velocity(at.v));
    close(path.acceleration(&here.moment), rate, DIFFERENCE, "relative angular acceleration");
}

/// A force and its reaction: the rows of two free bodies have no net force and no net moment about any point.
fn check_reaction(world: &World, path: &Path, touch: Touch) {
    let here = path.at(world, 0.0, |at| contact(world, touch, at));
    for direction in [&here.along_normal, &here.tangential[0]] {
        let mut net = [0.0; 3];
        let mut force = [0.0; 6];
        direction.row.add_to(1.0, &mut force);
        for body in 0..2 {
            let (q, f) = (&path.q[3 * body..], &force[3 * body..]);
            net[0] += f[0];
            net[1] += f[1];
            net[2] += f[2] + q[0] * f[1] - q[1] * f[0];
        }
        // Sums of a few numbers of size one.
        assert!(net.iter().all(|x| x.abs() < 1e-13), "{net:?}");
    }
}

fn two_bodies(random: &mut Random) -> Vec<BodyDescription> {
    let (a, b) = (shape(random), shape(random));
    let away = DVec2::from_angle(random.between(0.0, std::f64::consts::TAU)) * 4.0;
    vec![free(random, "a", a, DVec2::ZERO), free(random, "b", b, away)]
}

/// Puts the bodies at a random distance of about their size: all regions of all faces are met.
fn check_all(world: &World, path: &mut Path, random: &mut Random) {
    for body in 0..world.body_count() {
        if let Some(i) = world.coordinate(body) {
            let place = random.vector(1.0);
            path.q[i..i + 3].copy_from_slice(&[place.x, place.y, random.between(-3.0, 3.0)]);
        }
    }
    for touch in touches(world, path.t, &path.q) {
        // Centres so close that the normal turns fast would need smaller steps.
        let speed = |at: At| contact(world, touch, at).along_normal.velocity(at.v);
        let slip = |at: At| contact(world, touch, at).tangential[0].velocity(at.v);
        if path.converged(world, speed) && path.converged(world, slip) {
            check(world, path, touch);
        }
    }
}

proptest! {
    #![proptest_config(common::cases(300))]

    #[test]
    fn two_free_bodies(seed in any::<u64>()) {
        let mut random = Random(seed);
        let world = world(two_bodies(&mut random));
        let mut path = Path::random(&mut random, &world);
        check_all(&world, &mut path, &mut random);
        for touch in touches(&world, path.t, &path.q) {
            check_reaction(&world, &path, touch);
        }
    }

    #[test]
    fn one_body_prescribed(seed in any::<u64>(), which in 0..2usize) {
        let mut random = Random(seed);
        let mut bodies = two_bodies(&mut random);
        let (position, angle) = (bodies[which].position, bodies[which].angle);
        bodies[which].drive = prescribed(&mut random, position, angle);
        let world = world(bodies);
        let mut path = Path::random(&mut random, &world);
        check_all(&world, &mut path, &mut random);
    }

    #[test]
    fn inside_a_moving_drum_and_on_a_moving_floor(seed in any::<u64>(), first in any::<bool>()) {
        let mut random = Random(seed);
        let other = if first { Shape::Hollow { radius: 4.0 } } else { Shape::HalfSpace { normal: DVec2::new(0.3, 2.0) } };
        let at = if first { DVec2::ZERO } else { DVec2::new(0.0, -9.0) };
        let mut wall = BodyDescription { position: at, ..BodyDescription::fixed("wall", other) };
        wall.drive = prescribed(&mut random, at, 0.0);
        let shape = shape(&mut random);
        let body = free(&mut random, "body", shape, DVec2::ZERO);
        // A floor that turns by up to half a radian stays below.
        let world = world(if random.below(2) == 0 { vec![wall, body] } else { vec![body, wall] });
        let mut path = Path::random(&mut random, &world);
        check_all(&world, &mut path, &mut random);
    }

    /// The gap of a site is that of its nearest face, unless the meeting belongs to another site: then it is larger.
    #[test]
    fn gap_and_contact_agree(seed in any::<u64>()) {
        let mut random = Random(seed);
        let world = world(two_bodies(&mut random));
        let path = Path::random(&mut random, &world);
        for touch in touches(&world, path.t, &path.q) {
            let gap = world.gap(touch.site, path.t, &path.q).0;
            let face_gap = path.at(&world, 0.0, |at| contact(&world, touch, at)).gap;
            prop_assert!(gap >= face_gap - 1e-12, "{gap} {face_gap}");
        }
    }

    /// Moving a body a little changes no gap by more than its points move: there are no jumps between faces.
    #[test]
    fn gaps_are_continuous(seed in any::<u64>()) {
        let mut random = Random(seed);
        let world = world(vec![
            free(&mut random, "a", arc_faced(&mut Random(seed)), DVec2::ZERO),
            free(&mut random, "b", shape(&mut Random(seed ^ 7)), DVec2::new(5.0, 0.0)),
        ]);
        let mut path = Path::random(&mut random, &world);
        for turn in 0..400 {
            // b goes round a without touching it.
            let angle = f64::from(turn) * 0.02;
            path.q[3] = 1.9 * angle.cos();
            path.q[4] = 1.9 * angle.sin();
            let mut moved = path.q.clone();
            moved[3] += 1e-9;
            moved[2] += 1e-9;
            for touch in touches(&world, path.t, &path.q) {
                let change = world.gap(touch.site, path.t, &moved).0 - world.gap(touch.site, path.t, &path.q).0;
                // Points move by 4e-9, but directions from the centre of a shallow arc to a body close to it turn a thousand times faster.
                prop_assert!(change.abs() < 1e-5, "{touch:?} jumps by {change}");
            }
        }
    }
}

#[test]
fn the_bar_of_the_seeds_has_the_rows_of_the_laws() {
    // laws.md, section 1: left end D_N = y' - h th' c, D_T = x' + h th' s; right end with the opposite signs of th'.
    let (angle, h) = (0.7, 0.5);
    let mut random = Random(1);
    let bar = BodyDescription {
        angle,
        position: DVec2::new(0.0, 1.2),
        ..free(&mut random, "bar", Shape::Rod { length: 2.0 * h, radius: 0.0 }, DVec2::ZERO)
    };
    let bar = BodyDescription { shapes: vec![Shape::Rod { length: 2.0 * h, radius: 0.0 }.into()], ..bar };
    let floor = BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y });
    for bodies in [vec![bar.clone(), floor.clone()], vec![floor, bar]] {
        let world = world(bodies);
        let start = world.start().clone();
        let at = At { t: 0.0, q: &start.q, v: &start.v };
        let (s, c) = f64::sin_cos(angle);
        for touch in touches(&world, 0.0, &start.q) {
            let contact = contact(&world, touch, at);
            let side = if contact.point[0] < 0.0 { 1.0 } else { -1.0 };
            close(contact.along_normal.velocity(&start.v), start.v[1] - side * h * c * start.v[2], 1e-14, "D_N");
            close(contact.tangential[0].velocity(&start.v), start.v[0] + side * h * s * start.v[2], 1e-14, "D_T");
            close(contact.moment.velocity(&start.v), start.v[2], 1e-15, "spin");
            assert_eq!(contact.normal, [0.0, 1.0, 0.0]);
        }
    }
}

#[test]
fn a_law_of_a_pair_fixes_its_orientation() {
    let mut random = Random(2);
    let mut own = law();
    own.restitution = 0.25;
    let between = ["floor".to_owned(), "ball".to_owned()];
    let mut description = WorldDescription::new(law());
    let ball = free(&mut random, "ball", Shape::Disc { radius: 0.1 }, DVec2::new(0.0, 2.0));
    description.bodies = vec![ball, BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y })];
    description.contacts.pairs.push(PairDescription { between, law: own });
    let world = World::new(&description).unwrap();
    let touch = touches(&world, 0.0, &world.start().q)[0];
    assert_eq!(world.bodies_of_pair(touch.site.pair), (1, 0));
    assert_eq!(world.law(touch.site.pair).restitution, 0.25);
    let at = At { t: 0.0, q: &world.start().q, v: &world.start().v };
    let contact = contact(&world, touch, at);
    assert_eq!(contact.normal, [0.0, -1.0, 0.0]);
    close(contact.moment.velocity(at.v), -at.v[2], 1e-15, "spin of the first less that of the second");
    close(contact.along_normal.velocity(at.v), at.v[1], 1e-15, "D_N does not depend on the order");
}

#[test]
fn equal_boxes_on_each_other_touch_with_their_flat_faces() {
    // Both corners of the upper box lie exactly on corners of the lower one: the side faces are as near as the top.
    let solid = |name: &str, y: f64, x: f64| BodyDescription {
        position: DVec2::new(x, y),
        mass: MassDescription::of_mass(1.0),
        ..BodyDescription::new(name, Shape::Box { width: 0.4, height: 0.2 })
    };
    for shift in [0.0, 1e-13, -1e-13] {
        let world = world(vec![solid("lower", 0.1, 0.0), solid("upper", 0.3, shift)]);
        let start = world.start();
        let mut sites: Vec<Site> = Vec::new();
        world.sites(0.0, &start.q, 1e-9, &mut sites);
        assert_eq!(sites.len(), 4);
        for site in sites {
            let face = world.gap(site, 0.0, &start.q).1;
            let contact = contact(&world, Touch { site, face }, At { t: 0.0, q: &start.q, v: &start.v });
            assert!((contact.normal[1].abs() - 1.0).abs() < 1e-15, "{:?}", contact.normal);
        }
    }
}

/// Contacts closed at the start, with the bodies of their pairs.
fn closed(world: &World) -> Vec<((usize, usize), Contact)> {
    let (start, mut sites) = (world.start(), Vec::new());
    world.sites(0.0, &start.q, 1e-9, &mut sites);
    let at = At { t: 0.0, q: &start.q, v: &start.v };
    let fill = |site: Site| contact(world, Touch { site, face: world.gap(site, 0.0, &start.q).1 }, at);
    sites.into_iter().map(|site| (world.bodies_of_pair(site.pair), fill(site))).collect()
}

#[test]
fn the_stones_of_an_arch_touch_along_their_joints() {
    // vectors/contact/arch.json: the corners of neighbours coincide, and only the joints between them carry.
    let stones = 7;
    let ray = |k: usize| DVec2::from_angle(std::f64::consts::PI * k as f64 / stones as f64);
    let stone = |k: usize| {
        let (a, b) = (ray(k), ray(k + 1));
        let points = vec![a, 1.3 * a, 1.3 * b, b];
        let mut body = BodyDescription {
            mass: MassDescription::of_density(1.0),
            ..BodyDescription::new(format!("stone{k}"), Shape::Polygon { points })
        };
        // The frame of the body is that of the world if its centre of mass is where the corners say.
        let area = |p: DVec2, q: DVec2| (0.5 * p.perp_dot(q), (p + q) / 3.0);
        let corners = [a, 1.3 * a, 1.3 * b, b];
        let parts = (0..4).map(|i| area(corners[i], corners[(i + 1) % 4]));
        let (total, first) = parts.fold((0.0, DVec2::ZERO), |(s, f), (m, c)| (s + m, f + m * c));
        body.position = first / total;
        body
    };
    let mut bodies: Vec<_> = (0..stones).map(stone).collect();
    bodies.push(BodyDescription::fixed("ground", Shape::HalfSpace { normal: DVec2::Y }));
    let contacts = closed(&world(bodies));
    for ((first, second), contact) in &contacts {
        let joint = if *second == stones { DVec2::Y } else { ray(*first.max(second)).perp() };
        let normal = DVec2::new(contact.normal[0], contact.normal[1]);
        assert!(normal.perp_dot(joint).abs() < 1e-12, "{first} {second}: {normal}");
    }
    // Two corners from each side of every joint, two on the ground at each end.
    assert_eq!(contacts.len(), 4 * (stones - 1) + 4);
}

#[test]
fn blocks_in_a_row_push_sideways_and_stand_on_the_floor() {
    let block = |k: usize| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec2::new(0.2 * k as f64, 0.1),
        ..BodyDescription::new(format!("block{k}"), Shape::Box { width: 0.2, height: 0.2 })
    };
    let mut bodies: Vec<_> = (0..4).map(block).collect();
    bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y }));
    let contacts = closed(&world(bodies));
    assert_eq!(contacts.len(), 2 * 4 + 4 * 3);
    for ((_, second), contact) in contacts {
        let expected = if second == 4 { DVec2::Y } else { -DVec2::X };
        assert!(DVec2::new(contact.normal[0], contact.normal[1]).distance(expected) < 1e-12);
    }
}

#[test]
fn two_cards_leaning_together_push_each_other_apart() {
    // vectors/contact/card-a-frame.json: the ends of two thin cards meet in one contact, whose normal lies between them.
    let (length, angle) = (0.09, std::f64::consts::FRAC_PI_3);
    let card = |name: &str, side: f64| BodyDescription {
        mass: MassDescription::of_mass(0.002),
        position: DVec2::new(-side * 0.5 * length * angle.cos(), 0.5 * length * angle.sin()),
        angle: side * angle,
        ..BodyDescription::new(name, Shape::Rod { length, radius: 0.0 })
    };
    let floor = BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y });
    let contacts = closed(&world(vec![card("left", 1.0), card("right", -1.0), floor]));
    let apex: Vec<_> = contacts.iter().filter(|(pair, _)| *pair == (0, 1)).map(|(_, contact)| contact.normal).collect();
    assert_eq!((contacts.len(), apex.len()), (3, 1), "{apex:?}");
    // The left card is pushed to the left.
    assert!((apex[0][0] + 1.0).abs() < 1e-12 && apex[0][1].abs() < 1e-12, "{apex:?}");
}

/// Two thin rods end to end: the gap is that of the tips from both sides of zero, and the contact has the axis as its normal. Flat on each
/// other the same rods touch with their sides.
#[test]
fn tips_of_thin_rods_meet_end_to_end() {
    let rod = |name: &str, x: f64, angle: f64| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec2::new(x, 0.0),
        angle,
        ..BodyDescription::new(name, Shape::Rod { length: 1.0, radius: 0.0 })
    };
    for turned in [0.0, std::f64::consts::PI] {
        for gap in [0.3, 1e-8, 1e-12, 0.0, -1e-12] {
            let world = world(vec![rod("left", 0.0, 0.0), rod("right", 1.0 + gap, turned)]);
            let q = world.start().q.clone();
            let nearest = touches(&world, 0.0, &q).into_iter().map(|touch| (world.gap(touch.site, 0.0, &q).0, touch));
            let (least, touch) = nearest.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            close(least, gap, 1e-15, "gap of the tips");
            let contact = contact(&world, touch, At { t: 0.0, q: &q, v: &[0.0; 6] });
            close(contact.normal[0], -1.0, 1e-12, "normal along the axis");
        }
    }
    let world = world(vec![rod("below", 0.0, 0.0), rod("above", 0.25, 0.0)]);
    assert!(closed(&world).iter().all(|(_, contact)| contact.normal[0].abs() < 1e-12));
}

#[test]
fn bodies_of_fixed_drives_never_touch_each_other() {
    let mut random = Random(4);
    let mut wall = free(&mut random, "wall", Shape::Disc { radius: 1.0 }, DVec2::ZERO);
    wall.drive = Drive::Fixed;
    let world = world(vec![wall, BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y })]);
    assert!(touches(&world, 0.0, &[]).is_empty());
}

/// A thin rod stands on the slope of a triangle with one end, up to rounding on either side of it. Turned past the corner it has the corner
/// behind it, turned the other way nothing.
#[test]
fn a_rod_that_stands_on_an_edge_cuts_the_corner_off() {
    let (corner, end, half) = (DVec2::new(-0.04, 0.033), DVec2::new(0.17, 0.0), 0.078);
    let third = (corner + end + DVec2::new(-0.06, 0.0)) / 3.0;
    let triangle = Shape::Polygon { points: vec![DVec2::new(-0.06, 0.0), end, corner] };
    let rod = BodyDescription {
        mass: MassDescription::of_mass_and_moment(1.0, 0.002),
        position: DVec2::new(0.0, 1.0),
        ..BodyDescription::new("rod", Shape::Rod { length: 2.0 * half, radius: 0.0 })
    };
    let fixed = BodyDescription { position: third, ..BodyDescription::fixed("triangle", triangle) };
    let world = world(vec![fixed, rod]);
    let slope = (corner - end).normalize();
    let outwards = DVec2::new(slope.y, -slope.x);
    for off in [0.0, 1e-12, -1e-12, 1e-10, -1e-10] {
        for turned in [1e-3, -1e-3] {
            let along = DVec2::from_angle(turned).rotate(slope);
            let middle = end + 0.1 * slope + off * outwards + half * along;
            let q = [middle.x, middle.y, along.to_angle()];
            let depth = (corner - middle).perp_dot(along);
            let least =
                touches(&world, 0.0, &q).iter().map(|t| world.gap(t.site, 0.0, &q).0).fold(f64::INFINITY, f64::min);
            // Positive turns go inwards. The corner is 0.11 from the foot: 1e-4 m deep, to rounding; else only the foot is off.
            let expected = if turned > 0.0 { -depth.abs() } else { off.min(0.0) };
            assert!((least - expected).abs() < 2e-10, "off {off}, turned {turned}: {least} {expected}");
        }
    }
}

/// A box lay on the flat side of a half disc and over its end. The direction from the centre of the arc to the corner of the box is that
/// of the arc's own end, so that the arc missed it by no angle; the end touches, and the gap of the arc was zero, but the contact named by
/// it 0.13 m deep. What touches must be as near by its contact as by its gap, and here only the flat side and its ends do.
#[test]
fn what_lies_on_the_flat_side_of_a_half_disc_does_not_touch_its_arc() {
    let vertex = |x: f64, side: Side| ArcVertex { point: DVec2::new(x, 0.0), side };
    let vertices = vec![vertex(-0.2, Side::Centre(DVec2::ZERO)), vertex(0.2, Side::Straight)];
    let mut half = BodyDescription::fixed("half", Shape::ArcFaced { vertices });
    // The flat side at y = 0: the centre of mass is 4 R / 3 pi below it.
    half.position.y = -0.8 / (3.0 * std::f64::consts::PI);
    for x in [0.06, 0.15, 0.22, 0.34] {
        let mut block = BodyDescription::new("block", Shape::Box { width: 0.3, height: 0.2 });
        (block.mass, block.position) = (MassDescription::of_mass(1.0), DVec2::new(x, 0.1));
        for bodies in [vec![half.clone(), block.clone()], vec![block.clone(), half.clone()]] {
            let world = world(bodies);
            let contacts = closed(&world);
            assert!(!contacts.is_empty());
            for (_, contact) in contacts {
                let up = contact.normal[1].abs();
                // Rounding of positions of order one.
                assert!(contact.gap.abs() < 1e-12 && (up - 1.0).abs() < 1e-12, "{x}: {contact:?}");
            }
        }
    }
}

/// The corner of a box came to lie on that of a triangle, both on the floor, 1e-16 m apart. The direction between them, which is rounding, was
/// within the cone of the box's corner, so that the corners touched along it: it turned with 1e16 rad/s, and the run ended. A
/// corner on a corner touches a side that meets there.
#[test]
fn a_corner_that_lies_on_a_corner_touches_a_side() {
    // A side of the box lies on one of the triangle but for 2e-3 rad.
    let lying = std::f64::consts::FRAC_PI_2 - 0.7247 - 2e-3;
    let points = vec![DVec2::ZERO, DVec2::new(0.42, 0.0), 0.4 * DVec2::from_angle(lying)];
    let solid = |name: &str, shape: Shape| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        ..BodyDescription::new(name, shape)
    };
    let mut triangle = solid("triangle", Shape::Polygon { points: points.clone() });
    triangle.position = points.iter().sum::<DVec2>() / 3.0;
    for turn in 0..400 {
        let mut block = solid("block", Shape::Box { width: 0.4, height: 0.2 });
        block.angle = -0.7247;
        let corner = DVec2::from_angle(block.angle).rotate(DVec2::new(0.2, -0.1));
        block.position = 1e-16 * DVec2::from_angle(0.4 * f64::from(turn)) - corner;
        for ((first, second), contact) in closed(&world(vec![block, triangle.clone()])) {
            // The sides that meet there: of the triangle that towards its top and the bottom one, of the box those of its angle.
            let normal = DVec2::new(contact.normal[0], contact.normal[1]);
            let box_sides = [DVec2::from_angle(-0.7247), DVec2::from_angle(-0.7247).perp()];
            let sides = [points[2].normalize().perp(), DVec2::Y, box_sides[0], box_sides[1]];
            let off = sides.iter().map(|side| normal.perp_dot(*side).abs()).fold(f64::INFINITY, f64::min);
            assert!(off < 1e-12, "{turn}: {first} {second} {normal}");
        }
    }
}

/// A thin rod lay on the two upper corners of a box and turned about one of them, so that the other came through it. With the first corner on
/// the rod up to rounding the rod did not count as crossing the edge between them: the gap of the second stayed positive, and the rod fell
/// through it. A corner that the rod cuts off is as deep as it is past the rod.
#[test]
fn a_corner_comes_through_a_rod_that_turns_about_its_neighbour() {
    let solid = |name: &str, shape: Shape| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        ..BodyDescription::new(name, shape)
    };
    let block = solid("block", Shape::Box { width: 0.15, height: 0.15 });
    let mut rod = solid("rod", Shape::Rod { length: 0.28, radius: 0.0 });
    rod.position = DVec2::new(0.01, 0.2);
    let world = world(vec![block, rod]);
    for (tilt, off) in [(1e-3, 0.0), (1e-3, 1e-16), (1e-3, -1e-16), (1e-6, 1e-12), (-1e-3, 1e-16)] {
        // The rod passes through the left corner, and by tilt times the width below the right one.
        let pivot = DVec2::new(-0.075, 0.075 + off);
        let middle = pivot + DVec2::from_angle(-tilt) * 0.085;
        let q = [0.0, 0.0, 0.0, middle.x, middle.y, -tilt];
        let mut sites = Vec::new();
        world.sites(0.0, &q, 1e-2, &mut sites);
        let gaps: Vec<f64> = sites.iter().map(|site| world.gap(*site, 0.0, &q).0).collect();
        let depth = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        let past = if tilt > 0.0 { -(0.15 * tilt.sin()) } else { 0.0 };
        // Rounding, and what the left corner is off.
        assert!((depth - past).abs() < 2e-12, "{tilt} {off}: {gaps:?}, not {past}");
    }
}
