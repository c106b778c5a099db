//! Whether contacts of the plane can all go on as they are: those that may stick at rest, those that slide closed.
//!
//! Forces r = E x with x >= 0 along the edges of the cones (of a sliding contact along the one edge that its slip leaves), so that
//! what is held of u = G r + b vanishes:
//!
//! ```text
//!     min |A x + b_h|^2, x >= 0,   A = (G E)_h        which is the LCP        M = A^T A,   q = A^T b_h
//! ```
//!
//! with h the normals of all contacts and the tangents of those that may stick. M is positive semidefinite, so that Lemke's method ends
//! with an answer (Cottle, Pang, Stone, *The Linear Complementarity Problem*, 4.4), in a few pivots, where a list of all answers of the
//! contact problem would take thousands. Squares lose digits: the edges that carry are then solved again with what is left.

use crate::algebra::linear::Linear;
use crate::contacts::contact_problem::{ContactProblem, Solution, Tangent};
use carom_complementarity::Matrix;
use carom_complementarity::Settings;
use carom_complementarity::lcp::{Lcp, LcpSolver, Lemke, Outcome};
use carom_complementarity::linear_program::{Optimum, minimise};

/// Corrections of the edges that carry: each takes what squares have lost, about half of the digits.
const CORRECTIONS: usize = 3;

/// What forces that balance may leave, of rows of order one: above the rounding of the program, and below the slow starts of contacts that
/// cannot be held.
const BALANCED: f64 = 1e-11;

/// A x + b_h, contact by contact scaled so that every normal has a G of one.
struct Squares {
    /// Row by row.
    a: Vec<f64>,
    b: Vec<f64>,
    /// What each x does to the forces: contact, normal, tangential.
    edges: Vec<(usize, f64, f64)>,
}

impl ContactProblem {
    /// Forces that hold all contacts as they are, as nearly as can be; `residual` is the largest u of what is held. `None` if the
    /// problem is not of the plane or has numbers that are not finite.
    pub fn held(&self) -> Option<Solution> {
        if self.dim() != 2 {
            return None;
        }
        let (squares, held) = self.squares()?;
        Some(self.along_edges(&squares, &held, &squares.solve()?))
    }

    /// Whether there are forces in the cones that hold all contacts as they are: the linear program
    ///
    /// ```text
    ///     min s,   |A x + b_h| <= s in every row,   x >= 0       is zero
    /// ```
    ///
    /// takes longer than squares and loses no digits.
    pub fn can_be_held(&self) -> bool {
        let lines = if self.dim() == 2 { self.squares() } else { None };
        lines.is_some_and(|(squares, _)| squares.least_rest(0.0) <= BALANCED)
    }

    /// Such forces.
    pub fn held_by_program(&self) -> Option<Solution> {
        let (squares, held) = if self.dim() == 2 { self.squares() } else { None }?;
        let (rest, mut x) = squares.least(0.0)?;
        (0..CORRECTIONS).for_each(|_| squares.correct(&mut x));
        (rest <= BALANCED).then(|| self.along_edges(&squares, &held, &x))
    }

    /// Forces in the cones that hold all contacts as they are although one of them has none.
    pub fn held_without(&self, contact: usize) -> Option<Solution> {
        let (mut squares, held) = if self.dim() == 2 { self.squares() } else { None }?;
        squares.drop_edges(|edge| edge.0 == contact);
        if squares.edges.is_empty() {
            return None;
        }
        let (rest, x) = squares.least(0.0)?;
        (rest <= BALANCED).then(|| self.along_edges(&squares, &held, &x))
    }

    /// The forces x along edges; `residual` is the largest u of what is held.
    fn along_edges(&self, squares: &Squares, held: &[usize], x: &[f64]) -> Solution {
        let mut r = vec![0.0; self.b.len()];
        for (x, (contact, normal, tangential)) in x.iter().zip(&squares.edges) {
            r[2 * contact] += x * normal;
            r[2 * contact + 1] += x * tangential;
        }
        let u = self.velocities(&r);
        let residual = held.iter().fold(0.0_f64, |most, row| most.max(u[*row].abs()));
        Solution { r, u, residual }
    }

    /// Whether there are forces in the cones of the contacts, not all zero, that do nothing together, so that the contacts hold each other
    /// with forces of any size: the same with b_h = 0 and 1 . x = 1.
    pub fn locks(&self) -> bool {
        let lines = if self.dim() == 2 { self.squares() } else { None };
        let Some((mut squares, _)) = lines else { return false };
        squares.b.fill(0.0);
        squares.least_rest(1.0) <= BALANCED
    }

    fn squares(&self) -> Option<(Squares, Vec<usize>)> {
        let n = self.b.len();
        let scale = |contact: usize| self.g[2 * contact * (n + 1)].sqrt().recip();
        let (mut held, mut edges) = (Vec::new(), Vec::new());
        for (contact, tangent) in self.tangents.iter().enumerate() {
            let s = scale(contact);
            held.push(2 * contact);
            match *tangent {
                Tangent::Ratio(ratio) => edges.push((contact, s, ratio * s)),
                Tangent::May(mu) => {
                    held.push(2 * contact + 1);
                    edges.extend([(contact, s, mu * s), (contact, s, -mu * s)]);
                }
                Tangent::Along(_) => return None,
            }
        }
        let effect = |row: usize, &(contact, normal, tangential): &(usize, f64, f64)| {
            scale(row / 2) * (self.g[row * n + 2 * contact] * normal + self.g[row * n + 2 * contact + 1] * tangential)
        };
        let a: Vec<f64> = held.iter().flat_map(|row| edges.iter().map(|edge| effect(*row, edge))).collect();
        let b: Vec<f64> = held.iter().map(|row| scale(row / 2) * self.b[*row]).collect();
        let finite = a.iter().chain(&b).all(|number| number.is_finite());
        finite.then_some((Squares { a, b, edges }, held))
    }
}

impl Squares {
    /// x of the least squares.
    fn solve(&self) -> Option<Vec<f64>> {
        let n = self.edges.len();
        let mut m = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..n {
                m[(i, j)] = self.product(i, j);
            }
        }
        let lcp = Lcp::new(m, self.against(&self.b)).ok()?;
        let mut outcome = Outcome::default();
        let settings = Settings::default().untimed();
        Lemke::new().solve_into(&lcp, None, &settings, &mut outcome).ok()?;
        let mut x = outcome.z;
        (0..CORRECTIONS).for_each(|_| self.correct(&mut x));
        Some(x)
    }

    /// Takes edges away.
    fn drop_edges(&mut self, gone: impl Fn(&(usize, f64, f64)) -> bool) {
        let n = self.edges.len();
        let kept: Vec<usize> = (0..n).filter(|&k| !gone(&self.edges[k])).collect();
        self.a = self.a.chunks_exact(n.max(1)).flat_map(|row| kept.iter().map(|&k| row[k])).collect();
        self.edges = kept.iter().map(|&k| self.edges[k]).collect();
    }

    /// The least s for which an x >= 0 with a sum of at least `sum` leaves no more than s in any row, in parts of the largest b.
    fn least_rest(&self, sum: f64) -> f64 {
        self.least(sum).map_or(f64::INFINITY, |(rest, _)| rest)
    }

    /// The same with x.
    fn least(&self, sum: f64) -> Option<(f64, Vec<f64>)> {
        let n = self.edges.len();
        let size = self.b.iter().fold(0.0_f64, |most, b| most.max(b.abs()));
        let size = if size > 0.0 { size } else { 1.0 };
        let with = |row: &[f64], sign: f64, last: f64| row.iter().map(|a| sign * a).chain([last]).collect::<Vec<f64>>();
        let unit = |i: usize| (0..=n).map(|j| if i == j { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        let (mut a, mut b): (Vec<Vec<f64>>, Vec<f64>) = (0..=n).map(|i| (unit(i), 0.0)).unzip();
        for (row, rest) in self.a.chunks_exact(n).zip(&self.b) {
            a.extend([with(row, 1.0, 1.0), with(row, -1.0, 1.0)]);
            b.extend([-rest / size, rest / size]);
        }
        if sum > 0.0 {
            a.push(with(&vec![1.0; n], 1.0, 0.0));
            b.push(sum);
        }
        match minimise(&unit(n), &a, &b) {
            Ok(Optimum::At { value, x }) => Some((value, x.iter().take(n).map(|x| size * x).collect())),
            _ => None,
        }
    }

    /// What is left, solved for by the edges that carry.
    fn correct(&self, x: &mut [f64]) {
        let carry: Vec<usize> = (0..x.len()).filter(|i| x[*i] > 0.0).collect();
        let all = self.against(&self.rest(x));
        let mut change: Vec<f64> = carry.iter().map(|i| -all[*i]).collect();
        let m: Vec<f64> = carry.iter().flat_map(|i| carry.iter().map(|j| self.product(*i, *j))).collect();
        Linear::default().solve(carry.len(), &m, &mut change);
        for (i, change) in carry.into_iter().zip(change) {
            x[i] = (x[i] + change).max(0.0);
        }
    }

    /// A x + b_h
    fn rest(&self, x: &[f64]) -> Vec<f64> {
        let line = |row: &[f64]| row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
        self.a.chunks_exact(self.edges.len()).zip(&self.b).map(|(row, b)| b + line(row)).collect()
    }

    /// (A^T A)_ij
    fn product(&self, i: usize, j: usize) -> f64 {
        self.a.chunks_exact(self.edges.len()).map(|row| row[i] * row[j]).sum()
    }

    /// A^T y
    fn against(&self, y: &[f64]) -> Vec<f64> {
        let n = self.edges.len();
        (0..n).map(|i| self.a.chunks_exact(n).zip(y).map(|(row, y)| row[i] * y).sum()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contacts::several::tests::wedge;

    /// A point of mass one in a groove of half angle a, pushed out with one newton, sticks from tan a on.
    #[test]
    fn a_wedge_is_held_from_the_angle_of_friction_on() {
        for (half, mu, holds) in [(0.2_f64, 0.203, true), (0.2, 0.202, false), (0.5, 0.6, true), (0.5, 0.5, false)] {
            let held = wedge(half, mu).held().unwrap();
            // Held to rounding; else the best forces leave what the cones cannot give: here more than a thousandth.
            assert_eq!(held.residual < 1e-13, holds, "{half} {mu}: {}", held.residual);
            assert!(holds || held.residual > 1e-4, "{}", held.residual);
            for contact in held.r.chunks_exact(2) {
                assert!(contact[1].abs() <= mu * contact[0] + 1e-13, "{contact:?}");
            }
        }
    }

    /// A point between two faces at an angle of 2 a locks itself where each face lies in the cone of the other: from mu = tan a on
    /// (a wedge between rollers, any textbook), whatever the load; without friction it never does.
    #[test]
    fn a_wedge_locks_from_the_angle_of_friction_on() {
        for (half, mu, locks) in [(0.2_f64, 0.203, true), (0.2, 0.202, false), (0.5, 0.6, true), (0.5, 0.5, false)] {
            assert_eq!(wedge(half, mu).locks(), locks, "{half} {mu}");
            assert_eq!(wedge(half, mu).can_be_held(), locks, "{half} {mu}");
            assert!(!wedge(half, 0.0).locks());
        }
    }

    /// A block of mass one that slides on two corners: the normals can carry its weight, whatever friction does.
    #[test]
    fn sliding_contacts_need_only_stay_closed() {
        let g = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0];
        let problem = ContactProblem {
            g: [g, g].concat(),
            b: vec![-10.0, 3.0, -10.0, 3.0],
            tangents: vec![Tangent::Ratio(-0.2); 2],
            size: 10.0,
            ..ContactProblem::default()
        };
        let held = problem.held().unwrap();
        assert!(held.residual < 1e-13, "{held:?}");
        assert!((held.r[0] + held.r[2] - 10.0).abs() < 1e-12, "{held:?}");
    }
}
