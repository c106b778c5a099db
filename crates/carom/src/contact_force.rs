//! Forces of lasting contacts as numbers of a sample, by name.
//!
//! ```text
//!     BODY.contact.x     the sum over the contacts of a body of lambda_N n + lambda_T t, along an axis of the world
//!     A/B.normal         the sum of lambda_N over the contacts between two bodies
//!     A/B.tangential     the sum of lambda_T, in space of its magnitudes
//! ```
//!
//! Both bodies of a pair see the same lambda_N and lambda_T, so that A/B and B/A are the same.

use carom_mechanics::At;
use carom_scene::World;
use carom_simulate::record::{ContactForce, Sample};

/// Which number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Force {
    /// On a body, along an axis.
    On(usize, usize),
    /// Along the normals of the contacts between two bodies.
    Normal([usize; 2]),
    /// Along their tangents.
    Tangential([usize; 2]),
}

/// The axes of the world.
const AXES: [&str; 3] = ["x", "y", "z"];

impl Force {
    /// A force by its name, if it is one.
    pub fn by_name(name: &str, world: &World) -> Option<Self> {
        let (what, end) = name.rsplit_once('.')?;
        let dimensions = if world.plane().is_some() { 2 } else { 3 };
        if let Some(body) = what.strip_suffix(".contact").and_then(|body| world.body(body)) {
            return AXES[..dimensions].iter().position(|axis| *axis == end).map(|axis| Self::On(body, axis));
        }
        let mut slashes = what.match_indices('/').map(|(at, _)| (&what[..at], &what[at + 1..]));
        let pair = slashes.find_map(|(a, b)| Some([world.body(a)?, world.body(b)?]))?;
        match end {
            "normal" => Some(Self::Normal(pair)),
            "tangential" => Some(Self::Tangential(pair)),
            _ => None,
        }
    }

    /// Its value at a sample, in newtons; zero without a contact.
    pub fn at(self, world: &World, sample: &Sample) -> f64 {
        sample.contact_forces.iter().map(|force| self.part(world, sample, force)).sum()
    }

    /// The part of one contact.
    fn part(self, world: &World, sample: &Sample, force: &ContactForce) -> f64 {
        let Some([first, second]) = world.bodies_of_pair(force.touch.site.pair) else { return 0.0 };
        let between = |[a, b]: [usize; 2]| [a, b] == [first, second] || [b, a] == [first, second];
        match self {
            Self::On(body, axis) if body == first || body == second => {
                let at = At { t: sample.t, q: &sample.q, v: &sample.v };
                let on_first = world.contact_point(force.touch, at).vector(force.normal, force.tangential)[axis];
                if body == first { on_first } else { -on_first }
            }
            Self::Normal(pair) if between(pair) => force.normal,
            Self::Tangential(pair) if between(pair) && world.plane().is_some() => force.tangential[0],
            Self::Tangential(pair) if between(pair) => force.tangential[0].hypot(force.tangential[1]),
            Self::On(..) | Self::Normal(_) | Self::Tangential(_) => 0.0,
        }
    }
}
