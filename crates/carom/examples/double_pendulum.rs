//! Kane's double pendulum: the free end meets the ground, and the law of Newton and Coulomb creates energy (K1, K3; laws.md, section 8).
//!
//! `cargo run -p carom --example double_pendulum`

use carom::impact::build::System;
use carom::impact::{Coefficients, Velocity, laws, resolve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (first, second) = (20.0_f64.to_radians(), 30.0_f64.to_radians());
    let coupling = 0.5 * (first - second).cos();
    let system = System {
        mass: &[4.0 / 3.0, coupling, coupling, 1.0 / 3.0],
        velocity: &[-0.1, -0.2],
        normal: &[first.sin(), second.sin()],
        tangential: &[first.cos(), second.cos()],
        moment: &[],
        joints: &[],
        drift: Velocity::default(),
    };
    let (collision, energy) = (system.collision()?, system.kinetic_energy(system.velocity));
    println!("mu_s = {:.4}", collision.contact().mu_s());
    for name in ["kane", "wang-mason-poisson", "stronge", "smith"] {
        for e in [0.5, 0.7] {
            let law = laws::by_name(name, &Coefficients { e: Some(e), mu: Some(0.5), ..Default::default() })?;
            let outcome = resolve(&law, &collision);
            let after = system.velocities_after(outcome.impulse)?;
            println!(
                "{name:<20} e = {e}: spins {:+.5} {:+.5}, energy {:+.1} %",
                after[0],
                after[1],
                100.0 * outcome.energy.total() / energy
            );
        }
    }
    Ok(())
}
