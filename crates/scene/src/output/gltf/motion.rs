//! Keys of translation and rotation.

use carom_simulate::record::Record;
use serde_json::{Value, json};

use super::super::cast::Cast;
use super::buffer::Buffer;

/// The animation of all bodies that can move; `first` is the node of the first body. `None` if there is nothing to move.
pub(super) fn animation(cast: &Cast<'_>, record: &Record, first: usize, buffer: &mut Buffer) -> Option<Value> {
    let bodies = cast.travellers();
    let mut times: Vec<[f32; 1]> = Vec::new();
    let mut places: Vec<Vec<[f32; 3]>> = vec![Vec::new(); bodies.len()];
    let mut turns: Vec<Vec<[f32; 4]>> = vec![Vec::new(); bodies.len()];
    let start = record.samples.first()?.t;
    let mut states = Vec::new();
    for sample in &record.samples {
        let t = (sample.t - start) as f32;
        if times.last().is_some_and(|[last]| *last >= t) {
            continue;
        }
        times.push([t]);
        cast.at_sample(sample, &mut states);
        for (k, body) in bodies.iter().enumerate() {
            let state = &states[*body];
            places[k].push(state.position.map(|part| part as f32));
            let turn = continued(turns[k].last(), state.quaternion);
            turns[k].push(turn);
        }
    }
    if bodies.is_empty() || times.len() < 2 {
        return None;
    }
    let input = buffer.keys(&times);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for (k, body) in bodies.iter().enumerate() {
        for (path, output) in [("translation", buffer.keys(&places[k])), ("rotation", buffer.keys(&turns[k]))] {
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": first + body, "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        }
    }
    Some(json!({ "name": "motion", "samplers": samplers, "channels": channels }))
}

/// A quaternion in the order of glTF (x, y, z, w), of the two with the same meaning the one nearer to the last: players go the
/// short way.
fn continued(last: Option<&[f32; 4]>, [w, x, y, z]: [f64; 4]) -> [f32; 4] {
    let turn = [x, y, z, w].map(|part| part as f32);
    let along = last.map_or(1.0, |last| last.iter().zip(turn).map(|(a, b)| a * b).sum());
    if along < 0.0 { turn.map(|part| -part) } else { turn }
}
