//! Kinetic, potential and total energy against time.

use super::{Scene, TIME};
use crate::svg::{Arrangement, Chart, Entry, Kind, Panel, Quantity, Series, chart};

/// Names and styles; the total is the solid line.
const LINES: [(&str, usize); 3] = [("kinetic", 1), ("potential", 2), ("total", 0)];

/// The picture.
pub(super) fn draw(scene: &Scene<'_, '_>) -> String {
    let samples = &scene.record.samples;
    let columns: [Vec<f64>; 3] = [
        samples.iter().map(|sample| sample.energy.kinetic).collect(),
        samples.iter().map(|sample| sample.energy.potential).collect(),
        samples.iter().map(|sample| sample.energy.total()).collect(),
    ];
    let (x, jumps) = (&scene.tracks.t, &scene.tracks.jumps);
    let series = columns.iter().zip(LINES).map(|(y, (_, style))| Series { style, kind: Kind::Line, x, y, jumps });
    let y = Quantity { name: "energy", unit: "J" };
    chart(&Chart {
        title: "Energy",
        subtitle: scene.subtitle,
        legend: LINES.iter().map(|&(name, style)| Entry { style, name }).collect(),
        panels: vec![Panel {
            x: TIME,
            y,
            band: None,
            reach: None,
            from_zero: false,
            levels: &[],
            series: series.collect(),
        }],
        arrangement: Arrangement::Stacked,
        caption: "",
    })
}
