//! A scene as a request says it, and what can be shown before it is run.

use axum::Json;
use axum::extract::State;
use carom::run::Prepared;
use carom::scene::articulated::Project;
use carom::scene::builtin;
use carom::scene::output::Cast;
use carom::scene::quantity::{Dimension, parse as parse_quantity};
use carom::scene::toml::{Field, FieldValue, Kind, SceneFile};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::read::{Body, object};
use crate::server::Lab;
use crate::stage::{Stage, stage};

/// A scene with what a user changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SceneIn {
    /// A built-in scene.
    name: Option<String>,
    /// Or a text.
    text: Option<String>,
    /// One of its variants.
    variant: Option<String>,
    /// Paths and values, as `--set` takes them.
    #[serde(default)]
    changes: Vec<(String, String)>,
    /// A law for every contact.
    law: Option<String>,
}

/// Most changes of one request.
const MOST_CHANGES: usize = 1000;

impl SceneIn {
    /// The scene file with its changes.
    pub(crate) fn file(&self) -> Result<SceneFile, Problem> {
        let mut file = match (&self.text, &self.name) {
            (Some(text), None) => SceneFile::parse(text, "scene")?.without_files(),
            (None, Some(name)) => builtin_file(name)?,
            _ => return Err(Problem::unfit("expected either the name of a built-in scene or its text")),
        };
        if self.changes.len() > MOST_CHANGES {
            return Err(Problem::unfit(format!("there may be {MOST_CHANGES} changes")));
        }
        if let Some(variant) = &self.variant {
            file.choose_variant(variant)?;
        }
        for (path, value) in &self.changes {
            file.set(path, value)?;
        }
        if let Some(law) = &self.law {
            file.put_law(law)?;
        }
        Ok(file)
    }

    /// Its text, if it is no built-in scene.
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The world, ready to run.
    pub(crate) fn prepare(&self) -> Result<Prepared, Problem> {
        Ok(Prepared::new(self.file()?.read()?)?)
    }
}

/// A built-in scene as TOML, whatever its format.
pub(crate) fn builtin_text(name: &str) -> Result<String, Problem> {
    if let Some(project) = builtin::project(name) {
        return Ok(Project::to_toml(&project.read()?));
    }
    let text = builtin::builtin(name).map(|scene| scene.text.to_owned());
    text.ok_or_else(|| Problem::missing(format!("there is no built-in scene \"{name}\"")))
}

fn builtin_file(name: &str) -> Result<SceneFile, Problem> {
    Ok(SceneFile::parse(&builtin_text(name)?, name)?.without_files())
}

/// What a page shows of a scene before it is run.
#[derive(Serialize)]
pub(crate) struct Look {
    name: String,
    title: String,
    about: String,
    method: &'static str,
    variants: Vec<String>,
    variant: Option<String>,
    fields: Vec<FieldOut>,
    stage: Stage,
}

#[derive(Serialize)]
struct FieldOut {
    path: String,
    group: String,
    label: String,
    value: serde_json::Value,
    unit: &'static str,
    /// Of a text with a unit, the number in the unit of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<f64>,
    /// Of a value that is left out what it would be: `number`, `numbers`, `word`, `flag`, or `text` if a form cannot hold it.
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<&'static str>,
    /// How many numbers it would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookIn {
    #[serde(deserialize_with = "object")]
    scene: SceneIn,
}

/// Reads a scene: its form and its first picture, or what is wrong with it, at its line.
pub(crate) async fn look(State(lab): State<Lab>, Body(asked): Body<LookIn>) -> Result<Json<Look>, Problem> {
    lab.short_work(move || look_at(&asked.scene)).await.map(Json)
}

/// Most values of a form; more than these nobody changes one by one.
const MOST_FIELDS: usize = 600;

fn look_at(scene: &SceneIn) -> Result<Look, Problem> {
    let (read, form) = scene.file()?.read_with_form()?;
    let prepared = Prepared::new(read)?;
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let stage = stage(&cast, &prepared);
    let scene = &prepared.scene;
    Ok(Look {
        name: scene.name.clone(),
        title: scene.title.clone(),
        about: scene.about.clone(),
        method: scene.run.method.name(),
        variants: scene.variants.clone(),
        variant: scene.variant.clone(),
        fields: shown(form),
        stage,
    })
}

/// The first values, and what is left out beside them.
fn shown(form: Vec<Field>) -> Vec<FieldOut> {
    let is_said = |field: &Field| !matches!(field.value, FieldValue::Absent(_));
    let last = form.iter().filter(|field| is_said(field)).nth(MOST_FIELDS).map(|field| field.group.clone());
    form.into_iter().take_while(|field| Some(&field.group) != last.as_ref()).map(field_out).collect()
}

fn field_out(field: Field) -> FieldOut {
    let Field { path, group, label, value, unit, least, most, choices, default, byte, .. } = field;
    let (absent, count) = match &value {
        FieldValue::Absent(kind) => absent(*kind),
        _ => (None, None),
    };
    let number = quantity(&value, unit);
    let value = value_out(&value);
    FieldOut { path, group, label, value, unit, number, least, most, choices, default, absent, count, byte }
}

/// The number of a text with a unit, in the unit of its dimension.
fn quantity(value: &FieldValue, unit: &str) -> Option<f64> {
    let FieldValue::Text(text) = value else { return None };
    let mut fitting = Dimension::ALL.into_iter().filter(|dimension| dimension.unit() == unit && !unit.is_empty());
    fitting.find_map(|dimension| parse_quantity(text, dimension).ok())
}

fn absent(kind: Option<Kind>) -> (Option<&'static str>, Option<usize>) {
    match kind {
        Some(Kind::Number) => (Some("number"), None),
        Some(Kind::Numbers(count)) => (Some("numbers"), Some(count)),
        Some(Kind::Word) => (Some("word"), None),
        Some(Kind::Flag) => (Some("flag"), None),
        None => (Some("text"), None),
    }
}

fn value_out(value: &FieldValue) -> serde_json::Value {
    match value {
        FieldValue::Number(number) => (*number).into(),
        FieldValue::Text(text) => text.as_str().into(),
        FieldValue::Flag(flag) => (*flag).into(),
        FieldValue::List(list) => list.iter().map(value_out).collect(),
        FieldValue::Absent(_) => serde_json::Value::Null,
    }
}
