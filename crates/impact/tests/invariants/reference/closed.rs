//! Wang and Mason's closed formulas and Table 3.2 (seed 000, 3.7.3) with the corrections of `laws.md`, sections 2 and 3.

use carom_impact::{Contact, Impulse};

use crate::case::Case;

/// P_d = (A + s mu B) s D_TA and P_q = (mu C + s B)(-D_NA).
pub fn times(case: &Case) -> [f64; 2] {
    let s = case.slip();
    [case.stiffness(s) * s * case.before.tangential, case.braking(s) * -case.before.normal]
}

/// Table 3.2: the mode by P_d, P_q, mu and mu_s. It serves Newton's, Poisson's and Stronge's ends.
pub fn mode(case: &Case) -> &'static str {
    let [p_d, p_q] = times(case);
    let holds = case.mu > case.contact.b.abs() / case.contact.c;
    if p_d > (1.0 + case.e) * p_q {
        "slide"
    } else if p_d > p_q {
        if holds { "E-stick" } else { "E-reverse" }
    } else if holds {
        "C-stick"
    } else {
        "C-reverse"
    }
}

/// How far the case is from the borders of Table 3.2, as a share of the terms compared.
pub fn distance_from_borders(case: &Case) -> f64 {
    let [p_d, p_q] = times(case);
    let apart = |x: f64, y: f64| (x - y).abs() / (x.abs() + y.abs());
    let mu_s = case.contact.b.abs() / case.contact.c;
    apart(p_d, p_q).min(apart(p_d, (1.0 + case.e) * p_q)).min(apart(case.mu, mu_s))
}

/// The impulse with Poisson's end.
pub fn poisson(case: &Case) -> Impulse {
    let Contact { a, b, c, .. } = case.contact;
    let (d_na, d_ta, mu, s) = (case.before.normal, case.before.tangential, case.mu, case.slip());
    let mode = mode(case);
    let normal = match mode {
        "C-stick" => -(1.0 + case.e) * (c * d_na + b * d_ta) / case.det(),
        "C-reverse" => -(1.0 + case.e) / (a - s * mu * b) * (d_na + 2.0 * s * mu * b * d_ta / (b + s * mu * c)),
        _ => -(1.0 + case.e) * d_na / (a + s * mu * b),
    };
    Impulse::planar(normal, tangential(case, mode, normal))
}

/// The impulse with Newton's end.
pub fn newton(case: &Case) -> Impulse {
    let Contact { a, b, c, .. } = case.contact;
    let (d_na, d_ta, mu, s) = (case.before.normal, case.before.tangential, case.mu, case.slip());
    let mode = mode(case);
    let normal = match mode {
        "C-stick" | "E-stick" => -((1.0 + case.e) * c * d_na + b * d_ta) / case.det(),
        "C-reverse" | "E-reverse" => {
            -1.0 / (a - s * mu * b) * ((1.0 + case.e) * d_na + 2.0 * s * mu * b * d_ta / (b + s * mu * c))
        }
        _ => -(1.0 + case.e) * d_na / (a + s * mu * b),
    };
    Impulse::planar(normal, tangential(case, mode, normal))
}

/// The column I_T, common to both ends.
fn tangential(case: &Case, mode: &str, normal: f64) -> f64 {
    let Contact { b, c, .. } = case.contact;
    let (d_ta, mu, s) = (case.before.tangential, case.mu, case.slip());
    match mode {
        "slide" => -s * mu * normal,
        "C-stick" | "E-stick" => (b * normal - d_ta) / c,
        _ => s * mu * (normal - 2.0 * d_ta / (b + s * mu * c)),
    }
}
