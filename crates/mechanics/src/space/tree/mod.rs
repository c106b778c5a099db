//! Joints that form trees: which body hangs on which.
//!
//! Every body hangs on its parent by one joint that keeps a point of both together and leaves up to three turns: welds, hinges, universal
//! and ball joints. The parent of a root is the world or a body with a prescribed motion; a body without joints is a root that hangs on
//! nothing. Joints of other kinds and loops have rows only.
//!
//! The elimination is in [`eliminate`], what it needs of the bodies in [`link`].

mod eliminate;
mod inertia;
mod link;

use glam::{DMat3, DVec3};

use super::joint::{Equation, Joint};
use super::kinematics::{Kinematics, rate};
use super::world::World;
use crate::model::At;
use crate::tree::{Opened, Tree};
use eliminate::Eliminated;
use link::{Hang, Instant};

/// The least square of the volume or area that the directions held by a joint span, all of length one: below it they hold less than they
/// should. Right angles have one.
const SPANNED: f64 = 0.1;

/// Pairs of directions that a hinge holds.
const HINGE: usize = 2;

/// What a body hangs on.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Parent {
    /// Nothing: it is free.
    None,
    /// The world, or the body of this number, which moves as it is told to.
    Given(Option<usize>),
    /// An earlier link.
    Link(usize),
}

/// A body and the joint by which it hangs.
#[derive(Debug, Clone)]
struct Link {
    body: usize,
    /// First coordinates of q and v.
    at: [usize; 2],
    mass: f64,
    /// About its joint (about its centre of mass if it is free), in the axes of the body.
    inertia: DMat3,
    /// The joint relative to the centres of mass of the body and of its parent.
    own: DVec3,
    other: DVec3,
    parent: Parent,
    /// One if the body is the first of its joint, minus one if it is the second.
    sign: f64,
    /// Directions of the first and the second body of the joint that stay across each other, and how many such pairs there are.
    across: [[DVec3; 2]; 3],
    held: usize,
    /// The axis of a hinge in the second body: across the directions of that body.
    axis: DVec3,
    /// First of the equations of its joint.
    row: usize,
}

/// The links of a world, parents first, and what is known of them at an instant.
pub(super) struct Links<'a> {
    world: &'a World,
    links: Vec<Link>,
    now: Vec<Instant>,
    hangs: Vec<Hang>,
    eliminated: Vec<Eliminated>,
    /// Forces and torques of springs, friction and whatever else is applied; empty if there are none.
    pushes: Vec<f64>,
}

impl<'a> Links<'a> {
    /// The links of a world; `None` if its joints do not form trees or are of other kinds.
    pub fn new(world: &'a World) -> Option<Self> {
        if !world.pads.is_empty() || world.joints.is_empty() {
            return None;
        }
        let links = sorted(world)?;
        let count = links.len();
        let mut tree = Self {
            world,
            links,
            now: vec![Instant::default(); count],
            hangs: vec![Hang::free(); count],
            eliminated: vec![Eliminated::default(); count],
            pushes: Vec::new(),
        };
        (0..count).for_each(|k| tree.look_at(k, world.start.at()));
        tree.links.iter().zip(&tree.hangs).all(|(link, hang)| hang.spanned(link.held) >= SPANNED).then_some(tree)
    }

    /// The motion of what a link hangs on, if it does.
    fn parent(&self, link: &Link, at: At) -> Option<Kinematics> {
        match link.parent {
            Parent::None => None,
            Parent::Link(parent) => Some(Kinematics::free(at, self.links[parent].at)),
            Parent::Given(body) => Some(self.given(body, at)),
        }
    }

    fn given(&self, body: Option<usize>, at: At) -> Kinematics {
        body.map_or(Kinematics::WORLD, |body| self.world.bodies[body].kinematics(at))
    }

    /// Where a link is, how it moves and how it hangs.
    #[inline]
    fn look_at(&mut self, k: usize, at: At) {
        let link = &self.links[k];
        let (before, own) = self.now.split_at_mut(k);
        let Some(own) = own.first_mut() else { return };
        own.look(link, at);
        match link.parent {
            Parent::None => {}
            Parent::Link(parent) => self.hangs[k].look(link, own, &before[parent]),
            Parent::Given(body) => {
                let base = body.map_or(Kinematics::WORLD, |body| self.world.bodies[body].kinematics(at));
                self.hangs[k].look(link, own, &Instant::given(&base));
                self.hangs[k].carry(&base);
            }
        }
    }
}

/// The links found so far: where each body is among them, and which joints have been used.
struct Forest<'a> {
    world: &'a World,
    links: Vec<Link>,
    place: Vec<Option<usize>>,
    used: Vec<bool>,
    /// Joints of each body.
    joints: Vec<Vec<usize>>,
}

/// All free bodies as links, parents first; `None` where joints are no trees. Trees grow from joints to the world and to prescribed bodies;
/// what is left after them floats.
fn sorted(world: &World) -> Option<Vec<Link>> {
    let mut joints = vec![Vec::new(); world.bodies.len()];
    for (number, joint) in world.joints.iter().enumerate() {
        joint.bodies.iter().flatten().for_each(|&body| joints[body].push(number));
    }
    let (place, used) = (vec![None; world.bodies.len()], vec![false; world.joints.len()]);
    let mut forest = Forest { world, links: Vec::new(), place, used, joints };
    let is_free = |body: Option<usize>| body.is_some_and(|body| world.bodies[body].is_free());
    for (number, joint) in world.joints.iter().enumerate() {
        let [first, second] = joint.bodies.map(is_free);
        if first != second {
            let side = usize::from(second);
            forest.used[number] = true;
            forest.add(joint.bodies[side]?, Some((number, side)), Parent::Given(joint.bodies[1 - side]))?;
        }
    }
    forest.grow(0)?;
    for body in (0..world.bodies.len()).filter(|&body| world.bodies[body].is_free()) {
        if forest.place[body].is_none() {
            let first = forest.links.len();
            forest.add(body, None, Parent::None)?;
            forest.grow(first)?;
        }
    }
    Some(forest.links)
}

impl Forest<'_> {
    /// Adds a body; `None` if it is there already, by another joint.
    fn add(&mut self, body: usize, hangs: Option<(usize, usize)>, parent: Parent) -> Option<()> {
        let known = self.place[body].replace(self.links.len());
        self.links.push(Link::new(self.world, body, hangs, parent)?);
        known.is_none().then_some(())
    }

    /// Adds what hangs on the links from one on, and what hangs on that.
    fn grow(&mut self, first: usize) -> Option<()> {
        let mut parent = first;
        while parent < self.links.len() {
            let body = self.links[parent].body;
            for number in self.joints[body].clone() {
                if !std::mem::replace(&mut self.used[number], true) {
                    let side = usize::from(self.world.joints[number].bodies[0] == Some(body));
                    self.add(self.world.joints[number].bodies[side]?, Some((number, side)), Parent::Link(parent))?;
                }
            }
            parent += 1;
        }
        Some(())
    }
}

impl Link {
    /// A free body that hangs by a side of a joint; `None` if the joint is of another kind.
    fn new(world: &World, body: usize, hangs: Option<(usize, usize)>, parent: Parent) -> Option<Self> {
        let (given, mut across, mut held) = (&world.bodies[body], [[DVec3::ZERO; 2]; 3], 0);
        let (mut own, mut other, mut sign) = (DVec3::ZERO, DVec3::ZERO, 1.0);
        if let Some((number, side)) = hangs {
            let joint = &world.joints[number];
            let (first, others) = joint.equations.split_first()?;
            if *first != Equation::Coincide {
                return None;
            }
            for equation in others {
                let Equation::Perpendicular(u, s) = *equation else { return None };
                *across.get_mut(held)? = [u, s];
                held += 1;
            }
            if held == HINGE && across[0][0] != across[1][0] {
                return None;
            }
            (own, other, sign) = (joint.at[side], joint.at[1 - side], 1.0 - 2.0 * side as f64);
        }
        let around = DMat3::from_diagonal(DVec3::splat(own.length_squared())) - outer(own, own);
        Some(Self {
            body,
            at: given.coordinates()?,
            mass: given.mass,
            inertia: given.inertia + given.mass * around,
            own,
            other,
            parent,
            sign,
            across,
            held,
            axis: across[0][1].cross(across[1][1]),
            row: hangs.map_or(0, |(number, _)| world.joints[..number].iter().map(Joint::row_count).sum()),
        })
    }
}

/// a b^T.
fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

impl Tree for Links<'_> {
    fn rate(&mut self, at: At, positions: &mut [f64], velocities: &mut [f64]) {
        for link in &self.links {
            let [i, k] = link.at;
            rate(&at.q[i..], &at.v[k..], &mut positions[i..]);
        }
        self.pushes.clear();
        if self.world.pushes() {
            self.pushes.resize(at.v.len(), 0.0);
            self.world.push(at, &mut self.pushes);
        }
        for k in 0..self.links.len() {
            self.look_at(k, at);
            self.load(k);
        }
        self.eliminate();
        self.accelerate(velocities);
    }

    fn reactions(&self, at: At, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.world.joints.iter().map(Joint::row_count).sum(), 0.0);
        for (k, link) in self.links.iter().enumerate() {
            if let Some(other) = self.parent(link, at) {
                let own = Kinematics::free(at, link.at);
                link.reactions(&own, &other, self.wrench(k), &mut out[link.row..link.row + 3 + link.held]);
            }
        }
    }

    fn look(&mut self, at: At, opened: Opened) -> f64 {
        let mut largest = 0.0_f64;
        for k in 0..self.links.len() {
            let link = &self.links[k];
            if let Some(other) = self.parent(link, at) {
                let (apart, turned) = link.errors(&Kinematics::free(at, link.at), &other, opened);
                self.hangs[k].open(link, apart, turned);
                largest = largest.max(self.hangs[k].opened());
            }
        }
        largest
    }

    fn correct(&mut self, d: &mut [f64]) {
        self.close(d);
    }
}
