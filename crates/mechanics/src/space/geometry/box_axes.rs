//! The axis along which two boxes are farthest apart, by the 15 candidates of the separating axis theorem.
//!
//! With a_i, b_k the unit axes of the boxes, r and s their half sides, d from the centre of B to that of A and R_ki = b_k . a_i:
//!
//! ```text
//!     b_k          |d . b_k| - s_k - sum_i r_i |R_ki|
//!     a_i          |d . a_i| - r_i - sum_k s_k |R_ki|
//!     a_i x b_k    (|d . (a_i x b_k)| - sum_j r_j |a_j . (a_i x b_k)| - sum_l s_l |b_l . (a_i x b_k)|) / |a_i x b_k|
//! ```
//!
//! The triple products are entries of R: a_j . (a_i x b_k) = +-R_km with m the third of i, j, m. A box apart is seen by a few products, and
//! no corner is looked at.
//!
//! Source: Gottschalk, Lin, Manocha, *OBBTree*, SIGGRAPH 1996, section 5.

use glam::{DMat3, DVec3};

use super::pairing::Pairing;
use super::patch::PARALLEL;
use super::solid::Solid;

/// A box about its centre: unit axes and half sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BoxAxes {
    pub centre: DVec3,
    pub axes: DMat3,
    pub half: DVec3,
}

/// The farthest axes of each kind: faces of A, faces of B, pairs of directions of edges. Heights, and which.
#[derive(Debug, Clone, Copy)]
pub(super) struct Farthest {
    pub of_a: (f64, usize),
    pub of_b: (f64, usize),
    /// With the normal from B to A.
    pub edges: (f64, DVec3, [usize; 2]),
}

/// The farthest axes of two boxes: `Some(None)` if one of them is beyond reach, `None` if the two are not both boxes.
pub(super) fn farthest_of_boxes(pairing: &Pairing, reach: f64) -> Option<Option<Farthest>> {
    let (a, b) = (pairing.a.cuboid?, pairing.b.cuboid?);
    let turn = DMat3::from_quat(pairing.place.rotation);
    let apart = Apart::new(&a, &b, turn, pairing.place.position);
    Some(apart.farthest(reach).map(|found| found.numbered(pairing, [turn * a.axes, b.axes])))
}

/// The numbers the candidates are made of.
struct Apart {
    /// R by rows, b_k . a_i, and the absolute values.
    turn: [[f64; 3]; 3],
    size: [[f64; 3]; 3],
    /// d along the axes of B and of A.
    along_b: [f64; 3],
    along_a: [f64; 3],
    r: [f64; 3],
    s: [f64; 3],
}

/// The farthest candidates: axis and sense (from B to A along it or against it).
struct Found {
    of_a: (f64, usize, f64),
    of_b: (f64, usize, f64),
    edges: (f64, [usize; 2], f64),
}

impl Apart {
    fn new(a: &BoxAxes, b: &BoxAxes, turn: DMat3, position: DVec3) -> Self {
        let (of_a, d) = (turn * a.axes, position + turn * a.centre - b.centre);
        let rows = (b.axes.transpose() * of_a).transpose();
        let turn = [rows.x_axis, rows.y_axis, rows.z_axis].map(|row| row.to_array());
        Self {
            turn,
            size: turn.map(|row| row.map(f64::abs)),
            along_b: (b.axes.transpose() * d).to_array(),
            along_a: (of_a.transpose() * d).to_array(),
            r: a.half.to_array(),
            s: b.half.to_array(),
        }
    }

    /// The farthest of each kind; `None` if one is beyond reach.
    fn farthest(&self, reach: f64) -> Option<Found> {
        let Self { size, along_a, along_b, r, s, .. } = self;
        let (mut of_a, mut of_b) = ((f64::NEG_INFINITY, 0, 1.0), (f64::NEG_INFINITY, 0, 1.0));
        for k in 0..3 {
            let extent = s[k] + r[0] * size[k][0] + r[1] * size[k][1] + r[2] * size[k][2];
            keep(&mut of_b, along_b[k].abs() - extent, k, along_b[k], reach)?;
        }
        for i in 0..3 {
            let extent = r[i] + s[0] * size[0][i] + s[1] * size[1][i] + s[2] * size[2][i];
            keep(&mut of_a, along_a[i].abs() - extent, i, along_a[i], reach)?;
        }
        let mut edges = (f64::NEG_INFINITY, [0, 0], 1.0);
        for i in 0..3 {
            for k in 0..3 {
                if let Some((apart, along)) = self.crossed(i, k) {
                    keep(&mut edges, apart, [i, k], along, reach)?;
                }
            }
        }
        Some(Found { of_a, of_b, edges })
    }

    /// How far apart along a_i x b_k, and d along it; `None` where the two have no common normal.
    fn crossed(&self, i: usize, k: usize) -> Option<(f64, f64)> {
        let Self { turn, size, along_b, r, s, .. } = self;
        let ([j, m], [l, n]) = (others(i), others(k));
        let square = turn[l][i] * turn[l][i] + turn[n][i] * turn[n][i];
        let length = square.sqrt();
        if length < PARALLEL {
            return None;
        }
        // a_i x b_k in the axes of B: a_i = (R_ki, R_li, R_ni) along (b_k, b_l, b_n), and b_l x b_k = -b_n, b_n x b_k = b_l.
        let along = turn[n][i] * along_b[l] - turn[l][i] * along_b[n];
        let extent = r[j] * size[k][m] + r[m] * size[k][j] + s[l] * size[n][i] + s[n] * size[l][i];
        Some(((along.abs() - extent) / length, along))
    }
}

/// The two axes after one, in turn.
fn others(k: usize) -> [usize; 2] {
    [(k + 1) % 3, (k + 2) % 3]
}

/// Keeps the farther one; `None` if it is beyond reach.
fn keep<T>(best: &mut (f64, T, f64), height: f64, which: T, sense: f64, reach: f64) -> Option<()> {
    if height > reach {
        return None;
    }
    if height > best.0 {
        *best = (height, which, sense);
    }
    Some(())
}

impl Found {
    /// The same with the numbers of faces and directions of edges, which are those that look most along the axes.
    fn numbered(&self, pairing: &Pairing, [a, b]: [DMat3; 2]) -> Farthest {
        let (of_a, of_b, edges) = (self.of_a, self.of_b, self.edges);
        let (p, q) = (a.col(edges.1[0]), b.col(edges.1[1]));
        let normal = p.cross(q).normalize_or_zero() * edges.2.signum();
        let own = |axis: usize| pairing.a.cuboid.map_or(DVec3::ZERO, |cuboid| cuboid.axes.col(axis));
        Farthest {
            // A is seen from B: its own face looks at B, against d.
            of_a: (of_a.0, face(pairing.a, -of_a.2.signum() * own(of_a.1))),
            of_b: (of_b.0, face(pairing.b, of_b.2.signum() * b.col(of_b.1))),
            edges: (edges.0, normal, [direction(pairing.a, own(edges.1[0])), direction(pairing.b, q)]),
        }
    }
}

/// The face that looks most along a direction.
fn face(solid: &Solid, along: DVec3) -> usize {
    let look = |i: usize| solid.mesh.faces[i].normal.dot(along);
    (1..solid.mesh.faces.len()).fold(0, |best, i| if look(i) > look(best) { i } else { best })
}

/// The direction of edges along an axis.
fn direction(solid: &Solid, along: DVec3) -> usize {
    let look = |i: usize| solid.directions[i].along.dot(along).abs();
    (1..solid.directions.len()).fold(0, |best, i| if look(i) > look(best) { i } else { best })
}
