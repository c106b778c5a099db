//! The forces of joints and closed contacts at one instant, and the accelerations with them, as [`crate::hold::smooth`] states them:
//! joints alone by blocks, few rows as dense lines, many joints first, else island by island.

use super::Smooth;
use crate::algebra::dense::dot;
use crate::algebra::linear::Rank;
use crate::contacts::closed::Grip;
use crate::hold::few::Few;
use crate::hold::force::{Force, friction_ratio};
use carom_mechanics::{Direction, Model, Row};

/// An acceleration below this part of what the contacts do to its body is rounding: some tens of units in the last place, for as many
/// terms.
const CANCELLED: f64 = 64.0 * f64::EPSILON;

/// Rows of joints from which on they are eliminated before closed contacts: fewer are solved together with these.
pub(crate) const MANY: usize = 24;

impl<M: Model + ?Sized> Smooth<'_, M> {
    /// v' = M^-1 F.
    pub(super) fn accelerate_freely(&mut self) {
        self.acceleration.copy_from_slice(&self.terms.force);
        self.terms.mass.solve(&mut self.acceleration);
    }

    /// Forces of joints and closed contacts, many joints first.
    pub(super) fn hold_contacts(&mut self, v: &[f64]) {
        if self.terms.joints.len() >= MANY {
            self.list_contact_rows(v);
            if self.hold_through_joints() {
                return;
            }
            self.constraints.clear();
            self.accelerate_freely();
        }
        self.list_anchored();
        if self.list_few(v) {
            return self.solve_few();
        }
        self.list_joint_rows();
        self.list_contact_rows(v);
        self.solve_forces();
    }

    /// Lists the forces that others are counted from, in the order of the unknowns. With joints, whose forces go along, there are none.
    fn list_anchored(&mut self) {
        self.anchored.clear();
        if self.anchor.len() != self.closed.len() || !self.terms.joints.is_empty() {
            return;
        }
        for (closed, &[normal, first, second]) in self.closed.iter().zip(&self.anchor) {
            self.anchored.push(normal);
            match closed.grip {
                Grip::Stick => self.anchored.extend([first, second].iter().take(self.model.tangents())),
                Grip::Straight([x, y]) => self.anchored.push(x * second - y * first),
                _ => {}
            }
        }
    }

    /// Lists the rows of the plane as dense lines, if they are few and M is diagonal.
    fn list_few(&mut self, v: &[f64]) -> bool {
        let most = self.terms.joints.len() + 2 * self.closed.len();
        let Some(lightness) = self.terms.mass.lightness() else { return false };
        if self.model.tangents() != 1 || !Few::fits(most, self.acceleration.len()) {
            return false;
        }
        self.few.clear(most, self.acceleration.len());
        self.ratios.clear();
        for joint in &self.terms.joints {
            self.few.add(&joint.direction, (0.0, &joint.direction.row), lightness);
        }
        for (closed, contact) in self.closed.iter().zip(&self.terms.contacts) {
            let tangent = &contact.tangential[0];
            let ratios = friction_ratio(self.model, closed, (contact, v), self.slow);
            self.ratios.push(ratios);
            self.few.add(&contact.along_normal, (ratios[0], &tangent.row), lightness);
            if closed.grip == Grip::Stick {
                self.few.add(tangent, (0.0, &tangent.row), lightness);
            }
        }
        true
    }

    /// Solves for the forces of few rows, and adds what they do to the accelerations.
    fn solve_few(&mut self) {
        self.few.matrix(&mut self.matrix);
        self.few.rest(&self.acceleration, &mut self.unknowns);
        let n = self.few.len();
        subtract_product(&self.matrix, &self.anchored, &mut self.unknowns);
        self.rank = if self.few.is_symmetric() {
            self.linear.solve_symmetric(n, &self.matrix, &mut self.unknowns)
        } else {
            self.linear.solve(n, &self.matrix, &mut self.unknowns)
        };
        self.unknowns.iter_mut().zip(&self.anchored).for_each(|(x, anchored)| *x += anchored);
        self.measure_sizes();
        self.few.push(&self.unknowns, &mut self.acceleration, &mut self.dense);
        self.cancel();
    }

    /// The forces of the joints alone, and the accelerations with them.
    pub(super) fn hold_joints(&mut self) {
        self.rank = self.held.prepare(&self.terms.mass, self.terms.joint_rows());
        self.measure_sizes();
        self.unknowns.clear();
        self.unknowns.resize(self.held.len(), 0.0);
        self.held.add_measures(&self.acceleration, &mut self.unknowns);
        for (unknown, joint) in self.unknowns.iter_mut().zip(&self.terms.joints) {
            *unknown = -(*unknown + joint.direction.bias);
        }
        self.held.solve(&mut self.unknowns);
        self.held.push(&self.unknowns, &mut self.acceleration);
        self.held.add_sizes(&self.unknowns, &mut self.dense);
        self.cancel();
    }

    /// The forces of joints and contacts, those of the joints eliminated; false if that leaves the contacts without a unique answer.
    fn hold_through_joints(&mut self) -> bool {
        self.hold_joints();
        let (n, joints) = (self.constraints.len(), self.unknowns.len());
        let mut responses = vec![vec![0.0; self.acceleration.len()]; n];
        let mut reactions = vec![vec![0.0; joints]; n];
        let mut solved = Row::new();
        for ((direction, response), reaction) in
            self.constraints.directions().iter().zip(&mut responses).zip(&mut reactions)
        {
            self.terms.mass.solve_row(direction, &mut solved);
            solved.add_to(1.0, response);
            self.held.add_measures(response, reaction);
            reaction.iter_mut().for_each(|x| *x = -*x);
            self.held.solve(reaction);
            self.held.push(reaction, response);
        }
        self.matrix.clear();
        self.matrix.extend(
            self.constraints.rows().iter().flat_map(|(row, _)| responses.iter().map(|response| row.dot(response))),
        );
        self.part.clear();
        self.part.extend(self.constraints.rows().iter().map(|(row, bias)| -(row.dot(&self.acceleration) + bias)));
        if self.linear.solve(n, &self.matrix, &mut self.part) == Rank::Deficient {
            return false;
        }
        for ((force, response), reaction) in self.part.iter().zip(&responses).zip(&reactions) {
            self.acceleration.iter_mut().zip(response).for_each(|(a, r)| *a += force * r);
            self.dense.iter_mut().zip(response).for_each(|(size, r)| *size += (force * r).abs());
            self.unknowns.iter_mut().zip(reaction).for_each(|(u, r)| *u += force * r);
        }
        self.unknowns.extend_from_slice(&self.part);
        self.cancel();
        true
    }

    /// The rows R of the joints with their biases and directions P.
    fn list_joint_rows(&mut self) {
        for joint in &self.terms.joints {
            self.constraints.add(&joint.direction);
        }
    }

    /// The same of the contacts.
    fn list_contact_rows(&mut self, v: &[f64]) {
        let tangents = self.model.tangents();
        self.ratios.clear();
        for (closed, contact) in self.closed.iter().zip(&self.terms.contacts) {
            let push = self.constraints.add(&contact.along_normal);
            let ratios = friction_ratio(self.model, closed, (contact, v), self.slow);
            self.ratios.push(ratios);
            for (tangent, ratio) in contact.tangential[..tangents].iter().zip(ratios) {
                push.add_row(ratio, &tangent.row);
            }
            if closed.grip == Grip::Stick {
                for tangent in &contact.tangential[..tangents] {
                    self.constraints.add(tangent);
                }
            }
            if let Grip::Straight([x, y]) = closed.grip {
                let mut across = Direction::default();
                for (tangent, factor) in contact.tangential.iter().zip([-y, x]) {
                    across.row.add_row(factor, &tangent.row);
                    across.bias += factor * tangent.bias;
                }
                self.constraints.add(&across);
            }
        }
    }

    /// Solves for the forces, island by island, and adds what they do to the accelerations.
    fn solve_forces(&mut self) {
        let n = self.constraints.len();
        self.solved.resize(n, Row::new());
        for (direction, solved) in self.constraints.directions().iter().zip(&mut self.solved) {
            self.terms.mass.solve_row(direction, solved);
        }
        self.unknowns.clear();
        self.unknowns.extend(self.constraints.rows().iter().map(|(row, bias)| -(row.dot(&self.acceleration) + bias)));
        let rows = self.constraints.rows().iter().zip(&self.solved).map(|((row, _), solved)| (row, solved));
        self.islands.join_rows(self.acceleration.len(), rows);
        self.rank = Rank::Full;
        for k in 0..self.islands.len() {
            if self.solve_island(k) == Rank::Deficient {
                self.rank = Rank::Deficient;
            }
        }
        self.add_forces();
    }

    /// Adds what the forces do to the accelerations; what is left where all of it cancels is rounding, and would become a creep.
    fn add_forces(&mut self) {
        self.measure_sizes();
        for (column, &force) in self.solved.iter().zip(&self.unknowns) {
            column.add_to(force, &mut self.acceleration);
            let most = column.entries().iter().fold(0.0_f64, |m, (_, c)| m.max((c * force).abs()));
            for &(i, _) in column.entries() {
                self.dense[i] += most;
            }
        }
        self.cancel();
    }

    /// The sizes of the terms of the accelerations begin with what the forces F do.
    fn measure_sizes(&mut self) {
        self.dense.clear();
        self.dense.extend(self.acceleration.iter().map(|a| a.abs()));
    }

    /// Takes accelerations that are rounding of their terms for zero.
    fn cancel(&mut self) {
        if self.unknowns.is_empty() {
            return;
        }
        for (a, size) in self.acceleration.iter_mut().zip(&self.dense) {
            if a.abs() <= CANCELLED * size {
                *a = 0.0;
            }
        }
    }

    /// Solves for the unknowns of one island.
    fn solve_island(&mut self, k: usize) -> Rank {
        let members = self.islands.group(k);
        let n = members.len();
        let (rows, columns) =
            (members.iter().map(|&k| &self.constraints.rows()[k].0), members.iter().map(|&k| &self.solved[k]));
        self.product.write(self.acceleration.len(), rows, columns, &mut self.matrix);
        self.part.clear();
        self.part.extend(members.iter().map(|&row| self.unknowns[row]));
        let anchored: Vec<f64> = members.iter().filter_map(|&row| self.anchored.get(row).copied()).collect();
        subtract_product(&self.matrix, &anchored, &mut self.part);
        let rank = self.linear.solve(n, &self.matrix, &mut self.part);
        self.part.iter_mut().zip(&anchored).for_each(|(x, anchored)| *x += anchored);
        for (&row, value) in members.iter().zip(&self.part) {
            self.unknowns[row] = *value;
        }
        rank
    }

    /// Sorts the unknowns into forces of joints and contacts.
    pub(super) fn read_forces(&mut self) {
        let joints = self.terms.joints.len();
        self.joint_forces.clear();
        self.joint_forces.extend_from_slice(&self.unknowns[..joints]);
        self.forces.clear();
        let mut k = joints;
        for (closed, [x, y]) in self.closed.iter().zip(&self.ratios) {
            let normal = self.unknowns[k];
            k += 1;
            let tangential = if closed.grip == Grip::Stick {
                let start = k;
                k += self.model.tangents();
                [0, 1].map(|i| self.unknowns[start..k].get(i).copied().unwrap_or(0.0))
            } else {
                let across = match closed.grip {
                    Grip::Straight(_) => {
                        k += 1;
                        self.unknowns[k - 1]
                    }
                    _ => 0.0,
                };
                let [p, q] = closed.grip.slide().unwrap_or_default();
                [normal * x - across * q, normal * y + across * p]
            };
            self.forces.push(Force { normal, tangential });
        }
    }
}

/// b <- b - A x, A row by row; with no x, nothing.
fn subtract_product(a: &[f64], x: &[f64], b: &mut [f64]) {
    if !x.is_empty() {
        b.iter_mut().zip(a.chunks_exact(x.len())).for_each(|(b, row)| *b -= dot(row, x));
    }
}
