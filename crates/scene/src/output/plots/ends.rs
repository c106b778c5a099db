//! The two ends of bars against time (K7).

use carom_simulate::record::Record;

use super::super::cast::{Cast, Outline};
use super::super::place::point;
use super::{Scene, TIME};
use crate::svg::{Arrangement, Chart, Entry, Kind, Panel, Quantity, STYLES, Series, chart};

/// A bar: the member and its two ends in the frame of the member.
struct Bar {
    member: usize,
    ends: [[f64; 2]; 2],
}

/// The picture; none without a bar that moves.
pub(super) fn draw(scene: &Scene<'_, '_>) -> Option<String> {
    let all = bars(scene.cast);
    let drawn = &all[..all.len().min(STYLES / 2)];
    if drawn.is_empty() {
        return None;
    }
    let names: Vec<String> = drawn.iter().flat_map(|bar| labels(&scene.cast.members[bar.member].name)).collect();
    let columns = columns(scene.cast, scene.record, drawn);
    let panels = [("*x*", 0), ("*y*", 1)].map(|(name, axis)| Panel {
        x: TIME,
        y: Quantity { name, unit: "m" },
        band: None,
        reach: None,
        from_zero: false,
        levels: &[],
        series: (0..names.len()).map(|end| series(scene, end, &columns[end][axis])).collect(),
    });
    let rest = format!("{} bars move; the first {} are drawn.", all.len(), drawn.len());
    Some(chart(&Chart {
        title: "Ends of bars",
        subtitle: scene.subtitle,
        legend: names.iter().enumerate().map(|(style, name)| Entry { style, name }).collect(),
        panels: panels.into(),
        arrangement: Arrangement::Stacked,
        caption: if drawn.len() < all.len() { &rest } else { "" },
    }))
}

fn labels(name: &str) -> [String; 2] {
    [format!("{name}, one end"), format!("{name}, other end")]
}

/// The members that are thin bars.
fn bars(cast: &Cast<'_>) -> Vec<Bar> {
    let ends = |outline: &Outline| match outline {
        Outline::Polyline { points, .. } => <[[f64; 2]; 2]>::try_from(points.as_slice()).ok(),
        _ => None,
    };
    let bar = |member: usize| {
        let ends = cast.members[member].outlines.iter().find_map(ends)?;
        Some(Bar { member, ends })
    };
    cast.travellers().into_iter().filter_map(bar).collect()
}

/// x and y of every end at every sample.
fn columns(cast: &Cast<'_>, record: &Record, bars: &[Bar]) -> Vec<[Vec<f64>; 2]> {
    let mut columns = vec![[Vec::new(), Vec::new()]; 2 * bars.len()];
    let mut states = Vec::new();
    for sample in &record.samples {
        cast.at_sample(sample, &mut states);
        let ends = bars.iter().flat_map(|bar| bar.ends.map(|end| point(end, &states[bar.member])));
        for (column, [x, y]) in columns.iter_mut().zip(ends) {
            column[0].push(x);
            column[1].push(y);
        }
    }
    columns
}

fn series<'a>(scene: &'a Scene<'_, '_>, style: usize, y: &'a [f64]) -> Series<'a> {
    Series { style, kind: Kind::Line, x: &scene.tracks.t, y, jumps: &scene.tracks.jumps }
}
