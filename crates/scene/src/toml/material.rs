//! `[[material]]`: coefficients under a name, of one's own or measured by others.

use carom_impact::{Coefficient, Coefficients, material};

use super::demand::Demand;
use super::error::Fault;
use super::fields::Fields;
use super::items::Item;
use super::names::Body;
use super::nearest::hint;
use super::node::{Node, shorten};
use crate::quantity::Dimension;

/// Named coefficients.
pub(super) struct Material {
    pub name: String,
    pub coefficients: Coefficients,
}

/// The keys of the coefficients.
pub(super) const COEFFICIENTS: [&str; 8] = ["e", "mu", "mu_static", "nu", "e_t", "e_m", "e_mc", "e_me"];

pub(super) fn materials(items: &[Item<'_>]) -> Result<Vec<Material>, Fault> {
    let keys: Vec<&str> = ["name", "preset"].into_iter().chain(COEFFICIENTS).collect();
    let mut materials: Vec<Material> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let fields = Fields::of_item(item, item.subject("material", number), &keys)?;
        let name = fields.needed_text("name")?;
        let mut coefficients = Coefficients::default();
        if let Some(preset) = fields.text("preset")? {
            coefficients = find(&[], &preset, &[]).map_err(|problem| fields.fault("preset", problem))?;
        }
        read_coefficients(&fields, &mut coefficients)?;
        if materials.iter().any(|other| other.name == name) {
            return Err(fields.fault("name", format!("another material is called \"{}\"", shorten(&name))));
        }
        materials.push(Material { name, coefficients });
    }
    Ok(materials)
}

/// Puts the coefficients that are given in the place of others.
pub(super) fn read_coefficients(fields: &Fields<'_>, coefficients: &mut Coefficients) -> Result<(), Fault> {
    for name in Coefficient::ALL {
        let (least, most) = name.range();
        fields.note(name.as_str(), &Demand::range(Some(least), most));
        if let Some(number) = fields.number(name.as_str(), Dimension::None)? {
            coefficients.set(name, number);
        }
    }
    Ok(())
}

/// Refuses bodies of a material that nobody knows: no `[[material]]`, no preset and no `[[contact]]`.
pub(super) fn check_bodies<D>(
    items: &[Item<'_>],
    bodies: &[Body<D>],
    materials: &[Material],
    contacts: &[Item<'_>],
) -> Result<(), Fault> {
    let of_contact = |item: &Item<'_>| -> Vec<String> {
        let list = item.node.table().and_then(|table| table.get("materials")).and_then(Node::list).unwrap_or_default();
        list.iter().filter_map(|node| item.scope.text(node.text()?).ok()).collect()
    };
    let named: Vec<String> = contacts.iter().flat_map(of_contact).collect();
    for (number, (item, body)) in items.iter().zip(bodies).enumerate() {
        let Some(name) = body.material.as_ref().filter(|name| !named.contains(name)) else { continue };
        let at = item.node.table().and_then(|table| table.get("material")).map_or(item.at, |node| node.at);
        let fault = |problem| Fault::new(at, item.subject("body", number), format!("material: {problem}"));
        find(materials, name, &named).map_err(fault)?;
    }
    Ok(())
}

/// The coefficients of a material of the scene, or of a preset; `others` are names that would have done too.
pub(super) fn find(materials: &[Material], name: &str, others: &[String]) -> Result<Coefficients, String> {
    if let Some(own) = materials.iter().find(|material| material.name == name) {
        return Ok(own.coefficients);
    }
    if let Some(preset) = material::by_name(name) {
        return Ok(preset.coefficients);
    }
    let known = materials.iter().map(|material| material.name.as_str()).chain(others.iter().map(String::as_str));
    let known: Vec<&str> = known.chain(material::MATERIALS.iter().map(|preset| preset.name)).collect();
    Err(format!("there is no material \"{}\"{}", shorten(name), hint(name, known)))
}
