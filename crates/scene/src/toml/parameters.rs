//! `[parameters]`: named numbers, lists of numbers and matrices (as lists, row by row), which may be expressions of each other.

use std::cell::RefCell;

use super::demand::{Demand, Demands};
use super::error::{Fault, Origin};
use super::expression::{self, Names, Tree};
use super::nearest::hint;
use super::node::{Node, Table, Value, shorten};
use super::units::{self, Said};
use crate::quantity::{self, Dimension};

/// Longest chain of parameters that refer to each other; a bound on recursion.
const LONGEST_CHAIN: usize = 100;

/// Most parameters of a scene; a bound on time.
const MOST_PARAMETERS: usize = 5000;

/// A named number, or a list of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value: one number, or those of a list.
    pub values: Vec<f64>,
    /// Whether it is a list.
    pub list: bool,
}

/// All parameters of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    pub all: Vec<Parameter>,
    /// Where each was said.
    origins: Vec<Origin>,
    /// What was asked of the values of the scene while it was read.
    pub demands: Demands,
    /// The texts of those that are texts, or lists of texts.
    texts: Vec<Vec<String>>,
    /// Expressions of which something was asked, where someone wants to know.
    equations: RefCell<Vec<(String, Dimension)>>,
}

impl Parameters {
    pub fn find(&self, name: &str) -> Option<&Parameter> {
        self.all.iter().find(|parameter| parameter.name == name)
    }

    /// Reads the table of parameters.
    pub fn read(document: &Table) -> Result<Self, Fault> {
        let Some(entry) = document.entry("parameters") else { return Ok(Self::default()) };
        let Some(table) = entry.node.table() else {
            return Err(Fault::new(entry.at, "parameters", format!("expected a table, got {}", entry.node.describe())));
        };
        if table.entries.len() > MOST_PARAMETERS {
            return Err(Fault::new(entry.at, "parameters", format!("there are more than {MOST_PARAMETERS}")));
        }
        let mut reader = Reading { table, done: Self::default(), chain: Vec::new(), origin: Origin::Nowhere };
        for entry in &table.entries {
            check_name(&entry.key).map_err(|problem| Fault::new(entry.at, subject(&entry.key), problem))?;
            if let Err(problem) = reader.parameter(&entry.key) {
                let at = if reader.origin == Origin::Nowhere { entry.at } else { reader.origin };
                let name = reader.chain.last().cloned().unwrap_or_else(|| entry.key.clone());
                return Err(Fault::new(at, subject(&name), problem));
            }
        }
        // In the order of the file, whatever the order of evaluation.
        let rank = |name: &str| table.keys().position(|key| key == name);
        reader.done.all.sort_by_key(|parameter| rank(&parameter.name));
        reader.done.origins = table.entries.iter().map(|entry| entry.node.at).collect();
        reader.done.texts = table.entries.iter().map(|entry| texts(&entry.node)).collect();
        Ok(reader.done)
    }

    /// Notes what a value must be; of a value that is nothing but a parameter also for that parameter.
    pub fn note(&self, node: &Node, demand: &Demand) {
        self.demands.note(node.at, demand);
        if let (true, Some(text), Some(dimension)) = (self.demands.listens(), node.text(), demand.dimension)
            && let Some(expression) = text.trim().strip_prefix('=')
        {
            self.equations.borrow_mut().push((expression.to_owned(), dimension));
        }
        let name = node.text().and_then(|text| text.trim().strip_prefix('=')).map(str::trim);
        let place = name.and_then(|name| self.all.iter().position(|parameter| parameter.name == name));
        if let Some(origin) = place.and_then(|place| self.origins.get(place)) {
            self.demands.note(*origin, demand);
        }
    }

    /// Notes what parameters measure that are only part of values.
    pub fn note_units(&self) {
        let texts = |k: usize| self.texts.get(k).into_iter().flatten().map(|text| text.trim());
        let said = |(k, parameter): (usize, &'_ Parameter)| Said {
            name: &self.all[k].name,
            expressions: texts(k).filter_map(|text| text.strip_prefix('=')).collect(),
            quantity: texts(k).find(|text| !text.starts_with('=')),
            known: self.origins.get(k).and_then(|at| self.demands.of(*at).dimension).filter(|_| !parameter.list),
        };
        let all: Vec<Said> = self.all.iter().enumerate().map(said).collect();
        let mut equations = self.equations.borrow().clone();
        equations.sort_by(|a, b| a.0.cmp(&b.0));
        equations.dedup();
        for (found, at) in units::infer(&all, &equations).into_iter().zip(&self.origins) {
            if let Some(dimension) = found {
                self.demands.note(*at, &Demand::of(dimension));
            }
        }
    }
}

/// The texts of a value.
fn texts(node: &Node) -> Vec<String> {
    let items = node.list().unwrap_or(std::slice::from_ref(node));
    row_by_row(items).into_iter().filter_map(Node::text).map(str::to_owned).collect()
}

/// The elements of a list, or of a matrix: a list of rows is the list of their elements.
fn row_by_row(items: &[Node]) -> Vec<&Node> {
    items.iter().flat_map(|item| item.list().unwrap_or(std::slice::from_ref(item))).collect()
}

fn subject(name: &str) -> String {
    format!("parameter \"{}\"", shorten(name))
}

/// Names must be usable in expressions.
fn check_name(name: &str) -> Result<(), String> {
    let start = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if !start || name.chars().any(|c| !c.is_alphanumeric() && c != '_') {
        return Err("a name has letters, digits and _ and does not start with a digit".to_owned());
    }
    if ["t", "i", "pi"].contains(&name) {
        return Err(format!("{name} has its own meaning in expressions; take another name"));
    }
    Ok(())
}

/// The evaluation: parameters done, and those under way.
struct Reading<'d> {
    table: &'d Table,
    done: Parameters,
    chain: Vec<String>,
    /// Where an error happened.
    origin: Origin,
}

impl Reading<'_> {
    /// Makes sure a parameter is done.
    fn parameter(&mut self, name: &str) -> Result<(), String> {
        if self.done.find(name).is_some() {
            return Ok(());
        }
        if let Some(start) = self.chain.iter().position(|known| known == name) {
            let cycle: Vec<&str> = self.chain[start..].iter().map(String::as_str).chain([name]).collect();
            return Err(format!("refers to itself: {}", cycle.join(" -> ")));
        }
        if self.chain.len() >= LONGEST_CHAIN {
            return Err(format!("parameters refer to each other over more than {LONGEST_CHAIN} steps"));
        }
        let Some(entry) = self.table.entries.iter().find(|entry| entry.key == name) else {
            let known: Vec<&str> = self.table.keys().collect();
            return Err(format!("there is no parameter \"{}\"{}", shorten(name), hint(name, known)));
        };
        self.chain.push(name.to_owned());
        let node = entry.node.clone();
        let (values, list) = match &node.value {
            Value::List(items) => {
                (row_by_row(items).into_iter().map(|item| self.number(item)).collect::<Result<_, _>>()?, true)
            }
            _ => (vec![self.number(&node)?], false),
        };
        self.chain.pop();
        self.done.all.push(Parameter { name: name.to_owned(), values, list });
        Ok(())
    }

    fn number(&mut self, node: &Node) -> Result<f64, String> {
        let result = match &node.value {
            Value::Number(number) => Ok(*number),
            Value::Flag(flag) => Ok(f64::from(u8::from(*flag))),
            Value::Text(text) => match text.trim().strip_prefix('=') {
                Some(text) => expression::parse(text, self)
                    .and_then(|tree| tree.number().ok_or("must not depend on time or state".to_owned())),
                None => any_quantity(text),
            },
            _ => Err(format!("expected a number, got {}", node.describe())),
        };
        let finite = result.and_then(|number| {
            if number.is_finite() { Ok(number) } else { Err(format!("expected a finite number, got {number}")) }
        });
        if finite.is_err() && self.origin == Origin::Nowhere {
            self.origin = node.at;
        }
        finite
    }
}

/// A number with a unit of any kind.
fn any_quantity(text: &str) -> Result<f64, String> {
    let found = Dimension::ALL.into_iter().find_map(|dimension| quantity::parse(text, dimension).ok());
    let shown = shorten(text);
    found.ok_or_else(|| {
        format!(
            "\"{shown}\" is not a number, not a number with a known unit, and not an expression (those start with =); the units are {}",
            quantity::all_units()
        )
    })
}

impl Names for Reading<'_> {
    fn plain(&mut self, name: &str) -> Result<Tree, String> {
        if name == "pi" {
            return Ok(Tree::Number(std::f64::consts::PI));
        }
        self.parameter(name)?;
        value(&self.done, name)
    }

    fn element(&mut self, name: &str, index: f64) -> Result<Tree, String> {
        self.parameter(name)?;
        element(&self.done, name, index)
    }

    fn list(&mut self, name: &str) -> Result<Vec<f64>, String> {
        self.parameter(name)?;
        list(&self.done, name)
    }

    fn state(&mut self, body: &str, channel: &str) -> Result<Tree, String> {
        Err(format!("a parameter must not depend on the state, {}.{}", shorten(body), shorten(channel)))
    }
}

/// The value of a parameter that is no list.
pub(super) fn value(parameters: &Parameters, name: &str) -> Result<Tree, String> {
    match parameters.find(name) {
        Some(Parameter { values, list: false, .. }) => Ok(Tree::Number(values.first().copied().unwrap_or(f64::NAN))),
        Some(Parameter { values, .. }) => {
            Err(format!("{name} is a list of {}; say which, for example {name}[0]", values.len()))
        }
        None => Err(format!("there is no parameter \"{}\"", shorten(name))),
    }
}

/// An element of a parameter that is a list, counted from 0.
pub(super) fn element(parameters: &Parameters, name: &str, index: f64) -> Result<Tree, String> {
    let Some(parameter) = parameters.find(name) else {
        return Err(format!("there is no parameter \"{}\"", shorten(name)));
    };
    let count = parameter.values.len();
    let whole = index.fract() == 0.0 && index >= 0.0 && index < count as f64;
    match parameter.values.get(index as usize).filter(|_| whole && parameter.list) {
        Some(number) => Ok(Tree::Number(*number)),
        None if !parameter.list => Err(format!("{name} is a number, not a list")),
        None => Err(format!("{name}[{index}] does not exist: its indices are 0 to {}", count.saturating_sub(1))),
    }
}

/// All elements of a parameter that is a list.
pub(super) fn list(parameters: &Parameters, name: &str) -> Result<Vec<f64>, String> {
    match parameters.find(name) {
        Some(Parameter { values, list: true, .. }) => Ok(values.clone()),
        Some(_) => Err(format!("{name} is a number, not a list")),
        None => Err(format!("there is no parameter \"{}\"", shorten(name))),
    }
}
