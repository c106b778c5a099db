//! What the equations of joints share in the plane and in space.

use crate::error::TORN;
use crate::model::{Direction, JointRow};
use crate::rigid::{Rigid, Vector, centripetal};

/// u . (v_a(p_a) - v_b(p_b)): each body at its own anchor, so that the equation is the derivative of phi also when the
/// joint has opened by rounding.
pub(crate) fn coincide<R: Rigid>(a: &R, b: &R, [p_a, p_b]: [R::Vector; 2], u: R::Vector, direction: &mut Direction) {
    direction.clear();
    a.add_velocity(1.0, p_a, u, direction);
    b.add_velocity(-1.0, p_b, u, direction);
    direction.bias += u.dot(centripetal(a, b, [p_a, p_b]));
}

/// Writes the next row over reused storage.
pub(crate) fn write(
    rows: &mut Vec<JointRow>,
    used: &mut usize,
    joint: usize,
    error: f64,
    fill: &dyn Fn(&mut Direction),
) {
    if *used == rows.len() {
        rows.push(JointRow::default());
    }
    let row = &mut rows[*used];
    (row.joint, row.error) = (joint, error);
    fill(&mut row.direction);
    *used += 1;
}

/// The sentence for a joint that is open at the start.
pub(crate) fn open(by: f64) -> String {
    format!("the joint is open at the start by {by:.3e} m or rad; move a body, turn it, or move an anchor")
}

/// The velocity with which an equation is torn open, if it is more than rounding of velocities as they are written.
pub(crate) fn torn(direction: &Direction, v: &[f64]) -> Option<f64> {
    let velocity = direction.velocity(v);
    let terms: f64 = direction.row.entries().iter().map(|&(i, c)| (c * v[i]).abs()).sum();
    (velocity.abs() > TORN * (terms + direction.drift.abs()).max(1.0)).then_some(velocity.abs())
}

/// The sentence for velocities that open a joint.
pub(crate) fn torn_by(velocity: f64) -> String {
    format!(
        "the velocities at the start open the joint with {velocity:.3e} m/s or rad/s; give both bodies velocities and spins that keep it closed"
    )
}
