//! Bodies with arcs by events: half discs on which something falls, and what the end of an arc must not do.
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{ArcVertex, BodyDescription, Shape, Side};
use carom_simulate::Settings;
use carom_simulate::record::{EventKind, Record};
use glam::DVec2;
use scene::{body, coulomb, deepest, floor, go, settings};

/// The lower half of a disc.
fn half_disc(radius: f64) -> Shape {
    let vertex = |x: f64, side: Side| ArcVertex { point: DVec2::new(x, 0.0), side };
    Shape::ArcFaced { vertices: vec![vertex(-radius, Side::Centre(DVec2::ZERO)), vertex(radius, Side::Straight)] }
}

/// The largest change of a coordinate at one instant: rows before and after an impact have the same time.
fn largest_jump(record: &Record) -> f64 {
    let rows = record.samples.windows(2).filter(|rows| rows[0].t == rows[1].t);
    let changes =
        rows.flat_map(|rows| rows[0].q.iter().zip(&rows[1].q).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>());
    changes.fold(0.0, f64::max)
}

/// A box fell on the flat side of a half disc near its end. At t = 0.18171 s an impact with a sideways normal was told where nothing touches, a
/// contact 0.13 m deep was held, and its correction moved the box by 99 mm at one instant. Impacts move nothing, and nothing overlaps.
#[test]
fn a_box_that_falls_on_the_flat_side_of_a_half_disc_does_not_jump() {
    let mut world = floor(coulomb(0.0, 0.0), 9.81, 0.0);
    let lowest = 0.2 - 0.8 / (3.0 * std::f64::consts::PI);
    world.bodies.push(body("half", half_disc(0.2), 2.0, DVec2::new(0.0, lowest)));
    let start = DVec2::new(0.171_420_778_406_974_03, 0.45);
    let mut block = body("block", Shape::Box { width: 0.3, height: 0.2 }, 1.0, start);
    block.angle = -0.056_888_756_259_908_3;
    world.bodies.push(block);
    let (record, _) = go(&world, &settings(0.5));
    // Corrections of rounding.
    assert!(largest_jump(&record) < 1e-9, "{}", largest_jump(&record));
    let (depth, t) = deepest(&World::new(&world).unwrap(), &record);
    assert!(depth < 1e-9, "{depth} m at {t} s");
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}

/// A half disc came down on a smooth floor with the end of its arc, so little before that end was under its middle that arc and corner touched a
/// micrometre apart. To keep both from closing the spin was taken out with that micrometre for a lever: 1.16 J went, and nothing was told.
/// The impact itself takes next to nothing: the normal velocity is some micrometres per second.
#[test]
fn the_end_of_an_arc_that_touches_with_it_takes_no_spin() {
    let (radius, spin, before) = (0.195_f64, 9.7, 1e-6);
    let middle = 4.0 * radius / (3.0 * std::f64::consts::PI);
    for closing in [2e-6, 6e-6, 2e-5] {
        let mut world = floor(coulomb(0.2, 0.0), 9.81, 0.0);
        let mut half = body("half", half_disc(radius), 1.0, DVec2::ZERO);
        // The corner (-R, 4 R / 3 pi) meets the floor after `before` with 3e-6 rad left, and `closing`.
        half.angle = std::f64::consts::FRAC_PI_2 - 3e-6 - spin * before;
        let (sin, cos) = half.angle.sin_cos();
        half.position.y = radius * sin - middle * cos + closing * before;
        half.velocity.y = spin * (radius * cos + middle * sin) - closing;
        half.spin = spin;
        world.bodies.push(half);
        // Six contacts elsewhere make a crowd, in which contacts that part with less than 5e-5 m/s are held.
        for k in 0..3 {
            let place = DVec2::new(1.0 + f64::from(k), 0.05);
            world.bodies.push(body(&format!("box {k}"), Shape::Box { width: 0.2, height: 0.1 }, 1.0, place));
        }
        let (record, _) = go(&world, &Settings { tolerance: 1e-9, ..settings(1e-3) });
        let (first, last) = (record.samples.first().unwrap(), record.samples.last().unwrap());
        let lost = first.energy.total() - last.energy.total();
        // No more than the energy of the corner's approach with the speed of the spin over a micrometre.
        assert!(lost.abs() < 1e-8, "{closing} m/s: {lost} J");
    }
}

/// A disc rolled over the edge of a table without slipping. The contact of its face was told to open there, and with e = 0.9 fifteen impacts
/// and the end of infinitely many bounces followed at the corner. The normal turns continuously from that of the face to those of the
/// corner: the contact lasts, and sticks, until the disc has turned far enough about the corner.
#[test]
fn a_disc_rolls_from_a_face_round_its_corner_without_parting() {
    for e in [0.0, 0.9] {
        let mut world = floor(coulomb(e, 2.0), 9.81, 0.0);
        world.bodies[0] = BodyDescription::fixed("table", Shape::Box { width: 2.0, height: 1.0 });
        world.bodies[0].position = DVec2::new(-1.0, -0.5);
        let mut disc = body("disc", Shape::Disc { radius: 0.1 }, 1.0, DVec2::new(-0.2, 0.1));
        (disc.velocity, disc.spin) = (DVec2::new(0.3, 0.0), -3.0);
        world.bodies.push(disc);
        let (record, _) = go(&world, &settings(0.8));
        let kinds: Vec<EventKind> = record.events.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [EventKind::Contact, EventKind::Stick], "e = {e}: {kinds:?}");
    }
}

/// A box came down on a lens just beside its end, which went through its side a moment later in the same step. At the end of that step the arc,
/// long past the side, looked as open as at its start; the first look took it for clear, the impact of the end was found, and there the arc
/// was 8.6e-6 m deep. What comes first counts, whatever looks clear.
#[test]
fn an_arc_that_touches_before_its_end_is_not_overlooked() {
    let mut world = floor(coulomb(0.5, 0.0), 9.81, 0.0);
    let vertex = |x: f64, bulge: f64| ArcVertex { point: DVec2::new(x, 0.0), side: Side::Bulge(bulge) };
    let lens = Shape::ArcFaced { vertices: vec![vertex(-0.2, 0.3), vertex(0.2, 0.2)] };
    world.bodies.push(body("lens", lens, 2.0, DVec2::new(0.0, 0.25)));
    let mut block =
        body("block", Shape::Box { width: 0.3, height: 0.2 }, 1.0, DVec2::new(0.119_477_842_257_528_89, 0.75));
    block.angle = 0.200_432_760_308_536_63;
    world.bodies.push(block);
    for part in 0..8 {
        // Steps that end elsewhere look at other points.
        let every = Some(0.01 + 1e-4 * f64::from(part));
        let (record, _) = go(&world, &Settings { tolerance: 1e-9, every, ..settings(0.35) });
        let (depth, t) = deepest(&World::new(&world).unwrap(), &record);
        assert!(depth < 1e-9, "{depth} m at {t} s");
    }
}
