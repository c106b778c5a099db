//! `[[system]]`: a system in minimal coordinates, by expressions of them.
//!
//! ```text
//! name, coordinates = ["phi", ..], start = [..], velocity = [..]
//! mass = [["= ..", ..], ..], potential = "= ..", force = ["= ..", ..], size, lines = [[[x, y], ..], ..]
//! [[system.contact]]   name, gap and slide, or point and against = { point, normal }; and a law
//! ```
//!
//! In expressions a coordinate stands for itself and `phi.rate` for its velocity.

use std::sync::Arc;

use carom_mechanics::PenaltyGiven;
use carom_mechanics::system::{ContactPlace, Field, MinimalContact, MinimalDescription};
use glam::DVec2;

use super::contact::{LAW_KEYS, law};
use super::error::{Fault, Origin};
use super::expression::{Binary, ExpressionField, Tree};
use super::fields::Fields;
use super::items::Item;
use super::material::Material;
use super::node::Node;
use crate::quantity::Dimension;

const KEYS: [&str; 10] =
    ["name", "coordinates", "start", "velocity", "mass", "potential", "force", "size", "lines", "contact"];

/// Most coordinates of a system: the work of its terms grows with their cube.
const MOST: usize = 50;

/// A system and where it is described.
pub(super) struct System {
    pub description: MinimalDescription,
    pub at: Origin,
}

/// The systems of a scene; `taken` are the names of its bodies.
pub(super) fn systems(
    items: &[Item<'_>],
    taken: &[&str],
    materials: &[Material],
    penalty: Option<PenaltyGiven>,
) -> Result<Vec<System>, Fault> {
    let mut systems: Vec<System> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let fields = Fields::of_item(item, item.subject("system", number), &KEYS)?;
        let name = fields.needed_text("name")?;
        if taken.contains(&name.as_str()) || systems.iter().any(|other| other.description.name == name) {
            return Err(fields.fault("name", "another body or system has this name"));
        }
        let reader = Reader { coordinates: coordinates(&fields)?, fields: &fields };
        systems.push(System { description: reader.system(name, materials, penalty)?, at: item.at });
    }
    Ok(systems)
}

/// The names of the coordinates.
fn coordinates(fields: &Fields<'_>) -> Result<Vec<String>, Fault> {
    let list = fields.list("coordinates")?.ok_or_else(|| fields.missing("coordinates"))?;
    if !(1..=MOST).contains(&list.len()) {
        return Err(fields.fault("coordinates", format!("expected 1 to {MOST} names, got {}", list.len())));
    }
    let mut names: Vec<String> = Vec::with_capacity(list.len());
    for node in list {
        let name = node.text().unwrap_or_default();
        let plain =
            name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_numeric());
        if name.is_empty() || !plain || ["t", "i", "pi"].contains(&name) {
            let problem =
                format!("expected names of letters, digits and _, other than t, i and pi, got {}", node.describe());
            return Err(fields.fault("coordinates", problem));
        }
        if names.iter().any(|known| known == name) || fields.scope.parameters.find(name).is_some() {
            return Err(
                fields.fault("coordinates", format!("\"{name}\" is the name of another coordinate or parameter"))
            );
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Gap, slide and place of a contact.
type Parts = (Arc<dyn Field>, Option<Arc<dyn Field>>, Option<ContactPlace>);

/// A line through points (x, y).
type Line = Vec<[Arc<dyn Field>; 2]>;

/// What an expression may depend on beside parameters and coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum May {
    /// Nothing.
    Place,
    /// Time.
    Time,
    /// Time and velocities.
    Motion,
}

/// Reads the parts of one system.
struct Reader<'f, 'd> {
    fields: &'f Fields<'d>,
    coordinates: Vec<String>,
}

impl Reader<'_, '_> {
    fn system(
        &self,
        name: String,
        materials: &[Material],
        penalty: Option<PenaltyGiven>,
    ) -> Result<MinimalDescription, Fault> {
        let fields = self.fields;
        let n = self.coordinates.len();
        let start = |key| if fields.has(key) { fields.numbers(key, Dimension::None) } else { Ok(vec![0.0; n]) };
        Ok(MinimalDescription {
            name,
            mass: self.mass()?,
            potential: fields
                .get("potential")
                .map(|node| self.field(fields, "potential", node, May::Time))
                .transpose()?,
            force: self.list(fields, "force", May::Motion)?,
            contacts: self.contacts(materials, penalty)?,
            lines: self.lines()?,
            size: fields.positive("size", Dimension::Length)?.unwrap_or(1.0),
            q: start("start")?,
            v: start("velocity")?,
            coordinates: self.coordinates.clone(),
        })
    }

    fn tree(&self, fields: &Fields<'_>, key: &str, node: &Node, may: May) -> Result<Tree, Fault> {
        let (time, rates) = (may != May::Place, may == May::Motion);
        fields.scope.of_coordinates(node, &self.coordinates, time, rates).map_err(|problem| fields.fault(key, problem))
    }

    fn field(&self, fields: &Fields<'_>, key: &str, node: &Node, may: May) -> Result<Arc<dyn Field>, Fault> {
        Ok(Arc::new(ExpressionField::new(self.tree(fields, key, node, may)?)))
    }

    /// Expressions in a list; none if the key is absent.
    fn list(&self, fields: &Fields<'_>, key: &str, may: May) -> Result<Vec<Arc<dyn Field>>, Fault> {
        let list = fields.list(key)?.unwrap_or_default();
        list.iter().map(|node| self.field(fields, key, node, may)).collect()
    }

    fn mass(&self) -> Result<Vec<Vec<Arc<dyn Field>>>, Fault> {
        let fields = self.fields;
        let rows = fields.list("mass")?.ok_or_else(|| fields.missing("mass"))?;
        let row = |node: &Node| {
            let entries = node.list().ok_or_else(|| fields.fault("mass", "expected rows, [[..], ..]"))?;
            entries.iter().map(|entry| self.field(fields, "mass", entry, May::Place)).collect()
        };
        rows.iter().map(row).collect()
    }

    /// Two expressions [x, y].
    fn point(&self, fields: &Fields<'_>, key: &str, node: &Node) -> Result<[Tree; 2], Fault> {
        let Some([x, y]) = node.list() else {
            return Err(fields.fault(key, format!("expected a point [x, y], got {}", node.describe())));
        };
        Ok([self.tree(fields, key, x, May::Time)?, self.tree(fields, key, y, May::Time)?])
    }

    fn lines(&self) -> Result<Vec<Line>, Fault> {
        let fields = self.fields;
        let line = |node: &Node| {
            let points =
                node.list().ok_or_else(|| fields.fault("lines", "expected lines of points, [[[x, y], ..], ..]"))?;
            points.iter().map(|point| Ok(self.point(fields, "lines", point)?.map(as_field))).collect()
        };
        fields.list("lines")?.unwrap_or_default().iter().map(line).collect()
    }

    fn contacts(&self, materials: &[Material], penalty: Option<PenaltyGiven>) -> Result<Vec<MinimalContact>, Fault> {
        let own = ["name", "gap", "slide", "point", "against"];
        let keys: Vec<&str> = own.into_iter().chain(LAW_KEYS).collect();
        let list = self.fields.list("contact")?.unwrap_or_default();
        let contact = |(number, node): (usize, &Node)| {
            let subject = format!("{}, contact {number}", self.fields.subject);
            let fields = Fields::new(node, node.at, subject, &keys, self.fields.scope)?;
            let name = fields.text("name")?.unwrap_or_else(|| format!("contact-{number}"));
            let law = law(&fields, materials, penalty)?;
            let (gap, slide, place) = self.contact_place(&fields)?;
            Ok(MinimalContact { name, gap, slide, place, law })
        };
        list.iter().enumerate().map(contact).collect()
    }

    /// Gap and slide as given, or those of a point over a line: n . (p - p_0) and tau . p with tau = (n_y, -n_x).
    fn contact_place(&self, fields: &Fields<'_>) -> Result<Parts, Fault> {
        match (fields.get("gap"), fields.get("point")) {
            (Some(gap), None) => {
                let slide = fields.get("slide").map(|node| self.field(fields, "slide", node, May::Time));
                Ok((self.field(fields, "gap", gap, May::Time)?, slide.transpose()?, None))
            }
            (None, Some(point)) => {
                let against =
                    fields.child("against", &["point", "normal"])?.ok_or_else(|| fields.missing("against"))?;
                let at = against.vector("point", Dimension::Length)?.unwrap_or(DVec2::ZERO);
                let n = against.needed_direction::<DVec2>("normal")?.normalize();
                let [x, y] = self.point(fields, "point", point)?;
                let gap = combined([&x, &y], n, -n.dot(at));
                let slide = combined([&x, &y], DVec2::new(n.y, -n.x), 0.0);
                let place = ContactPlace { point: [x, y].map(as_field), normal: [n.x, n.y] };
                Ok((as_field(gap), Some(as_field(slide)), Some(place)))
            }
            _ => Err(fields.fault_here("needs either gap (and slide) or point and against = { point, normal }")),
        }
    }
}

fn as_field(tree: Tree) -> Arc<dyn Field> {
    Arc::new(ExpressionField::new(tree))
}

/// u . (x, y) + constant.
fn combined([x, y]: [&Tree; 2], u: DVec2, constant: f64) -> Tree {
    let part = |factor: f64, tree: &Tree| Tree::binary(Binary::Multiply, Tree::Number(factor), tree.clone());
    let sum = Tree::binary(Binary::Add, part(u.x, x), part(u.y, y));
    Tree::binary(Binary::Add, sum, Tree::Number(constant))
}
