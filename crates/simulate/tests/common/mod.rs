//! The smallest world: one body with round corners above a floor that may slope or run like a belt.
#![allow(dead_code)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::{At, Contact, Energy, Friction, JointRow, Mass, Model, Pace, PairLaw, Site, Touch};
use carom_simulate::events::State;

/// One body; corners are (x, y, radius) in its own frame.
pub struct Floor {
    pub mass: f64,
    pub moment: f64,
    pub corners: Vec<[f64; 3]>,
    pub gravity: [f64; 2],
    pub belt: f64,
    /// Spring to x = 0 and force amplitude and frequency along x.
    pub stiffness: f64,
    pub law: PairLaw,
}

impl Floor {
    pub fn law(name: &str, coefficients: Coefficients) -> PairLaw {
        PairLaw {
            impact: by_name(name, &coefficients).unwrap(),
            restitution: coefficients.e.unwrap_or(0.0),
            friction: Friction::Coulomb { mu: coefficients.mu.unwrap_or(0.0) },
            penalty: None,
        }
    }

    pub fn start(q: [f64; 3], v: [f64; 3]) -> State {
        State { t: 0.0, q: q.to_vec(), v: v.to_vec(), closed: Vec::new(), step: 0.0 }
    }

    fn arm(&self, corner: u32, angle: f64) -> ([f64; 2], f64) {
        let [x, y, radius] = self.corners[corner as usize];
        let (s, c) = angle.sin_cos();
        ([c * x - s * y, s * x + c * y], radius)
    }
}

impl Model for Floor {
    fn positions(&self) -> usize {
        3
    }

    fn velocities(&self) -> usize {
        3
    }

    fn tangents(&self) -> usize {
        1
    }

    fn rate(&self, _q: &[f64], v: &[f64], rate: &mut [f64]) {
        rate.copy_from_slice(v);
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        for (q, d) in q.iter_mut().zip(d) {
            *q += d;
        }
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        mass.clear();
        mass.push(3, &[self.mass, 0.0, 0.0, 0.0, self.mass, 0.0, 0.0, 0.0, self.moment]);
    }

    fn force(&self, at: At, force: &mut [f64]) {
        force.copy_from_slice(&[
            self.mass * self.gravity[0] - self.stiffness * at.q[0],
            self.mass * self.gravity[1],
            0.0,
        ]);
    }

    fn joints(&self, _at: At, rows: &mut Vec<JointRow>) {
        rows.clear();
    }

    fn sites(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        sites.clear();
        let all = (0..self.corners.len() as u32).map(|feature| Site { pair: 0, feature });
        sites.extend(all.filter(|&site| self.gap(site, t, q).0 <= reach));
    }

    fn gap(&self, site: Site, _t: f64, q: &[f64]) -> (f64, u32) {
        let (arm, radius) = self.arm(site.feature, q[2]);
        (q[1] + arm[1] - radius, 0)
    }

    fn margin(&self, _touch: Touch, _t: f64, _q: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        let (arm, radius) = self.arm(touch.site.feature, at.q[2]);
        let square = at.v[2] * at.v[2];
        contact.gap = at.q[1] + arm[1] - radius;
        contact.point = [at.q[0] + arm[0], at.q[1] + arm[1] - radius, 0.0];
        contact.normal = [0.0, 1.0, 0.0];
        for direction in [&mut contact.along_normal, &mut contact.tangential[0], &mut contact.moment] {
            direction.clear();
        }
        contact.along_normal.row.add(0, &[0.0, 1.0, arm[0]]);
        contact.along_normal.bias = -square * arm[1];
        contact.tangential[0].row.add(0, &[1.0, 0.0, -arm[1] + radius]);
        contact.tangential[0].drift = -self.belt;
        contact.tangential[0].bias = -square * arm[0];
        contact.moment.row.add(0, &[0.0, 0.0, 1.0]);
    }

    fn law(&self, _pair: u32) -> &PairLaw {
        &self.law
    }

    fn pace(&self, at: At) -> Pace {
        let reach = self.corners.iter().fold(0.0_f64, |m, [x, y, r]| m.max(x.hypot(*y) + r));
        Pace { speed: at.v[0].hypot(at.v[1]) + reach * at.v[2].abs(), size: reach.max(1e-3) }
    }

    fn energy(&self, at: At) -> Energy {
        let kinetic = 0.5 * self.mass * (at.v[0].powi(2) + at.v[1].powi(2)) + 0.5 * self.moment * at.v[2].powi(2);
        let potential = -self.mass * (self.gravity[0] * at.q[0] + self.gravity[1] * at.q[1])
            + 0.5 * self.stiffness * at.q[0].powi(2);
        Energy { kinetic, potential }
    }

    fn next_corner(&self, _t: f64) -> Option<f64> {
        None
    }
}
