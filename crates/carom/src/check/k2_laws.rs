//! K2: every law on a case worked by hand, and the bar of 000 3.7.4 with its formulas corrected (laws.md, section 3).

use carom_impact::{Coefficients, Collision, Contact, Outcome, Velocity, laws, resolve};

use super::{Line, ROUNDING, friction, impulses, number};

const MATRIX: [f64; 3] = [2.0, 1.0, 1.0];
const BEFORE: [f64; 2] = [-1.0, 0.5];

pub(super) fn run() -> Vec<Line> {
    let mut lines = planar_laws();
    lines.extend(moment_laws());
    lines.extend(bar_direct());
    lines.extend(bar_oblique());
    lines
}

/// A = 2, B = C = 1, D_A = (-1, 1/2), e = 1: exact fractions of laws.md, section 5, and closed forms.
fn planar_laws() -> Vec<Line> {
    let root = |x: f64| x.sqrt();
    let with = |coefficients: Coefficients, e_t: f64| Coefficients { e_t: Some(e_t), nu: Some(0.0), ..coefficients };
    let cases = [
        ("newton", friction(1.0, 0.0), BEFORE, 1.0, 0.0),
        ("kane", friction(1.0, 1.0), BEFORE, 1.5, 1.0),
        ("glocker-pfeiffer", friction(1.0, 2.0), BEFORE, 1.0, 0.5),
        ("glocker-pfeiffer-reversible", with(friction(1.0, 2.0), 0.0), BEFORE, 1.0, 0.5),
        ("wang-mason-newton", friction(1.0, 0.5), BEFORE, 10.0 / 9.0, 2.0 / 9.0),
        ("wang-mason-poisson", friction(1.0, 2.0), BEFORE, 1.0, 0.5),
        ("stronge", friction(1.0, 2.0), BEFORE, 0.5 + 1.0 / root(3.0), 1.0 / root(3.0)),
        ("beghin-boulanger", friction(1.0, 2.0), BEFORE, 0.5 + 1.0 / root(2.0), 1.0 / root(2.0)),
        ("smith", friction(1.0, 2.0), BEFORE, 1.0, 0.0),
        ("walton", with(friction(1.0, 1.0), 0.25), BEFORE, 11.0 / 8.0, 0.75),
        // P_I = (1/2, 0), P_II = (3/4, 1/2): I = 2 P_I + (P_II - P_I).
        ("chatterjee-ruina", with(friction(1.0, 1.0), 0.0), [-1.0, 0.25], 1.25, 0.5),
    ];
    cases
        .into_iter()
        .flat_map(|(law, coefficients, before, normal, tangential)| {
            let (i_n, i_t, _) = impulses(law, MATRIX, before, coefficients);
            [
                number(format!("{law}: I_N"), normal, i_n, ROUNDING),
                number(format!("{law}: I_T"), tangential, i_t, ROUNDING),
            ]
        })
        .collect()
}

/// Flat bar m = 1 of length 2 with D_thA = -1/2: A = 4, D = F = 3 (laws.md, section 5).
fn moment_laws() -> Vec<Line> {
    let contact = Contact { a: 4.0, b: 0.0, c: 1.0, d: 3.0, e: 0.0, f: 3.0 };
    let before = Velocity { normal: -1.0, tangential: 0.0, moment: -0.5 };
    let solve = |law: &str, coefficients: Coefficients| -> Option<Outcome> {
        let collision = Collision::new(contact, before).ok()?;
        Some(resolve(&laws::by_name(law, &coefficients).ok()?, &collision))
    };
    let brach = solve("brach", Coefficients { e_m: Some(0.0), ..friction(1.0, 0.0) });
    let phases =
        Coefficients { nu: Some(0.0), e_t: Some(0.0), e_mc: Some(0.0), e_me: Some(-1.0), ..friction(1.0, 0.0) };
    let cs = solve("cs", phases);
    let of = |outcome: Option<Outcome>, part: fn(&Outcome) -> f64| outcome.as_ref().map_or(f64::NAN, part);
    vec![
        number("brach, flat bar: I_N", 1.5, of(brach, |o| o.impulse.normal), ROUNDING),
        number("brach, flat bar: I_th", -4.0 / 3.0, of(brach, |o| o.impulse.moment), ROUNDING),
        number("cs, flat bar: I_N", 1.0, of(cs, |o| o.impulse.normal), ROUNDING),
        number("cs, flat bar: I_th", -1.0 / 3.0, of(cs, |o| o.impulse.moment), ROUNDING),
    ]
}

const BAR: [f64; 3] = [2.5, 1.5, 2.5];

/// 000 3.7.4, first case, D_A = (-1, 0), e = 0.5: (3.7), (3.8) and the corrected (3.9), (3.10).
fn bar_direct() -> Vec<Line> {
    let (e, mu) = (0.5, 0.3);
    let mut lines = Vec::new();
    for law in ["wang-mason-newton", "wang-mason-poisson"] {
        let (i_n, i_t, _) = impulses(law, BAR, [-1.0, 0.0], friction(e, 1.0));
        lines.push(number(format!("{law}, bar, mu = 1: I_N = 0.625 (1+e)"), 0.625 * 1.5, i_n, ROUNDING));
        lines.push(number(format!("{law}, bar, mu = 1: I_T = 0.375 (1+e)"), 0.375 * 1.5, i_t, ROUNDING));
        let (i_n, i_t, _) = impulses(law, BAR, [-1.0, 0.0], friction(e, mu));
        let expected = (1.0 + e) / (2.5 - 1.5 * mu);
        lines.push(number(
            format!("{law}, bar, mu = 0.3: I_N = (1+e)/(2.5-1.5mu) (3.9 corrected)"),
            expected,
            i_n,
            ROUNDING,
        ));
        lines.push(number(
            format!("{law}, bar, mu = 0.3: I_T = +mu I_N (3.9 corrected)"),
            mu * expected,
            i_t,
            ROUNDING,
        ));
    }
    lines
}

/// 000 3.7.4, second case, D_A = (-1, 0.6): a.1, a.2, b.1.2, b.2 corrected.
fn bar_oblique() -> Vec<Line> {
    let (e, mu) = (0.5, 0.3);
    let before = [-1.0, 0.6];
    let (reverse, slip) = (2.5 - 1.5 * mu, 1.5 + 2.5 * mu);
    let newton = (1.5 + 1.5 * e + 0.7 * mu + 2.5 * mu * e) / (reverse * slip);
    let newton_t = mu * (1.5 * (e - 1.0) + 2.5 * mu * (1.0 + e)) / (reverse * slip);
    let poisson = (1.0 + e) * (1.5 + 0.7 * mu) / (reverse * slip);
    let cases = [
        ("a.1", "wang-mason-newton", 1.0, 0.4 + 0.625 * e, 0.375 * e),
        ("a.2 corrected", "wang-mason-newton", mu, newton, newton_t),
        ("b.1.2", "wang-mason-poisson", 1.0, 0.4 * (1.0 + e), 0.24 * e),
        ("b.2 corrected", "wang-mason-poisson", mu, poisson, mu * (poisson - 1.2 / slip)),
    ];
    cases
        .into_iter()
        .flat_map(|(place, law, mu, normal, tangential)| {
            let (i_n, i_t, _) = impulses(law, BAR, before, friction(e, mu));
            [
                number(format!("000 3.7.4 {place}, {law}: I_N"), normal, i_n, ROUNDING),
                number(format!("000 3.7.4 {place}, {law}: I_T"), tangential, i_t, ROUNDING),
            ]
        })
        .collect()
}
