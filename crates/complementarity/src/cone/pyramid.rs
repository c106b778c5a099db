//! Friction pyramids: the round cone of space replaced by one with k edges, which makes the problem an LCP.
//!
//! ```text
//!     r_T = sum_i b_i d_i,     d_i = (cos 2 pi i/k, sin 2 pi i/k),     b_i >= 0
//!     u_N >= 0  perp  r_N >= 0,     s + d_i . u_T >= 0  perp  b_i >= 0,     mu r_N - sum_i b_i >= 0  perp  s >= 0
//! ```
//!
//! The edges lie on the round cone, the first along the first tangent, and the faces inside it: friction holds up to cos(pi/k) times
//! less across a face than along an edge, and what slides is rubbed along the nearest edge, not against its velocity. With many edges the pyramid
//! becomes the cone.
//!
//! The matrix is copositive, so that Lemke's method ends with an answer wherever q can be reached (rest is always one without restitution).
//!
//! Source: Stewart, Trinkle, *Int. J. Numer. Methods Eng.* 39 (1996), equations 21 to 27; Anitescu, Potra, *Nonlinear Dynamics* 14
//! (1997), theorem 3.2.

use super::as_lcp::{places, write_edges};
use super::{BlockMatrix, FrictionProblem};
use crate::error::InputError;
use crate::lcp::{Choose, Cover, Lcp, LcpSolver, Lemke, Outcome};
use crate::matrix::{Matrix, max_abs};
use crate::settings::Settings;

/// Directions of a contact in space.
const DIM: usize = 3;

/// The LCP of pyramids, solved by pivots. Keeps its work arrays between calls.
#[derive(Debug, Clone, Default)]
pub struct ConePyramid {
    lemke: Lemke,
    choose: Choose,
    outcome: Outcome,
    places: Vec<usize>,
}

impl ConePyramid {
    /// Solves a problem of space with pyramids of so many sides in place of the cones: writes r, and returns the residual of the LCP
    /// in units in which every W_NN and the largest velocity is one.
    pub fn solve(
        &mut self,
        problem: &FrictionProblem,
        sides: usize,
        settings: &Settings,
        r: &mut Vec<f64>,
    ) -> Result<f64, InputError> {
        r.clear();
        r.resize(problem.size(), 0.0);
        let roots: Vec<f64> = problem.rho().iter().map(|rho| rho.sqrt()).collect();
        let scaled: Vec<f64> = problem.q().iter().enumerate().map(|(i, q)| roots[i / DIM] * q).collect();
        let all = max_abs(&scaled);
        if problem.dim() != DIM || all == 0.0 {
            return Ok(0.0);
        }
        let scaled = scaled.iter().map(|q| q / all).collect();
        let one = FrictionProblem::new(scaled_matrix(problem, &roots)?, scaled, problem.mu().to_vec())?;
        let directions = directions(sides);
        let size = places(&one, directions.len() + 1, &mut self.places);
        let (mut m, mut q) = (Matrix::zeros(size, size), vec![0.0; size]);
        write_edges(&one, &directions, &self.places, &mut m, &mut q);
        let residual = self.pivot(&Lcp::new(m, q)?, settings)?;
        for (i, &place) in self.places.iter().enumerate() {
            let count = if problem.mu()[i] > 0.0 { directions.len() } else { 1 };
            for (z, way) in self.outcome.z[place..].iter().zip(&directions[..count]) {
                (0..DIM).for_each(|k| r[DIM * i + k] += all * roots[i] * z * way[k]);
            }
        }
        Ok(residual)
    }

    /// Lemke's method with two covering vectors, then everything.
    fn pivot(&mut self, lcp: &Lcp, settings: &Settings) -> Result<f64, InputError> {
        for cover in [Cover::Graded, Cover::Ones] {
            self.lemke.cover = cover;
            self.lemke.solve_into(lcp, None, settings, &mut self.outcome)?;
            if self.outcome.residual <= settings.tolerance {
                return Ok(self.outcome.residual);
            }
        }
        self.choose.solve_into(lcp, None, settings, &mut self.outcome)?;
        Ok(self.outcome.residual)
    }
}

/// The normal and the edges of a pyramid.
fn directions(sides: usize) -> Vec<[f64; DIM]> {
    let edge = |i: usize| {
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / sides as f64).sin_cos();
        [0.0, cos, sin]
    };
    std::iter::once([1.0, 0.0, 0.0]).chain((0..sides).map(edge)).collect()
}

/// W with rows and columns of each contact times its root.
fn scaled_matrix(problem: &FrictionProblem, roots: &[f64]) -> Result<BlockMatrix, InputError> {
    BlockMatrix::from_block_rows(DIM, problem.contacts(), |i, columns, values| {
        for (j, block) in problem.w().row(i) {
            columns.push(j);
            values.extend(block.iter().map(|w| w * roots[i] * roots[j]));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A point of mass two that presses with ten and is pushed with some force at an angle, mu = 0.5; per unit of time.
    fn pushed(force: f64, degrees: f64, sides: usize) -> ([f64; 2], [f64; 2]) {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let w = BlockMatrix::from_dense(3, 1, &[0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.5]).unwrap();
        let problem = FrictionProblem::new(w, vec![-5.0, 0.5 * force * cos, 0.5 * force * sin], vec![0.5]).unwrap();
        let mut r = Vec::new();
        let residual = ConePyramid::default().solve(&problem, sides, &Settings::default(), &mut r).unwrap();
        assert!(residual < 1e-12, "{residual}");
        ([r[1], r[2]], [0.5 * (force * cos + r[1]), 0.5 * (force * sin + r[2])])
    }

    fn close(a: [f64; 2], b: [f64; 2]) -> bool {
        // A few pivots with numbers of order ten: rounding.
        a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn four_sides_rub_along_the_nearest_edge() {
        let (cos, sin) = (20_f64.to_radians().cos(), 20_f64.to_radians().sin());
        // Held while |x| + |y| <= mu N = 5.
        let limit = 5.0 / (cos + sin);
        assert!(close(pushed(0.9999 * limit, 20.0, 4).1, [0.0, 0.0]));
        assert!(pushed(1.0001 * limit, 20.0, 4).1[0] > 1e-6);
        // Twice the limit of the cone: rubbed along x alone, it goes off at 37.9 degrees.
        let (friction, motion) = pushed(10.0, 20.0, 4);
        assert!(close(friction, [-5.0, 0.0]), "{friction:?}");
        assert!(close(motion, [0.5 * (10.0 * cos - 5.0), 5.0 * sin]), "{motion:?}");
        // A little less, and the nearest edge would be the other one: it goes along the diagonal, rubbed by both.
        let (friction, motion) = pushed(6.0, 20.0, 4);
        let along = 0.5 * (6.0 * (cos + sin) - 5.0) / 2.0;
        assert!(close(motion, [along, along]) && close(friction, [along * 2.0 - 6.0 * cos, along * 2.0 - 6.0 * sin]));
    }

    #[test]
    fn many_sides_become_the_cone() {
        for sides in [16, 64] {
            let (friction, _) = pushed(10.0, 20.0, sides);
            // At most half an edge's angle off, and as long as the cone lets it be but for the sagitta of a face.
            let half = std::f64::consts::PI / sides as f64;
            let (length, angle) = (friction[0].hypot(friction[1]), (-friction[1]).atan2(-friction[0]));
            assert!(length <= 5.0 + 1e-12 && length >= 5.0 * half.cos() - 1e-12, "{sides}: {length}");
            assert!((angle - 20_f64.to_radians()).abs() <= 2.0 * half, "{sides}: {angle}");
        }
    }
}
