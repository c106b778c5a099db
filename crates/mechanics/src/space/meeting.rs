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
        let (mut meeting, mut last) = (Meeting::default(), None);
        for &(touch, _) in touches {
            let Some(parts) = self.parts(touch.site) else { continue };
            let [a, b] = parts.bodies.map(|body| &bodies[body]);
            let Some(frame) = parts.frame(touch.face, a, b) else { continue };
            // The points of a patch have one normal.
            let [t_1, t_2] = match last {
                Some((other, normal, tangents)) if (other, normal) == (parts.bodies[1], frame.normal) => tangents,
                _ => frame.tangents(b).0,
            };
            last = Some((parts.bodies[1], frame.normal, [t_1, t_2]));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Contact, Model};
    use crate::pair_law::{Friction, PairLaw};
    use crate::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
    use carom_impact::{Coefficients, laws::by_name};
    use glam::DQuat;

    /// Boxes on a floor and on each other, moving: each meeting has the rows, the gap and the place of the contact at the same touch.
    #[test]
    fn meetings_are_contacts_in_other_words() {
        let given = Coefficients { e: Some(0.0), mu: Some(0.5), ..Coefficients::default() };
        let law = PairLaw {
            impact: by_name("kane", &given).unwrap(),
            restitution: 0.0,
            friction: Friction::Coulomb { mu: 0.5 },
            penalty: None,
        };
        let mut description = WorldDescription::new(law);
        let body = |name: &str, shape: Shape, height: f64, turn: f64| BodyDescription {
            mass: MassDescription::of_density(1000.0),
            position: DVec3::new(0.1 * turn, 0.0, height),
            rotation: DQuat::from_rotation_z(turn),
            velocity: DVec3::new(turn, 0.3, -0.1),
            spin: DVec3::new(0.2, turn, -0.4),
            ..BodyDescription::new(name, shape)
        };
        let cube = || Shape::Box { size: DVec3::splat(1.0) };
        description.bodies = vec![
            body("lower", cube(), 0.5, 0.0),
            body("upper", cube(), 1.501, 0.5),
            body("ball", Shape::Sphere { radius: 0.3 }, 2.302, 1.0),
            BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec3::Z }),
        ];
        let world = World::new(&description).unwrap();
        let (at, mut touches, mut contact) = (world.start().at(), Vec::new(), Contact::default());
        world.touches(at, 0.01, 0.01, &mut touches);
        assert!(touches.len() > 12, "{touches:?}");
        let mut seen = 0;
        assert!(world.meetings(&touches, at, &mut |touch, meeting| {
            world.contact(touch, at, &mut contact);
            assert_eq!((meeting.gap, meeting.point, meeting.normal), (contact.gap, contact.point, contact.normal));
            let [t_1, t_2] = &contact.tangential;
            for (k, direction) in [&contact.along_normal, t_1, t_2].into_iter().enumerate() {
                let mut row = vec![0.0; world.velocities()];
                for (start, own) in meeting.starts.iter().zip(&meeting.rows[k]) {
                    if let Some(start) = *start {
                        row[start..start + VELOCITIES].copy_from_slice(own);
                    }
                }
                let mut expected = vec![0.0; world.velocities()];
                direction.row.add_to(1.0, &mut expected);
                // The same products in the same order.
                assert_eq!((row, meeting.drift[k]), (expected, direction.drift));
            }
            seen += 1;
        }));
        assert_eq!(seen, touches.len());
    }
}
