//! What a run in space leaves to be seen: a glTF file, a film, frames.

use std::path::Path;

use carom::run::{Prepared, Ran};
use carom::scene::articulated::Project;
use carom::scene::output::{Animation, Cast, write_animation, write_frames, write_gltf};
use carom::scene::toml::{SceneFile, read_scene};
use gltf::animation::util::ReadOutputs;

use crate::files::scene;

fn ran(name: &str) -> (Prepared, Ran) {
    let file = SceneFile::of_project(&Project::read(&scene(name)).unwrap()).unwrap();
    let prepared = Prepared::new(file.read().unwrap()).unwrap();
    let ran = prepared.run(None);
    (prepared, ran)
}

/// The document, which the reader has validated, and its buffer.
fn read(path: &Path) -> (gltf::Document, Vec<u8>) {
    let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&std::fs::read(path).unwrap()).unwrap();
    (document, blob.unwrap_or_default())
}

#[test]
fn a_gltf_file_holds_bodies_motion_and_events() {
    let (prepared, ran) = ran("ex95");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ex95.glb");
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    write_gltf(&path, &cast, &ran.record).unwrap();
    let (document, blob) = read(&path);
    let names: Vec<&str> = document.nodes().filter_map(|node| node.name()).collect();
    assert_eq!(names, ["carom", "tetra", "fixo"]);
    let tetra = document.meshes().find(|mesh| mesh.name() == Some("tetra")).unwrap().primitives().next().unwrap();
    let reader = tetra.reader(|_| Some(&blob));
    assert_eq!(reader.read_indices().unwrap().into_u32().count(), 4 * 3);
    let points: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
    let normals: Vec<[f32; 3]> = reader.read_normals().unwrap().collect();
    // A regular tetrahedron of radius 2 about its centre: faces are 2/3 away, and their normals look outwards.
    for (p, n) in points.iter().zip(normals) {
        let away: f32 = p.iter().zip(n).map(|(p, n)| p * n).sum();
        assert!((away - 2.0 / 3.0).abs() < 1e-6, "{away}");
    }
    let animation = document.animations().next().unwrap();
    assert_eq!(animation.channels().count(), 4);
    let channel = animation.channels().next().unwrap();
    assert_eq!(channel.target().node().name(), Some("tetra"));
    let reader = channel.reader(|_| Some(&blob));
    let times: Vec<f32> = reader.read_inputs().unwrap().collect();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
    let Some(ReadOutputs::Translations(places)) = reader.read_outputs() else { panic!("no translations") };
    let places: Vec<[f32; 3]> = places.collect();
    assert_eq!(places.len(), times.len());
    // The end of the reference, to the digits that a float has.
    let last = places.last().unwrap();
    assert!((last[1] - 3.0).abs() < 1e-6 && (last[2] - 2.506_281_5).abs() < 1e-6, "{last:?}");
    let extras = document.default_scene().unwrap().extras().clone().unwrap();
    let extras: serde_json::Value = serde_json::from_str(extras.get()).unwrap();
    assert_eq!(extras["events"].as_array().unwrap().len(), 13);
    assert_eq!(extras["events"][0]["bodies"][0], "tetra");
}

/// Text and binary hold the same; a name with another ending and a scene of the plane are refused.
#[test]
fn a_gltf_file_as_text() {
    let (prepared, ran) = ran("j_bricard");
    let folder = tempfile::tempdir().unwrap();
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let (text, binary) = (folder.path().join("a.gltf"), folder.path().join("a.glb"));
    write_gltf(&text, &cast, &ran.record).unwrap();
    write_gltf(&binary, &cast, &ran.record).unwrap();
    let ((one, _), (other, _)) = (read(&text), read(&binary));
    assert_eq!(one.nodes().count(), other.nodes().count());
    assert_eq!(one.accessors().count(), other.accessors().count());
    assert!(write_gltf(&folder.path().join("a.obj"), &cast, &ran.record).unwrap_err().to_string().contains(".glb"));
    let plane = read_scene(carom::scene::builtin::builtin("bar-drop").unwrap().text, "bar").unwrap();
    let plane = Prepared::new(plane).unwrap();
    let cast = Cast::of_scene(&plane.scene, &plane.world);
    assert!(write_gltf(&text, &cast, &plane.run(None).record).unwrap_err().to_string().contains("space"));
}

#[test]
fn a_film_of_space_shows_the_bodies_in_their_colours() {
    let (prepared, ran) = ran("ex95");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ex95.gif");
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let count = write_animation(&path, &cast, &ran.record, &Animation { width: 160, ..Animation::default() }).unwrap();
    // 10/3 s at 25 pictures a second, first and last among them.
    assert_eq!(count, 84);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(&path).unwrap()).unwrap();
    let pixels = decoder.read_next_frame().unwrap().unwrap().buffer.to_vec();
    let share = |test: fn(&[u8]) -> bool| {
        pixels.chunks_exact(4).filter(|pixel| test(pixel)).count() as f64 / (pixels.len() / 4) as f64
    };
    // The tetrahedron is blue, the slab that joints hold is grey scenery and cut off by the edge.
    let blue = share(|p| p[2] > p[0].saturating_add(40));
    let grey = share(|p| p[0] == p[1] && p[1] == p[2] && p[0] > 100 && p[0] < 240);
    assert!(blue > 0.01 && blue < 0.3, "{blue}");
    assert!(grey > 0.1 && grey < 0.9, "{grey}");
}

/// Frame k stands at k/30 s; the vertices are those of the two bodies, the tetrahedron first.
#[test]
fn frames_hold_the_vertices_of_all_bodies() {
    let (prepared, ran) = ran("ex95");
    let folder = tempfile::tempdir().unwrap();
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let every = prepared.scene.run.settings.every;
    let files = write_frames(folder.path(), "ex95", &cast, &ran.record, every).unwrap();
    assert_eq!(files.len(), 1 + 101);
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let surface = text("ex95.sur");
    assert!(surface.starts_with("begin surface (format of 95-09-14)\nfaces = 16\n0 1 2\n0 2 3\n"), "{surface}");
    assert!(surface.lines().nth(2 + 4).unwrap().starts_with("4 5 7"), "{surface}");
    let frame = text("ex9530.ste");
    let lines: Vec<&str> = frame.lines().collect();
    assert_eq!(lines[..2], ["begin state (format of 95-06-03)", "vertices = 12"]);
    let numbers = |line: &str| -> Vec<f64> {
        line.split(|c: char| c.is_whitespace()).filter_map(|word| word.parse().ok()).collect()
    };
    assert!((numbers(lines[2])[0] - 1.0).abs() < 1e-12);
    // The four vertices of a regular tetrahedron lie about its centre, and their mean moves as the centre does.
    let vertices: Vec<Vec<f64>> = lines[3..7].iter().map(|line| numbers(line)).collect();
    let mean = |k: usize| vertices.iter().map(|vertex| vertex[k]).sum::<f64>() / 4.0;
    let sample = ran.record.samples.iter().rfind(|sample| sample.t <= 1.0 + 1e-9).unwrap();
    for k in 0..3 {
        assert!((mean(k) - sample.q[k]).abs() < 1e-9 && (mean(3 + k) - sample.v[k]).abs() < 1e-9);
    }
}
