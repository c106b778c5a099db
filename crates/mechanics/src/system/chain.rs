//! A chain of n links hanging from a fixed pivot over a horizontal floor (n = 2: the double pendulum), in absolute
//! angles.
//!
//! The angles q_i are counted counter-clockwise from the downward vertical, so that a link points along u_i = (sin q_i,
//! -cos q_i). With lengths l_i, centres of mass at s_i from the upper end, masses m_i, moments J_i about them:
//!
//! ```text
//!     M_ij = B_ij cos(q_i - q_j) + J_i [i = j],   B_ij = sum_k m_k a_ki a_kj,   a_ki = l_i (i < k), s_k (i = k), 0 (i > k)
//!     F_i  = -sum_j B_ij sin(q_i - q_j) v_j^2 - g sin q_i sum_k m_k a_ki - (damping of the joints)
//!     end k at   p + sum_{i <= k} l_i u_i,          g_N = its height over the floor,     n = +y,  tangent +x
//!     D_N = sum l_i sin(q_i) v_i,   zeta_N = sum l_i cos(q_i) v_i^2
//!     D_T = sum l_i cos(q_i) v_i,   zeta_T = -sum l_i sin(q_i) v_i^2
//! ```
//!
//! The lower end of every link may touch the floor; the site of link k has the feature k.

use glam::DVec2;

use super::{SystemError, require};
use crate::mass::Mass;
use crate::model::{At, Contact, Energy, JointRow, Model, Pace, Site, Touch};
use crate::pair_law::PairLaw;

/// One link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// l, m.
    pub length: f64,
    /// m, kg.
    pub mass: f64,
    /// s: distance of the centre of mass from the upper end, m.
    pub centre: f64,
    /// J about the centre of mass, kg m^2.
    pub moment: f64,
    /// Torque of the upper joint per relative spin, N m s/rad.
    pub damping: f64,
    /// q at t = 0.
    pub angle: f64,
    /// v at t = 0.
    pub spin: f64,
}

impl Link {
    /// A uniform rod at rest.
    pub fn uniform(length: f64, mass: f64, angle: f64) -> Self {
        let (centre, moment) = (0.5 * length, mass * length * length / 12.0);
        Self { length, mass, centre, moment, damping: 0.0, angle, spin: 0.0 }
    }
}

/// A chain of links.
#[derive(Debug, Clone)]
pub struct ChainDescription {
    /// The fixed end.
    pub pivot: DVec2,
    /// g, m/s^2, downwards.
    pub gravity: f64,
    /// From the pivot on.
    pub links: Vec<Link>,
    /// Height of the floor; `None` for no floor.
    pub floor: Option<f64>,
    /// What happens on the floor.
    pub law: PairLaw,
}

/// A chain, checked.
#[derive(Debug, Clone)]
pub struct Chain {
    given: ChainDescription,
    /// B row by row.
    coupling: Vec<f64>,
    /// sum_k m_k a_ki.
    weight: Vec<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
}

/// a_ki.
fn arm(links: &[Link], k: usize, i: usize) -> f64 {
    match i.cmp(&k) {
        std::cmp::Ordering::Less => links[i].length,
        std::cmp::Ordering::Equal => links[k].centre,
        std::cmp::Ordering::Greater => 0.0,
    }
}

impl Chain {
    /// The chain of a description, or what is wrong with it.
    pub fn new(given: ChainDescription) -> Result<Self, SystemError> {
        require(!given.links.is_empty(), "links", "there must be at least one")?;
        require(given.pivot.is_finite() && given.gravity.is_finite(), "pivot", "pivot and gravity must be finite")?;
        for (i, link) in given.links.iter().enumerate() {
            let positive = |x: f64| x.is_finite() && x > 0.0;
            let field = |name: &str| format!("links[{i}].{name}");
            require(positive(link.length), field("length"), "must be positive")?;
            require(positive(link.mass), field("mass"), "must be positive")?;
            require(link.moment >= 0.0 && link.moment.is_finite(), field("moment"), "must not be negative")?;
            require(link.centre.is_finite(), field("centre"), "must be finite")?;
            require(
                link.moment > 0.0 || link.centre != 0.0,
                field("moment"),
                "must be positive with the centre at the joint",
            )?;
            require(link.damping >= 0.0 && link.damping.is_finite(), field("damping"), "must not be negative")?;
            require(link.angle.is_finite() && link.spin.is_finite(), field("angle"), "angle and spin must be finite")?;
        }
        let (links, n) = (&given.links, given.links.len());
        let over = |f: &dyn Fn(usize) -> f64| (0..n).map(|k| links[k].mass * f(k)).sum::<f64>();
        let coupling = (0..n * n).map(|ij| over(&|k| arm(links, k, ij / n) * arm(links, k, ij % n))).collect();
        let weight = (0..n).map(|i| over(&|k| arm(links, k, i))).collect();
        let q = links.iter().map(|link| link.angle).collect();
        let v = links.iter().map(|link| link.spin).collect();
        let chain = Self { coupling, weight, q, v, given };
        for k in 0..n {
            let gap = chain.height(k, &chain.q);
            let message = format!("the end of link {k} is under the floor by {:.3e} m at the start", -gap);
            require(gap >= -1e-9 * chain.given.links[k].length, format!("links[{k}].angle"), message)?;
        }
        Ok(chain)
    }

    /// q and v at t = 0.
    pub fn start(&self) -> (&[f64], &[f64]) {
        (&self.q, &self.v)
    }

    /// The pivot and the lower ends of all links.
    pub fn points(&self, q: &[f64]) -> Vec<DVec2> {
        let mut point = self.given.pivot;
        let ends = self.given.links.iter().zip(q).map(|(link, angle)| {
            point += link.length * DVec2::new(angle.sin(), -angle.cos());
            point
        });
        std::iter::once(self.given.pivot).chain(ends).collect()
    }

    /// Height of the lower end of link k over the floor.
    fn height(&self, k: usize, q: &[f64]) -> f64 {
        let Some(floor) = self.given.floor else { return f64::INFINITY };
        let down: f64 = self.given.links.iter().zip(q).take(k + 1).map(|(link, angle)| link.length * angle.cos()).sum();
        self.given.pivot.y - floor - down
    }

    /// Torque of the damper in the upper joint of link i.
    fn damper(&self, i: usize, v: &[f64]) -> f64 {
        let above = if i == 0 { 0.0 } else { v[i - 1] };
        self.given.links[i].damping * (v[i] - above)
    }
}

impl Model for Chain {
    fn positions(&self) -> usize {
        self.q.len()
    }

    fn velocities(&self) -> usize {
        self.v.len()
    }

    fn tangents(&self) -> usize {
        1
    }

    fn rate(&self, _: &[f64], v: &[f64], rate: &mut [f64]) {
        rate.copy_from_slice(v);
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        q.iter_mut().zip(d).for_each(|(q, d)| *q += d);
    }

    fn mass(&self, q: &[f64], mass: &mut Mass) {
        let n = q.len();
        let entry = |ij: usize| {
            let (i, j) = (ij / n, ij % n);
            let own = if i == j { self.given.links[i].moment } else { 0.0 };
            self.coupling[ij] * (q[i] - q[j]).cos() + own
        };
        mass.clear();
        mass.push(n, &(0..n * n).map(entry).collect::<Vec<_>>());
    }

    fn force(&self, at: At, force: &mut [f64]) {
        let (q, v, n) = (at.q, at.v, at.q.len());
        for i in 0..n {
            let turning: f64 = (0..n).map(|j| self.coupling[i * n + j] * (q[i] - q[j]).sin() * v[j] * v[j]).sum();
            let below = if i + 1 < n { self.damper(i + 1, v) } else { 0.0 };
            force[i] = -turning - self.given.gravity * self.weight[i] * q[i].sin() - self.damper(i, v) + below;
        }
    }

    fn joints(&self, _: At, rows: &mut Vec<JointRow>) {
        rows.clear();
    }

    fn sites(&self, _: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        sites.clear();
        let near = (0..q.len()).filter(|&k| self.given.floor.is_some() && self.height(k, q) <= reach);
        sites.extend(near.map(|k| Site { pair: 0, feature: k as u32 }));
    }

    fn gap(&self, site: Site, _: f64, q: &[f64]) -> (f64, u32) {
        (self.height(site.feature as usize, q), 0)
    }

    fn margin(&self, _: Touch, _: f64, _: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        let k = touch.site.feature as usize;
        contact.along_normal.clear();
        contact.tangential.iter_mut().for_each(crate::model::Direction::clear);
        contact.moment.clear();
        for (i, link) in self.given.links.iter().enumerate().take(k + 1) {
            let (sin, cos) = at.q[i].sin_cos();
            let square = at.v[i] * at.v[i];
            contact.along_normal.row.add(i, &[link.length * sin]);
            contact.along_normal.bias += link.length * cos * square;
            contact.tangential[0].row.add(i, &[link.length * cos]);
            contact.tangential[0].bias -= link.length * sin * square;
        }
        contact.moment.row.add(k, &[1.0]);
        contact.gap = self.height(k, at.q);
        let point = self.points(at.q).get(k + 1).copied().unwrap_or(self.given.pivot);
        contact.point = [point.x, point.y, 0.0];
        contact.normal = [0.0, 1.0, 0.0];
    }

    fn law(&self, _: u32) -> &PairLaw {
        &self.given.law
    }

    fn pace(&self, at: At) -> Pace {
        let (mut speed, mut largest, mut size) = (0.0, 0.0_f64, f64::INFINITY);
        for (link, spin) in self.given.links.iter().zip(at.v) {
            speed += link.length * spin.abs();
            largest = largest.max(speed);
            size = size.min(link.length);
        }
        Pace { speed: largest, size }
    }

    fn energy(&self, at: At) -> Energy {
        let mut mass = Mass::default();
        self.mass(at.q, &mut mass);
        let total: f64 = self.given.links.iter().map(|link| link.mass).sum();
        let hanging: f64 = self.weight.iter().zip(at.q).map(|(weight, angle)| weight * angle.cos()).sum();
        Energy {
            kinetic: mass.kinetic_energy(at.v),
            potential: self.given.gravity * (total * self.given.pivot.y - hanging),
        }
    }

    fn power(&self, at: At) -> f64 {
        let above = |i: usize| if i == 0 { 0.0 } else { at.v[i - 1] };
        -(0..at.v.len()).map(|i| self.damper(i, at.v) * (at.v[i] - above(i))).sum::<f64>()
    }

    fn is_driven(&self) -> bool {
        self.given.links.iter().any(|link| link.damping > 0.0)
    }

    fn next_corner(&self, _: f64) -> Option<f64> {
        None
    }
}
