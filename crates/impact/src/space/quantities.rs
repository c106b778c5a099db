//! Impulses and relative velocities with a normal part and two tangential ones.

use glam::DVec2;

/// Impulse at the contact, acting on the first body (N s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// P_n, positive when it pushes the bodies apart.
    pub normal: f64,
    /// P_t along the two tangents.
    pub tangential: DVec2,
}

/// Relative velocity at the contact, first body minus second (m/s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// u_n, negative when approaching.
    pub normal: f64,
    /// u_t along the two tangents.
    pub tangential: DVec2,
}

impl Impulse {
    /// True if all parts are finite.
    pub fn is_finite(&self) -> bool {
        self.normal.is_finite() && self.tangential.is_finite()
    }
}

impl Velocity {
    /// True if all parts are finite.
    pub fn is_finite(&self) -> bool {
        self.normal.is_finite() && self.tangential.is_finite()
    }
}
