//! The local inverse mass matrix of one contact in space.
//!
//! ```text
//! G = [ g_nn  g^t ]      u' = u + G P      u = (u_n, u_t)
//!     [ g     A   ]
//! ```

use super::{Impulse, Velocity};
use crate::accurate::difference_of_products;
use crate::contact::SINGULAR;
use glam::{DMat2, DVec2};

/// Share of its largest eigenvalue below which an eigenvalue of A counts as zero: the contact point cannot move that way
/// (a jointed body). Smaller would divide by rounding noise.
const FLAT: f64 = 1e-13;

/// The entries of G (1/kg).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// g_nn: normal velocity per normal impulse.
    pub normal: f64,
    /// g: tangential velocity per normal impulse, and normal velocity per tangential impulse.
    pub coupling: DVec2,
    /// A: tangential velocity per tangential impulse; symmetric.
    pub tangential: DMat2,
}

impl Contact {
    /// From the three rows of G in the order n, t1, t2. Where g_ij and g_ji differ, their mean is taken.
    pub fn from_rows(rows: [[f64; 3]; 3]) -> Self {
        let mean = |i: usize, j: usize| 0.5 * (rows[i][j] + rows[j][i]);
        let off = mean(1, 2);
        Self {
            normal: rows[0][0],
            coupling: DVec2::new(mean(0, 1), mean(0, 2)),
            tangential: DMat2::from_cols(DVec2::new(rows[1][1], off), DVec2::new(off, rows[2][2])),
        }
    }

    /// The change of velocity by an impulse, G P.
    pub fn velocity_change(&self, impulse: Impulse) -> Velocity {
        Velocity {
            normal: self.normal * impulse.normal + self.coupling.dot(impulse.tangential),
            tangential: self.coupling * impulse.normal + self.tangential * impulse.tangential,
        }
    }

    /// mu_s = |A^-1 g|: friction from which a stopped slip keeps sticking.
    pub fn mu_s(&self) -> f64 {
        Principal::of(self).sticking_slope().length()
    }
}

/// A contact seen along the principal axes of A, where A = diag(a1, a2) with a1 >= a2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Principal {
    /// g_nn.
    pub normal: f64,
    /// g in principal axes.
    pub g: DVec2,
    /// Eigenvalues of A.
    pub a: DVec2,
    /// First principal axis in the tangents of the contact.
    axis: DVec2,
}

impl Principal {
    pub fn of(contact: &Contact) -> Self {
        let a = contact.tangential;
        let (mean, half, off) =
            (0.5 * (a.x_axis.x + a.y_axis.y), 0.5 * (a.x_axis.x - a.y_axis.y), 0.5 * (a.x_axis.y + a.y_axis.x));
        let radius = half.hypot(off);
        let largest = mean + radius;
        // The small eigenvalue from the determinant: no digits are lost where A is nearly singular.
        let det = difference_of_products(a.x_axis.x, a.y_axis.y, off, off);
        let smallest = if largest > 0.0 { (det / largest).max(0.0) } else { 0.0 };
        let axis = if radius == 0.0 { DVec2::X } else { DVec2::from_angle(0.5 * off.atan2(half)) };
        let g = DVec2::new(axis.dot(contact.coupling), axis.perp_dot(contact.coupling));
        // What cannot move has no coupling either; what is left of it is rounding.
        let flat = smallest <= FLAT * largest;
        Self {
            normal: contact.normal,
            g: if flat { DVec2::new(g.x, 0.0) } else { g },
            a: DVec2::new(largest, if flat { 0.0 } else { smallest }),
            axis,
        }
    }

    /// The same with all inverse masses divided by one.
    pub fn divided_by(&self, rate: f64) -> Self {
        Self { normal: self.normal / rate, g: self.g / rate, a: self.a / rate, axis: self.axis }
    }

    /// From the tangents of the contact into principal axes.
    pub fn inward(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.axis.dot(v), self.axis.perp_dot(v))
    }

    /// From principal axes back into the tangents of the contact.
    pub fn outward(&self, v: DVec2) -> DVec2 {
        self.axis * v.x + self.axis.perp() * v.y
    }

    /// A^-1 v; nothing in a direction that cannot move.
    pub fn solve(&self, v: DVec2) -> DVec2 {
        let part = |v: f64, a: f64| if a > 0.0 { v / a } else { 0.0 };
        DVec2::new(part(v.x, self.a.x), part(v.y, self.a.y))
    }

    /// A^-1 g: minus the friction per normal impulse of a sticking contact.
    pub fn sticking_slope(&self) -> DVec2 {
        self.solve(self.g)
    }

    /// q_s = g_nn - g . A^-1 g = 1/M_nn: normal velocity per normal impulse of a sticking contact. Where it is rounding of g_nn it is zero:
    /// G is singular, and a contact that sticks keeps its normal velocity.
    pub fn sticking_rate(&self) -> f64 {
        self.lifting_rate(-self.sticking_slope())
    }

    /// g_nn + g . f, the normal velocity per normal impulse with a tangential impulse f of it. What is rounding of g_nn is zero.
    pub fn lifting_rate(&self, f: DVec2) -> f64 {
        let rate = self.normal + self.g.dot(f);
        if rate.abs() <= SINGULAR * self.normal { 0.0 } else { rate }
    }

    /// True if G is singular with its normal: normal and tangential velocities then change in a fixed ratio.
    pub fn is_singular(&self) -> bool {
        self.sticking_rate() == 0.0
    }

    /// True if the tangential velocity w can be brought to zero.
    pub fn can_stop(&self, w: DVec2) -> bool {
        self.a.y > 0.0 || w.y.abs() <= FLAT * w.x.abs()
    }
}
