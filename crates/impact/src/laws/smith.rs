//! Smith's law: friction by a mean of the sliding before and after (seed 000, 2.5.2 and 3.8; seed 003, with signed squares).
//!
//! ```text
//! D_NE = -e D_NA
//! I_T = -mu I_N (D_TA |D_TA| + D_TE |D_TE|)/(D_TA^2 + D_TE^2)
//! ```
//!
//! With sigma = -I_T/I_N the right side asks sigma = mu phi(D_TE), nondecreasing, while the equations of impact give D_TE(sigma),
//! strictly falling on A + sigma B > 0: exactly one solution in the plane for det > 0 (`laws.md`, section 2; open in the seeds).
//! If the slip keeps its direction, phi = 1. Otherwise let D_TE = -u D_TA, u > 0, and (for D_TA > 0, mirrored else)
//!
//! ```text
//! f(u) = D_TA (1 + u) [(A + mu B) + (A - mu B) u^2] - b [(B + mu C) + (B - mu C) u^2] = 0,   b = -(1 + e) D_NA
//! ```
//!
//! has exactly one root with A + sigma B > 0, bracketed below and found by Newton's method kept in the bracket.
//! D_TA = 0 makes the ratio 0/0; there the law is Kane's. Never creates energy: I_T (D_TA + D_TE) <= 0.

use super::LawInfo;
use crate::accurate::difference_of_products;
use crate::coefficients::Reader;
use crate::coulomb::{self, EndState, Friction, SINGULAR_TIE};
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Impulse, Law, Mode, Refusal};

/// Smith's law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smith {
    e: f64,
    mu: f64,
}

/// Newton steps and halvings allowed. From a bound far beyond the root Newton's method on a cubic only gains a third a step,
/// some 40 steps per ten decades; a search that ends here is refused, never answered.
const STEPS: usize = 400;

impl Smith {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "smith",
        aliases: &[],
        title: "Smith",
        coefficients: &[Coefficient::E, Coefficient::Mu],
        source: "seed 000, 3.8; seed 003",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()? })
    }

    /// phi of a velocity ratio t = D_TE/D_TA: 1 while t >= 0, else (1 - t^2)/(1 + t^2).
    fn mean_direction(t: f64) -> f64 {
        if t >= 0.0 { 1.0 } else { (1.0 - t * t) / (1.0 + t * t) }
    }

    /// The answer for a given sigma and velocity ratio t = D_TE/D_TA, or none if I_N is not positive.
    fn with_ratio(&self, collision: &Collision, t: f64) -> Option<Answer> {
        let before = collision.before();
        let sigma = self.mu * collision.slip_sign() * Self::mean_direction(t);
        let stiffness = coulomb::stiffness(collision, sigma);
        if stiffness <= SINGULAR_TIE * collision.contact().a && collision.is_singular() || stiffness <= 0.0 {
            return None;
        }
        let normal = -(1.0 + self.e) * before.normal / stiffness;
        let mode = if t < 0.0 { Mode::Reverse } else { Mode::Slide };
        let answer = Answer::new(collision, Impulse::planar(normal, -sigma * normal), mode);
        Some(answer.with_normal_velocity(-self.e * before.normal))
    }

    /// The answer of a slip that turns, D_TE = -u D_TA.
    ///
    /// Either sigma(u) gives the impulse, with an error up to epsilon mu A I_N^2/b, or D_TE does, with up to epsilon (1 + u) |D_TA| A/det:
    /// large friction spoils the first, a small det the second. Both errors lie along (B, A); the smaller one is taken.
    fn turned(&self, collision: &Collision, u: f64) -> Option<Answer> {
        let before = collision.before();
        let gain = -(1.0 + self.e) * before.normal;
        let undone = (1.0 + u) * before.tangential;
        let by_velocity = coulomb::sticking(collision, gain, undone);
        let by_friction = self.with_ratio(collision, -u);
        let friction_is_better = by_friction.is_some_and(|answer| {
            self.mu * answer.impulse.normal * answer.impulse.normal * collision.det() <= undone.abs() * gain
        });
        if friction_is_better || by_velocity.normal <= 0.0 {
            return by_friction;
        }
        let answer = Answer::new(collision, by_velocity, Mode::Reverse);
        Some(answer.with_normal_velocity(-self.e * before.normal).with_tangential_velocity(-u * before.tangential))
    }

    /// D_TA = 0: Kane's law.
    fn direct(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let before = collision.before();
        let friction = Friction { mu: self.mu, mu_static: self.mu };
        let EndState { impulse, slip } =
            coulomb::solve(collision, -(1.0 + self.e) * before.normal, before.tangential, friction)?;
        let mode = if slip.is_none() { Mode::Stick } else { Mode::Slide };
        let answer = Answer::new(collision, impulse, mode).with_normal_velocity(-self.e * before.normal);
        Ok(if slip.is_none() { answer.with_tangential_velocity(0.0) } else { answer })
    }

    /// det = 0: D_TE = D_TA - (B/A) b whatever the impulses, and sigma follows from it.
    fn singular(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let (contact, before) = (collision.contact(), collision.before());
        let coupled = (1.0 + self.e) * before.normal * contact.b / contact.a;
        let after = before.tangential + coupled;
        let tie = after.abs() <= SINGULAR_TIE * (before.tangential.abs() + coupled.abs());
        let t = if tie { 0.0 } else { after / before.tangential };
        self.with_ratio(collision, t).ok_or(Refusal::NoSolution(
            "the local matrix is singular and friction outweighs the normal impulse: no positive normal impulse separates the bodies",
        ))
    }
}

impl Law for Smith {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        if collision.before().tangential == 0.0 {
            return self.direct(collision);
        }
        if collision.is_singular() {
            return self.singular(collision);
        }
        if let Some(slide) = self.with_ratio(collision, 0.0)
            && slide.after.tangential * collision.slip_sign() >= 0.0
        {
            return Ok(slide);
        }
        let root = Reversal::new(collision, self).root();
        root.and_then(|u| self.turned(collision, u)).ok_or(Refusal::Singular(
            "Smith's equation has no root in double precision: the local matrix is nearly singular",
        ))
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}

/// The cubic f(u) of a slip that reverses, with the bracket of its one admissible root.
struct Reversal {
    /// f = (1 + u)(p0 + p2 u^2) - (q0 + q2 u^2), divided by D_TA.
    p0: f64,
    p2: f64,
    q0: f64,
    q2: f64,
    low: f64,
    high: f64,
}

impl Reversal {
    fn new(collision: &Collision, law: &Smith) -> Self {
        let (contact, before) = (collision.contact(), collision.before());
        let mirrored = collision.slip_sign() * contact.b;
        let b = -(1.0 + law.e) * before.normal / before.tangential.abs();
        // p0 nearly vanishes where sliding hardly separates the bodies: plain sums would lose the root.
        let stiffness = |mu: f64| difference_of_products(contact.a, 1.0, -mu, mirrored);
        let coupling = |mu: f64| difference_of_products(mirrored, 1.0, -mu, contact.c);
        let (p0, p2) = (stiffness(law.mu), stiffness(-law.mu));
        let (q0, q2) = (b * coupling(law.mu), b * coupling(-law.mu));
        // Where A + sigma B = 0 at sigma = mu (1 - u^2)/(1 + u^2).
        let pole = (-p0 / p2).sqrt();
        // At sigma <= mu (or sigma <= 0 for u >= 1) D_TE is at least its value there, so the root is not beyond:
        let beyond = (b * mirrored / contact.a - 1.0).max(1.0);
        let high = if p0 > 0.0 { (q0 / p0 - 1.0).min(beyond) } else { beyond };
        Self {
            p0,
            p2,
            q0,
            q2,
            low: if p0 <= 0.0 { pole } else { 0.0 },
            high: if p2 < 0.0 { high.min(pole) } else { high },
        }
    }

    /// f and f' at u.
    fn value(&self, u: f64) -> (f64, f64) {
        let square = u * u;
        let bracket = self.p0 + self.p2 * square;
        let value = (1.0 + u) * bracket - (self.q0 + self.q2 * square);
        (value, bracket + 2.0 * u * ((1.0 + u) * self.p2 - self.q2))
    }

    /// Newton's method from the upper end, halving whenever a step leaves the bracket; none if it does not settle.
    fn root(&self) -> Option<f64> {
        let (mut low, mut high) = (self.low, self.high.max(self.low));
        let mut u = high;
        for _ in 0..STEPS {
            let (value, slope) = self.value(u);
            if value > 0.0 {
                high = u;
            } else {
                low = u;
            }
            let step = u - value / slope;
            let next = if step > low && step < high { step } else { 0.5 * (low + high) };
            if next == u || (next - u).abs() <= f64::EPSILON * 0.5 * u {
                return Some(u);
            }
            u = next;
        }
        None
    }
}
