//! Several contacts as one complementarity problem, for forces and for impulses.
//!
//! With u = G r + b (accelerations and forces, or velocities and impulses):
//!
//! ```text
//!     0 <= u_N  perp  r_N >= 0                                             every contact
//!     r_T = ratio r_N                                                      contacts whose friction is known
//!     r_T in [-mu r_N, mu r_N],  u_T > 0 => r_T = -mu r_N,  u_T < 0 => r_T = mu r_N       contacts that may stick
//! ```
//!
//! In the plane it is written in Stewart and Trinkle's form: unknowns r_N, then b+ and b- (r_T = b+ - b-) and the slip s of contacts that may
//! stick. Source: Stewart, Trinkle, *IJNME* 39 (1996); Glocker, Pfeiffer (seed 000, section 3.3). In space, where r_T and u_T have two
//! components and |r_T| <= mu r_N is a round cone, see [`crate::contacts::cone_problem`].

use crate::algebra::islands::Islands;
use crate::contacts::contact_solver::Solver;
use carom_complementarity::Matrix;
use carom_complementarity::lcp::Lcp;

/// What is known of a contact's friction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Tangent {
    /// r_T = ratio r_N: slips in a known direction (or has no friction).
    Ratio(f64),
    /// The same in space.
    Along([f64; 2]),
    /// May stick, up to mu r_N.
    May(f64),
}

/// G (rows and columns N_0 T_0 N_1 T_1 ..., in space N_0 T_0 S_0 N_1 ...), b and the friction of every contact.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContactProblem {
    pub g: Vec<f64>,
    pub b: Vec<f64>,
    pub tangents: Vec<Tangent>,
    /// Whether contacts have two tangents.
    pub space: bool,
    /// Normal forces that are there beforehand (Poisson's share of the compression impulses); r_N counts from them, their effect
    /// is not yet in b. Empty for none.
    pub preload: Vec<f64>,
    /// The largest term of b before terms cancel: a u far below it is zero, and so is an r that does no more.
    pub size: f64,
    /// r from which the solver may start, as of the instant before; empty for none.
    pub start: Vec<f64>,
}

/// r and u of a solution, in the order of the problem.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Solution {
    pub r: Vec<f64>,
    pub u: Vec<f64>,
    pub residual: f64,
}

impl Solution {
    /// This solution with the contacts of a group, of `dim` numbers each, as in another one.
    pub fn with(&self, members: &[usize], part: &Self, dim: usize) -> Self {
        let mut both = self.clone();
        for (k, c) in members.iter().enumerate() {
            let (to, from) = (dim * c..dim * (c + 1), dim * k..dim * (k + 1));
            both.r[to.clone()].copy_from_slice(&part.r[from.clone()]);
            both.u[to].copy_from_slice(&part.u[from]);
        }
        both.residual = both.residual.max(part.residual);
        both
    }
}

/// How the problem ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// One answer (forces may still be of a continuum, their effect is one).
    One(Solution),
    /// Several answers with different u, all of them.
    Several(Vec<Solution>),
    /// Proved: there is none.
    None,
    /// The solver gave up: nothing is proved.
    Unknown,
}

/// Where an unknown of the LCP acts: on the normal (with its friction ratio) or along the tangent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub contact: usize,
    pub normal: f64,
    pub tangential: f64,
}

impl Column {
    /// The line of G and b that an unknown is measured by: u_N of a normal one, u_T of a tangential one.
    pub fn line(&self) -> usize {
        2 * self.contact + usize::from(self.normal == 0.0)
    }
}

impl ContactProblem {
    /// Numbers of a contact: its normal and its tangents.
    pub fn dim(&self) -> usize {
        if self.space { 3 } else { 2 }
    }

    /// Unknowns of its LCP in the plane.
    pub fn unknowns(&self) -> usize {
        self.tangents.iter().map(|tangent| if matches!(tangent, Tangent::May(_)) { 4 } else { 1 }).sum()
    }

    /// The same with a part of the friction of the contacts that may stick.
    pub fn with_friction(&self, part: f64) -> Self {
        let mut changed = self.clone();
        for tangent in &mut changed.tangents {
            if let Tangent::May(mu) = tangent {
                *mu *= part;
            }
        }
        changed
    }

    /// u = G r + b.
    pub fn velocities(&self, r: &[f64]) -> Vec<f64> {
        let n = r.len();
        (0..n).map(|i| self.b[i] + (0..n).map(|j| self.g[i * n + j] * r[j]).sum::<f64>()).collect()
    }

    /// The LCP, and the columns of its force unknowns.
    pub fn lcp(&self) -> Option<(Lcp, Vec<Column>)> {
        let contacts = self.tangents.len();
        let mut columns = Vec::new();
        for (contact, tangent) in self.tangents.iter().enumerate() {
            let ratio = if let Tangent::Ratio(ratio) = *tangent { ratio } else { 0.0 };
            columns.push(Column { contact, normal: 1.0, tangential: ratio });
        }
        let may: Vec<(usize, f64)> = (0..contacts)
            .filter_map(|c| if let Tangent::May(mu) = self.tangents[c] { Some((c, mu)) } else { None })
            .collect();
        for &(contact, _) in &may {
            columns.push(Column { contact, normal: 0.0, tangential: 1.0 });
            columns.push(Column { contact, normal: 0.0, tangential: -1.0 });
        }
        let n = columns.len() + may.len();
        let (mut m, mut q) = (Matrix::zeros(n, n), vec![0.0; n]);
        for (i, row) in columns.iter().enumerate() {
            // The row measures u_N of a normal column, +-u_T of a tangential one.
            let (line, sign) = (row.line(), if row.normal == 0.0 { row.tangential } else { 1.0 });
            q[i] = sign * (self.b[line] + self.preload_effect(line));
            for (j, column) in columns.iter().enumerate() {
                m[(i, j)] = sign * self.effect(line, column);
            }
        }
        for (k, &(contact, mu)) in may.iter().enumerate() {
            let slip = columns.len() + k;
            m[(slip, contact)] = mu;
            q[slip] = mu * self.preload.get(contact).unwrap_or(&0.0);
            for direction in [contacts + 2 * k, contacts + 2 * k + 1] {
                m[(slip, direction)] = -1.0;
                m[(direction, slip)] = 1.0;
            }
        }
        Some((Lcp::new(m, q).ok()?, columns))
    }

    /// u of a line per unit of a column.
    pub fn effect(&self, line: usize, column: &Column) -> f64 {
        let n = 2 * self.tangents.len();
        let at = |j: usize| self.g[line * n + j];
        column.normal * at(2 * column.contact) + column.tangential * at(2 * column.contact + 1)
    }

    /// u of a line by the preload, contacts with a friction ratio included.
    fn preload_effect(&self, line: usize) -> f64 {
        let push = |(contact, force): (usize, &f64)| {
            let ratio = if let Tangent::Ratio(ratio) = self.tangents[contact] { ratio } else { 0.0 };
            force * self.effect(line, &Column { contact, normal: 1.0, tangential: ratio })
        };
        self.preload.iter().enumerate().map(push).sum()
    }

    /// r (with the preload) and u from the unknowns of the LCP.
    pub fn read(&self, columns: &[Column], z: &[f64], residual: f64) -> Solution {
        let n = 2 * self.tangents.len();
        let mut r = vec![0.0; n];
        for (column, z) in columns.iter().zip(z) {
            r[2 * column.contact] += column.normal * z;
            r[2 * column.contact + 1] += column.tangential * z;
        }
        for (contact, force) in self.preload.iter().enumerate() {
            let ratio = if let Tangent::Ratio(ratio) = self.tangents[contact] { ratio } else { 0.0 };
            r[2 * contact] += force;
            r[2 * contact + 1] += ratio * force;
        }
        let u = self.velocities(&r);
        Solution { r, u, residual }
    }

    /// What rounding leaves of an acceleration u = G r + b: sixty-four units in the last place of its largest terms. Between bodies of very
    /// different masses these cancel.
    pub fn rounding(&self, line: usize, r: &[f64]) -> f64 {
        let n = self.dim() * self.tangents.len();
        let terms = self.g[line * n..(line + 1) * n].iter().zip(r).map(|(g, r)| (g * r).abs());
        64.0 * f64::EPSILON * terms.fold(0.0, f64::max)
    }

    /// What counts as no acceleration with these forces: a part of the size of the problem, or what rounding leaves.
    pub fn zero(&self, part: f64, r: &[f64]) -> f64 {
        (0..r.len()).fold(part * self.size, |zero, line| zero.max(self.rounding(line, r)))
    }

    /// The normal force that alone would give the contact an acceleration of the size of the problem.
    pub fn force_size(&self, contact: usize) -> f64 {
        let dim = self.dim();
        let own = self.g[dim * contact * (dim * self.tangents.len() + 1)];
        if own > 0.0 { self.size / own } else { 0.0 }
    }

    /// Whether a force on one contact moves another.
    pub fn coupled(&self, a: usize, b: usize) -> bool {
        let dim = self.dim();
        let n = dim * self.tangents.len();
        (0..dim * dim).any(|k| self.g[(dim * a + k / dim) * n + dim * b + k % dim] != 0.0)
    }

    /// Whether there may be several answers or none: a normal force that pulls its own contact closed for some admissible
    /// friction (Painleve), G_NN + ratio G_NT <= 0.
    pub fn is_risky(&self) -> bool {
        let n = 2 * self.tangents.len();
        self.tangents.iter().enumerate().any(|(c, tangent)| {
            let (nn, nt) = (self.g[2 * c * n + 2 * c], self.g[2 * c * n + 2 * c + 1]);
            match *tangent {
                Tangent::Ratio(ratio) => nn + ratio * nt <= 1e-12 * nn,
                Tangent::May(mu) => nn - mu * nt.abs() <= 1e-12 * nn,
                Tangent::Along(_) => false,
            }
        })
    }

    /// Solves the problem, each group of coupled contacts by itself.
    pub fn solve(&self, solver: &mut Solver) -> Answer {
        let islands = self.islands();
        if islands.len() == 1 {
            return solver.solve(self);
        }
        let dim = self.dim();
        let n = dim * self.tangents.len();
        let mut whole = vec![Solution { r: vec![0.0; n], u: vec![0.0; n], residual: 0.0 }];
        for k in 0..islands.len() {
            let members = islands.group(k);
            let parts = match solver.solve(&self.part(members)) {
                Answer::One(part) => vec![part],
                Answer::Several(parts) => parts,
                Answer::None => return Answer::None,
                Answer::Unknown => return Answer::Unknown,
            };
            whole = parts.iter().flat_map(|part| whole.iter().map(|one| one.with(members, part, dim))).collect();
        }
        match whole.len() {
            1 => whole.pop().map_or(Answer::Unknown, Answer::One),
            _ => Answer::Several(whole),
        }
    }

    /// Groups of contacts that feel each other.
    pub fn islands(&self) -> Islands {
        let count = self.tangents.len();
        let mut islands = Islands::default();
        islands.reset(count);
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            if self.coupled(a, b) {
                islands.join(a, b);
            }
        }
        islands.list(0);
        islands
    }

    /// The problem of some contacts alone.
    pub fn part(&self, members: &[usize]) -> Self {
        let dim = self.dim();
        let n = dim * self.tangents.len();
        let lines: Vec<usize> = members.iter().flat_map(|c| dim * c..dim * (c + 1)).collect();
        Self {
            g: lines.iter().flat_map(|i| lines.iter().map(move |j| self.g[i * n + j])).collect(),
            b: lines.iter().map(|&i| self.b[i]).collect(),
            tangents: members.iter().map(|&c| self.tangents[c]).collect(),
            preload: if self.preload.is_empty() {
                Vec::new()
            } else {
                members.iter().map(|&c| self.preload[c]).collect()
            },
            space: self.space,
            size: self.size,
            start: if self.start.is_empty() { Vec::new() } else { lines.iter().map(|&i| self.start[i]).collect() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of mass one on the ground pulled by a force f: u = (a_N, a_T).
    fn block(pull: f64, mu: f64) -> Answer {
        let problem = ContactProblem {
            g: vec![1.0, 0.0, 0.0, 1.0],
            b: vec![-10.0, pull],
            tangents: vec![Tangent::May(mu)],
            ..ContactProblem::default()
        };
        problem.solve(&mut Solver::default())
    }

    #[test]
    fn a_block_sticks_below_the_limit_and_slips_above() {
        let Answer::One(stick) = block(4.999, 0.5) else { panic!("one answer") };
        // The answer solves a 2 x 2 system: rounding only.
        assert!((stick.r[1] + 4.999).abs() < 1e-12 && stick.u[1].abs() < 1e-12);
        let Answer::One(slip) = block(5.001, 0.5) else { panic!("one answer") };
        assert!((slip.r[1] + 5.0).abs() < 1e-12 && (slip.u[1] - 0.001).abs() < 1e-12);
    }

    #[test]
    fn painleve_has_none_or_two() {
        let sliding = |b| ContactProblem {
            g: vec![1.0, 2.0, 2.0, 5.0],
            b: vec![b, 1.0],
            tangents: vec![Tangent::Ratio(-0.75)],
            ..ContactProblem::default()
        };
        assert_eq!(sliding(-1.0).solve(&mut Solver::default()), Answer::None);
        let Answer::Several(both) = sliding(1.0).solve(&mut Solver::default()) else { panic!("two answers") };
        assert_eq!(both.len(), 2);
    }
}
