//! The four scenes that every engine runs, as numbers, as scene files, and with their answers.

use std::fmt::Write as _;

use carom::mechanics::Model;
use carom::mechanics::plane::World;
use carom::run::Prepared;
use carom::scene::toml::read_scene;

/// Gravity of every scene.
pub(crate) const GRAVITY: f64 = 9.81;

/// A ball with this radius falls from this height above the floor; its place is compared at the apex after this many bounces.
pub(crate) const RADIUS: f64 = 0.1;
pub(crate) const HEIGHT: f64 = 1.0;
const BOUNCES: i32 = 10;

/// The block, its friction and how long it is watched.
pub(crate) const BLOCK: [f64; 2] = [0.4, 0.2];
pub(crate) const BLOCK_FRICTION: f64 = 0.5;
const BLOCK_TIME: f64 = 10.0;

/// The chain: its length and mass, its angle from the vertical at the start, and how long it swings.
pub(crate) const CHAIN: f64 = 1.0;
pub(crate) const CHAIN_ANGLE: f64 = 0.5;
const CHAIN_TIME: f64 = 1.0;

/// The wall: boxes of this size and mass one, side by side with this gap, every other row moved by a quarter of a box.
pub(crate) const BOX: [f64; 2] = [0.2, 0.1];
pub(crate) const BOX_GAP: f64 = 0.004;
pub(crate) const BOX_FRICTION: f64 = 0.5;
const WALL_TIME: f64 = 1.0;

/// A scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Scene {
    /// A ball falls on the floor and bounces with e.
    Ball { e: f64 },
    /// A block on a slope of `ratio` times the limit of friction.
    Incline { ratio: f64 },
    /// Rods of equal length pinned to each other and to the world, straight and at rest at the start.
    Chain { links: usize },
    /// Boxes piled to a wall of as many rows as columns, at rest.
    Wall { rows: usize },
}

impl Scene {
    /// A name for tables and for the peers' programs.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Ball { e } => format!("ball, e = {e}"),
            Self::Incline { ratio } => format!("incline at {ratio} of the limit"),
            Self::Chain { links } => format!("chain of {links}"),
            Self::Wall { rows } => format!("wall of {rows} x {rows}"),
        }
    }

    /// The end.
    pub(crate) fn until(self) -> f64 {
        match self {
            Self::Ball { e } => {
                let fall = (2.0 * HEIGHT / GRAVITY).sqrt();
                let flights: f64 = (1..BOUNCES).map(|k| 2.0 * e.powi(k)).sum();
                fall * (1.0 + flights + e.powi(BOUNCES))
            }
            Self::Incline { .. } => BLOCK_TIME,
            Self::Chain { .. } => CHAIN_TIME,
            Self::Wall { .. } => WALL_TIME,
        }
    }

    /// The angle of the slope.
    pub(crate) fn slope(ratio: f64) -> f64 {
        (ratio * BLOCK_FRICTION).atan()
    }

    /// Place and angle of every body at the start.
    pub(crate) fn start(self) -> Vec<[f64; 3]> {
        match self {
            Self::Ball { .. } => vec![[0.0, RADIUS + HEIGHT, 0.0]],
            Self::Incline { .. } => vec![[0.0, BLOCK[1] / 2.0, 0.0]],
            Self::Chain { links } => {
                let (length, (sin, cos)) = (CHAIN / links as f64, CHAIN_ANGLE.sin_cos());
                let middle = |k: usize| (k as f64 + 0.5) * length;
                let angle = CHAIN_ANGLE - std::f64::consts::FRAC_PI_2;
                (0..links).map(|k| [middle(k) * sin, -middle(k) * cos, angle]).collect()
            }
            Self::Wall { rows } => (0..rows * rows)
                .map(|k| {
                    let (row, column) = (k / rows, k % rows);
                    let shift = if row % 2 == 1 { 0.25 * BOX[0] } else { 0.0 };
                    [(BOX[0] + BOX_GAP) * column as f64 + shift, BOX[1] * (row as f64 + 0.5), 0.0]
                })
                .collect(),
        }
    }

    /// The world of the scene for Carom.
    pub(crate) fn world(self) -> Option<World> {
        Prepared::new(read_scene(&self.text(), "benchmark").ok()?).ok()?.world.into_plane()
    }

    /// The scene file.
    fn text(self) -> String {
        let (e, mu, gravity) = match self {
            Self::Ball { e } => (e, 0.0, [0.0, -GRAVITY]),
            Self::Incline { ratio } => {
                let (sin, cos) = Self::slope(ratio).sin_cos();
                (0.0, BLOCK_FRICTION, [GRAVITY * sin, -GRAVITY * cos])
            }
            Self::Chain { .. } => (0.0, 0.0, [0.0, -GRAVITY]),
            Self::Wall { .. } => (0.0, BOX_FRICTION, [0.0, -GRAVITY]),
        };
        let mut text = format!(
            "[scene]\nname = \"benchmark\"\ngravity = {gravity:?}\n[run]\nuntil = {}\n\
             [[contact]]\ndefault = true\nlaw = \"kane\"\ne = {e:?}\nmu = {mu:?}\n",
            self.until()
        );
        for (k, place) in self.start().iter().enumerate() {
            self.write_body(k, place, &mut text);
        }
        if let Self::Chain { links } = self {
            write_pins(links, &mut text);
        } else {
            text += "[[body]]\nname = \"floor\"\nfixed = true\nshape = { half-space = { normal = [0.0, 1.0] } }\n";
        }
        text
    }

    fn write_body(self, k: usize, [x, y, angle]: &[f64; 3], text: &mut String) {
        let (shape, mass) = match self {
            Self::Ball { .. } => (format!("{{ disc = {{ radius = {RADIUS} }} }}"), 1.0),
            Self::Incline { .. } => (format!("{{ box = {{ width = {}, height = {} }} }}", BLOCK[0], BLOCK[1]), 1.0),
            Self::Chain { links } => {
                (format!("{{ rod = {{ length = {} }} }}", CHAIN / links as f64), 1.0 / links as f64)
            }
            Self::Wall { .. } => (format!("{{ box = {{ width = {}, height = {} }} }}", BOX[0], BOX[1]), 1.0),
        };
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "[[body]]\nname = \"b{k}\"\nshape = {shape}\nmass = {mass:?}\nposition = [{x:?}, {y:?}]\nangle = {angle:?}\n"
        );
    }
}

/// Pins of a chain; its links do not touch.
fn write_pins(links: usize, text: &mut String) {
    text.push_str("[[contact]]\nbetween = [\"*\", \"*\"]\ncollide = false\n");
    let (length, (sin, cos)) = (CHAIN / links as f64, CHAIN_ANGLE.sin_cos());
    for k in 0..links {
        let other = if k == 0 { "world".to_owned() } else { format!("b{}", k - 1) };
        let at = k as f64 * length;
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "[[joint]]\nkind = \"pin\"\nbetween = [\"b{k}\", \"{other}\"]\nat = [{:?}, {:?}]\n",
            at * sin,
            -at * cos
        );
    }
}

impl Scene {
    /// The end of the last link.
    pub(crate) fn tip(self, places: &[[f64; 3]]) -> Option<[f64; 2]> {
        let Self::Chain { links } = self else { return None };
        let [x, y, angle] = places.last()?;
        let half = 0.5 * CHAIN / links as f64;
        Some([x + half * angle.cos(), y + half * angle.sin()])
    }

    /// The error of places at the end, no unit: of the height of the apex in its own height; of the way slid in that way, or of
    /// the length of the block where it should not slide; of the tip of the chain in its length, against the tip given; the
    /// largest displacement of a box in its width.
    pub(crate) fn error(self, places: &[[f64; 3]], tip: Option<[f64; 2]>) -> f64 {
        match self {
            Self::Ball { e } => {
                let apex = HEIGHT * e.powi(2 * BOUNCES);
                (places[0][1] - RADIUS - apex).abs() / apex
            }
            Self::Incline { ratio } if ratio <= 1.0 => places[0][0].abs() / BLOCK[0],
            Self::Incline { ratio } => {
                let (sin, cos) = Self::slope(ratio).sin_cos();
                let way = 0.5 * GRAVITY * (sin - BLOCK_FRICTION * cos) * BLOCK_TIME * BLOCK_TIME;
                (places[0][0] - way).abs() / way
            }
            Self::Chain { .. } => match (self.tip(places), tip) {
                (Some([x, y]), Some([u, v])) => (x - u).hypot(y - v) / CHAIN,
                _ => f64::NAN,
            },
            Self::Wall { .. } => {
                let moved = self.start().into_iter().zip(places).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
                moved.fold(0.0, f64::max) / BOX[0]
            }
        }
    }

    /// The deepest overlap of bodies at the places given, in metres, by Carom's geometry whoever computed them.
    pub(crate) fn penetration(self, places: &[[f64; 3]]) -> f64 {
        let Some(world) = self.world() else { return f64::NAN };
        let q: Vec<f64> = places.iter().flatten().copied().collect();
        let mut sites = Vec::new();
        world.sites(0.0, &q, 0.0, &mut sites);
        sites.iter().map(|&site| -world.gap(site, 0.0, &q).0).fold(0.0, f64::max)
    }
}
