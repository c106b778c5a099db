//! What the loop asks of a mechanical system: the terms of the equations of motion, joints and contacts.
//!
//! ```text
//!     M(q) v' = F(q, v, t) + H^T lambda + W_N lambda_N + W_T lambda_T,      q' = T(q) v
//!     joint       phi(q, t) = 0,    H v + h = 0,            H v' + eta = 0
//!     contact     g_N(q, t) >= 0,   D_N = W_N^T v + w_N,    D_N' = W_N^T v' + zeta_N       (the same for T)
//! ```
//!
//! Worlds of the plane and of space, and systems in minimal coordinates, all answer these questions; the methods of the crate
//! `carom-simulate` know nothing else of them.

use serde::{Deserialize, Serialize};

use crate::mass::Mass;
use crate::pair_law::PairLaw;
use crate::row::Row;
use crate::signal::Jolt;
use crate::tree::Tree;

/// A place where two bodies may touch: a point (or rounded corner) of one body against the boundary of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Site {
    /// Which pair of bodies, as numbered by the model; names the material law of the contact.
    pub pair: u32,
    /// Which point against which shape of the pair, as numbered by the model.
    pub feature: u32,
}

/// A site and the face (edge, arc, corner) of the boundary that is nearest: all that names a closed contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Touch {
    /// The site.
    pub site: Site,
    /// Which face, as numbered by the model.
    pub face: u32,
}

/// Kinematics of one contact at (t, q, v). Normal velocities are positive when separating.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Contact {
    /// Gap g_N in metres, negative when the bodies overlap.
    pub gap: f64,
    /// The point of contact in the world (z = 0 in the plane).
    pub point: [f64; 3],
    /// Unit normal in the world, from the second body to the first.
    pub normal: [f64; 3],
    /// W_N^T, w_N and zeta_N.
    pub along_normal: Direction,
    /// W_T^T, w_T and zeta_T along each tangent: one in the plane, two in space.
    pub tangential: [Direction; 2],
    /// W_theta^T, w_theta: the relative spin (about the normal in space).
    pub moment: Direction,
}

/// The same contact between two bodies of space with six velocity coordinates each, all of it in one place of fixed size: what a crowd of
/// thousands wants.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Meeting {
    /// First velocity coordinates of the two bodies; `None` for one that does not move by itself.
    pub starts: [Option<usize>; 2],
    /// Gap g_N in metres.
    pub gap: f64,
    /// The point of contact in the world.
    pub point: [f64; 3],
    /// Unit normal in the world, from the second body to the first.
    pub normal: [f64; 3],
    /// W_N^T and both W_T^T, each on the coordinates of the two bodies; zero where one does not move.
    pub rows: [[[f64; 6]; 2]; 3],
    /// w_N and both w_T.
    pub drift: [f64; 3],
}

/// A relative velocity D = row . v + drift and its derivative D' = row . v' + bias.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Direction {
    /// The row of W^T.
    pub row: Row,
    /// w: the part of D that a prescribed motion makes.
    pub drift: f64,
    /// zeta: the part of D' that does not depend on v'.
    pub bias: f64,
}

impl Direction {
    /// D at the velocities v.
    pub fn velocity(&self, v: &[f64]) -> f64 {
        self.row.dot(v) + self.drift
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.row.clear();
        (self.drift, self.bias) = (0.0, 0.0);
    }
}

/// One scalar equation of a joint: phi = 0, row . v + drift = 0, row . v' + bias = 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JointRow {
    /// Which joint of the model.
    pub joint: usize,
    /// phi, in metres or radians.
    pub error: f64,
    /// The row of H with its drift h and bias eta.
    pub direction: Direction,
}

/// Energies at one instant, in joules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// v . M v / 2.
    pub kinetic: f64,
    /// Of gravity and springs.
    pub potential: f64,
}

impl Energy {
    /// Kinetic plus potential.
    pub fn total(self) -> f64 {
        self.kinetic + self.potential
    }
}

/// Position, velocity and time.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// Time in seconds.
    pub t: f64,
    /// Position coordinates.
    pub q: &'a [f64],
    /// Velocity coordinates.
    pub v: &'a [f64],
}

/// Positions and velocities at the start.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Start {
    /// Time.
    pub t: f64,
    /// Position coordinates.
    pub q: Vec<f64>,
    /// Velocity coordinates.
    pub v: Vec<f64>,
}

impl Start {
    /// The instant.
    pub fn at(&self) -> At<'_> {
        At { t: self.t, q: &self.q, v: &self.v }
    }
}

/// The sine of the angle between the axis of a rim and the normal of a face below which the rim counts as flat (see [`Model::companions`]).
pub const FLAT_RIM: f64 = 1e-9;

/// A mechanical system as the methods see it.
pub trait Model: Sync {
    /// Number of position coordinates q.
    fn positions(&self) -> usize;

    /// Number of velocity coordinates v.
    fn velocities(&self) -> usize;

    /// Tangents of a contact: 1 in the plane, 2 in space.
    fn tangents(&self) -> usize;

    /// q' = T(q) v.
    fn rate(&self, q: &[f64], v: &[f64], rate: &mut [f64]);

    /// Moves q by a small displacement d given in velocity coordinates and renormalises it (quaternions).
    fn displace(&self, q: &mut [f64], d: &[f64]);

    /// M(q).
    fn mass(&self, q: &[f64], mass: &mut Mass);

    /// Whether M is the same for all q.
    fn mass_is_constant(&self) -> bool {
        false
    }

    /// F(q, v, t): every force but the reactions of joints and contacts, written over `force`.
    fn force(&self, at: At, force: &mut [f64]);

    /// The part of F that no spring makes: weight and applied forces, written over `load`. False where there are no springs.
    fn load(&self, _at: At, _load: &mut [f64]) -> bool {
        false
    }

    /// Whether F may depend on v; if not, a step needs it once.
    fn force_depends_on_velocity(&self) -> bool {
        true
    }

    /// Calls `visit` with pairs of coordinates that belong to one body, and of bodies whose forces F depend on each other. False where it
    /// is not known who feels whom; what joints and contacts do is not asked.
    fn bonds(&self, _visit: &mut dyn FnMut(usize, usize)) -> bool {
        false
    }

    /// The equations of the joints, written over `rows` (its storage is reused).
    fn joints(&self, at: At, rows: &mut Vec<JointRow>);

    /// The joints as trees; `None` if they are none, or too few for that to be of use.
    fn tree(&self) -> Option<Box<dyn Tree + '_>> {
        None
    }

    /// Sites whose gap may be below `reach` at (t, q), written over `sites` in ascending order.
    fn sites(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>);

    /// The same for bodies that overlap, and with their faces, written over `sunk` in ascending order, sharp corners under a face across which
    /// the two bodies overlap hardly deeper than anywhere: such a corner may be outside of the body all the same, beside a sharp edge. In space
    /// the points where they overlap deeper than the sites tell.
    fn sites_of_overlaps(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>, sunk: &mut Vec<Touch>) {
        sunk.clear();
        self.sites(t, q, reach, sites);
    }

    /// The gap of a site and its nearest face.
    fn gap(&self, site: Site, t: f64, q: &[f64]) -> (f64, u32);

    /// The contacts that may close within a time at the velocities given, and those with a gap of at most `least`, with their gaps,
    /// written over `touches` in ascending order: as few of them as hold the bodies. Time stepping that looks ahead asks for these; the
    /// sites are those whose gaps can be followed in time.
    fn touches(&self, at: At, time: f64, least: f64, touches: &mut Vec<(Touch, f64)>) {
        let reach = least + 2.0 * time * self.pace(at).speed;
        let mut sites = Vec::new();
        self.sites(at.t, at.q, reach, &mut sites);
        touches.clear();
        for site in sites {
            let (gap, face) = self.gap(site, at.t, at.q);
            if gap <= reach {
                touches.push((Touch { site, face }, gap));
            }
        }
    }

    /// The face against which a sharp corner rests if the two bodies overlap: that of the direction in which they, looked at as wholes,
    /// overlap least, which need not be the nearest one. `None` where they do not overlap and where the nearest face is as good.
    fn face_between(&self, _site: Site, _t: f64, _q: &[f64]) -> Option<u32> {
        None
    }

    /// Whether two bodies touch in corners on faces and edges on edges that take over from each other at one and the same place, so that what
    /// touches there may come and go by rounding.
    fn is_sharp(&self, _pair: u32) -> bool {
        false
    }

    /// How far the touching point is inside its face, in metres: negative once it has slid off the end.
    /// Infinite for a face without ends.
    fn margin(&self, touch: Touch, t: f64, q: &[f64]) -> f64;

    /// The other points of the curve that a site lies on, if these take over from each other as it rolls: a rim that comes to lie flat touches
    /// with all of them at once. The first of all of them goes along the curve, the others turn with their body.
    fn companions(&self, _site: Site, companions: &mut Vec<Site>) {
        companions.clear();
    }

    /// Whether two contacts take over from each other and are never two: the round end of an edge and the place where that edge crosses another
    /// one, which is nearest to the other body either at its end or before it.
    fn take_turns(&self, _one: Touch, _other: Touch) -> bool {
        false
    }

    /// The contact at one face of a site.
    fn contact(&self, touch: Touch, at: At, contact: &mut Contact);

    /// The contacts at some faces, written over `contacts` (its storage is reused).
    fn contacts(&self, touches: &[Touch], at: At, contacts: &mut Vec<Contact>) {
        contacts.resize_with(touches.len(), Contact::default);
        touches.iter().zip(contacts).for_each(|(touch, contact)| self.contact(*touch, at, contact));
    }

    /// Calls `visit` with each of these contacts in turn, if there are any. False, and no call, for a model that has joints or other bodies
    /// than those of space.
    fn meetings(&self, _touches: &[(Touch, f64)], _at: At, _visit: &mut dyn FnMut(Touch, &Meeting)) -> bool {
        false
    }

    /// The law of a pair: impact and friction.
    fn law(&self, pair: u32) -> &PairLaw;

    /// The two bodies of a pair in words, for messages.
    fn pair_name(&self, pair: u32) -> String {
        format!("pair {pair}")
    }

    /// Whose velocity coordinate this is, in words, for messages.
    fn coordinate_name(&self, coordinate: usize) -> String {
        format!("coordinate {coordinate}")
    }

    /// The deepest overlap of two bodies that can touch, if one is deeper than rounding, with who they are: looked at as wholes, and not by
    /// sites. Models that cannot tell have none.
    fn overlap(&self, _t: f64, _q: &[f64]) -> Option<(f64, String)> {
        None
    }

    /// Bound of the speed with which any site's gap can change now, and the least size of a body: the methods do not
    /// step further than they can see.
    fn pace(&self, at: At) -> Pace;

    /// How far what moves is from the origin, in metres: positions are rounded by that. Angles and attitudes are none.
    fn extent(&self, at: At) -> f64 {
        at.q.iter().fold(0.0, |most, q| most.max(q.abs()))
    }

    /// Whether nothing can ever touch anything: the size of [`Model::pace`] is then an angle.
    fn is_apart(&self) -> bool {
        false
    }

    /// The least thickness of the two bodies of a pair, or of those of any pair, where it is not part of the least size: two bodies could pass
    /// through each other in a step that is as long. Infinite if one has no end.
    fn thickness(&self, _pair: Option<u32>) -> f64 {
        f64::INFINITY
    }

    /// Bound of half the speed with which any gap can change now: the largest speed of a boundary in a frame that moves along with the
    /// bodies.
    fn closing_speed(&self, at: At) -> f64 {
        self.pace(at).speed
    }

    /// Kinetic and potential energy.
    fn energy(&self, at: At) -> Energy;

    /// Power of the forces F that does not go into the potential energy, in watts: that of applied forces, dampers and moved ends of
    /// springs. Without reactions it is the rate of the total energy.
    fn power(&self, at: At) -> f64 {
        let _ = at;
        0.0
    }

    /// Whether forces or prescribed motions may ever do such work; if not, the power is zero and no reaction but friction changes the energy.
    fn is_driven(&self) -> bool {
        false
    }

    /// A joint in words, for messages.
    fn joint_name(&self, joint: usize) -> String {
        format!("joint {joint}")
    }

    /// Numbers of order one that pass zero where a force is not smooth in the state (springs that only push), written over `kinks`.
    fn kinks(&self, _at: At, kinks: &mut Vec<f64>) {
        kinks.clear();
    }

    /// Instants at which a prescribed motion or force is not smooth (corners of tables), ascending, after `t`.
    fn next_corner(&self, t: f64) -> Option<f64>;

    /// The first such instant after `t` and not after `end`, those included that no table knows and that have to be looked for.
    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.next_corner(t).filter(|corner| *corner <= end)
    }

    /// What prescribed motions do between two instants that rounding can just tell apart.
    fn jolt(&self, _before: f64, _after: f64) -> Jolt {
        Jolt::None
    }
}

/// How fast and how small things are. Where nothing touches anything they may be a rate of turning and an angle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Largest speed with which a boundary moves, in m/s; a disc about its own centre does not move by turning.
    pub speed: f64,
    /// Least size of a moving body, in metres.
    pub size: f64,
}
