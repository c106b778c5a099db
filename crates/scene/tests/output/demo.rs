//! Runs worked out by hand: a ball that bounces twice, many discs, a body in space.

use std::borrow::Cow;
use std::collections::BTreeMap;

use carom_impact::laws::{self, BuiltIn};
use carom_impact::{Coefficients, Contact};
use carom_mechanics::{At, Energy, Friction, PairLaw, Site, Touch};
use carom_scene::output::{Cast, ContactPoint, Member, Outline, Role, RunInfo, Solid, Space, State};
use carom_simulate::record::{ContactForce, Counts, End, Event, EventKind, ImpactPart, Record, Sample};

pub const INFO: RunInfo<'static> = RunInfo { scene: "two-bounces", method: "events", wall_time: 0.25, mobility: None };

/// Restitution and gravity of the ball, its radius, and the time of its first impact.
pub const E: f64 = 0.5;
pub const G: f64 = 10.0;
pub const RADIUS: f64 = 0.1;
pub const FIRST: f64 = 0.5;

pub fn touch(pair: u32) -> Touch {
    Touch { site: Site { pair, feature: 0 }, face: 0 }
}

pub fn sample(t: f64, q: Vec<f64>, v: Vec<f64>, energy: Energy) -> Sample {
    Sample { t, q, v, energy, joint_forces: Vec::new(), contact_forces: Vec::new() }
}

pub fn member<'a>(name: &'a str, role: Role, outlines: Vec<Outline>) -> Member<'a> {
    Member { name: Cow::Borrowed(name), role, outlines, solid: Solid::default() }
}

pub fn disc(radius: f64) -> Vec<Outline> {
    vec![Outline::Circle { centre: [0.0; 2], radius }]
}

pub fn floor() -> Member<'static> {
    member("floor", Role::Fixed, vec![Outline::HalfSpace { point: [0.0; 2], normal: [0.0, 1.0] }])
}

/// Three coordinates a body, in the order of the members; those beyond the coordinates rest at the origin.
fn planar_states(at: At<'_>, states: &mut [State]) {
    for (state, (q, v)) in states.iter_mut().zip(at.q.chunks_exact(3).zip(at.v.chunks_exact(3))) {
        state.position = [q[0], q[1], 0.0];
        state.angle = q[2];
        state.velocity = [v[0], v[1], 0.0];
        state.spin = [0.0, 0.0, v[2]];
    }
}

pub fn law() -> PairLaw {
    let coefficients = Coefficients { e: Some(E), mu: Some(0.2), ..Default::default() };
    let impact: BuiltIn = laws::by_name("glocker-pfeiffer", &coefficients).unwrap();
    PairLaw { impact, restitution: E, friction: Friction::Coulomb { mu: 0.2 }, penalty: None }
}

pub fn plane_cast<'a>(members: Vec<Member<'a>>, law: &'a PairLaw) -> Cast<'a> {
    let last = members.len() - 1;
    Cast {
        space: Space::Plane,
        members,
        scalars: Vec::new(),
        contacts: BTreeMap::new(),
        sketches: Box::new(|_| Vec::new()),
        states: Box::new(planar_states),
        pair: Box::new(move |pair| Some([pair as usize, last])),
        joints: Vec::new(),
        reactions: Box::new(|_| Vec::new()),
        point: Box::new(|_, at| {
            Some(ContactPoint {
                point: [at.q[0], 0.0, 0.0],
                normal: [0.0, 1.0, 0.0],
                tangents: [[1.0, 0.0, 0.0], [0.0; 3]],
            })
        }),
        law: Box::new(move |_| Some(law)),
    }
}

pub fn ball_cast(law: &PairLaw) -> Cast<'_> {
    plane_cast(vec![member("ball, \"red\"", Role::Moving, disc(RADIUS)), floor()], law)
}

/// Height above the resting place, and vertical velocity, `after` a launch from it.
fn flight(speed: f64, after: f64) -> (f64, f64) {
    (speed * after - 0.5 * G * after * after, speed - G * after)
}

fn ball_sample(t: f64, (height, vy): (f64, f64), (vx, spin): (f64, f64)) -> Sample {
    let energy = Energy { kinetic: 0.5 * (vx * vx + vy * vy) + 0.0025 * spin * spin, potential: G * height };
    let angle = (t - FIRST).max(0.0) + 0.5 * (t - 1.0).max(0.0);
    sample(t, vec![t, RADIUS + height, angle], vec![vx, vy, spin], energy)
}

fn ball_impact(t: f64, speed: f64) -> Event {
    let impulse = (1.0 + E) * speed;
    Event {
        t,
        kind: EventKind::Impact,
        touch: Some(touch(0)),
        point: [t, 0.0, 0.0],
        normal: [0.0, 1.0, 0.0],
        impact: Some(ImpactPart {
            law: "glocker-pfeiffer",
            before: [-speed, 0.25, 0.0, 0.0],
            after: [E * speed, 0.0, 0.0, 0.0],
            impulse: [impulse, -0.125, 0.0, 0.0],
            compression: Some([speed, -0.125, 0.0, 0.0]),
            mode: "C:stick,E:stick".to_owned(),
            energy_change: -0.5 * (1.0 - E * E) * speed * speed,
            warnings: vec!["energy-created".to_owned()],
            local: Some(Contact::planar(1.0, 0.0, 3.0)),
        }),
        text: String::new(),
    }
}

/// A ball of 1 kg dropped from 1.25 m: impacts at 0.5 s (5 m/s) and 1 s (2.5 m/s), end at 1.2 s; `rows` output times.
pub fn ball(rows: usize) -> Record {
    let (second, end) = (FIRST + 2.0 * E * G * FIRST / G, 1.2);
    let speeds = [0.0, E * G * FIRST, E * E * G * FIRST];
    let starts = [0.0, FIRST, second];
    let mut samples = Vec::new();
    for row in 0..rows {
        let t = end * row as f64 / (rows - 1) as f64;
        let piece = starts.iter().rposition(|start| *start <= t).unwrap();
        let (height, vy) = flight(speeds[piece], t - starts[piece]);
        let drop = if piece == 0 { 0.5 * G * FIRST * FIRST } else { 0.0 };
        samples.push(ball_sample(t, (drop + height, vy), (0.25, [0.0, 1.0, 1.5][piece])));
    }
    for (i, t) in [FIRST, second].into_iter().enumerate() {
        let (before, after) = ([G * FIRST, E * G * FIRST][i], speeds[i + 1]);
        let at = samples.partition_point(|sample| sample.t < t);
        let spins = [[0.0, 1.0], [1.0, 1.5]][i];
        let pair = [ball_sample(t, (0.0, -before), (0.25, spins[0])), ball_sample(t, (0.0, after), (0.25, spins[1]))];
        let replaced = usize::from(samples.get(at).is_some_and(|sample| sample.t == t));
        samples.splice(at..at + replaced, pair);
    }
    let separation = Event { kind: EventKind::Separation, impact: None, ..ball_impact(1.1, 0.0) };
    let verdict = Event {
        kind: EventKind::Verdict,
        touch: None,
        text: "no answer: \"jamming\"".to_owned(),
        ..separation.clone()
    };
    Record {
        path: Vec::new(),
        samples,
        events: vec![ball_impact(FIRST, G * FIRST), ball_impact(second, E * G * FIRST), separation, verdict],
        counts: Counts { steps: 12, impacts: 2, residual: 1e-13, energy_drift: 1e-12, ..Default::default() },
        end: End::Verdict("jamming at t = 1.2 s".to_owned()),
        warnings: vec!["Kane's law created energy".to_owned()],
    }
}

/// Discs that swing at their own pace above the floor, each with a contact force now and then.
pub fn crowd(bodies: usize, rows: usize) -> (Vec<String>, Record) {
    let names = (0..bodies).map(|i| format!("disc-{i}")).collect();
    let samples = (0..rows).map(|row| crowd_sample(bodies, 10.0 * row as f64 / (rows - 1) as f64));
    let record = Record {
        path: Vec::new(),
        samples: samples.collect(),
        events: Vec::new(),
        counts: Counts::default(),
        end: End::Time,
        warnings: Vec::new(),
    };
    (names, record)
}

fn crowd_sample(bodies: usize, t: f64) -> Sample {
    let (mut q, mut v, mut contact_forces) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..bodies {
        let (rate, size) = (1.0 + 0.13 * i as f64, 0.2 + 0.05 * ((7 * i) % 11) as f64);
        let (sin, cos) = (rate * t).sin_cos();
        q.extend([0.8 * i as f64 + size * sin, 0.3 + size * cos.abs(), rate * t]);
        v.extend([size * rate * cos, -size * rate * sin * cos.signum(), rate]);
        if sin.abs() > 0.9 {
            let (normal, tangential) = (10.0 * sin.abs(), [2.0 * cos, 0.0]);
            contact_forces.push(ContactForce { touch: touch(i as u32), normal, tangential });
        }
    }
    let energy = Energy { kinetic: (3.0 * t).sin().powi(2), potential: (3.0 * t).cos().powi(2) };
    Sample { contact_forces, ..sample(t, q, v, energy) }
}

pub fn crowd_cast<'a>(names: &'a [String], law: &'a PairLaw) -> Cast<'a> {
    let mut members: Vec<_> = names.iter().map(|name| member(name, Role::Moving, disc(0.2))).collect();
    members.push(floor());
    plane_cast(members, law)
}

/// A body in space at two instants, and an impact with two tangents.
pub fn space() -> (Cast<'static>, Record) {
    let cast = Cast {
        space: Space::Space,
        members: vec![member("top", Role::Moving, Vec::new()), member("table", Role::Fixed, Vec::new())],
        scalars: Vec::new(),
        contacts: BTreeMap::new(),
        sketches: Box::new(|_| Vec::new()),
        states: Box::new(|at, states| {
            states[0].position = [at.q[0], at.q[1], at.q[2]];
            states[0].quaternion = [at.q[3], at.q[4], at.q[5], at.q[6]];
            states[0].velocity = [at.v[0], at.v[1], at.v[2]];
            states[0].spin = [at.v[3], at.v[4], at.v[5]];
        }),
        pair: Box::new(|_| Some([0, 1])),
        joints: Vec::new(),
        reactions: Box::new(|_| Vec::new()),
        point: Box::new(|_, at| {
            Some(ContactPoint {
                point: [at.q[0], at.q[1], 0.0],
                normal: [0.0, 0.0, 1.0],
                tangents: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            })
        }),
        law: Box::new(|_| None),
    };
    let state = |t: f64| {
        sample(t, vec![t, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0], vec![1.0, 0.0, -1.0, 7.0, 8.0, 9.0], Energy::default())
    };
    let mut event = ball_impact(0.5, 1.0);
    if let Some(impact) = &mut event.impact {
        impact.impulse = [1.5, 0.1, 0.2, 0.3];
        impact.compression = None;
        impact.local = None;
    }
    let record = Record {
        path: Vec::new(),
        samples: vec![state(0.0), state(1.0)],
        events: vec![event],
        counts: Counts::default(),
        end: End::Interrupted,
        warnings: Vec::new(),
    };
    (cast, record)
}
