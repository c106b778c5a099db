//! `carom laws` and `carom materials`.

use std::process::ExitCode;

use carom::impact::Coefficient;
use carom::impact::laws::{CATALOGUE, LawInfo};
use carom::impact::material::{MATERIALS, Material};
use serde::Serialize;

use crate::arguments::FormatArguments;
use crate::failure::Failure;
use crate::{output, table};

#[derive(Serialize)]
struct LawOut {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    coefficients: Vec<&'static str>,
    creates_energy: bool,
    source: &'static str,
}

#[derive(Serialize)]
struct MaterialOut {
    name: &'static str,
    coefficients: serde_json::Map<String, serde_json::Value>,
    description: &'static str,
    source: &'static str,
}

/// Lists the laws.
pub(crate) fn laws(format: &FormatArguments) -> Result<ExitCode, Failure> {
    let names = |law: &LawInfo| law.coefficients.iter().map(Coefficient::as_str).collect::<Vec<_>>();
    if format.json {
        let laws: Vec<LawOut> = CATALOGUE
            .iter()
            .map(|law| LawOut {
                name: law.name,
                aliases: law.aliases,
                title: law.title,
                coefficients: names(law),
                creates_energy: law.creates_energy,
                source: law.source,
            })
            .collect();
        output::print_json(&laws)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows =
        vec![["law", "coefficients", "may create energy", "other names", "source"].map(str::to_owned).to_vec()];
    rows.extend(CATALOGUE.iter().map(|law| {
        let gains = if law.creates_energy { "yes" } else { "never" };
        vec![law.name.into(), names(law).join(" "), gains.into(), law.aliases.join(" "), law.source.into()]
    }));
    output::print(&table::columns(rows))?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the materials.
pub(crate) fn materials(format: &FormatArguments) -> Result<ExitCode, Failure> {
    if format.json {
        let materials: Vec<MaterialOut> = MATERIALS.iter().map(material_out).collect();
        output::print_json(&materials)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for material in &MATERIALS {
        let values: Vec<_> = values(material).map(|(name, value)| format!("{name} {value}")).collect();
        let values = if values.is_empty() { "no coefficients printed".to_owned() } else { values.join("  ") };
        text += &format!("{}: {values}\n  {}\n  {}\n", material.name, material.description, material.source);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn values(material: &Material) -> impl Iterator<Item = (Coefficient, f64)> {
    Coefficient::ALL.into_iter().filter_map(|name| Some((name, material.coefficients.get(name)?)))
}

fn material_out(material: &Material) -> MaterialOut {
    MaterialOut {
        name: material.name,
        coefficients: values(material).map(|(name, value)| (name.to_string(), value.into())).collect(),
        description: material.description,
        source: material.source,
    }
}
