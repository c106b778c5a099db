//! K10: the experiments quoted in 000, section 6.

use carom_impact::material;

use super::{Line, ROUNDING, impulses, number};

pub(super) fn run() -> Vec<Line> {
    let value = |name: &str, part: fn(&carom_impact::Coefficients) -> Option<f64>| {
        material::by_name(name).and_then(|material| part(&material.coefficients)).unwrap_or(f64::NAN)
    };
    // A disc of 1 cm and 4.87 g on a wall at 45 degrees, Walton: sliding while mu (1+e) m < (1+e_t) m/3 per unit of velocity.
    let disc = material::by_name("steel-disc").map(|material| material.coefficients).unwrap_or_default();
    let mass = 0.00487;
    let (i_n, i_t, _) = impulses("walton", [1.0 / mass, 0.0, 3.0 / mass], [-1.0, 1.0], disc);
    vec![
        number(
            "slenderness of the bar 63.5 x 12.7 mm [m^-0.3815]",
            26.45,
            material::slenderness(0.0635, 0.0127),
            0.005,
        ),
        number("steel disc: e", 0.93, value("steel-disc", |c| c.e), 0.0),
        number("steel disc: mu", 0.20, value("steel-disc", |c| c.mu), 0.0),
        number("steel disc: e_t", 0.45, value("steel-disc", |c| c.e_t), 0.0),
        number("hockey puck: e", 0.855, value("hockey-puck", |c| c.e), 0.0),
        number("hockey puck: mu", 0.236, value("hockey-puck", |c| c.mu), 0.0),
        number("steel disc at 45 degrees, Walton: I_N/m = 1 + e", 1.93, i_n / mass, ROUNDING),
        number("steel disc at 45 degrees, Walton: it slides, I_T/I_N = -mu", -0.2, i_t / i_n, ROUNDING),
    ]
}
