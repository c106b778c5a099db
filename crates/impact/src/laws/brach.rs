//! Brach's law: impulse ratio and moment coefficient (seed 000, 3.3).
//!
//! ```text
//! D_NE = -e D_NA    I_T = mu I_N (mu signed)    e_m I_th = -(1 + e_m) Jbar D_thE
//! ```
//!
//! The moment row is used as `(1 + 2 e_m) F I_th + (1 + e_m)(D_thA + D I_N - E I_T) = 0`, which never divides by e_m:
//! e_m = -1 transmits no moment, e_m = 0 stops the relative rotation. Where F = 0 no moment can act and I_th = 0.

use super::LawInfo;
use super::linear::solve2;
use crate::accurate::difference_of_products;
use crate::coefficients::{LARGEST_FRICTION, Reader};
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Impulse, Law, Mode, Refusal};

/// Brach's law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brach {
    e: f64,
    ratio: f64,
    e_m: f64,
}

impl Brach {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "brach",
        aliases: &[],
        title: "Brach, impulse ratio and moment",
        coefficients: &[Coefficient::E, Coefficient::Mu, Coefficient::Em],
        source: "seed 000, 3.3",
        creates_energy: true,
    };

    /// The law with checked coefficients; `mu` is the signed ratio I_T/I_N.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self {
            e: read.restitution()?,
            ratio: read.within(Coefficient::Mu, -LARGEST_FRICTION, LARGEST_FRICTION)?,
            e_m: read.within(Coefficient::Em, -1.0, 1.0)?,
        })
    }
}

/// Share of its terms below which A - mu B is rounding: the impulse ratio then leaves the normal velocity as it is.
const VANISHING: f64 = 1e-13;

const SINGULAR: Refusal = Refusal::Singular(
    "Brach's equations are singular for this impulse ratio and moment coefficient: change mu or e_m slightly",
);

impl Law for Brach {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let (contact, before) = (collision.contact(), collision.before());
        let gain = -(1.0 + self.e) * before.normal;
        let stiffness = difference_of_products(contact.a, 1.0, self.ratio, contact.b);
        let vanishes = stiffness.abs() <= VANISHING * (contact.a + (self.ratio * contact.b).abs());
        let normal_row = [if vanishes { 0.0 } else { stiffness }, contact.d];
        let moment_row = if collision.has_moment() {
            let coupling = difference_of_products(contact.d, 1.0, self.ratio, contact.e);
            [(1.0 + self.e_m) * coupling, (1.0 + 2.0 * self.e_m) * contact.f]
        } else {
            [0.0, 1.0]
        };
        let rotation = if collision.has_moment() { -(1.0 + self.e_m) * before.moment } else { 0.0 };
        let [normal, moment] = solve2([normal_row, moment_row], [gain, rotation]).ok_or(SINGULAR)?;
        let impulse = Impulse { normal, tangential: self.ratio * normal, moment };
        Ok(Answer::new(collision, impulse, Mode::ImpulseRatio).with_normal_velocity(-self.e * before.normal))
    }
}
