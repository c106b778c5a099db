//! The pictures of a film one after the other.

use carom_mechanics::At;
use carom_simulate::record::{Record, Sample};
use tiny_skia::Pixmap;

use super::super::cast::{Cast, SketchKind, Space, State};
use super::super::place::{form, ground};
use super::super::sketch::shapes;
use super::camera::centre;
use super::stage::Stage;
use super::trail::Trail;
use super::{Animation, caption, paint, solids};

/// One picture.
pub(super) struct Picture {
    pub(super) pixels: Pixmap,
    /// Whether it is the last one.
    pub(super) last: bool,
}

/// All pictures in order.
pub(super) struct Frames<'a, 'c> {
    cast: &'a Cast<'c>,
    record: &'a Record,
    stage: &'a Stage,
    animation: &'a Animation,
    travellers: Vec<usize>,
    trails: Vec<Trail>,
    /// The next picture, and the last sample that trails know.
    next: usize,
    passed: usize,
    done: bool,
    states: Vec<State>,
    q: Vec<f64>,
    v: Vec<f64>,
}

/// Most bodies with trails: more would hide what moves.
const MOST_TRAILS: usize = 40;

impl<'a, 'c> Frames<'a, 'c> {
    pub(super) fn new(cast: &'a Cast<'c>, record: &'a Record, stage: &'a Stage, animation: &'a Animation) -> Self {
        let travellers = cast.travellers();
        let shown = animation.trail > 0.0 && travellers.len() <= MOST_TRAILS;
        let trails = travellers.iter().filter(|_| shown).map(|_| Trail::default()).collect();
        let (states, q, v) = (Vec::new(), Vec::new(), Vec::new());
        Self { cast, record, stage, animation, travellers, trails, next: 0, passed: 0, done: false, states, q, v }
    }

    fn draw(&mut self, t: f64, after: usize) -> Pixmap {
        self.follow(t, after);
        self.interpolate(t, after);
        let at = At { t, q: &self.q, v: &self.v };
        self.cast.at(at, &mut self.states);
        let mut picture = self.stage.background();
        if self.cast.space == Space::Space {
            solids::draw(&mut picture, self.stage, self.cast, &self.states);
        }
        for (style, (trail, i)) in self.trails.iter().zip(&self.travellers).enumerate() {
            let now = self.stage.pixel(centre(self.cast.space, &self.states[*i]));
            paint::trail(&mut picture, trail.points(now), style);
        }
        for (style, &i) in self.travellers.iter().enumerate() {
            for outline in &self.cast.members[i].outlines {
                if let Some(ground) = ground(outline, &self.states[i]) {
                    paint::ground(&mut picture, self.stage, &ground);
                }
                if let Some(form) = form(outline, &self.states[i]) {
                    paint::figure(&mut picture, self.stage, &form, Some(style));
                }
            }
        }
        self.sketch(&mut picture, t);
        caption::write(&mut picture, t, self.animation.speed);
        picture
    }

    /// Draws springs, joints and systems.
    fn sketch(&self, picture: &mut Pixmap, t: f64) {
        let sketches = (self.cast.sketches)(At { t, q: &self.q, v: &self.v });
        for sketch in &sketches {
            for form in shapes(sketch, self.stage.pin_radius()) {
                if sketch.kind == SketchKind::System {
                    paint::figure(picture, self.stage, &form, Some(self.travellers.len()));
                } else {
                    paint::link(picture, self.stage, &form);
                }
            }
        }
    }

    /// Lets trails pass all samples up to a time, so that a bounce between two pictures is seen in them.
    fn follow(&mut self, t: f64, after: usize) {
        if self.trails.is_empty() {
            return;
        }
        for sample in &self.record.samples[self.passed..after] {
            self.cast.at_sample(sample, &mut self.states);
            for (trail, i) in self.trails.iter_mut().zip(&self.travellers) {
                trail.pass(sample.t, self.stage.pixel(centre(self.cast.space, &self.states[*i])));
            }
        }
        self.passed = after;
        self.trails.iter_mut().for_each(|trail| trail.forget(t - self.animation.trail));
    }

    /// Coordinates at a time between the samples before and at `after`.
    fn interpolate(&mut self, t: f64, after: usize) {
        let samples = &self.record.samples;
        let last = samples.len() - 1;
        let (one, other): (&Sample, &Sample) = (&samples[after.saturating_sub(1)], &samples[after.min(last)]);
        let span = other.t - one.t;
        let share = if span > 0.0 { ((t - one.t) / span).clamp(0.0, 1.0) } else { 0.0 };
        let mix = |a: &[f64], b: &[f64], out: &mut Vec<f64>| {
            out.clear();
            out.extend(a.iter().zip(b).map(|(a, b)| a + share * (b - a)));
        };
        mix(&one.q, &other.q, &mut self.q);
        mix(&one.v, &other.v, &mut self.v);
    }
}

impl Iterator for Frames<'_, '_> {
    type Item = Picture;

    fn next(&mut self) -> Option<Picture> {
        let samples = &self.record.samples;
        let (first, end) = (samples.first()?.t, samples.last()?.t);
        if self.done {
            return None;
        }
        let step = self.animation.speed / f64::from(self.animation.rate);
        let t = first + self.next as f64 * step;
        // The picture nearest to the end shows the end.
        let last = t + 0.5 * step >= end;
        let t = if last { end } else { t };
        let after = samples.partition_point(|sample| sample.t <= t);
        (self.next, self.done) = (self.next + 1, last);
        Some(Picture { pixels: self.draw(t, after), last })
    }
}
