//! `carom impact`: one collision under one, several or all laws.

use std::process::ExitCode;

use carom::compare::{Choice, compare};
use carom::comparison::comparison;
use carom::diagram;
use carom::impact::{Status, material};

use crate::arguments::OneArguments;
use crate::case_arguments::CaseArguments;
use crate::failure::{Failure, PHYSICS};
use crate::{output, table};

/// Runs the comparison, prints it and draws it.
pub(crate) fn run(arguments: &OneArguments) -> Result<ExitCode, Failure> {
    let case = arguments.case.case()?;
    let collision = case.collision().map_err(|error| Failure::input(error.to_string()))?;
    let entries = compare(&choice(&arguments.law), &collision, &case.coefficients)
        .map_err(|error| Failure::input(error.to_string()).advise(advice(&arguments.case)))?;
    if let Some(path) = &arguments.diagram {
        output::write(&[(path, &diagram::draw(&case, &collision, &entries, arguments.grid))])?;
    }
    if arguments.json {
        output::print_json(&comparison(&collision, &entries))?;
    } else {
        output::print(&table::impact(&case, &collision, &entries))?;
        if let Some(path) = &arguments.diagram {
            output::print(&format!("impulse plane drawn into {}\n", path.display()))?;
        }
    }
    let answered = entries.iter().any(|entry| entry.outcome.has_numbers() || entry.outcome.status == Status::Multiple);
    Ok(if answered { ExitCode::SUCCESS } else { ExitCode::from(PHYSICS) })
}

/// Where to look when a law or a coefficient is missing.
fn advice(case: &CaseArguments) -> String {
    let laws = "`carom laws` lists every law with its coefficients";
    match case.material().and_then(material::by_name) {
        Some(material) => format!("{laws}; {}: {} ({})", material.name, material.description, material.source),
        None => laws.to_owned(),
    }
}

/// The laws as typed, in small letters, each once.
fn choice(names: &[String]) -> Choice {
    let mut chosen: Vec<String> = Vec::new();
    for name in names.iter().map(|name| name.trim().to_lowercase()) {
        if !name.is_empty() && !chosen.contains(&name) {
            chosen.push(name);
        }
    }
    if chosen.iter().any(|name| name == "all") { Choice::All } else { Choice::Named(chosen) }
}
