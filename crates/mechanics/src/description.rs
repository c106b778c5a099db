//! The parts of a description that are the same in the plane and in space; `V` is a point or direction.

use crate::pair_law::PairLaw;

/// A point of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Anchor<V> {
    /// In the frame of the body (for the world: in the world).
    Local(V),
    /// The point of the body that is here in the world at the start.
    Start(V),
}

/// A point of a body or of the world where a force acts.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment<V> {
    /// The body; `None` is the world.
    pub body: Option<String>,
    /// Which point.
    pub at: Anchor<V>,
}

/// The centre of mass in the frame of the body.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum CentreOfMass<V> {
    /// That of the shapes; the origin if no shape has mass.
    #[default]
    Computed,
    /// Here, whatever the shapes; a moment that is not given is computed about this point.
    At(V),
}

/// One of several springs between the same two points: pushes while shorter than its free length, never pulls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HelicalSpring {
    /// N/m.
    pub stiffness: f64,
    /// m.
    pub free_length: f64,
}

/// The frame in which the components of a force are given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ForceFrame {
    /// The world.
    #[default]
    World,
    /// The body, turning with it.
    Body,
}

/// Laws of contact by pairs of bodies. Every pair may touch but two bodies joined by a joint, two that never move by
/// themselves (fixed or prescribed), and the pairs excluded.
#[derive(Debug, Clone)]
pub struct ContactsDescription {
    /// The law of every pair without its own.
    pub law: PairLaw,
    /// Pairs with their own law.
    pub pairs: Vec<PairDescription>,
    /// Pairs that pass through each other.
    pub excluded: Vec<[String; 2]>,
    /// Pairs that touch although a joint connects them.
    pub included: Vec<[String; 2]>,
    /// Whether no pair touches, whatever the rest says.
    pub apart: bool,
}

impl ContactsDescription {
    /// Every pair follows one law.
    pub fn new(law: PairLaw) -> Self {
        Self { law, pairs: Vec::new(), excluded: Vec::new(), included: Vec::new(), apart: false }
    }
}

/// The law of one pair. The order of the names is that of events and records: the normal points from the second body to
/// the first. A pair without its own law has the moving body first, and of two moving ones the one that comes first in
/// the world.
#[derive(Debug, Clone)]
pub struct PairDescription {
    /// The two bodies.
    pub between: [String; 2],
    /// Their law.
    pub law: PairLaw,
}
