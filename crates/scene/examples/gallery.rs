//! Draws a gallery of impulse planes and maps: `cargo run -p carom-scene --example gallery -- FOLDER`.
//!
//! The planes are those a reader should have seen once: sticking, reversing, singular, Painleve-like, with moments, at extreme scales.

use std::error::Error;
use std::path::Path;

use carom_impact::laws::{self, CATALOGUE};
use carom_impact::{Coefficients, Collision, Contact, Outcome, Velocity, resolve};
use carom_scene::svg::{
    Axis, Cell, Diagram, Field, LawResult, Map, Scale, impulse_plane, impulse_plane_grid, map, sample,
};

/// File name, title, [A, B, C, D_NA, D_TA], e, mu.
type Case = (&'static str, &'static str, [f64; 5], f64, f64);

const CASES: [Case; 22] = [
    ("bar", "Bar at 45 degrees", [2.5, 1.5, 2.5, -1.0, 0.6], 1.0, 1.0),
    ("bar-low-friction", "Bar at 45 degrees, low friction", [2.5, 1.5, 2.5, -1.0, 0.6], 1.0, 0.3),
    ("bar-half", "Bar at 45 degrees, e = 0.5", [2.5, 1.5, 2.5, -1.0, 0.9], 0.5, 0.3),
    ("direct", "Direct impact", [2.5, 1.5, 2.5, -1.0, 0.0], 0.8, 0.4),
    ("ball-sliding", "Ball, low friction", [1.0, 0.0, 3.5, -1.0, 1.0], 0.8, 0.2),
    ("ball-rolling", "Ball, high friction", [1.0, 0.0, 3.5, -1.0, 1.0], 0.8, 1.0),
    ("frictionless", "Without friction", [2.5, 1.5, 2.5, -1.0, 0.6], 0.7, 0.0),
    ("singular-slip", "Singular matrix, slip", [9.0, -12.0, 16.0, -3.0, -2.0], 0.6, 0.5),
    ("singular-slip-1", "Singular matrix, mu = 1", [9.0, -12.0, 16.0, -3.0, -2.0], 0.6, 1.0),
    ("singular-tie", "Singular matrix, tie", [9.0, -12.0, 16.0, -3.0, -4.0], 0.6, 0.5),
    ("singular-stick", "Singular matrix, stick", [9.0, -12.0, 16.0, -3.0, -4.0], 0.6, 1.0),
    ("painleve", "Friction outweighs the normal impulse", [2.0, -1.0, 1.0, -1.0, 0.5], 0.7, 3.0),
    ("expansion-reverse", "Reversal in expansion", [2.0, 1.0, 1.0, -1.0, 1.0], 1.0, 0.5),
    ("expansion-stick", "Sticking in expansion", [1.0, 0.0, 3.5, -1.0, 1.5], 1.0, 0.3),
    ("compression-reverse", "Reversal in compression", [2.0, 1.0, 1.0, -1.0, 0.5], 1.0, 0.5),
    ("plastic", "Plastic impact", [2.5, 1.5, 2.5, -1.0, 0.3], 0.0, 0.5),
    ("eccentric", "Nearly singular matrix", [1.0, 0.9995, 1.0, -1.0, 0.3], 0.6, 0.7),
    ("tiny", "Small numbers", [2.5e6, 1.5e6, 2.5e6, -1e-6, 0.6e-6], 0.5, 0.8),
    ("small-impulse", "Heavy inverse masses", [2.5e6, 1.5e6, 2.5e6, -1.0, 0.6], 0.5, 0.8),
    ("large", "Large numbers", [2.5e-6, 1.5e-6, 2.5e-6, -1.0, 0.6], 0.5, 0.8),
    ("unequal", "Inverse masses of unlike size", [1.0, 20.0, 1e3, -1.0, 2.0], 0.5, 0.1),
    ("separating", "Bodies that separate", [2.5, 1.5, 2.5, 1.0, 0.6], 0.5, 0.8),
];

fn coefficients(e: f64, mu: f64) -> Coefficients {
    Coefficients {
        e: Some(e),
        mu: Some(mu),
        mu_static: None,
        nu: Some(0.5),
        e_t: Some(0.3),
        e_m: Some(-1.0),
        e_mc: Some(-1.0),
        e_me: Some(-1.0),
    }
}

fn answers(collision: &Collision, coefficients: &Coefficients) -> Result<Vec<LawResult<'static>>, Box<dyn Error>> {
    let answer = |info: &'static laws::LawInfo| {
        // Brach's mu is the signed ratio of impulses; against the slip it is negative.
        let mut own = *coefficients;
        if info.name == "brach" && collision.before().tangential > 0.0 {
            own.mu = own.mu.map(|mu| -mu);
        }
        let outcome = resolve(&laws::by_name(info.name, &own)?, collision);
        Ok(LawResult { name: info.name, title: info.title, outcome })
    };
    CATALOGUE.iter().map(answer).collect()
}

fn planes(folder: &Path) -> Result<(), Box<dyn Error>> {
    for (name, title, [a, b, c, normal, tangential], e, mu) in CASES {
        let collision = Collision::new(Contact::planar(a, b, c), Velocity::planar(normal, tangential))?;
        let laws = answers(&collision, &coefficients(e, mu))?;
        let subtitle = "All laws of the catalogue";
        let diagram = Diagram { collision: &collision, e, mu, title, subtitle, laws: &laws };
        std::fs::write(folder.join(format!("plane-{name}.svg")), impulse_plane(&diagram))?;
        if matches!(name, "bar" | "singular-stick" | "compression-reverse") {
            std::fs::write(folder.join(format!("grid-{name}.svg")), impulse_plane_grid(&diagram))?;
        }
        if name == "compression-reverse" {
            let one = Diagram { laws: &laws[6..7], subtitle: "One law", ..diagram };
            std::fs::write(folder.join("plane-one-law.svg"), impulse_plane(&one))?;
        }
    }
    Ok(())
}

fn moments(folder: &Path) -> Result<(), Box<dyn Error>> {
    let contact = Contact { a: 2.5, b: 1.5, c: 2.5, d: 4.2426, e: 4.2426, f: 12.0 };
    let collision = Collision::new(contact, Velocity { normal: -1.0, tangential: 0.6, moment: 0.2 })?;
    let given = Coefficients { e_m: Some(0.2), e_mc: Some(0.3), e_me: Some(0.3), ..coefficients(0.8, 0.5) };
    let laws = answers(&collision, &given)?;
    let subtitle = "Two laws transmit a moment";
    let diagram = Diagram { collision: &collision, e: 0.8, mu: 0.5, title: "Bar with moments", subtitle, laws: &laws };
    std::fs::write(folder.join("plane-moments.svg"), impulse_plane(&diagram))?;
    Ok(())
}

/// The answer of a law to the bar at 45 degrees for a friction and a ratio of velocities.
fn bar(law: &str, contact: Contact, mu: f64, ratio: f64, e: f64) -> Result<Outcome, Box<dyn Error>> {
    let collision = Collision::new(contact, Velocity::planar(-1.0, ratio))?;
    Ok(resolve(&laws::by_name(law, &coefficients(e, mu))?, &collision))
}

fn maps(folder: &Path) -> Result<(), Box<dyn Error>> {
    let x = Axis { name: "*μ*", unit: "", from: 0.0, to: 1.5, count: 200 };
    let y = Axis { name: "*D*_TA / |*D*_NA|", unit: "", from: -2.0, to: 2.0, count: 200 };
    let contact = Contact::planar(2.5, 1.5, 2.5);
    let outcomes = |law: &str, contact: Contact, e: f64| -> Result<Vec<Outcome>, Box<dyn Error>> {
        sample(&x, &y, |mu, ratio| bar(law, contact, mu, ratio, e)).into_iter().collect()
    };
    let mode = |outcome: &Outcome| match outcome.mode {
        Some(mode) => Cell::Value(mode.as_str()),
        None => Cell::Missing(outcome.status.as_str()),
    };
    let energy = |outcome: &Outcome| match outcome.mode {
        Some(_) => Cell::Value(outcome.energy.total()),
        None => Cell::Missing(outcome.status.as_str()),
    };
    let singular = Contact::planar(9.0, -12.0, 16.0);
    for (name, law, contact, e) in [
        ("modes", "wang-mason-poisson", contact, 0.5),
        ("phases", "glocker-pfeiffer", contact, 0.5),
        ("no-solution", "wang-mason-newton", singular, 0.5),
    ] {
        let cells: Vec<_> = outcomes(law, contact, e)?.iter().map(mode).collect();
        let title = format!("Contact modes of {law}");
        let drawn = Map { title: &title, subtitle: "Bar at 45 degrees, e = 0.5", x, y, field: Field::Names(&cells) };
        std::fs::write(folder.join(format!("map-{name}.svg")), map(&drawn))?;
    }
    for (name, law, contact, e, scale) in [
        ("energy", "kane", contact, 1.0, Scale::Diverging),
        ("energy-losses", "stronge", contact, 0.5, Scale::Diverging),
        ("energy-missing", "kane", singular, 0.5, Scale::Diverging),
        ("impulse", "stronge", contact, 0.5, Scale::Sequential),
    ] {
        let read = |outcome: &Outcome| match energy(outcome) {
            Cell::Value(_) if scale == Scale::Sequential => Cell::Value(outcome.impulse.normal),
            other => other,
        };
        let cells: Vec<_> = outcomes(law, contact, e)?.iter().map(read).collect();
        let (what, unit) = if scale == Scale::Sequential { ("*I*_N", "N s") } else { ("*T*_E − *T*_A", "J") };
        let title = format!("Answers of {law}");
        let field = Field::Numbers { cells: &cells, name: what, unit, scale };
        let drawn = Map { title: &title, subtitle: "Bar at 45 degrees", x, y, field };
        std::fs::write(folder.join(format!("map-{name}.svg")), map(&drawn))?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: gallery FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    planes(folder)?;
    moments(folder)?;
    maps(folder)
}
