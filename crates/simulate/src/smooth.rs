//! Motion between events: accelerations with joints and closed contacts held.
//!
//! ```text
//!     M v' = F + P lambda,    R v' + b = 0
//!     S lambda = -(R M^-1 F + b),    S = R M^-1 P
//! ```
//!
//! Rows R: joints, normals of closed contacts, tangents of sticking ones, in space the direction across a straight slide. Directions P of the forces: the same, but a contact
//! that slips pushes along W_N - sigma mu W_T (in space against its slip velocity). S may be singular (hyperstatic): the forces of least norm are
//! taken. The accelerations do not depend on that choice: contacts of which they would are let go ([`crate::surplus`]).
//!
//! Joints alone are solved by blocks ([`crate::held`]). Where contacts are closed and joints are many, these are eliminated first: with G the
//! response of the contacts' rows to their directions through the joints, and a_0 the accelerations with the joints held,
//!
//! ```text
//!     G lambda_c = -(R_c a_0 + b_c)
//! ```

use crate::closed::{Closed, Grip};
use crate::constraints::Constraints;
use crate::dense::dot;
use crate::few::Few;
use crate::hanging::Hanging;
use crate::held::Held;
use crate::instant::Instant;
use crate::integrate::System;
use crate::islands::Islands;
use crate::linear::{Linear, Rank};
use crate::sparse_product::SparseProduct;
use crate::terms::{Terms, slip_velocity};
use carom_mechanics::{At, Contact, Direction, Model, Row};
use std::convert::Infallible;

/// An acceleration below this part of what the contacts do to its body is rounding: some tens of units in the last place, for as many
/// terms.
const CANCELLED: f64 = 64.0 * f64::EPSILON;

/// Rows of joints from which on they are eliminated before closed contacts: fewer are solved together with these.
pub(crate) const MANY: usize = 24;

/// The force of a closed contact.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Force {
    pub normal: f64,
    /// Along the tangents; the second is zero in the plane.
    pub tangential: [f64; 2],
}

impl Force {
    /// Normal and tangents, as many numbers as a contact has directions.
    pub fn parts(&self, tangents: usize) -> impl Iterator<Item = f64> {
        std::iter::once(self.normal).chain(self.tangential).take(1 + tangents)
    }

    /// |lambda_T|.
    pub fn friction(&self) -> f64 {
        self.tangential[0].hypot(self.tangential[1])
    }
}

/// One evaluation.
#[derive(Debug, Clone, Default)]
struct Evaluation {
    terms: Terms,
    acceleration: Vec<f64>,
    joint_forces: Vec<f64>,
    forces: Vec<Force>,
    rank: Option<Rank>,
    instant: Instant,
    kept: (Vec<Closed>, f64),
}

/// The equations of motion with the closed contacts held, as the integrators see them: y = (q, v).
pub(crate) struct Smooth<'a, M: Model + ?Sized> {
    pub model: &'a M,
    pub closed: Vec<Closed>,
    pub terms: Terms,
    /// v' at the last evaluation.
    pub acceleration: Vec<f64>,
    /// Forces of the joint equations at the last evaluation.
    pub joint_forces: Vec<f64>,
    /// Forces of the closed contacts at the last evaluation.
    pub forces: Vec<Force>,
    /// Whether the forces were unique at the last evaluation.
    pub rank: Rank,
    pub evaluations: u64,
    /// Slip speed in space below which friction keeps the direction of its contact: a slide that starts or stops has none of its own,
    /// only that of rounding.
    pub slow: f64,
    /// The last evaluation: when, with which contacts, which slow slip.
    instant: Instant,
    kept: (Vec<Closed>, f64),
    /// Forces of the closed contacts of the plane along normal and tangent, from which those that are not unique are counted
    /// ([`Smooth::count_from`]); empty for none.
    anchor: Vec<[f64; 3]>,
    /// The same as unknowns, while forces are solved for.
    anchored: Vec<f64>,
    /// An evaluation set aside.
    aside: Evaluation,
    /// Times and contact forces of the rates asked for by an integrator, while they are noted.
    pub noted: Option<Vec<(f64, Vec<Force>)>>,
    constraints: Constraints,
    solved: Vec<Row>,
    matrix: Vec<f64>,
    pub unknowns: Vec<f64>,
    part: Vec<f64>,
    dense: Vec<f64>,
    islands: Islands,
    product: SparseProduct,
    linear: Linear,
    few: Few,
    /// lambda_T / lambda_N of the closed contacts.
    ratios: Vec<[f64; 2]>,
    pub held: Held,
    /// Time and state of the joints that are held.
    pub held_at: Instant,
    /// The joints where they form trees: rates without contacts, and corrections.
    pub tree: Option<Hanging<'a>>,
}

impl<'a, M: Model + ?Sized> Smooth<'a, M> {
    /// A system without closed contacts.
    pub fn new(model: &'a M) -> Self {
        Self {
            model,
            closed: Vec::new(),
            terms: Terms::default(),
            acceleration: vec![0.0; model.velocities()],
            joint_forces: Vec::new(),
            forces: Vec::new(),
            rank: Rank::Full,
            evaluations: 0,
            slow: 0.0,
            instant: Instant::default(),
            kept: (Vec::new(), 0.0),
            anchor: Vec::new(),
            anchored: Vec::new(),
            aside: Evaluation { acceleration: vec![0.0; model.velocities()], ..Evaluation::default() },
            noted: None,
            constraints: Constraints::default(),
            solved: Vec::new(),
            matrix: Vec::new(),
            unknowns: Vec::new(),
            part: Vec::new(),
            dense: Vec::new(),
            islands: Islands::default(),
            product: SparseProduct::default(),
            linear: Linear::default(),
            few: Few::default(),
            ratios: Vec::new(),
            held: Held::default(),
            held_at: Instant::default(),
            tree: model.tree().map(Hanging::new),
        }
    }

    /// Evaluates the forces at an instant if it is not the last one that was evaluated; for looking at what is known already.
    pub fn know(&mut self, at: At) {
        let evaluations = self.evaluations;
        self.evaluate(at);
        self.evaluations = evaluations;
    }

    /// Evaluates terms, forces and accelerations at an instant; forces and accelerations only if they are not those of the last one.
    pub fn evaluate(&mut self, at: At) {
        let mut terms = std::mem::take(&mut self.terms);
        terms.evaluate(self.model, at, self.closed.iter().map(|c| c.touch));
        self.terms = terms;
        // What is asked again counts too: a run that was stopped has to compute it again, and its record is to be the same.
        self.evaluations += 1;
        if self.instant.is(at) && self.kept.0 == self.closed && self.kept.1 == self.slow {
            return;
        }
        self.instant.keep(at);
        self.kept.0.clone_from(&self.closed);
        self.kept.1 = self.slow;
        self.constraints.clear();
        match (&mut self.tree, self.closed.is_empty()) {
            (Some(tree), true) => {
                tree.solve(at, &mut self.acceleration, &mut self.unknowns);
                self.rank = Rank::Full;
            }
            (None, true) => {
                self.accelerate_freely();
                self.hold_joints();
                self.held_at.keep(at);
            }
            (_, false) => {
                self.accelerate_freely();
                self.hold_contacts(at.v);
            }
        }
        self.read_forces();
    }

    /// Forces that are not unique are from now on those nearest to these ones of the closed contacts (normal, tangents), not the least ones. Where
    /// contacts slip that press each other, the motion depends on which it is.
    pub fn count_from(&mut self, anchor: Vec<[f64; 3]>) {
        if self.anchor == anchor {
            return;
        }
        self.anchor = anchor;
        self.instant = Instant::default();
        self.aside.instant = Instant::default();
    }

    /// The forces that others are counted from.
    pub fn anchor(&self) -> &[[f64; 3]] {
        &self.anchor
    }

    /// Sets the last evaluation aside, or takes it back, whichever was done before; the other one takes its place. What is asked at the
    /// end of a step is asked again after a look at points within it.
    pub fn exchange(&mut self) {
        let (aside, rank) = (&mut self.aside, Some(self.rank));
        std::mem::swap(&mut self.terms, &mut aside.terms);
        std::mem::swap(&mut self.acceleration, &mut aside.acceleration);
        std::mem::swap(&mut self.joint_forces, &mut aside.joint_forces);
        std::mem::swap(&mut self.forces, &mut aside.forces);
        std::mem::swap(&mut self.instant, &mut aside.instant);
        std::mem::swap(&mut self.kept, &mut aside.kept);
        self.rank = std::mem::replace(&mut aside.rank, rank).unwrap_or(Rank::Full);
    }

    /// v' = M^-1 F.
    fn accelerate_freely(&mut self) {
        self.acceleration.copy_from_slice(&self.terms.force);
        self.terms.mass.solve(&mut self.acceleration);
    }

    /// Forces of joints and closed contacts, many joints first.
    fn hold_contacts(&mut self, v: &[f64]) {
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
    fn hold_joints(&mut self) {
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
    fn read_forces(&mut self) {
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

/// lambda_T / lambda_N of a contact that slips or creeps at velocities v; zero for one that sticks. A slide that is not faster than `slow`
/// keeps its direction; one that goes straight may have a force across it besides.
pub(crate) fn friction_ratio<M: Model + ?Sized>(
    model: &M,
    closed: &Closed,
    (contact, v): (&Contact, &[f64]),
    slow: f64,
) -> [f64; 2] {
    if closed.grip == Grip::Stick {
        return [0.0; 2];
    }
    let friction = &model.law(closed.touch.site.pair).friction;
    if let Grip::Slip(sign) = closed.grip {
        return [-sign * friction.slipping((sign * contact.tangential[0].velocity(v)).max(0.0)), 0.0];
    }
    let slip = slip_velocity(contact, v);
    let speed = slip[0].hypot(slip[1]);
    match closed.grip {
        Grip::Straight(way) => way.map(|way| -way * friction.slipping(speed)),
        Grip::Slide(way) if speed <= slow => way.map(|way| -way * friction.slipping(speed)),
        Grip::Creep if slip[1] == 0.0 => [-slip[0].signum() * friction.slipping(slip[0].abs()), 0.0],
        _ => slip.map(|way| -way / speed * friction.slipping(speed)),
    }
}

impl<M: Model + ?Sized> System for Smooth<'_, M> {
    type Fault = Infallible;

    fn rate(&mut self, t: f64, y: &[f64], rate: &mut [f64]) -> Result<(), Infallible> {
        let (q, v) = y.split_at(self.model.positions());
        let (q_rate, v_rate) = rate.split_at_mut(self.model.positions());
        if let (true, Some(tree)) = (self.closed.is_empty(), &mut self.tree) {
            tree.rate(At { t, q, v }, q_rate, v_rate);
            self.acceleration.copy_from_slice(v_rate);
            self.forces.clear();
            self.evaluations += 1;
            return Ok(());
        }
        self.evaluate(At { t, q, v });
        self.model.rate(q, v, q_rate);
        v_rate.copy_from_slice(&self.acceleration);
        if let Some(noted) = &mut self.noted {
            noted.push((t, self.forces.clone()));
        }
        Ok(())
    }
}
