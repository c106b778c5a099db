//! K4: lines and path of the impulse plane on the classic bar (000, 2.6 and 3.7), D_A = (-1, 0.6), mu = 0.3.

use carom_impact::plane::ImpulsePlane;
use carom_impact::routh::RouthPath;
use carom_impact::{Collision, Contact, Impulse, Velocity};

use super::{Line, ROUNDING, number, word};

pub(super) fn run() -> Vec<Line> {
    let collision = Collision::new(Contact::planar(2.5, 1.5, 2.5), Velocity::planar(-1.0, 0.6));
    let Ok(collision) = collision else { return vec![word("the classic bar", "a collision", "none")] };
    let (mu, slip) = (0.3, 1.5 + 2.5 * 0.3);
    let path = RouthPath::new(&collision, mu);
    let stop = path.slip_end().unwrap_or(f64::NAN);
    let end = path.compression_end().unwrap_or(f64::NAN);
    let (at_stop, _) = path.at(stop);
    let (at_end, velocity) = path.at(end);
    let energy = |p: f64| path.normal_work(0.0, p) + path.friction_work(0.0, p);
    // T along the path by (2.3), from the impulses alone.
    let by_impulses = |n: f64, t: f64| -n + 0.6 * t + 0.5 * (2.5 * n * n - 3.0 * n * t + 2.5 * t * t);
    vec![
        number("friction line meets the sticking line at I_N = 0.6/(1.5 + 2.5 mu)", 0.6 / slip, stop, ROUNDING),
        number("there I_T = -mu I_N", -mu * 0.6 / slip, at_stop.tangential, ROUNDING),
        number(
            "compression ends on the reverse line at I_N = (1.5 + 0.7 mu)/((2.5 - 1.5 mu)(1.5 + 2.5 mu))",
            (1.5 + 0.7 * mu) / ((2.5 - 1.5 * mu) * slip),
            end,
            ROUNDING,
        ),
        number("there D_N = 0", 0.0, velocity.normal, ROUNDING),
        number(
            "T - T_A there: works along the path = (2.3)",
            by_impulses(at_end.normal, at_end.tangential),
            energy(end),
            ROUNDING,
        ),
        number(
            "the conic passes through the frictionless elastic end (I_N, I_T) = (0.8, 0)",
            0.0,
            ImpulsePlane::new(&collision, 1.0, mu).energy_change(Impulse::planar(0.8, 0.0)),
            ROUNDING,
        ),
    ]
}
