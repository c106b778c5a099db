//! A body of a world: its outlines about its centre of mass, its mass, and what moves it.

use std::sync::Arc;

use glam::DVec2;

use super::description::{BodyDescription, CentreOfMass, Drive};
use super::geometry::{Area, Circle, Kind, Outline, Place};
use super::kinematics::Kinematics;
use crate::error::{Subject, WorldError, finite, positive};
use crate::model::At;
use crate::signal::{Jet, Motion};

/// What moves a body.
#[derive(Debug, Clone)]
pub(super) enum Mover {
    /// The coordinates from this one on: x, y, angle.
    Free(usize),
    /// x, y, angle as functions of time, where absent constant.
    Prescribed([Option<Arc<dyn Motion>>; 3]),
}

/// A body of a world.
#[derive(Debug, Clone)]
pub(super) struct Body {
    pub name: String,
    pub outlines: Vec<Outline>,
    /// Outline and circle of every circle of the body.
    pub circles: Vec<(usize, usize)>,
    pub mass: f64,
    pub moment: f64,
    /// Centre of mass in the frame of the description.
    pub centre: DVec2,
    pub mover: Mover,
    /// x, y, angle at the start.
    pub start: [f64; 3],
    /// Radius about the centre of mass of everything that has an end; zero without shapes.
    pub radius: f64,
    /// How far the centres of its circles (corners, round ends, discs) are from the centre of mass, or all of it where they are outside
    /// (shallow arcs): what a turn moves. A disc about its own centre looks the same however fast it turns.
    pub swing: f64,
    /// The least width of a shape.
    pub width: f64,
    /// Whether some shape has no end.
    pub unbounded: bool,
    /// Whether the moment stands for a point that cannot feel it.
    pub is_point: bool,
}

type Field<'a> = (&'a str, Result<f64, String>);

impl Body {
    /// A body of a description; `coordinate` is its first coordinate if it is free.
    pub fn new(given: &BodyDescription, coordinate: usize) -> Result<Self, WorldError> {
        let fail = |field: &str, message: String| WorldError::new(Subject::Body(given.name.clone()), field, message);
        for (field, value) in fields(given) {
            value.map_err(|message| fail(field, message))?;
        }
        let areas = areas(given);
        let centre = match given.centre {
            CentreOfMass::Computed => areas.centroid,
            CentreOfMass::At(centre) => centre,
        };
        let outlines = outlines(given, centre).map_err(|(field, message)| fail(&field, message))?;
        let free = matches!(given.drive, Drive::Free);
        if free && outlines.iter().any(|outline| outline.kind == Kind::HalfSpace) {
            return Err(fail("shape", "a half-space must be fixed or have a prescribed motion".into()));
        }
        let inertia = inertia(given, &areas, centre);
        let (mass, moment, is_point) = match inertia {
            Ok(inertia) => inertia,
            Err((field, message)) if free => return Err(fail(field, message)),
            Err(_) => (0.0, 0.0, false),
        };
        Ok(Self {
            name: given.name.clone(),
            circles: number_circles(&outlines),
            radius: outlines.iter().map(|o| o.reach).filter(|r| r.is_finite()).fold(0.0, f64::max),
            swing: outlines.iter().map(swing).fold(0.0, f64::max),
            width: outlines.iter().map(Outline::width).fold(f64::INFINITY, f64::min),
            unbounded: outlines.iter().any(|o| o.reach.is_infinite()),
            outlines,
            mass,
            moment,
            centre,
            mover: mover(given, coordinate),
            start: [given.position.x, given.position.y, given.angle],
            is_point,
        })
    }

    /// Whether it moves by forces.
    pub fn is_free(&self) -> bool {
        matches!(self.mover, Mover::Free(_))
    }

    /// First coordinate of a free body.
    pub fn coordinate(&self) -> Option<usize> {
        match self.mover {
            Mover::Free(start) => Some(start),
            Mover::Prescribed(_) => None,
        }
    }

    /// Where it is at (t, q).
    pub fn place(&self, t: f64, q: &[f64]) -> Place {
        let [x, y, angle] = match &self.mover {
            Mover::Free(i) => [q[*i], q[i + 1], q[i + 2]],
            Mover::Prescribed(_) => [0, 1, 2].map(|i| self.prescribed(i, t).value),
        };
        Place::new(DVec2::new(x, y), angle)
    }

    /// Everything about its motion at (t, q, v).
    pub fn kinematics(&self, at: At) -> Kinematics {
        match self.mover {
            Mover::Free(i) => Kinematics {
                place: Place::new(DVec2::new(at.q[i], at.q[i + 1]), at.q[i + 2]),
                angle: at.q[i + 2],
                velocity: DVec2::new(at.v[i], at.v[i + 1]),
                spin: at.v[i + 2],
                acceleration: DVec2::ZERO,
                angular_acceleration: 0.0,
                start: Some(i),
            },
            Mover::Prescribed(_) => {
                let [x, y, angle] = [0, 1, 2].map(|i| self.prescribed(i, at.t));
                Kinematics {
                    place: Place::new(DVec2::new(x.value, y.value), angle.value),
                    angle: angle.value,
                    velocity: DVec2::new(x.rate, y.rate),
                    spin: angle.rate,
                    acceleration: DVec2::new(x.acceleration, y.acceleration),
                    angular_acceleration: angle.acceleration,
                    start: None,
                }
            }
        }
    }

    fn prescribed(&self, i: usize, t: f64) -> Jet {
        match &self.mover {
            Mover::Prescribed(motions) => match &motions[i] {
                Some(motion) => motion.at(t),
                None => Jet { value: self.start[i], ..Jet::default() },
            },
            Mover::Free(_) => Jet::default(),
        }
    }

    /// Whether its prescribed motion is a number at t.
    pub fn is_finite_at(&self, t: f64) -> bool {
        (0..3).map(|i| self.prescribed(i, t)).all(|jet| (jet.value + jet.rate + jet.acceleration).is_finite())
    }

    /// A circle by its number in the body: its outline and itself.
    pub fn circle(&self, number: usize) -> Option<(usize, &Circle)> {
        let &(outline, circle) = self.circles.get(number)?;
        Some((outline, &self.outlines[outline].circles[circle]))
    }
}

fn mover(given: &BodyDescription, coordinate: usize) -> Mover {
    match &given.drive {
        Drive::Free => Mover::Free(coordinate),
        Drive::Fixed => Mover::Prescribed([None, None, None]),
        Drive::Prescribed(motion) => Mover::Prescribed([motion.x.clone(), motion.y.clone(), motion.angle.clone()]),
    }
}

fn number_circles(outlines: &[Outline]) -> Vec<(usize, usize)> {
    let of = |(i, outline): (usize, &Outline)| (0..outline.circles.len()).map(move |k| (i, k));
    outlines.iter().enumerate().flat_map(of).collect()
}

/// Every number of a body that must be finite.
fn fields(given: &BodyDescription) -> Vec<Field<'static>> {
    let mut fields = vec![
        ("position", finite(given.position.x).and(finite(given.position.y))),
        ("angle", finite(given.angle)),
        ("velocity", finite(given.velocity.x).and(finite(given.velocity.y))),
        ("spin", finite(given.spin)),
    ];
    if let CentreOfMass::At(centre) = given.centre {
        fields.push(("centre", finite(centre.x).and(finite(centre.y))));
    }
    for shape in &given.shapes {
        fields.push(("shape.offset", finite(shape.offset.x).and(finite(shape.offset.y))));
        fields.push(("shape.angle", finite(shape.angle)));
        fields.push(("shape.density", shape.density.map_or(Ok(1.0), positive)));
    }
    fields.push(("mass", given.mass.mass.map_or(Ok(1.0), positive)));
    fields.push(("density", given.mass.density.map_or(Ok(1.0), positive)));
    fields.push(("moment", given.mass.moment.map_or(Ok(1.0), positive)));
    fields
}

/// Area of all shapes, each times its density (relative, if the mass is given).
fn areas(given: &BodyDescription) -> Area {
    let usual = given.mass.density.unwrap_or(1.0);
    given.shapes.iter().fold(Area::default(), |sum, shape| {
        let place = Place::new(shape.offset, shape.angle);
        sum.plus(Area::of(&shape.shape, &place), shape.density.unwrap_or(usual))
    })
}

/// Outlines about the centre of mass.
fn outlines(given: &BodyDescription, centre: DVec2) -> Result<Vec<Outline>, (String, String)> {
    let of = |(i, shape): (usize, &super::description::ShapeDescription)| {
        let place = Place::new(shape.offset - centre, shape.angle);
        let single = given.shapes.len() == 1;
        Outline::of(&shape.shape, &place).map_err(|error| {
            let field = if single { format!("shape.{}", error.field) } else { format!("shape[{i}].{}", error.field) };
            (field, error.message)
        })
    };
    given.shapes.iter().enumerate().map(of).collect()
}

/// How far from the centre of mass a turn moves something of an outline.
fn swing(outline: &Outline) -> f64 {
    let moved = |circle: &Circle| if circle.inside { circle.centre.length() } else { outline.reach };
    outline.circles.iter().map(moved).fold(0.0, f64::max)
}

/// Mass, moment, and whether the moment only stands for a point.
fn inertia(given: &BodyDescription, areas: &Area, centre: DVec2) -> Result<(f64, f64, bool), (&'static str, String)> {
    let weighed = given.shapes.iter().all(|shape| shape.density.is_some()) && !given.shapes.is_empty();
    let mass = match (given.mass.mass, given.mass.density) {
        (Some(_), Some(_)) => return Err(("mass", "give either mass or density, not both".into())),
        (Some(mass), None) => mass,
        (None, None) if !weighed => return Err(("mass", "a body that moves needs a mass or a density".into())),
        _ if areas.area > 0.0 => areas.area,
        _ => return Err(("density", "the shapes have no area: give the mass".into())),
    };
    if let Some(moment) = given.mass.moment {
        return Ok((mass, moment, false));
    }
    if areas.area <= 0.0 {
        return Err(("moment", "cannot be computed without a shape that has an area: give it".into()));
    }
    let moment = mass * areas.polar_about(centre) / areas.area;
    // A point: mass times 1 m^2, see the description.
    if moment > 0.0 { Ok((mass, moment, false)) } else { Ok((mass, mass, true)) }
}
