//! The nearest impulses within round cones that do the same.
//!
//! ```text
//!     min |r - t|^2,   R r = d,   r in K        R with orthonormal rows, K a product of round cones, rays and nothing
//! ```
//!
//! By its dual: r = P_K(t - R^T l) with the multipliers l of R r = d, and what is left of these equations is the gradient of a convex function,
//!
//! ```text
//!     theta(l) = |P_K(t - R^T l)|^2/2 + d . l,      F = R P_K(t - R^T l) - d = -grad theta
//! ```
//!
//! which Newton's method with the derivative V of P_K makes least, (R V R^T + shift) dl = F, with Armijo's rule for its length. Two contacts that
//! reach the border of their cones at once leave multipliers that are not unique; the shift, in proportion to |F|, keeps the system
//! regular and the convergence quadratic.
//!
//! Source: Qi, Sun, *SIAM J. Matrix Anal. Appl.* 28 (2006) (the method, for another cone); Fukushima, Luo, Tseng, *SIAM J. Optim.* 12
//! (2002) (the projection on round cones and its derivative).

use crate::algebra::dense::dot;
use crate::algebra::linear::Linear;

/// Steps of Newton's method: convergence is quadratic, a search that takes so many has no end.
const STEPS: usize = 200;

/// F at which the search ends, in units of the largest number at hand: rounding of sums of some ten terms.
const TOLERANCE: f64 = 1e-14;

/// F that still counts as found: directions of slips are known to about this.
const FOUND: f64 = 1e-10;

/// The shift over |F|, and the least one: rounding of R V R^T.
const SHIFT: f64 = 1e-3;
const LEAST_SHIFT: f64 = 1e-13;

/// Share of the decrease that the slope promises at which a step is taken, and the halvings before it is taken anyway.
const ARMIJO: f64 = 1e-4;
const HALVINGS: usize = 30;

/// Part of its terms by which theta may grow in a step: near the end rounding hides its decrease.
const ROUNDING: f64 = 1e-14;

/// Where the impulse of a contact lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Region {
    /// The contact opens: there is none.
    Nothing,
    /// Along (1, x, y): the slip is known.
    Ray([f64; 2]),
    /// Within the cone of a mu above zero: the contact sticks.
    Cone(f64),
}

/// A projection and its derivative, which is symmetric.
type Projected = ([f64; 3], [[f64; 3]; 3]);

impl Region {
    /// The nearest impulse.
    fn project(self, z: [f64; 3]) -> Projected {
        match self {
            Self::Nothing => ([0.0; 3], [[0.0; 3]; 3]),
            Self::Ray([x, y]) => on_ray([1.0, x, y], z),
            Self::Cone(mu) => on_cone(mu, z),
        }
    }
}

fn on_ray(way: [f64; 3], z: [f64; 3]) -> Projected {
    let (along, square) = (dot(&way, &z), dot(&way, &way));
    if along <= 0.0 {
        return ([0.0; 3], [[0.0; 3]; 3]);
    }
    (way.map(|w| w * along / square), way.map(|a| way.map(|b| a * b / square)))
}

/// On the border r = n (1, mu s) with n = (z_N + mu |z_T|)/(1 + mu^2) and s = z_T/|z_T|.
fn on_cone(mu: f64, z: [f64; 3]) -> Projected {
    let pull = z[1].hypot(z[2]);
    if pull <= mu * z[0] {
        return (z, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    }
    if mu * pull <= -z[0] {
        return ([0.0; 3], [[0.0; 3]; 3]);
    }
    let (s, square) = ([z[1] / pull, z[2] / pull], 1.0 + mu * mu);
    let n = (z[0] + mu * pull) / square;
    let edge = [1.0, mu * s[0], mu * s[1]];
    let mut slope = edge.map(|a| edge.map(|b| a * b / square));
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let across = f64::from(u8::from(i == j)) - s[i] * s[j];
        slope[1 + i][1 + j] += mu * n / pull * across;
    }
    (edge.map(|e| n * e), slope)
}

/// The problem, and where it is.
pub(crate) struct Nearest<'a> {
    /// R, row by row.
    pub rows: &'a [Vec<f64>],
    /// Some r with R r = d.
    pub fixed: &'a [f64],
    /// K, contact by contact.
    pub regions: &'a [Region],
}

/// P_K(t - R^T l), its derivatives, F and theta.
struct State {
    r: Vec<f64>,
    slopes: Vec<[[f64; 3]; 3]>,
    f: Vec<f64>,
    theta: f64,
    /// What rounding of theta may be.
    doubt: f64,
}

impl Nearest<'_> {
    /// The nearest r to t; nothing if there is none in K, or it is not found.
    pub fn to(&self, target: &[f64]) -> Option<Vec<f64>> {
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let size = largest(self.fixed).max(largest(target));
        let d: Vec<f64> = self.rows.iter().map(|row| dot(row, self.fixed)).collect();
        // Without cones r = fixed + (1 - R^T R) t.
        let mut multipliers: Vec<f64> = self.rows.iter().zip(&d).map(|(row, d)| dot(row, target) - d).collect();
        let mut state = self.state(target, &d, &multipliers);
        let (mut best, mut linear) = ((largest(&state.f), state.r.clone()), Linear::default());
        for _ in 0..STEPS {
            if best.0 <= TOLERANCE * size {
                break;
            }
            if self.proves_none(&d, &multipliers) {
                return None;
            }
            let step = self.newton(&state, size, &mut linear);
            (multipliers, state) = self.stride(target, &d, (&multipliers, &state), &step);
            let miss = largest(&state.f);
            if miss < best.0 {
                best = (miss, state.r.clone());
            }
        }
        (best.0 <= FOUND * size).then_some(best.1)
    }

    fn state(&self, target: &[f64], d: &[f64], multipliers: &[f64]) -> State {
        let mut z = target.to_vec();
        for (row, l) in self.rows.iter().zip(multipliers) {
            z.iter_mut().zip(row).for_each(|(z, r)| *z -= l * r);
        }
        let (mut r, mut slopes) = (Vec::with_capacity(z.len()), Vec::with_capacity(self.regions.len()));
        for (z, region) in z.chunks_exact(3).zip(self.regions) {
            let (point, slope) = region.project([z[0], z[1], z[2]]);
            r.extend(point);
            slopes.push(slope);
        }
        let f = self.rows.iter().zip(d).map(|(row, d)| dot(row, &r) - d).collect();
        let (square, power) = (0.5 * dot(&r, &r), dot(d, multipliers));
        State { r, slopes, f, theta: square + power, doubt: ROUNDING * (square + power.abs()) }
    }

    /// Whether multipliers prove that no r in K has R r = d: R^T l is nowhere negative on K (-R^T l is projected on zero), so that every such r
    /// had d . l = r . R^T l >= 0.
    fn proves_none(&self, d: &[f64], multipliers: &[f64]) -> bool {
        let nothing = vec![0.0; self.fixed.len()];
        dot(d, multipliers) < 0.0 && self.state(&nothing, d, multipliers).r.iter().all(|r| *r == 0.0)
    }

    /// (R V R^T + shift)^-1 F.
    fn newton(&self, state: &State, size: f64, linear: &mut Linear) -> Vec<f64> {
        let m = self.rows.len();
        let turned: Vec<Vec<f64>> = self.rows.iter().map(|row| applied(&state.slopes, row)).collect();
        let mut matrix: Vec<f64> =
            self.rows.iter().flat_map(|row| turned.iter().map(move |turned| dot(row, turned))).collect();
        let miss = dot(&state.f, &state.f).sqrt() / size;
        (0..m).for_each(|i| matrix[i * (m + 1)] += (SHIFT * miss).clamp(LEAST_SHIFT, SHIFT));
        let mut step = state.f.clone();
        linear.solve(m, &matrix, &mut step);
        step
    }

    /// The point after a step, shortened until theta falls.
    fn stride(&self, target: &[f64], d: &[f64], (from, state): (&[f64], &State), step: &[f64]) -> (Vec<f64>, State) {
        let promised = ARMIJO * dot(&state.f, step);
        let at = |length: f64| {
            let there: Vec<f64> = from.iter().zip(step).map(|(l, s)| l + length * s).collect();
            let state = self.state(target, d, &there);
            (there, state)
        };
        let mut lengths = (0..HALVINGS).map(|k| 0.5_f64.powi(k as i32)).map(|length| (length, at(length)));
        let found = lengths.find(|(length, (_, next))| next.theta <= state.theta + state.doubt - length * promised);
        found.map_or_else(|| at(1.0), |(_, next)| next)
    }
}

/// V x.
fn applied(slopes: &[[[f64; 3]; 3]], x: &[f64]) -> Vec<f64> {
    let lines = |(slope, x): (&[[f64; 3]; 3], &[f64])| slope.map(|line| dot(&line, x));
    slopes.iter().zip(x.chunks_exact(3)).flat_map(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The projections are the nearest points, and their derivatives those of differences.
    #[test]
    fn projections_and_their_derivatives() {
        let regions = [Region::Nothing, Region::Ray([0.3, -0.4]), Region::Cone(0.5), Region::Cone(2.0)];
        for region in regions {
            for z in [[1.0, 0.2, 0.1], [0.3, 1.0, -0.7], [-0.4, 0.6, 0.5], [-2.0, 0.1, 0.1]] {
                let (r, slope) = region.project(z);
                let rest = [0, 1, 2].map(|k| z[k] - r[k]);
                // r is orthogonal to what is left: rounding.
                assert!(dot(&r, &rest).abs() < 1e-15, "{region:?} {z:?}");
                for k in 0..3 {
                    let moved = |h: f64| {
                        let mut z = z;
                        z[k] += h;
                        region.project(z).0
                    };
                    let (up, down) = (moved(1e-6), moved(-1e-6));
                    for i in 0..3 {
                        // Central differences: the square of their step.
                        assert!(((up[i] - down[i]) / 2e-6 - slope[i][k]).abs() < 1e-9, "{region:?} {z:?}");
                    }
                }
            }
        }
    }

    /// Two contacts that push against each other along their normals: only the sum of normals and of tangents is known.
    #[test]
    fn what_is_known_is_kept_and_the_rest_is_nearest() {
        let half = 0.5_f64.sqrt();
        let rows = [[half, 0.0, 0.0, half, 0.0, 0.0], [0.0, half, 0.0, 0.0, half, 0.0]].map(|row| row.to_vec());
        let fixed = [1.0, 0.9, 0.0, 1.0, 0.9, 0.0];
        let regions = [Region::Cone(1.0), Region::Ray([0.5, 0.0])];
        let nearest = Nearest { rows: &rows, fixed: &fixed, regions: &regions };
        // r = (2 - n, t, 0) and n (1, 1/2, 0) with t = 1.8 - n/2: |t| <= 2 - n is n <= 0.4, and the norm falls up to n = 1.16.
        let r = nearest.to(&[0.0; 6]).unwrap();
        for (got, want) in r.iter().zip([1.6, 1.6, 0.0, 0.4, 0.2, 0.0]) {
            // Newton's method ends with rounding.
            assert!((got - want).abs() < 1e-12, "{r:?}");
        }
        // A sum of tangents beyond both cones.
        let beyond = Nearest { rows: &rows, fixed: &[1.0, 1.1, 0.0, 1.0, 1.1, 0.0], regions: &regions };
        assert_eq!(beyond.to(&[0.0; 6]), None);
    }
}
