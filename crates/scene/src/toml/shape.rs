//! Shapes: `shape = { rod = { length = 1 } }`, `shapes = [{ disc = { radius = 0.1 }, offset = [0.2, 0] }, ..]`.

use carom_mechanics::plane::description::{ArcVertex, Shape, ShapeDescription, Side};
use glam::DVec2;

use super::error::Fault;
use super::fields::{Fields, vector};
use super::node::Node;
use crate::quantity::Dimension;

const KINDS: [&str; 8] = ["point", "rod", "disc", "box", "polygon", "arc-faced", "half-space", "hollow"];
const KEYS: [&str; 11] =
    ["point", "rod", "disc", "box", "polygon", "arc-faced", "half-space", "hollow", "offset", "angle", "density"];

/// The shapes of a body.
pub(super) fn shapes(body: &Fields<'_>) -> Result<Vec<ShapeDescription>, Fault> {
    match (body.get("shape"), body.list("shapes")?) {
        (Some(_), Some(_)) => Err(body.fault("shapes", "give either shape or shapes, not both")),
        (Some(node), None) => Ok(vec![shape(body, node, "shape".to_owned())?]),
        (None, Some(list)) => {
            list.iter().enumerate().map(|(index, node)| shape(body, node, format!("shape {index}"))).collect()
        }
        (None, None) => Ok(Vec::new()),
    }
}

fn shape(body: &Fields<'_>, node: &Node, name: String) -> Result<ShapeDescription, Fault> {
    let fields = Fields::new(node, node.at, format!("{}, {name}", body.subject), &KEYS, body.scope)?;
    let kinds: Vec<&str> = KINDS.into_iter().filter(|kind| fields.has(kind)).collect();
    let [kind] = kinds[..] else {
        let got = if kinds.is_empty() { "none".to_owned() } else { kinds.join(" and ") };
        return Err(fields.fault_here(format!("expected one of {}, got {got}", KINDS.join(", "))));
    };
    Ok(ShapeDescription {
        shape: outline(&fields, kind)?,
        offset: fields.vector("offset", Dimension::Length)?.unwrap_or(DVec2::ZERO),
        angle: fields.number_or("angle", Dimension::Angle, 0.0)?,
        density: fields.positive("density", Dimension::Density)?,
    })
}

fn outline(fields: &Fields<'_>, kind: &str) -> Result<Shape, Fault> {
    let inside = |keys: &[&str]| fields.child(kind, keys)?.ok_or_else(|| fields.missing(kind));
    let length = Dimension::Length;
    Ok(match kind {
        "point" => {
            inside(&[])?;
            Shape::Point
        }
        "rod" => {
            let rod = inside(&["length", "radius"])?;
            Shape::Rod {
                length: rod.needed_positive("length", length)?,
                radius: rod.not_negative_or("radius", length, 0.0)?,
            }
        }
        "disc" => Shape::Disc { radius: inside(&["radius"])?.needed_positive("radius", length)? },
        "hollow" => Shape::Hollow { radius: inside(&["radius"])?.needed_positive("radius", length)? },
        "box" => {
            let fields = inside(&["width", "height"])?;
            Shape::Box {
                width: fields.needed_positive("width", length)?,
                height: fields.needed_positive("height", length)?,
            }
        }
        "half-space" => {
            let fields = inside(&["normal"])?;
            Shape::HalfSpace { normal: fields.needed_direction("normal")? }
        }
        "polygon" => polygon(&inside(&["points"])?)?,
        _ => arc_faced(&inside(&["vertices"])?)?,
    })
}

fn polygon(fields: &Fields<'_>) -> Result<Shape, Fault> {
    let list = fields.list("points")?.ok_or_else(|| fields.missing("points"))?;
    if list.len() < 3 {
        return Err(fields.fault("points", format!("expected at least 3 corners, got {}", list.len())));
    }
    let corner =
        |node| vector(node, Dimension::Length, fields.scope).map_err(|problem| fields.fault("points", problem));
    Ok(Shape::Polygon { points: list.iter().map(corner).collect::<Result<_, _>>()? })
}

fn arc_faced(fields: &Fields<'_>) -> Result<Shape, Fault> {
    let list = fields.list("vertices")?.ok_or_else(|| fields.missing("vertices"))?;
    if list.len() < 2 {
        return Err(fields.fault("vertices", format!("expected at least 2 vertices, got {}", list.len())));
    }
    let vertices = list.iter().enumerate().map(|(index, node)| arc_vertex(fields, index, node));
    Ok(Shape::ArcFaced { vertices: vertices.collect::<Result<_, _>>()? })
}

/// `{ point = [x, y] }`, with `bulge` or `centre` if the side after it is an arc.
fn arc_vertex(outline: &Fields<'_>, index: usize, node: &Node) -> Result<ArcVertex, Fault> {
    let subject = format!("{}, vertex {index}", outline.subject);
    let fields = Fields::new(node, node.at, subject, &["point", "bulge", "centre"], outline.scope)?;
    let point = fields.vector("point", Dimension::Length)?.ok_or_else(|| fields.missing("point"))?;
    let side = match (fields.positive("bulge", Dimension::None)?, fields.vector("centre", Dimension::Length)?) {
        (None, None) => Side::Straight,
        (Some(bulge), None) => Side::Bulge(bulge),
        (None, Some(centre)) => Side::Centre(centre),
        (Some(_), Some(_)) => return Err(fields.fault("centre", "give either bulge or centre, not both")),
    };
    Ok(ArcVertex { point, side })
}
