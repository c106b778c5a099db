//! A free body in space with one spherical part over a fixed plane: the smallest world that needs everything of a pose.
//!
//! With c = x + R c_0 the centre of the sphere, n the normal of the plane, P = c - r n the point of contact, u one of
//! n, t_1, t_2:
//!
//! ```text
//!     gap = n . (c - p) - r,     D_u = u . (v + w x (P - x)),     zeta_u = u . (w x (w x (c - x))),     D_theta = n . w
//! ```
//!
//! P keeps its place under the centre while the body turns: only the arm to c is centripetal.

use glam::{DMat3, DVec3};

use super::kinematics::{Kinematics, POSITIONS, Pose, VELOCITIES, rate};
use crate::mass::Mass;
use crate::model::{At, Contact, Energy, JointRow, Model, Pace, Site, Touch};
use crate::pair_law::PairLaw;
use crate::rigid::{Rigid, centripetal, rows};

/// The body and the plane.
#[derive(Debug, Clone)]
pub struct SphereOnPlaneDescription {
    /// kg.
    pub mass: f64,
    /// Principal moments of inertia, kg m^2, along the axes of the body.
    pub moments: DVec3,
    /// Centre of the sphere in the frame of the body (origin at the centre of mass).
    pub centre: DVec3,
    /// m.
    pub radius: f64,
    /// m/s^2.
    pub gravity: DVec3,
    /// A point of the plane.
    pub point: DVec3,
    /// Normal of the plane, of any length but zero.
    pub normal: DVec3,
    /// What happens at the contact.
    pub law: PairLaw,
}

/// A body with a spherical part over a plane.
#[derive(Debug, Clone)]
pub struct SphereOnPlane {
    given: SphereOnPlaneDescription,
    /// n, t_1, t_2, a right-handed frame.
    frame: [DVec3; 3],
}

impl SphereOnPlane {
    /// The system of a description; `None` if a mass, moment or radius is not positive or the normal is zero.
    pub fn new(given: SphereOnPlaneDescription) -> Option<Self> {
        let numbers = [given.mass, given.moments.min_element(), given.radius];
        let normal = given.normal.try_normalize()?;
        let (t_1, t_2) = normal.any_orthonormal_pair();
        numbers.iter().all(|x| x.is_finite() && *x > 0.0).then_some(Self { given, frame: [normal, t_1, t_2] })
    }

    fn inertia(&self, q: &[f64]) -> DMat3 {
        Pose::read(q).inertia(DMat3::from_diagonal(self.given.moments))
    }

    fn height(&self, q: &[f64]) -> f64 {
        self.frame[0].dot(Pose::read(q).point(self.given.centre) - self.given.point) - self.given.radius
    }
}

fn kinematics(at: At) -> Kinematics {
    Kinematics::free(at, [0, 0])
}

impl Model for SphereOnPlane {
    fn positions(&self) -> usize {
        POSITIONS
    }

    fn velocities(&self) -> usize {
        VELOCITIES
    }

    fn tangents(&self) -> usize {
        2
    }

    fn rate(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        rate(q, v, out);
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        Pose::read(q).displaced(DVec3::from_slice(d), DVec3::from_slice(&d[3..])).write(q);
    }

    fn mass(&self, q: &[f64], mass: &mut Mass) {
        let m = self.given.mass;
        mass.clear();
        mass.push(3, &[m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, m]);
        mass.push(3, &self.inertia(q).to_cols_array());
    }

    fn force(&self, at: At, force: &mut [f64]) {
        let body = kinematics(at);
        let gyroscopic = -body.spin.cross(self.inertia(at.q) * body.spin);
        force.fill(0.0);
        force[3..6].copy_from_slice(&gyroscopic.to_array());
        body.push(body.pose.position, self.given.mass * self.given.gravity, force);
    }

    fn joints(&self, _: At, rows: &mut Vec<JointRow>) {
        rows.clear();
    }

    fn sites(&self, _: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        sites.clear();
        sites.extend((self.height(q) <= reach).then_some(Site { pair: 0, feature: 0 }));
    }

    fn gap(&self, _: Site, _: f64, q: &[f64]) -> (f64, u32) {
        (self.height(q), 0)
    }

    fn margin(&self, _: Touch, _: f64, _: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn contact(&self, _: Touch, at: At, contact: &mut Contact) {
        let (a, b) = (kinematics(at), Kinematics::WORLD);
        let [normal, first, second] = self.frame;
        let centre = Pose::read(at.q).point(self.given.centre);
        let point = centre - self.given.radius * normal;
        let turning = centripetal(&a, &b, [centre, centre]);
        let [t_1, t_2] = &mut contact.tangential;
        for (u, direction) in [(normal, &mut contact.along_normal), (first, t_1), (second, t_2)] {
            rows(&a, &b, point, u, direction);
            direction.bias += u.dot(turning);
        }
        contact.moment.clear();
        a.add_spin(1.0, normal, &mut contact.moment);
        contact.gap = self.height(at.q);
        contact.point = point.to_array();
        contact.normal = normal.to_array();
    }

    fn law(&self, _: u32) -> &PairLaw {
        &self.given.law
    }

    fn pace(&self, at: At) -> Pace {
        let body = kinematics(at);
        let size = self.given.centre.length() + self.given.radius;
        Pace { speed: body.velocity.length() + body.spin.length() * size, size: self.given.radius }
    }

    fn energy(&self, at: At) -> Energy {
        let body = kinematics(at);
        let turning = body.spin.dot(self.inertia(at.q) * body.spin);
        Energy {
            kinetic: 0.5 * (self.given.mass * body.velocity.length_squared() + turning),
            potential: -self.given.mass * self.given.gravity.dot(body.pose.position),
        }
    }

    fn next_corner(&self, _: f64) -> Option<f64> {
        None
    }
}
