//! Carom on the tumbling body.

use carom::impact::{Coefficients, laws};
use carom::mechanics::space::World;
use carom::mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom::mechanics::{Friction, PairLaw};
use carom::simulate::events::{self, State};
use carom::simulate::record::End;
use carom::simulate::{Record, Settings};

use super::{MASS, MOMENTS, SPIN, Tumble, UNTIL, attitude};
use crate::spatial::trial::timed;

pub(super) const CAROM: &str = "Carom";

fn world() -> Option<World> {
    let impact = laws::by_name("newton", &Coefficients { e: Some(0.0), ..Coefficients::default() }).ok()?;
    let law = PairLaw { impact, restitution: 0.0, friction: Friction::Coulomb { mu: 0.0 }, penalty: None };
    let mut world = WorldDescription::new(law);
    let mut body = BodyDescription::new("body", Shape::Sphere { radius: 1.0 });
    body.mass = MassDescription::of_mass_and_moments(MASS, MOMENTS.into());
    body.spin = SPIN.into();
    world.bodies.push(body);
    World::new(&world).ok()
}

/// Until the end with a tolerance.
pub(super) fn run(tolerance: f64) -> Option<Tumble> {
    let world = world()?;
    let settings = Settings { every: None, integrator: "dop853".to_owned(), tolerance, ..Settings::until(UNTIL) };
    let start = || {
        let start = world.start().clone();
        (State { t: start.t, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 }, None::<Record>)
    };
    let ((state, record), seconds) =
        timed(start, |(state, record)| *record = Some(events::run(&world, state, &settings)));
    record.filter(|record| record.end == End::Time)?;
    let rotation = world.pose(0, state.t, &state.q)?.rotation;
    Some(Tumble {
        engine: CAROM,
        setting: format!("dop853 {tolerance:.0e}"),
        seconds,
        attitude: attitude([rotation.w, rotation.x, rotation.y, rotation.z]),
    })
}
