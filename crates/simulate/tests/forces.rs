//! The recorded forces of contacts that hold a body in more ways than needed (W3, X3): in their cones, with the right sums.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::description::Shape;
use glam::DVec2;
use scene::{body, coulomb, floor, go, settings};

#[test]
fn a_box_near_its_limit_presses_within_the_cone() {
    let (mu, gravity): (f64, f64) = (0.3, 9.81);
    // At 0.9999 of the limit, and half of it; a tall box leans on its lower corner.
    for part in [0.9999, 0.5] {
        let slope = (part * mu).atan();
        let mut world = floor(coulomb(0.0, mu), gravity, slope);
        world.bodies.push(body("box", Shape::Box { width: 0.2, height: 0.3 }, 2.0, DVec2::new(0.0, 0.15)));
        let (record, state) = go(&world, &settings(1.0));
        assert!(state.v.iter().all(|v| v.abs() < 1e-12));
        let forces = &record.samples.last().unwrap().contact_forces;
        assert_eq!(forces.len(), 2);
        let weight = 2.0 * gravity;
        for force in forces {
            // Rounding of forces of the size of the weight.
            assert!(force.normal > 0.0 && force.tangential[0].abs() <= mu * force.normal + 1e-9 * weight, "{force:?}");
        }
        let sums = forces.iter().fold([0.0; 2], |sum, f| [sum[0] + f.normal, sum[1] + f.tangential[0]]);
        assert!((sums[0] - weight * slope.cos()).abs() < 1e-9 * weight, "{sums:?}");
        assert!((sums[1].abs() - weight * slope.sin()).abs() < 1e-9 * weight, "{sums:?}");
    }
}
