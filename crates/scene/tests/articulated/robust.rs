//! Damaged files of every format: an error or a project, never a panic.

use carom_scene::articulated::{Animation, BodyLine, Constraint, Force, ShapeFile, StateFile};
use proptest::prelude::*;

use super::folder;

/// A file of each format with its reader.
type Reader = fn(&str) -> Result<(), String>;

fn read<T>(result: Result<T, carom_scene::toml::SceneError>) -> Result<(), String> {
    result.map(|_| ()).map_err(|error| error.to_string())
}

const FORMATS: [(&str, Reader); 9] = [
    ("ex95_e05.cfg", |text| read(Animation::read(text, "x"))),
    ("ex96_generic.bds", |text| read(BodyLine::read_all(text, "x"))),
    ("tetra.shp", |text| read(ShapeFile::read(text, "x"))),
    ("ex96_generic.ste", |text| read(StateFile::read(text, "x"))),
    ("ex96_generic.ctr", |text| read(Constraint::read_all(text, "x"))),
    ("j_fourbar.ctr", |text| read(Constraint::read_all(text, "x"))),
    ("j_planar_moving.ctr", |text| read(Constraint::read_all(text, "x"))),
    ("f_bezier_offcentre.for", |text| read(Force::read_all(text, "x"))),
    ("b_andrews.for", |text| read(Force::read_all(text, "x"))),
];

/// Words that are wrong in many places.
const WORDS: [&str; 12] =
    ["=", "end", "begin", "-1", "nan", "inf", "1e999", "4294967296", "99999999", "<", "\u{e9}", "#"];

/// One damage: where, what kind, with which word.
fn damage() -> impl Strategy<Value = (prop::sample::Index, u8, prop::sample::Index)> {
    (any::<prop::sample::Index>(), 0..5_u8, any::<prop::sample::Index>())
}

fn damaged(text: &str, damages: &[(prop::sample::Index, u8, prop::sample::Index)]) -> String {
    let mut words: Vec<String> = text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
    for (at, kind, which) in damages {
        if words.is_empty() {
            break;
        }
        let at = at.index(words.len());
        match kind {
            0 => drop(words.remove(at)),
            1 => words.insert(at, format!("{} ", WORDS[which.index(WORDS.len())])),
            2 => words[at] = format!("{}\n", WORDS[which.index(WORDS.len())]),
            3 => words.truncate(at),
            _ => words.swap(at, 0),
        }
    }
    words.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_read_or_refused_with_its_line(
        format in 0..FORMATS.len(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let (file, read) = FORMATS[format];
        let text = std::fs::read_to_string(folder().join(file)).unwrap();
        prop_assert!(read(&text).is_ok());
        if let Err(message) = read(&damaged(&text, &damages)) {
            prop_assert!(message.starts_with("x, line "), "{}", message);
            prop_assert!(message.len() < 300, "{}", message);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", format in 0..FORMATS.len()) {
        let _ = FORMATS[format].1(&text);
        let _ = FORMATS[format].1(&format!("begin {} = 3 {text}", ["shape", "state", "forces", "bodies"][format % 4]));
    }
}
