//! The cast of a world of the plane.

use std::borrow::Cow;
use std::collections::BTreeMap;

use carom_mechanics::plane::{Drawing, Link, LinkKind, World};
use carom_mechanics::{At, Contact, Model, Touch};

use super::cast::{Cast, ContactPoint, Member, Outline, Role, Scalar, Sketch, SketchKind, Space, State};
use super::joints::reactions;
use super::solid::Solid;

impl<'a> Cast<'a> {
    /// The bodies of a world of the plane, in its order.
    pub fn of_plane(world: &'a World) -> Self {
        let start = world.start();
        let mut states = Vec::new();
        world.states(At { t: start.t, q: &start.q, v: &start.v }, &mut states);
        let members = world.names().enumerate().map(|(body, name)| {
            let (sin, cos) = states[body].angle.sin_cos();
            // Back from the world to the frame of the body at the start.
            let turn = |x: f64, y: f64| [cos * x + sin * y, cos * y - sin * x];
            let place = |x: f64, y: f64| turn(x - states[body].x, y - states[body].y);
            let outlines = world.drawings(body, start.t, &start.q);
            Member {
                name: Cow::Borrowed(name),
                role: role(world, body),
                outlines: outlines.iter().map(|drawing| outline(drawing, place, turn)).collect(),
                solid: Solid::default(),
            }
        });
        let starts: Vec<(usize, usize)> =
            (0..states.len()).filter_map(|body| Some((world.coordinate(body)?, body))).collect();
        Self {
            space: Space::Plane,
            members: members.collect(),
            scalars: scalars(world),
            contacts: contacts(world),
            sketches: Box::new(move |at| sketches(world, at)),
            states: Box::new(move |at, states| write_states(world, at, states)),
            pair: Box::new(move |pair| bodies_of(world, pair)),
            joints: world.joint_names().map(str::to_owned).collect(),
            reactions: Box::new(move |sample| reactions(world, &starts, 3, sample)),
            point: Box::new(move |touch, at| Some(contact_point(world, touch, at))),
            law: Box::new(move |pair| Some(world.law(pair))),
        }
    }
}

/// First and second body of a pair; none of a system's own.
pub(crate) fn bodies_of(world: &World, pair: u32) -> Option<[usize; 2]> {
    let of_system = world.system_pair(pair).is_some();
    (!of_system).then(|| world.bodies_of_pair(pair)).map(|(first, second)| [first, second])
}

/// Where a contact acts, and along what.
pub(crate) fn contact_point(world: &World, touch: Touch, at: At<'_>) -> ContactPoint {
    let mut contact = Contact::default();
    world.contact(touch, at, &mut contact);
    let [x, y, _] = contact.normal;
    // The tangent is the normal turned clockwise.
    ContactPoint { point: contact.point, normal: contact.normal, tangents: [[y, -x, 0.0], [0.0; 3]] }
}

/// A column for every coordinate of a system, then one for every velocity.
fn scalars(world: &World) -> Vec<Scalar> {
    let mut scalars = Vec::new();
    for (first, system) in world.systems() {
        for (is_rate, ending) in [(false, ""), (true, ".rate")] {
            scalars.extend(system.coordinates().iter().enumerate().map(|(k, coordinate)| Scalar {
                name: format!("{}.{coordinate}{ending}", system.name()),
                index: first + k,
                is_rate,
            }));
        }
    }
    scalars
}

/// The names of the contacts of systems.
fn contacts(world: &World) -> BTreeMap<u32, [String; 2]> {
    let pairs = world.system_pairs().filter_map(|pair| Some((pair, world.system_pair(pair)?.map(str::to_owned))));
    pairs.collect()
}

/// Springs, joints, and the lines of systems.
fn sketches(world: &World, at: At) -> Vec<Sketch> {
    let link = |link: Link| Sketch {
        kind: match link.kind {
            LinkKind::Spring => SketchKind::Spring,
            LinkKind::Damper => SketchKind::Damper,
            LinkKind::TorsionSpring => SketchKind::TorsionSpring,
            LinkKind::TorsionDamper => SketchKind::TorsionDamper,
            LinkKind::Pin => SketchKind::Pin,
            LinkKind::Bar => SketchKind::Bar,
        },
        points: link.ends.iter().map(|end| [end.x, end.y]).collect(),
    };
    let systems = (0..world.systems().len()).flat_map(|system| world.system_lines(system, at));
    let systems = systems.map(|points| Sketch { kind: SketchKind::System, points });
    world.links(at).into_iter().map(link).chain(systems).collect()
}

fn role(world: &World, body: usize) -> Role {
    if world.coordinate(body).is_some() {
        Role::Moving
    } else if world.is_prescribed(body) {
        Role::Prescribed
    } else {
        Role::Fixed
    }
}

fn outline(drawing: &Drawing, place: impl Fn(f64, f64) -> [f64; 2], turn: impl Fn(f64, f64) -> [f64; 2]) -> Outline {
    match drawing {
        Drawing::Outline(points) | Drawing::Outside(points) => {
            let points: Vec<[f64; 2]> = points.iter().map(|p| place(p.x, p.y)).collect();
            circle(&points).unwrap_or(Outline::Polyline { points, closed: true })
        }
        Drawing::HalfPlane { point, normal } => {
            Outline::HalfSpace { point: place(point.x, point.y), normal: turn(normal.x, normal.y) }
        }
    }
}

/// The circle that an outline of many points at one distance from their middle is, so that it is drawn with a radius and its turning seen.
fn circle(points: &[[f64; 2]]) -> Option<Outline> {
    /// Points of an arc of a full circle at least; no polygon that a user writes is so regular.
    const ROUND: usize = 48;
    let count = points.len() as f64;
    let centre = [0, 1].map(|axis| points.iter().map(|p| p[axis]).sum::<f64>() / count);
    let distance = |p: &[f64; 2]| (p[0] - centre[0]).hypot(p[1] - centre[1]);
    let radius = points.iter().map(distance).sum::<f64>() / count;
    let round = points.len() >= ROUND && points.iter().all(|p| (distance(p) - radius).abs() <= 1e-9 * radius);
    round.then_some(Outline::Circle { centre, radius })
}

fn write_states(world: &World, at: At, states: &mut [State]) {
    let mut planar = Vec::new();
    world.states(at, &mut planar);
    for (state, body) in states.iter_mut().zip(&planar) {
        *state = State {
            position: [body.x, body.y, 0.0],
            angle: body.angle,
            quaternion: [(0.5 * body.angle).cos(), 0.0, 0.0, (0.5 * body.angle).sin()],
            velocity: [body.vx, body.vy, 0.0],
            spin: [0.0, 0.0, body.spin],
        };
    }
}
