//! Every value a scene says, as a form shows it: its path, what it measures, between which bounds or among which words it lies.

use super::demand::Demands;
use super::error::Origin;
use super::node::{Node, Table, Value};

/// One value of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The path that changes it (`body.bar.mass`), as `--set` takes it.
    pub path: String,
    /// What it belongs to: `run`, `body bar`, `contact bar-floor`.
    pub group: String,
    /// What it is there: `mass`, `shape rod length`.
    pub label: String,
    /// What the scene says.
    pub value: FieldValue,
    /// SI unit of a number; empty for a pure one, and where nothing asked.
    pub unit: &'static str,
    /// Least value.
    pub least: Option<f64>,
    /// Largest value.
    pub most: Option<f64>,
    /// The words it may be; empty if any.
    pub choices: Vec<String>,
    /// Where it begins in the text, in bytes; none if it was changed from outside.
    pub byte: Option<usize>,
}

/// What a scene says at one place.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// A number.
    Number(f64),
    /// A text: a word, a number with a unit, an expression.
    Text(String),
    /// True or false.
    Flag(bool),
    /// Several.
    List(Vec<FieldValue>),
}

/// Sections whose values are a form; the paragraph about a scene and the values of its variants are not.
const SHOWN: [&str; 9] = ["parameters", "contact", "material", "run", "body", "system", "joint", "force", "motion"];

/// The values of a document, section by section, those most often changed first.
pub(super) fn fields(document: &Table, demands: &Demands) -> Vec<Field> {
    let mut form = Form { demands, fields: Vec::new() };
    for section in SHOWN {
        match document.get(section).map(|node| &node.value) {
            Some(Value::Table(table)) => form.table(table, section, section, ""),
            Some(Value::List(items)) => form.items(section, items),
            _ => {}
        }
    }
    if let Some(gravity) = document.get("scene").and_then(Node::table).and_then(|scene| scene.get("gravity")) {
        form.node(gravity, "scene.gravity", "scene", "gravity");
    }
    form.fields
}

struct Form<'f> {
    demands: &'f Demands,
    fields: Vec<Field>,
}

impl Form<'_> {
    /// The entries of a section, by name or by number.
    fn items(&mut self, section: &str, items: &[Node]) {
        for (number, item) in items.iter().enumerate() {
            let Some(table) = item.table() else { continue };
            let name = name(table);
            let group = format!("{section} {}", name.as_deref().unwrap_or(&number.to_string()));
            let path = format!("{section}.{number}");
            self.table(table, &path, &group, "");
        }
    }

    fn table(&mut self, table: &Table, path: &str, group: &str, label: &str) {
        for entry in &table.entries {
            let key = if entry.key.contains('.') { format!("\"{}\"", entry.key) } else { entry.key.clone() };
            self.node(&entry.node, &format!("{path}.{key}"), group, format!("{label} {}", entry.key).trim());
        }
    }

    fn node(&mut self, node: &Node, path: &str, group: &str, label: &str) {
        if let Value::Table(table) = &node.value {
            return self.table(table, path, group, label);
        }
        if let Some(tables) = node.list().filter(|list| list.iter().any(|inner| inner.table().is_some())) {
            for (number, inner) in tables.iter().enumerate() {
                self.node(inner, &format!("{path}.{number}"), group, &format!("{label} {number}"));
            }
            return;
        }
        let Some(value) = value(node) else { return };
        // A list is read number by number, of one kind.
        let asked = node.list().and_then(|list| list.first()).map_or(node.at, |first| first.at);
        let demand = self.demands.of(asked);
        self.fields.push(Field {
            path: path.to_owned(),
            group: group.to_owned(),
            label: label.to_owned(),
            value,
            unit: demand.dimension.map_or("", |dimension| dimension.unit()),
            least: demand.least,
            most: demand.most,
            choices: demand.choices,
            byte: if let Origin::Byte(byte) = node.at { Some(byte) } else { None },
        });
    }
}

fn value(node: &Node) -> Option<FieldValue> {
    Some(match &node.value {
        Value::Number(number) => FieldValue::Number(*number),
        Value::Text(text) => FieldValue::Text(text.clone()),
        Value::Flag(flag) => FieldValue::Flag(*flag),
        Value::List(list) => FieldValue::List(list.iter().map(value).collect::<Option<_>>()?),
        Value::Table(_) => return None,
    })
}

/// What an entry is called: its name, the body it moves, or its two bodies.
fn name(table: &Table) -> Option<String> {
    let text = |key| table.get(key).and_then(Node::text).map(str::to_owned);
    let pair = || {
        let between = table.get("between").and_then(Node::list)?;
        Some(between.iter().filter_map(Node::text).collect::<Vec<_>>().join("-"))
    };
    text("name").or_else(|| text("body")).or_else(pair)
}

#[cfg(test)]
mod tests {
    use crate::toml::{Field, FieldValue, SceneFile};

    const SCENE: &str = r#"
[run]
until = 1.0
[parameters]
weight = "2 kg"
[[body]]
name = "ball"
shape = { disc = { radius = "10 mm" } }
mass = "= weight"
position = [0.0, 1.0]
[[contact]]
default = true
law = "kane"
e = 0.5
mu = 0.1
"#;

    fn field(path: &str) -> Field {
        let (_, form) = SceneFile::parse(SCENE, "test").unwrap().read_with_form().unwrap();
        let known: Vec<String> = form.iter().map(|field| field.path.clone()).collect();
        form.into_iter().find(|field| field.path == path).unwrap_or_else(|| panic!("no {path} among {known:?}"))
    }

    #[test]
    fn values_know_their_units_bounds_and_places() {
        let radius = field("body.0.shape.disc.radius");
        assert_eq!((radius.unit, radius.least), ("m", Some(0.0)));
        assert!(SCENE[radius.byte.unwrap()..].starts_with("\"10 mm\""));
        assert_eq!((radius.group.as_str(), radius.label.as_str()), ("body ball", "shape disc radius"));
        assert_eq!(field("body.0.position").unit, "m");
        assert_eq!(field("run.until").unit, "s");
        let e = field("contact.0.e");
        assert_eq!((e.least, e.most, e.value), (Some(0.0), Some(1.0), FieldValue::Number(0.5)));
        assert!(field("contact.0.law").choices.contains(&"stronge".to_owned()));
    }

    /// A parameter is of the kind of the value it is used for.
    #[test]
    fn parameters_take_the_unit_of_their_use() {
        assert_eq!(field("parameters.weight").unit, "kg");
    }

    /// Every path of the form is one that a change takes, and saying the same again changes nothing.
    #[test]
    fn paths_are_those_of_changes() {
        let file = SceneFile::parse(SCENE, "test").unwrap();
        let (_, form) = file.read_with_form().unwrap();
        for one in form.iter().filter(|one| matches!(one.value, FieldValue::Number(_))) {
            let FieldValue::Number(number) = one.value else { continue };
            let mut changed = file.clone();
            changed.set(&one.path, &number.to_string()).unwrap();
            let (_, again) = changed.read_with_form().unwrap();
            assert_eq!(again.iter().find(|field| field.path == one.path).unwrap().value, one.value, "{}", one.path);
        }
    }
}
