//! Built-in scenes, laws, materials.

use std::sync::LazyLock;

use axum::Json;
use carom::impact::Coefficient;
use carom::impact::laws::CATALOGUE;
use carom::impact::material::MATERIALS;
use carom::scene::builtin;
use carom::scene::toml::{Space, read_scene};
use serde::Serialize;

use crate::help;
use crate::problem::Problem;
use crate::read::PathWord;
use crate::scene::builtin_text;

#[derive(Clone, Serialize)]
pub(crate) struct SceneOut {
    name: &'static str,
    title: String,
    about: String,
    space: &'static str,
    variants: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct TextOut {
    name: String,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct LawsOut {
    laws: Vec<LawOut>,
    coefficients: Vec<CoefficientOut>,
}

#[derive(Serialize)]
struct LawOut {
    name: &'static str,
    title: &'static str,
    coefficients: Vec<&'static str>,
    creates_energy: bool,
    source: &'static str,
    help: String,
}

#[derive(Serialize)]
struct CoefficientOut {
    name: &'static str,
    least: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<f64>,
    help: &'static str,
}

#[derive(Serialize)]
pub(crate) struct MaterialOut {
    name: &'static str,
    description: &'static str,
    source: &'static str,
    coefficients: serde_json::Map<String, serde_json::Value>,
}

/// Every built-in scene; read once.
static SCENES: LazyLock<Vec<SceneOut>> = LazyLock::new(|| {
    let plain = builtin::SCENES.iter().map(|scene| scene_out(scene.name, None));
    let projects = builtin::PROJECTS.iter().map(|project| scene_out(project.name, Some(project.title)));
    plain.chain(projects).collect()
});

fn scene_out(name: &'static str, title: Option<&str>) -> SceneOut {
    let scene = builtin_text(name).ok().and_then(|text| read_scene(&text, name).ok());
    let space = if scene.as_ref().is_some_and(|scene| scene.space() == Space::Space) { "space" } else { "plane" };
    let (own, about, variants) =
        scene.map_or_else(Default::default, |scene| (scene.title, scene.about, scene.variants));
    SceneOut { name, title: title.map_or(own, str::to_owned), about, space, variants }
}

/// Lists the built-in scenes.
pub(crate) async fn scenes() -> Json<&'static [SceneOut]> {
    Json(&SCENES)
}

/// The text of a built-in scene.
pub(crate) async fn scene(PathWord(name): PathWord) -> Result<Json<TextOut>, Problem> {
    let text = builtin_text(&name)?;
    Ok(Json(TextOut { name, text }))
}

/// Lists the laws and their coefficients, with what the docs say of them.
pub(crate) async fn laws() -> Json<LawsOut> {
    let laws = CATALOGUE.iter().map(|law| LawOut {
        name: law.name,
        title: law.title,
        coefficients: law.coefficients.iter().map(Coefficient::as_str).collect(),
        creates_energy: law.creates_energy,
        source: law.source,
        help: help::of_law(law.name),
    });
    let coefficients = Coefficient::ALL.iter().map(|name| {
        let (least, most) = name.range();
        CoefficientOut { name: name.as_str(), least, most, help: help::of_coefficient(*name) }
    });
    Json(LawsOut { laws: laws.collect(), coefficients: coefficients.collect() })
}

/// Lists the materials.
pub(crate) async fn materials() -> Json<Vec<MaterialOut>> {
    let out = MATERIALS.iter().map(|material| MaterialOut {
        name: material.name,
        description: material.description,
        source: material.source,
        coefficients: Coefficient::ALL
            .iter()
            .filter_map(|name| Some((name.to_string(), material.coefficients.get(*name)?.into())))
            .collect(),
    });
    Json(out.collect())
}
