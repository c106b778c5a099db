//! The cast of a world of space.

use std::borrow::Cow;
use std::collections::BTreeMap;

use carom_mechanics::space::World;
use carom_mechanics::space::description::WorldDescription;
use carom_mechanics::{At, Contact, Direction, Model, Touch};
use glam::DVec3;

use super::cast::{Cast, ContactPoint, Member, Role, Space, State};
use super::joints::reactions;
use super::solid::Solid;
use crate::toml::Scene;

impl<'a> Cast<'a> {
    /// The bodies of a scene and its world, in the plane or in space.
    pub fn of_scene(scene: &Scene, world: &'a crate::World) -> Self {
        match world {
            crate::World::Plane(world) => Self::of_plane(world),
            crate::World::Space(world) => Self::of_space(world, scene.spatial()),
        }
    }

    /// The bodies of a world of space, in its order; their surfaces are those of the description.
    pub fn of_space(world: &'a World, description: Option<&WorldDescription>) -> Self {
        let members = world.names().enumerate().map(|(body, name)| {
            let described = description.and_then(|world| world.bodies.get(body));
            let centre = world.centre(body).unwrap_or(DVec3::ZERO);
            Member {
                name: Cow::Borrowed(name),
                role: role(world, body),
                outlines: Vec::new(),
                solid: described.map_or_else(Solid::default, |body| Solid::of_body(body, centre)),
            }
        });
        let bodies = world.names().enumerate();
        let starts: Vec<(usize, usize)> =
            bodies.filter_map(|(body, _)| Some((world.coordinates(body)?[1], body))).collect();
        Self {
            space: Space::Space,
            members: members.collect(),
            scalars: Vec::new(),
            contacts: of_joints(world),
            sketches: Box::new(|_| Vec::new()),
            states: Box::new(move |at, states| write_states(world, at, states)),
            pair: Box::new(move |pair| bodies_of(world, pair)),
            joints: world.joint_names().map(str::to_owned).collect(),
            reactions: Box::new(move |sample| reactions(world, &starts, 6, sample)),
            point: Box::new(move |touch, at| Some(contact_point(world, touch, at))),
            law: Box::new(move |pair| Some(world.law(pair))),
        }
    }
}

/// First and second body of a pair; none of a joint's stop or friction.
pub(crate) fn bodies_of(world: &World, pair: u32) -> Option<[usize; 2]> {
    let of_bodies = world.joint_of_pair(pair).is_none();
    of_bodies.then(|| world.bodies_of_pair(pair)).map(|(first, second)| [first, second])
}

/// Where a contact acts, and along what.
pub(crate) fn contact_point(world: &World, touch: Touch, at: At<'_>) -> ContactPoint {
    let mut contact = Contact::default();
    world.contact(touch, at, &mut contact);
    let tangents = contact.tangential.each_ref().map(|along| on_first(world, touch.site.pair, along));
    ContactPoint { point: contact.point, normal: contact.normal, tangents }
}

/// The direction of a row on the first body of a pair: its coefficients at the velocity of the centre of mass, those of the second body
/// turned round if the first has none.
fn on_first(world: &World, pair: u32, along: &Direction) -> [f64; 3] {
    if world.joint_of_pair(pair).is_some() {
        return [0.0; 3];
    }
    let (first, second) = world.bodies_of_pair(pair);
    let own = |body: usize, sign: f64| Some((world.coordinates(body)?[1], sign));
    let Some((start, sign)) = own(first, 1.0).or_else(|| own(second, -1.0)) else { return [0.0; 3] };
    let at =
        |k: usize| along.row.entries().iter().find(|(i, _)| *i == start + k).map_or(0.0, |(_, value)| sign * value);
    std::array::from_fn(at)
}

/// Stops and friction of joints, named by the joint.
fn of_joints(world: &World) -> BTreeMap<u32, [String; 2]> {
    let named = |what: &'static str| move |(pair, joint): (u32, &str)| (pair, [joint.to_owned(), what.to_owned()]);
    world.stop_pairs().map(named("stop")).chain(world.friction_pairs().map(named("friction"))).collect()
}

fn role(world: &World, body: usize) -> Role {
    if world.coordinates(body).is_some() {
        Role::Moving
    } else if world.is_prescribed(body) {
        Role::Prescribed
    } else {
        Role::Fixed
    }
}

fn write_states(world: &World, at: At, states: &mut [State]) {
    let mut bodies = Vec::new();
    world.states(at, &mut bodies);
    for (state, body) in states.iter_mut().zip(&bodies) {
        let [wx, wy] = body.tumble;
        *state = State {
            position: [body.x, body.y, body.z],
            angle: body.angle,
            quaternion: body.rotation,
            velocity: [body.vx, body.vy, body.vz],
            spin: [wx, wy, body.spin],
        };
    }
}
