//! Space seen from afar: a parallel projection from a fixed direction, z up in the picture.

use carom_simulate::record::Record;
use glam::DVec3;

use super::super::cast::{Cast, Role, Space, State};
use super::super::frames::rotation;

/// Where the eye stands: turned from -y towards x, and above the horizon [rad].
const AZIMUTH: f64 = 0.5;
const ELEVATION: f64 = 0.35;

/// The axes of the picture in the world.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Camera {
    right: DVec3,
    up: DVec3,
    /// From the scene to the eye.
    pub(in super::super) towards: DVec3,
}

impl Camera {
    pub(in super::super) fn new() -> Self {
        let ((sin_a, cos_a), (sin_e, cos_e)) = (AZIMUTH.sin_cos(), ELEVATION.sin_cos());
        let towards = DVec3::new(sin_a * cos_e, -cos_a * cos_e, sin_e);
        let right = DVec3::new(cos_a, sin_a, 0.0);
        Self { right, up: towards.cross(right), towards }
    }

    /// Where a point is seen, in metres to the right and up, and how near it is.
    pub(in super::super) fn see(&self, p: DVec3) -> ([f64; 2], f64) {
        ([p.dot(self.right), p.dot(self.up)], p.dot(self.towards))
    }

    /// The points of a body that are looked at to find what part of space is shown, as they are seen.
    pub(super) fn corners(&self, cast: &Cast<'_>, member: usize, state: &State) -> Vec<[f64; 2]> {
        let turn = rotation(state).normalize();
        let centre = DVec3::from_array(state.position);
        let vertices = cast.members[member].solid.vertices.iter();
        let moves = cast.members[member].role != Role::Fixed;
        let own = vertices.map(|p| self.see(centre + turn * DVec3::from_array(*p)).0);
        own.chain(moves.then(|| self.see(centre).0)).collect()
    }
}

/// Bodies of space that stay where they are for the whole run, held by joints or fixed: they are scenery.
pub(in super::super) fn scenery(cast: &Cast<'_>, record: &Record) -> Vec<bool> {
    let (mut still, mut states, mut first) = (vec![true; cast.members.len()], Vec::new(), Vec::new());
    for (k, sample) in record.samples.iter().enumerate() {
        cast.at_sample(sample, &mut states);
        if k == 0 {
            first.clone_from(&states);
        }
        for (still, (now, then)) in still.iter_mut().zip(states.iter().zip(&first)) {
            *still &= near(&now.position, &then.position) && near(&now.quaternion, &then.quaternion);
        }
    }
    still
}

/// Numbers that differ by less than an eye can see.
fn near(a: &[f64], b: &[f64]) -> bool {
    const UNSEEN: f64 = 1e-6;
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < UNSEEN)
}

/// The centre of mass of a body as it is seen.
pub(in super::super) fn centre(space: Space, state: &State) -> [f64; 2] {
    match space {
        Space::Plane => [state.position[0], state.position[1]],
        Space::Space => Camera::new().see(DVec3::from_array(state.position)).0,
    }
}
