//! `NAME.ctr`: joints between two bodies, or of a body and the world.

use super::state::no_name_twice;
use super::words::Words;
use super::write::{Lines, number, numbers};
use crate::quantity::Dimension;
use crate::toml::{SceneError, nearest_hint};

/// One joint of a `.ctr` file.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// Its name.
    pub name: String,
    /// What it keeps.
    pub kind: ConstraintKind,
    /// Line of the file, counted from 1.
    pub line: usize,
}

/// A point of a body in its frame; of the world in inertial coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPoint {
    /// The body, or `world`.
    pub body: String,
    /// The point, in m.
    pub at: [f64; 3],
}

/// A point of a body with an axis w and a direction u across it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// Body and point p.
    pub point: BodyPoint,
    /// The axis w.
    pub axis: [f64; 3],
    /// The reference u; v = w x u.
    pub reference: [f64; 3],
}

/// What a joint keeps.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstraintKind {
    /// Two points coincide: the ball joint, `Universal` in the work.
    Universal([BodyPoint; 2]),
    /// A point stays where it is at the start.
    Fixed(BodyPoint),
    /// A point of the first body stays in the plane a x + b y + c z + d = 0 of the second.
    Planar {
        /// The point.
        point: BodyPoint,
        /// The body of the plane, or `world`.
        body: String,
        /// a, b, c, d.
        plane: [f64; 4],
    },
    /// The axes lie on one line.
    Cylindrical([Axes; 2]),
    /// The axes lie on one line and the bodies do not turn against each other.
    Prismatic([Axes; 2]),
    /// The points coincide and the axes are parallel.
    Revolute([Axes; 2]),
    /// The relative pose of the start is kept.
    Weld([BodyPoint; 2]),
    /// The two points keep the distance they have at the start.
    Distance([BodyPoint; 2]),
}

const KINDS: [&str; 8] = ["Universal", "Fixed", "Planar", "Cylindrical", "Prismatic", "Revolute", "Weld", "Distance"];

impl Constraint {
    /// Reads a `.ctr` file; `file` is its name in errors.
    pub fn read_all(text: &str, file: &str) -> Result<Vec<Self>, SceneError> {
        let mut words = Words::new(text, file);
        words.begin("constraints")?;
        let constraints = words.counted("constraints", Self::read)?;
        words.end("constraints")?;
        no_name_twice(&words, "joint", constraints.iter().map(|joint| (joint.name.as_str(), joint.line)))?;
        Ok(constraints)
    }

    fn read(words: &mut Words<'_>) -> Result<Self, SceneError> {
        let line = words.line();
        let name = words.name("the name of a joint")?.to_owned();
        let kind = words.name("the type of the joint")?;
        let kind = match kind {
            "Universal" => ConstraintKind::Universal([point(words)?, point(words)?]),
            "Fixed" => ConstraintKind::Fixed(point(words)?),
            "Planar" => {
                let point = point(words)?;
                let body = words.name("the body of the plane")?.to_owned();
                ConstraintKind::Planar { point, body, plane: words.numbers("the plane a, b, c, d", Dimension::Length)? }
            }
            "Cylindrical" => ConstraintKind::Cylindrical([axes(words)?, axes(words)?]),
            "Prismatic" => ConstraintKind::Prismatic([axes(words)?, axes(words)?]),
            "Revolute" => ConstraintKind::Revolute([axes(words)?, axes(words)?]),
            "Weld" => ConstraintKind::Weld([point(words)?, point(words)?]),
            "Distance" => ConstraintKind::Distance([point(words)?, point(words)?]),
            other => {
                let problem = format!("joint \"{name}\": unknown type \"{other}\"{}", nearest_hint(other, KINDS));
                return Err(words.error_at(line, problem));
            }
        };
        Ok(Self { name, kind, line })
    }

    /// The bodies it names, the world among them.
    pub fn bodies(&self) -> Vec<&str> {
        match &self.kind {
            ConstraintKind::Fixed(point) => vec![&point.body],
            ConstraintKind::Planar { point, body, .. } => vec![&point.body, body],
            ConstraintKind::Universal([a, b]) | ConstraintKind::Weld([a, b]) | ConstraintKind::Distance([a, b]) => {
                vec![&a.body, &b.body]
            }
            ConstraintKind::Cylindrical([a, b])
            | ConstraintKind::Prismatic([a, b])
            | ConstraintKind::Revolute([a, b]) => {
                vec![&a.point.body, &b.point.body]
            }
        }
    }

    /// The word for its type.
    pub fn kind_name(&self) -> &'static str {
        match &self.kind {
            ConstraintKind::Universal(_) => "Universal",
            ConstraintKind::Fixed(_) => "Fixed",
            ConstraintKind::Planar { .. } => "Planar",
            ConstraintKind::Cylindrical(_) => "Cylindrical",
            ConstraintKind::Prismatic(_) => "Prismatic",
            ConstraintKind::Revolute(_) => "Revolute",
            ConstraintKind::Weld(_) => "Weld",
            ConstraintKind::Distance(_) => "Distance",
        }
    }

    /// The text of a `.ctr` file.
    pub fn write_all(constraints: &[Self]) -> String {
        let mut lines = Lines::new("constraints");
        lines.line(format!("constraints = {}", constraints.len()));
        for joint in constraints {
            lines.line(format!("{} {}", joint.name, joint.kind_name()));
            match &joint.kind {
                ConstraintKind::Fixed(point) => lines.line(point_line(point)),
                ConstraintKind::Planar { point, body, plane } => {
                    lines.line(point_line(point));
                    lines.line(format!("    {body}  {}", numbers(plane)));
                }
                ConstraintKind::Universal(points) | ConstraintKind::Weld(points) | ConstraintKind::Distance(points) => {
                    points.iter().for_each(|point| lines.line(point_line(point)));
                }
                ConstraintKind::Cylindrical(both)
                | ConstraintKind::Prismatic(both)
                | ConstraintKind::Revolute(both) => {
                    both.iter().for_each(|axes| lines.line(axes_line(axes)));
                }
            }
        }
        lines.end()
    }
}

/// `BODY x y z`.
pub(super) fn point(words: &mut Words<'_>) -> Result<BodyPoint, SceneError> {
    let body = words.name("the name of a body, or world")?.to_owned();
    let at = words.numbers(&format!("a point of \"{body}\""), Dimension::Length)?;
    Ok(BodyPoint { body, at })
}

/// `BODY p w u`: nine numbers.
fn axes(words: &mut Words<'_>) -> Result<Axes, SceneError> {
    let point = point(words)?;
    let line = words.line();
    let axis: [f64; 3] = words.numbers(&format!("the axis w in \"{}\"", point.body), Dimension::Length)?;
    let reference: [f64; 3] = words.numbers(&format!("the direction u in \"{}\"", point.body), Dimension::Length)?;
    if [axis, reference].iter().any(|direction| direction.iter().all(|part| *part == 0.0)) {
        return Err(words.error_at(line, "expected two directions w and u, got a vector without length"));
    }
    Ok(Axes { point, axis, reference })
}

/// `    BODY  x y z`.
pub(super) fn point_line(point: &BodyPoint) -> String {
    format!("    {}  {}", point.body, numbers(&point.at))
}

fn axes_line(axes: &Axes) -> String {
    let directions = [axes.axis, axes.reference].concat();
    format!("{} {}", point_line(&axes.point), directions.iter().map(|part| number(*part)).collect::<Vec<_>>().join(" "))
}
