//! Friction problems that are LCPs, solved by the methods for those.
//!
//! * Without friction anywhere: M = W_NN, q_N, and r_T = 0.
//! * In the plane, where the cone has two edges: Stewart and Trinkle's LCP with friction b+ and b- of both signs and a slip
//!   speed s for each contact with mu > 0,
//!
//! ```text
//!     u_N >= 0  perp  r_N >= 0,     s + u_T >= 0  perp  b+ >= 0,     s - u_T >= 0  perp  b- >= 0,
//!     mu r_N - b+ - b- >= 0  perp  s >= 0,                           r_T = b+ - b-
//! ```
//!
//! Both are exact, and pivoting needs no convergence: large mu, where sweeps and Newton run in circles, is no harder than small.
//! A problem that is neither is not tried.
//!
//! Source: Stewart, Trinkle, *Int. J. Numer. Methods Eng.* 39 (1996), equations 21 to 27.

use super::{BlockMatrix, ConeOutcome, ConeSolver, ConeStatus, FrictionProblem};
use crate::error::{InputError, check_start};
use crate::lcp::{Choose, ContactModes, Lcp, LcpSolver, Outcome, Proximal};
use crate::matrix::Matrix;
use crate::settings::{Clock, Settings, Stop};

/// Contacts at most without friction: the LCP is dense, and one of 570 contacts takes half a second.
const MAX_FRICTIONLESS: usize = 1_000;

/// Contacts at most in the plane, for the modes (systems of two unknowns a contact) and for the default of the LCPs (pivots on
/// four unknowns a contact, which on larger ones used up the time without an answer).
const MAX_PLANAR: usize = 400;
const MAX_PLANAR_PIVOTS: usize = 100;

/// The tolerance of the LCP is this part of the one asked: its residual is in other units, and mu multiplies slip speeds.
const STRICTER: f64 = 1e-3;

/// The least tolerance asked of an LCP: what rounding leaves.
const LEAST_TOLERANCE: f64 = 1e-13;

/// What the default solver calls an answer by the LCP of the normals; infeasibility is proved by it too.
pub(crate) const FRICTIONLESS: &str = "frictionless-lcp";

/// The same for the planar LCP, where it was not answered by contact modes.
const PLANAR: &str = "planar-lcp";

/// The methods for LCPs with their work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct AsLcp {
    lcp: Option<Lcp>,
    /// The first unknown of every contact in the LCP.
    places: Vec<usize>,
    modes: ContactModes,
    choose: Choose,
    proximal: Proximal,
    inner: Outcome,
    /// What the fast method found.
    before: Vec<f64>,
}

/// Whether the problem has no friction anywhere.
fn is_frictionless(problem: &FrictionProblem) -> bool {
    problem.mu().iter().all(|&mu| mu == 0.0)
}

/// Whether the problem is an LCP of a size that is worth trying.
pub(crate) fn is_lcp(problem: &FrictionProblem) -> bool {
    let largest = if is_frictionless(problem) { MAX_FRICTIONLESS } else { MAX_PLANAR };
    (problem.dim() == 2 || is_frictionless(problem)) && (1..=largest).contains(&problem.contacts())
}

/// Writes the normal parts of W and q.
pub(crate) fn write_normals(w: &BlockMatrix, q: &[f64], m: &mut Matrix, normal: &mut [f64]) {
    for i in 0..normal.len() {
        normal[i] = q[i * w.dim()];
        for (j, block) in w.row(i) {
            m[(i, j)] = block[0];
        }
    }
}

impl AsLcp {
    /// Writes the LCP.
    fn write(&mut self, problem: &FrictionProblem) -> Result<(), InputError> {
        let lcp = match &mut self.lcp {
            Some(lcp) => lcp,
            none => none.insert(Lcp::new(Matrix::zeros(1, 1), vec![0.0])?),
        };
        let frictionless = is_frictionless(problem);
        let size = places(problem, PLANE.len() + 1, &mut self.places);
        let places = &self.places;
        lcp.rewrite(size, |m, q| {
            if frictionless {
                write_normals(problem.w(), problem.q(), m, q)
            } else {
                write_edges(problem, &PLANE, places, m, q)
            }
        })
    }

    /// The fast method for the LCP, into `inner`: contact modes, or proximal steps without friction. Its name.
    fn solve_fast(&mut self, problem: &FrictionProblem, settings: &Settings) -> Result<&'static str, InputError> {
        let Some(lcp) = &self.lcp else { return Ok(PLANAR) };
        if is_frictionless(problem) {
            self.proximal.solve_into(lcp, None, settings, &mut self.inner)?;
            return Ok(FRICTIONLESS);
        }
        self.modes.solve_into(lcp, None, settings, &mut self.inner)?;
        Ok(self.modes.name())
    }

    /// The default for LCPs, into `inner`, where the LCP is small enough. Its name.
    fn solve_safely(
        &mut self,
        problem: &FrictionProblem,
        settings: &Settings,
    ) -> Result<Option<&'static str>, InputError> {
        let frictionless = is_frictionless(problem);
        match &self.lcp {
            Some(lcp) if frictionless || problem.contacts() <= MAX_PLANAR_PIVOTS => {
                self.choose.solve_into(lcp, None, settings, &mut self.inner)?;
                Ok(Some(if frictionless { FRICTIONLESS } else { PLANAR }))
            }
            _ => Ok(None),
        }
    }

    /// r from the unknowns of the LCP, and its residual.
    fn take(&self, problem: &FrictionProblem, tolerance: f64, outcome: &mut ConeOutcome) {
        let r = &mut outcome.r;
        r.fill(0.0);
        let d = problem.dim();
        for (i, &place) in self.places.iter().enumerate() {
            r[i * d] = self.inner.z[place];
            if problem.mu()[i] > 0.0 {
                r[i * d + 1] = self.inner.z[place + 1] - self.inner.z[place + 2];
            }
        }
        outcome.iterations = self.inner.iterations;
        outcome.judge(problem, tolerance, self.inner.stop.unwrap_or(Stop::Stalled));
    }
}

/// The directions of a contact in the plane: its normal, and both edges of its cone.
const PLANE: [[f64; 2]; 3] = [[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];

/// Writes Stewart and Trinkle's LCP for cones with some edges, given the directions of a contact: its normal, then the edges. A contact
/// with friction has the unknowns r_N, the forces along the edges and s from its place on, one without r_N alone.
pub(super) fn write_edges<const D: usize>(
    problem: &FrictionProblem,
    directions: &[[f64; D]],
    places: &[usize],
    m: &mut Matrix,
    q: &mut [f64],
) {
    let forces = |i: usize| &directions[..if problem.mu()[i] > 0.0 { directions.len() } else { 1 }];
    let along = |way: &[f64; D], line: &dyn Fn(usize) -> f64| (0..D).map(|k| way[k] * line(k)).sum::<f64>();
    for (i, &row) in places.iter().enumerate() {
        for (a, way) in forces(i).iter().enumerate() {
            q[row + a] = along(way, &|k| problem.q()[D * i + k]);
            for (j, block) in problem.w().row(i) {
                for (b, other) in forces(j).iter().enumerate() {
                    m[(row + a, places[j] + b)] = along(way, &|k| along(other, &|l| block[D * k + l]));
                }
            }
        }
        if problem.mu()[i] > 0.0 {
            let slip = row + directions.len();
            m[(slip, row)] = problem.mu()[i];
            for b in row + 1..slip {
                m[(slip, b)] = -1.0;
                m[(b, slip)] = 1.0;
            }
        }
    }
}

/// The first unknown of every contact, and their number, with so many unknowns for one with friction.
pub(super) fn places(problem: &FrictionProblem, unknowns: usize, places: &mut Vec<usize>) -> usize {
    places.clear();
    let mut size = 0;
    for &mu in problem.mu() {
        places.push(size);
        size += if mu > 0.0 { unknowns } else { 1 };
    }
    size
}

impl ConeSolver for AsLcp {
    fn name(&self) -> &'static str {
        PLANAR
    }

    /// The start is not used.
    fn solve_into(
        &mut self,
        problem: &FrictionProblem,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, problem.size())?;
        outcome.reset(self.name(), problem.size(), start);
        if !is_lcp(problem) {
            outcome.judge(problem, settings.tolerance, Stop::Stalled);
            return Ok(());
        }
        let clock = Clock::start(settings);
        let mut own = settings.clone();
        own.tolerance = (STRICTER * settings.tolerance).max(LEAST_TOLERANCE.min(settings.tolerance));
        self.write(problem)?;
        outcome.solver = self.solve_fast(problem, &own)?;
        self.take(problem, settings.tolerance, outcome);
        if outcome.status == ConeStatus::Solved || clock.stop().is_some() {
            return Ok(());
        }
        let residual = outcome.residual;
        self.before.clone_from(&outcome.r);
        if let Some(name) = self.solve_safely(problem, &clock.rest_of(&own))? {
            self.take(problem, settings.tolerance, outcome);
            if outcome.residual < residual {
                outcome.solver = name;
            } else {
                outcome.r.clone_from(&self.before);
                outcome.judge(problem, settings.tolerance, Stop::Stalled);
            }
        }
        Ok(())
    }
}
