//! Expressions as functions of time and state.

use carom_mechanics::signal::{BodyState, Jet, Motion, Signal};

use super::corners::{Corner, corners, next};
use super::tree::Tree;

/// A number that depends on time and state.
#[derive(Debug)]
pub(crate) struct ExpressionSignal {
    tree: Tree,
    corners: Vec<Corner>,
}

impl ExpressionSignal {
    pub fn new(tree: Tree) -> Self {
        Self { corners: corners(&tree), tree }
    }
}

impl Signal for ExpressionSignal {
    fn value(&self, t: f64, bodies: &[BodyState]) -> f64 {
        self.tree.value(t, bodies)
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        next(&self.corners, t)
    }
}

/// A function of time with its derivatives.
#[derive(Debug)]
pub(crate) struct ExpressionMotion {
    tree: Tree,
    corners: Vec<Corner>,
}

impl ExpressionMotion {
    pub fn new(tree: Tree) -> Self {
        Self { corners: corners(&tree), tree }
    }
}

impl Motion for ExpressionMotion {
    fn at(&self, t: f64) -> Jet {
        self.tree.value(Jet { value: t, rate: 1.0, acceleration: 0.0 }, &[])
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        next(&self.corners, t)
    }
}
