//! Where things are seen: metres to pixels, and what never moves.

use carom_mechanics::At;
use carom_simulate::record::Record;
use tiny_skia::{Color, Pixmap};

use super::super::cast::{Cast, Role, SketchKind, Space};
use super::super::place::{form, ground};
use super::super::sketch::shapes;
use super::camera::{Camera, centre, scenery};
use super::paint;
use crate::svg::{Figure, Form, Paint, window_around};

/// Room for the caption above the picture [px].
pub(super) const CAPTION: f64 = 28.0;
/// Lowest and highest picture as shares of its width.
const HEIGHTS: std::ops::RangeInclusive<f64> = 0.2..=1.0;
/// Radius of a pin [px].
const PIN: f64 = 3.0;
/// Figures looked at to find what part of the plane is shown.
const LOOKED_AT: usize = 20_000;

/// The stage of a film.
pub(super) struct Stage {
    /// Pixels a metre.
    scale: f64,
    left: f64,
    top: f64,
    size: (u16, u16),
    background: Pixmap,
    /// Of every body of space, whether it stays where it is.
    pub(super) scenery: Vec<bool>,
}

impl Stage {
    /// The stage on which a run is seen; none if nothing finite is there.
    pub(super) fn new(cast: &Cast<'_>, record: &Record, width: u16) -> Option<Self> {
        let scenery = if cast.space == Space::Space { scenery(cast, record) } else { Vec::new() };
        let [left, right, bottom, top] = window(cast, record, &scenery);
        let (across, up) = (right - left, top - bottom);
        let proportion = (up / across).clamp(*HEIGHTS.start(), *HEIGHTS.end());
        let height = (f64::from(width) * proportion).round();
        let scale = (f64::from(width) / across).min(height / up);
        if !(scale.is_finite() && scale > 0.0 && left.is_finite() && top.is_finite()) {
            return None;
        }
        let (x, y) = (0.5 * (f64::from(width) / scale - across), 0.5 * (height / scale - up));
        let size = (width, (height + CAPTION) as u16);
        let mut background = Pixmap::new(u32::from(size.0), u32::from(size.1))?;
        background.fill(Color::WHITE);
        let mut stage = Self { scale, left: left - x, top: top + y, size, background, scenery };
        stage.furnish(cast, record);
        Some(stage)
    }

    /// Draws fixed bodies on the background.
    fn furnish(&mut self, cast: &Cast<'_>, record: &Record) {
        let Some(sample) = record.samples.first() else { return };
        let mut states = Vec::new();
        cast.at_sample(sample, &mut states);
        let mut background = self.background.clone();
        let fixed = cast.members.iter().zip(&states).filter(|(member, _)| member.role == Role::Fixed);
        for (member, state) in fixed {
            for outline in &member.outlines {
                if let Some(ground) = ground(outline, state) {
                    paint::ground(&mut background, self, &ground);
                }
                if let Some(form) = form(outline, state) {
                    paint::figure(&mut background, self, &form, None);
                }
            }
        }
        self.background = background;
    }

    pub(super) fn size(&self) -> (u16, u16) {
        self.size
    }

    /// A fresh picture with what never moves.
    pub(super) fn background(&self) -> Pixmap {
        self.background.clone()
    }

    /// A point of the world in pixels.
    pub(super) fn pixel(&self, [x, y]: [f64; 2]) -> (f32, f32) {
        (((x - self.left) * self.scale) as f32, ((self.top - y) * self.scale + CAPTION) as f32)
    }

    /// The radius of a pin in metres.
    pub(super) fn pin_radius(&self) -> f64 {
        PIN / self.scale
    }

    /// Width and height of the picture in metres: no line across it is longer than both together.
    pub(super) fn reach(&self) -> f64 {
        (f64::from(self.size.0) + f64::from(self.size.1)) / self.scale
    }

    /// The point in the middle of the picture.
    pub(super) fn middle(&self) -> [f64; 2] {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1) - CAPTION);
        [self.left + 0.5 * width / self.scale, self.top - 0.5 * height / self.scale]
    }
}

fn window(cast: &Cast<'_>, record: &Record, scenery: &[bool]) -> [f64; 4] {
    let (mut figures, mut grounds, mut states) = (Vec::new(), Vec::new(), Vec::new());
    let camera = Camera::new();
    let step = (record.samples.len() * cast.members.len()).div_ceil(LOOKED_AT).max(1);
    for (i, sample) in record.samples.iter().step_by(step).chain(record.samples.last()).enumerate() {
        cast.at_sample(sample, &mut states);
        for (number, (member, state)) in cast.members.iter().zip(&states).enumerate() {
            let fixed = member.role == Role::Fixed;
            if fixed && i > 0 {
                continue;
            }
            let paint = if fixed { Paint::Fixed } else { Paint::Body { style: 0, strength: 1.0 } };
            if cast.space == Space::Space {
                // Scenery is cut off by the edge of the picture, unless there is nothing else.
                if scenery[number] && scenery.contains(&false) {
                    continue;
                }
                figures.push(Figure { form: Form::Line(camera.corners(cast, number, state)), paint });
                continue;
            }
            let forms = member.outlines.iter().filter_map(|outline| form(outline, state));
            figures.extend(forms.map(|form| Figure { form, paint }));
            figures.extend((!fixed).then(|| Figure { form: Form::Line(vec![centre(cast.space, state)]), paint }));
            grounds.extend(member.outlines.iter().filter_map(|outline| ground(outline, state)));
        }
        let sketches = (cast.sketches)(At { t: sample.t, q: &sample.q, v: &sample.v });
        for sketch in &sketches {
            let system = sketch.kind == SketchKind::System;
            let paint = if system { Paint::Body { style: 0, strength: 1.0 } } else { Paint::Link };
            figures.extend(shapes(sketch, 0.0).into_iter().map(|form| Figure { form, paint }));
        }
    }
    window_around(&figures, &grounds)
}
