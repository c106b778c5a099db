//! Forces of lasting contacts against time, summed over the contacts of each pair of bodies.

use std::collections::BTreeMap;

use carom_simulate::record::{ContactForce, Sample};

use super::super::cast::Space;
use super::{Scene, TIME};
use crate::svg::{Arrangement, Chart, Entry, Kind, Panel, Quantity, STYLES, Series, chart};

/// Normal and tangential force of a pair at every sample; not a number while it has no contact.
struct Pair {
    normal: Vec<f64>,
    tangential: Vec<f64>,
}

/// The picture, if any contact lasted.
pub(super) fn draw(scene: &Scene<'_, '_>) -> Option<String> {
    let samples = &scene.record.samples;
    let (pairs, total) = strongest(samples);
    if total == 0 {
        return None;
    }
    let columns: Vec<Pair> = pairs.iter().map(|pair| column(samples, *pair, scene.cast.space)).collect();
    let names: Vec<String> = pairs.iter().map(|pair| scene.pair_name(*pair)).collect();
    let panel = |name, values: fn(&Pair) -> &[f64]| {
        let (x, jumps) = (&scene.tracks.t, &scene.tracks.jumps);
        let series = columns.iter().enumerate();
        let series = series.map(|(style, pair)| Series { style, kind: Kind::Line, x, y: values(pair), jumps });
        Panel {
            x: TIME,
            y: Quantity { name, unit: "N" },
            band: None,
            reach: scene.reach(),
            from_zero: true,
            levels: &[],
            series: series.collect(),
        }
    };
    Some(chart(&Chart {
        title: "Contact forces",
        subtitle: scene.subtitle,
        legend: names.iter().enumerate().map(|(style, name)| Entry { style, name }).collect(),
        panels: vec![panel("*λ*_N", |pair| &pair.normal), panel("*λ*_T", |pair| &pair.tangential)],
        arrangement: Arrangement::Stacked,
        caption: &caption(scene.cast.space, total, pairs.len()),
    }))
}

fn caption(space: Space, total: usize, drawn: usize) -> String {
    let tangential = if space == Space::Space { " The tangential force is its magnitude." } else { "" };
    let crowd = if drawn < total {
        format!(" {total} pairs touch: the {drawn} with the largest forces are shown.")
    } else {
        String::new()
    };
    format!("Forces on the first body of each pair, summed over its contacts.{tangential}{crowd}")
}

/// The pairs with the largest normal forces, ascending, and how many there are.
fn strongest(samples: &[Sample]) -> (Vec<u32>, usize) {
    let mut peaks: BTreeMap<u32, f64> = BTreeMap::new();
    for force in samples.iter().flat_map(|sample| &sample.contact_forces) {
        let peak = peaks.entry(force.touch.site.pair).or_insert(0.0);
        *peak = peak.max(force.normal.abs());
    }
    let total = peaks.len();
    let mut ranked: Vec<_> = peaks.into_iter().collect();
    ranked.sort_by(|(i, a), (j, b)| b.total_cmp(a).then(i.cmp(j)));
    ranked.truncate(STYLES);
    let mut pairs: Vec<u32> = ranked.into_iter().map(|(pair, _)| pair).collect();
    pairs.sort_unstable();
    (pairs, total)
}

fn column(samples: &[Sample], pair: u32, space: Space) -> Pair {
    let sums = samples.iter().map(|sample| {
        let forces = sample.contact_forces.iter().filter(|force| force.touch.site.pair == pair);
        forces.fold(None, |sum: Option<(f64, f64)>, force| {
            let (normal, tangential) = sum.unwrap_or_default();
            Some((normal + force.normal, tangential + along(force, space)))
        })
    });
    let (normal, tangential) = sums.map(|sum| sum.unwrap_or((f64::NAN, f64::NAN))).unzip();
    Pair { normal, tangential }
}

fn along(force: &ContactForce, space: Space) -> f64 {
    let [first, second] = force.tangential;
    if space == Space::Plane { first } else { first.hypot(second) }
}
