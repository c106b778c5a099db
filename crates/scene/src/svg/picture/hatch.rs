//! The hatched edge of a half-space.

use svg::node::element::Group;

use super::super::canvas::{Stroke, path_data};
use super::super::frame::Frame;
use super::super::palette::GREY;
use super::Ground;

/// Distance of strokes along the edge and their length [px].
const STEP: f64 = 9.0;
const LENGTH: f64 = 12.0;
const EDGE: Stroke = Stroke::solid(GREY, 1.6);
const HATCH: Stroke = Stroke::solid(GREY, 0.8);

/// The edge and its hatching on the side of the matter; nothing if it is out of sight.
pub(super) fn draw(ground: &Ground, frame: &Frame) -> Option<Group> {
    let [nx, ny] = ground.normal;
    let ((ax, ay), (bx, by)) = frame.cut((ground.point[0], ground.point[1]), (ny, -nx), true)?;
    let length = (bx - ax).hypot(by - ay);
    let (ux, uy) = ((bx - ax) / length, (by - ay) / length);
    // The sheet's y goes down: out of the matter is (nx, -ny). The strokes lean back by 45 degrees.
    let (dx, dy) = ((-nx - ux) * LENGTH * 0.7, (ny - uy) * LENGTH * 0.7);
    // A stroke more at each end, since they lean.
    let count = (length / STEP).ceil() as i64 + 2;
    let strokes = (-1..count).map(|i| {
        let (x, y) = (ax + i as f64 * STEP * ux, ay + i as f64 * STEP * uy);
        path_data(&[(x, y), (x + dx, y + dy)], false)
    });
    let hatching = HATCH.path(&[]).set("d", strokes.collect::<String>());
    Some(Group::new().add(hatching).add(EDGE.line((ax, ay), (bx, by))).set("class", "ground"))
}
