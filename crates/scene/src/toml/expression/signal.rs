//! Expressions as functions of time and state.

use carom_mechanics::signal::{BodyState, Jet, Motion, Signal};

use super::after::After;
use super::corners::Corners;
use super::folds::Folds;
use super::tree::Tree;

/// A number that depends on time and state.
#[derive(Debug)]
pub(crate) struct ExpressionSignal {
    tree: Tree,
    corners: Corners,
    folds: Folds,
}

impl ExpressionSignal {
    pub fn new(tree: Tree) -> Self {
        Self { corners: Corners::of(&tree), folds: Folds::of(&tree), tree }
    }
}

impl Signal for ExpressionSignal {
    fn value(&self, t: f64, bodies: &[BodyState]) -> f64 {
        self.tree.value(t, bodies)
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.corners.next(t)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.corners.before(t, end)
    }

    fn has_kinks(&self) -> bool {
        !self.folds.is_empty()
    }

    fn kinks(&self, t: f64, bodies: &[BodyState], kinks: &mut Vec<f64>) {
        self.folds.numbers(t, bodies, kinks);
    }
}

/// A function of time with its derivatives.
#[derive(Debug)]
pub(crate) struct ExpressionMotion {
    tree: Tree,
    corners: Corners,
}

impl ExpressionMotion {
    pub fn new(tree: Tree) -> Self {
        Self { corners: Corners::of_motion(&tree), tree }
    }
}

impl Motion for ExpressionMotion {
    fn at(&self, t: f64) -> Jet {
        self.tree.value(After(Jet { value: t, rate: 1.0, acceleration: 0.0 }), &[]).0
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.corners.next(t)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.corners.before(t, end)
    }
}
