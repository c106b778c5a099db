//! The impulse plane of a comparison.

use carom_impact::build::RodEnd;
use carom_impact::{Coefficients, Collision};
use carom_scene::svg::{Diagram, LawResult, impulse_plane, impulse_plane_grid};

use crate::case::{Case, Geometry};
use crate::compare::Entry;
use crate::words::{coefficients, short};

/// The picture as SVG: all laws in one plane, or one panel per law.
pub fn draw(case: &Case, collision: &Collision, entries: &[Entry], grid: bool) -> String {
    let laws: Vec<LawResult<'_>> = entries
        .iter()
        .map(|entry| LawResult { name: entry.info.name, title: entry.info.title, outcome: entry.outcome })
        .collect();
    let (title, subtitle) = (title(case), special(&case.coefficients));
    let diagram = Diagram {
        collision,
        e: case.coefficients.e.unwrap_or(0.0),
        // Brach's signed ratio, should it stand alone, still bounds a cone.
        mu: case.coefficients.mu.unwrap_or(0.0).abs(),
        title: &title,
        subtitle: &subtitle,
        laws: &laws,
    };
    if grid { impulse_plane_grid(&diagram) } else { impulse_plane(&diagram) }
}

/// Coefficients beside e and mu, which the picture shows by itself.
fn special(given: &Coefficients) -> String {
    coefficients(&Coefficients { e: None, mu: None, ..*given }).replace("  ", ", ")
}

/// What collides, in words.
pub fn title(case: &Case) -> String {
    match case.geometry {
        Geometry::Local(_) => "Collision given by its local matrix".to_owned(),
        Geometry::Rod(rod, end) => {
            let end = if end == RodEnd::Left { "Left" } else { "Right" };
            let (angle, mass, length) = (short(rod.angle.to_degrees()), short(rod.mass), short(rod.length));
            format!("{end} end of a uniform rod at {angle}° on a plane, {mass} kg, {length} m")
        }
    }
}
