//! Contacts between free bodies without joints, each in a place of fixed size.
//!
//! ```text
//!     row of u on a body with arm r    +-(u, r x u),     u = n, t_1, t_2
//! ```

use glam::DVec3;

use super::kinematics::{Kinematics, VELOCITIES};
use super::world::World;
use crate::model::{At, Meeting, Touch};

impl World {
    /// Calls `visit` with every one of these contacts that exists.
    pub(super) fn visit_meetings(&self, touches: &[(Touch, f64)], at: At, visit: &mut dyn FnMut(Touch, &Meeting)) {
        if touches.is_empty() {
            return;
        }
        let bodies = self.kinematics(at);
        let mut meeting = Meeting::default();
        for &(touch, _) in touches {
            let Some(parts) = self.parts(touch.site) else { continue };
            let [a, b] = parts.bodies.map(|body| &bodies[body]);
            let Some(frame) = parts.frame(touch.face, a, b) else { continue };
            let ([t_1, t_2], _) = frame.tangents(b);
            let sign = if self.pairs.oriented(touch.site.pair).0 == parts.bodies[0] { 1.0 } else { -1.0 };
            meeting.starts = [a.start, b.start];
            meeting.gap = frame.gap;
            meeting.point = frame.point.to_array();
            meeting.normal = (sign * frame.normal).to_array();
            for (k, u) in [frame.normal, t_1, t_2].into_iter().enumerate() {
                let [first, second] = &mut meeting.rows[k];
                meeting.drift[k] = write(first, a, frame.point, u) + write(second, b, frame.point, -u);
            }
            visit(touch, &meeting);
        }
    }
}

/// Writes u . (velocity at the point) as a row over the coordinates of a body; what a body that does not move by itself makes of it
/// is returned, and its row is zero.
fn write(row: &mut [f64; VELOCITIES], body: &Kinematics, point: DVec3, u: DVec3) -> f64 {
    let turn = body.arm(point).cross(u);
    if body.start.is_none() {
        *row = [0.0; VELOCITIES];
        return u.dot(body.velocity) + turn.dot(body.spin);
    }
    *row = [u.x, u.y, u.z, turn.x, turn.y, turn.z];
    0.0
}
