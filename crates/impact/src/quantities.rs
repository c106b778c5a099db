//! Impulses, relative velocities and works: three numbers each, kept apart by type.

use std::ops::{Add, Mul, Sub};

/// Impulse at the contact, acting on the first body [N s; the moment N m s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// I_N, positive when it pushes the bodies apart.
    pub normal: f64,
    /// I_T, along the tangent.
    pub tangential: f64,
    /// I_th, impulse of the contact moment.
    pub moment: f64,
}

/// Relative velocity at the contact, first body minus second [m/s; the moment part rad/s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// D_N, negative when approaching.
    pub normal: f64,
    /// D_T, sliding velocity.
    pub tangential: f64,
    /// D_th, relative angular velocity with the sign of the notation page.
    pub moment: f64,
}

/// Works along the Routh path (J): the integral of D_N dI_N in each phase and of D_T dI_T in both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Normal work from A to C (not positive).
    pub compression: f64,
    /// Normal work from C to E (not negative).
    pub expansion: f64,
    /// Friction work from A to E (not positive).
    pub friction: f64,
}

impl Impulse {
    /// An impulse without moment.
    pub const fn planar(normal: f64, tangential: f64) -> Self {
        Self { normal, tangential, moment: 0.0 }
    }

    /// True if all three parts are finite.
    pub fn is_finite(&self) -> bool {
        self.normal.is_finite() && self.tangential.is_finite() && self.moment.is_finite()
    }

    /// Largest magnitude among the parts.
    pub fn magnitude(&self) -> f64 {
        self.normal.abs().max(self.tangential.abs()).max(self.moment.abs())
    }
}

impl Velocity {
    /// A relative velocity without rotation.
    pub const fn planar(normal: f64, tangential: f64) -> Self {
        Self { normal, tangential, moment: 0.0 }
    }

    /// True if all three parts are finite.
    pub fn is_finite(&self) -> bool {
        self.normal.is_finite() && self.tangential.is_finite() && self.moment.is_finite()
    }

    /// Largest magnitude among the parts.
    pub fn magnitude(&self) -> f64 {
        self.normal.abs().max(self.tangential.abs()).max(self.moment.abs())
    }
}

impl Add for Impulse {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            normal: self.normal + other.normal,
            tangential: self.tangential + other.tangential,
            moment: self.moment + other.moment,
        }
    }
}

impl Sub for Impulse {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul<f64> for Impulse {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { normal: self.normal * factor, tangential: self.tangential * factor, moment: self.moment * factor }
    }
}

impl Work {
    /// Normal and friction work together: the energy change of a law of the Routh process.
    pub fn total(&self) -> f64 {
        self.compression + self.expansion + self.friction
    }
}
