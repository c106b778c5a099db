//! Several answers at several contacts.
//!
//! Friction makes the complementarity problem non-monotone: a wedge pushed towards its wide end between rough faces may stay or go, and
//! nothing in the model says which. For one contact the solver looks by itself; for a few contacts that feel each other all answers
//! of the LCP are listed here. Answers count as different if their accelerations differ: forces of hyperstatic contacts may differ
//! without anybody noticing.

use crate::contacts::contact_problem::{ContactProblem, Solution, Tangent};
use carom_complementarity::Settings;
use carom_complementarity::lcp::{self, MAX_ENUMERATION};

/// Accelerations of two answers that differ by less than this part of the largest term are the same: listed answers are good to 1e-9.
const SAME: f64 = 1e-6;

/// The same in units of the rounding of their terms, which enumeration may grow by the condition of what it solves.
const SAME_ROUNDED: f64 = 1e3;

/// Pivots after which the list is given up: some milliseconds. The same wherever it is asked, so that an answer that was taken is
/// found again while it lasts.
const PIVOTS: usize = 3_000;

impl ContactProblem {
    /// Answers with other accelerations than a known one, for each group of two or more contacts that is small enough, of `most` at the most.
    pub fn others(&self, known: &Solution, most: usize) -> Vec<Solution> {
        let islands = self.islands();
        let mut others: Vec<Solution> = Vec::new();
        for members in
            (0..islands.len()).map(|k| islands.group(k)).filter(|members| (2..=most).contains(&members.len()))
        {
            for answer in self.part(members).list() {
                let whole = known.with(members, &answer, self.dim());
                let same = |other: &Solution| self.alike(other, &whole);
                if !same(known) && !others.iter().any(same) {
                    others.push(whole);
                }
            }
        }
        others
    }

    /// The largest acceleration of any contact in an answer.
    pub fn motion(solution: &Solution) -> f64 {
        solution.u.iter().fold(0.0, |most, u| most.max(u.abs()))
    }

    /// The largest acceleration in an answer of what rests: of normals, and of contacts that may stick. What slides goes on sliding, faster or
    /// slower, in every answer.
    pub fn beginning(&self, solution: &Solution) -> f64 {
        let parts = self.tangents.iter().zip(solution.u.chunks_exact(self.dim()));
        let of_contact = |(tangent, u): (&Tangent, &[f64])| {
            let resting = if matches!(tangent, Tangent::May(_)) { u } else { &u[..1] };
            resting.iter().fold(0.0, |most: f64, u| most.max(u.abs()))
        };
        parts.map(of_contact).fold(0.0, f64::max)
    }

    /// All answers in the plane; none where there are too many unknowns, or where without friction the accelerations are unique anyway.
    fn list(&self) -> Vec<Solution> {
        let rough = |tangent: &Tangent| matches!(*tangent, Tangent::Ratio(mu) | Tangent::May(mu) if mu != 0.0);
        if self.dim() != 2 {
            return Vec::new();
        }
        let Some((whole, columns)) = self.lcp().filter(|(whole, _)| whole.size() <= MAX_ENUMERATION) else {
            return Vec::new();
        };
        if !self.tangents.iter().any(rough) {
            return Vec::new();
        }
        let settings = Settings::default().with_max_iterations(PIVOTS).untimed();
        let found = lcp::enumerate(&whole, &settings).map(|found| found.solutions).unwrap_or_default();
        found.iter().map(|z| self.read(&columns, z, 0.0)).collect()
    }

    fn alike(&self, a: &Solution, b: &Solution) -> bool {
        let lines = a.u.iter().zip(&b.u).enumerate();
        { lines }.all(|(line, (u, v))| {
            let rounding = self.rounding(line, &a.r).max(self.rounding(line, &b.r));
            (u - v).abs() <= (SAME * self.size).max(SAME_ROUNDED * rounding)
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::contacts::contact_problem::Answer;
    use crate::contacts::contact_solver::Solver;

    /// A point of mass one in a groove of half angle a, pushed out with one newton: faces with the normals (+-cos a, sin a).
    pub(crate) fn wedge(half: f64, mu: f64) -> ContactProblem {
        let (s, c) = half.sin_cos();
        let rows = [[c, s], [s, -c], [-c, s], [s, c]];
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        ContactProblem {
            g: rows.iter().flat_map(|a| rows.map(|b| dot(*a, b))).collect(),
            b: rows.iter().map(|row| row[1]).collect(),
            tangents: vec![Tangent::May(mu); 2],
            size: 1.0,
            ..ContactProblem::default()
        }
    }

    /// A block of mass one that stands on two corners, pushed with a part of its friction.
    pub(crate) fn block() -> ContactProblem {
        let (g, b) = ([1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0], [-10.0, 1.0, -10.0, 1.0]);
        ContactProblem {
            g: [g, g].concat(),
            b: b.to_vec(),
            tangents: vec![Tangent::May(0.5); 2],
            size: 10.0,
            ..ContactProblem::default()
        }
    }

    /// Above mu = tan a it may lock as well as go; below it goes.
    #[test]
    fn a_wedge_may_lock_above_the_angle_of_friction() {
        for (half, mu, several) in [(0.2_f64, 0.21, true), (0.2, 0.19, false), (0.5, 0.6, true), (0.5, 0.5, false)] {
            let problem = wedge(half, mu);
            let Answer::One(known) = problem.solve(&mut Solver::default()) else { panic!("an answer") };
            let mut all = problem.others(&known, 6);
            assert_eq!(!all.is_empty(), several, "{half} {mu}");
            all.push(known);
            let motions: Vec<f64> = all.iter().map(ContactProblem::motion).collect();
            // Going free is u = b; locked is u = 0.
            assert!(motions.iter().any(|u| (u - half.cos()).abs() < 1e-9), "{motions:?}");
            assert_eq!(motions.iter().any(|u| *u < 1e-9), several, "{motions:?}");
        }
    }

    /// A box held by two corners has many forces along the floor and one motion.
    #[test]
    fn forces_that_differ_are_no_other_answer() {
        let problem = block();
        let Answer::One(known) = problem.solve(&mut Solver::default()) else { panic!("an answer") };
        assert!(problem.others(&known, 6).is_empty());
    }
}
