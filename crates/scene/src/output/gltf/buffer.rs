//! The one buffer of a glTF file, its views and accessors.

use serde_json::{Value, json};

/// Numbers of glTF: components and target of a view.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// The buffer being filled.
#[derive(Default)]
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
}

impl Buffer {
    /// Points or directions of a mesh; the number of the accessor.
    pub(super) fn vertices(&mut self, points: &[[f32; 3]]) -> usize {
        self.floats(points, Some(VERTICES), true)
    }

    /// Keys of an animation: times (bounds are needed), translations, rotations.
    pub(super) fn keys<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        self.floats(values, None, N == 1)
    }

    /// Numbers of vertices, three for a triangle.
    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(INDICES));
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": indices.len(), "type": "SCALAR"
        }));
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, values: &[[f32; N]], target: Option<u32>, bounds: bool) -> usize {
        let bytes: Vec<u8> = values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes, target);
        let kind = match N {
            1 => "SCALAR",
            3 => "VEC3",
            _ => "VEC4",
        };
        let mut accessor = json!({ "bufferView": view, "componentType": FLOAT, "count": values.len(), "type": kind });
        if bounds {
            let extreme = |pick: fn(f32, f32) -> f32, from: f32| -> Vec<f32> {
                (0..N).map(|k| values.iter().map(|value| value[k]).fold(from, pick)).collect()
            };
            accessor["min"] = extreme(f32::min, f32::INFINITY).into();
            accessor["max"] = extreme(f32::max, f32::NEG_INFINITY).into();
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        // All components have four bytes, so that every view begins at a multiple of four.
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }
}
