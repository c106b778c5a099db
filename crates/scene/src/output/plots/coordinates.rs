//! Coordinates of systems and their velocities against time.

use super::super::cast::Scalar;
use super::{Scene, TIME};
use crate::svg::{Arrangement, Chart, Entry, Kind, Panel, Quantity, STYLES, Series, chart};

/// The picture; none without systems.
pub(super) fn draw(scene: &Scene<'_, '_>) -> Option<String> {
    let half = |is_rate: bool| -> Vec<&Scalar> {
        scene.cast.scalars.iter().filter(|scalar| scalar.is_rate == is_rate).take(STYLES).collect()
    };
    let (places, rates) = (half(false), half(true));
    let column =
        |scalar: &&Scalar| -> Vec<f64> { scene.record.samples.iter().map(|sample| scalar.of(sample)).collect() };
    let columns: [Vec<Vec<f64>>; 2] = [places.iter().map(column).collect(), rates.iter().map(column).collect()];
    let all = scene.cast.scalars.len() / 2;
    let rest = format!("{all} coordinates; the first {STYLES} are drawn.");
    (!places.is_empty()).then(|| {
        chart(&Chart {
            title: "Coordinates",
            subtitle: scene.subtitle,
            legend: places.iter().enumerate().map(|(style, scalar)| Entry { style, name: &scalar.name }).collect(),
            panels: vec![panel(scene, "coordinate", &columns[0]), panel(scene, "rate", &columns[1])],
            arrangement: Arrangement::Stacked,
            caption: if all > STYLES { &rest } else { "" },
        })
    })
}

fn panel<'a>(scene: &'a Scene<'_, '_>, name: &'static str, columns: &'a [Vec<f64>]) -> Panel<'a> {
    let series = columns.iter().enumerate().map(|(style, y)| Series {
        style,
        kind: Kind::Line,
        x: &scene.tracks.t,
        y,
        jumps: &scene.tracks.jumps,
    });
    Panel {
        x: TIME,
        y: Quantity { name, unit: "" },
        band: None,
        reach: None,
        from_zero: false,
        levels: &[],
        series: series.collect(),
    }
}
