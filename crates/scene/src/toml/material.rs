//! `[[material]]`: coefficients under a name, of one's own or measured by others.

use carom_impact::{Coefficient, Coefficients, material};

use super::demand::Demand;
use super::error::Fault;
use super::fields::Fields;
use super::items::Item;
use super::nearest::hint;
use super::node::shorten;
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
            coefficients = find(&[], &preset).map_err(|problem| fields.fault("preset", problem))?;
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

/// The coefficients of a material of the scene, or of a preset.
pub(super) fn find(materials: &[Material], name: &str) -> Result<Coefficients, String> {
    if let Some(own) = materials.iter().find(|material| material.name == name) {
        return Ok(own.coefficients);
    }
    if let Some(preset) = material::by_name(name) {
        return Ok(preset.coefficients);
    }
    let known = materials.iter().map(|material| material.name.as_str());
    let known: Vec<&str> = known.chain(material::MATERIALS.iter().map(|preset| preset.name)).collect();
    Err(format!("there is no material \"{}\"{}", shorten(name), hint(name, known)))
}
