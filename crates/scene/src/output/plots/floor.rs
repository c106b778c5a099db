//! Half-spaces of space in a still picture: of a plane without end the part below and above what moves.
//!
//! With unit vectors u and v along the plane, a rectangle [u_min, u_max] x [v_min, v_max] around all bodies that move, at all instants shown.

use carom_simulate::record::Record;
use glam::DVec3;

use super::super::animation::Camera;
use super::super::cast::{Cast, State};
use super::super::frames::rotation;
use crate::svg::Form;

/// What is shown around the bodies, as a share of their extent.
const AROUND: f64 = 0.15;

/// Middles and radii of the bodies that move, at the instants shown.
pub(super) fn balls(cast: &Cast<'_>, record: &Record, instants: &[usize], moving: &[usize]) -> Vec<(DVec3, f64)> {
    let radius = |member: usize| {
        let vertices = cast.members[member].solid.vertices.iter();
        vertices.map(|vertex| DVec3::from_array(*vertex).length()).fold(0.0, f64::max)
    };
    let radii: Vec<f64> = moving.iter().map(|member| radius(*member)).collect();
    let (mut states, mut balls) = (Vec::new(), Vec::new());
    for &instant in instants {
        cast.at_sample(&record.samples[instant], &mut states);
        balls.extend(moving.iter().zip(&radii).map(|(i, radius)| (DVec3::from_array(states[*i].position), *radius)));
    }
    balls
}

/// The parts of the planes of a body that are shown.
pub(super) fn forms(planes: &[[[f64; 3]; 2]], state: &State, balls: &[(DVec3, f64)]) -> Vec<Form> {
    let turn = rotation(state).normalize();
    let placed = planes.iter().map(|[point, normal]| {
        let point = DVec3::from_array(state.position) + turn * DVec3::from_array(*point);
        (point, turn * DVec3::from_array(*normal))
    });
    placed.filter_map(|(point, normal)| rectangle(point, normal, balls)).collect()
}

/// The rectangle of a plane around balls; none without balls.
fn rectangle(point: DVec3, normal: DVec3, balls: &[(DVec3, f64)]) -> Option<Form> {
    let normal = normal.try_normalize()?;
    let (u, v) = normal.any_orthonormal_pair();
    let range = |along: DVec3| {
        let ends = balls.iter().map(|(at, radius)| ((*at - point).dot(along), *radius));
        ends.fold(None, |range: Option<[f64; 2]>, (at, radius)| {
            let [low, high] = range.unwrap_or([at, at]);
            Some([low.min(at - radius), high.max(at + radius)])
        })
    };
    let ([left, right], [bottom, top]) = (range(u)?, range(v)?);
    let air = AROUND * (right - left).max(top - bottom);
    let corners =
        [[left - air, bottom - air], [right + air, bottom - air], [right + air, top + air], [left - air, top + air]];
    let camera = Camera::new();
    let seen = corners.map(|[a, b]| camera.see(point + a * u + b * v).0);
    (air > 0.0).then(|| Form::Polygon(seen.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_reaches_around_what_moves() {
        let balls = [(DVec3::new(0.0, 0.0, 2.0), 0.5), (DVec3::new(4.0, 0.0, 0.5), 0.5)];
        let state = State { quaternion: [1.0, 0.0, 0.0, 0.0], ..State::default() };
        let forms = forms(&[[[0.0; 3], [0.0, 0.0, 1.0]]], &state, &balls);
        let [Form::Polygon(corners)] = &forms[..] else { panic!("{forms:?}") };
        let across = |p: DVec3| Camera::new().see(p).0[0];
        let (left, right) = corners.iter().fold((f64::MAX, f64::MIN), |(a, b), c| (a.min(c[0]), b.max(c[0])));
        assert!(left < across(DVec3::new(-0.5, 0.0, 0.0)) && right > across(DVec3::new(4.5, 0.0, 0.0)));
        assert!(rectangle(DVec3::ZERO, DVec3::Z, &[]).is_none());
    }
}
