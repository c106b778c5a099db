//! Phase portraits: of each coordinate in which something moves, and its velocity.

use super::super::cast::Space;
use super::super::tracks::Column;
use super::Scene;
use crate::svg::{Arrangement, Chart, Kind, Panel, Quantity, Series, chart};

/// Coordinate and velocity of a portrait with their axes.
type Portrait = ((Column, Quantity<'static>), (Column, Quantity<'static>));

const fn portrait(column: Column, name: &'static str, rate: Column, rate_name: &'static str) -> Portrait {
    let (unit, rate_unit) = if matches!(column, Column::Angle) { ("rad", "rad/s") } else { ("m", "m/s") };
    ((column, Quantity { name, unit }), (rate, Quantity { name: rate_name, unit: rate_unit }))
}

/// What moves by less than this, in metres or radians, stands still.
const STILL: f64 = 1e-9;

const ANGLE: Portrait = portrait(Column::Angle, "angle", Column::Wz, "*ω*");
const X: Portrait = portrait(Column::X, "*x*", Column::Vx, "*v*_x");
const Y: Portrait = portrait(Column::Y, "*y*", Column::Vy, "*v*_y");
const Z: Portrait = portrait(Column::Z, "*z*", Column::Vz, "*v*_z");

/// The picture.
pub(super) fn draw(scene: &Scene<'_, '_>) -> String {
    let all = match scene.cast.space {
        Space::Plane => [ANGLE, X, Y],
        Space::Space => [X, Y, Z],
    };
    let moving: Vec<Portrait> = all.into_iter().filter(|((column, _), _)| moves(scene, *column)).collect();
    let portraits = if moving.is_empty() { all.to_vec() } else { moving };
    let mut legend = scene.legend();
    legend.truncate(scene.tracks.bodies.len());
    let (drawn, total) = (scene.tracks.bodies.len(), scene.tracks.total);
    let crowd = format!("{total} bodies can move: the curves are the {drawn} that move farthest.");
    chart(&Chart {
        title: "Phase portraits",
        subtitle: scene.subtitle,
        legend,
        panels: portraits.into_iter().map(|portrait| panel(scene, portrait)).collect(),
        arrangement: Arrangement::Beside,
        caption: if drawn < total { &crowd } else { "" },
    })
}

/// Whether a coordinate of some body changes.
fn moves(scene: &Scene<'_, '_>, column: Column) -> bool {
    let extent = |values: &[f64]| {
        let range = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
        range.1 - range.0
    };
    scene.tracks.bodies.iter().any(|track| extent(scene.tracks.column(track, column)) > STILL)
}

fn panel<'a>(scene: &'a Scene<'_, '_>, ((column, x), (rate, y)): Portrait) -> Panel<'a> {
    let tracks = scene.tracks;
    let series = tracks.bodies.iter().enumerate().map(|(style, track)| Series {
        style,
        kind: Kind::Curve,
        x: tracks.column(track, column),
        y: tracks.column(track, rate),
        jumps: &tracks.jumps,
    });
    Panel { x, y, band: None, reach: None, from_zero: false, levels: &[], series: series.collect() }
}
