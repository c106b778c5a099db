//! An expression as a function of the coordinates of a system.

use carom_mechanics::At;
use carom_mechanics::signal::Jet;
use carom_mechanics::system::Field;

use super::corners::Corners;
use super::tree::{Look, Tree};

/// A function of time, coordinates and velocities, with its derivatives along any line.
#[derive(Debug)]
pub(crate) struct ExpressionField {
    tree: Tree,
    corners: Corners,
    timely: bool,
}

impl ExpressionField {
    pub fn new(tree: Tree) -> Self {
        Self { corners: Corners::of(&tree), timely: tree.has(|part| *part == Tree::Time), tree }
    }
}

impl Field for ExpressionField {
    fn along(&self, at: At, dt: f64, dq: &[f64]) -> Jet {
        let jet = |value: f64, rate: f64| Jet { value, rate, acceleration: 0.0 };
        let q: Vec<Jet> = at.q.iter().zip(dq).map(|(q, dq)| jet(*q, *dq)).collect();
        let v: Vec<Jet> = at.v.iter().map(|v| jet(*v, 0.0)).collect();
        self.tree.evaluate(&Look { t: jet(at.t, dt), bodies: &[], q: &q, v: &v })
    }

    fn is_timely(&self) -> bool {
        self.timely
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.corners.next(t)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.corners.before(t, end)
    }
}
