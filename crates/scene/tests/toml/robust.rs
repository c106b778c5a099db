//! What no text can do: panic, or never end.

use carom_scene::toml::{SceneFile, read_scene};
use proptest::prelude::*;

use crate::BAR;

/// A scene with everything in it, to be damaged.
const RICH: &str = r#"
[parameters]
a = 2
b = "= a*3"
list = [1, 2, "= b"]
[scene]
gravity = [0, "= -a"]
[run]
until = "1 s"
[[body]]
name = "block-{i}"
repeat = 3
shapes = [{ box = { width = 1, height = "2 mm" }, offset = [0, 1] }, { arc-faced = { vertices = [{ point = [1, 0], bulge = 1 }, { point = [-1, 0] }] } }]
position = ["= 2*i", "= list[2]"]
mass = 1
[[motion]]
body = "block-2"
x = "= if(t < 1, sin(a*t), t % 2)"
y = { table = { times = [0, 1], values = [0, 1], interpolation = "cubic" } }
[[joint]]
kind = "distance"
between = ["block-0", "block-1"]
at-a = [0, 0]
at-b = [0, 0]
[[force]]
kind = "applied"
body = "block-0"
force = ["= -a*'block-1'.vx", 0]
[[contact]]
between = ["block-*", "block-*"]
law = "cs"
e = 0.5
mu = 0.5
nu = 0
e_t = 0
e_mc = -1
e_me = -1
[variant.x.parameters]
a = 3
"#;

#[test]
fn the_rich_scene_is_read() {
    read_scene(RICH, "rich.toml").unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn deep_nesting_ends() {
    for text in [
        format!("[run]\nuntil = {}1{}", "[".repeat(50_000), "]".repeat(50_000)),
        format!("[run]\nuntil = {}1", "{a = ".repeat(50_000)),
        format!("[run]\n{}until = 1", "a.".repeat(50_000)),
        format!("[run]\nuntil = \"= {}1\"", "-".repeat(1900)),
        format!("[run]\nuntil = \"= {}1\"", "!".repeat(1900)),
        format!("[run]\nuntil = \"= {}\"", "sin(".repeat(400)),
        format!("[run]\nuntil = \"= {}2\"", "2^".repeat(900)),
    ] {
        assert!(read_scene(&text, "deep.toml").is_err());
    }
}

/// A long sum makes a deep tree: it must be evaluated and dropped within the stack of a thread.
#[test]
fn long_sums_of_time_are_evaluated() {
    let sum = "t+".repeat(990);
    let text = format!("[run]\nuntil = 1\n[[body]]\nname = 'b'\n[[motion]]\nbody = 'b'\nx = '= {sum}t'");
    assert!(read_scene(&text, "long.toml").is_ok());
}

#[test]
fn a_chain_of_parameters_ends() {
    let chain: String = (0..50_000).map(|i| format!("p{i} = \"= p{}\"\n", i + 1)).collect();
    let error = read_scene(&format!("[parameters]\n{chain}p50000 = 1"), "chain.toml").unwrap_err().to_string();
    assert_eq!(error, "chain.toml, line 1: parameters: there are more than 5000");
    let chain: String = (0..4000).map(|i| format!("p{i} = \"= p{}\"\n", i + 1)).collect();
    let error = read_scene(&format!("[parameters]\n{chain}p4000 = 1"), "chain.toml").unwrap_err().to_string();
    assert!(error.contains("parameters refer to each other over more than 100 steps"), "{error}");
}

#[test]
fn a_megabyte_of_text_ends() {
    let bodies: String = (0..12_000)
        .map(|i| format!("[[body]]\nname = \"b{i}\"\nmass = 1\nshape = {{ disc = {{ radius = 1 }} }}\n"))
        .collect();
    let scene = read_scene(&format!("[run]\nuntil = 1\n{bodies}"), "big.toml").unwrap();
    assert_eq!(scene.plane().unwrap().bodies.len(), 12_000);
    let key = "x".repeat(1_000_000);
    assert!(read_scene(&format!("{key} = 1"), "key.toml").is_err());
    assert!(read_scene(&format!("[run]\n{key} = 1"), "key.toml").unwrap_err().to_string().len() < 1000);
    assert!(
        read_scene(&format!("[scene]\nname = \"{{{key}}}\"\n[run]\nuntil=1"), "key.toml")
            .unwrap_err()
            .to_string()
            .len()
            < 1000
    );
    assert!(read_scene(&"\n".repeat(1_000_000), "empty.toml").is_err());
}

/// Every built-in scene, damaged, is answered too.
#[test]
fn damaged_built_in_scenes_are_answered() {
    for scene in carom_scene::builtin::SCENES {
        for place in (0..scene.text.len()).step_by(97) {
            let edits = [(place, 1, 0), (place / 2, 0, b'9'), (place / 3, 3, 40)];
            for count in 1..=3 {
                if let Ok(scene) = read_scene(&damaged(scene.text, &edits[..count]), "damaged.toml") {
                    let _ = scene.build();
                }
            }
        }
    }
}

/// Bytes of a text replaced, taken out or doubled.
fn damaged(text: &str, edits: &[(usize, u8, u8)]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for &(place, kind, byte) in edits {
        let place = place % bytes.len().max(1);
        match kind % 4 {
            0 => bytes[place] = byte,
            1 => {
                bytes.remove(place);
            }
            2 => bytes.insert(place, byte),
            _ => {
                let end = (place + usize::from(byte)).min(bytes.len());
                let copy = bytes[place..end].to_vec();
                bytes.splice(place..place, copy);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn damaged_scenes_are_answered(rich: bool, edits in prop::collection::vec((any::<usize>(), any::<u8>(), 9..127_u8), 1..6)) {
        if let Ok(scene) = read_scene(&damaged(if rich { RICH } else { BAR }, &edits), "damaged.toml") {
            let _ = scene.build();
        }
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,200}") {
        let _ = read_scene(&text, "any.toml");
    }

    #[test]
    fn any_change_is_answered(path in "(run|body|contact|scene|parameters|joint)(\\.[a-z0-9-]{0,8}){0,4}", value in "\\PC{0,20}") {
        let Ok(mut file) = SceneFile::parse(RICH, "rich.toml") else { return Ok(()) };
        if file.set(&path, &value).is_ok() {
            let _ = file.read();
        }
    }

    #[test]
    fn any_number_is_answered(value: f64, key in prop::sample::select(vec!["until", "tolerance", "every", "step", "theta", "most-events"])) {
        let mut file = SceneFile::parse(BAR, "bar.toml").unwrap();
        file.set(&format!("run.{key}"), &format!("{value:e}")).unwrap();
        let _ = file.read();
    }
}

/// Numbers no scene has.
const EXTREMES: [&str; 12] =
    ["0", "-1", "nan", "inf", "-inf", "1e308", "-1e308", "5e-324", "1e-200", "1e20", "9223372036854775807", "0.1"];

/// The places of numbers in a text.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(|b| b.is_ascii_digit() || *b == b'.');
    let starts =
        (0..bytes.len()).filter(|&i| digit(i) && !(i > 0 && (digit(i - 1) || bytes[i - 1].is_ascii_alphanumeric())));
    starts.map(|start| start..(start..).find(|&i| !digit(i)).unwrap_or(bytes.len())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Any number of any built-in scene may become any other, and two of them at once: the scene is read and its world built, or both are
    /// refused, in a moment.
    #[test]
    fn numbers_of_built_in_scenes_may_be_anything(
        scene in prop::sample::select(carom_scene::builtin::SCENES.to_vec()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(EXTREMES.to_vec())), 1..3),
    ) {
        let mut text = scene.text.to_owned();
        for (place, number) in edits {
            let places = numbers(&text);
            text.replace_range(places[place.index(places.len())].clone(), number);
        }
        let began = std::time::Instant::now();
        if let Ok(scene) = read_scene(&text, "extreme.toml") {
            let _ = scene.build();
        }
        // The slowest built-in scene takes a few milliseconds; a hang takes for ever.
        prop_assert!(began.elapsed().as_secs() < 20, "{text}");
    }
}

/// An outline of two thousand corners, repeated nineteen thousand times, is a text of a few dozen kilobytes and a world of many gigabytes.
#[test]
fn a_large_outline_is_not_repeated_without_end() {
    let corner = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / 2000.0;
        format!("[{:.12}, {:.12}]", angle.cos(), angle.sin())
    };
    let ring = (0..2000).map(corner).collect::<Vec<_>>().join(", ");
    let text = |times: usize| {
        format!(
            "[scene]\nname = \"x\"\n[run]\nuntil = 1.0\n[[body]]\nname = \"b{{i}}\"\nrepeat = {times}\nmass = 1.0\n\
             shape = {{ polygon = {{ points = [{ring}] }} }}\nposition = [\"= 3*i\", 0.0]\n"
        )
    };
    assert!(read_scene(&text(3), "few.toml").is_ok());
    let began = std::time::Instant::now();
    let Err(error) = read_scene(&text(19_000), "many.toml") else { panic!("nineteen thousand are refused") };
    assert!(error.to_string().contains("more than 4000000 values in all"), "{error}");
    // Refused by counting: reading them would take minutes.
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}
