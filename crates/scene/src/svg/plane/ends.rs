//! End points of laws, grouped where they coincide, and the paths that lead there.

use carom_impact::plane::{Corner, CornerKind, ImpulsePlane};
use carom_impact::{Impulse, Outcome, Status};
use svg::node::element::{Circle, Group, Path};

use super::super::canvas::{Pixel, Stroke, filled, px};
use super::super::frame::Frame;
use super::super::palette::{MARKER, Style, dash};
use super::{LawResult, xy};

/// Share of the largest impulse below which two end points are one.
const SAME_POINT: f64 = 1e-9;

/// Width of the topmost path and how much wider each one below it is, so that shared stretches show all colours [px].
const PATH_WIDTH: f64 = 1.8;
const PATH_STEP: f64 = 1.1;
const WIDEST_PATH: f64 = 5.5;

/// Coordinates beyond this many px are cut.
const FAR: f64 = 1e5;

/// Radius of the open circle at C [px].
pub(super) const COMPRESSION_RADIUS: f64 = 3.6;

/// Laws that end at one point.
pub(super) struct EndGroup {
    pub(super) number: usize,
    pub(super) style: Style,
    pub(super) at: Impulse,
    /// False if the law itself calls its end impossible.
    pub(super) admissible: bool,
    /// Places in the list of laws.
    pub(super) laws: Vec<usize>,
    pub(super) paths: Vec<DrawnPath>,
}

/// A path that one or more laws of a group take.
#[derive(Clone)]
pub(super) struct DrawnPath {
    pub(super) corners: Vec<Corner>,
    pub(super) laws: Vec<usize>,
    /// Place among all paths: the first is drawn lowest, widest and solid.
    order: usize,
}

impl EndGroup {
    /// True if the end point carries a moment, for which the conic does not hold.
    pub(super) fn has_moment(&self) -> bool {
        self.at.moment != 0.0
    }

    /// The group as if only one of its laws were there, its path solid.
    pub(super) fn only(&self, law: usize) -> Self {
        let own = self.paths.iter().filter(|path| path.laws.contains(&law));
        let paths = own.map(|path| DrawnPath { order: 0, ..path.clone() }).collect();
        Self { laws: vec![law], paths, ..*self }
    }

    /// The stroke of a law's path, if it has one.
    pub(super) fn stroke_of(&self, law: usize) -> Option<Stroke> {
        self.paths.iter().find(|path| path.laws.contains(&law)).map(|path| path.stroke(self.style, PATH_WIDTH))
    }
}

impl DrawnPath {
    fn stroke(&self, group: Style, width: f64) -> Stroke {
        Stroke { colour: group.colour(), width, dash: dash(self.order) }
    }
}

/// Groups in the order of the laws that open them.
pub(super) fn group(plane: &ImpulsePlane, laws: &[LawResult<'_>]) -> Vec<EndGroup> {
    let largest = laws.iter().filter(|law| drawable(&law.outcome)).map(|law| law.outcome.impulse.magnitude());
    let tolerance = SAME_POINT * largest.fold(0.0, f64::max);
    let mut groups: Vec<EndGroup> = Vec::new();
    for (i, law) in laws.iter().enumerate().filter(|(_, law)| drawable(&law.outcome)) {
        let at = law.outcome.impulse;
        let known = groups.iter().position(|group| (group.at - at).magnitude() <= tolerance);
        let place = known.unwrap_or_else(|| {
            let index = groups.len();
            let (number, style) = (index + 1, Style::new(index));
            let admissible = law.outcome.status == Status::Ok;
            groups.push(EndGroup { number, style, at, admissible, laws: vec![], paths: vec![] });
            index
        });
        let group = &mut groups[place];
        group.laws.push(i);
        add_path(group, i, plane.path(&law.outcome), tolerance);
    }
    for (order, path) in groups.iter_mut().flat_map(|group| &mut group.paths).enumerate() {
        path.order = order;
    }
    groups
}

/// True if there is a point to draw.
fn drawable(outcome: &Outcome) -> bool {
    outcome.has_numbers() && outcome.impulse.is_finite()
}

/// Notes the path of a law in its group, unless it is only the end point.
fn add_path(group: &mut EndGroup, law: usize, corners: Vec<Corner>, tolerance: f64) {
    if corners.len() < 2 {
        return;
    }
    match group.paths.iter_mut().find(|path| same(&path.corners, &corners, tolerance)) {
        Some(path) => path.laws.push(law),
        None => {
            group.paths.push(DrawnPath { corners, laws: vec![law], order: 0 });
        }
    }
}

fn same(one: &[Corner], other: &[Corner], tolerance: f64) -> bool {
    let near = |(a, b): (&Corner, &Corner)| (a.at - b.at).magnitude() <= tolerance;
    one.len() == other.len() && one.iter().zip(other).all(near)
}

/// All paths, the first widest and lowest, with an open circle at each C and a marker at each E.
pub(super) fn draw_paths(groups: &[EndGroup], frame: &Frame) -> Group {
    let paths: Vec<_> = groups.iter().flat_map(|group| group.paths.iter().map(move |path| (group, path))).collect();
    let mut drawing = Group::new();
    for (i, (group, path)) in paths.iter().enumerate() {
        let above = (paths.len() - 1 - i) as f64;
        let stroke = path.stroke(group.style, (PATH_WIDTH + PATH_STEP * above).min(WIDEST_PATH));
        drawing = drawing.add(stroke.path(&pixels(path, frame)).set("class", "path"));
    }
    for (group, path) in &paths {
        let compressed = path.corners.iter().filter(|corner| corner.kind == CornerKind::Compression);
        let places = compressed.map(|corner| frame.pixel(xy(corner.at))).filter(|at| frame.holds(*at, -MARKER));
        drawing = places.fold(drawing, |drawing, at| drawing.add(open_circle(at, group.style.colour())));
    }
    let ends = groups.iter().zip(sizes(groups, frame));
    ends.fold(drawing, |drawing, (group, size)| {
        let at = frame.pixel(xy(group.at));
        if frame.holds(at, -MARKER) {
            return drawing.add(group.style.sized_marker(at, size).set("class", "end"));
        }
        let arrow = beyond(group, frame).map(|(tip, along)| arrow(tip, along, group.style.colour()));
        arrow.into_iter().fold(drawing, Group::add)
    })
}

/// End points this near one another cover one another [px].
const NEAR: f64 = 7.0;
/// Largest marker, in sizes of the usual one.
const LARGEST: f64 = 2.6;

/// Sizes of the markers: one below others is so large that half of it shows.
pub(super) fn sizes(groups: &[EndGroup], frame: &Frame) -> Vec<f64> {
    let places: Vec<Pixel> = groups.iter().map(|group| frame.pixel(xy(group.at))).collect();
    let mut sizes = vec![1.0_f64; groups.len()];
    for i in (0..groups.len()).rev() {
        for j in i + 1..groups.len() {
            let distance = apart(places[i], places[j]);
            if distance < NEAR {
                // At the same place the lower one needs twice the area; less where a part of it shows anyway.
                let ratio = (2.0 * groups[j].style.area() / groups[i].style.area()).sqrt();
                let size = sizes[j] * (1.0 + (ratio - 1.0).max(0.0) * (1.0 - distance / NEAR));
                sizes[i] = sizes[i].max(size).min(LARGEST);
            }
        }
    }
    sizes
}

/// True if the marker of an end point touches another one, so that its number needs a leader line.
pub(super) fn is_crowded(group: &EndGroup, groups: &[EndGroup], frame: &Frame) -> bool {
    let at = frame.pixel(xy(group.at));
    groups.iter().any(|other| other.number != group.number && apart(at, frame.pixel(xy(other.at))) < NEAR)
}

fn apart(one: Pixel, other: Pixel) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// Where on the border an arrow points to an end outside the frame, and in which direction; none for an end inside.
pub(super) fn beyond(group: &EndGroup, frame: &Frame) -> Option<(Pixel, Pixel)> {
    if frame.holds(frame.pixel(xy(group.at)), -MARKER) {
        return None;
    }
    let window = &frame.window;
    let middle = (0.5 * (window.left + window.right), 0.5 * (window.bottom + window.top));
    // From the origin, where paths begin, if that is in sight.
    let start = if frame.holds(frame.pixel((0.0, 0.0)), 0.0) { (0.0, 0.0) } else { middle };
    let (x, y) = xy(group.at);
    let (from, tip) = frame.cut(start, (x - start.0, y - start.1), false)?;
    let length = (tip.0 - from.0).hypot(tip.1 - from.1);
    // Far enough from the border that the whole head is in sight.
    let room = frame.room();
    let within = |at: f64, centre: f64, half: f64| at.clamp(centre - half + INSET, centre + half - INSET);
    let inner = (within(tip.0, room.centre.0, room.half.0), within(tip.1, room.centre.1, room.half.1));
    (length > 1.0).then(|| (inner, ((tip.0 - from.0) / length, (tip.1 - from.1) / length)))
}

/// A filled arrow head whose tip is at a point.
pub(super) fn arrow(tip: Pixel, (x, y): Pixel, colour: &'static str) -> Path {
    let at = |back: f64, aside: f64| (tip.0 - back * x - aside * y, tip.1 - back * y + aside * x);
    filled(&[tip, at(ARROW, 0.5 * ARROW), at(0.7 * ARROW, 0.0), at(ARROW, -0.5 * ARROW)], colour)
        .set("stroke", "#ffffff")
        .set("stroke-width", px(1.0))
        .set("class", "beyond")
}

/// Length of an arrow head [px].
pub(super) const ARROW: f64 = 15.0;
/// Distance of its tip from the border [px].
const INSET: f64 = 7.0;

/// Corners of a path on the sheet; a path that goes far beyond it is cut there, since viewers lose such coordinates.
pub(super) fn pixels(path: &DrawnPath, frame: &Frame) -> Vec<Pixel> {
    let mut pixels: Vec<Pixel> = Vec::with_capacity(path.corners.len());
    for (x, y) in path.corners.iter().map(|corner| frame.pixel(xy(corner.at))) {
        let (from_x, from_y) = pixels.last().copied().unwrap_or((x, y));
        let length = (x - from_x).hypot(y - from_y);
        if length > FAR {
            pixels.push((from_x + (x - from_x) / length * FAR, from_y + (y - from_y) / length * FAR));
            break;
        }
        pixels.push((x, y));
    }
    pixels
}

/// The mark of C.
pub(super) fn open_circle((x, y): Pixel, colour: &'static str) -> Circle {
    Circle::new()
        .set("cx", px(x))
        .set("cy", px(y))
        .set("r", px(COMPRESSION_RADIUS))
        .set("fill", "#ffffff")
        .set("stroke", colour)
        .set("stroke-width", px(1.5))
        .set("class", "compression")
}
