//! Outlines of bodies in the world, for pictures.

use super::cast::{Outline, State};
use crate::svg::{Form, Ground};

/// A point of a body in the world.
pub(super) fn point([x, y]: [f64; 2], state: &State) -> [f64; 2] {
    let [dx, dy] = turned([x, y], state);
    [state.position[0] + dx, state.position[1] + dy]
}

/// A direction of a body in the world.
fn turned([x, y]: [f64; 2], state: &State) -> [f64; 2] {
    let (sin, cos) = state.angle.sin_cos();
    [cos * x - sin * y, sin * x + cos * y]
}

/// An outline in the world; none for a half-space, which has no end.
pub(super) fn form(outline: &Outline, state: &State) -> Option<Form> {
    match outline {
        Outline::Polyline { points, closed } => {
            let points = points.iter().map(|corner| point(*corner, state)).collect();
            Some(if *closed { Form::Polygon(points) } else { Form::Line(points) })
        }
        Outline::Circle { centre, radius } => {
            let towards = [centre[0] + radius, centre[1]];
            Some(Form::Circle { centre: point(*centre, state), towards: point(towards, state) })
        }
        Outline::HalfSpace { .. } => None,
    }
}

/// The edge of a half-space in the world.
pub(super) fn ground(outline: &Outline, state: &State) -> Option<Ground> {
    match outline {
        Outline::HalfSpace { point: edge, normal } => {
            Some(Ground { point: point(*edge, state), normal: turned(*normal, state) })
        }
        _ => None,
    }
}
