//! Free planar bodies against each other or against an obstacle (seed 000, 2.6.1).

use glam::DVec2;

use super::{BuildError, positive};
use crate::{Collision, Contact, Impulse, Velocity};

/// A free rigid body in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeBody {
    /// Mass (kg).
    pub mass: f64,
    /// Moment of inertia about the mass centre [kg m^2].
    pub moment_of_inertia: f64,
    /// Mass centre (m).
    pub centre: DVec2,
    /// Velocity of the mass centre [m/s].
    pub velocity: DVec2,
    /// Angular velocity, counter-clockwise [rad/s].
    pub spin: f64,
}

/// Something that no impulse moves: a wall, a table, a driven surface.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obstacle {
    /// Velocity of its material at the contact [m/s].
    pub velocity: DVec2,
    /// Its angular velocity [rad/s].
    pub spin: f64,
}

/// Contact point and directions; the normal points towards the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactFrame {
    point: DVec2,
    normal: DVec2,
    tangent: DVec2,
}

/// What one body brings to the contact: its share of the local matrix and of the relative velocity.
#[derive(Clone, Copy)]
struct Share {
    contact: Contact,
    velocity: Velocity,
}

impl FreeBody {
    /// A uniform disc at rest.
    pub fn disc(mass: f64, radius: f64, centre: DVec2) -> Self {
        Self { mass, moment_of_inertia: 0.5 * mass * radius * radius, centre, velocity: DVec2::ZERO, spin: 0.0 }
    }

    /// The same body with other velocities.
    pub fn moving(self, velocity: DVec2, spin: f64) -> Self {
        Self { velocity, spin, ..self }
    }

    /// Kinetic energy (J).
    pub fn kinetic_energy(&self) -> f64 {
        0.5 * (self.mass * self.velocity.length_squared() + self.moment_of_inertia * self.spin * self.spin)
    }
}

impl ContactFrame {
    /// A frame at a point, with a normal of any length that points towards the first body.
    pub fn new(point: DVec2, normal: DVec2) -> Result<Self, BuildError> {
        let normal = normal.try_normalize().ok_or(BuildError::NoNormal)?;
        Ok(Self { point, normal, tangent: DVec2::new(normal.y, -normal.x) })
    }

    /// Unit normal, towards the first body.
    pub fn normal(&self) -> DVec2 {
        self.normal
    }

    /// Unit tangent: the normal turned clockwise.
    pub fn tangent(&self) -> DVec2 {
        self.tangent
    }

    /// The collision of two free bodies.
    pub fn between(&self, first: &FreeBody, second: &FreeBody) -> Result<Collision, BuildError> {
        let (first, second) = (self.share(first)?, self.share(second)?);
        let (p, q) = (first.contact, second.contact);
        let contact = Contact { a: p.a + q.a, b: p.b + q.b, c: p.c + q.c, d: p.d + q.d, e: p.e + q.e, f: p.f + q.f };
        Ok(Collision::new(contact, difference(first.velocity, second.velocity))?)
    }

    /// The collision of a free body with an obstacle.
    pub fn against(&self, body: &FreeBody, obstacle: &Obstacle) -> Result<Collision, BuildError> {
        let share = self.share(body)?;
        let surface = Velocity {
            normal: obstacle.velocity.dot(self.normal),
            tangential: obstacle.velocity.dot(self.tangent),
            moment: -obstacle.spin,
        };
        Ok(Collision::new(share.contact, difference(share.velocity, surface))?)
    }

    /// The first body after an impulse of the contact.
    pub fn push_first(&self, body: &FreeBody, impulse: Impulse) -> FreeBody {
        let force = self.normal * impulse.normal + self.tangent * impulse.tangential;
        let turn = (self.point - body.centre).perp_dot(force) - impulse.moment;
        FreeBody {
            velocity: body.velocity + force / body.mass,
            spin: body.spin + turn / body.moment_of_inertia,
            ..*body
        }
    }

    /// The second body after an impulse of the contact, which acts on it in reverse.
    pub fn push_second(&self, body: &FreeBody, impulse: Impulse) -> FreeBody {
        self.push_first(body, impulse * -1.0)
    }

    fn share(&self, body: &FreeBody) -> Result<Share, BuildError> {
        let mass = positive("a mass", body.mass)?;
        let inertia = positive("a moment of inertia", body.moment_of_inertia)?;
        let centre = body.centre - self.point;
        let (x, y) = (centre.dot(self.tangent), centre.dot(self.normal));
        let contact = Contact {
            a: 1.0 / mass + x * x / inertia,
            b: x * y / inertia,
            c: 1.0 / mass + y * y / inertia,
            d: x / inertia,
            e: y / inertia,
            f: 1.0 / inertia,
        };
        let velocity = Velocity {
            normal: body.velocity.dot(self.normal) - x * body.spin,
            tangential: body.velocity.dot(self.tangent) + y * body.spin,
            moment: -body.spin,
        };
        Ok(Share { contact, velocity })
    }
}

fn difference(first: Velocity, second: Velocity) -> Velocity {
    Velocity {
        normal: first.normal - second.normal,
        tangential: first.tangential - second.tangential,
        moment: first.moment - second.moment,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coefficients, laws, resolve};

    /// An oblique, off-centre collision of two spinning bodies: momentum and angular momentum stay, energy as told.
    #[test]
    fn momentum_is_conserved_and_energy_accounted() {
        let point = DVec2::new(0.3, -0.2);
        let frame = ContactFrame::new(point, DVec2::new(0.4, 0.9)).unwrap();
        let first = FreeBody {
            mass: 2.0,
            moment_of_inertia: 0.3,
            centre: DVec2::new(0.5, 0.4),
            velocity: DVec2::new(-1.0, -2.0),
            spin: 3.0,
        };
        let second = FreeBody {
            mass: 1.5,
            moment_of_inertia: 0.1,
            centre: DVec2::new(-0.1, -0.9),
            velocity: DVec2::new(0.2, 0.5),
            spin: -1.0,
        };
        let collision = frame.between(&first, &second).unwrap();
        let given = Coefficients {
            e: Some(0.6),
            mu: Some(0.3),
            nu: Some(0.2),
            e_t: Some(0.4),
            e_mc: Some(0.2),
            e_me: Some(0.1),
            ..Default::default()
        };
        let outcome = resolve(&laws::by_name("cs", &given).unwrap(), &collision);
        let (first_after, second_after) =
            (frame.push_first(&first, outcome.impulse), frame.push_second(&second, outcome.impulse));
        let momentum = |p: &FreeBody, q: &FreeBody| p.velocity * p.mass + q.velocity * q.mass;
        let turning =
            |body: &FreeBody| body.moment_of_inertia * body.spin + body.centre.perp_dot(body.velocity) * body.mass;
        let energy = |p: &FreeBody, q: &FreeBody| p.kinetic_energy() + q.kinetic_energy();
        // Rounding of sums of a few numbers of order 1 to 10.
        let tolerance = 1e-13;
        assert!((momentum(&first_after, &second_after) - momentum(&first, &second)).length() < tolerance);
        assert!(
            (turning(&first_after) + turning(&second_after) - turning(&first) - turning(&second)).abs() < tolerance
        );
        let change = energy(&first_after, &second_after) - energy(&first, &second);
        assert!((change - outcome.energy.total()).abs() < tolerance, "{change} {}", outcome.energy.total());
        let after = frame.between(&first_after, &second_after).unwrap().before();
        assert!((after.normal - outcome.after.normal).abs() < tolerance);
        assert!((after.tangential - outcome.after.tangential).abs() < tolerance);
        assert!((after.moment - outcome.after.moment).abs() < tolerance);
    }

    #[test]
    fn impossible_bodies_are_named() {
        let frame = ContactFrame::new(DVec2::ZERO, DVec2::Y).unwrap();
        let body = FreeBody::disc(-1.0, 1.0, DVec2::Y);
        let error = frame.against(&body, &Obstacle::default()).unwrap_err();
        assert_eq!(error.to_string(), "a mass is -1; expected a positive finite number");
        assert_eq!(ContactFrame::new(DVec2::ZERO, DVec2::ZERO), Err(BuildError::NoNormal));
    }
}
