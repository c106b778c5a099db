//! The stroboscopic picture: outlines of the bodies at equal distances of time, fainter the older, and the paths of their centres.

use carom_mechanics::At;
use carom_simulate::record::Record;
use glam::DVec3;

use super::super::animation::{Camera, centre, scenery};
use super::super::cast::{Member, SketchKind, Space, State};
use super::super::number::short;
use super::super::place::{form, ground};
use super::super::sketch::shapes;
use super::{Scene, floor, silhouette};
use crate::svg::{Entry, Figure, Form, Ground, Paint, Picture, STYLES, Trail, picture, window_around};

/// Most instants shown, and most outlines: more would only be ink.
const INSTANTS: usize = 25;
const MOST_OUTLINES: usize = 3000;
/// Most paths of centres, and points of all paths together (they are thinned again when drawn).
const MOST_TRAILS: usize = 40;
const TRAIL_POINTS: usize = 400_000;
/// Radius of a pin as a share of the picture.
const PIN: f64 = 0.006;
/// Significant digits of times in the caption.
const DIGITS: usize = 4;

/// The picture.
pub(super) fn draw(scene: &Scene<'_, '_>) -> String {
    let travellers = movers(scene);
    let instants = instants(scene.record, travellers.len());
    let (mut figures, grounds) = fixed(scene, &instants, &travellers);
    figures.extend(moving(scene, &instants, &travellers));
    figures.extend(systems(scene, &instants));
    let links = links(scene, pin_radius(&figures, &grounds));
    figures.extend(links);
    let crowded = travellers.len() > STYLES;
    let empty = figures.is_empty() && grounds.is_empty() && travellers.is_empty();
    let names = travellers.iter().filter(|_| !crowded).enumerate();
    picture(&Picture {
        title: "Stroboscopic picture",
        subtitle: scene.subtitle,
        legend: names.map(|(style, i)| Entry { style, name: &scene.cast.members[*i].name }).collect(),
        figures,
        grounds,
        trails: trails(scene, &travellers),
        axes: if scene.cast.space == Space::Plane { ["*x*", "*y*"] } else { ["to the right", "up"] },
        caption: &caption(scene.record, &instants, travellers.len(), empty),
    })
}

/// Samples nearest to equal distances of time, first and last among them.
fn instants(record: &Record, bodies: usize) -> Vec<usize> {
    let samples = &record.samples;
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return Vec::new() };
    let wanted = (MOST_OUTLINES / bodies.max(1)).clamp(2, INSTANTS).min(samples.len().max(2));
    let nearest = |i: usize| {
        let t = first.t + (last.t - first.t) * i as f64 / (wanted - 1) as f64;
        let after = samples.partition_point(|sample| sample.t < t).min(samples.len() - 1);
        let before = after.saturating_sub(1);
        if t - samples[before].t < samples[after].t - t { before } else { after }
    };
    let mut chosen: Vec<usize> = (0..wanted - 1).map(nearest).chain(std::iter::once(samples.len() - 1)).collect();
    chosen.dedup();
    chosen
}

/// The bodies that can move; in space only those that do, unless none does: what joints hold is drawn once, as what is fixed.
fn movers(scene: &Scene<'_, '_>) -> Vec<usize> {
    let all = scene.cast.travellers();
    if scene.cast.space == Space::Plane {
        return all;
    }
    let still = scenery(scene.cast, scene.record);
    let moving: Vec<usize> = all.iter().copied().filter(|i| !still[*i]).collect();
    if moving.is_empty() { all } else { moving }
}

/// Outlines of bodies that stay where they are and edges of half-spaces, as they are at the end.
fn fixed(scene: &Scene<'_, '_>, instants: &[usize], movers: &[usize]) -> (Vec<Figure>, Vec<Ground>) {
    let (mut figures, mut grounds, mut states) = (Vec::new(), Vec::new(), Vec::new());
    let Some(sample) = scene.record.samples.last() else { return (figures, grounds) };
    scene.cast.at_sample(sample, &mut states);
    let mut moves = vec![false; states.len()];
    movers.iter().for_each(|i| moves[*i] = true);
    let balls = floor::balls(scene.cast, scene.record, instants, movers);
    let floors =
        scene.cast.members.iter().zip(&states).flat_map(|(m, state)| floor::forms(&m.solid.planes, state, &balls));
    figures.extend(floors.map(|form| Figure { form, paint: Paint::Fixed }));
    for (number, (member, state)) in scene.cast.members.iter().zip(&states).enumerate() {
        grounds.extend(member.outlines.iter().filter_map(|outline| ground(outline, state)));
        if !moves[number] {
            figures.extend(forms(member, state).map(|form| Figure { form, paint: Paint::Fixed }));
        }
    }
    (figures, grounds)
}

/// What is seen of a body: its outlines in the plane, or its solid in space.
fn forms<'a>(member: &'a Member<'_>, state: &'a State) -> impl Iterator<Item = Form> + 'a {
    let outlines = member.outlines.iter().filter_map(|outline| form(outline, state));
    outlines.chain(silhouette::forms(&member.solid, state))
}

/// The bodies that move with their styles; in space the nearest last.
fn in_order(scene: &Scene<'_, '_>, states: &[State], movers: &[usize]) -> Vec<(usize, usize)> {
    let mut order: Vec<(usize, usize)> = movers.iter().copied().enumerate().collect();
    if scene.cast.space == Space::Space {
        let (camera, near) = (Camera::new(), |i: usize| DVec3::from_array(states[i].position));
        order.sort_by(|a, b| camera.see(near(a.1)).1.total_cmp(&camera.see(near(b.1)).1));
    }
    order
}

fn moving(scene: &Scene<'_, '_>, instants: &[usize], movers: &[usize]) -> Vec<Figure> {
    let (mut figures, mut states) = (Vec::new(), Vec::new());
    let oldest = instants.len().saturating_sub(1).max(1) as f64;
    for (age, &instant) in instants.iter().enumerate() {
        scene.cast.at_sample(&scene.record.samples[instant], &mut states);
        for (style, i) in in_order(scene, &states, movers) {
            let paint = Paint::Body { style, strength: age as f64 / oldest };
            figures.extend(forms(&scene.cast.members[i], &states[i]).map(|form| Figure { form, paint }));
        }
    }
    figures
}

/// The lines of systems, in the colour after those of the bodies.
fn systems(scene: &Scene<'_, '_>, instants: &[usize]) -> Vec<Figure> {
    let style = scene.cast.travellers().len();
    let oldest = instants.len().saturating_sub(1).max(1) as f64;
    let mut figures = Vec::new();
    for (age, &instant) in instants.iter().enumerate() {
        let sample = &scene.record.samples[instant];
        let paint = Paint::Body { style, strength: age as f64 / oldest };
        let sketches = (scene.cast.sketches)(At { t: sample.t, q: &sample.q, v: &sample.v });
        let lines = sketches.iter().filter(|sketch| sketch.kind == SketchKind::System);
        figures.extend(lines.flat_map(|line| shapes(line, 0.0)).map(|form| Figure { form, paint }));
    }
    figures
}

/// Springs and joints as they are at the end.
fn links(scene: &Scene<'_, '_>, radius: f64) -> Vec<Figure> {
    let Some(sample) = scene.record.samples.last() else { return Vec::new() };
    let sketches = (scene.cast.sketches)(At { t: sample.t, q: &sample.q, v: &sample.v });
    let links = sketches.iter().filter(|sketch| sketch.kind != SketchKind::System);
    links.flat_map(|link| shapes(link, radius)).map(|form| Figure { form, paint: Paint::Link }).collect()
}

/// The radius of a pin: small against the picture.
fn pin_radius(figures: &[Figure], grounds: &[Ground]) -> f64 {
    let [left, right, bottom, top] = window_around(figures, grounds);
    PIN * (right - left).max(top - bottom)
}

/// Paths of the centres of mass; of many bodies none, since they would hide the bodies.
fn trails(scene: &Scene<'_, '_>, travellers: &[usize]) -> Vec<Trail> {
    if travellers.len() > MOST_TRAILS {
        return Vec::new();
    }
    let empty = |style| Trail { style, points: Vec::new() };
    let mut trails: Vec<Trail> = (0..travellers.len()).map(empty).collect();
    let samples = &scene.record.samples;
    let step = (samples.len() * travellers.len()).div_ceil(TRAIL_POINTS).max(1);
    let mut states = Vec::new();
    for sample in samples.iter().step_by(step).chain(samples.last()) {
        scene.cast.at_sample(sample, &mut states);
        for (trail, i) in trails.iter_mut().zip(travellers) {
            trail.points.push(centre(scene.cast.space, &states[*i]));
        }
    }
    trails
}

fn caption(record: &Record, instants: &[usize], bodies: usize, empty: bool) -> String {
    let (Some(first), Some(last)) = (record.samples.first(), record.samples.last()) else { return String::new() };
    if empty {
        return "Nothing to draw: the scene has no bodies, and its systems have no `lines`.".to_owned();
    }
    let count = instants.len();
    let apart = (last.t - first.t) / count.saturating_sub(1).max(1) as f64;
    let paths = if bodies > MOST_TRAILS { "" } else { ", dashed lines are the paths of the centres of mass" };
    let crowd = if bodies > STYLES { format!(" {bodies} bodies can move; colours repeat.") } else { String::new() };
    format!(
        "{count} instants about {} s apart, from t = {} s to t = {} s; the older the fainter{paths}.{crowd}",
        short(apart, DIGITS),
        short(first.t, DIGITS),
        short(last.t, DIGITS)
    )
}
