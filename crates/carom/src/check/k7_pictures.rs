//! K7: every kind of picture of the program *Colisão* is drawn for every scene of K6, reads as XML, and its curves lie on the data.

use carom_mechanics::plane;
use carom_scene::World;
use carom_scene::output::{Animation, Cast, PlotOptions, RunInfo, film, pictures};
use carom_simulate::Record;
use carom_simulate::record::EventKind;
use roxmltree::{Document, Node};

use super::super::measure::Measure;
use super::world::run;
use super::{Line, at_most, count, word};

/// The scenes of K6, and whether a bar with ends moves in them.
const SCENES: [(&str, bool); 7] = [
    ("bar-drop", true),
    ("ball-between-walls", false),
    ("three-coins", false),
    ("two-masses", false),
    ("pinned-bar", true),
    ("pendulum-in-box", true),
    ("double-pendulum", true),
];

/// The pictures of every scene.
const KINDS: [&str; 8] = [
    "displacement.svg",
    "velocity.svg",
    "angle.svg",
    "angular-velocity.svg",
    "energy.svg",
    "impulses.svg",
    "phase.svg",
    "stroboscopic.svg",
];

/// How far a corner of a curve may be from its datum in pixels: coordinates and the ticks of both axes are written to 0.01.
const PIXEL: f64 = 0.05;

pub(super) fn run_all() -> Vec<Line> {
    SCENES.iter().flat_map(|(scene, ends)| of_scene(scene, *ends)).collect()
}

fn of_scene(scene: &str, ends: bool) -> Vec<Line> {
    let ran = run(scene, &[]);
    let Some((world, record)) = ran.parts() else { return vec![word(scene, "runs", "does not run")] };
    let Some(flat) = world.plane() else { return vec![word(scene, "in the plane", "in space")] };
    let info = RunInfo { scene, method: "events", wall_time: 0.0, mobility: None };
    let options = PlotOptions { plots: true, impulse_planes: usize::MAX };
    let drawn = pictures(&Cast::of_plane(flat), record, &info, options);
    let missing: Vec<&str> = KINDS
        .into_iter()
        .chain(ends.then_some("ends.svg"))
        .filter(|kind| !drawn.iter().any(|(name, picture)| name == kind && Document::parse(picture).is_ok()))
        .collect();
    let said = if missing.is_empty() { "none".to_owned() } else { missing.join(" ") };
    let planes =
        drawn.iter().filter(|(name, picture)| name.starts_with("impulse-plane") && Document::parse(picture).is_ok());
    let alone = record
        .of_kind(EventKind::Impact)
        .filter(|event| event.impact.as_ref().is_some_and(|part| part.local.is_some()));
    vec![
        word(format!("{scene}: pictures missing or not XML"), "none", &said),
        count(format!("{scene}: impulse planes, one for each impact at one contact"), alone.count(), planes.count()),
        at_most(
            format!("{scene}: curves of energy and angles off the data [px]"),
            PIXEL,
            curves_off((world, flat), record, &drawn),
        ),
        pictures_of_film(scene, flat, record),
    ]
}

/// A film at half the speed has 25 pictures for every half second of motion, and the last instant.
fn pictures_of_film(scene: &str, world: &plane::World, record: &Record) -> Line {
    let animation = Animation { speed: 0.5, width: 160, ..Animation::default() };
    let made = film(std::io::sink(), &Cast::of_plane(world), record, &animation).unwrap_or(0);
    let length = record.samples.last().map_or(0.0, |last| last.t - record.samples[0].t);
    // Rounding of the length of the run in pictures.
    let expected = (length / 0.5 * 25.0 - 1e-9).ceil() as usize + 1;
    count(format!("{scene}: pictures of a film at half speed"), expected, made)
}

/// The largest distance of a corner of a curve from its nearest datum; infinite where a curve is missing.
fn curves_off((world, flat): (&World, &plane::World), record: &Record, drawn: &[(String, String)]) -> f64 {
    let energies = ["kinetic", "potential", "total"].map(|part| format!("energy.{part}"));
    let bodies = |what: &str| -> Vec<String> {
        let moves = |body: usize| flat.coordinate(body).is_some() || flat.is_prescribed(body);
        let named = flat.names().enumerate().filter(|(body, _)| moves(*body));
        named.map(|(_, name)| format!("{name}.{what}")).collect()
    };
    let charts =
        [("energy.svg", energies.to_vec()), ("angle.svg", bodies("angle")), ("angular-velocity.svg", bodies("spin"))];
    let off = charts.iter().map(|(name, columns)| {
        let picture = drawn.iter().find(|(drawn, _)| drawn == name);
        picture.and_then(|(_, text)| chart_off(world, record, text, columns)).unwrap_or(f64::INFINITY)
    });
    off.fold(0.0, f64::max)
}

fn chart_off(world: &World, record: &Record, picture: &str, columns: &[String]) -> Option<f64> {
    let document = Document::parse(picture).ok()?;
    let (across, up) = (Ruler::read(&document, "x", 0.0)?, Ruler::read(&document, "y", 4.0)?);
    let curves: Vec<Node<'_, '_>> = with_class(&document, "series").collect();
    if curves.len() != columns.len() {
        return None;
    }
    let mut worst = 0.0_f64;
    for (curve, column) in curves.iter().zip(columns) {
        let measure = Measure::by_name(column, world).ok()?;
        let data: Vec<[f64; 2]> =
            record.samples.iter().map(|sample| [across.pixel(sample.t), up.pixel(measure.at(world, sample))]).collect();
        for [x, y] in corners(curve.attribute("d")?)? {
            let distance = |at: &[f64; 2]| (at[0] - x).abs().max((at[1] - y).abs());
            worst = worst.max(data.iter().map(distance).fold(f64::INFINITY, f64::min));
        }
    }
    Some(worst)
}

fn with_class<'a>(document: &'a Document<'_>, class: &str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.attribute("class") == Some(class))
}

/// The corners of a path of M and L.
fn corners(path: &str) -> Option<Vec<[f64; 2]>> {
    let corner = |pair: &str| {
        let (x, y) = pair.split_once(' ')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    };
    path.split(['M', 'L']).filter(|part| !part.is_empty()).map(corner).collect()
}

/// pixel = offset + scale value, read from the numbers of an axis.
struct Ruler {
    offset: f64,
    scale: f64,
}

impl Ruler {
    /// From the first and the last number of an axis, whose anchors are `shift` below their ticks.
    fn read(document: &Document<'_>, axis: &str, shift: f64) -> Option<Self> {
        let text = |node: Node<'_, '_>| {
            let parts = node.descendants().filter_map(|child| child.text().filter(|_| child.is_text()));
            parts.collect::<String>().trim().replace('−', "-")
        };
        let title = text(with_class(document, &format!("axis-{axis}")).next()?);
        let power = title.split_once("(10").map_or(Some(0), |(_, rest)| {
            rest.split(|c: char| !(c == '-' || c.is_ascii_digit())).next()?.parse().ok()
        })?;
        let tick = |node: Node<'_, '_>| -> Option<[f64; 2]> {
            let pixel: f64 = node.attribute(axis)?.parse().ok()?;
            Some([text(node).parse::<f64>().ok()? * 10_f64.powi(power), pixel - shift])
        };
        let ticks: Vec<[f64; 2]> = with_class(document, &format!("tick-{axis}")).map(tick).collect::<Option<_>>()?;
        let (first, last) = (ticks.first()?, ticks.last()?);
        let scale = (last[1] - first[1]) / (last[0] - first[0]);
        Some(Self { offset: first[1] - scale * first[0], scale })
    }

    fn pixel(&self, value: f64) -> f64 {
        self.offset + self.scale * value
    }
}
