//! The vertices of all bodies at the frames of an animation.

use carom_simulate::record::{Record, Sample};
use glam::{DQuat, DVec3};

use super::cast::{Cast, State};
use crate::articulated::{Surface, VertexState};

/// The faces of all bodies; the vertices of each body follow those of the one before.
pub(super) fn surface(cast: &Cast<'_>) -> Surface {
    let mut faces = Vec::new();
    let mut first = 0;
    for member in &cast.members {
        faces.extend(member.solid.triangles().map(|face| face.map(|corner| first + corner)));
        first += member.solid.vertices.len();
    }
    Surface { faces }
}

/// The sample of every frame: the last one at each multiple of `every` after the start; without it, first and last sample.
pub(super) fn samples(record: &Record, every: Option<f64>) -> Vec<&Sample> {
    let (Some(first), Some(last)) = (record.samples.first(), record.samples.last()) else { return Vec::new() };
    let every = every.unwrap_or(last.t - first.t);
    // A time that is a multiple but for rounding counts as one.
    let close = 1e-9 * every;
    let frames = if every > 0.0 { ((last.t - first.t + close) / every).floor() as usize } else { 0 };
    let at = |frame: usize| {
        let t = first.t + every * frame as f64 + close;
        record.samples.partition_point(|sample| sample.t <= t).checked_sub(1).and_then(|k| record.samples.get(k))
    };
    (0..=frames).filter_map(at).collect()
}

/// Position and velocity of every vertex: x = R + A p, x' = R' + w x A p.
pub(super) fn vertices(cast: &Cast<'_>, sample: &Sample) -> Vec<VertexState> {
    let mut states = Vec::new();
    cast.at_sample(sample, &mut states);
    let bodies = cast.members.iter().zip(&states);
    bodies.flat_map(|(member, state)| member.solid.vertices.iter().map(|p| vertex(state, *p))).collect()
}

fn vertex(state: &State, p: [f64; 3]) -> VertexState {
    let arm = rotation(state) * DVec3::from_array(p);
    let position = DVec3::from_array(state.position) + arm;
    let velocity = DVec3::from_array(state.velocity) + DVec3::from_array(state.spin).cross(arm);
    VertexState { position: position.to_array(), velocity: velocity.to_array() }
}

/// The rotation of a body.
pub(super) fn rotation(state: &State) -> DQuat {
    let [w, x, y, z] = state.quaternion;
    DQuat::from_xyzw(x, y, z, w)
}
