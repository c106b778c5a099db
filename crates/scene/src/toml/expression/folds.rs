//! Where an expression of the state is not smooth, though it does not jump: the folds of `abs`, `min` and `max`.
//!
//! A force like `-k*max(0, m.y - 5)` is a spring that only pushes. Its fold is where the argument, here m.y - 5, passes zero; the run follows
//! it from one side to the other, as it does the springs that know of themselves. The number that passes zero there is the argument over
//! one and the size of its terms, so that rounding is as small against it as against one. What jumps, as `sign`, `step` and comparisons do,
//! has no such number: a motion may slide along a jump, and go to and fro across it without end.

use carom_mechanics::signal::BodyState;

use super::corners::affine;
use super::tree::{Binary, Tree, Unary};

/// The arguments of all folds that depend on the state: those of time alone are corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Folds(Vec<Tree>);

impl Folds {
    pub fn of(tree: &Tree) -> Self {
        let mut found = Self::default();
        found.collect(tree);
        found
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the numbers that pass zero at the folds.
    pub fn numbers(&self, t: f64, bodies: &[BodyState], numbers: &mut Vec<f64>) {
        numbers.extend(self.0.iter().map(|tree| tree.value(t, bodies) / (1.0 + size(tree, t, bodies))));
    }

    fn collect(&mut self, tree: &Tree) {
        match tree {
            Tree::Number(_) | Tree::Time | Tree::State(..) | Tree::Coordinate(_) | Tree::Rate(_) => {}
            Tree::Unary(function, a) => {
                if *function == Unary::Abs {
                    self.note((**a).clone());
                }
                self.collect(a);
            }
            Tree::Binary(function, a, b) => {
                if [Binary::Min, Binary::Max].contains(function) {
                    self.note(Tree::binary(Binary::Subtract, (**a).clone(), (**b).clone()));
                }
                self.collect(a);
                self.collect(b);
            }
            Tree::If(parts) => parts.iter().for_each(|part| self.collect(part)),
        }
    }

    fn note(&mut self, argument: Tree) {
        if affine(&argument).is_none() && !argument.is_of_time() && !self.0.contains(&argument) {
            self.0.push(argument);
        }
    }
}

/// The sum of the terms of a number without their signs.
fn size(tree: &Tree, t: f64, bodies: &[BodyState]) -> f64 {
    match tree {
        Tree::Unary(Unary::Negative, a) => size(a, t, bodies),
        Tree::Binary(Binary::Add | Binary::Subtract, a, b) => size(a, t, bodies) + size(b, t, bodies),
        _ => tree.value(t, bodies).abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml::expression::tree::Channel;

    #[test]
    fn folds_of_the_state_are_numbers_of_order_one() {
        let height = Tree::State(0, Channel::Y);
        let over = Tree::binary(Binary::Subtract, height.clone(), Tree::Number(5.0));
        let force = Tree::binary(Binary::Max, Tree::Number(0.0), over);
        let mut numbers = Vec::new();
        Folds::of(&force).numbers(0.0, &[BodyState { y: 4.0, ..BodyState::default() }], &mut numbers);
        // 0 - (y - 5) over one and its terms, 0, 4 and 5.
        assert_eq!(numbers, [0.1]);
        // Corners in time are known as such, and what jumps has no fold.
        assert!(Folds::of(&Tree::unary(Unary::Abs, Tree::Time)).is_empty());
        assert!(Folds::of(&Tree::unary(Unary::Sign, height)).is_empty());
    }
}
