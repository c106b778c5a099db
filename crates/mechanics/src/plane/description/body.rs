//! Bodies as a user says them.

use std::sync::Arc;

use glam::DVec2;

use super::shape::ShapeDescription;
use crate::signal::Motion;

/// A body.
///
/// Its `position` and `velocity` are those of its centre of mass, here and in every output; its shapes, and the points
/// where joints and forces act on it, are given in the frame of the body, in which the centre of mass lies as `centre`
/// says.
#[derive(Debug, Clone)]
pub struct BodyDescription {
    /// Its name, unlike every other.
    pub name: String,
    /// Its shapes; none for a body that touches nothing.
    pub shapes: Vec<ShapeDescription>,
    /// Mass and moment of inertia. Not needed for bodies that are fixed or prescribed.
    pub mass: MassDescription,
    /// Where the centre of mass lies in the frame of the body.
    pub centre: CentreOfMass,
    /// Whether it moves by itself.
    pub drive: Drive,
    /// Centre of mass at the start, m.
    pub position: DVec2,
    /// Angle at the start.
    pub angle: f64,
    /// Velocity of the centre of mass at the start, m/s.
    pub velocity: DVec2,
    /// Angular velocity at the start, rad/s.
    pub spin: f64,
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
            position: DVec2::ZERO,
            angle: 0.0,
            velocity: DVec2::ZERO,
            spin: 0.0,
        }
    }

    /// A fixed body of one shape at the origin.
    pub fn fixed(name: impl Into<String>, shape: impl Into<ShapeDescription>) -> Self {
        Self { drive: Drive::Fixed, ..Self::new(name, shape) }
    }
}

/// Mass and moment of inertia: a free body needs either `mass` or `density`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MassDescription {
    /// Mass, kg, spread evenly over the shapes (see [`ShapeDescription::density`]).
    pub mass: Option<f64>,
    /// Mass per area, kg/m^2; kg/m for rods without thickness, kg for points.
    pub density: Option<f64>,
    /// Moment of inertia about the centre of mass, kg m^2; computed from the shapes if absent. A body of points at its
    /// centre of mass has none: it is then given mass times 1 m^2, which nothing that acts at the point can feel.
    pub moment: Option<f64>,
}

impl MassDescription {
    /// Mass given, moment computed.
    pub fn of_mass(mass: f64) -> Self {
        Self { mass: Some(mass), ..Self::default() }
    }

    /// Both given.
    pub fn of_mass_and_moment(mass: f64, moment: f64) -> Self {
        Self { mass: Some(mass), density: None, moment: Some(moment) }
    }

    /// Both computed.
    pub fn of_density(density: f64) -> Self {
        Self { density: Some(density), ..Self::default() }
    }
}

/// The centre of mass in the frame of the body.
pub type CentreOfMass = crate::description::CentreOfMass<DVec2>;

impl CentreOfMass {
    /// At the origin of the frame.
    pub const ORIGIN: Self = Self::At(DVec2::ZERO);
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

/// A prescribed motion: the coordinates of the centre of mass (m) and the angle in the world as functions of time.
/// A coordinate without motion keeps its value at the start.
#[derive(Debug, Clone, Default)]
pub struct MotionDescription {
    /// x(t).
    pub x: Option<Arc<dyn Motion>>,
    /// y(t).
    pub y: Option<Arc<dyn Motion>>,
    /// angle(t).
    pub angle: Option<Arc<dyn Motion>>,
}
