//! The entries of a section: those with `repeat` as often as it says, those with `when = 0` left out.

use super::error::{Fault, Origin};
use super::node::{Node, Table, Value, shorten};
use super::scope::Scope;
use crate::quantity::Dimension;

/// Most entries of one kind, repetitions included; a bound on memory.
const MOST_ENTRIES: usize = 20_000;
/// Most numbers and words in the entries of one kind, repetitions included: an outline of thousands of corners, said once and repeated
/// thousands of times, would fill the memory. So many take about half a gigabyte once they are bodies.
const MOST_VALUES: usize = 4_000_000;

/// An entry of `[[body]]`, `[[joint]]`, ... : its table and what names mean in it.
pub(super) struct Item<'d> {
    pub node: &'d Node,
    pub at: Origin,
    pub scope: Scope<'d>,
}

impl Item<'_> {
    /// What the entry is called in errors: `body "bar"`, or `body 3` if it has no name.
    pub fn subject(&self, section: &str, number: usize) -> String {
        let name = self.node.table().and_then(|table| table.get("name")).and_then(Node::text);
        match name.and_then(|name| self.scope.text(name).ok()) {
            Some(name) => format!("{section} \"{}\"", shorten(&name)),
            None => format!("{section} {number}"),
        }
    }
}

/// The entries of a section.
pub(super) fn items<'d>(document: &'d Table, section: &'static str, alone: Scope<'d>) -> Result<Vec<Item<'d>>, Fault> {
    let Some(entry) = document.entry(section) else { return Ok(Vec::new()) };
    let Some(list) = entry.node.list() else {
        let problem = format!("expected [[{section}]] with double brackets, got {}", entry.node.describe());
        return Err(Fault::new(entry.at, section, problem));
    };
    let mut items = Vec::new();
    let mut said = 0_usize;
    for (number, node) in list.iter().enumerate() {
        let fault = |at: &Node, problem: String| Fault::new(at.at, format!("{section} {number}"), problem);
        let Some(table) = node.table() else {
            return Err(fault(node, format!("expected a table, got {}", node.describe())));
        };
        let count = match table.get("repeat") {
            None => None,
            Some(key) => Some(times(alone, key, MOST_ENTRIES - items.len()).map_err(|problem| fault(key, problem))?),
        };
        said = said.saturating_add(values(node).saturating_mul(count.unwrap_or(1)));
        if said > MOST_VALUES {
            return Err(fault(
                node,
                format!("there are more than {MOST_VALUES} values in all, those of repeated entries included"),
            ));
        }
        for index in 0..count.unwrap_or(1) {
            let scope = Scope { index: count.map(|_| index), ..alone };
            let wanted = match table.get("when") {
                None => true,
                Some(key) => holds(scope, key).map_err(|problem| fault(key, problem))?,
            };
            if wanted {
                items.push(Item { node, at: node.at, scope });
            }
        }
        if items.len() >= MOST_ENTRIES {
            return Err(fault(node, format!("there are more than {MOST_ENTRIES} entries")));
        }
    }
    Ok(items)
}

/// How many numbers, words and flags a value holds.
fn values(node: &Node) -> usize {
    match &node.value {
        Value::List(list) => list.iter().map(values).sum(),
        Value::Table(table) => table.entries.iter().map(|entry| values(&entry.node)).sum(),
        Value::Number(_) | Value::Text(_) | Value::Flag(_) => 1,
    }
}

/// How often an entry is repeated.
fn times(scope: Scope<'_>, key: &Node, most: usize) -> Result<usize, String> {
    let count = scope.number(key, Dimension::None).map_err(|problem| format!("repeat: {problem}"))?;
    if count.fract() == 0.0 && (0.0..=most as f64).contains(&count) {
        return Ok(count as usize);
    }
    Err(format!("repeat: expected a whole number from 0 to {most}, got {count}"))
}

/// Whether an entry is wanted.
fn holds(scope: Scope<'_>, key: &Node) -> Result<bool, String> {
    match &key.value {
        Value::Flag(flag) => Ok(*flag),
        _ => {
            scope.number(key, Dimension::None).map(|number| number != 0.0).map_err(|problem| format!("when: {problem}"))
        }
    }
}
