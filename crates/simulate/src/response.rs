//! What an impulse does to the velocities with every joint felt at once.
//!
//! ```text
//!     v_E - v_A = (M^-1 - M^-1 H^T (H M^-1 H^T)^+ H M^-1) p
//! ```
//!
//! The pseudoinverse makes redundant joints harmless (seed 000, 2.4; seed 001, chapter 8).

use crate::linear::Linear;
use crate::smooth::Terms;
use carom_mechanics::{Direction, Row};

/// M^-1 H^T and H M^-1 H^T of one instant.
#[derive(Debug, Clone, Default)]
pub(crate) struct Response {
    solved: Vec<Row>,
    matrix: Vec<f64>,
    dense: Vec<f64>,
    reactions: Vec<f64>,
    linear: Linear,
}

impl Response {
    /// Prepares the response at the instant of the terms.
    pub fn prepare(&mut self, terms: &Terms) {
        let rows = &terms.joints;
        self.solved.resize(rows.len(), Row::new());
        for (joint, solved) in rows.iter().zip(&mut self.solved) {
            terms.mass.solve_row(&joint.direction.row, solved);
        }
        self.matrix.clear();
        self.dense.clear();
        self.dense.resize(terms.mass.size(), 0.0);
        // The matrix is symmetric: its rows are its columns.
        for column in &self.solved {
            column.add_to(1.0, &mut self.dense);
            self.matrix.extend(rows.iter().map(|joint| joint.direction.row.dot(&self.dense)));
            column.entries().iter().for_each(|&(i, _)| self.dense[i] = 0.0);
        }
        self.linear.factor(rows.len(), &self.matrix);
    }

    /// Change of the velocities by a generalised impulse (or acceleration by a force), written over `change`;
    /// `demand` is what the joints' rows must show afterwards (zero for impulses, minus their bias for forces).
    pub fn change(&mut self, terms: &Terms, push: &[f64], demand: impl Fn(usize) -> f64, change: &mut [f64]) {
        change.copy_from_slice(push);
        terms.mass.solve(change);
        self.reactions.clear();
        for (k, joint) in terms.joints.iter().enumerate() {
            self.reactions.push(demand(k) - joint.direction.row.dot(change));
        }
        self.linear.apply(&mut self.reactions);
        for (column, &reaction) in self.solved.iter().zip(&self.reactions) {
            column.add_to(reaction, change);
        }
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
    pub fn matrix(&mut self, terms: &Terms, directions: &[&Direction]) -> Vec<f64> {
        let n = directions.len();
        let (mut push, mut change) = (vec![0.0; terms.mass.size()], vec![0.0; terms.mass.size()]);
        let mut g = vec![0.0; n * n];
        for (j, column) in directions.iter().enumerate() {
            push.fill(0.0);
            column.row.add_to(1.0, &mut push);
            self.change(terms, &push, |_| 0.0, &mut change);
            for (i, row) in directions.iter().enumerate() {
                g[i * n + j] = row.row.dot(&change);
            }
        }
        g
    }
}
