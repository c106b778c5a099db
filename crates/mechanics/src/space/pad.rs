//! Dry friction of a joint that can hold it: |tau| <= c, and tau = -c sign(x') while the joint moves.
//!
//! c does not depend on what the joint carries, as if a pad were pressed on its axle by a spring. The pad has two coordinates of its own,
//! both zero for ever: z, along which the spring presses it on, and y, across the motion of the joint. The contact of the pad is
//!
//! ```text
//!     c z'' = -c + lambda_N,     c y'' = lambda_2,     gap z,     D_N = z',     D_T = (x', y'),     mu = 1
//! ```
//!
//! so that lambda_N = c exactly, y' = 0, and Coulomb's law |lambda_T| <= lambda_N is the law of the joint: it sticks, slips and turns back as
//! events like those of bodies, with the same solvers. Impacts elsewhere do not press the pad, and friction that is bounded has no impulse.

use super::joint::Joint;
use super::kinematics::Kinematics;
use super::stop::Coordinate;
use crate::mass::Mass;
use crate::model::{Contact, Direction};
use crate::pair_law::PairLaw;
use crate::rigid::Rigid;

/// Coordinates of a pad: z and y.
pub(super) const PAD: usize = 2;

/// The pad of a joint.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pad {
    pub joint: usize,
    pub coordinate: Coordinate,
    /// c, N m or N, positive.
    pub press: f64,
    /// z in q and in v; y comes next.
    pub at: [usize; 2],
    pub law: PairLaw,
}

impl Pad {
    /// Its part of M.
    pub fn add_mass(&self, mass: &mut Mass) {
        (0..PAD).for_each(|_| mass.push_inverted(1, &[self.press], &[1.0 / self.press]));
    }

    /// What presses it on.
    pub fn add_force(&self, force: &mut [f64]) {
        force[self.at[1]] -= self.press;
    }

    /// Its coordinates in q, each with that in v.
    pub fn coordinates(&self) -> [[usize; 2]; PAD] {
        [0, 1].map(|k| self.at.map(|first| first + k))
    }

    pub fn gap(&self, q: &[f64]) -> f64 {
        q[self.at[0]]
    }

    /// Its contact.
    pub fn fill(&self, joint: &Joint, [a, b]: [&Kinematics; 2], q: &[f64], contact: &mut Contact) {
        let own = |direction: &mut Direction, k: usize| {
            direction.clear();
            direction.row.add(self.at[1] + k, &[1.0]);
        };
        own(&mut contact.along_normal, 0);
        self.coordinate.fill(joint, a, b, 1.0, &mut contact.tangential[0]);
        own(&mut contact.tangential[1], 1);
        contact.moment.clear();
        contact.gap = self.gap(q);
        contact.point = a.point(joint.at[0]).to_array();
        contact.normal = (b.pose.rotation * self.coordinate.axis()).to_array();
    }
}
