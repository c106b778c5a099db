//! The cast of a world of the plane.

use std::borrow::Cow;

use carom_mechanics::plane::{Drawing, World};
use carom_mechanics::{At, Contact, Model};

use super::cast::{Cast, ContactPoint, Member, Outline, Role, Space, State};

impl<'a> Cast<'a> {
    /// The bodies of a world of the plane, in its order.
    pub fn of_world(world: &'a World) -> Self {
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
            }
        });
        Self {
            space: Space::Plane,
            members: members.collect(),
            states: Box::new(move |at, states| write_states(world, at, states)),
            pair: Box::new(move |pair| {
                let (first, second) = world.bodies_of_pair(pair);
                Some([first, second])
            }),
            point: Box::new(move |touch, at| {
                let mut contact = Contact::default();
                world.contact(touch, at, &mut contact);
                Some(ContactPoint { point: contact.point, normal: contact.normal })
            }),
            law: Box::new(move |pair| Some(world.law(pair))),
        }
    }
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
            Outline::Polyline { points: points.iter().map(|p| place(p.x, p.y)).collect(), closed: true }
        }
        Drawing::HalfPlane { point, normal } => {
            Outline::HalfSpace { point: place(point.x, point.y), normal: turn(normal.x, normal.y) }
        }
    }
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
