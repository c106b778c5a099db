//! The motion as columns of numbers: of every body that can move, or, of many, those that move farthest and the range of all.

use carom_simulate::record::Record;

use super::cast::{Cast, Space, State};
use crate::svg::STYLES;

/// One number of a body's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    X,
    Y,
    Z,
    Angle,
    Vx,
    Vy,
    Vz,
    Wx,
    Wy,
    Wz,
}

impl Column {
    const PLANE: [Self; 6] = [Self::X, Self::Y, Self::Angle, Self::Vx, Self::Vy, Self::Wz];
    const SPACE: [Self; 9] = [Self::X, Self::Y, Self::Z, Self::Vx, Self::Vy, Self::Vz, Self::Wx, Self::Wy, Self::Wz];

    fn of(self, state: &State) -> f64 {
        match self {
            Self::X => state.position[0],
            Self::Y => state.position[1],
            Self::Z => state.position[2],
            Self::Angle => state.angle,
            Self::Vx => state.velocity[0],
            Self::Vy => state.velocity[1],
            Self::Vz => state.velocity[2],
            Self::Wx => state.spin[0],
            Self::Wy => state.spin[1],
            Self::Wz => state.spin[2],
        }
    }
}

/// The columns of one body.
pub(super) struct Track {
    /// Which member of the cast.
    pub(super) member: usize,
    columns: Vec<Vec<f64>>,
}

/// Lowest and highest value over all bodies at every sample.
pub(super) struct Envelope {
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
}

/// The motion of a run.
pub(super) struct Tracks {
    kinds: &'static [Column],
    /// Times of the samples.
    pub(super) t: Vec<f64>,
    /// Samples at the time of the one before: after a jump.
    pub(super) jumps: Vec<usize>,
    /// The bodies drawn.
    pub(super) bodies: Vec<Track>,
    /// How many can move.
    pub(super) total: usize,
    envelopes: Vec<Envelope>,
}

/// Samples looked at to see how far bodies move: enough to rank them, and cheap for thousands of bodies.
const RANKING: usize = 400;

impl Tracks {
    /// Reads a record. Every sample is visited once.
    pub(super) fn new(cast: &Cast<'_>, record: &Record) -> Self {
        let kinds: &'static [Column] = match cast.space {
            Space::Plane => &Column::PLANE,
            Space::Space => &Column::SPACE,
        };
        let all = cast.travellers();
        let crowded = all.len() > STYLES;
        let drawn = if crowded { farthest(cast, record, &all, STYLES - 1) } else { all.clone() };
        let t: Vec<f64> = record.samples.iter().map(|sample| sample.t).collect();
        let jumps = (1..t.len()).filter(|i| t[*i] == t[i - 1]).collect();
        let track = |&member: &usize| Track { member, columns: vec![Vec::with_capacity(t.len()); kinds.len()] };
        let envelope = |_| Envelope { low: Vec::with_capacity(t.len()), high: Vec::with_capacity(t.len()) };
        let bodies = drawn.iter().map(track).collect();
        let envelopes = kinds.iter().filter(|_| crowded).map(envelope).collect();
        let mut tracks = Self { kinds, t, jumps, bodies, total: all.len(), envelopes };
        let mut states = Vec::new();
        for sample in &record.samples {
            cast.at_sample(sample, &mut states);
            tracks.push(&states, &all);
        }
        tracks
    }

    /// One sample more.
    fn push(&mut self, states: &[State], all: &[usize]) {
        for body in &mut self.bodies {
            let state = &states[body.member];
            body.columns.iter_mut().zip(self.kinds).for_each(|(column, kind)| column.push(kind.of(state)));
        }
        for (envelope, kind) in self.envelopes.iter_mut().zip(self.kinds) {
            let values = all.iter().map(|i| kind.of(&states[*i]));
            let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
            envelope.low.push(low);
            envelope.high.push(high);
        }
    }

    /// A column of a body; empty if bodies of this space have none.
    pub(super) fn column<'a>(&self, track: &'a Track, column: Column) -> &'a [f64] {
        self.index(column).map_or(&[], |i| &track.columns[i])
    }

    /// The range of a column over all bodies, if not all are drawn.
    pub(super) fn envelope(&self, column: Column) -> Option<&Envelope> {
        self.envelopes.get(self.index(column)?)
    }

    fn index(&self, column: Column) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == column)
    }
}

/// The bodies whose paths reach farthest, in the order of the cast.
fn farthest(cast: &Cast<'_>, record: &Record, all: &[usize], wanted: usize) -> Vec<usize> {
    let mut boxes = vec![[(f64::INFINITY, f64::NEG_INFINITY); 3]; cast.members.len()];
    let mut states = Vec::new();
    for sample in record.samples.iter().step_by(record.samples.len().div_ceil(RANKING).max(1)) {
        cast.at_sample(sample, &mut states);
        for (reach, state) in boxes.iter_mut().zip(&states) {
            for (range, value) in reach.iter_mut().zip(state.position) {
                *range = (range.0.min(value), range.1.max(value));
            }
        }
    }
    let reach = |i: &usize| boxes[*i].iter().map(|(low, high)| (high - low).powi(2)).sum::<f64>();
    let mut ranked = all.to_vec();
    ranked.sort_by(|a, b| reach(b).total_cmp(&reach(a)).then(a.cmp(b)));
    ranked.truncate(wanted);
    ranked.sort_unstable();
    ranked
}
