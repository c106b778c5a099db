//! Recognises contact problems of Stewart and Trinkle's form and reduces them to normal and friction forces.
//!
//! Per contact the unknowns of such an LCP are the normal force z_n, friction forces b_d >= 0 along directions that come in
//! opposite pairs, and a slip speed s:
//!
//! ```text
//!     w_n = u_n >= 0                          complementary to z_n
//!     w_d = u_d + s >= 0                      complementary to b_d        u = W r + q
//!     w_s = mu z_n - sum_d b_d >= 0           complementary to s
//! ```
//!
//! With f_k = b_d+ - b_d- for each pair the last two lines say: f minimises u . f over |f|_1 <= mu z_n. The
//! unknowns left are r = (z_n, f) of each contact: half as many for one or two pairs.
//!
//! Source: Stewart, Trinkle, *Int. J. Numer. Methods Eng.* 39 (1996), equations 21 to 27.

use super::Lcp;

/// One contact: the places of its unknowns in the LCP and in the reduced problem.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FormContact {
    /// Row of s in the LCP.
    pub slip: usize,
    /// Coefficient of friction.
    pub mu: f64,
    /// First unknown (z_n) in the reduced problem; its pairs follow.
    pub first: usize,
    /// Number of pairs of directions.
    pub pairs: usize,
}

/// The contacts of a problem, and u = W r + q of the reduced unknowns.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContactForm {
    pub contacts: Vec<FormContact>,
    /// Rows (d+, d-) of the LCP for each reduced unknown; a normal force stands twice.
    pub rows: Vec<(usize, usize)>,
    /// W of the reduced unknowns, row by row.
    pub w: Vec<f64>,
    /// q of the reduced unknowns.
    pub q: Vec<f64>,
    taken: Vec<bool>,
    directions: Vec<usize>,
}

impl ContactForm {
    /// Number of reduced unknowns.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// Row i of W.
    #[inline(always)]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.w[i * self.size()..(i + 1) * self.size()]
    }

    /// Looks for the form; true if every unknown has its place in it.
    ///
    /// Only what names the places is looked at (slip rows and columns, and a few entries for each pair): an answer is
    /// judged by the residual of the whole problem afterwards.
    pub fn recognise(&mut self, problem: &Lcp) -> bool {
        let n = problem.size();
        self.make_room(n);
        self.taken.clear();
        self.taken.resize(n, false);
        for slip in (0..n).filter(|&i| problem.m()[(i, i)] == 0.0 && problem.q()[i] == 0.0) {
            if !self.add_contact(problem, slip) {
                return false;
            }
        }
        if self.contacts.is_empty() {
            return false;
        }
        for normal in 0..n {
            if !self.taken[normal] {
                // A contact without friction: no pair, and no slip (its row stands in for it).
                self.contacts.push(FormContact { slip: normal, mu: 0.0, first: self.rows.len(), pairs: 0 });
                self.rows.push((normal, normal));
            }
        }
        self.reduce(problem);
        true
    }

    /// Takes a problem in its reduced unknowns: W row by row, q, and of each contact mu and the number of its pairs.
    pub fn take(&mut self, w: &[f64], q: &[f64], contacts: impl Iterator<Item = (f64, usize)>) {
        self.make_room(q.len());
        for (mu, pairs) in contacts {
            let first = self.rows.len();
            self.contacts.push(FormContact { slip: first, mu, first, pairs });
            self.rows.extend((first..=first + pairs).map(|row| (row, row)));
        }
        self.w.extend_from_slice(w);
        self.q.extend_from_slice(q);
    }

    /// Room for any problem of n unknowns, so that another one of the same size needs none.
    fn make_room(&mut self, n: usize) {
        self.contacts.clear();
        self.contacts.reserve(n);
        self.rows.clear();
        self.rows.reserve(n);
        self.directions.clear();
        self.directions.reserve(n);
        self.q.clear();
        self.q.reserve(n);
        self.w.clear();
        self.w.reserve(n * n);
    }

    /// Reads the slip row: -1 at the directions, mu at the normal, nothing else.
    fn add_contact(&mut self, problem: &Lcp, slip: usize) -> bool {
        let (mut normal, mut mu) = (None, 0.0);
        self.directions.clear();
        for (j, &entry) in problem.m().row(slip).iter().enumerate() {
            if entry == -1.0 && problem.m()[(j, slip)] == 1.0 {
                self.directions.push(j);
            } else if entry > 0.0 && normal.is_none() && problem.m()[(j, slip)] == 0.0 {
                (normal, mu) = (Some(j), entry);
            } else if entry != 0.0 {
                return false;
            }
        }
        let Some(normal) = normal else { return false };
        let first = self.rows.len();
        self.rows.push((normal, normal));
        let places = self.directions.iter().chain([&normal, &slip]);
        if places.clone().any(|&i| self.taken[i]) {
            return false;
        }
        places.for_each(|&i| self.taken[i] = true);
        self.contacts.push(FormContact { slip, mu, first, pairs: self.directions.len() / 2 });
        self.pair_up(problem, normal)
    }

    /// Finds for each direction its opposite.
    fn pair_up(&mut self, problem: &Lcp, normal: usize) -> bool {
        let m = problem.m();
        while let Some(d) = self.directions.first().copied() {
            let opposite = |&e: &usize| {
                m[(e, e)] == m[(d, d)]
                    && m[(d, e)] == -m[(d, d)]
                    && m[(e, normal)] == -m[(d, normal)]
                    && problem.q()[e] == -problem.q()[d]
            };
            let Some(place) = self.directions.iter().position(opposite) else { return false };
            if place == 0 {
                return false;
            }
            self.rows.push((d, self.directions[place]));
            self.directions.remove(place);
            self.directions.remove(0);
        }
        true
    }

    /// Copies W and q of the reduced unknowns.
    fn reduce(&mut self, problem: &Lcp) {
        self.w.clear();
        self.q.clear();
        for &(i, _) in &self.rows {
            let row = problem.m().row(i);
            self.w.extend(self.rows.iter().map(|&(j, _)| row[j]));
            self.q.push(problem.q()[i]);
        }
    }

    /// The unknowns of the LCP from the reduced ones and their u.
    pub fn write_z(&self, r: &[f64], u: &[f64], sticks: impl Fn(usize) -> bool, z: &mut [f64]) {
        for (&(plus, minus), &value) in self.rows.iter().zip(r) {
            z[minus] = (-value).max(0.0);
            z[plus] = value.max(0.0);
        }
        for (c, contact) in self.contacts.iter().enumerate().filter(|(_, contact)| contact.pairs > 0) {
            let pairs = contact.first + 1..contact.first + 1 + contact.pairs;
            z[contact.slip] = if sticks(c) { 0.0 } else { u[pairs].iter().fold(0.0, |m: f64, u| m.max(u.abs())) };
        }
    }
}
