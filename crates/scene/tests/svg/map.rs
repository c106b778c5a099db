//! Maps against the functions they show.

use carom_scene::svg::{Axis, Cell, Field, Map, Scale, map, sample};

use crate::reading::{check_texts, number, parse, rulers, text_of, with_class};

fn axes(count: usize) -> (Axis<'static>, Axis<'static>) {
    let x = Axis { name: "*μ*", unit: "", from: 0.0, to: 1.5, count };
    let y = Axis { name: "*D*_TA", unit: "m/s", from: -2.0, to: 2.0, count };
    (x, y)
}

fn draw(count: usize, field: Field<'_>) -> String {
    let (x, y) = axes(count);
    map(&Map { title: "A map", subtitle: "", x, y, field })
}

/// Three regions and one without answer.
fn name(mu: f64, slip: f64) -> Cell<'static, &'static str> {
    match (mu > 0.75, slip > mu) {
        (true, false) => Cell::Missing("no-solution"),
        (true, true) => Cell::Value("C-stick"),
        (false, true) => Cell::Value("slide"),
        (false, false) => Cell::Value("C-reverse"),
    }
}

#[test]
fn names_stand_in_their_own_regions() {
    let (x, y) = axes(200);
    let cells = sample(&x, &y, name);
    let svg = draw(200, Field::Names(&cells));
    let document = parse(&svg);
    check_texts(&document);
    let (x, y) = rulers(&document);
    let labels = with_class(&document, "region");
    assert_eq!(labels.len(), 4);
    for label in labels {
        let at = (x.value(number(label, "x")), y.value(number(label, "y") - 4.0));
        let expected = match name(at.0, at.1) {
            Cell::Value(name) => name.to_owned(),
            Cell::Missing(status) => status.replace('-', " "),
        };
        assert_eq!(text_of(label), expected);
    }
}

#[test]
fn missing_cells_are_hatched_and_in_the_legend() {
    let (x, y) = axes(40);
    let cells = sample(&x, &y, name);
    let svg = draw(40, Field::Names(&cells));
    let document = parse(&svg);
    assert!(document.descendants().any(|node| node.has_tag_name("pattern") && node.attribute("id") == Some("hatch-0")));
    let hatched =
        with_class(&document, "cells").into_iter().filter(|node| node.attribute("fill") == Some("url(#hatch-0)"));
    assert_eq!(hatched.count(), 1);
    let texts: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).map(text_of).collect();
    for entry in ["C-reverse", "C-stick", "slide", "no solution"] {
        assert!(texts.iter().any(|text| text == entry), "{entry}");
    }
}

#[test]
fn the_border_of_gains_lies_at_zero() {
    let (x, y) = axes(60);
    let cells = sample(&x, &y, |mu, _| Cell::Value(mu - 0.5));
    let svg = draw(60, Field::Numbers { cells: &cells, name: "*T*", unit: "J", scale: Scale::Diverging });
    let document = parse(&svg);
    let (x, _) = rulers(&document);
    let border = with_class(&document, "border")[0].attribute("d").unwrap();
    let start: f64 = border.trim_start_matches('M').split(' ').next().unwrap().parse().unwrap();
    assert!((x.value(start) - 0.5).abs() < 1e-3, "{border}");
    assert_eq!(border.matches('M').count(), 1, "{border}");
}

#[test]
fn rounding_is_no_gain() {
    let (x, y) = axes(20);
    let cells = sample(&x, &y, |mu, slip| Cell::Value(if slip > 0.0 { 1e-17 } else { -mu }));
    let svg = draw(20, Field::Numbers { cells: &cells, name: "*T*", unit: "J", scale: Scale::Diverging });
    assert_eq!(with_class(&parse(&svg), "border")[0].attribute("d"), Some(""));
}

#[test]
fn a_rare_gain_keeps_its_hue_among_outliers() {
    let (x, y) = axes(50);
    let cells = sample(&x, &y, |mu, slip| {
        Cell::Value(if mu > 1.48 && slip > 1.8 {
            0.3
        } else if mu < 0.02 && slip > 0.4 {
            -1e6
        } else {
            -mu
        })
    });
    let svg = draw(50, Field::Numbers { cells: &cells, name: "*T*", unit: "J", scale: Scale::Diverging });
    let document = parse(&svg);
    assert_ne!(with_class(&document, "border")[0].attribute("d"), Some(""));
    assert!(svg.contains("gains") && svg.contains("≤"));
}

#[test]
fn a_large_map_stays_small() {
    let (x, y) = axes(200);
    let waves = |mu: f64, slip: f64| 3.0 * (4.0 * mu).sin() * (3.0 * slip).cos() - mu * slip;
    let numbers = sample(&x, &y, |mu, slip| Cell::Value(waves(mu, slip)));
    let svg = draw(200, Field::Numbers { cells: &numbers, name: "*I*_N", unit: "N s", scale: Scale::Sequential });
    check_texts(&parse(&svg));
    assert!(svg.len() < 400_000, "{}", svg.len());
}

#[test]
fn cells_are_sampled_in_the_middle_row_by_row() {
    let (x, y) = axes(2);
    assert_eq!(sample(&x, &y, |mu, slip| (mu, slip)), [(0.375, -1.0), (1.125, -1.0), (0.375, 1.0), (1.125, 1.0)]);
}

/// Fill of the swatch beside a name.
fn swatch(svg: &str, name: &str) -> String {
    let document = parse(svg);
    let drawn = |node: &roxmltree::Node<'_, '_>| node.has_tag_name("rect") || node.has_tag_name("text");
    let nodes: Vec<_> = document.descendants().filter(drawn).collect();
    let entry = |node: &roxmltree::Node<'_, '_>| !node.has_attribute("class") && text_of(*node) == name;
    let text = nodes.iter().position(entry).unwrap();
    nodes[text - 1].attribute("fill").unwrap().to_owned()
}

#[test]
fn a_mode_has_one_colour_in_all_maps() {
    let (x, y) = axes(30);
    let pair = |one: &'static str, other: &'static str| {
        let cells = sample(&x, &y, |mu, _| Cell::Value(if mu > 0.7 { one } else { other }));
        draw(30, Field::Names(&cells))
    };
    assert_eq!(swatch(&pair("slide", "C-stick"), "slide"), swatch(&pair("slide", "new"), "slide"));
    assert_ne!(swatch(&pair("slide", "new"), "slide"), swatch(&pair("slide", "new"), "new"));
    let reasons = |one: &'static str, other: &'static str| {
        let cells = sample(&x, &y, |mu, _| Cell::<&str>::Missing(if mu > 0.7 { one } else { other }));
        draw(30, Field::Names(&cells))
    };
    let one = swatch(&reasons("singular", "multiple"), "singular");
    assert_eq!(one, swatch(&reasons("singular", "no-impact"), "singular"));
}

/// The numbers beside the colour bar.
fn edges(svg: &str) -> Vec<f64> {
    let document = parse(svg);
    let texts = document.descendants().filter(|node| node.has_tag_name("text") && !node.has_attribute("class"));
    texts.filter_map(|node| text_of(node).trim_start_matches(['≤', '≥', ' ']).replace('−', "-").parse().ok()).collect()
}

#[test]
fn a_singular_streak_does_not_take_up_the_scale() {
    let (x, y) = axes(100);
    // A pole at 1.2: gains up to a thousand, a twentieth above ten; losses of up to one elsewhere.
    let value = |mu: f64, slip: f64| 0.4 / (mu - 1.2).abs().max(4e-4) - 1.0 + 0.1 * slip;
    let cells = sample(&x, &y, |mu, slip| Cell::Value(value(mu, slip)));
    let svg = draw(100, Field::Numbers { cells: &cells, name: "*T*", unit: "J", scale: Scale::Diverging });
    let edges = edges(&svg);
    assert!(svg.contains("≥") && edges.iter().all(|edge| *edge <= 15.0), "{edges:?}");
    assert!(edges.contains(&0.0) && edges.iter().filter(|edge| **edge < 0.0).count() >= 2, "{edges:?}");
}

#[test]
fn small_losses_beside_large_gains_have_several_bands() {
    let (x, y) = axes(60);
    let cells = sample(&x, &y, |mu, slip| Cell::Value(if slip > 0.0 { 20.0 * mu } else { 0.4 * slip * mu }));
    let svg = draw(60, Field::Numbers { cells: &cells, name: "*T*", unit: "J", scale: Scale::Diverging });
    let below = edges(&svg).iter().filter(|edge| **edge < 0.0).count();
    assert!(below >= 2 && svg.contains("losses: finer steps"), "{below}");
    check_texts(&parse(&svg));
}
