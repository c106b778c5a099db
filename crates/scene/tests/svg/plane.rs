//! The impulse plane's picture against the numbers it shows.

use carom_impact::laws::{self, CATALOGUE};
use carom_impact::plane::ImpulsePlane;
use carom_impact::{Coefficients, Collision, Contact, Impulse, Outcome, Status, Velocity, Warning, resolve};
use carom_scene::svg::{Diagram, LawResult, impulse_plane, impulse_plane_grid};

use crate::reading::{centre, check_texts, parse, points, rulers, spine, text_of, with_class};

/// A, B, C, D_NA, D_TA, e, mu.
pub const CASES: [[f64; 7]; 12] = [
    [2.5, 1.5, 2.5, -1.0, 0.6, 1.0, 1.0],
    [2.5, 1.5, 2.5, -1.0, 0.6, 1.0, 0.3],
    [2.5, 1.5, 2.5, -1.0, 0.0, 0.8, 0.4],
    [1.0, 0.0, 3.5, -1.0, 1.0, 0.8, 0.2],
    [2.5, 1.5, 2.5, -1.0, 0.6, 0.7, 0.0],
    [9.0, -12.0, 16.0, -3.0, -2.0, 0.6, 0.5],
    [9.0, -12.0, 16.0, -3.0, -4.0, 0.6, 1.0],
    [2.0, -1.0, 1.0, -1.0, 0.5, 0.7, 3.0],
    [2.0, 1.0, 1.0, -1.0, 0.5, 1.0, 0.5],
    [2.5, 1.5, 2.5, -1.0, 0.3, 0.0, 0.5],
    [1.0, 0.9995, 1.0, -1.0, 0.3, 0.6, 0.7],
    [2.5e6, 1.5e6, 2.5e6, -1e-6, 0.6e-6, 0.5, 0.8],
];

pub fn collision([a, b, c, normal, tangential, ..]: [f64; 7]) -> Collision {
    Collision::new(Contact::planar(a, b, c), Velocity::planar(normal, tangential)).unwrap()
}

pub fn answers(collision: &Collision, e: f64, mu: f64) -> Vec<LawResult<'static>> {
    let mut given = Coefficients { e: Some(e), mu: Some(mu), ..Default::default() };
    given.nu = Some(0.5);
    given.e_t = Some(0.3);
    (given.e_m, given.e_mc, given.e_me) = (Some(0.2), Some(0.3), Some(0.3));
    let answer = |info: &laws::LawInfo| resolve(&laws::by_name(info.name, &given).unwrap(), collision);
    CATALOGUE.iter().map(|info| LawResult { name: info.name, title: info.title, outcome: answer(info) }).collect()
}

fn picture(case: [f64; 7], draw: fn(&Diagram<'_>) -> String) -> (Collision, Vec<LawResult<'static>>, String) {
    let collision = collision(case);
    let laws = answers(&collision, case[5], case[6]);
    let (title, subtitle) = ("A case", "with all laws");
    let svg = draw(&Diagram { collision: &collision, e: case[5], mu: case[6], title, subtitle, laws: &laws });
    (collision, laws, svg)
}

/// End points of laws with numbers, without repetition.
fn ends(laws: &[LawResult<'_>]) -> Vec<Impulse> {
    let mut ends: Vec<Impulse> = Vec::new();
    for law in laws.iter().filter(|law| law.outcome.has_numbers()) {
        let at = law.outcome.impulse;
        if ends.iter().all(|other| (*other - at).magnitude() > 1e-9 * at.magnitude()) {
            ends.push(at);
        }
    }
    ends
}

#[test]
fn end_markers_lie_where_the_laws_end() {
    for case in CASES {
        let (_, laws, svg) = picture(case, impulse_plane);
        let document = parse(&svg);
        let (x, y) = rulers(&document);
        let markers: Vec<_> = with_class(&document, "end").into_iter().map(centre).collect();
        let mut expected: Vec<_> =
            ends(&laws).iter().map(|end| (x.pixel(end.tangential), y.pixel(end.normal))).collect();
        expected.retain(|(x, y)| (70.0..574.0).contains(x) && (70.0..562.0).contains(y));
        assert_eq!(markers.len(), expected.len(), "{case:?}");
        assert_eq!(svg.contains("(outside the plot)"), markers.len() < ends(&laws).len(), "{case:?}");
        for (marker, end) in markers.iter().zip(&expected) {
            assert!((marker.0 - end.0).hypot(marker.1 - end.1) < 0.5, "{case:?} {marker:?} {end:?}");
        }
    }
}

#[test]
fn the_drawn_conic_keeps_the_energy_and_the_region_its_conditions() {
    for case in CASES {
        let (collision, _, svg) = picture(case, impulse_plane);
        let document = parse(&svg);
        let (x, y) = rulers(&document);
        let plane = ImpulsePlane::new(&collision, case[5], case[6]);
        let back = |(px, py): (f64, f64)| Impulse::planar(y.value(py), x.value(px));
        let inside = |point: &(f64, f64)| (72.0..572.0).contains(&point.0) && (70.0..560.0).contains(&point.1);
        // A pixel as an impulse, and what energy and velocity change over it.
        let pixel = (x.value(1.0) - x.value(0.0)).abs().max((y.value(1.0) - y.value(0.0)).abs());
        let (contact, before) = (collision.contact(), collision.before());
        let speed = |at: Impulse| before.magnitude() + (contact.a + contact.b.abs() + contact.c) * at.magnitude();
        let conic = points(with_class(&document, "conic")[0]);
        assert!(conic.len() > 50);
        for at in conic.into_iter().filter(inside).map(back) {
            assert!(plane.energy_change(at).abs() < 0.2 * pixel * speed(at), "{case:?} {at:?}");
        }
        for at in points(with_class(&document, "region")[0]).into_iter().filter(inside).map(back) {
            assert!(plane.energy_change(at) < 0.2 * pixel * speed(at), "{case:?} {at:?}");
            assert!(at.tangential.abs() <= case[6] * at.normal + 0.2 * pixel * (1.0 + case[6]), "{case:?} {at:?}");
            assert!(collision.after(at).normal > -0.2 * pixel * (contact.a + contact.b.abs()), "{case:?} {at:?}");
        }
    }
}

#[test]
fn texts_stay_on_the_sheet_and_labels_apart() {
    for case in CASES {
        let (_, _, svg) = picture(case, impulse_plane);
        let document = parse(&svg);
        check_texts(&document);
        let mut labels = with_class(&document, "name");
        labels.extend(with_class(&document, "number").into_iter().filter(|number| spine(*number)[0].1 < 560.0));
        for (i, one) in labels.iter().enumerate() {
            for other in &labels[i + 1..] {
                let (first, second) = (spine(*one), spine(*other));
                let gaps = first.iter().flat_map(|a| second.iter().map(move |b| (a.0 - b.0).hypot(a.1 - b.1)));
                let gap = gaps.fold(f64::INFINITY, f64::min);
                assert!(gap > 7.0, "{case:?}: {} and {} are {gap} px apart", text_of(*one), text_of(*other));
            }
        }
    }
}

#[test]
fn every_law_is_in_the_legend_and_every_gain_marked() {
    for case in CASES {
        let (_, laws, svg) = picture(case, impulse_plane);
        let document = parse(&svg);
        let texts: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).map(text_of).collect();
        for law in &laws {
            assert!(texts.iter().any(|text| text.starts_with(law.title)), "{case:?} {}", law.title);
            let refused = !law.outcome.has_numbers();
            let status = law.outcome.status.as_str().replace('-', " ");
            assert!(!refused || texts.contains(&status), "{case:?} {status}");
        }
        let gaining = laws.iter().filter(|law| law.outcome.warnings.contains(Warning::EnergyCreated));
        let gains: Vec<_> = gaining.copied().collect();
        assert_eq!(with_class(&document, "gains").len(), ends(&gains).len(), "{case:?}");
    }
}

#[test]
fn an_end_with_a_moment_has_a_note() {
    let contact = Contact { a: 2.5, b: 1.5, c: 2.5, d: 4.2426, e: 4.2426, f: 12.0 };
    let collision = Collision::new(contact, Velocity { normal: -1.0, tangential: 0.6, moment: 0.2 }).unwrap();
    let laws = answers(&collision, 0.8, 0.5);
    let diagram = Diagram { collision: &collision, e: 0.8, mu: 0.5, title: "", subtitle: "", laws: &laws };
    let svg = impulse_plane(&diagram);
    let document = parse(&svg);
    let notes =
        document.descendants().filter(|node| node.has_tag_name("text") && text_of(*node).contains("moment impulse"));
    assert_eq!(notes.count(), laws.iter().filter(|law| law.outcome.impulse.moment != 0.0).count());
}

#[test]
fn a_grid_has_a_panel_and_a_marker_per_law() {
    for case in CASES {
        let (_, laws, svg) = picture(case, impulse_plane_grid);
        let document = parse(&svg);
        check_texts(&document);
        assert_eq!(with_class(&document, "conic").len(), laws.len());
        let numbered = laws.iter().filter(|law| law.outcome.has_numbers()).count();
        let impossible = laws.iter().filter(|law| law.outcome.status == Status::Inadmissible).count();
        let markers = with_class(&document, "end").len();
        assert!(markers <= numbered && markers + impossible >= numbered, "{case:?}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let draw = || (picture(CASES[0], impulse_plane).2, picture(CASES[0], impulse_plane_grid).2);
    assert_eq!(draw(), draw());
}

fn texts(svg: &str) -> Vec<String> {
    parse(svg).descendants().filter(|node| node.has_tag_name("text")).map(text_of).collect()
}

#[test]
fn a_lone_end_outside_has_an_arrow_and_the_key_says_so() {
    let case = [2.0, -1.0, 1.0, -1.0, 0.5, 0.7, 3.0];
    let (collision, mut laws, _) = picture(case, impulse_plane);
    let one = &mut laws[..1];
    one[0].outcome = Outcome { status: Status::Inadmissible, impulse: Impulse::planar(-1.7, 5.1), ..one[0].outcome };
    let svg = impulse_plane(&Diagram { collision: &collision, e: 0.7, mu: 3.0, title: "", subtitle: "", laws: one });
    let document = parse(&svg);
    assert_eq!((with_class(&document, "end").len(), with_class(&document, "beyond").len()), (0, 1));
    let inside = |(x, y): &(f64, f64)| (72.0..=572.0).contains(x) && (12.0..=520.0).contains(y);
    assert!(points(with_class(&document, "beyond")[0]).iter().all(inside));
    let texts = texts(&svg);
    let has = |text: &str| texts.iter().any(|other| other == text);
    assert!(has("E outside the plot") && !has("E, end of a law") && !has("C, compression ends"), "{texts:?}");
}

#[test]
fn the_case_shows_the_determinant_and_no_rounding() {
    let shown = |case, name: &str| {
        let texts = texts(&picture(case, impulse_plane).2);
        texts[texts.iter().position(|text| text == name).unwrap() + 1].clone()
    };
    let upright = [1.0, 1.8e-16, 4.0, -1.0, 0.5, 0.5, 0.3];
    assert_eq!(["B", "μs", "det"].map(|name| shown(upright, name)), ["0", "0", "4"]);
    assert_eq!(shown(CASES[0], "B"), "1.5");
    // A B that rounding could not make stays: it is of a case with tiny numbers.
    assert_eq!(shown([1e-20, 5e-21, 1e-20, -1.0, 0.5, 0.5, 0.3], "B"), "5 × 10−21");
    assert_eq!(shown(CASES[5], "det"), "0");
}

#[test]
fn a_table_without_numbers_keeps_its_head() {
    let (_, _, svg) = picture([2.5, 1.5, 2.5, 1.0, 0.6, 0.5, 0.8], impulse_plane);
    let texts = texts(&svg);
    assert!(texts.iter().any(|text| text == "Law") && texts.iter().any(|text| text == "TE−TA(J)"), "{texts:?}");
    assert!(!texts.iter().any(|text| text == "E, end of a law"));
}

#[test]
fn table_and_axes_have_one_power_of_ten() {
    for size in -40..40 {
        let factor = 10f64.powf(f64::from(size) / 3.0);
        let (_, _, svg) = picture([2.5 / factor, 1.5 / factor, 2.5 / factor, -1.0, 0.6, 0.3, 0.8], impulse_plane);
        let texts = texts(&svg);
        let titles: Vec<_> = texts.iter().filter(|text| text.starts_with("IN")).collect();
        assert!(titles.len() == 2 && titles[0] == titles[1], "{titles:?}");
    }
}

#[test]
fn of_markers_at_one_place_the_lower_are_larger() {
    let collision = collision(CASES[0]);
    let good = answers(&collision, 0.5, 0.5);
    let moved = |i: usize| {
        let mut law = good[0];
        law.outcome.impulse = law.outcome.impulse + Impulse::planar(1e-4, 0.0) * i as f64;
        law
    };
    let laws: Vec<_> = (0..3).map(moved).collect();
    let diagram = Diagram { collision: &collision, e: 0.5, mu: 0.5, title: "", subtitle: "", laws: &laws };
    let svg = impulse_plane(&diagram);
    let document = parse(&svg);
    let area = |corners: &[(f64, f64)]| {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs()
    };
    let areas: Vec<_> = with_class(&document, "end").into_iter().map(|end| area(&points(end))).collect();
    assert_eq!(areas.len(), 3);
    assert!(areas.windows(2).all(|pair| pair[0] > 1.8 * pair[1]), "{areas:?}");
}
