//! The force of a closed contact, and the friction of one that slips.

use crate::contacts::closed::{Closed, Grip};
use crate::hold::terms::slip_velocity;
use carom_mechanics::{Contact, Model};

/// The force of a closed contact.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Force {
    pub normal: f64,
    /// Along the tangents; the second is zero in the plane.
    pub tangential: [f64; 2],
}

impl Force {
    /// Normal and tangents, as many numbers as a contact has directions.
    pub fn parts(&self, tangents: usize) -> impl Iterator<Item = f64> {
        std::iter::once(self.normal).chain(self.tangential).take(1 + tangents)
    }

    /// |lambda_T|.
    pub fn friction(&self) -> f64 {
        self.tangential[0].hypot(self.tangential[1])
    }
}

/// lambda_T / lambda_N of a contact that slips or creeps at velocities v; zero for one that sticks. A slide that is not faster than `slow`
/// keeps its direction; one that goes straight may have a force across it besides.
pub(crate) fn friction_ratio<M: Model + ?Sized>(
    model: &M,
    closed: &Closed,
    (contact, v): (&Contact, &[f64]),
    slow: f64,
) -> [f64; 2] {
    if closed.grip == Grip::Stick {
        return [0.0; 2];
    }
    let friction = &model.law(closed.touch.site.pair).friction;
    if let Grip::Slip(sign) = closed.grip {
        return [-sign * friction.slipping((sign * contact.tangential[0].velocity(v)).max(0.0)), 0.0];
    }
    let slip = slip_velocity(contact, v);
    let speed = slip[0].hypot(slip[1]);
    match closed.grip {
        Grip::Straight(way) => way.map(|way| -way * friction.slipping(speed)),
        Grip::Slide(way) if speed <= slow => way.map(|way| -way * friction.slipping(speed)),
        Grip::Creep if slip[1] == 0.0 => [-slip[0].signum() * friction.slipping(slip[0].abs()), 0.0],
        _ => slip.map(|way| -way / speed * friction.slipping(speed)),
    }
}
