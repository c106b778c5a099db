//! Table 2.1 of seed 000: a bar on a pin strikes a moving surface, Poisson's end (the Routh process; see the errata).
//!
//! D_N = L th' sin, D_T = L th' cos - v, so A = k sin^2, B = -k sin cos, C = k cos^2 with k = L^2/J.

use carom_impact::{Contact, Status, Velocity};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::case::{Case, WM_POISSON};
use crate::sampler::{any, decades, sign};
use crate::trial::{random, wanted};

/// Angular velocities of one digit computed by a dozen operations; friction stays 1 % away from tan(th0), which magnifies by 100.
const TOLERANCE: f64 = 1e-12;

#[derive(Clone, Copy, Debug)]
struct Bar {
    length: f64,
    inertia: f64,
    angle: f64,
    /// th' before, negative.
    rotation: f64,
    /// Velocity of the surface.
    surface: f64,
    e: f64,
    mu: f64,
}

/// A random bar; a surface at rest now and then, and friction on both sides of tan(th0).
fn bar(rng: &mut Pcg64) -> Bar {
    let length = decades(rng, -1.0, 1.0);
    let angle = rng.random_range(0.05..1.5_f64);
    let rotation = -decades(rng, -1.0, 1.0);
    let surface = sign(rng) * length * rotation.abs() * angle.cos() * decades(rng, -1.5, 0.7);
    let share = if rng.random() { rng.random_range(0.0..0.99) } else { 1.0 + decades(rng, -2.0, 1.0) };
    Bar {
        length,
        inertia: decades(rng, -1.0, 1.0),
        angle,
        rotation,
        surface: if rng.random_range(0..10) == 0 { 0.0 } else { surface },
        e: rng.random(),
        mu: share * angle.tan(),
    }
}

/// th' after by Table 2.1; none where it says that there is no solution.
fn table(bar: &Bar) -> Option<f64> {
    let Bar { length: l, rotation, surface: v, e, mu, .. } = *bar;
    let (sin, cos) = bar.angle.sin_cos();
    let holds = mu >= bar.angle.tan();
    let slide = -e * rotation;
    if v >= 0.0 {
        let lasts = e * l * cos * rotation + v > 0.0;
        let reverse = (e * (mu * cos - sin) * rotation + 2.0 * mu * v / l) / (mu * cos + sin);
        Some(if lasts {
            slide
        } else if holds {
            v / (l * cos)
        } else {
            reverse
        })
    } else if holds {
        None
    } else if l * cos * rotation - v < 0.0 {
        Some(-e / (mu * cos + sin) * ((sin - mu * cos) * rotation + 2.0 * mu * v / l))
    } else {
        Some(slide)
    }
}

fn case(bar: &Bar, rng: &mut Pcg64) -> Case {
    let (sin, cos) = bar.angle.sin_cos();
    let k = bar.length * bar.length / bar.inertia;
    let speed = bar.length * bar.rotation;
    Case {
        contact: Contact::planar(k * sin * sin, -k * sin * cos, k * cos * cos),
        before: Velocity::planar(speed * sin, speed * cos - bar.surface),
        e: bar.e,
        mu: bar.mu,
        ..any(rng)
    }
}

#[test]
fn table_2_1_of_the_pinned_bar() {
    let mut rng = random("Table 2.1");
    let mut cells = [0; 2];
    let mut worst = 0.0_f64;
    for _ in 0..wanted() {
        let bar = bar(&mut rng);
        let outcome = case(&bar, &mut rng).resolve(WM_POISSON);
        let Some(want) = table(&bar) else {
            assert_eq!(outcome.status, Status::NoSolution, "{bar:#?}\n{outcome:#?}");
            cells[0] += 1;
            continue;
        };
        assert_eq!(outcome.status, Status::Ok, "expected th' = {want}\n{bar:#?}\n{outcome:#?}");
        cells[1] += 1;
        let (sin, cos) = bar.angle.sin_cos();
        let scale = bar.rotation.abs().max(bar.surface.abs() / (bar.length * cos));
        let by_normal = outcome.after.normal / (bar.length * sin);
        let by_tangential = (outcome.after.tangential + bar.surface) / (bar.length * cos);
        for got in [by_normal, by_tangential] {
            worst = worst.max((got - want).abs() / scale);
            assert!(
                (got - want).abs() <= TOLERANCE * scale,
                "th' is {got:?}, expected {want:?}\n{bar:#?}\n{outcome:#?}"
            );
        }
    }
    println!("Table 2.1: {} answers, {} without solution, worst {worst:.1e}", cells[1], cells[0]);
    assert!(cells.iter().all(|count| *count > wanted() / 10), "every part of the table is reached: {cells:?}");
}
