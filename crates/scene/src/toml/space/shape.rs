//! Shapes of space: `shape = { box = { size = [1, 2, 3] } }`, `shapes = [{ sphere = { radius = 0.1 }, offset = [0, 0, 1] }, ..]`.

use std::collections::HashMap;
use std::path::Path;

use carom_mechanics::Magnitude;
use carom_mechanics::space::description::{Shape, ShapeDescription};
use carom_mechanics::space::possible_moments;
use glam::{DQuat, DVec3};

use super::super::error::Fault;
use super::super::fields::{Fields, vector};
use super::super::node::{Node, Value, shorten};
use super::super::said::PolyhedronSaid;
use crate::mesh;
use crate::quantity::Dimension;

const KINDS: [&str; 8] = ["sphere", "box", "cylinder", "capsule", "ellipsoid", "polyhedron", "half-space", "mesh"];
const PLACE: [&str; 4] = ["offset", "axis", "angle", "density"];

/// Where meshes are looked for.
#[derive(Clone, Copy)]
pub(crate) enum Folder<'f> {
    /// In the folder of the scene file; as the path says for a text without a file.
    At(Option<&'f Path>),
    /// Nowhere: the text may name no file.
    None,
}

/// The shapes of a body; and, of a body that is one polyhedron, what the file says of it.
pub(super) fn shapes(
    body: &Fields<'_>,
    folder: Folder<'_>,
) -> Result<(Vec<ShapeDescription>, Option<PolyhedronSaid>), Fault> {
    match (body.get("shape"), body.list("shapes")?) {
        (Some(_), Some(_)) => Err(body.fault("shapes", "give either shape or shapes, not both")),
        (Some(node), None) => {
            let (shape, said) = shape(body, node, "shape".to_owned(), folder)?;
            Ok((vec![shape], said))
        }
        (None, Some(list)) => {
            let shapes = list.iter().enumerate().map(|(index, node)| {
                let (shape, said) = shape(body, node, format!("shape {index}"), folder)?;
                match said.filter(|said| said.mass.is_some()) {
                    None => Ok(shape),
                    Some(_) => Err(body.fault("shapes", "mass within a polyhedron is for a body of a single shape")),
                }
            });
            Ok((shapes.collect::<Result<_, Fault>>()?, None))
        }
        (None, None) => Ok((Vec::new(), None)),
    }
}

fn shape(
    body: &Fields<'_>,
    node: &Node,
    name: String,
    folder: Folder<'_>,
) -> Result<(ShapeDescription, Option<PolyhedronSaid>), Fault> {
    let keys: Vec<&str> = KINDS.into_iter().chain(PLACE).collect();
    let fields = Fields::new(node, node.at, format!("{}, {name}", body.subject), &keys, body.scope)?;
    let kinds: Vec<&str> = KINDS.into_iter().filter(|kind| fields.has(kind)).collect();
    let [kind] = kinds[..] else {
        let got = if kinds.is_empty() { "none".to_owned() } else { kinds.join(" and ") };
        return Err(fields.fault_here(format!("expected one of {}, got {got}", KINDS.join(", "))));
    };
    let axis = fields.direction("axis")?.unwrap_or(DVec3::Z).normalize();
    let (shape, said) = solid(&fields, kind, folder)?;
    let description = ShapeDescription {
        shape,
        offset: fields.vector("offset", Dimension::Length)?.unwrap_or(DVec3::ZERO),
        rotation: DQuat::from_axis_angle(axis, fields.number_or("angle", Dimension::Angle, 0.0)?),
        density: fields.positive("density", Dimension::SolidDensity)?,
    };
    Ok((description, said))
}

fn solid(fields: &Fields<'_>, kind: &str, folder: Folder<'_>) -> Result<(Shape, Option<PolyhedronSaid>), Fault> {
    let inside = |keys: &[&str]| fields.child(kind, keys)?.ok_or_else(|| fields.missing(kind));
    let length = Dimension::Length;
    let shape = match kind {
        "sphere" => Shape::Sphere { radius: inside(&["radius"])?.needed_positive("radius", length)? },
        "box" => Shape::Box { size: lengths(&inside(&["size"])?, "size")? },
        "ellipsoid" => Shape::Ellipsoid { semi_axes: lengths(&inside(&["semi-axes"])?, "semi-axes")? },
        "cylinder" => {
            let inside = inside(&["radius", "length"])?;
            Shape::Cylinder {
                radius: inside.needed_positive("radius", length)?,
                length: inside.needed_positive("length", length)?,
            }
        }
        "capsule" => {
            let inside = inside(&["radius", "length"])?;
            Shape::Capsule {
                radius: inside.needed_positive("radius", length)?,
                length: inside.needed_positive("length", length)?,
            }
        }
        "half-space" => Shape::HalfSpace { normal: inside(&["normal"])?.needed_direction("normal")? },
        "mesh" => return mesh(&inside(&["file", "scale"])?, folder).map(|shape| (shape, None)),
        _ => {
            let keys = ["name", "vertices", "faces", "scale", "density", "mass", "moments"];
            return polyhedron(&inside(&keys)?).map(|(shape, said)| (shape, Some(said)));
        }
    };
    Ok((shape, None))
}

/// Three lengths above zero.
fn lengths(fields: &Fields<'_>, key: &str) -> Result<DVec3, Fault> {
    let size: DVec3 = fields.vector(key, Dimension::Length)?.ok_or_else(|| fields.missing(key))?;
    if size.min_element() > 0.0 {
        return Ok(size);
    }
    Err(fields.fault(key, format!("expected three lengths above 0, got [{}, {}, {}]", size.x, size.y, size.z)))
}

fn mesh(fields: &Fields<'_>, folder: Folder<'_>) -> Result<Shape, Fault> {
    let file = fields.needed_text("file")?;
    let scale = fields.positive("scale", Dimension::None)?.unwrap_or(1.0);
    Magnitude::SCALE.positive(scale).map_err(|problem| fields.fault("scale", problem))?;
    let Folder::At(folder) = folder else {
        return Err(fields.fault("file", "meshes are read from files, which a scene sent as a text cannot name"));
    };
    let path = folder.map_or_else(|| Path::new(&file).to_owned(), |folder| folder.join(&file));
    let mesh = mesh::read(&path).map_err(|problem| fields.fault("file", problem))?;
    let vertices = mesh.vertices.into_iter().map(|vertex| scale * DVec3::from_array(vertex)).collect();
    Ok(Shape::Polyhedron { vertices, faces: mesh.faces })
}

/// Vertices and faces, as lists or as tables of names; scaled, if so wanted.
fn polyhedron(fields: &Fields<'_>) -> Result<(Shape, PolyhedronSaid), Fault> {
    let vertices = vertices(fields)?;
    let faces = faces(fields, &vertices)?;
    let scale = fields.array("scale", Dimension::None)?.unwrap_or([1.0; 3]);
    if scale.iter().any(|factor| *factor <= 0.0) {
        return Err(fields.fault("scale", "expected three factors above 0"));
    }
    for factor in scale {
        Magnitude::SCALE.positive(factor).map_err(|problem| fields.fault("scale", problem))?;
    }
    let scaled = |at: DVec3| if scale == [1.0; 3] { at } else { at * DVec3::from_array(scale) };
    let shape = Shape::Polyhedron {
        vertices: vertices.iter().map(|(_, at)| scaled(*at)).collect(),
        faces: faces.iter().map(|(_, corners)| corners.clone()).collect(),
    };
    let said = PolyhedronSaid {
        name: fields.text("name")?,
        scale,
        density: fields.positive("density", Dimension::SolidDensity)?.unwrap_or(1.0),
        mass: fields.positive("mass", Dimension::Mass)?,
        moments: moments(fields)?,
        vertices: vertices.into_iter().map(|(name, at)| (name, at.to_array())).collect(),
        faces,
    };
    if said.moments.is_some() && said.mass.is_none() {
        return Err(fields.fault("moments", "needs the key \"mass\" beside it"));
    }
    Ok((shape, said))
}

/// Principal moments that a body can have.
fn moments(fields: &Fields<'_>) -> Result<Option<[f64; 3]>, Fault> {
    let moments = fields.array("moments", Dimension::Moment)?;
    moments.map(possible_moments).transpose().map_err(|problem| fields.fault("moments", problem))
}

/// Fewer vertices or faces enclose no volume.
const FEWEST: usize = 4;

/// `vertices = [[x, y, z], ..]` or `{ name = [x, y, z], .. }`; without names they are numbered from 0.
fn vertices(fields: &Fields<'_>) -> Result<Vec<(String, DVec3)>, Fault> {
    let node = fields.get("vertices").ok_or_else(|| fields.missing("vertices"))?;
    let point = |node| vector(node, Dimension::Length, fields.scope);
    let point = |node| point(node).map_err(|problem| fields.fault("vertices", problem));
    let vertices: Vec<(String, DVec3)> = match &node.value {
        Value::List(list) => list
            .iter()
            .enumerate()
            .map(|(number, node)| Ok((number.to_string(), point(node)?)))
            .collect::<Result<_, Fault>>()?,
        Value::Table(table) => table
            .entries
            .iter()
            .map(|entry| Ok((entry.key.clone(), point(&entry.node)?)))
            .collect::<Result<_, Fault>>()?,
        _ => return Err(fields.fault("vertices", format!("expected a list or a table, got {}", node.describe()))),
    };
    if vertices.len() < FEWEST {
        return Err(fields.fault("vertices", format!("expected at least {FEWEST}, got {}", vertices.len())));
    }
    Ok(vertices)
}

/// `faces = [[0, 1, 2], ..]` or `{ name = ["a", "b", "c"], .. }`: vertices counter-clockwise seen from outside.
fn faces(fields: &Fields<'_>, vertices: &[(String, DVec3)]) -> Result<Vec<(String, Vec<usize>)>, Fault> {
    let node = fields.get("faces").ok_or_else(|| fields.missing("faces"))?;
    let known: HashMap<&str, usize> = vertices.iter().enumerate().map(|(i, (name, _))| (name.as_str(), i)).collect();
    let face = |name: String, node: &Node| {
        let corners = node.list().ok_or_else(|| {
            fields.fault("faces", format!("face {name}: expected a list of vertices, got {}", node.describe()))
        })?;
        let corners: Vec<usize> =
            corners.iter().map(|node| corner(fields, &name, node, &known)).collect::<Result<_, _>>()?;
        if corners.len() < 3 {
            return Err(fields.fault("faces", format!("face {name}: expected at least 3 vertices")));
        }
        Ok((name, corners))
    };
    let faces: Vec<(String, Vec<usize>)> = match &node.value {
        Value::List(list) => {
            list.iter().enumerate().map(|(number, node)| face(number.to_string(), node)).collect::<Result<_, _>>()?
        }
        Value::Table(table) => {
            table.entries.iter().map(|entry| face(entry.key.clone(), &entry.node)).collect::<Result<_, _>>()?
        }
        _ => return Err(fields.fault("faces", format!("expected a list or a table, got {}", node.describe()))),
    };
    if faces.len() < FEWEST {
        return Err(fields.fault("faces", format!("expected at least {FEWEST}, got {}", faces.len())));
    }
    Ok(faces)
}

/// A vertex by its name or number.
fn corner(fields: &Fields<'_>, face: &str, node: &Node, known: &HashMap<&str, usize>) -> Result<usize, Fault> {
    let name = match &node.value {
        Value::Text(name) => name.clone(),
        Value::Number(number) => number.to_string(),
        _ => node.describe(),
    };
    let problem = || format!("face {face}: there is no vertex {}", shorten(&name));
    known.get(name.as_str()).copied().ok_or_else(|| fields.fault("faces", problem()))
}
