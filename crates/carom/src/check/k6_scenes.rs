//! K6: the scenes of the papers, with the numbers of their figures corrected (laws.md, sections 7 and 8) and closed forms.

use carom_simulate::record::EventKind;

use super::world::{Ran, run};
use super::{Line, count, number, word};

/// Numbers of laws.md are printed with this many decimals.
const PRINTED: f64 = 5e-7;

/// Closed forms of numbers of order one after an impact that was located in time.
const CLOSED: f64 = 1e-9;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = bar();
    lines.extend(superball());
    lines.extend(coins());
    lines.extend(masses());
    lines.extend(pinned_bar());
    lines.extend(pendulum_in_box());
    lines.extend(double_pendulum());
    lines
}

/// 000, chapters 3 and 5: time and velocity of the first impact, energy at the end, number of impacts.
fn bar() -> Vec<Line> {
    let first = run("bar-drop", &[]);
    let t = first.time(EventKind::Impact, 0);
    let mut lines = vec![
        number("bar: first impact [s]", 0.415_625_079, t, PRINTED),
        number("bar: D_N at the first impact [m/s]", -4.073_126, first.before("bar.vy", t), PRINTED),
    ];
    let figures = [
        ("fig_3.9", "Kane, mu = 1, a gain", 11.971_439, 2),
        ("fig_3.11", "Kane, mu = 0.4", 10.165_242, 2),
        ("fig_3.13", "Glocker-Pfeiffer, mu = 1", 11.755_303, 2),
        ("fig_3.15", "Glocker-Pfeiffer, mu = 0.4", 9.808_318, 2),
        ("fig_3.19", "the same, reversible", 9.808_318, 2),
        ("fig_3.3", "Newton, e = 0.8", 6.955_667, 3),
        ("fig_3.7", "Brach, e_m = 0.1", 8.755_985, 1),
        ("fig_5.3", "C-S, e_m = 0.5", 4.337_229, 2),
    ];
    for (figure, what, energy, impacts) in figures {
        let ran = run("bar-drop", &[("variant", figure)]);
        lines.push(number(
            format!("bar, {figure}, {what}: energy at the end [J]"),
            energy,
            ran.measure("energy.total"),
            PRINTED,
        ));
        if figure != "fig_5.3" {
            lines.push(count(format!("bar, {figure}: impacts"), impacts, ran.events(EventKind::Impact).len()));
        }
    }
    lines
}

/// 000, chapter 4: the first bounce of a ball J = c m r^2 with v = (1, -1): sticking leaves v_x = 1/(1 + c), reversible
/// friction (nu = e_t = 1) leaves v_x = (1 - c)/(1 + c).
fn superball() -> Vec<Line> {
    let figures = [
        ("fig_4.2_sphere", 5.0 / 7.0),
        ("fig_4.3_sphere", 5.0 / 7.0),
        ("fig_4.5_sphere", 3.0 / 7.0),
        ("fig_4.2_disc", 2.0 / 3.0),
        ("fig_4.3_disc", 2.0 / 3.0),
        ("fig_4.5_disc", 1.0 / 3.0),
    ];
    let line = |(figure, expected): (&str, f64)| {
        let ran = run("ball-between-walls", &[("variant", figure)]);
        let got = ran.after("ball.vx", ran.time(EventKind::Impact, 0));
        number(format!("superball, {figure}: v_x after the first bounce [m/s]"), expected, got, CLOSED)
    };
    let mut lines: Vec<Line> = figures.into_iter().map(line).collect();
    let singular = run("ball-between-walls", &[("variant", "fig_5.7_sphere")]);
    lines.push(word("superball, fig_5.7: e_m = -1/2 has no answer", "verdict", singular.end()));
    lines
}

/// u = (1+e) v cos 30/(1 + 2 cos^2 30) for both targets at once; in sequence the first takes (1+e)/2 of v cos 30.
fn coins() -> Vec<Line> {
    let speed = |ran: &Ran, body: &str| ran.measure(&format!("{body}.vx")).hypot(ran.measure(&format!("{body}.vy")));
    let (e, cos) = (0.8, 0.75_f64.sqrt());
    let together = run("three-coins", &[("variant", "both at once, frictionless")]);
    let sequence = run("three-coins", &[("variant", "one after the other, frictionless")]);
    let each = (1.0 + e) * cos / (1.0 + 2.0 * cos * cos);
    vec![
        number("three coins at once: speed of the upper target [m/s]", each, speed(&together, "upper"), CLOSED),
        number("three coins at once: speed of the lower target [m/s]", each, speed(&together, "lower"), CLOSED),
        number("three coins at once: striker [m/s]", 1.0 - 2.0 * each * cos, together.measure("striker.vx"), CLOSED),
        number("three coins in sequence: first target [m/s]", 0.9 * cos, speed(&sequence, "upper"), CLOSED),
    ]
}

/// One collision, and the digits of pi.
fn masses() -> Vec<Line> {
    let (m1, m2, v1, v2, e) = (1.0, 3.0, 2.0, -1.0, 0.6);
    let impulse = (1.0 + e) * (v1 - v2) * m1 * m2 / (m1 + m2);
    let one = run("two-masses", &[]);
    let mut lines = vec![
        number("two masses: v1 after [m/s]", v1 - impulse / m1, one.measure("first.vx"), CLOSED),
        number("two masses: v2 after [m/s]", v2 + impulse / m2, one.measure("second.vx"), CLOSED),
    ];
    for (ratio, collisions) in [("100", 31), ("10000", 314), ("1000000", 3141)] {
        let variant = format!("wall and two masses, ratio {ratio}");
        let ran = run("two-masses-on-a-line", &[("variant", &variant), ("run.every", "0")]);
        let found = ran.events(EventKind::Impact).len();
        lines.push(count(format!("wall and two masses, ratio {ratio}: collisions"), collisions, found));
    }
    lines
}

/// Table 2.1 of 000, every cell, by a bar on a pin: w = -2, L cos w = -2 cos 0.6, e = 0.7 (Poisson).
fn pinned_bar() -> Vec<Line> {
    // r = (tan - mu)/(tan + mu) with mu = tan/2 is 1/3: the part that a reversal leaves of what comes after it.
    let cells = [
        ("v>=0, e L cos w + v > 0, mu < tan", Some(1.4)),
        ("v>=0, e L cos w + v > 0, mu >= tan", Some(1.4)),
        ("v>=0, e L cos w + v <= 0, mu < tan", Some(0.7 + 0.7 / 3.0)),
        ("v>=0, e L cos w + v <= 0, mu >= tan", Some(0.7)),
        ("v = 0, mu >= tan", Some(0.0)),
        ("v<0, L cos w - v < 0, mu < tan", Some(0.84)),
        ("v<0, L cos w - v < 0, mu >= tan", None),
        ("v<0, L cos w - v >= 0, mu < tan", Some(1.4)),
        ("v<0, L cos w - v >= 0, mu >= tan", None),
    ];
    let line = |(cell, expected): (&str, Option<f64>)| {
        let ran = run("pinned-bar-moving-surface", &[("variant", cell)]);
        match expected {
            Some(expected) => {
                number(format!("pinned bar, {cell}: theta' after"), expected, ran.after("bar.spin", 0.0), CLOSED)
            }
            None => word(format!("pinned bar, {cell}: jams"), "verdict", ran.end()),
        }
    };
    cells.into_iter().map(line).collect()
}

/// Newton's rule at the walls, and momentum of box and pendulum along the rail.
fn pendulum_in_box() -> Vec<Line> {
    let ran = run("pendulum-in-moving-box", &[("variant", "free box")]);
    let t = ran.time(EventKind::Impact, 0);
    let relative = |at: &dyn Fn(&str) -> f64| at("bob.vx") - at("box.vx");
    let ratio = relative(&|name| ran.after(name, t)) / relative(&|name| ran.before(name, t));
    let momentum = |at: &dyn Fn(&str) -> f64| 0.5 * at("bob.vx") + 2.0 * at("box.vx");
    let start = momentum(&|name| ran.before(name, 0.0));
    vec![
        number("pendulum in a box: relative velocity after over before, -e", -0.7, ratio, CLOSED),
        number(
            "pendulum in a free box: momentum along the rail [kg m/s]",
            start,
            momentum(&|name| ran.measure(name)),
            CLOSED,
        ),
    ]
}

/// laws.md, section 8, as an impact of bodies on joints: relative change of kinetic energy at mu = 0.5.
fn double_pendulum() -> Vec<Line> {
    let cases = [
        ("kane", 0.5, 0.5875),
        ("kane", 0.7, 1.758),
        ("wang-mason-poisson", 0.5, -0.455),
        ("wang-mason-poisson", 0.7, -0.428),
        ("stronge", 0.5, -0.447),
        ("stronge", 0.7, -0.400),
        ("smith", 0.5, -0.433),
        ("smith", 0.7, -0.346),
    ];
    let line = |(law, e, expected): (&str, f64, f64)| {
        let changes = [("contact.0.law", law), ("parameters.e", &e.to_string()), ("run.until", "0.001")];
        let ran = run("double-pendulum", &changes);
        let (before, after) = (ran.before("energy.kinetic", 0.0), ran.after("energy.kinetic", 0.0));
        // Three decimals are printed.
        number(format!("double pendulum, {law}, e = {e}: relative energy change"), expected, after / before - 1.0, 6e-4)
    };
    cases.into_iter().map(line).collect()
}
