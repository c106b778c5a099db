//! The fields of one table: typed access, and refusal of keys nobody knows.

use glam::{DVec2, DVec3};

use super::demand::{Demand, Kind};
use super::error::{Fault, Origin};
use super::items::Item;
use super::nearest::hint;
use super::node::{Node, Table, Value, same_key, shorten};
use super::scope::Scope;
use crate::quantity::Dimension;

/// One table of a scene.
pub(super) struct Fields<'d> {
    table: &'d Table,
    /// Where the table itself stands.
    place: Origin,
    /// Where it begins, for errors.
    pub at: Origin,
    /// What it describes, for errors.
    pub subject: String,
    pub scope: Scope<'d>,
}

impl<'d> Fields<'d> {
    /// The fields of a table, after a look at its keys.
    pub fn new(
        node: &'d Node,
        at: Origin,
        subject: impl Into<String>,
        keys: &[&str],
        scope: Scope<'d>,
    ) -> Result<Self, Fault> {
        let subject = subject.into();
        let Some(table) = node.table() else {
            return Err(Fault::new(node.at, subject, format!("expected a table, got {}", node.describe())));
        };
        for (place, entry) in table.entries.iter().enumerate() {
            if !keys.iter().any(|key| same_key(key, &entry.key)) {
                let problem =
                    format!("unknown key \"{}\"{}", shorten(&entry.key), hint(&entry.key, keys.iter().copied()));
                return Err(Fault::new(entry.at, subject, problem));
            }
            if table.entries[..place].iter().any(|other| same_key(&other.key, &entry.key)) {
                return Err(Fault::new(entry.at, subject, format!("the key \"{}\" is given twice", entry.key)));
            }
        }
        scope.parameters.demands.table(node.at, keys);
        Ok(Self { table, place: node.at, at, subject, scope })
    }

    /// The fields of an entry of a section; `keys` beside `when` and `repeat`.
    pub fn of_item(item: &Item<'d>, subject: impl Into<String>, keys: &[&str]) -> Result<Self, Fault> {
        let keys: Vec<&str> = keys.iter().copied().chain(["when", "repeat"]).collect();
        Self::new(item.node, item.at, subject, &keys, item.scope)
    }

    pub fn get(&self, key: &str) -> Option<&'d Node> {
        self.table.get(key)
    }

    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The same fields under another name for errors.
    pub fn named(self, subject: impl Into<String>) -> Self {
        Self { subject: subject.into(), ..self }
    }

    /// Something is wrong with the value of a key.
    pub fn fault(&self, key: &str, problem: impl std::fmt::Display) -> Fault {
        let at = self.get(key).map_or(self.at, |node| node.at);
        Fault::new(at, self.subject.clone(), format!("{key}: {problem}"))
    }

    /// Something is wrong with the table as a whole.
    pub fn fault_here(&self, problem: impl Into<String>) -> Fault {
        Fault::new(self.at, self.subject.clone(), problem)
    }

    pub fn missing(&self, key: &str) -> Fault {
        self.fault_here(format!("needs the key \"{key}\", which is missing"))
    }

    pub fn number(&self, key: &str, dimension: Dimension) -> Result<Option<f64>, Fault> {
        let Some(node) = self.given(key, &Demand::numbers(Kind::Number, dimension)) else { return Ok(None) };
        self.scope.number(node, dimension).map(Some).map_err(|problem| self.fault(key, problem))
    }

    /// The value of a key; what it would have to be is noted if there is none.
    fn given(&self, key: &str, demand: &Demand) -> Option<&'d Node> {
        let node = self.get(key);
        if node.is_none() {
            self.note(key, demand);
        }
        node
    }

    pub fn number_or(&self, key: &str, dimension: Dimension, default: f64) -> Result<f64, Fault> {
        self.note(key, &Demand::default_of(default));
        Ok(self.number(key, dimension)?.unwrap_or(default))
    }

    pub fn needed(&self, key: &str, dimension: Dimension) -> Result<f64, Fault> {
        self.number(key, dimension)?.ok_or_else(|| self.missing(key))
    }

    /// Notes what the value of a key must be, or would have to be.
    pub fn note(&self, key: &str, demand: &Demand) {
        match self.get(key) {
            Some(node) => self.scope.parameters.note(node, demand),
            None => self.scope.parameters.demands.miss(self.place, key, demand),
        }
    }

    /// A number above zero.
    pub fn positive(&self, key: &str, dimension: Dimension) -> Result<Option<f64>, Fault> {
        self.note(key, &Demand::range(Some(0.0), None));
        let Some(number) = self.number(key, dimension)? else { return Ok(None) };
        let number = self.above_zero(key, number)?;
        dimension.magnitude().positive(number).map(Some).map_err(|problem| self.fault(key, problem))
    }

    pub fn needed_positive(&self, key: &str, dimension: Dimension) -> Result<f64, Fault> {
        self.positive(key, dimension)?.ok_or_else(|| self.missing(key))
    }

    fn above_zero(&self, key: &str, number: f64) -> Result<f64, Fault> {
        if number > 0.0 {
            Ok(number)
        } else {
            Err(self.fault(key, format!("expected more than 0, got {}", short(number))))
        }
    }

    /// A number that is not negative, or the default.
    pub fn not_negative_or(&self, key: &str, dimension: Dimension, default: f64) -> Result<f64, Fault> {
        self.note(key, &Demand::range(Some(0.0), None));
        let number = self.number_or(key, dimension, default)?;
        if number >= 0.0 { Ok(number) } else { Err(self.fault(key, format!("expected 0 or more, got {number}"))) }
    }

    /// A point or direction, of as many numbers as the space has dimensions.
    pub fn vector<V: Coordinates>(&self, key: &str, dimension: Dimension) -> Result<Option<V>, Fault> {
        let demand = Demand::numbers(Kind::Numbers(V::COUNT), dimension);
        let Some(node) = self.given(key, &demand) else { return Ok(None) };
        vector(node, dimension, self.scope).map(Some).map_err(|problem| self.fault(key, problem))
    }

    /// A direction: a vector with a length, which may be any.
    pub fn direction<V: Coordinates>(&self, key: &str) -> Result<Option<V>, Fault> {
        let Some(direction) = self.vector::<V>(key, Dimension::None)? else { return Ok(None) };
        if direction.size() > 0.0 && direction.size().is_finite() {
            return Ok(Some(direction));
        }
        Err(self.fault(key, "expected a direction, got a vector without length"))
    }

    pub fn needed_direction<V: Coordinates>(&self, key: &str) -> Result<V, Fault> {
        self.direction(key)?.ok_or_else(|| self.missing(key))
    }

    /// So many numbers.
    pub fn array<const N: usize>(&self, key: &str, dimension: Dimension) -> Result<Option<[f64; N]>, Fault> {
        let Some(node) = self.given(key, &Demand::numbers(Kind::Numbers(N), dimension)) else { return Ok(None) };
        numbers(node, dimension, self.scope).map(Some).map_err(|problem| self.fault(key, problem))
    }

    pub fn text(&self, key: &str) -> Result<Option<String>, Fault> {
        let Some(node) = self.given(key, &Demand::kind(Kind::Word)) else { return Ok(None) };
        text(node, self.scope).map(Some).map_err(|problem| self.fault(key, problem))
    }

    pub fn needed_text(&self, key: &str) -> Result<String, Fault> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    pub fn flag(&self, key: &str) -> Result<Option<bool>, Fault> {
        match self.given(key, &Demand::kind(Kind::Flag)) {
            None => Ok(None),
            Some(Node { value: Value::Flag(flag), .. }) => Ok(Some(*flag)),
            Some(node) => Err(self.fault(key, format!("expected true or false, got {}", node.describe()))),
        }
    }

    /// One of several words.
    pub fn choice<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, Fault> {
        self.note(key, &Demand::words(words.iter().map(|(word, _)| *word)));
        let Some(word) = self.text(key)? else { return Ok(None) };
        match words.iter().find(|(known, _)| same_key(known, &word)) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => {
                let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
                let problem =
                    format!("\"{}\" is none of {}{}", shorten(&word), known.join(", "), did_you_mean(&word, &known));
                Err(self.fault(key, problem))
            }
        }
    }

    /// The word of a key that has to be there.
    pub fn chosen<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<T, Fault> {
        let missing = || {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.fault_here(format!("needs the key \"{key}\", which is missing: one of {}", known.join(", ")))
        };
        self.choice(key, words)?.ok_or_else(missing)
    }

    pub fn list(&self, key: &str) -> Result<Option<&'d [Node]>, Fault> {
        let Some(node) = self.get(key) else { return Ok(None) };
        let problem = || self.fault(key, format!("expected a list, got {}", node.describe()));
        node.list().map(Some).ok_or_else(problem)
    }

    pub fn numbers(&self, key: &str, dimension: Dimension) -> Result<Vec<f64>, Fault> {
        let list = self.list(key)?.ok_or_else(|| self.missing(key))?;
        let number = |node| self.scope.number(node, dimension).map_err(|problem| self.fault(key, problem));
        list.iter().map(number).collect()
    }

    /// Two names.
    pub fn pair(&self, key: &str) -> Result<Option<[String; 2]>, Fault> {
        let Some(list) = self.list(key)? else { return Ok(None) };
        let [a, b] = list else {
            return Err(self.fault(key, format!("expected two names, got {}", list.len())));
        };
        let name = |node| text(node, self.scope).map_err(|problem| self.fault(key, problem));
        Ok(Some([name(a)?, name(b)?]))
    }

    /// A table inside this one.
    pub fn child(&self, key: &str, keys: &[&str]) -> Result<Option<Fields<'d>>, Fault> {
        let Some(entry) = self.table.entry(key) else { return Ok(None) };
        Fields::new(&entry.node, entry.at, format!("{}, {key}", self.subject), keys, self.scope).map(Some)
    }
}

/// The nearest word, if one is near.
fn did_you_mean(word: &str, known: &[&str]) -> String {
    match super::nearest::nearest(word, known.iter().copied()) {
        Some(best) => format!("; did you mean \"{best}\"?"),
        None => String::new(),
    }
}

/// A point or direction of the plane or of space.
pub(super) trait Coordinates: Copy {
    /// How many numbers it has.
    const COUNT: usize;

    /// Reads its numbers.
    fn read(node: &Node, dimension: Dimension, scope: Scope<'_>) -> Result<Self, String>;

    /// Its length.
    fn size(self) -> f64;
}

impl Coordinates for DVec2 {
    const COUNT: usize = 2;

    fn read(node: &Node, dimension: Dimension, scope: Scope<'_>) -> Result<Self, String> {
        numbers(node, dimension, scope).map(Self::from_array)
    }

    fn size(self) -> f64 {
        self.length()
    }
}

impl Coordinates for DVec3 {
    const COUNT: usize = 3;

    fn read(node: &Node, dimension: Dimension, scope: Scope<'_>) -> Result<Self, String> {
        numbers(node, dimension, scope).map(Self::from_array)
    }

    fn size(self) -> f64 {
        self.length()
    }
}

/// A point or direction.
pub(super) fn vector<V: Coordinates>(node: &Node, dimension: Dimension, scope: Scope<'_>) -> Result<V, String> {
    V::read(node, dimension, scope)
}

/// So many numbers.
fn numbers<const N: usize>(node: &Node, dimension: Dimension, scope: Scope<'_>) -> Result<[f64; N], String> {
    let shape = match N {
        2 => "two numbers [x, y]".to_owned(),
        3 => "three numbers [x, y, z]".to_owned(),
        _ => format!("{N} numbers"),
    };
    let Some(list) = node.list().filter(|list| list.len() == N) else {
        return Err(format!("expected {shape}, got {}", node.describe()));
    };
    let mut numbers = [0.0; N];
    for (number, node) in numbers.iter_mut().zip(list) {
        *number = scope.number(node, dimension)?;
    }
    Ok(numbers)
}

fn text(node: &Node, scope: Scope<'_>) -> Result<String, String> {
    match node.text() {
        Some(text) => scope.text(text),
        None => Err(format!("expected a text in quotes, got {}", node.describe())),
    }
}

/// A number as a person would write it: very small and very large ones with a power of ten.
pub(super) fn short(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-4..1e15).contains(&size) { number.to_string() } else { format!("{number:e}") }
}
