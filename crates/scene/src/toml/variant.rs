//! Variants of a scene: `[variant."case name".parameters]` replaces parameters, `[variant."case name".set]` anything by its path.
//! `"a + b"` is variant b put on variant a.

use super::error::Fault;
use super::nearest::hint;
use super::node::{Entry, Node, Table, Value, shorten};
use super::set::assign;

const KEYS: [&str; 3] = ["about", "parameters", "set"];

/// What stands between the names of variants that are put on each other.
const AND: &str = " + ";

/// The names of the variants, in the order of the file.
pub(super) fn names(document: &Table) -> Vec<String> {
    let table = document.get("variant").and_then(Node::table);
    table.map_or(Vec::new(), |table| table.keys().map(str::to_owned).collect())
}

/// Applies a variant, the first one if none is named, and tells which.
pub(super) fn apply(document: &mut Table, wanted: Option<&str>) -> Result<Option<String>, Fault> {
    let Some(entry) = document.entry("variant").cloned() else {
        return match wanted {
            None => Ok(None),
            Some(name) => Err(nowhere(format!("this scene has no variants, so not \"{}\"", shorten(name)))),
        };
    };
    let Some(table) = entry.node.table() else {
        return Err(Fault::new(entry.at, "variant", format!("expected a table, got {}", entry.node.describe())));
    };
    let chosen = match wanted {
        None => table.entries.first().into_iter().collect(),
        Some(name) => chosen(table, name)?,
    };
    for entry in &chosen {
        overlay(document, entry)?;
    }
    let names: Vec<&str> = chosen.iter().map(|entry| entry.key.as_str()).collect();
    Ok(if names.is_empty() { None } else { Some(names.join(AND)) })
}

/// The variant of this name, or those whose names it joins.
fn chosen<'a>(table: &'a Table, wanted: &str) -> Result<Vec<&'a Entry>, Fault> {
    let find = |name: &str| table.entries.iter().find(|entry| entry.key == name);
    if let Some(entry) = find(wanted) {
        return Ok(vec![entry]);
    }
    let missing =
        |name: &str| nowhere(format!("there is no variant \"{}\"{}", shorten(name), hint(name, table.keys())));
    wanted.split(AND.trim()).map(str::trim).map(|name| find(name).ok_or_else(|| missing(name))).collect()
}

fn nowhere(problem: String) -> Fault {
    Fault::new(super::error::Origin::Nowhere, "variant", problem)
}

fn overlay(document: &mut Table, chosen: &Entry) -> Result<(), Fault> {
    let subject = format!("variant \"{}\"", shorten(&chosen.key));
    let fault = |entry: &Entry, problem: String| Fault::new(entry.at, subject.clone(), problem);
    let Some(table) = chosen.node.table() else {
        return Err(fault(chosen, format!("expected a table, got {}", chosen.node.describe())));
    };
    for entry in &table.entries {
        match (entry.key.as_str(), &entry.node.value) {
            ("about", Value::Text(_)) => {}
            ("parameters", Value::Table(inside)) => {
                for change in &inside.entries {
                    assign(document, &format!("parameters.\"{}\"", change.key), change.node.clone())
                        .map_err(|problem| fault(change, problem))?;
                }
            }
            ("set", Value::Table(inside)) => {
                for change in &inside.entries {
                    assign(document, &change.key, change.node.clone()).map_err(|problem| fault(change, problem))?;
                }
            }
            (key, _) if KEYS.contains(&key) => {
                return Err(fault(entry, format!("{key}: got {}", entry.node.describe())));
            }
            (key, _) => return Err(fault(entry, format!("unknown key \"{}\"{}", shorten(key), hint(key, KEYS)))),
        }
    }
    Ok(())
}
