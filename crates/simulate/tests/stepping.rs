//! Time stepping: what Moreau and Jean's scheme promises, on scenes of the plane (X4, the accuracy contract).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::Friction;
use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    Anchor, BodyDescription, JointDescription, JointKind, Shape, WorldDescription,
};
use carom_simulate::Settings;
use carom_simulate::events::State;
use carom_simulate::record::{End, Record};
use carom_simulate::stepping::run;
use glam::DVec2;
use scene::*;

const G: f64 = 9.81;

/// Runs a world by stepping, every step sampled.
fn step(world: &WorldDescription, until: f64, h: f64, theta: f64) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let settings = Settings { step: h, theta, every: Some(h), tolerance: 1e-10, ..Settings::until(until) };
    let record = run(&world, &mut state, &settings);
    assert_eq!(record.end, End::Time);
    (record, state)
}

/// Discs and boxes in turn, on a grid above the floor, thrown a little.
fn heap(count: usize, e: f64, mu: f64) -> WorldDescription {
    let mut world = floor(coulomb(e, mu), G, 0.0);
    for (name, x, normal) in [("left", -0.5, DVec2::X), ("right", 0.5, DVec2::NEG_X)] {
        let mut wall = BodyDescription::fixed(name, Shape::HalfSpace { normal });
        wall.position = DVec2::new(x, 0.0);
        world.bodies.push(wall);
    }
    for k in 0..count {
        let (column, row) = (k % 5, k / 5);
        let at = DVec2::new(-0.36 + 0.17 * column as f64 + 0.013 * (row % 3) as f64, 0.15 + 0.2 * row as f64);
        let shape = if k % 2 == 0 { Shape::Disc { radius: 0.06 } } else { Shape::Box { width: 0.1, height: 0.08 } };
        let mut one = body(&format!("body{k}"), shape, 1.0, at);
        one.angle = 0.3 * k as f64;
        one.spin = 2.0 * (k as f64).sin();
        world.bodies.push(one);
    }
    world
}

#[test]
fn constant_forces_are_integrated_exactly_by_the_midpoint_scheme() {
    let mut world = WorldDescription::new(coulomb(0.0, 0.0));
    world.gravity = DVec2::new(0.3, -G);
    let mut ball = body("ball", Shape::Disc { radius: 0.1 }, 2.0, DVec2::ZERO);
    (ball.velocity, ball.spin) = (DVec2::new(1.0, 5.0), 3.0);
    world.bodies.push(ball);
    for h in [0.1, 0.01] {
        let (_, state) = step(&world, 1.0, h, 0.5);
        let expected = [1.0 + 0.15, 5.0 - G / 2.0, 3.0];
        // Some hundred additions of numbers of order one.
        state.q.iter().zip(expected).for_each(|(q, x)| near("place", *q, x, 1e-13));
    }
}

/// Between impacts the energy falls by (theta - 1/2) times the square of h F; an impact at one contact takes
/// P (1 - theta (1 + e)) U, so that it never rises for theta from 1/2 to 1/(1 + e). Where a contact that opens is closed again by
/// gravity within a step, the midpoint counts its way as work: at most m (h g)^2 / 8 a body and step.
fn assert_energy_falls(world: &WorldDescription, bodies: usize, theta: f64) {
    let h = 2e-3;
    let (record, _) = step(world, 1.5, h, theta);
    let allowed = bodies as f64 * (h * G).powi(2) / 8.0;
    for pair in record.samples.windows(2) {
        let rise = pair[1].energy.total() - pair[0].energy.total();
        assert!(rise <= allowed, "theta {theta} t {}: {rise:e}", pair[0].t);
    }
}

#[test]
fn energy_of_a_bouncing_ball_never_rises_for_theta_up_to_one_over_one_plus_e() {
    for (e, theta) in [(0.0, 1.0), (0.3, 0.7), (0.5, 0.5), (0.5, 2.0 / 3.0), (1.0, 0.5)] {
        let mut world = floor(coulomb(e, 0.0), G, 0.0);
        world.bodies.push(body("ball", Shape::Disc { radius: 0.1 }, 1.0, DVec2::new(0.0, 0.5)));
        assert_energy_falls(&world, 1, theta);
    }
}

#[test]
fn a_theta_that_gives_energy_is_told() {
    let world = heap(1, 0.0, 0.0);
    let told = |theta| step(&world, 0.01, 1e-3, theta).0.warnings.iter().any(|text| text.contains("below 1/2"));
    assert!(told(0.3), "0.3 gives energy to what swings");
    assert!(!told(0.5) && !told(1.0), "these keep it or lose some");
}

/// Without restitution the velocities after a step are the nearest ones that do not penetrate, however many contacts there are.
#[test]
fn energy_of_a_heap_without_restitution_never_rises() {
    for theta in [0.5, 1.0] {
        assert_energy_falls(&heap(10, 0.0, 0.0), 10, theta);
    }
}

#[test]
fn a_heap_comes_to_rest_with_forces_in_their_cones() {
    let (mu, count, h) = (0.4, 30, 1e-3);
    let (record, state) = step(&heap(count, 0.0, mu), 3.0, h, 0.5);
    // Asked are 1e-10; a step whose problem is hyperstatic and hard may end a little above, but none is given up.
    assert!(
        record.counts.residual <= 1e-6 && record.warnings.is_empty(),
        "{:e} {:?}",
        record.counts.residual,
        record.warnings
    );
    for sample in &record.samples {
        let size = sample.contact_forces.iter().fold(0.0_f64, |m, f| m.max(f.normal));
        for force in &sample.contact_forces {
            // The residual above, in forces of the size of the largest.
            assert!(force.normal >= -1e-6 * size, "{force:?}");
            assert!(force.tangential[0].abs() <= mu * force.normal + 1e-6 * size, "{force:?}");
        }
    }
    // Boxes, every second body, are at rest; a disc may still roll, and does so without slipping: its speed is that of its rim, 0.06 m times its
    // spin. Residuals of 1e-10 of speeds of m/s, summed up along a chain of contacts.
    for (k, v) in state.v.chunks_exact(3).take(count).enumerate() {
        let speed = v[0].hypot(v[1]);
        let rolls = k % 2 == 0 && (speed - 0.06 * v[2].abs()).abs() < 1e-3 && speed < 0.1;
        assert!(speed < 1e-6 && v[2].abs() < 1e-4 || rolls, "body {k}: {v:?}");
    }
    // A way of one step of the fastest fall: what the scheme lets a body overlap before it sees the contact.
    let fall = (2.0 * G * 1.5_f64).sqrt();
    assert!(record.counts.penetration <= h * fall, "{:e}", record.counts.penetration);
}

#[test]
fn momentum_and_moment_of_momentum_are_kept_in_empty_space() {
    let mut world = WorldDescription::new(coulomb(0.5, 0.3));
    for k in 0..6 {
        let shape = if k % 2 == 0 { Shape::Disc { radius: 0.2 } } else { Shape::Box { width: 0.4, height: 0.3 } };
        let angle = f64::from(k);
        let mut one = body(&format!("body{k}"), shape, 1.0 + f64::from(k), DVec2::from_angle(angle));
        one.velocity = -2.0 * DVec2::from_angle(angle + 0.1);
        (one.angle, one.spin) = (0.7 * angle, angle.sin());
        world.bodies.push(one);
    }
    let built = World::new(&world).unwrap();
    let kept = |q: &[f64], v: &[f64]| -> [f64; 3] {
        let mut sum = [0.0; 3];
        for k in 0..6 {
            let (m, j) = built.inertia(k).unwrap();
            let (q, v) = (&q[3 * k..], &v[3 * k..]);
            sum[0] += m * v[0];
            sum[1] += m * v[1];
            sum[2] += m * (q[0] * v[1] - q[1] * v[0]) + j * v[2];
        }
        sum
    };
    let (record, _) = step(&world, 1.0, 1e-3, 0.5);
    assert!(record.counts.impacts >= 3, "the bodies meet");
    let (first, last) = (&record.samples[0], record.samples.last().unwrap());
    for (a, b) in kept(&first.q, &first.v).iter().zip(kept(&last.q, &last.v)) {
        // A thousand steps, each with the rounding of sums of order ten.
        near("momentum", b, *a, 1e-11);
    }
}

/// A chain of pins, straight and level at the start.
fn chain(links: usize) -> WorldDescription {
    let mut world = WorldDescription::new(coulomb(0.0, 0.0));
    world.gravity = DVec2::new(0.0, -G);
    let length = 1.0 / links as f64;
    for k in 0..links {
        let rod = Shape::Rod { length, radius: 0.0 };
        world.bodies.push(body(&format!("rod{k}"), rod, length, DVec2::new((k as f64 + 0.5) * length, 0.0)));
        let at = Anchor::Start(DVec2::new(k as f64 * length, 0.0));
        let b = (k > 0).then(|| format!("rod{}", k - 1));
        let kind = JointKind::Pin { at_a: at, at_b: at };
        world.joints.push(JointDescription { name: format!("pin{k}"), a: format!("rod{k}"), b, kind });
    }
    for (i, j) in (0..links).flat_map(|i| (0..i).map(move |j| (i, j))) {
        world.contacts.excluded.push([format!("rod{i}"), format!("rod{j}")]);
    }
    world
}

#[test]
fn joints_hold_to_a_tenth_of_a_nanometre() {
    for h in [1e-2, 1e-3] {
        let (record, _) = step(&chain(10), 1.0, h, 0.5);
        assert!(record.counts.joint_error < 1e-10, "{h}: {:e}", record.counts.joint_error);
    }
}

#[test]
fn the_chain_is_of_second_order() {
    let end = |h: f64| step(&chain(3), 0.5, h, 0.5).1.q[7];
    let [coarse, middle, fine] = [4e-3, 2e-3, 1e-3].map(end);
    let order = ((coarse - middle) / (middle - fine)).abs().log2();
    assert!(order > 1.7 && order < 2.4, "{order}");
}

#[test]
fn a_run_is_the_same_bits_beside_another() {
    let world = heap(20, 0.3, 0.4);
    let alone = step(&world, 0.6, 2e-3, 0.5).1;
    let beside: Vec<State> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| step(&world, 0.6, 2e-3, 0.5).1)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(beside.iter().all(|state| *state == alone));
}

#[test]
fn a_run_ends_where_it_should_whatever_the_step() {
    let mut world = WorldDescription::new(coulomb(0.0, 0.0));
    world.gravity = DVec2::new(0.0, -G);
    world.bodies.push(body("ball", Shape::Disc { radius: 0.1 }, 2.0, DVec2::ZERO));
    let (record, state) = step(&world, 1.0, 0.3, 0.5);
    assert_eq!(record.counts.steps, 4);
    // Exact for constant forces, up to rounding.
    assert!((state.t - 1.0).abs() < 1e-15 && (state.q[1] + 0.5 * G).abs() < 1e-13, "{} {:?}", state.t, state.q);
}

/// A crowd with rebounds and friction: every step is solved to the tolerance asked.
#[test]
fn a_crowd_is_solved_to_the_tolerance() {
    let world = World::new(&heap(60, 0.2, 0.4)).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let settings = Settings { step: 1e-3, theta: 0.5, tolerance: 1e-8, ..Settings::until(1.0) };
    let record = run(&world, &mut state, &settings);
    assert_eq!(record.end, End::Time);
    assert!(record.counts.residual <= 1e-8, "{:?}", record.counts);
}

/// A block pushed along the floor with a force between the two limits stays, however long; one that slides goes on sliding.
#[test]
fn sticking_and_slipping_have_their_own_coefficients() {
    let mut law = coulomb(0.0, 0.3);
    law.friction = Friction::StaticKinetic { mu_static: 0.5, mu: 0.3 };
    let mut world = floor(law, G, 0.0);
    world.gravity = DVec2::new(0.4 * G, -G);
    let mut block = body("block", Shape::Box { width: 0.4, height: 0.1 }, 1.0, DVec2::new(0.0, 0.05));
    world.bodies.push(block.clone());
    let (_, state) = step(&world, 1.0, 1e-3, 0.5);
    // Nothing but the residual of a thousand steps.
    assert!(state.q[0].abs() < 1e-8, "{:?}", state.q);
    block.velocity = DVec2::new(0.1, 0.0);
    world.bodies.pop();
    world.bodies.push(block);
    let (_, state) = step(&world, 1.0, 1e-3, 0.5);
    // x = v t + (0.4 - 0.3) g t^2 / 2, exact for the midpoint scheme.
    assert!((state.q[0] - (0.1 + 0.05 * G)).abs() < 1e-6, "{:?}", state.q);
}

/// Runs a world by stepping with rows at given times.
fn rows(world: &WorldDescription, until: f64, h: f64, every: Option<f64>) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let settings = Settings { step: h, every, tolerance: 1e-10, ..Settings::until(until) };
    (run(&world, &mut state, &settings), state)
}

/// Seen: rows at the ends of steps only, so that of 204 rows of a run whose output time was no multiple of the step 2 were at output times.
/// Right: a row at every output time, whatever the step; between the ends of steps a thrown body is on its parabola, and the energy is kept.
/// The steps do not change by it.
#[test]
fn rows_are_at_output_times_whatever_the_step() {
    let mut world = WorldDescription::new(coulomb(0.0, 0.0));
    world.gravity = DVec2::new(0.0, -G);
    let mut ball = body("ball", Shape::Disc { radius: 0.1 }, 2.0, DVec2::ZERO);
    (ball.velocity, ball.spin) = (DVec2::new(1.0, 5.0), 3.0);
    world.bodies.push(ball);
    for (h, every) in [(0.003, 0.01), (0.05, 0.01), (0.03, 0.02)] {
        let (record, state) = rows(&world, 1.0, h, Some(every));
        let (_, alone) = rows(&world, 1.0, h, None);
        assert_eq!((&state.q, &state.v), (&alone.q, &alone.v));
        assert_eq!(record.samples.len(), (1.0 / every).round() as usize + 1);
        let energy = record.samples[0].energy.total();
        for (k, sample) in record.samples.iter().enumerate() {
            let t = k as f64 * every;
            assert!((sample.t - t).abs() < 1e-9, "{} {t}", sample.t);
            // Exact but for rounding, as the scheme is.
            let y = 5.0 * t - 0.5 * G * t * t;
            assert!(
                (sample.q[1] - y).abs() < 1e-12 && (sample.q[2] - 3.0 * t).abs() < 1e-12,
                "{t} {}",
                sample.q[1] - y
            );
            assert!((sample.energy.total() - energy).abs() < 1e-11);
        }
    }
}

/// Within a step with an impact velocities jump where it looks for contacts: no row has a velocity between, and no ball is under the floor
/// by more than what a step falls.
#[test]
fn rows_within_the_step_of_an_impact_are_before_or_after_it() {
    let mut world = floor(coulomb(0.5, 0.0), G, 0.0);
    world.bodies.push(body("ball", Shape::Disc { radius: 0.1 }, 1.0, DVec2::new(0.0, 0.6)));
    let (record, _) = rows(&world, 0.5, 0.02, Some(0.001));
    // One before and one after each impact beside those asked for; at an impact in the middle of a step that is an output time only these two.
    let pairs: Vec<f64> =
        record.samples.windows(2).filter(|pair| pair[0].t == pair[1].t).map(|pair| pair[0].t).collect();
    let at_rows = pairs.iter().filter(|t| ((*t / 0.001).round() * 0.001 - *t).abs() < 1e-12).count();
    assert_eq!(pairs.len(), record.counts.impacts as usize);
    assert_eq!(record.samples.len(), 501 + 2 * pairs.len() - at_rows);
    let speeds: Vec<f64> = record.samples.iter().map(|sample| sample.v[1]).collect();
    let jumps = speeds.windows(2).filter(|pair| pair[1] - pair[0] > 0.1).count();
    assert_eq!(jumps, record.counts.impacts as usize);
    assert!(record.samples.iter().all(|sample| sample.q[1] > 0.1 - 0.02 * 3.2), "falls through");
    let up = speeds.iter().fold(f64::MIN, |a, b| a.max(*b));
    let down = speeds.iter().fold(f64::MAX, |a, b| a.min(*b));
    assert!((up + 0.5 * down).abs() < 0.25, "{up} {down}");
}
