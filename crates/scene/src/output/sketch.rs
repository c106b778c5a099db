//! Springs, joints and systems as lines.

use super::cast::{Sketch, SketchKind};
use crate::svg::Form;

/// Windings of a spring, and their width as a share of its length.
const WINDINGS: usize = 8;
const WIDTH: f64 = 0.05;
/// The straight ends of a spring as a share of its length.
const END: f64 = 0.15;
/// Corners of the circle that stands for a pin.
const ROUND: usize = 16;

/// The windings of a spring are no wider than so many pins; the radius of a spiral.
const WIDEST: f64 = 3.0;
const SPIRAL: f64 = 5.0;
/// Whole turns of a spiral, its inner radius as a share of the outer one, and the points of a turn.
const TURNS: usize = 3;
const INNER: f64 = 0.3;
const TURN_POINTS: usize = 32;
/// The pot of a damper and where in it the piston is, as shares of its length.
const POT: [f64; 2] = [0.35, 0.65];
const PISTON: f64 = 0.5;

/// The forms of a sketch; `size` is the radius of a pin in metres.
pub(super) fn shapes(sketch: &Sketch, size: f64) -> Vec<Form> {
    match (sketch.kind, &sketch.points[..]) {
        (SketchKind::Spring, &[a, b]) => vec![Form::Line(spring(a, b, WIDEST * size))],
        (SketchKind::Damper, &[a, b]) => damper(a, b, WIDEST * size).map(Form::Line).to_vec(),
        (SketchKind::TorsionSpring, &[middle, a, b]) => vec![Form::Line(spiral(middle, [a, b], SPIRAL * size))],
        (SketchKind::TorsionDamper, &[centre, a, _]) => {
            let towards = [0, 1].map(|k| centre[k] + WIDEST * size * (a[k] - centre[k]));
            vec![Form::Circle { centre, towards }]
        }
        (SketchKind::Pin, &[centre, ..]) => vec![Form::Polygon(pin(centre, size))],
        (SketchKind::Bar | SketchKind::System, points) if points.len() > 1 => vec![Form::Line(points.to_vec())],
        _ => Vec::new(),
    }
}

/// The point at a share of the way from a to b, and so many metres to the left of it.
fn beside(a: [f64; 2], b: [f64; 2], share: f64, left: f64) -> [f64; 2] {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0].hypot(along[1]);
    let out = if length > 0.0 { left / length } else { 0.0 };
    [a[0] + share * along[0] - out * along[1], a[1] + share * along[1] + out * along[0]]
}

/// A pot on one end and a piston on the other, no wider to each side than `widest`.
fn damper(a: [f64; 2], b: [f64; 2], widest: f64) -> [Vec<[f64; 2]>; 2] {
    let wide = widest.min(WIDTH * (b[0] - a[0]).hypot(b[1] - a[1]));
    let at = |share: f64, side: f64| beside(a, b, share, side * wide);
    let [bottom, rim] = POT;
    let pot = vec![a, at(bottom, 0.0), at(bottom, 1.0), at(rim, 1.0), at(bottom, 1.0), at(bottom, -1.0), at(rim, -1.0)];
    let piston = vec![b, at(PISTON, 0.0), at(PISTON, 0.8), at(PISTON, -0.8)];
    [pot, piston]
}

/// A spiral from the arm of the first body inside to that of the second outside, wound up as they turn.
fn spiral([x, y]: [f64; 2], arms: [[f64; 2]; 2], radius: f64) -> Vec<[f64; 2]> {
    let [inside, outside] = arms.map(|arm| (arm[1] - y).atan2(arm[0] - x));
    let angle = outside - inside + std::f64::consts::TAU * TURNS as f64;
    let points = TURNS * TURN_POINTS;
    let at = |k: usize| {
        let share = k as f64 / points as f64;
        let r = radius * (INNER + (1.0 - INNER) * share);
        let (sin, cos) = (inside + angle * share).sin_cos();
        [x + r * cos, y + r * sin]
    };
    (0..=points).map(at).collect()
}

/// A zigzag between two points, no wider to each side than `widest`.
fn spring(a: [f64; 2], b: [f64; 2], widest: f64) -> Vec<[f64; 2]> {
    let wide = widest.min(WIDTH * (b[0] - a[0]).hypot(b[1] - a[1]));
    let at = |share: f64, side: f64| beside(a, b, share, side * wide);
    let turns = 2 * WINDINGS;
    let winding = (0..turns).map(|k| {
        let share = END + (1.0 - 2.0 * END) * (k as f64 + 0.5) / turns as f64;
        at(share, if k % 2 == 0 { 1.0 } else { -1.0 })
    });
    [a, at(END, 0.0)].into_iter().chain(winding).chain([at(1.0 - END, 0.0), b]).collect()
}

fn pin([x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let (sin, cos) = (std::f64::consts::TAU * k as f64 / ROUND as f64).sin_cos();
        [x + radius * cos, y + radius * sin]
    };
    (0..ROUND).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spring_goes_from_end_to_end_and_stays_beside_its_line() {
        let points = spring([0.0, 0.0], [2.0, 0.0], 1.0);
        assert_eq!((points[0], points[points.len() - 1]), ([0.0, 0.0], [2.0, 0.0]));
        assert!(points.iter().all(|p| p[1].abs() <= 0.1 && (0.0..=2.0).contains(&p[0])));
        assert!(points.iter().any(|p| p[1] > 0.05) && points.iter().any(|p| p[1] < -0.05));
    }

    #[test]
    fn a_damper_is_a_pot_and_a_piston_inside_it() {
        let [pot, piston] = damper([0.0, 0.0], [2.0, 0.0], 0.1);
        assert_eq!((pot[0], piston[0]), ([0.0, 0.0], [2.0, 0.0]));
        let wide = |line: &[[f64; 2]]| line.iter().fold(0.0_f64, |most, p| most.max(p[1].abs()));
        assert!(wide(&piston) < wide(&pot) && wide(&pot) <= 0.1);
        assert!(piston[1..].iter().all(|p| p[0] > pot[1][0] && p[0] < pot[3][0]));
    }

    #[test]
    fn a_spiral_ends_on_its_arms() {
        let points = spiral([1.0, 1.0], [[2.0, 1.0], [1.0, 2.0]], 0.5);
        let ends = [points[0], points[points.len() - 1]];
        let expected = [[1.0 + 0.5 * INNER, 1.0], [1.0, 1.5]];
        // Sines and cosines of whole turns.
        assert!(ends.iter().zip(expected).all(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-12), "{ends:?}");
    }
}
