//! The closed form of a body that tumbles without forces.
//!
//! With moments J_1 < J_2 < J_3, energy T, momentum L and L^2 > 2 T J_2 the spin in the axes of the body is
//!
//! ```text
//!     w_1 = a_1 cn(s),  w_2 = a_2 sn(s),  w_3 = a_3 dn(s),     s = p t + s_0
//!     a_1^2 = (2 T J_3 - L^2) / J_1 (J_3 - J_1),  a_2^2 = (2 T J_3 - L^2) / J_2 (J_3 - J_2),  a_3^2 = (L^2 - 2 T J_1) / J_3 (J_3 - J_1)
//!     p^2 = (J_3 - J_2)(L^2 - 2 T J_1) / J_1 J_2 J_3,             m = (J_2 - J_1)(2 T J_3 - L^2) / (J_3 - J_2)(L^2 - 2 T J_1)
//! ```
//!
//! with the axes 1 and 3 exchanged where L^2 < 2 T J_2. The attitude is that of Euler's angles about L: two of them follow from J w, and
//! phi' = L (J_1 w_1^2 + J_2 w_2^2) / (J_1^2 w_1^2 + J_2^2 w_2^2) by quadrature.
//!
//! Source: Landau, Lifshitz, *Mechanics* (1976), section 37; the functions by the descending transformation of Landen, Abramowitz, Stegun
//! (1964), section 16.4.

use super::Attitude;

/// Panels of the quadrature of phi', of Gauss' rule with five points: phi to rounding where a panel is a small part of a turn.
const PANELS: usize = 20_000;
const GAUSS: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// sn, cn and dn of u with the parameter m.
fn jacobi(u: f64, m: f64) -> [f64; 3] {
    let (mut a, mut b, mut c) = (vec![1.0], (1.0 - m).sqrt(), vec![m.sqrt()]);
    while c[c.len() - 1].abs() > 1e-16 && a.len() < 30 {
        let last = a[a.len() - 1];
        a.push(0.5 * (last + b));
        c.push(0.5 * (last - b));
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut phi = a[n] * u * (n as f64).exp2();
    for k in (1..=n).rev() {
        phi = 0.5 * (phi + (c[k] * phi.sin() / a[k]).asin());
    }
    let sn = phi.sin();
    [sn, phi.cos(), (1.0 - m * sn * sn).sqrt()]
}

/// The inverse of sn, cn at the start: u with sn u = s and cn u = c, by quadrature of du = d phi / sqrt(1 - m sin^2 phi).
fn argument(sn: f64, cn: f64, m: f64) -> f64 {
    quadrature(0.0, sn.atan2(cn), |phi| 1.0 / (1.0 - m * phi.sin().powi(2)).sqrt())
}

fn quadrature(from: f64, to: f64, f: impl Fn(f64) -> f64) -> f64 {
    let half = 0.5 * (to - from) / PANELS as f64;
    let panel = |k: usize| {
        let middle = from + (2 * k + 1) as f64 * half;
        GAUSS.iter().map(|(x, weight)| weight * f(middle + half * x)).sum::<f64>()
    };
    half * (0..PANELS).map(panel).sum::<f64>()
}

/// The spin in the axes of the body as a function of time.
fn spin(moments: [f64; 3], start: [f64; 3]) -> impl Fn(f64) -> [f64; 3] {
    let twice: f64 = (0..3).map(|i| moments[i] * start[i] * start[i]).sum();
    let square: f64 = (0..3).map(|i| (moments[i] * start[i]).powi(2)).sum();
    // The axis about which w never vanishes last.
    let order = if square > twice * moments[1] { [0, 1, 2] } else { [2, 1, 0] };
    let [j1, j2, j3] = order.map(|i| moments[i]);
    let w = order.map(|i| start[i]);
    let (low, high) = (twice * j3 - square, square - twice * j1);
    let size = [low / (j1 * (j3 - j1)), low / (j2 * (j3 - j2)), high / (j3 * (j3 - j1))].map(f64::sqrt);
    let m = (j2 - j1) * low / ((j3 - j2) * high);
    let sign = w[2].signum();
    // J_2 w_2' = (J_3 - J_1) w_3 w_1, in either order.
    let rate = sign * ((j3 - j2) * high / (j1 * j2 * j3)).sqrt();
    let first = argument(w[1] / size[1], w[0] / size[0], m);
    move |t: f64| {
        let [sn, cn, dn] = jacobi(rate * t + first, m);
        let mut out = [0.0; 3];
        for (k, value) in [size[0] * cn, size[1] * sn, sign * size[2] * dn].into_iter().enumerate() {
            out[order[k]] = value;
        }
        out
    }
}

fn product(a: &Attitude, b: &Attitude) -> Attitude {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

fn about_z(angle: f64) -> Attitude {
    let (s, c) = angle.sin_cos();
    [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
}

fn about_x(angle: f64) -> Attitude {
    let (s, c) = angle.sin_cos();
    [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]
}

/// The attitude after a time, seen from a frame whose z axis is L; phi is zero at the start.
fn about_momentum(moments: [f64; 3], w: [f64; 3], phi: f64) -> Attitude {
    let l = [0, 1, 2].map(|i| moments[i] * w[i]);
    let psi = l[0].atan2(l[1]);
    let theta = l[0].hypot(l[1]).atan2(l[2]);
    product(&about_z(phi), &product(&about_x(theta), &about_z(psi)))
}

/// The attitude after a time of a body whose axes are those of the world at the start.
pub(super) fn attitude(moments: [f64; 3], start: [f64; 3], time: f64) -> Attitude {
    let w = spin(moments, start);
    let momentum = (0..3).map(|i| (moments[i] * start[i]).powi(2)).sum::<f64>().sqrt();
    let phi = quadrature(0.0, time, |t| {
        let w = w(t);
        let [a, b] = [0, 1].map(|i| moments[i] * w[i] * w[i]);
        momentum * (a + b) / (moments[0] * a + moments[1] * b)
    });
    let (first, last) = (about_momentum(moments, start, 0.0), about_momentum(moments, w(time), phi));
    let back = [0, 1, 2].map(|i| [0, 1, 2].map(|j| first[j][i]));
    product(&back, &last)
}
