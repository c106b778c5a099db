//! Bodies as a user says them.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use super::shape::ShapeDescription;
use crate::signal::Motion;

/// A body.
///
/// Its `position` and `velocity` are those of its centre of mass, here and in every output; its shapes, its inertia, and
/// the points where joints and forces act on it, are given in the frame of the body, in which the centre of mass lies as
/// `centre` says.
#[derive(Debug, Clone)]
pub struct BodyDescription {
    /// Its name, unlike every other.
    pub name: String,
    /// Its shapes; none for a body that touches nothing.
    pub shapes: Vec<ShapeDescription>,
    /// Mass and moments of inertia. Not needed for bodies that are fixed or prescribed.
    pub mass: MassDescription,
    /// Where the centre of mass lies in the frame of the body.
    pub centre: CentreOfMass,
    /// Whether it moves by itself.
    pub drive: Drive,
    /// Centre of mass at the start, m.
    pub position: DVec3,
    /// Rotation from the frame of the body to the world at the start; made of length one.
    pub rotation: DQuat,
    /// Velocity of the centre of mass at the start, m/s.
    pub velocity: DVec3,
    /// Angular velocity at the start in the axes of the world, rad/s.
    pub spin: DVec3,
}

impl BodyDescription {
    /// A free body of one shape, at rest at the origin; its mass is still to be said.
    pub fn new(name: impl Into<String>, shape: impl Into<ShapeDescription>) -> Self {
        Self {
            name: name.into(),
            shapes: vec![shape.into()],
            mass: MassDescription::default(),
            centre: CentreOfMass::Computed,
            drive: Drive::Free,
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// A fixed body of one shape at the origin.
    pub fn fixed(name: impl Into<String>, shape: impl Into<ShapeDescription>) -> Self {
        Self { drive: Drive::Fixed, ..Self::new(name, shape) }
    }
}

/// Mass and moments of inertia: a free body needs either `mass` or `density`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MassDescription {
    /// Mass, kg, spread evenly over the shapes (see [`ShapeDescription::density`]).
    pub mass: Option<f64>,
    /// Mass per volume, kg/m^3.
    pub density: Option<f64>,
    /// Inertia about the centre of mass in the axes of the body, kg m^2, a symmetric matrix (diagonal for principal
    /// moments); computed from the shapes if absent.
    pub inertia: Option<DMat3>,
}

impl MassDescription {
    /// Mass given, inertia computed.
    pub fn of_mass(mass: f64) -> Self {
        Self { mass: Some(mass), ..Self::default() }
    }

    /// Mass and principal moments, the axes of the body being the principal ones.
    pub fn of_mass_and_moments(mass: f64, moments: DVec3) -> Self {
        Self { mass: Some(mass), density: None, inertia: Some(DMat3::from_diagonal(moments)) }
    }

    /// Both computed.
    pub fn of_density(density: f64) -> Self {
        Self { density: Some(density), ..Self::default() }
    }
}

/// The centre of mass in the frame of the body.
pub type CentreOfMass = crate::description::CentreOfMass<DVec3>;

impl CentreOfMass {
    /// At the origin of the frame.
    pub const ORIGIN: Self = Self::At(DVec3::ZERO);
}

/// What moves a body.
#[derive(Debug, Clone, Default)]
pub enum Drive {
    /// Forces, joints and contacts.
    #[default]
    Free,
    /// Nothing.
    Fixed,
    /// A motion of time, whatever acts on it.
    Prescribed(MotionDescription),
}

/// A prescribed motion: the coordinates of the centre of mass (m) as functions of time, and the angle by which the body
/// has turned from its rotation at the start about an axis of the world. A coordinate without motion keeps its value at
/// the start.
#[derive(Debug, Clone)]
pub struct MotionDescription {
    /// x(t), y(t), z(t).
    pub position: [Option<Arc<dyn Motion>>; 3],
    /// Direction of the axis in the world, of any length but zero.
    pub axis: DVec3,
    /// angle(t); the rotation is exp(angle axis) times that at the start.
    pub angle: Option<Arc<dyn Motion>>,
}

impl Default for MotionDescription {
    fn default() -> Self {
        Self { position: [None, None, None], axis: DVec3::Z, angle: None }
    }
}
