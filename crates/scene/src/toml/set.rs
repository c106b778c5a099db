//! Changes from outside: `body.bar.angle=30deg`, `contact.0.mu=0.3`, `contact.bar-floor.e=0.5`, `scene.gravity.1=-1.62`.

use super::SECTIONS;
use super::error::{Fault, Origin};
use super::nearest::hint;
use super::node::{Node, Table, Value, parse_value, shorten};

/// A change: a path and the text of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub path: String,
    pub value: String,
}

/// Makes the change with the given number.
pub(super) fn apply(document: &mut Table, change: &Change, number: usize) -> Result<(), Fault> {
    let at = Origin::Set(number);
    assign(document, &change.path, parse_value(&change.value, at)).map_err(|problem| Fault::new(at, "", problem))
}

/// Puts a value where a path leads.
pub(super) fn assign(document: &mut Table, path: &str, value: Node) -> Result<(), String> {
    let mut steps = split(path)?;
    let (Some(section), true) = (steps.first().cloned(), steps.len() > 1) else {
        return Err("expected a path such as run.until, parameters.NAME, body.NAME.mass or contact.0.mu".to_owned());
    };
    if !SECTIONS.contains(&section.as_str()) {
        let meant = left_out(document, &section).unwrap_or_else(|| hint(&section, SECTIONS));
        return Err(format!("there is no section \"{}\"{meant}", shorten(&section)));
    }
    if section == "parameters" {
        let known: Vec<&str> =
            document.get(&section).and_then(Node::table).map_or(Vec::new(), |table| table.keys().collect());
        join_known(&mut steps, &known);
        if !known.contains(&steps[1].as_str()) {
            return Err(format!("there is no parameter \"{}\"{}", shorten(&steps[1]), hint(&steps[1], known)));
        }
    }
    if document.get(&section).is_none() {
        if !["scene", "run"].contains(&section.as_str()) {
            return Err(format!("this scene has no [[{section}]]"));
        }
        document.put(&section, Node { at: value.at, value: Value::Table(Table::default()) });
    }
    match document.get_mut(&section) {
        Some(node) => descend(node, &section, &steps[1..], value),
        None => Ok(()),
    }
}

/// What stands before a path that begins with the name of an entry or a parameter.
fn left_out(document: &Table, name: &str) -> Option<String> {
    let holds = |section: &&str| match document.get(section).map(|node| &node.value) {
        Some(Value::Table(table)) => *section == "parameters" && table.get(name).is_some(),
        Some(Value::List(list)) => list.iter().flat_map(names).any(|known| known == name),
        _ => false,
    };
    let section = SECTIONS.iter().find(|section| holds(section))?;
    Some(format!("; did you mean \"{section}.{}\"?", shorten(name)))
}

/// `parameters.start.x` is another way to say `parameters.start_x`: groups of numbers have no other name in scenes.
fn join_known(steps: &mut Vec<String>, known: &[&str]) {
    for end in (2..=steps.len()).rev() {
        let joined = steps[1..end].join("_");
        if known.contains(&joined.as_str()) {
            steps.splice(1..end, [joined]);
            return;
        }
    }
}

/// The steps of a path; a step that contains a point stands in quotes.
fn split(path: &str) -> Result<Vec<String>, String> {
    let mut steps = vec![String::new()];
    let mut quoted = false;
    for letter in path.trim().chars() {
        match letter {
            '"' => quoted = !quoted,
            '.' if !quoted => steps.push(String::new()),
            letter => steps.last_mut().into_iter().for_each(|step| step.push(letter)),
        }
    }
    let empty = steps.iter().any(String::is_empty);
    if quoted || empty || steps.len() > 20 { Err(format!("\"{}\" is not a path", shorten(path))) } else { Ok(steps) }
}

fn descend(node: &mut Node, so_far: &str, steps: &[String], value: Node) -> Result<(), String> {
    let Some((step, rest)) = steps.split_first() else {
        *node = value;
        return Ok(());
    };
    match &mut node.value {
        Value::Table(table) => {
            if rest.is_empty() {
                table.put(step, value);
                return Ok(());
            }
            if table.get(step).is_none() {
                table.put(step, Node { at: value.at, value: Value::Table(Table::default()) });
            }
            match table.get_mut(step) {
                Some(inner) => descend(inner, step, rest, value),
                None => Ok(()),
            }
        }
        Value::List(list) => {
            let index = find(list, so_far, step)?;
            descend(&mut list[index], step, rest, value)
        }
        _ => Err(format!("\"{so_far}\" is {}; there is no \"{}\" in it", node.describe(), shorten(step))),
    }
}

/// An element of a list by number, or an entry of a section by its name.
fn find(list: &[Node], so_far: &str, step: &str) -> Result<usize, String> {
    let names: Vec<Vec<String>> = list.iter().map(names).collect();
    if let Some(index) = names.iter().position(|names| names.iter().any(|name| name == step)) {
        return Ok(index);
    }
    match step.parse::<usize>() {
        Ok(index) if index < list.len() => Ok(index),
        Ok(index) => Err(format!("{so_far} has {} entries, counted from 0: there is no {index}", list.len())),
        Err(_) => {
            let known = names.iter().flatten().map(String::as_str);
            Err(format!("there is no {so_far} \"{}\"{}", shorten(step), hint(step, known)))
        }
    }
}

/// What an entry may be called: its name, the body it moves, its two bodies joined by a hyphen.
fn names(node: &Node) -> Vec<String> {
    let Some(table) = node.table() else { return Vec::new() };
    let text = |key| table.get(key).and_then(Node::text).map(str::to_owned);
    let mut names: Vec<String> = ["name", "body"].into_iter().filter_map(text).collect();
    if let Some([a, b]) = table.get("between").and_then(Node::list)
        && let (Some(a), Some(b)) = (a.text(), b.text())
    {
        names.extend([format!("{a}-{b}"), format!("{b}-{a}")]);
    }
    names
}
