//! The JSON of a comparison of laws.

use carom_impact::{Coefficient, Coefficients, Collision};
use carom_scene::collision_line::{self, CollisionRecord, ResultOut};
use serde::Serialize;

use crate::compare::Entry;

/// A comparison as JSON holds it.
#[derive(Serialize)]
pub struct Comparison<'a> {
    #[serde(flatten)]
    collision: CollisionRecord,
    results: Vec<LawOut<'a>>,
}

/// A law's result with the coefficients it was given.
#[derive(Serialize)]
struct LawOut<'a> {
    #[serde(flatten)]
    result: ResultOut<'a>,
    coefficients: serde_json::Map<String, serde_json::Value>,
}

/// The record of a comparison.
pub fn comparison<'a>(collision: &Collision, entries: &[Entry]) -> Comparison<'a> {
    Comparison {
        collision: collision_line::collision(collision),
        results: entries.iter().map(|entry| law_out(collision, entry)).collect(),
    }
}

fn law_out<'a>(collision: &Collision, entry: &Entry) -> LawOut<'a> {
    LawOut {
        result: collision_line::result(None, &entry.law, collision, &entry.outcome),
        coefficients: used(entry.info.coefficients, &entry.coefficients),
    }
}

/// The coefficients a law used, by name.
fn used(names: &[Coefficient], given: &Coefficients) -> serde_json::Map<String, serde_json::Value> {
    names.iter().filter_map(|name| Some((name.to_string(), given.get(*name)?.into()))).collect()
}
