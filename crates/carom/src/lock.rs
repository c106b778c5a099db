//! Lock in the limit: slips that come nearer and nearer to none.
//!
//! A body that friction can hold anywhere in a band, shaken beside the middle of it, creeps towards the middle by one slip in a cycle. Each goes
//! less far than the one before, like 1/n^2 over the cycles n, and none is the last. Looked at for any number of cycles it slips; in the limit it
//! is locked. Of the travels d of the last cycles Aitken's limit
//!
//! ```text
//!     d - (d_before - d)^2 / ((d_before_that - d_before) - (d_before - d))
//! ```
//!
//! is a third of d for d ~ 1/n^2, nothing where d falls by the same part in every cycle, and d itself where a body slips on and on by as much.

use carom_mechanics::{At, Contact, Model, Touch, plane};
use carom_simulate::Record;
use carom_simulate::record::Waypoint;

/// Cycles looked at.
const CYCLES: usize = 4;

/// Net travel over travel from which on a contact slips one way only: to and fro would go on for ever.
const ONE_WAY: f64 = 0.99;

/// Aitken's limit over the last travel below which slips die out.
const DYING: f64 = 0.5;

/// Travel of the last cycle over that of an earlier one below which it is next to nothing: after many cycles rounding hides how it falls.
const NEGLIGIBLE: f64 = 1e-4;

/// Travel of a cycle over what the bodies move in it below which it is none: a nanometre where they move by millimetres.
const NOTHING: f64 = 1e-6;

/// Uneven spacing of waypoints of one step, as part of it.
const EVEN: f64 = 1e-6;

/// Slips of one contact.
pub(crate) struct Slips {
    /// Which contact.
    pub touch: Touch,
    /// Intervals in which it slips, in order.
    pub at: Vec<[f64; 2]>,
}

/// Whether slips die out: in each of the last cycles before an instant of rest every contact slips one way only, and less far than in the cycle
/// before so that the travels tend to zero, or next to nothing; or no contact travels at all beside what the bodies do. Never for runs that are too short or whose motion was not noted between samples.
pub(crate) fn dies_out(world: &plane::World, record: &Record, slips: &[Slips], (rest, period): (f64, f64)) -> bool {
    let cycles = record.path.first().map_or(0.0, |first| ((rest - first.t) / period).floor());
    if cycles < CYCLES as f64 {
        return false;
    }
    // Counted backwards from the rest.
    let cycle = |k: usize| [rest - (k + 1) as f64 * period, rest - k as f64 * period];
    let one_way = |[net, all]: [f64; 2]| net.abs() >= ONE_WAY * all;
    let travels = |k: usize| slips.iter().map(move |contact| travel(world, &record.path, contact, cycle(k)));
    let sum = |k: usize| travels(k).map(|[_, all]| all).sum::<f64>();
    // A slip that goes over from one cycle into the next would not be counted; those that die out rest at one and the same phase.
    let goes_over = |k: usize| {
        let [began, _] = cycle(k);
        slips.iter().flat_map(|contact| &contact.at).any(|[start, end]| *start < began && *end > began)
    };
    if goes_over(0) {
        return false;
    }
    if sum(0) > 0.0 && sum(0) <= NOTHING * span(&record.path, cycle(0)) {
        return true;
    }
    if (1..CYCLES).any(goes_over) {
        return false;
    }
    if !(0..CYCLES).all(|k| travels(k).all(one_way)) {
        return false;
    }
    let last: Vec<f64> = (0..CYCLES).rev().map(sum).collect();
    tends_to_zero(&last) || (CYCLES..cycles as usize).any(|k| sum(0) < NEGLIGIBLE * sum(k))
}

/// The largest difference between two values of a coordinate within a time.
fn span(path: &[Waypoint], [from, to]: [f64; 2]) -> f64 {
    let within: Vec<&Waypoint> = path.iter().filter(|waypoint| waypoint.t >= from && waypoint.t <= to).collect();
    let Some(first) = within.first() else { return 0.0 };
    let of = |k: usize| {
        let ends = within.iter().map(|waypoint| waypoint.q[k]);
        ends.clone().fold(f64::NEG_INFINITY, f64::max) - ends.fold(f64::INFINITY, f64::min)
    };
    (0..first.q.len()).map(of).fold(0.0, f64::max)
}

/// Whether positive numbers fall, ever more slowly, to a limit far below the last.
fn tends_to_zero(numbers: &[f64]) -> bool {
    let falls: Vec<f64> = numbers.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let slower = falls.windows(2).all(|pair| pair[0] > pair[1]);
    match (numbers, &falls[..]) {
        ([.., last], [.., before, fall]) if slower && *fall > 0.0 => {
            last - fall * fall / (before - fall) < DYING * last
        }
        _ => false,
    }
}

/// Net travel and travel of a contact between two instants of rest, by Simpson's rule over the steps in which it slips.
fn travel(world: &plane::World, path: &[Waypoint], contact: &Slips, [from, to]: [f64; 2]) -> [f64; 2] {
    let within = |[start, end]: &&[f64; 2]| *start >= from && *end <= to;
    let mut sums = [0.0; 2];
    for [start, end] in contact.at.iter().filter(within) {
        let first = path.partition_point(|waypoint| waypoint.t < *start);
        let last = path.partition_point(|waypoint| waypoint.t <= *end);
        let speeds: Vec<(f64, f64)> =
            path[first..last].iter().map(|waypoint| (waypoint.t, slip(world, waypoint, contact.touch))).collect();
        let [net, all] = [integral(&speeds, |v| v), integral(&speeds, f64::abs)];
        (sums[0], sums[1]) = (sums[0] + net, sums[1] + all);
    }
    sums
}

/// The integral of a function of values at times: four even intervals, a step, by Simpson's rule, what is left by trapezoids.
fn integral(values: &[(f64, f64)], of: impl Fn(f64) -> f64) -> f64 {
    let (mut sum, mut k) = (0.0, 0);
    while k + 1 < values.len() {
        let h = values[k + 1].0 - values[k].0;
        let even = |j: usize| (values[k + j + 1].0 - values[k + j].0 - h).abs() <= EVEN * h;
        let f = |j: usize| of(values[k + j].1);
        if k + 4 < values.len() && (1..4).all(even) {
            sum += h / 3.0 * (f(0) + 4.0 * f(1) + 2.0 * f(2) + 4.0 * f(3) + f(4));
            k += 4;
        } else {
            sum += 0.5 * h * (f(0) + f(1));
            k += 1;
        }
    }
    sum
}

fn slip(world: &plane::World, waypoint: &Waypoint, touch: Touch) -> f64 {
    let mut contact = Contact::default();
    world.contact(touch, At { t: waypoint.t, q: &waypoint.q, v: &waypoint.v }, &mut contact);
    contact.tangential[0].velocity(&waypoint.v)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1/n^2 and 0.8^n tend to zero; 1, 1 + 1/n^2 and 1 + 0.5^n do not, nor do numbers that grow or alternate.
    #[test]
    fn what_tends_to_zero() {
        let numbers = |f: fn(f64) -> f64| [7.0, 8.0, 9.0, 10.0].map(f);
        assert!(tends_to_zero(&numbers(|n| 1.0 / (n * n))));
        assert!(tends_to_zero(&numbers(|n| 0.8_f64.powf(n))));
        for other in
            [|_| 1.0, |n: f64| 1.0 + 1.0 / (n * n), |n: f64| 1.0 + 0.5_f64.powf(n), |n: f64| n, |n: f64| n % 2.0]
        {
            assert!(!tends_to_zero(&numbers(other)));
        }
    }

    /// x^3 over [0, 1] is 1/4, exactly by Simpson's rule; the rest of uneven points by trapezoids.
    #[test]
    fn integral_of_a_cube() {
        let even: Vec<(f64, f64)> = (0..5).map(|k| (0.25 * f64::from(k), (0.25 * f64::from(k)).powi(3))).collect();
        assert!((integral(&even, |v| v) - 0.25).abs() < 1e-15);
        let line = [(0.0, 0.0), (0.5, 0.5), (0.6, 0.6), (1.0, 1.0)];
        assert!((integral(&line, |v| v) - 0.5).abs() < 1e-15);
    }
}
