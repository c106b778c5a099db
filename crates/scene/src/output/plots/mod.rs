//! `plots/*.svg` (K7): displacement, velocity, angle, angular velocity, energy, impulses, contact forces, phase, stroboscopic picture,
//! impulse planes.

mod coordinates;
mod ends;
mod energy;
mod floor;
mod forces;
mod impulses;
mod motion;
mod phase;
mod planes;
mod silhouette;
mod stroboscope;

use carom_simulate::record::Record;

use super::cast::{Cast, Space};
use super::summary::RunInfo;
use super::tracks::Tracks;
use crate::svg::{BAND, Entry, Quantity};

/// What pictures a run gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlotOptions {
    /// Whether there are pictures at all.
    pub plots: bool,
    /// The most impulse planes, one for each impact from the first on; 0 for none.
    pub impulse_planes: usize,
}

impl Default for PlotOptions {
    fn default() -> Self {
        Self { plots: true, impulse_planes: 0 }
    }
}

/// Time, the horizontal axis of most pictures.
const TIME: Quantity<'static> = Quantity { name: "*t*", unit: "s" };

/// What all pictures of a run share.
struct Scene<'a, 'c> {
    cast: &'a Cast<'c>,
    record: &'a Record,
    tracks: &'a Tracks,
    subtitle: &'a str,
}

/// File names (within `plots`) and contents of all pictures of a run.
pub fn pictures(cast: &Cast<'_>, record: &Record, info: &RunInfo<'_>, options: PlotOptions) -> Vec<(String, String)> {
    if !options.plots {
        return Vec::new();
    }
    let tracks = Tracks::new(cast, record);
    let subtitle = format!("{}, method {}", info.scene, info.method);
    let scene = Scene { cast, record, tracks: &tracks, subtitle: &subtitle };
    let mut plots = vec![("energy", energy::draw(&scene)), ("impulses", impulses::draw(&scene))];
    // A scene of systems alone has no body whose motion could be drawn.
    if tracks.total > 0 || cast.scalars.is_empty() {
        plots.push(("displacement", motion::displacement(&scene)));
        plots.push(("velocity", motion::velocity(&scene)));
        plots.push(("angular-velocity", motion::angular_velocity(&scene)));
        plots.push(("phase", phase::draw(&scene)));
        plots.extend((cast.space == Space::Plane).then(|| ("angle", motion::angle(&scene))));
    }
    plots.push(("stroboscopic", stroboscope::draw(&scene)));
    plots.extend(ends::draw(&scene).map(|plot| ("ends", plot)));
    plots.extend(coordinates::draw(&scene).map(|plot| ("coordinates", plot)));
    plots.extend(forces::draw(&scene).map(|plot| ("contact-forces", plot)));
    let named = plots.into_iter().map(|(name, plot)| (format!("{name}.svg"), plot));
    named.chain(planes::draw(cast, record, info, options.impulse_planes)).collect()
}

/// True for the names of pictures that [`pictures`] may make: those of an older run are removed.
pub(super) fn is_own(name: &str) -> bool {
    const NAMES: [&str; 11] = [
        "ends",
        "coordinates",
        "displacement",
        "velocity",
        "angular-velocity",
        "energy",
        "impulses",
        "phase",
        "angle",
        "stroboscopic",
        "contact-forces",
    ];
    let Some(stem) = name.strip_suffix(".svg") else { return false };
    NAMES.contains(&stem) || planes::is_own(stem)
}

impl Scene<'_, '_> {
    /// Names of the bodies drawn, and of the band if not all are.
    fn legend(&self) -> Vec<Entry<'_>> {
        let bodies = self.tracks.bodies.iter().enumerate();
        let named = bodies.map(|(style, track)| Entry { style, name: &self.cast.members[track.member].name });
        let band = Entry { style: BAND, name: "range of all bodies" };
        named.chain((self.tracks.total > self.tracks.bodies.len()).then_some(band)).collect()
    }

    /// What to say if not all bodies are drawn.
    fn crowd(&self) -> String {
        let (drawn, total) = (self.tracks.bodies.len(), self.tracks.total);
        if drawn == total {
            return String::new();
        }
        format!("{total} bodies can move: the lines are the {drawn} that move farthest, the band spans all of them.")
    }

    /// First and last time.
    fn reach(&self) -> Option<(f64, f64)> {
        self.tracks.t.first().copied().zip(self.tracks.t.last().copied())
    }

    /// The two bodies of a pair as one name.
    fn pair_name(&self, pair: u32) -> String {
        let names: Vec<String> = self.cast.names(pair).into_iter().map(shortened).collect();
        if names.is_empty() { format!("pair {pair}") } else { names.join(" – ") }
    }
}

/// A name that leaves room for another one beside it.
fn shortened(name: &str) -> String {
    /// Letters of the longest name shown whole.
    const LONGEST: usize = 16;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(std::iter::once('…')).collect()
}
