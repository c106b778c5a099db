//! No input makes a picture fail: numbers that are none, foreign text, empty and impossible maps, random collisions.

use carom_impact::{Collision, Contact, Impulse, Outcome, Velocity};
use carom_scene::svg::{Axis, Cell, Diagram, Field, LawResult, Map, Scale, impulse_plane, impulse_plane_grid, map};
use proptest::prelude::*;

use crate::plane::{CASES, answers, collision};
use crate::reading::{check_texts, parse, text_of};

const STRANGE: [f64; 7] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300, 1e-300];

fn both(diagram: &Diagram<'_>) -> [String; 2] {
    [impulse_plane(diagram), impulse_plane_grid(diagram)]
}

#[test]
fn values_that_are_not_numbers_are_left_out() {
    let collision = collision(CASES[0]);
    let good = answers(&collision, 0.5, 0.5);
    for value in STRANGE {
        let broken = good.iter().map(|law| {
            let impulse = Impulse { normal: value, tangential: -value, moment: value };
            LawResult { outcome: Outcome { impulse, compression: Some(impulse), ..law.outcome }, ..*law }
        });
        let laws: Vec<_> = broken.chain(good.iter().copied()).collect();
        for other in STRANGE {
            let diagram = Diagram { collision: &collision, e: value, mu: other, title: "", subtitle: "", laws: &laws };
            for svg in both(&diagram) {
                parse(&svg);
                assert!(svg.len() < 1_000_000);
            }
        }
    }
}

#[test]
fn text_of_users_comes_back_as_it_was() {
    let collision = collision(CASES[0]);
    let mut laws = answers(&collision, 0.5, 0.5);
    laws[0].title = "Newton & <Poisson> \"x_y\" *z*";
    let (title, subtitle) = ("a < b & c > d", "control \u{1} character \u{fffe} and a tab\tend");
    let diagram = Diagram { collision: &collision, e: 0.5, mu: 0.5, title, subtitle, laws: &laws };
    let svg = impulse_plane(&diagram);
    let document = parse(&svg);
    let texts: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).map(text_of).collect();
    for expected in [title, laws[0].title, "control  character  and a tab end"] {
        assert!(texts.iter().any(|text| text == expected), "{expected}: {texts:?}");
    }
}

#[test]
fn no_laws_and_long_titles_are_drawn() {
    let collision = collision(CASES[0]);
    let title = "word ".repeat(80) + &"x".repeat(400);
    let diagram = Diagram { collision: &collision, e: 0.5, mu: 0.5, title: &title, subtitle: &title, laws: &[] };
    both(&diagram).iter().for_each(|svg| check_texts(&parse(svg)));
}

#[test]
fn impossible_maps_are_drawn_as_far_as_they_go() {
    let names = [Cell::Value("a"), Cell::Missing("b")];
    let numbers = STRANGE.map(Cell::Value);
    for (from, to) in [(0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (1e300, 1e301)] {
        for count in [0, 1, 3, usize::MAX] {
            let axis = Axis { name: "x_", unit: "^{", from, to, count };
            let mut fields = vec![Field::Names(&names), Field::Names(&[])];
            for scale in [Scale::Sequential, Scale::Diverging] {
                fields.push(Field::Numbers { cells: &numbers, name: "n", unit: "", scale });
                fields.push(Field::Numbers { cells: &numbers[3..5], name: "n", unit: "", scale });
                fields.push(Field::Numbers { cells: &[], name: "n", unit: "", scale });
            }
            for field in fields {
                let svg = map(&Map { title: "t", subtitle: "s", x: axis, y: axis, field });
                parse(&svg);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_collision_is_drawn_on_the_sheet(
        size in -12.0..12.0_f64, ratio in -4.0..4.0_f64, coupling in -1.0..1.0_f64,
        normal in -2.0..0.5_f64, tangential in -3.0..3.0_f64, e in 0.0..1.0_f64, mu in 0.0..4.0_f64,
    ) {
        let a = 10f64.powf(size);
        let c = a * 10f64.powf(ratio);
        let contact = Contact::planar(a, coupling * (a * c).sqrt(), c);
        let Ok(collision) = Collision::new(contact, Velocity::planar(normal, tangential)) else { return Ok(()) };
        let laws = answers(&collision, e, mu);
        let diagram = Diagram { collision: &collision, e, mu, title: "Any", subtitle: "", laws: &laws };
        for svg in both(&diagram) {
            check_texts(&parse(&svg));
        }
    }
}
