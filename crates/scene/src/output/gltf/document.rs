//! The document: nodes, meshes, materials, animation, events.

use carom_simulate::record::{Event, Record};
use serde_json::{Value, json};

use super::super::animation::rgb;
use super::super::cast::{Cast, Role, State};
use super::buffer::Buffer;
use super::mesh::mesh;
use super::motion::animation;
use crate::svg::{STYLES, colour};

/// Colour of bodies that do not move.
const FIXED: [u8; 3] = [190, 190, 190];

/// The document and its buffer.
pub(super) fn document(cast: &Cast<'_>, record: &Record) -> (Value, Vec<u8>) {
    let mut buffer = Buffer::default();
    let mut states = Vec::new();
    if let Some(sample) = record.samples.first() {
        cast.at_sample(sample, &mut states);
    }
    states.resize(cast.members.len(), State::default());
    let reach = states.iter().map(|state| length(state.position)).fold(1.0, f64::max);
    let mut meshes = Vec::new();
    // The node of the whole comes first, then those of the bodies in their order.
    let mut nodes = vec![json!({
        "name": "carom",
        "rotation": [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2],
        "children": (1..=cast.members.len()).collect::<Vec<_>>()
    })];
    for (number, (member, state)) in cast.members.iter().zip(&states).enumerate() {
        let [w, x, y, z] = state.quaternion;
        let mut node = json!({ "name": member.name, "translation": state.position, "rotation": [x, y, z, w] });
        let material = if member.role == Role::Fixed { STYLES } else { number % STYLES };
        if let Some(mesh) = mesh(&member.name, &member.solid, reach, material, &mut buffer) {
            node["mesh"] = meshes.len().into();
            meshes.push(mesh);
        }
        nodes.push(node);
    }
    let animation = animation(cast, record, 1, &mut buffer);
    let events: Vec<Value> = record.events.iter().map(|event| told(cast, event)).collect();
    let mut document = json!({
        "asset": { "version": "2.0", "generator": concat!("carom ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "name": "scene", "nodes": [0], "extras": { "events": events } }],
        "nodes": nodes,
        "materials": materials(),
        "buffers": [{ "byteLength": buffer.bytes.len() }],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    });
    if !meshes.is_empty() {
        document["meshes"] = meshes.into();
    }
    if let Some(animation) = animation {
        document["animations"] = json!([animation]);
    }
    (document, buffer.bytes)
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    x.hypot(y).hypot(z)
}

/// A material of every colour, and grey for what is fixed.
fn materials() -> Vec<Value> {
    let colours = (0..STYLES).map(|style| rgb(colour(style))).chain([FIXED]);
    let linear = |channel: u8| (f64::from(channel) / 255.0).powf(2.2);
    let material = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(linear);
        json!({
            "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8 }
        })
    };
    colours.map(material).collect()
}

/// An event: time, kind, bodies, point and normal in the axes of the scene, and the impulse of an impact.
fn told(cast: &Cast<'_>, event: &Event) -> Value {
    let names = event.touch.map_or_else(Vec::new, |touch| cast.names(touch.site.pair));
    let mut told = json!({ "t": event.t, "kind": event.kind.name(), "bodies": names });
    if event.touch.is_some() {
        told["point"] = json!(event.point);
        told["normal"] = json!(event.normal);
    }
    if let Some(impact) = &event.impact {
        told["law"] = impact.law.into();
        told["impulse"] = json!({ "normal": impact.impulse[0], "tangential": impact.impulse[1..3] });
    }
    told
}
