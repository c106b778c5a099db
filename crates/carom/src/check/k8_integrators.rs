//! K8: collision instants to the tolerance asked, and the order each integrator claims.

use carom_simulate::record::EventKind;

use super::world::run;
use super::{Line, at_most};

/// Integrators with the order of what they carry on, and a step at which it shows.
const ORDERS: [(&str, f64, f64); 4] =
    [("fehlberg", 5.0, 0.02), ("dopri5", 5.0, 0.02), ("dop853", 8.0, 0.06), ("radau", 5.0, 0.02)];

/// The tolerance is that of one step: the error of a time may be a few of them.
const STEPS: f64 = 5.0;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = Vec::new();
    for (integrator, ..) in ORDERS {
        lines.extend(["1e-6", "1e-8", "1e-10"].map(|tolerance| event_time(integrator, tolerance)));
    }
    lines.extend(ORDERS.map(|(integrator, order, h)| convergence(integrator, order, h)));
    lines
}

/// A mass on a belt slips first at F_s/(k v) = 0.3 s and sticks again (2/w)(pi - atan(w D/v)) later.
fn event_time(integrator: &str, tolerance: &str) -> Line {
    let ran =
        run("belt-stick-slip", &[("run.integrator", integrator), ("run.tolerance", tolerance), ("run.every", "0")]);
    let expected = 0.3 + 0.2 * (std::f64::consts::PI - 1_f64.atan());
    let sticks: Vec<f64> = ran.events(EventKind::Stick).iter().map(|event| event.t).filter(|t| *t > 0.3).collect();
    let off = sticks.first().map_or(f64::NAN, |t| (t - expected).abs());
    at_most(
        format!("{integrator}: a mass sticks to a belt, time off at tolerance {tolerance} [s]"),
        STEPS * number(tolerance),
        off,
    )
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Order seen with equal steps of h and h/2 on the steady oscillation F cos(w t)/(k - m w^2) after 3 s.
fn convergence(integrator: &str, claimed: f64, h: f64) -> Line {
    let order = (error(integrator, h) / error(integrator, 0.5 * h)).log2();
    Line {
        what: format!("{integrator}: order seen on a forced oscillation"),
        expected: format!("about {claimed}"),
        got: format!("{order:.1}"),
        // Terms of the next order are still seen at these steps.
        pass: (order - claimed).abs() <= 0.5,
    }
}

fn error(integrator: &str, h: f64) -> f64 {
    let omega = 20.0_f64;
    let until = 3.0;
    // Of an implicit method the tolerance also ends the iterations: it must not be seen. No step may be refused.
    let tolerance = if integrator == "radau" { "1e-4" } else { "0.1" };
    let ran = run(
        "impact-oscillator",
        &[
            ("variant", "grazing"),
            ("parameters.omega", &omega.to_string()),
            ("parameters.sigma", "10"),
            ("run.until", &until.to_string()),
            ("run.every", "0"),
            ("run.integrator", integrator),
            ("run.tolerance", tolerance),
            ("run.largest-step", &h.to_string()),
        ],
    );
    let (amplitude, phase) = (20.0 / (100.0 - omega * omega), omega * until);
    let (x, v) = (amplitude * phase.cos(), -amplitude * phase.sin());
    (ran.measure("mass.x") - x).hypot(ran.measure("mass.vx") / omega - v)
}
