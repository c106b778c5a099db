//! Coefficients measured by others and quoted in seed 000, section 6 (K10).

use crate::Coefficients;

/// A pair of surfaces with measured coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Name on the command line.
    pub name: &'static str,
    /// What was measured and how.
    pub description: &'static str,
    /// Who measured it, and where the seed quotes it.
    pub source: &'static str,
    /// The coefficients; those not measured are absent.
    pub coefficients: Coefficients,
}

const NONE: Coefficients =
    Coefficients { e: None, mu: None, mu_static: None, nu: None, e_t: None, e_m: None, e_mc: None, e_me: None };

/// Every preset.
pub const MATERIALS: [Material; 3] = [
    Material {
        name: "steel-disc",
        description: "steel discs of 1 cm radius and 4.87 g on marble between glass plates, 0.17 to 3.19 m/s, 280 trials; \
                      mu 0.20 +- 0.05, e_t 0.45 +- 0.15 (Walton's law)",
        source: "C. Cholet 1998, in seed 000, 6.3",
        coefficients: Coefficients { e: Some(0.93), mu: Some(0.20), e_t: Some(0.45), ..NONE },
    },
    Material {
        name: "hockey-puck",
        description: "rubber puck struck by a stick, mean values (Wang-Mason's law)",
        source: "C. B. Partridge and M. W. Spong 1999, in seed 000, 6.4",
        coefficients: Coefficients { e: Some(0.855), mu: Some(0.236), ..NONE },
    },
    Material {
        name: "steel-bar",
        description: "steel bars dropped on an iron block: restitution changes with angle and length and is printed only as a curve, \
                      so give e and mu; rigid-body theory holds for slenderness L/d^1.3815 up to 26.45 m^-0.3815",
        source: "D. Stoianovici and Y. Hurmuzlu 1996, in seed 000, 6.2",
        coefficients: NONE,
    },
];

/// Exponent P of the slenderness factor.
const SLENDERNESS_EXPONENT: f64 = 1.3815;

/// Largest slenderness factor for which restitution changes by less than ten per cent with the angle [m^-0.3815].
pub const LARGEST_SLENDERNESS: f64 = 26.45;

/// A preset by name.
pub fn by_name(name: &str) -> Option<&'static Material> {
    const ALL: &[Material] = &MATERIALS;
    ALL.iter().find(|material| material.name == name)
}

/// Slenderness factor gamma = L/d^P of a bar (seed 000, 6.2; printed there as L/(dP)).
pub fn slenderness(length: f64, diameter: f64) -> f64 {
    length / diameter.powf(SLENDERNESS_EXPONENT)
}

/// Fremond's normal coefficient C_N of a bar at an angle (seed 000, equation 6.1): I_N = -m C_N (D_NA + D_NE).
/// `gyration` is r, the radius of gyration over half the length; a slender rod has r^2 = 1/3 (the seed prints r = 1/5).
pub fn fremond_normal(e: f64, angle: f64, gyration: f64) -> f64 {
    let square = gyration * gyration;
    square / (square + angle.cos().powi(2)) * (1.0 + e) / (1.0 - e)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Rod, RodEnd};
    use crate::{Velocity, laws, resolve};

    /// Seed 000, 6.2: a bar of 63.5 mm and 12.7 mm has 26.45.
    #[test]
    fn slenderness_of_the_bar_in_the_seed() {
        assert!((slenderness(0.0635, 0.0127) - LARGEST_SLENDERNESS).abs() < 0.01);
    }

    /// C_N is what Newton's law gives on a frictionless rod: the equation behind (6.1).
    #[test]
    fn fremond_coefficient_is_newtons_impulse() {
        let (e, angle, mass) = (0.6, 0.8, 2.0);
        let rod = Rod { mass, length: 0.3, angle };
        let collision = rod.collision_at_contact(RodEnd::Left, Velocity::planar(-1.5, 0.0)).unwrap();
        let law = laws::by_name("newton", &Coefficients { e: Some(e), ..NONE }).unwrap();
        let outcome = resolve(&law, &collision);
        let sum = collision.before().normal + outcome.after.normal;
        let expected = -mass * fremond_normal(e, angle, (1.0_f64 / 3.0).sqrt()) * sum;
        // A handful of roundings of numbers of order one.
        assert!((outcome.impulse.normal - expected).abs() < 1e-13);
    }
}
