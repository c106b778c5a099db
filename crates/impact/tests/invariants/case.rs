//! One random collision with the coefficients of every law, and the laws by short names.

use carom_impact::{Coefficients, Collision, Contact, Impulse, Outcome, Velocity, laws, resolve};

pub const NEWTON: &str = "newton";
pub const KANE: &str = "kane";
pub const BRACH: &str = "brach";
pub const GP1: &str = "glocker-pfeiffer";
pub const GP2: &str = "glocker-pfeiffer-reversible";
pub const WM_NEWTON: &str = "wang-mason-newton";
pub const WM_POISSON: &str = "wang-mason-poisson";
pub const STRONGE: &str = "stronge";
pub const BEGHIN: &str = "beghin-boulanger";
pub const SMITH: &str = "smith";
pub const WALTON: &str = "walton";
pub const CS: &str = "cs";
pub const CHATTERJEE: &str = "chatterjee-ruina";

/// The nine laws with friction and without moment that `laws.md` counts in I01 to I05.
pub const NINE: [&str; 9] = [KANE, GP1, GP2, WM_NEWTON, WM_POISSON, STRONGE, BEGHIN, SMITH, WALTON];

/// The laws of the Routh process.
pub const ROUTH: [&str; 4] = [WM_NEWTON, WM_POISSON, STRONGE, BEGHIN];

/// Input of every law: each takes the coefficients it uses.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub contact: Contact,
    pub before: Velocity,
    pub e: f64,
    pub mu: f64,
    /// Kane's static friction; the same as `mu` if absent.
    pub mu_static: Option<f64>,
    pub nu: f64,
    /// In [-1, 1]; the laws of Glocker-Pfeiffer and C-S, which want a share in [0, 1], get its magnitude.
    pub e_t: f64,
    pub e_m: f64,
    pub e_mc: f64,
    pub e_me: f64,
}

impl Case {
    pub fn collision(&self) -> Collision {
        Collision::new(self.contact, self.before).map_err(|error| (error, *self)).unwrap()
    }

    /// e_t as the law takes it.
    pub fn e_t_for(&self, law: &str) -> f64 {
        if matches!(law, GP2 | CS) { self.e_t.abs() } else { self.e_t }
    }

    pub fn law(&self, name: &str) -> laws::BuiltIn {
        let coefficients = Coefficients {
            e: Some(self.e),
            mu: Some(self.mu),
            mu_static: self.mu_static,
            nu: Some(self.nu),
            e_t: Some(self.e_t_for(name)),
            e_m: Some(self.e_m),
            e_mc: Some(self.e_mc),
            e_me: Some(self.e_me),
        };
        laws::by_name(name, &coefficients).map_err(|error| (error, *self)).unwrap()
    }

    pub fn resolve(&self, law: &str) -> Outcome {
        resolve(&self.law(law), &self.collision())
    }

    /// AC - B^2, plainly; zero below 1e-12 AC, as the laws define it.
    pub fn det(&self) -> f64 {
        let Contact { a, b, c, .. } = self.contact;
        let det = a * c - b * b;
        if det.abs() <= 1e-12 * a * c { 0.0 } else { det }
    }

    /// How much rounding of A..F is magnified in a sticking impulse: AC/det, with moments ACF/det of the whole matrix.
    /// A singular matrix is never inverted; there sliding magnifies by A/(A - mu |B|).
    pub fn condition(&self) -> f64 {
        let Contact { a, b, c, d, e, f } = self.contact;
        if f > 0.0 {
            a * c * f / (a * (c * f - e * e) - b * (b * f - d * e) + d * (b * e - c * d))
        } else if self.det() == 0.0 {
            1.0 + a / (a - self.mu * b.abs()).abs()
        } else {
            a * c / self.det()
        }
    }

    /// s = sign(D_TA), 1 for D_TA = 0 as in the closed formulas.
    pub fn slip(&self) -> f64 {
        if self.before.tangential < 0.0 { -1.0 } else { 1.0 }
    }

    /// A + s mu B: the stiffness against sliding.
    pub fn stiffness(&self, s: f64) -> f64 {
        self.contact.a + s * self.mu * self.contact.b
    }

    /// mu C + s B: how fast a slip s is braked.
    pub fn braking(&self, s: f64) -> f64 {
        self.mu * self.contact.c + s * self.contact.b
    }

    /// D after an impulse, straight from the equations of impact.
    pub fn after(&self, i: Impulse) -> Velocity {
        let Contact { a, b, c, d, e, f } = self.contact;
        Velocity {
            normal: self.before.normal + a * i.normal - b * i.tangential + d * i.moment,
            tangential: self.before.tangential - b * i.normal + c * i.tangential - e * i.moment,
            moment: self.before.moment + d * i.normal - e * i.tangential + f * i.moment,
        }
    }

    /// T after an impulse minus T before, by equation (2.4) and [`Case::after`].
    pub fn energy(&self, i: Impulse) -> f64 {
        let (before, after) = (self.before, self.after(i));
        0.5 * (i.normal * (before.normal + after.normal)
            + i.tangential * (before.tangential + after.tangential)
            + i.moment * (before.moment + after.moment))
    }

    /// An impulse in units of the square root of energy: parts of different size and unit become comparable.
    pub fn weighed_impulse(&self, i: Impulse) -> [f64; 3] {
        let Contact { a, c, f, .. } = self.contact;
        [i.normal * a.sqrt(), i.tangential * c.sqrt(), i.moment * f.sqrt()]
    }

    /// A velocity in the same units; where F = 0 the rotation does not count.
    pub fn weighed_velocity(&self, v: Velocity) -> [f64; 3] {
        let Contact { a, c, f, .. } = self.contact;
        let moment = if f > 0.0 { v.moment / f.sqrt() } else { 0.0 };
        [v.normal / a.sqrt(), v.tangential / c.sqrt(), moment]
    }

    /// Largest part of an impulse, weighed.
    pub fn impulse_scale(&self, i: Impulse) -> f64 {
        largest(self.weighed_impulse(i))
    }

    /// Largest part of the velocities before and after an impulse, weighed.
    pub fn velocity_scale(&self, i: Impulse) -> f64 {
        largest(self.weighed_velocity(self.before)).max(largest(self.weighed_velocity(self.after(i))))
    }

    /// Scale of the works of an impulse.
    pub fn energy_scale(&self, i: Impulse) -> f64 {
        self.impulse_scale(i) * self.velocity_scale(i)
    }
}

pub fn largest(parts: [f64; 3]) -> f64 {
    parts.into_iter().fold(0.0, |most, part| most.max(part.abs()))
}
