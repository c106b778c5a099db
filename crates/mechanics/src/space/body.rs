//! A body of a world: its shapes about its centre of mass, its mass and inertia, and what moves it.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use super::description::{BodyDescription, CentreOfMass, Drive, MotionDescription, Shape, ShapeDescription};
use super::geometry::{Solid, Volume};
use super::inertia::mass_and_inertia;
use super::kinematics::{Kinematics, Pose};
use crate::error::{Subject, WorldError, finite, positive};
use crate::magnitude::Magnitude;
use crate::model::At;
use crate::signal::{Jet, Motion};

/// What moves a body.
#[derive(Debug, Clone)]
pub(super) enum Mover {
    /// The coordinates of q and v from these on.
    Free([usize; 2]),
    /// Functions of time.
    Prescribed(Box<Prescribed>),
}

/// Coordinates as functions of time, where absent constant.
#[derive(Debug, Clone)]
pub(super) struct Prescribed {
    pub position: [Option<Arc<dyn Motion>>; 3],
    /// Unit vector.
    axis: DVec3,
    pub angle: Option<Arc<dyn Motion>>,
}

/// A body of a world.
#[derive(Debug, Clone)]
pub(super) struct Body {
    pub name: String,
    pub solids: Vec<Solid>,
    /// Solid and number of every vertex of the body, or point of a rim.
    pub vertices: Vec<(usize, usize)>,
    /// Solid and number of every edge of the body, side and rim of a cylinder.
    pub edges: Vec<(usize, usize)>,
    pub mass: f64,
    /// About the centre of mass, in the axes of the body.
    pub inertia: DMat3,
    /// Its inverse; zero for a body that does not move by itself.
    pub inverse_inertia: DMat3,
    /// Centre of mass in the frame of the description.
    pub centre: DVec3,
    pub mover: Mover,
    /// Where it is at the start.
    pub start: Pose,
    /// Radius about the centre of mass of everything that has an end; zero without shapes.
    pub radius: f64,
    /// How far the corners and centres of round parts are from the centre of mass: what a turn moves.
    pub swing: f64,
    /// Least width of its shapes; infinite without any.
    pub width: f64,
    /// Mean length of the edges of its finest mesh; infinite if none is fine.
    pub grain: f64,
    /// Whether some shape has no end.
    pub unbounded: bool,
}

type Field<'a> = (&'a str, Result<f64, String>);

impl Body {
    /// A body of a description; `coordinates` are its first ones of q and v if it is free.
    pub fn new(given: &BodyDescription, coordinates: [usize; 2]) -> Result<Self, WorldError> {
        let fail = |field: &str, message: String| WorldError::new(Subject::Body(given.name.clone()), field, message);
        for (field, value) in fields(given) {
            value.map_err(|message| fail(field, message))?;
        }
        let rotation = unit(given.rotation).map_err(|message| fail("rotation", message))?;
        let volumes = volumes(given);
        let centre = match given.centre {
            CentreOfMass::Computed => volumes.centroid(),
            CentreOfMass::At(centre) => centre,
        };
        let solids = solids(given, centre).map_err(|(field, message)| fail(&field, message))?;
        let free = matches!(given.drive, Drive::Free);
        if free && given.shapes.iter().any(|shape| matches!(shape.shape, Shape::HalfSpace { .. })) {
            return Err(fail("shape", "a half-space must be fixed or have a prescribed motion".into()));
        }
        let (mass, inertia) = if free {
            mass_and_inertia(given, &volumes, centre).map_err(|(field, message)| fail(field, message))?
        } else {
            (0.0, DMat3::ZERO)
        };
        let reaches = || solids.iter().map(|solid| solid.reach);
        for reach in reaches().filter(|reach| reach.is_finite()) {
            Magnitude::LENGTH.positive(reach).map_err(|message| fail("shape", message))?;
        }
        Ok(Self {
            name: given.name.clone(),
            radius: reaches().filter(|r| r.is_finite()).fold(0.0, f64::max),
            swing: solids.iter().map(|solid| solid.swing).fold(0.0, f64::max),
            width: solids.iter().map(|solid| solid.width).fold(f64::INFINITY, f64::min),
            grain: solids.iter().map(|solid| solid.mesh.grain()).fold(f64::INFINITY, f64::min),
            unbounded: reaches().any(f64::is_infinite),
            vertices: numbered(&solids, Solid::points),
            edges: numbered(&solids, Solid::lines),
            solids,
            mass,
            inertia,
            inverse_inertia: if free { inertia.inverse() } else { DMat3::ZERO },
            centre,
            mover: mover(given, coordinates).map_err(|message| fail("motion.axis", message))?,
            start: Pose { position: given.position, rotation },
        })
    }

    /// Whether it moves by forces.
    pub fn is_free(&self) -> bool {
        self.coordinates().is_some()
    }

    /// Its first coordinates of q and v if it is free.
    pub fn coordinates(&self) -> Option<[usize; 2]> {
        match self.mover {
            Mover::Free(start) => Some(start),
            Mover::Prescribed(_) => None,
        }
    }

    /// Where it is at (t, q).
    pub fn pose(&self, t: f64, q: &[f64]) -> Pose {
        match &self.mover {
            Mover::Free([i, _]) => Pose::read(&q[*i..]),
            Mover::Prescribed(motion) => self.prescribed(motion, t).pose,
        }
    }

    /// Everything about its motion at (t, q, v).
    pub fn kinematics(&self, at: At) -> Kinematics {
        match &self.mover {
            Mover::Free(start) => Kinematics::free(at, *start),
            Mover::Prescribed(motion) => self.prescribed(motion, at.t),
        }
    }

    fn prescribed(&self, motion: &Prescribed, t: f64) -> Kinematics {
        let still = self.start.position.to_array();
        let jets = [0, 1, 2].map(|i| jet(&motion.position[i], still[i], t));
        let angle = jet(&motion.angle, 0.0, t);
        let turn = DQuat::from_axis_angle(motion.axis, angle.value);
        let vector = |part: fn(&Jet) -> f64| DVec3::from_array([0, 1, 2].map(|i| part(&jets[i])));
        Kinematics {
            pose: Pose {
                position: vector(|jet| jet.value),
                rotation: if motion.angle.is_some() { turn * self.start.rotation } else { self.start.rotation },
            },
            velocity: vector(|jet| jet.rate),
            spin: angle.rate * motion.axis,
            acceleration: vector(|jet| jet.acceleration),
            angular_acceleration: angle.acceleration * motion.axis,
            start: None,
        }
    }

    /// Whether its prescribed motion is a number at t.
    pub fn is_finite_at(&self, t: f64) -> bool {
        let Mover::Prescribed(motion) = &self.mover else { return true };
        let k = self.prescribed(motion, t);
        [k.pose.position, k.velocity, k.spin, k.acceleration, k.angular_acceleration].iter().all(|x| x.is_finite())
    }

    /// The functions of time that move it.
    pub fn motions(&self) -> impl Iterator<Item = &Arc<dyn Motion>> {
        let motion = match &self.mover {
            Mover::Prescribed(motion) => Some(motion),
            Mover::Free(_) => None,
        };
        motion.into_iter().flat_map(|motion| motion.position.iter().chain([&motion.angle]).flatten())
    }
}

/// Solid and number of everything of a kind that the solids have.
fn numbered(solids: &[Solid], count: impl Fn(&Solid) -> usize) -> Vec<(usize, usize)> {
    solids.iter().enumerate().flat_map(|(i, solid)| (0..count(solid)).map(move |k| (i, k))).collect()
}

fn jet(motion: &Option<Arc<dyn Motion>>, still: f64, t: f64) -> Jet {
    motion.as_ref().map_or(Jet { value: still, ..Jet::default() }, |motion| motion.at(t))
}

fn mover(given: &BodyDescription, coordinates: [usize; 2]) -> Result<Mover, String> {
    let prescribed = |given: &MotionDescription| {
        let MotionDescription { position, axis, angle } = given.clone();
        let axis = axis.try_normalize().ok_or_else(|| format!("must have a length, got {axis}"))?;
        Ok(Mover::Prescribed(Box::new(Prescribed { position, axis, angle })))
    };
    match &given.drive {
        Drive::Free => Ok(Mover::Free(coordinates)),
        Drive::Fixed => prescribed(&MotionDescription::default()),
        Drive::Prescribed(motion) => prescribed(motion),
    }
}

/// A quaternion of length one along a given one.
fn unit(q: DQuat) -> Result<DQuat, String> {
    let length = q.length();
    if length.is_finite() && length > 0.0 {
        Ok(q / length)
    } else {
        Err(format!("must be a quaternion of finite numbers that are not all zero, got {q}"))
    }
}

fn vector(v: DVec3) -> Result<f64, String> {
    v.to_array().into_iter().try_fold(0.0, |_, x| finite(x))
}

/// Every number of a body that must be finite.
fn fields(given: &BodyDescription) -> Vec<Field<'static>> {
    let mut fields =
        vec![("position", vector(given.position)), ("velocity", vector(given.velocity)), ("spin", vector(given.spin))];
    if let CentreOfMass::At(centre) = given.centre {
        fields.push(("centre", vector(centre)));
    }
    for shape in &given.shapes {
        fields.push(("shape.offset", vector(shape.offset)));
        fields.push(("shape.rotation", unit(shape.rotation).map(|q| q.w)));
        fields.push(("shape.density", shape.density.map_or(Ok(1.0), positive)));
    }
    fields.push(("mass", given.mass.mass.map_or(Ok(1.0), positive)));
    fields.push(("density", given.mass.density.map_or(Ok(1.0), positive)));
    fields
}

/// Volume of all shapes, each times its density (relative, if the mass is given).
fn volumes(given: &BodyDescription) -> Volume {
    let usual = given.mass.density.unwrap_or(1.0);
    given.shapes.iter().fold(Volume::NONE, |sum, shape| {
        let placed = Volume::of(&shape.shape).placed(shape.offset, shape.rotation.normalize());
        sum.plus(&placed, shape.density.unwrap_or(usual))
    })
}

/// Shapes about the centre of mass.
fn solids(given: &BodyDescription, centre: DVec3) -> Result<Vec<Solid>, (String, String)> {
    let single = given.shapes.len() == 1;
    let of = |(i, shape): (usize, &ShapeDescription)| {
        let place = Pose { position: shape.offset - centre, rotation: shape.rotation.normalize() };
        Solid::new(&shape.shape, &place).map_err(|error| {
            let field = if single { format!("shape.{}", error.field) } else { format!("shape[{i}].{}", error.field) };
            (field, error.message)
        })
    };
    given.shapes.iter().enumerate().map(of).collect()
}
