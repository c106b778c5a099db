//! Springs and dampers between two points, in the plane as in space.
//!
//! A spring between p_a and p_b of length l = |p_a - p_b| pushes a with -f n and b with f n, n = (p_a - p_b) / l:
//!
//! ```text
//!     linear          f = k (l - l_0) + c l'               U = k (l - l_0)^2 / 2
//!     compression     f = sum over l < l_0i of k_i (l - l_0i), plus c l' while any acts (but never pulling)
//! ```
//!
//! Where the points coincide n is zero, and so is the force.

use crate::description::HelicalSpring;
use crate::error::{Bad, named, not_negative, positive};
use crate::rigid::{Rigid, Vector, relative};

/// A point of a body (`None`: the world), relative to its centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct End<V> {
    pub body: Option<usize>,
    pub at: V,
}

/// What a spring does with its length.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SpringLaw {
    /// Pulls and pushes.
    Linear { stiffness: f64, free_length: f64 },
    /// Only pushes.
    Compression(Vec<HelicalSpring>),
}

/// A spring and damper between two points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spring<V> {
    pub ends: [End<V>; 2],
    pub law: SpringLaw,
    pub damping: f64,
}

/// A spring at one instant.
struct Stretch<V> {
    length: f64,
    rate: f64,
    /// Unit vector from the second end to the first.
    normal: V,
    points: [V; 2],
}

/// A body by its number; the world without one.
pub(crate) fn body_of<R: Rigid>(bodies: &[R], body: Option<usize>) -> &R {
    body.map_or(R::world(), |i| &bodies[i])
}

impl SpringLaw {
    /// The elastic tension at a length.
    fn tension(&self, length: f64) -> f64 {
        match self {
            Self::Linear { stiffness, free_length } => stiffness * (length - free_length),
            Self::Compression(springs) => springs.iter().map(|s| s.stiffness * (length - s.free_length).min(0.0)).sum(),
        }
    }

    /// U.
    fn potential(&self, length: f64) -> f64 {
        match self {
            Self::Linear { stiffness, free_length } => 0.5 * stiffness * (length - free_length).powi(2),
            Self::Compression(springs) => {
                springs.iter().map(|s| 0.5 * s.stiffness * (length - s.free_length).min(0.0).powi(2)).sum()
            }
        }
    }
}

/// A spring at one instant, as a report tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct SpringState {
    /// Which force of the description.
    pub force: usize,
    /// Distance of its ends, m.
    pub length: f64,
    /// Elastic push on both ends, N; negative where it pulls.
    pub push: f64,
    /// How far each of its coils is compressed, m; negative for one that is longer than its free length.
    pub compressions: Vec<f64>,
}

impl<V: Vector> Spring<V> {
    /// A linear spring of stiffness, damping and free length.
    pub fn linear(ends: [End<V>; 2], [stiffness, damping, free_length]: [f64; 3]) -> Result<Self, Bad> {
        let law = SpringLaw::Linear {
            stiffness: named("stiffness", not_negative(stiffness))?,
            free_length: named("free_length", not_negative(free_length))?,
        };
        Ok(Self { ends, law, damping: named("damping", not_negative(damping))? })
    }

    /// Springs that only push.
    pub fn compression(ends: [End<V>; 2], springs: &[HelicalSpring], damping: f64) -> Result<Self, Bad> {
        for spring in springs {
            named("stiffness", not_negative(spring.stiffness))?;
            named("free_length", positive(spring.free_length))?;
        }
        let law = SpringLaw::Compression(springs.to_vec());
        Ok(Self { ends, law, damping: named("damping", not_negative(damping))? })
    }

    fn stretch<R: Rigid<Vector = V>>(&self, bodies: &[R]) -> Stretch<V> {
        let [a, b] = [0, 1].map(|i| body_of(bodies, self.ends[i].body));
        let points = [a.point(self.ends[0].at), b.point(self.ends[1].at)];
        let between = points[0] - points[1];
        let normal = between.unit();
        let rate = normal.dot(relative(a, b, points));
        Stretch { length: between.dot(between).sqrt(), rate, normal, points }
    }

    /// Length, push and compressions; `force` is its number in the description.
    pub fn state<R: Rigid<Vector = V>>(&self, force: usize, bodies: &[R]) -> SpringState {
        let length = self.stretch(bodies).length;
        let compressions = match &self.law {
            SpringLaw::Linear { free_length, .. } => vec![free_length - length],
            SpringLaw::Compression(springs) => springs.iter().map(|spring| spring.free_length - length).collect(),
        };
        SpringState { force, length, push: -self.law.tension(length), compressions }
    }

    /// Adds its generalised forces.
    pub fn add<R: Rigid<Vector = V>>(&self, bodies: &[R], forces: &mut [f64]) {
        let stretch = self.stretch(bodies);
        let elastic = self.law.tension(stretch.length);
        let damped = elastic + self.damping * stretch.rate;
        let tension = match self.law {
            SpringLaw::Linear { .. } => damped,
            SpringLaw::Compression(_) if elastic < 0.0 => damped.min(0.0),
            SpringLaw::Compression(_) => return,
        };
        for (end, (point, sign)) in self.ends.iter().zip(stretch.points.into_iter().zip([-1.0, 1.0])) {
            body_of(bodies, end.body).push(point, stretch.normal * (sign * tension), forces);
        }
    }

    /// Its potential energy.
    pub fn potential<R: Rigid<Vector = V>>(&self, bodies: &[R]) -> f64 {
        self.law.potential(self.stretch(bodies).length)
    }

    /// The rate of its potential energy.
    pub fn potential_rate<R: Rigid<Vector = V>>(&self, bodies: &[R]) -> f64 {
        let stretch = self.stretch(bodies);
        self.law.tension(stretch.length) * stretch.rate
    }

    /// Whether it is not smooth somewhere in the state.
    pub fn has_kinks(&self) -> bool {
        matches!(self.law, SpringLaw::Compression(_))
    }

    /// Adds the numbers that pass zero where it is not smooth: (l - l_0i) / l_0i of every spring that only pushes, and
    /// (f_elastic + c l') / sum k_i l_0i, where the damper would begin to pull.
    pub fn kinks<R: Rigid<Vector = V>>(&self, bodies: &[R], kinks: &mut Vec<f64>) {
        let SpringLaw::Compression(springs) = &self.law else { return };
        let stretch = self.stretch(bodies);
        kinks.extend(springs.iter().map(|s| stretch.length / s.free_length - 1.0));
        if self.damping != 0.0 {
            let size: f64 = springs.iter().map(|s| s.stiffness * s.free_length).sum();
            kinks.push((self.law.tension(stretch.length) + self.damping * stretch.rate) / size);
        }
    }
}
