//! Where a frame is: p = position + R(angle) local.

use glam::DVec2;

/// A position and a rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    /// The origin of the frame.
    pub position: DVec2,
    /// (cos, sin) of its angle.
    pub rotation: DVec2,
}

impl Place {
    /// The frame of the world.
    pub const WORLD: Self = Self { position: DVec2::ZERO, rotation: DVec2::X };

    /// A frame at a position, turned by an angle.
    pub fn new(position: DVec2, angle: f64) -> Self {
        Self { position, rotation: DVec2::from_angle(angle) }
    }

    /// A local vector in the world.
    pub fn turn(&self, local: DVec2) -> DVec2 {
        self.rotation.rotate(local)
    }

    /// A local point in the world.
    pub fn point(&self, local: DVec2) -> DVec2 {
        self.position + self.turn(local)
    }

    /// A point of the world in the frame.
    pub fn local(&self, point: DVec2) -> DVec2 {
        self.conjugate().rotate(point - self.position)
    }

    /// The frame of `self` seen from `other`.
    pub fn seen_from(&self, other: &Self) -> Self {
        Self { position: other.local(self.position), rotation: other.conjugate().rotate(self.rotation) }
    }

    fn conjugate(&self) -> DVec2 {
        DVec2::new(self.rotation.x, -self.rotation.y)
    }
}
