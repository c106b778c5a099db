//! Motion between events: accelerations with joints and closed contacts held.
//!
//! ```text
//!     M v' = F + P lambda,    R v' + b = 0
//!     S lambda = -(R M^-1 F + b),    S = R M^-1 P
//! ```
//!
//! Rows R: joints, normals of closed contacts, tangents of sticking ones, in space the direction across a straight slide. Directions P of the forces: the same, but a contact
//! that slips pushes along W_N - sigma mu W_T (in space against its slip velocity). S may be singular (hyperstatic): the forces of least norm are
//! taken. The accelerations do not depend on that choice: contacts of which they would are let go ([`crate::contacts::surplus`]).
//!
//! Joints alone are solved by blocks ([`crate::hold::held`]). Where contacts are closed and joints are many, these are eliminated first: with G the
//! response of the contacts' rows to their directions through the joints, and a_0 the accelerations with the joints held,
//!
//! ```text
//!     G lambda_c = -(R_c a_0 + b_c)
//! ```

mod solve;

pub(crate) use solve::MANY;

use crate::algebra::islands::Islands;
use crate::algebra::linear::{Linear, Rank};
use crate::algebra::sparse_product::SparseProduct;
use crate::contacts::closed::Closed;
use crate::hold::constraints::Constraints;
use crate::hold::few::Few;
use crate::hold::force::Force;
use crate::hold::hanging::Hanging;
use crate::hold::held::Held;
use crate::hold::instant::Instant;
use crate::hold::terms::Terms;
use crate::integrate::System;
use carom_mechanics::{At, Model, Row};
use std::convert::Infallible;

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
            self.instant = Instant::default();
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
