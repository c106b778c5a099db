//! The document as a tree whose keys and values know where they come from.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::error::{Fault, Origin};

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub at: Origin,
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(f64),
    Text(String),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
}

/// Keys and values in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub at: Origin,
    pub node: Node,
}

/// Keys are equal whether their words are joined by hyphens or underscores.
pub(super) fn same_key(a: &str, b: &str) -> bool {
    let plain = |byte: u8| if byte == b'-' { b'_' } else { byte };
    a.len() == b.len() && a.bytes().map(plain).eq(b.bytes().map(plain))
}

impl Table {
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| same_key(&entry.key, key))
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|entry| same_key(&entry.key, key)).map(|entry| &mut entry.node)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }

    /// Puts a value in the place of an old one, or at the end.
    pub fn put(&mut self, key: &str, node: Node) {
        let at = node.at;
        match self.entries.iter_mut().find(|entry| same_key(&entry.key, key)) {
            Some(entry) => (entry.at, entry.node) = (at, node),
            None => self.entries.push(Entry { key: key.to_owned(), at, node }),
        }
    }
}

impl Node {
    pub fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What it is, for errors.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Number(number) => format!("{number}"),
            Value::Text(text) => format!("\"{}\"", shorten(text)),
            Value::Flag(flag) => format!("{flag}"),
            Value::List(list) => format!("a list of {}", list.len()),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// The same value, said by a change from outside.
    pub fn said_at(mut self, at: Origin) -> Self {
        self.at = at;
        match &mut self.value {
            Value::List(list) => list.iter_mut().for_each(|node| *node = node.clone().said_at(at)),
            Value::Table(table) => table.entries.iter_mut().for_each(|entry| {
                entry.at = at;
                entry.node = entry.node.clone().said_at(at);
            }),
            _ => {}
        }
        self
    }
}

/// The beginning of a long text.
pub(super) fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads a document.
pub(super) fn parse(text: &str) -> Result<Table, Fault> {
    match DeTable::parse(text) {
        Ok(table) => Ok(table_of(table.get_ref())),
        Err(error) => {
            let at = error.span().map_or(Origin::Nowhere, |span| Origin::Byte(span.start));
            Err(Fault::new(
                at,
                "",
                format!("this is not TOML: {}", error.message().trim_end_matches(", expected nothing")),
            ))
        }
    }
}

/// Reads a value said from outside: TOML if it is, else plain text.
pub(super) fn parse_value(text: &str, at: Origin) -> Node {
    match DeValue::parse(text) {
        Ok(value) => node_of(&value).said_at(at),
        Err(_) => Node { at, value: Value::Text(text.to_owned()) },
    }
}

fn table_of(table: &DeTable<'_>) -> Table {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let name: &std::borrow::Cow<'_, str> = key.get_ref();
        Entry { key: name.to_string(), at: Origin::Byte(key.span().start), node: node_of(value) }
    };
    let mut entries: Vec<Entry> = table.iter().map(entry).collect();
    entries.sort_by_key(|entry| if let Origin::Byte(byte) = entry.at { byte } else { usize::MAX });
    Table { entries }
}

fn node_of(value: &Spanned<DeValue<'_>>) -> Node {
    let value_of = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Number(integer(number.as_str(), number.radix())),
        DeValue::Float(number) => Value::Number(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Text(date.to_string()),
        DeValue::Array(list) => Value::List(list.iter().map(node_of).collect()),
        DeValue::Table(table) => Value::Table(table_of(table)),
    };
    Node { at: Origin::Byte(value.span().start), value: value_of(value.get_ref()) }
}

/// An integer of any size; what is no number becomes NaN and is refused when it is read.
fn integer(digits: &str, radix: u32) -> f64 {
    match i128::from_str_radix(digits, radix) {
        Ok(number) => number as f64,
        Err(_) if radix == 10 => digits.parse().unwrap_or(f64::NAN),
        Err(_) => f64::NAN,
    }
}
