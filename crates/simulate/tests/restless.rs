//! Slips that stop and start again without end.
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::description::{BodyDescription, Shape};
use carom_simulate::Settings;
use glam::DVec2;
use scene::{body, coulomb, floor, go, settings};

/// A disc lies between a fixed one and a box, which it pushes. The box stands on a corner straight below the place where it leans on
/// another fixed disc: it turns about that corner, and slips up there with a ten-millionth of the acceleration, which in a crowd was taken for
/// sticking. The friction there and the load of the corner then were shared otherwise in the motion than in the answer, slips stopped and started
/// again every 1e-8 s, and the run got nowhere. What slips ever so little pushes with all its friction: the box turns, or stays.
#[test]
fn a_slip_that_is_small_by_its_lever_is_a_slip() {
    let mut world = floor(coulomb(0.2, 0.1), 9.81, 0.0);
    let (half, high, lean) = (0.102_958_945, 0.205_917_891, DVec2::from_angle(-5.6e-7));
    let along = |x: f64, y: f64| lean.rotate(DVec2::new(x, y));
    let mut block = body("block", Shape::Box { width: 2.0 * half, height: 2.0 * high }, 1.625_883, along(-half, high));
    block.angle = -5.6e-7;
    let (wide, small, radius) = (0.233_331_1, 0.061_333_3, 0.106_445_5);
    let middle = along(-2.0 * half - wide, 0.234_173);
    let disc = |name: &str, radius: f64, position: DVec2| BodyDescription {
        position,
        ..BodyDescription::fixed(name, Shape::Disc { radius })
    };
    world.bodies.push(disc("right", radius, along(radius, 0.106_446)));
    world.bodies.push(disc("left", small, middle - (wide + small) * DVec2::new(0.809_903, 0.586_563).normalize()));
    world.bodies.push(body("disc", Shape::Disc { radius: wide }, 0.380_338, middle));
    world.bodies.push(block);
    // Six contacts elsewhere make a crowd.
    for k in 0..3 {
        let place = DVec2::new(2.0 + f64::from(k), 0.05);
        world.bodies.push(body(&format!("box {k}"), Shape::Box { width: 0.2, height: 0.1 }, 1.0, place));
    }
    let (record, _) = go(&world, &Settings { tolerance: 1e-9, most_events: 400, ..settings(0.01) });
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}
