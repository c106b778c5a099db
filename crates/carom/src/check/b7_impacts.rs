//! B6, B7: instants and impulses of impacts, free and jointed (articulated.md, section 5, and its tables).

use carom_simulate::record::EventKind;

use super::world::{Ran, run};
use super::{Line, count, number};

const EXACT: (&str, &str) = ("run.tolerance", "1e-10");

/// Instants are printed with 12 decimals; the contact is located to 1e-8 s.
const INSTANT: f64 = 1e-8;

/// Impulses are printed with ten decimals.
const IMPULSE: f64 = 1e-7;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = Vec::new();
    let tetra = run("ex95", &[EXACT]);
    lines.push(count("tetrahedron: impacts", 13, tetra.events(EventKind::Impact).len()));
    let table = [
        (0, 0.646_941_301_882, 1.396_236_396_3),
        (1, 0.650_966_255_659, 2.617_716_015_7),
        (2, 0.657_250_855_014, 0.850_377_993_0),
        (12, 3.248_729_030_375, 1.478_426_727_9),
    ];
    table.iter().for_each(|(k, t, least)| lines.extend(impact("tetrahedron", &tetra, *k, *t, *least)));
    let bars = run("ex96_generic", &[EXACT, ("run.until", "2.5")]);
    // kappa = 2 kappa_inf at e = 1.
    lines.extend(impact("jointed bars", &bars, 0, 0.880_079_261_791, 0.5 * 79.041_399_471_7));
    for (k, t) in [(1, 1.281_486), (2, 1.353_393), (3, 1.771_855), (4, 2.431_968)] {
        let what = format!("jointed bars, impact {}: instant [s]", k + 1);
        // Six decimals are printed.
        lines.push(number(what, t, bars.time(EventKind::Impact, k), 6e-7));
    }
    let edge = run("ex96", &[EXACT, ("run.until", "1")]);
    lines.push(number("an edge first: instant [s]", 0.912_477_175_922, edge.time(EventKind::Impact, 0), INSTANT));
    lines
}

/// Instant, impulse kappa = 2 kappa_inf and the velocity turned round of an impact with e = 1.
fn impact(what: &str, ran: &Ran, number_of: usize, t: f64, least: f64) -> Vec<Line> {
    let events = ran.events(EventKind::Impact);
    let part = events.get(number_of).and_then(|event| event.impact.as_ref());
    let (impulse, turned) = part.map_or((f64::NAN, f64::NAN), |part| (part.impulse[0], part.after[0] / part.before[0]));
    let what = format!("{what}, impact {}", number_of + 1);
    vec![
        number(format!("{what}: instant [s]"), t, ran.time(EventKind::Impact, number_of), INSTANT),
        number(format!("{what}: impulse, twice the least [N s]"), 2.0 * least, impulse, IMPULSE),
        number(format!("{what}: velocity after over before"), -1.0, turned, 1e-12),
    ]
}
