//! The impulses of impacts as stems over time, one colour for each pair of bodies.

use std::collections::BTreeMap;

use carom_simulate::record::EventKind;

use super::super::cast::Space;
use super::{Scene, TIME};
use crate::svg::{Arrangement, Chart, Entry, Kind, Panel, Quantity, STYLES, Series, chart};

/// Times and impulses of one pair: normal, tangential, moment.
#[derive(Default)]
struct Pair {
    t: Vec<f64>,
    parts: [Vec<f64>; 3],
}

impl Pair {
    fn largest(&self) -> f64 {
        self.parts.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()))
    }
}

const AXES: [Quantity<'static>; 3] = [
    Quantity { name: "*I*_N", unit: "N s" },
    Quantity { name: "*I*_T", unit: "N s" },
    Quantity { name: "*I*_θ", unit: "N m s" },
];

/// The picture; the moment has a panel only if some law transmits one.
pub(super) fn draw(scene: &Scene<'_, '_>) -> String {
    let (ranked, total) = strongest(collect(scene));
    let names: Vec<String> = ranked.iter().map(|(pair, _)| scene.pair_name(*pair)).collect();
    let moments = ranked.iter().any(|(_, pair)| pair.parts[2].iter().any(|moment| *moment != 0.0));
    let panel = |part: usize| {
        let series = ranked.iter().enumerate().map(|(style, (_, pair))| Series {
            style,
            kind: Kind::Stems,
            x: &pair.t,
            y: &pair.parts[part],
            jumps: &[],
        });
        Panel {
            x: TIME,
            y: AXES[part],
            band: None,
            reach: scene.reach(),
            from_zero: true,
            levels: &[],
            series: series.collect(),
        }
    };
    chart(&Chart {
        title: "Impulses of impacts",
        subtitle: scene.subtitle,
        legend: names.iter().enumerate().map(|(style, name)| Entry { style, name }).collect(),
        panels: (0..if moments { 3 } else { 2 }).map(panel).collect(),
        arrangement: Arrangement::Stacked,
        caption: &caption(scene.cast.space, total, ranked.len()),
    })
}

/// The pairs with the largest impulses, ascending, and how many there are.
fn strongest(pairs: BTreeMap<u32, Pair>) -> (Vec<(u32, Pair)>, usize) {
    let total = pairs.len();
    let mut ranked: Vec<_> = pairs.into_iter().collect();
    ranked.sort_by(|(i, a), (j, b)| b.largest().total_cmp(&a.largest()).then(i.cmp(j)));
    ranked.truncate(STYLES);
    ranked.sort_by_key(|(pair, _)| *pair);
    (ranked, total)
}

fn caption(space: Space, total: usize, drawn: usize) -> String {
    if total == 0 {
        return "There were no impacts.".to_owned();
    }
    let crowd = if drawn < total {
        format!(" {total} pairs of bodies collide: the {drawn} with the largest impulses are shown.")
    } else {
        String::new()
    };
    let tangential = if space == Space::Space { " The tangential impulse is its magnitude." } else { "" };
    format!("Impulses on the first body of each pair.{tangential}{crowd}")
}

fn collect(scene: &Scene<'_, '_>) -> BTreeMap<u32, Pair> {
    let mut pairs: BTreeMap<u32, Pair> = BTreeMap::new();
    for event in scene.record.events.iter().filter(|event| event.kind == EventKind::Impact) {
        let (Some(touch), Some(impact)) = (event.touch, &event.impact) else { continue };
        let pair = pairs.entry(touch.site.pair).or_default();
        let [normal, first, second, moment] = impact.impulse;
        let tangential = if scene.cast.space == Space::Plane { first } else { first.hypot(second) };
        pair.t.push(event.t);
        pair.parts.iter_mut().zip([normal, tangential, moment]).for_each(|(part, value)| part.push(value));
    }
    pairs
}
