//! B1: mass and principal moments, given and computed (articulated.md, section 1, the data of chapter 9 corrected).

use carom_scene::builtin::project;
use carom_scene::toml::SceneFile;

use super::{Line, number};

/// Moments of order 100 after a sum over a dozen tetrahedra.
const ROUNDING: f64 = 1e-11;

pub(super) fn run_all() -> Vec<Line> {
    let bodies = [
        ("ex92", 0, false, 10.0, [16.0 + 2.0 / 3.0, 86.0 + 2.0 / 3.0, 96.0 + 2.0 / 3.0], "bar 10 x 4 x 2, given"),
        ("ex92", 0, true, 80.0, [400.0 / 3.0, 2080.0 / 3.0, 2320.0 / 3.0], "bar 10 x 4 x 2 of density 1, computed"),
        ("ex92_scaled", 0, false, 10.0, [16.0 + 2.0 / 3.0, 86.0 + 2.0 / 3.0, 96.0 + 2.0 / 3.0], "the bar from a cube"),
        ("ex94", 0, false, 10.0, [6.5, 98.625, 98.625], "bar with two tips, given"),
        ("ex95", 0, false, 1.5, [0.8; 3], "regular tetrahedron, given"),
        // V = a^3/(6 sqrt 2) and J = m a^2/20 with the radius 2 = a sqrt(3/8).
        ("ex95", 0, true, TETRAHEDRON, [TETRAHEDRON * 32.0 / 60.0; 3], "regular tetrahedron of density 1, computed"),
    ];
    bodies
        .into_iter()
        .flat_map(|(scene, body, computed, mass, moments, what)| {
            let (got_mass, got) = inertia(scene, body, computed).unwrap_or((f64::NAN, [f64::NAN; 3]));
            let mut lines = vec![number(format!("{what}: mass [kg]"), mass, got_mass, ROUNDING)];
            let names = ["least", "middle", "greatest"];
            lines.extend(names.iter().zip(moments.iter().zip(got)).map(|(name, (expected, got))| {
                number(format!("{what}: {name} moment [kg m^2]"), *expected, got, 100.0 * ROUNDING)
            }));
            lines
        })
        .collect()
}

/// Volume of the regular tetrahedron whose corners are 2 from its centre: a^3/(6 sqrt 2), a = 2/sqrt(3/8).
const TETRAHEDRON: f64 = 4.105_601_914_237_34;

/// Mass and moments of a body of a scene, as given or, without those of its file, computed.
fn inertia(scene: &str, body: usize, computed: bool) -> Option<(f64, [f64; 3])> {
    let mut project = project(scene)?.read().ok()?;
    if computed {
        for shape in project.shapes.values_mut() {
            (shape.mass, shape.moments) = (None, None);
        }
    }
    let world = SceneFile::of_project(&project).ok()?.read().ok()?.build().ok()?;
    let (mass, moments, _) = world.space()?.inertia(body)?;
    Some((mass, moments.to_array()))
}
