//! The checks of SimBenchmark that take longer than `carom check` should: all 666 balls; angular momentum.

use crate::ran::ran;
use carom::simulate::record::End;
use glam::{DQuat, DVec3};

/// 666 balls fall and spread: no step gives them energy, nothing overlaps, and without friction the middle of all stays over its place.
#[test]
fn many_balls_fall() {
    for mu in ["0.4", "0"] {
        let ran = ran("many-balls", None, &[("parameters.mu", mu), ("run.until", "1.2")]);
        assert_eq!(ran.record.end, End::Time);
        let samples = &ran.record.samples;
        let rise = samples.windows(2).map(|pair| pair[1].energy.total() - pair[0].energy.total()).fold(0.0, f64::max);
        // Of 1.3e4 J: nothing but what overlaps is lifted.
        assert!(rise < 1e-3, "mu = {mu}: {rise}");
        // A thousandth of a radius.
        assert!(ran.record.counts.penetration < 1e-4, "mu = {mu}: {}", ran.record.counts.penetration);
        let middle = |q: &[f64]| q.chunks_exact(7).map(DVec3::from_slice).sum::<DVec3>() / (q.len() / 7) as f64;
        let moved = middle(&samples[samples.len() - 1].q) - middle(&samples[0].q);
        // Rounding of some million impulses.
        assert!(mu != "0" || moved.truncate().length() < 1e-9, "{moved}");
    }
}

/// Momentum and angular momentum of the three bars about the origin, over the whole flight.
#[test]
fn free_bars_keep_their_momenta() {
    let ran = ran("free-bars", None, &[]);
    assert_eq!(ran.record.end, End::Time);
    let momenta = |q: &[f64], v: &[f64]| {
        let body = |i: usize| {
            let (q, v) = (&q[7 * i..], &v[6 * i..]);
            let mass = 1.0 + i as f64;
            let (place, rotation) = (DVec3::from_slice(q), DQuat::from_xyzw(q[4], q[5], q[6], q[3]));
            let [velocity, spin] = [0, 3].map(|k| DVec3::from_slice(&v[k..]));
            let squares = DVec3::new(1.0, 0.1, 0.2).map(|side| side * side);
            let moments = mass / 12.0 * (DVec3::splat(squares.element_sum()) - squares);
            let own = rotation * (moments * (rotation.conjugate() * spin));
            (mass * velocity, place.cross(mass * velocity) + own)
        };
        (0..3).map(body).fold((DVec3::ZERO, DVec3::ZERO), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    let samples = &ran.record.samples;
    let (along, about) = momenta(&samples[0].q, &samples[0].v);
    for sample in samples {
        let now = momenta(&sample.q, &sample.v);
        // Tolerance 1e-12 a step, some hundred steps.
        assert!((now.0 - along).length() < 1e-10 && (now.1 - about).length() < 1e-9, "t = {}: {now:?}", sample.t);
    }
}
