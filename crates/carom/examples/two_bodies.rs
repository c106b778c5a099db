//! Two spinning discs meet off the line of centres: all laws, velocities of both bodies after (K1, K2).
//!
//! `cargo run -p carom --example two_bodies`

use carom::compare::{Choice, compare};
use carom::impact::Coefficients;
use carom::impact::build::{ContactFrame, FreeBody};
use glam::DVec2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let first = FreeBody::disc(2.0, 0.5, DVec2::new(0.0, 0.5)).moving(DVec2::new(0.5, -1.0), 4.0);
    let second = FreeBody::disc(1.0, 0.3, DVec2::new(0.0, -0.3)).moving(DVec2::new(0.0, 0.4), -2.0);
    // The normal points towards the first body.
    let frame = ContactFrame::new(DVec2::ZERO, DVec2::Y)?;
    let collision = frame.between(&first, &second)?;
    let given = Coefficients { e: Some(0.8), mu: Some(0.3), ..Default::default() };
    for entry in compare(&Choice::All, &collision, &given)? {
        let impulse = entry.outcome.impulse;
        let (p, q) = (frame.push_first(&first, impulse), frame.push_second(&second, impulse));
        println!(
            "{:<28} first {:.4} {:.4} spin {:.4}   second {:.4} {:.4} spin {:.4}   energy {:+.4} J",
            entry.info.name,
            p.velocity.x,
            p.velocity.y,
            p.spin,
            q.velocity.x,
            q.velocity.y,
            q.spin,
            entry.outcome.energy.total()
        );
    }
    Ok(())
}
