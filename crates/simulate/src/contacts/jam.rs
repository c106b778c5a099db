//! A proof that an impact at a few contacts in space has no answer.
//!
//! In the plane a contact opens, sticks or slips one of two ways, and the complementarity problem of all of them tells by itself where there is
//! no answer. In space it slips in some direction of a circle. With the directions cut into sectors every choice
//!
//! ```text
//!     opens     r = 0,      u_N >= 0
//!     sticks    u = 0,      |r_T| <= mu r_N
//!     slips     u_N = 0,    u_T in a sector,    r_T in mu r_N times the hull of the arc opposite
//!     any       u_N >= 0,   |r_T| <= mu r_N
//! ```
//!
//! is, with a polygon around the circle, a linear program in r: how little can the velocities u = G r + b miss what is asked of them? Where that
//! is not zero, no answer is of that choice. The choices are a tree: a contact of which nothing is said yet is cut into opening, sticking and four
//! quarters, a sector into halves. An answer lies in some leaf; if every branch is cut off, there is none.

use crate::contacts::contact_problem::{ContactProblem, Tangent};
use carom_complementarity::linear_program::{Optimum, minimise};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

/// Velocities that miss by more than this part of those before are no answer: far above the tolerance of the programs.
const MISSED: f64 = 1e-6;

/// Half the narrowest sector (rad): a choice that is possible there is taken for possible.
const NARROWEST: f64 = 0.02;

/// Sides of the polygon around the circle of forces; it is two hundredths larger at most.
const SIDES: usize = 16;

/// Programs before the proof is given up. Grooves of two walls were proved to jam within some hundredths of a second.
const PROGRAMS: usize = 2_000;

/// What is said of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Choice {
    Any,
    Opens,
    Sticks,
    /// Closed, with a friction that is known.
    Stays,
    Slips {
        middle: f64,
        half: f64,
    },
}

/// A problem with G_NN = 1 at every contact and velocities of order one.
struct Scaled {
    tangents: Vec<Tangent>,
    g: Vec<f64>,
    b: Vec<f64>,
}

impl ContactProblem {
    /// Whether it is proved that there is no answer. Problems with a preload have other choices, and are not looked at.
    pub fn is_jammed(&self) -> bool {
        if !self.space || self.preload.iter().any(|p| *p > 0.0) {
            return false;
        }
        let islands = self.islands();
        (0..islands.len()).any(|k| Scaled::of(&self.part(islands.group(k))).has_none())
    }
}

impl Scaled {
    fn of(problem: &ContactProblem) -> Self {
        let n = problem.b.len();
        let root = |c: usize| problem.g[3 * c * (n + 1)].max(f64::MIN_POSITIVE).sqrt().recip();
        let scales: Vec<f64> = (0..n).map(|i| root(i / 3)).collect();
        let all = problem.b.iter().zip(&scales).fold(f64::MIN_POSITIVE, |m, (b, s)| m.max((s * b).abs()));
        Self {
            tangents: problem.tangents.clone(),
            g: problem.g.iter().enumerate().map(|(k, g)| g * scales[k / n] * scales[k % n]).collect(),
            b: problem.b.iter().zip(&scales).map(|(b, s)| b * s / all).collect(),
        }
    }

    /// Cuts branch after branch; true if none is left.
    fn has_none(&self) -> bool {
        let mut open = vec![vec![Choice::Any; self.tangents.len()]];
        for _ in 0..PROGRAMS {
            let Some(choices) = open.pop() else { return true };
            if self.is_impossible(&choices) {
                continue;
            }
            let Some(contact) = coarsest(&choices) else { return false };
            for choice in self.cut(choices[contact], contact) {
                let mut next = choices.clone();
                next[contact] = choice;
                open.push(next);
            }
        }
        false
    }

    /// The choices that a coarser one falls into.
    fn cut(&self, choice: Choice, contact: usize) -> Vec<Choice> {
        let quarter = |k: u8| Choice::Slips { middle: FRAC_PI_2 * f64::from(k), half: FRAC_PI_4 };
        match (choice, self.tangents[contact]) {
            (Choice::Slips { middle, half }, _) => {
                [-0.5, 0.5].map(|side| Choice::Slips { middle: middle + side * half, half: 0.5 * half }).to_vec()
            }
            (_, Tangent::May(_)) => [Choice::Opens, Choice::Sticks].into_iter().chain((0..4).map(quarter)).collect(),
            _ => vec![Choice::Opens, Choice::Stays],
        }
    }

    /// What carries the impulse of a contact.
    fn unknowns(&self, contact: usize, choice: Choice) -> Vec<(usize, [f64; 3])> {
        match (choice, self.tangents[contact]) {
            (Choice::Opens, _) => Vec::new(),
            (_, Tangent::May(_)) => {
                [0, 1, 2].map(|k| (contact, [0, 1, 2].map(|j| f64::from(u8::from(j == k))))).to_vec()
            }
            (_, Tangent::Along([x, y])) => vec![(contact, [1.0, x, y])],
            (_, Tangent::Ratio(x)) => vec![(contact, [1.0, x, 0.0])],
        }
    }

    /// Whether velocities miss what the choices ask of them, whatever the impulses.
    fn is_impossible(&self, choices: &[Choice]) -> bool {
        let program = Program::of(self, choices);
        let mut cost = vec![0.0; program.unknowns.len()];
        cost.push(1.0);
        matches!(minimise(&cost, &program.rows, &program.sides), Ok(Optimum::At { value, .. }) if value > MISSED)
    }
}

/// The contact of which the least is said; none if all that is left is narrow.
fn coarsest(choices: &[Choice]) -> Option<usize> {
    let width = |choice: &Choice| match choice {
        Choice::Any => TAU,
        Choice::Slips { half, .. } => *half,
        Choice::Opens | Choice::Sticks | Choice::Stays => 0.0,
    };
    let widest = choices.iter().enumerate().max_by(|a, b| width(a.1).total_cmp(&width(b.1)));
    widest.filter(|(_, choice)| width(choice) > NARROWEST).map(|(contact, _)| contact)
}

/// min s with the rows . (x, s) >= sides; each x is an impulse along some factors of (r_N, r_T) of a contact.
struct Program<'a> {
    problem: &'a Scaled,
    unknowns: Vec<(usize, [f64; 3])>,
    rows: Vec<Vec<f64>>,
    sides: Vec<f64>,
}

impl<'a> Program<'a> {
    fn of(problem: &'a Scaled, choices: &[Choice]) -> Self {
        let unknowns = choices.iter().enumerate().flat_map(|(c, choice)| problem.unknowns(c, *choice)).collect();
        let mut program = Self { problem, unknowns, rows: Vec::new(), sides: Vec::new() };
        // s >= 0.
        let mut least = vec![0.0; program.unknowns.len()];
        least.push(1.0);
        program.add(least, 0.0);
        for (contact, choice) in choices.iter().enumerate() {
            program.ask(contact, *choice);
        }
        program
    }

    fn add(&mut self, row: Vec<f64>, side: f64) {
        self.rows.push(row);
        self.sides.push(side);
    }

    /// What a choice asks of the velocity and the impulse of a contact.
    fn ask(&mut self, contact: usize, choice: Choice) {
        self.velocity(contact, [1.0, 0.0, 0.0]);
        if !matches!(choice, Choice::Any | Choice::Opens) {
            self.velocity(contact, [-1.0, 0.0, 0.0]);
        }
        let Tangent::May(mu) = self.problem.tangents[contact] else {
            return self.impulse(contact, [1.0, 0.0, 0.0]);
        };
        match choice {
            Choice::Opens | Choice::Stays => {}
            Choice::Any => self.polygon(contact, mu),
            Choice::Sticks => {
                for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                    self.velocity(contact, [0.0, x, y]);
                }
                self.polygon(contact, mu);
            }
            Choice::Slips { middle, half } => self.sector(contact, mu, (middle, half)),
        }
    }

    /// d . r_T <= mu r_N for the directions d of the sides.
    fn polygon(&mut self, contact: usize, mu: f64) {
        for k in 0..SIDES {
            let (y, x) = (TAU * k as f64 / SIDES as f64).sin_cos();
            self.impulse(contact, [mu, -x, -y]);
        }
    }

    /// u_T between the ends of a sector, -r_T in the hull of its arc: behind the chord, within the tangents at its ends and middle.
    fn sector(&mut self, contact: usize, mu: f64, (middle, half): (f64, f64)) {
        for inward in [middle - half + FRAC_PI_2, middle + half - FRAC_PI_2] {
            let (y, x) = inward.sin_cos();
            self.velocity(contact, [0.0, x, y]);
        }
        for tangent in [middle - half, middle, middle + half] {
            let (y, x) = tangent.sin_cos();
            self.impulse(contact, [mu, x, y]);
        }
        let (y, x) = middle.sin_cos();
        self.impulse(contact, [-mu * half.cos(), -x, -y]);
    }

    /// factors . r >= 0.
    fn impulse(&mut self, contact: usize, factors: [f64; 3]) {
        let part = |(c, along): &(usize, [f64; 3])| {
            if *c == contact { (0..3).map(|k| factors[k] * along[k]).sum() } else { 0.0 }
        };
        let row: Vec<f64> = self.unknowns.iter().map(part).chain([0.0]).collect();
        if row.iter().any(|x| *x != 0.0) {
            self.add(row, 0.0);
        }
    }

    /// factors . u >= -s.
    fn velocity(&mut self, contact: usize, factors: [f64; 3]) {
        let Scaled { g, b, .. } = self.problem;
        let effect = |(c, along): &(usize, [f64; 3])| {
            let entry = |i: usize, j: usize| g[(3 * contact + i) * b.len() + 3 * c + j];
            (0..9).map(|k| factors[k / 3] * entry(k / 3, k % 3) * along[k % 3]).sum()
        };
        let row = self.unknowns.iter().map(effect).chain([1.0]).collect();
        self.add(row, -(0..3).map(|i| factors[i] * b[3 * contact + i]).sum::<f64>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball of mass one and radius one with J = 0.4 between two walls that rise at an angle along x, hit with v and e = 0.5 by Newton's rule.
    fn groove(degrees: f64, mu: f64, v: [f64; 6]) -> ContactProblem {
        let (s, c) = degrees.to_radians().sin_cos();
        let rows = [1.0, -1.0].map(|side| {
            [[0.0, side * s, c, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, -c, side * s], [0.0, c, -side * s, 1.0, 0.0, 0.0]]
        });
        let rows = rows.concat();
        let mass = [1.0, 1.0, 1.0, 0.4, 0.4, 0.4];
        let entry = |a: &[f64; 6], b: &[f64; 6]| (0..6).map(|k| a[k] * b[k] / mass[k]).sum::<f64>();
        let speed = |row: &[f64; 6]| (0..6).map(|k| row[k] * v[k]).sum::<f64>();
        let restitution = |i: usize| if i.is_multiple_of(3) { 1.5 } else { 1.0 };
        ContactProblem {
            g: rows.iter().flat_map(|a| rows.iter().map(|b| entry(a, b)).collect::<Vec<_>>()).collect(),
            b: rows.iter().enumerate().map(|(i, row)| restitution(i) * speed(row)).collect(),
            tangents: vec![Tangent::May(mu); 2],
            space: true,
            ..ContactProblem::default()
        }
    }

    /// The grooves of the reference on several contacts, and the straight fall: no answer above the angle of friction, one below.
    #[test]
    fn steep_rough_grooves_jam() {
        for v in [[0.0, 0.0, -1.0, 0.0, 0.0, 0.0], [0.5, 0.1, -1.0, 1.0, 2.0, 0.0], [0.5, 0.0, -1.0, 0.0, 0.0, 0.0]] {
            assert!(groove(70.0, 0.8, v).is_jammed(), "{v:?}");
            assert!(!groove(70.0, 0.2, v).is_jammed(), "{v:?}");
            assert!(!groove(45.0, 0.8, v).is_jammed(), "{v:?}");
        }
    }
}
