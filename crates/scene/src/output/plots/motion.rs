//! Displacement, velocity, angle and angular velocity of the bodies against time.

use super::super::cast::Space;
use super::super::tracks::Column;
use super::{Scene, TIME};
use crate::svg::{Arrangement, Band, Chart, Kind, Panel, Quantity, Series, chart};

/// A column and its axis.
type Part = (Column, Quantity<'static>);

const fn part(column: Column, name: &'static str, unit: &'static str) -> Part {
    (column, Quantity { name, unit })
}

/// Position of the centre of mass.
pub(super) fn displacement(scene: &Scene<'_, '_>) -> String {
    let parts = [part(Column::X, "*x*", "m"), part(Column::Y, "*y*", "m"), part(Column::Z, "*z*", "m")];
    draw(scene, "Displacement", &parts[..scene.cast.space.dimensions()])
}

/// Velocity of the centre of mass.
pub(super) fn velocity(scene: &Scene<'_, '_>) -> String {
    let parts = [part(Column::Vx, "*v*_x", "m/s"), part(Column::Vy, "*v*_y", "m/s"), part(Column::Vz, "*v*_z", "m/s")];
    draw(scene, "Velocity", &parts[..scene.cast.space.dimensions()])
}

/// Angle in the plane.
pub(super) fn angle(scene: &Scene<'_, '_>) -> String {
    draw(scene, "Angle", &[part(Column::Angle, "angle", "rad")])
}

/// Angular velocity.
pub(super) fn angular_velocity(scene: &Scene<'_, '_>) -> String {
    let parts =
        [part(Column::Wx, "*ω*_x", "rad/s"), part(Column::Wy, "*ω*_y", "rad/s"), part(Column::Wz, "*ω*_z", "rad/s")];
    match scene.cast.space {
        Space::Plane => draw(scene, "Angular velocity", &[part(Column::Wz, "*ω*", "rad/s")]),
        Space::Space => draw(scene, "Angular velocity", &parts),
    }
}

fn draw(scene: &Scene<'_, '_>, title: &str, parts: &[Part]) -> String {
    chart(&Chart {
        title,
        subtitle: scene.subtitle,
        legend: scene.legend(),
        panels: parts.iter().map(|part| panel(scene, *part)).collect(),
        arrangement: Arrangement::Stacked,
        caption: &scene.crowd(),
    })
}

fn panel<'a>(scene: &'a Scene<'_, '_>, (column, y): Part) -> Panel<'a> {
    let tracks = scene.tracks;
    let series = tracks.bodies.iter().enumerate().map(|(style, track)| Series {
        style,
        kind: Kind::Line,
        x: &tracks.t,
        y: tracks.column(track, column),
        jumps: &tracks.jumps,
    });
    let band = tracks.envelope(column).map(|range| Band { x: &tracks.t, low: &range.low, high: &range.high });
    Panel { x: TIME, y, band, reach: None, from_zero: false, levels: &[], series: series.collect() }
}
