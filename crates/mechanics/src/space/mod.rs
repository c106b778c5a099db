//! Bodies in space: pose, velocity, inertia and the Jacobian of a point, behind the same trait as those of the plane.

mod kinematics;
mod sphere;

pub use kinematics::{POSITIONS, Pose, VELOCITIES};
pub use sphere::{SphereOnPlane, SphereOnPlaneDescription};
