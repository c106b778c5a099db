//! K1: local matrices from bodies and systems (000, 2.2-2.4, 2.6.1, 2.9.2).

use carom_impact::Velocity;
use carom_impact::build::{ContactFrame, FreeBody, Obstacle, Rod, RodEnd, System};
use glam::DVec2;

use super::{Line, ROUNDING, number, word};

pub(super) fn run() -> Vec<Line> {
    let mut lines = bar();
    lines.extend(ball());
    lines.extend(pinned_bar());
    lines.push(double_pendulum());
    lines
}

/// 000 3.7.4: m = L = 1 at 45 degrees; D = E = h cos/J = 3 sqrt 2.
fn bar() -> Vec<Line> {
    let rod = Rod { mass: 1.0, length: 1.0, angle: std::f64::consts::FRAC_PI_4 };
    let contact = rod.contact(RodEnd::Left).unwrap_or_default();
    vec![
        number("bar at 45 degrees: A", 2.5, contact.a, ROUNDING),
        number("bar: B", 1.5, contact.b, ROUNDING),
        number("bar: C", 2.5, contact.c, ROUNDING),
        number("bar: D = 3 sqrt 2", 18.0_f64.sqrt(), contact.d, ROUNDING),
        number("bar: F = 12/(m L^2)", 12.0, contact.f, ROUNDING),
        number("bar: mu_s", 0.6, contact.mu_s(), ROUNDING),
    ]
}

/// laws.md, section 1: ball of m = 1, r = 0.1, J = 2/5 m r^2 on the lower wall: C = 3.5, E = r/J = 25.
fn ball() -> Vec<Line> {
    let body = FreeBody {
        mass: 1.0,
        moment_of_inertia: 0.004,
        centre: DVec2::new(0.0, 0.1),
        velocity: DVec2::new(1.0, -1.0),
        spin: 3.0,
    };
    let frame = ContactFrame::new(DVec2::ZERO, DVec2::Y);
    let collision = frame.and_then(|frame| frame.against(&body, &Obstacle::default()));
    let Ok(collision) = collision else { return vec![word("ball on a wall", "a collision", "none")] };
    vec![
        number("ball: B", 0.0, collision.contact().b, ROUNDING),
        number("ball: C = 1/m + r^2/J", 3.5, collision.contact().c, ROUNDING),
        number("ball: E = r/J", 25.0, collision.contact().e, ROUNDING),
        number("ball: D_TA = x' + r th'", 1.3, collision.before().tangential, ROUNDING),
    ]
}

/// 000 2.9.2: J = m L^2/3, W_N = L sin, W_T = L cos: det = 0 and A = 3 sin^2.
fn pinned_bar() -> Vec<Line> {
    let angle = 0.5_f64;
    let system = System {
        mass: &[1.0 / 3.0],
        velocity: &[-2.0],
        normal: &[angle.sin()],
        tangential: &[angle.cos()],
        moment: &[],
        joints: &[],
        drift: Velocity::planar(0.0, -0.3),
    };
    let Ok(collision) = system.collision() else { return vec![word("pinned bar", "a collision", "none")] };
    vec![
        number("pinned bar: A = 3 sin^2", 3.0 * angle.sin().powi(2), collision.contact().a, ROUNDING),
        word("pinned bar: local matrix", "singular", if collision.is_singular() { "singular" } else { "regular" }),
        number(
            "pinned bar on a moving surface: D_TA",
            -2.0 * angle.cos() - 0.3,
            collision.before().tangential,
            ROUNDING,
        ),
    ]
}

/// laws.md, section 8: mu_s = 0.6234 (four digits).
fn double_pendulum() -> Line {
    let mu_s = super::k3_energy::DoublePendulum::new().system().collision().map(|collision| collision.contact().mu_s());
    number("double pendulum: mu_s", 0.6234, mu_s.unwrap_or(f64::NAN), 5e-5)
}
