//! Parameters that only tell what follows from others. Nothing uses them, so that another value for one of them alone would change nothing:
//! it is refused unless it is the one that follows.

use super::error::{Fault, Origin};
use super::node::{Node, Table, Value, shorten};
use super::parameters::Parameters;

/// Relative difference up to which a value is the one that follows: values are copied with fewer digits.
const SAME: f64 = 1e-6;

/// Refuses values said in `after` for parameters that `before` computes and nothing uses.
pub(super) fn check(before: &Table, after: &Table) -> Result<(), Fault> {
    let table = |document: &'_ Table| document.get("parameters").and_then(Node::table).cloned().unwrap_or_default();
    let (old, new) = (table(before), table(after));
    for entry in &old.entries {
        let Some(expression) = entry.node.text().filter(|text| text.trim_start().starts_with('=')) else { continue };
        let said = new.entry(&entry.key).filter(|said| matches!(said.node.at, Origin::Set(_)));
        let Some(said) = said.filter(|said| !is_used(&said.key, after)) else { continue };
        let (Some(value), Some(follows)) =
            (number(after, &said.key), number(&with(after, &new, entry.node.clone(), &said.key), &said.key))
        else {
            continue;
        };
        if (value - follows).abs() > SAME * value.abs().max(follows.abs()) {
            let problem = format!(
                "follows from others, {}, and nothing uses it: {value} would change nothing (it is {follows} now); set one of the others",
                shorten(expression.trim())
            );
            return Err(Fault::new(said.node.at, format!("parameter \"{}\"", shorten(&said.key)), problem));
        }
    }
    Ok(())
}

/// The document with one parameter put back.
fn with(document: &Table, parameters: &Table, node: Node, key: &str) -> Table {
    let (mut document, mut parameters) = (document.clone(), parameters.clone());
    parameters.put(key, node);
    if let Some(place) = document.get_mut("parameters") {
        place.value = Value::Table(parameters);
    }
    document
}

/// The value of a parameter that is one number.
fn number(document: &Table, name: &str) -> Option<f64> {
    let parameters = Parameters::read(document).ok()?;
    let parameter = parameters.find(name).filter(|parameter| !parameter.list)?;
    parameter.values.first().copied()
}

/// Whether any text but the words of the head names a parameter.
fn is_used(name: &str, document: &Table) -> bool {
    let sections = document.entries.iter().filter(|entry| entry.key != "scene" && entry.key != "variant");
    let gravity = document.get("scene").and_then(Node::table).and_then(|head| head.get("gravity"));
    sections.map(|entry| &entry.node).chain(gravity).any(|node| names(node, name))
}

/// Whether a text within a value names a parameter.
fn names(node: &Node, name: &str) -> bool {
    match &node.value {
        Value::Text(text) => text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name),
        Value::List(list) => list.iter().any(|node| names(node, name)),
        Value::Table(table) => table.entries.iter().any(|entry| names(&entry.node, name)),
        Value::Number(_) | Value::Flag(_) => false,
    }
}
