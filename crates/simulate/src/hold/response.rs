//! What an impulse does to the velocities with every joint felt at once.
//!
//! ```text
//!     v_E - v_A = (M^-1 - M^-1 H^T (H M^-1 H^T)^+ H M^-1) p
//! ```
//!
//! The pseudoinverse makes redundant joints harmless (seed 000, 2.4; seed 001, chapter 8).

use crate::algebra::sparse_product::SparseProduct;
use crate::hold::few::Few;
use crate::hold::held::Held;
use crate::hold::terms::Terms;
use carom_mechanics::{Direction, Row};

/// H M^-1 H^T of one instant, factored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Response {
    held: Held,
    reactions: Vec<f64>,
    product: SparseProduct,
    few: Few,
}

impl Response {
    /// Prepares the response at the instant of the terms.
    pub fn prepare(&mut self, terms: &Terms) {
        self.held.prepare(&terms.mass, terms.joint_rows());
    }

    /// Change of the velocities by a generalised impulse (or acceleration by a force), written over `change`;
    /// `demand` is what the joints' rows must show afterwards (zero for impulses, minus their bias for forces).
    pub fn change(&mut self, terms: &Terms, push: &[f64], demand: impl Fn(usize) -> f64, change: &mut [f64]) {
        change.copy_from_slice(push);
        terms.mass.solve(change);
        self.reactions.clear();
        self.reactions.extend(terms.joints.iter().map(|joint| -joint.direction.row.dot(change)));
        self.reactions.iter_mut().enumerate().for_each(|(k, reaction)| *reaction += demand(k));
        self.held.solve(&mut self.reactions);
        self.held.push(&self.reactions, change);
    }

    /// The joints' forces of the last change.
    pub fn reactions(&self) -> &[f64] {
        &self.reactions
    }

    /// Accelerations with the joints held and no contact forces; prepares the response.
    pub fn free_acceleration(&mut self, terms: &Terms) -> Vec<f64> {
        self.prepare(terms);
        let mut free = vec![0.0; terms.force.len()];
        self.change(terms, &terms.force, |k| -terms.joints[k].direction.bias, &mut free);
        free
    }

    /// G: what a unit force along each direction does to each direction.
    ///
    /// ```text
    ///     G = R M^-1 R^T - (H M^-1 R^T)^T (H M^-1 H^T)^+ (H M^-1 R^T)
    /// ```
    pub fn matrix(&mut self, terms: &Terms, directions: &[&Direction]) -> Vec<f64> {
        let (n, size) = (directions.len(), terms.mass.size());
        if let Some(lightness) = terms.mass.lightness()
            && terms.joints.is_empty()
            && Few::fits(n, size)
        {
            return self.few.response(directions, lightness);
        }
        let mut columns = vec![Row::new(); n];
        directions.iter().zip(&mut columns).for_each(|(d, column)| terms.mass.solve_row(&d.row, column));
        let mut g = Vec::new();
        self.product.write(size, directions.iter().map(|d| &d.row), columns.iter(), &mut g);
        if terms.joints.is_empty() {
            return g;
        }
        let mut joints = Vec::new();
        self.product.write(size, terms.joints.iter().map(|j| &j.direction.row), columns.iter(), &mut joints);
        for j in 0..n {
            let of_column = |values: &[f64], k: usize| values[k * n + j];
            self.reactions.clear();
            self.reactions.extend((0..terms.joints.len()).map(|k| -of_column(&joints, k)));
            self.held.solve(&mut self.reactions);
            for (k, reaction) in self.reactions.iter().enumerate() {
                (0..n).for_each(|i| g[i * n + j] += joints[k * n + i] * reaction);
            }
        }
        g
    }
}
