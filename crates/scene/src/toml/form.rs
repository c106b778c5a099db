//! Every value a scene says or leaves out, as a form shows it: its path, what it measures, between which bounds or among which words it
//! lies.

use super::demand::{Demand, Demands, Kind};
use super::error::Origin;
use super::node::{Node, Table, Value};
use crate::quantity::Dimension;

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
    /// What was asked that a number measures.
    pub asked: Option<Dimension>,
    /// Least value.
    pub least: Option<f64>,
    /// Largest value.
    pub most: Option<f64>,
    /// The words it may be; empty if any.
    pub choices: Vec<String>,
    /// What a number is if nothing is said, where that is one number.
    pub default: Option<f64>,
    /// Where it begins in the text, in bytes; none if it was changed from outside. Of a value that is left out: where its table begins.
    pub byte: Option<usize>,
}

impl Field {
    /// What its numbers measure: as was asked, or by the unit that the scene gives them itself.
    pub fn measures(&self) -> Option<Dimension> {
        self.asked.or_else(|| self.value.dimension())
    }
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
    /// Nothing: the key is left out. What it would be; none if that is more than a form can hold.
    Absent(Option<Kind>),
}

impl FieldValue {
    /// What a number with a unit measures, or the first of a list.
    fn dimension(&self) -> Option<Dimension> {
        match self {
            Self::Text(text) => Dimension::of_quantity(text),
            Self::List(list) => list.iter().find_map(Self::dimension),
            Self::Number(_) | Self::Flag(_) | Self::Absent(_) => None,
        }
    }
}

/// Keys that make an entry many or none: not values of what it describes.
const STRUCTURE: [&str; 2] = ["when", "repeat"];
/// Keys of `[scene]` that are part of a form.
const OF_SCENE: [&str; 2] = ["gravity", "collisions"];

/// Sections whose values are a form; the paragraph about a scene and the values of its variants are not.
const SHOWN: [&str; 9] = ["parameters", "contact", "material", "run", "body", "system", "joint", "force", "motion"];

/// The values of a document, section by section, those most often changed first.
pub(super) fn fields(document: &Table, demands: &Demands) -> Vec<Field> {
    let mut form = Form { demands, fields: Vec::new() };
    for section in SHOWN {
        let Some(node) = document.get(section) else { continue };
        match &node.value {
            Value::Table(table) => form.table(node.at, table, section, section, ""),
            Value::List(items) => form.items(section, items),
            _ => {}
        }
    }
    if let Some(node) = document.get("scene")
        && let Some(table) = node.table()
    {
        let shown = |key: &str| OF_SCENE.contains(&key);
        let entries = table.entries.iter().filter(|entry| shown(&entry.key)).cloned().collect();
        form.table(node.at, &Table { entries }, "scene", "scene", "");
        form.fields.retain(|field| field.group != "scene" || shown(&field.label));
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
            let called =
                name(table).map_or_else(|| format!("{section} {}", number + 1), |name| format!("{section} {name}"));
            let taken = |group: &str| self.fields.iter().any(|field| field.group == group);
            let group = (2..).map(|count| format!("{called} ({count})")).find(|group| !taken(group));
            let group = if taken(&called) { group.unwrap_or(called) } else { called };
            let path = format!("{section}.{number}");
            self.table(item.at, table, &path, &group, "");
        }
    }

    fn table(&mut self, at: Origin, table: &Table, path: &str, group: &str, label: &str) {
        for entry in &table.entries {
            let key = if entry.key.contains('.') { format!("\"{}\"", entry.key) } else { entry.key.clone() };
            self.node(&entry.node, &format!("{path}.{key}"), group, format!("{label} {}", entry.key).trim());
        }
        for known in self.demands.keys(at) {
            if table.get(&known.key).is_none() && !STRUCTURE.contains(&known.key.as_str()) {
                let place = (format!("{path}.{}", known.key), group, format!("{label} {}", known.key));
                let value = FieldValue::Absent(known.demand.kind);
                self.field(place, value, known.demand, at);
            }
        }
    }

    fn field(&mut self, (path, group, label): (String, &str, String), value: FieldValue, asked: Demand, at: Origin) {
        self.fields.push(Field {
            path,
            group: group.to_owned(),
            label: label.trim().to_owned(),
            value,
            unit: asked.dimension.map_or("", |dimension| dimension.unit()),
            asked: asked.dimension,
            least: asked.least,
            most: asked.most,
            choices: asked.choices,
            default: asked.default,
            byte: if let Origin::Byte(byte) = at { Some(byte) } else { None },
        });
    }

    fn node(&mut self, node: &Node, path: &str, group: &str, label: &str) {
        if let Value::Table(table) = &node.value {
            return self.table(node.at, table, path, group, label);
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
        self.field((path.to_owned(), group, label.to_owned()), value, self.demands.of(asked), node.at);
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
    let all = || table.get("default").map(|_| "default".to_owned());
    text("name").or_else(|| text("body")).or_else(pair).or_else(all)
}

#[cfg(test)]
mod tests {
    use crate::toml::{Field, FieldValue, Kind, SceneFile};

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
        assert_eq!(e.group, "contact default");
        assert!(field("contact.0.law").choices.contains(&"stronge".to_owned()));
    }

    /// Keys that the scene leaves out are offered with what they would be, at the place of their table.
    #[test]
    fn keys_that_are_left_out_are_offered() {
        let spin = field("body.0.spin");
        assert_eq!((spin.value, spin.unit, spin.default), (FieldValue::Absent(Some(Kind::Number)), "rad/s", Some(0.0)));
        assert!(SCENE[spin.byte.unwrap()..].starts_with("[[body]]"));
        assert_eq!(field("body.0.velocity").value, FieldValue::Absent(Some(Kind::Numbers(2))));
        assert_eq!(field("body.0.fixed").value, FieldValue::Absent(Some(Kind::Flag)));
        let method = field("run.method");
        assert_eq!((method.value, method.choices.len()), (FieldValue::Absent(Some(Kind::Word)), 3));
        assert!(SCENE[method.byte.unwrap()..].starts_with("[run]"));
        let tolerance = field("run.tolerance");
        assert_eq!((tolerance.least, tolerance.most), (Some(1e-15), Some(1e-1)));
        let e_t = field("contact.0.e_t");
        assert_eq!((e_t.least, e_t.most, e_t.value), (Some(-1.0), Some(1.0), FieldValue::Absent(Some(Kind::Number))));
        assert_eq!(field("contact.0.slip-speed").unit, "m/s");
        // A table is more than a form can hold.
        assert_eq!(field("contact.0.penalty").value, FieldValue::Absent(None));
    }

    /// Two joints of one pair are two groups.
    #[test]
    fn groups_of_a_pair_are_told_apart() {
        let joint =
            |kind: &str| format!("[[joint]]\nkind = \"{kind}\"\nbetween = [\"ball\", \"world\"]\nat = [0.0, 1.0]\n");
        let joints = joint("pin") + &joint("weld");
        let (_, form) = SceneFile::parse(&format!("{SCENE}{joints}"), "test").unwrap().read_with_form().unwrap();
        let group = |path: &str| form.iter().find(|field| field.path == path).unwrap().group.clone();
        assert_eq!([group("joint.0.kind"), group("joint.1.kind")], ["joint ball-world", "joint ball-world (2)"]);
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
