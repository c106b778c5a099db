//! Contacts of the plane that share a load in many ways of which the motion depends.
//!
//! Two links with round ends about one pin touch the floor at one place. How they share the load is not known; where both stick, or slip
//! one way, that does not matter, but where they slip in two ways the sum of their friction hangs on it. The normals and sticking tangents then have forces z
//! that change none of their own accelerations, but those of slips,
//!
//! ```text
//!     R M^-1 P z = 0,    W_T^T M^-1 P z != 0
//! ```
//!
//! Every r + s z that pushes is an answer. The one taken is the nearest at which one of the contacts pushes no more: without that contact the
//! forces, and with them the motion, are unique, and it goes on touching, because the others hold it. Where there are several such z, as with a
//! flat body that sticks with both its ends beside a link that slips, the contact that pushes least and that the others can do without goes.

use crate::contacts::contact_problem::{Column, ContactProblem, Solution, Tangent};

/// A pivot below this part of the largest entry is zero: as in [`crate::algebra::linear`].
const SINGULAR: f64 = 1e-11;

/// Accelerations below this part of the terms that make them up are rounding.
const FELT: f64 = 1e-9;

/// Forces that change no acceleration of what is held.
struct Idle {
    /// What they do to r, and to u.
    r: Vec<f64>,
    u: Vec<f64>,
    /// Whether they change a slip.
    matters: bool,
}

impl ContactProblem {
    /// A contact that the others can do without and the answer without its force, if the motion depends on how they share their load. `fits` says
    /// of a contact whether an acceleration of its slip goes with its mode.
    pub fn surplus(&self, answer: &Solution, fits: impl Fn(usize, f64) -> bool) -> Option<(usize, Solution)> {
        if self.dim() != 2 {
            return None;
        }
        let all = self.idle();
        let matters = all.iter().any(|idle| idle.matters);
        let [idle] = &all[..] else { return if matters { self.spared(answer, fits) } else { None } };
        if !matters {
            return None;
        }
        let mut ends: Vec<(f64, usize, f64)> =
            [1.0, -1.0].iter().filter_map(|s| self.nearest_end(answer, idle, *s)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        ends.into_iter().find_map(|(_, contact, s)| {
            let moved = |from: &[f64], by: &[f64]| from.iter().zip(by).map(|(x, y)| x + s * y).collect::<Vec<f64>>();
            let (mut r, u) = (moved(&answer.r, &idle.r), moved(&answer.u, &idle.u));
            r[2 * contact..2 * contact + 2].fill(0.0);
            let fits_all = (0..self.tangents.len()).all(|c| c == contact || fits(c, u[2 * c + 1]));
            fits_all.then_some((contact, Solution { r, u, residual: answer.residual }))
        })
    }

    /// Of the contacts that the others can do without, the one that pushes least, and forces of the others.
    fn spared(&self, answer: &Solution, fits: impl Fn(usize, f64) -> bool) -> Option<(usize, Solution)> {
        let mut order: Vec<usize> = (0..self.tangents.len()).collect();
        order.sort_by(|a, b| answer.r[2 * a].total_cmp(&answer.r[2 * b]));
        order.into_iter().find_map(|contact| {
            let rest = self.held_without(contact)?;
            let fits_all = (0..self.tangents.len()).all(|c| c == contact || fits(c, rest.u[2 * c + 1]));
            fits_all.then_some((contact, rest))
        })
    }

    /// How far s can go in one sense before a contact pushes no more, that contact, and s; `None` if one that sticks leaves its cone before.
    fn nearest_end(&self, answer: &Solution, idle: &Idle, sense: f64) -> Option<(f64, usize, f64)> {
        let (mut far, mut which) = (f64::INFINITY, None);
        let falls = |value: f64, rate: f64| if rate < 0.0 { value.max(0.0) / -rate } else { f64::INFINITY };
        for (contact, tangent) in self.tangents.iter().enumerate() {
            let [n, t] = [2 * contact, 2 * contact + 1];
            let end = falls(answer.r[n], sense * idle.r[n]);
            if end < far {
                (far, which) = (end, Some(contact));
            }
            if let Tangent::May(mu) = *tangent {
                for side in [1.0, -1.0] {
                    let of = |r: &[f64]| mu * r[n] + side * r[t];
                    let leaves = falls(of(&answer.r), sense * of(&idle.r));
                    if leaves < far {
                        (far, which) = (leaves, None);
                    }
                }
            }
        }
        which.map(|contact| (far, contact, sense * far))
    }

    /// Forces that change no acceleration of what is held: as many as there are that do not follow from each other.
    fn idle(&self) -> Vec<Idle> {
        let mut columns = Vec::new();
        for (contact, tangent) in self.tangents.iter().enumerate() {
            let tangential = if let Tangent::Ratio(ratio) = *tangent { ratio } else { 0.0 };
            columns.push(Column { contact, normal: 1.0, tangential });
            if matches!(tangent, Tangent::May(_)) {
                columns.push(Column { contact, normal: 0.0, tangential: 1.0 });
            }
        }
        let a: Vec<f64> =
            columns.iter().flat_map(|row| columns.iter().map(|column| self.effect(row.line(), column))).collect();
        null_vectors(columns.len(), a).iter().map(|z| self.idle_along(&columns, z)).collect()
    }

    /// The same of one of them, in parts of the columns.
    fn idle_along(&self, columns: &[Column], z: &[f64]) -> Idle {
        let n = self.b.len();
        let mut r = vec![0.0; n];
        for (column, z) in columns.iter().zip(z) {
            r[2 * column.contact] += column.normal * z;
            r[2 * column.contact + 1] += column.tangential * z;
        }
        let sum = |i: usize, part: fn(f64) -> f64| (0..n).map(|j| part(self.g[i * n + j] * r[j])).sum::<f64>();
        let felt = |i: usize| sum(i, |x| x).abs() > FELT * sum(i, f64::abs);
        let slips = self.tangents.iter().enumerate().filter(|(_, tangent)| matches!(tangent, Tangent::Ratio(_)));
        let matters = slips.map(|(contact, _)| 2 * contact + 1).any(felt);
        let u = (0..n).map(|i| if felt(i) { sum(i, |x| x) } else { 0.0 }).collect();
        Idle { r, u, matters }
    }
}

/// The vectors z with A z = 0 of A of n rows, one for each rank that it lacks: by elimination with exchange of rows and columns.
fn null_vectors(n: usize, mut a: Vec<f64>) -> Vec<Vec<f64>> {
    let largest = a.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let mut order: Vec<usize> = (0..n).collect();
    for k in 0..n {
        let places = (k..n).flat_map(|i| (k..n).map(move |j| (i, j)));
        let largest_at = places.max_by(|&(i, j), &(p, q)| a[i * n + j].abs().total_cmp(&a[p * n + q].abs()));
        let Some((row, column)) = largest_at.filter(|(i, j)| a[i * n + j].abs() > SINGULAR * largest) else {
            return (k..n).map(|one| behind(n, (k, one), &a, &order)).collect();
        };
        (0..n).for_each(|j| a.swap(k * n + j, row * n + j));
        (0..n).for_each(|i| a.swap(i * n + k, i * n + column));
        order.swap(k, column);
        for i in k + 1..n {
            let part = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= part * a[k * n + j];
            }
        }
    }
    Vec::new()
}

/// The vector that is one at one unknown behind the rank, zero at the others there, and solves the triangle before them.
fn behind(n: usize, (rank, one): (usize, usize), a: &[f64], order: &[usize]) -> Vec<f64> {
    let mut z = vec![0.0; n];
    z[order[one]] = 1.0;
    for i in (0..rank).rev() {
        let sum: f64 = (i + 1..n).map(|j| a[i * n + j] * z[order[j]]).sum();
        z[order[i]] = -sum / a[i * n + i];
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contacts::several::tests::block;

    /// A body of mass one on the floor by two contacts at one place that slip in two ways, as if on two belts, with weight ten.
    fn two_ways() -> ContactProblem {
        ContactProblem { tangents: vec![Tangent::Ratio(0.5), Tangent::Ratio(-0.5)], ..block() }
    }

    /// Any share of ten newtons is an answer; the nearest end is that of the smaller one, and the friction is that of the other alone.
    #[test]
    fn of_two_contacts_that_slip_in_two_ways_one_is_let_go() {
        let problem = two_ways();
        let answer = |n: f64| {
            let r = vec![n, 0.5 * n, 10.0 - n, -0.5 * (10.0 - n)];
            Solution { u: problem.velocities(&r), r, residual: 0.0 }
        };
        let (which, without) = problem.surplus(&answer(4.0), |_, _| true).unwrap();
        assert_eq!(which, 0);
        // Small whole numbers: rounding of a few operations.
        assert!((without.r[2] - 10.0).abs() < 1e-12 && (without.u[3] + 4.0).abs() < 1e-12, "{without:?}");
        let (which, _) = problem.surplus(&answer(4.0), |_, slip| slip > 0.0).unwrap();
        assert_eq!(which, 1, "the other one, if the slip has to go the other way");
    }

    /// A block of mass one and weight ten that sticks with two corners, and about a pin on it a wheel of inertia one that slips: what the corners
    /// share between them does not matter, what the wheel carries does. It goes, and turns without friction.
    #[test]
    fn of_several_ways_to_share_those_that_matter_are_looked_at() {
        // N T N T N T along x, y and the angle of the wheel.
        let rows =
            [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]];
        let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let problem = ContactProblem {
            g: rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, b))).collect(),
            b: vec![-10.0, 1.0, -10.0, 1.0, -10.0, 1.0],
            tangents: vec![Tangent::May(0.5), Tangent::May(0.5), Tangent::Ratio(0.5)],
            size: 10.0,
            ..ContactProblem::default()
        };
        let r = vec![4.0, -1.0, 4.0, -1.0, 2.0, 1.0];
        let answer = Solution { u: problem.velocities(&r), r, residual: 0.0 };
        let (which, without) = problem.surplus(&answer, |_, _| true).unwrap();
        assert_eq!(which, 2);
        // Rounding of the linear program, of numbers of order ten.
        assert!(without.u.iter().all(|u| u.abs() < 1e-10) && (without.r[0] + without.r[2] - 10.0).abs() < 1e-10);
        assert!(problem.part(&[0, 1]).surplus(&answer, |_, _| true).is_none(), "what is left is one motion");
    }

    /// Slips one way, or sticks: its motion does not depend on how two corners share its weight.
    #[test]
    fn contacts_whose_share_does_not_matter_stay() {
        let one_way = ContactProblem { tangents: vec![Tangent::Ratio(0.5); 2], ..block() };
        let r = vec![4.0, 2.0, 6.0, 3.0];
        let answer = Solution { u: one_way.velocities(&r), r, residual: 0.0 };
        assert!(one_way.surplus(&answer, |_, _| true).is_none());
        assert!(block().surplus(&answer, |_, _| true).is_none());
    }
}
