//! Bodies of space as shaded faces: every pixel shows the nearest one.

use glam::DVec3;
use tiny_skia::Pixmap;

use super::super::cast::{Cast, Role, State};
use super::super::frames::rotation;
use super::super::gltf::{outward, square};
use super::camera::Camera;
use super::palette::rgb;
use super::stage::Stage;
use crate::svg::colour;

/// Points looked at along each side of a pixel; their mean makes edges smooth.
const FINE: usize = 2;
/// Direction from which light comes, and how much of a colour a face turned to it and one turned away has; the rest is white.
const LIGHT: DVec3 = DVec3::new(-0.35, -0.45, 0.82);
const BRIGHT: f64 = 0.5;
const DARK: f64 = 1.0;
/// Grey of bodies that stay where they are.
const SCENERY: [u8; 3] = [120, 120, 120];

/// A picture in which the nearest face wins.
struct Canvas {
    width: usize,
    height: usize,
    near: Vec<f64>,
    colours: Vec<[u8; 3]>,
}

/// Draws all bodies over a white picture.
pub(super) fn draw(picture: &mut Pixmap, stage: &Stage, cast: &Cast<'_>, states: &[State]) {
    let camera = Camera::new();
    let (width, height) = (picture.width() as usize * FINE, picture.height() as usize * FINE);
    let size = width * height;
    let mut canvas = Canvas { width, height, near: vec![f64::NEG_INFINITY; size], colours: vec![[255; 3]; size] };
    let mut style = 0;
    for ((member, state), still) in cast.members.iter().zip(states).zip(&stage.scenery) {
        let paint = if *still { SCENERY } else { rgb(colour(style)) };
        style += usize::from(member.role != Role::Fixed);
        let turn = rotation(state).normalize();
        let place = |p: [f64; 3]| DVec3::from_array(state.position) + turn * DVec3::from_array(p);
        for face in member.solid.faces.iter().filter(|face| face.len() >= 3) {
            let corners: Vec<DVec3> = face.iter().map(|k| place(member.solid.vertices[*k])).collect();
            canvas.face(&corners, paint, &camera, stage);
        }
        for [point, normal] in &member.solid.planes {
            let normal = turn * DVec3::from_array(*normal);
            canvas.face(&square(place(*point), normal, stage.reach()), paint, &camera, stage);
        }
    }
    canvas.put(picture);
}

impl Canvas {
    /// A face, if it is turned to the eye.
    fn face(&mut self, corners: &[DVec3], paint: [u8; 3], camera: &Camera, stage: &Stage) {
        let normal = outward(corners);
        if normal.dot(camera.towards) <= 0.0 {
            return;
        }
        let light = 0.5 * (1.0 + normal.dot(LIGHT.normalize()));
        let share = DARK + light * (BRIGHT - DARK);
        let shade = paint.map(|channel| (255.0 - share * (255.0 - f64::from(channel))).round() as u8);
        let seen: Vec<DVec3> = corners
            .iter()
            .map(|corner| {
                let (at, near) = camera.see(*corner);
                let (x, y) = stage.pixel(at);
                DVec3::new(f64::from(x) * FINE as f64, f64::from(y) * FINE as f64, near)
            })
            .collect();
        for k in 1..seen.len() - 1 {
            self.triangle([seen[0], seen[k], seen[k + 1]], shade);
        }
    }

    fn triangle(&mut self, [a, b, c]: [DVec3; 3], shade: [u8; 3]) {
        let area = (b - a).truncate().perp_dot((c - a).truncate());
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let columns = range(low.x, high.x, self.width);
        for y in range(low.y, high.y, self.height) {
            for x in columns.clone() {
                let p = glam::DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
                let part =
                    |from: DVec3, to: DVec3| (to.truncate() - from.truncate()).perp_dot(p - from.truncate()) / area;
                let (of_c, of_a, of_b) = (part(a, b), part(b, c), part(c, a));
                let near = of_a * a.z + of_b * b.z + of_c * c.z;
                let cell = y * self.width + x;
                if of_a >= 0.0 && of_b >= 0.0 && of_c >= 0.0 && near > self.near[cell] {
                    (self.near[cell], self.colours[cell]) = (near, shade);
                }
            }
        }
    }

    /// The mean of the fine points of every pixel.
    fn put(&self, picture: &mut Pixmap) {
        let across = picture.width() as usize;
        for (i, pixel) in picture.data_mut().chunks_exact_mut(4).enumerate() {
            let (x, y) = (i % across * FINE, i / across * FINE);
            let fine = (0..FINE * FINE).map(|k| self.colours[(y + k / FINE) * self.width + x + k % FINE]);
            let sums = fine.fold([0_usize; 3], |sum, c| [0, 1, 2].map(|k| sum[k] + usize::from(c[k])));
            for (channel, sum) in pixel.iter_mut().zip(sums) {
                *channel = (sum / (FINE * FINE)) as u8;
            }
        }
    }
}

/// The pixels from one place to another that are in the picture.
fn range(low: f64, high: f64, size: usize) -> std::ops::Range<usize> {
    let inside = |place: f64| place.clamp(0.0, size as f64) as usize;
    inside(low.floor())..inside(high.ceil())
}
