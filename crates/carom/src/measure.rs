//! A number taken from a run, by its name: `impacts`, `energy.lost`, `bar.x`, `max:bar.y`, `amplitude:bolster.y-frame.y`, `regime`,
//! `mean:ball/floor.normal`.

use carom_mechanics::At;
use carom_mechanics::signal::BodyState;
use carom_scene::World;
use carom_simulate::Record;
use carom_simulate::record::Sample;

use crate::contact_force::Force;
use crate::extremes::{Point, mean, since, span, turns};
use crate::phases::{Phases, Regime, creeps, heat, regime};

/// What is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    name: String,
    unit: &'static str,
    over: Over,
    of: Of,
    /// What is subtracted.
    less: Option<Of>,
    /// The period of the scene.
    period: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Over {
    End,
    Largest,
    Least,
    Amplitude,
    Crest,
    Trough,
    Mean,
    Decrement,
}

/// The words before a colon.
const OVERS: [(&str, Over); 7] = [
    ("max", Over::Largest),
    ("min", Over::Least),
    ("amplitude", Over::Amplitude),
    ("crest", Over::Crest),
    ("trough", Over::Trough),
    ("mean", Over::Mean),
    ("decrement", Over::Decrement),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Impacts,
    Events,
    EndTime,
    EnergyLost,
    Stuck,
    Slips,
    Heat,
    Regime,
    Kinetic,
    Potential,
    Total,
    Body(usize, usize),
    Coordinate(usize),
    Rate(usize),
    Contact(Force),
}

/// Measures that are one number of a run.
const WHOLE: [(&str, Of); 8] = [
    ("impacts", Of::Impacts),
    ("events", Of::Events),
    ("end_time", Of::EndTime),
    ("energy.lost", Of::EnergyLost),
    ("stuck", Of::Stuck),
    ("slips", Of::Slips),
    ("friction.heat", Of::Heat),
    ("regime", Of::Regime),
];

/// The columns of a body in the plane, in the order of the trajectory table.
const PLANE: [&str; 6] = ["x", "y", "angle", "vx", "vy", "spin"];

/// The columns of a body in space, in the order of the trajectory table.
const SPACE: [&str; 13] = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];

impl Measure {
    /// A measure by its name for a world, or a sentence on what there is.
    pub fn by_name(name: &str, world: &World) -> Result<Self, String> {
        let prefix = OVERS.iter().find_map(|(word, over)| Some((*over, name.strip_prefix(word)?.strip_prefix(':')?)));
        let (over, rest) = prefix.unwrap_or((Over::End, name));
        let whole = WHOLE.iter().find(|(known, _)| *known == rest && over == Over::End).map(|(_, of)| (*of, None));
        let found = whole.or_else(|| quantity(rest, world).map(|of| (of, None))).or_else(|| difference(rest, world));
        let (of, less) = found.ok_or_else(|| {
            format!(
                "there is nothing to measure named \"{name}\"; there are {}, energy.kinetic, energy.potential, energy.total, BODY.{}, \
                 SYSTEM.COORDINATE, SYSTEM.COORDINATE.rate, forces of contacts (BODY.contact.x, BODY/BODY.normal, BODY/BODY.tangential) \
                 and differences of two of these, A-B; max: or min: before a name takes the \
                 largest or least over the run instead of the end, amplitude:, crest:, trough: and mean: those of the last period, decrement: the loss \
                 from one crest to the next",
                WHOLE.map(|(known, _)| known).join(", "),
                columns(world).join(", .")
            )
        })?;
        Ok(Self { name: name.to_owned(), unit: unit(of, world), over, of, less, period: None })
    }

    /// The same for a scene with a period; measures of a cycle without one take the whole run.
    pub fn with_period(self, period: Option<f64>) -> Self {
        Self { period, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether every sample has its own number of it.
    pub fn is_momentary(&self) -> bool {
        self.over == Over::End && WHOLE.iter().all(|(_, of)| *of != self.of)
    }

    /// Its unit in the files of a run; empty for counts, words and coordinates of systems, whose unit only the scene knows.
    pub fn unit(&self) -> &'static str {
        self.unit
    }

    /// The word for a number of it, where its numbers stand for words.
    pub fn word(&self, number: f64) -> Option<&'static str> {
        let regime = Regime::ALL.get(number as usize).filter(|_| number >= 0.0)?;
        (self.of == Of::Regime).then(|| regime.name())
    }

    /// The words that its numbers 0, 1, 2, ... stand for; none for numbers.
    pub fn words(&self) -> Vec<&'static str> {
        (0..Regime::ALL.len()).map_while(|number| self.word(number as f64)).collect()
    }

    /// The number of a word or text that this measure wrote.
    pub fn number(&self, text: &str) -> Option<f64> {
        let word = Regime::ALL.iter().position(|regime| self.of == Of::Regime && regime.name() == text);
        word.map(|word| word as f64).or_else(|| text.parse().ok())
    }

    /// The coordinate q of the world that it names, if it names one.
    pub fn coordinate(&self, world: &World) -> Option<usize> {
        match (self.over, self.of, self.less) {
            (Over::End, Of::Body(body, column @ 0..=2), None) => Some(world.plane()?.coordinate(body)? + column),
            (Over::End, Of::Coordinate(index), None) => Some(index),
            _ => None,
        }
    }

    /// The same for a difference of two coordinates too: the one and the one that is subtracted.
    pub fn coordinates(&self, world: &World) -> Option<(usize, Option<usize>)> {
        let alone = |of| Self { of, less: None, ..self.clone() }.coordinate(world);
        match self.less {
            Some(less) => Some((alone(self.of)?, Some(alone(less)?))),
            None => Some((self.coordinate(world)?, None)),
        }
    }

    /// The number of a run; NaN if the run has no samples.
    pub fn of(&self, world: &World, record: &Record) -> f64 {
        let cycle = self.cycle(record);
        let phases = || world.plane().map(|plane| Phases::of(plane, record, cycle));
        match self.of {
            Of::Impacts => record.counts.impacts as f64,
            Of::Events => record.events.len() as f64,
            Of::EndTime => record.samples.last().map_or(f64::NAN, |sample| sample.t),
            Of::EnergyLost => match (record.samples.first(), record.samples.last()) {
                (Some(first), Some(last)) => first.energy.total() - last.energy.total(),
                _ => f64::NAN,
            },
            Of::Stuck => phases().map_or(f64::NAN, |phases| phases.stuck()),
            Of::Slips => phases().map_or(f64::NAN, |phases| phases.count() as f64),
            Of::Regime => world.plane().map_or(f64::NAN, |plane| regime(plane, record, cycle) as usize as f64),
            Of::Heat => world.plane().map_or(f64::NAN, |plane| heat(plane, record, cycle)),
            _ => self.over_time(world, record, cycle),
        }
    }

    /// Whether its word is only that of the limit: locked, for slips that die out.
    pub fn is_limit(&self, world: &World, record: &Record) -> bool {
        self.of == Of::Regime && world.plane().is_some_and(|plane| creeps(plane, record, self.cycle(record)))
    }

    fn over_time(&self, world: &World, record: &Record, [from, to]: [f64; 2]) -> f64 {
        let all = || self.points(world, record, f64::NEG_INFINITY);
        let cycle = || -> Vec<Point> {
            let points = self.points(world, record, from);
            points.into_iter().filter(|point| point.t <= to).collect()
        };
        match self.over {
            Over::End => record.samples.last().map_or(f64::NAN, |sample| self.at(world, sample)),
            Over::Largest => span(&all())[1],
            Over::Least => span(&all())[0],
            Over::Amplitude => {
                let [low, high] = span(&cycle());
                high - low
            }
            Over::Trough => span(&cycle())[0],
            Over::Crest => span(&cycle())[1],
            Over::Mean => mean(&cycle()),
            Over::Decrement => decrement(&turns(&all())),
        }
    }

    /// The values with their rates from a time on: at all points of the motion that were noted, or at the samples if none were. Energies and
    /// forces are known at samples only.
    pub fn points(&self, world: &World, record: &Record, from: f64) -> Vec<Point> {
        let known = |of: Of| matches!(of, Of::Body(..) | Of::Coordinate(_) | Of::Rate(_));
        let point = |at: At<'_>| Point { t: at.t, x: self.value(world, at), rate: self.rate(world, at) };
        // Of a long run only the end may have been kept.
        let start = record.samples.first().map_or(from, |sample| sample.t.max(from));
        let noted = record.path.first().is_some_and(|first| first.t <= start);
        if !noted || !known(self.of) || !self.less.is_none_or(known) {
            let samples = record.samples.iter().filter(|sample| sample.t >= from);
            return samples.map(|s| Point { x: self.at(world, s), ..point(instant(s)) }).collect();
        }
        // One point before, to begin between two.
        let first = record.path.partition_point(|waypoint| waypoint.t < from).saturating_sub(1);
        let points = record.path[first..].iter().map(|w| point(At { t: w.t, q: &w.q, v: &w.v }));
        since(points.collect(), from)
    }

    /// The last period, or the whole run.
    fn cycle(&self, record: &Record) -> [f64; 2] {
        let (first, last) = (record.samples.first(), record.samples.last());
        let [first, last] = [first, last].map(|sample| sample.map_or(f64::NAN, |sample| sample.t));
        // The samples at the ends are good to rounding only.
        let start = |period: f64| (last - period * (1.0 + 1e-12)).max(first);
        [self.period.map_or(first, start), last]
    }

    /// The number at one sample.
    pub fn at(&self, world: &World, sample: &Sample) -> f64 {
        self.less.map_or(0.0, |less| -value(less, world, sample)) + value(self.of, world, sample)
    }

    /// Its rate at one sample; NaN where it is not known.
    pub fn rate_at(&self, world: &World, sample: &Sample) -> f64 {
        self.rate(world, instant(sample))
    }

    /// The number at an instant; NaN if it takes more than positions and velocities.
    fn value(&self, world: &World, at: At<'_>) -> f64 {
        self.less.map_or(0.0, |less| -motion(less, world, at)) + motion(self.of, world, at)
    }

    fn rate(&self, world: &World, at: At<'_>) -> f64 {
        let rate = |of: Of| rate_of(of, world).map_or(f64::NAN, |rate| motion(rate, world, at));
        self.less.map_or(0.0, |less| -rate(less)) + rate(self.of)
    }
}

/// The instant of a sample.
fn instant(sample: &Sample) -> At<'_> {
    At { t: sample.t, q: &sample.q, v: &sample.v }
}

/// Mean loss from one crest to the next.
fn decrement(turns: &[(f64, f64)]) -> f64 {
    let crests: Vec<f64> = turns.windows(2).filter(|pair| pair[0].1 > pair[1].1).map(|pair| pair[0].1).collect();
    match (crests.first(), crests.last()) {
        (Some(first), Some(last)) if crests.len() > 1 => (first - last) / (crests.len() - 1) as f64,
        _ => f64::NAN,
    }
}

fn unit(of: Of, world: &World) -> &'static str {
    match of {
        Of::EndTime => "s",
        Of::Contact(_) => "N",
        Of::EnergyLost | Of::Heat | Of::Kinetic | Of::Potential | Of::Total => "J",
        Of::Body(_, column) => match columns(world)[column] {
            "x" | "y" | "z" => "m",
            "angle" => "rad",
            "vx" | "vy" | "vz" => "m/s",
            "spin" | "wx" | "wy" | "wz" => "rad/s",
            _ => "",
        },
        Of::Impacts | Of::Events | Of::Stuck | Of::Slips | Of::Regime | Of::Coordinate(_) | Of::Rate(_) => "",
    }
}

/// A quantity that every sample has.
fn quantity(name: &str, world: &World) -> Option<Of> {
    match name {
        "energy.kinetic" => Some(Of::Kinetic),
        "energy.potential" => Some(Of::Potential),
        "energy.total" => Some(Of::Total),
        other => body_column(other, world)
            .or_else(|| coordinate(other, world))
            .or_else(|| Force::by_name(other, world).map(Of::Contact)),
    }
}

/// A-B, wherever the minus is: names may have some of their own.
fn difference(name: &str, world: &World) -> Option<(Of, Option<Of>)> {
    let minus = name.match_indices('-').map(|(at, _)| (name[..at].trim(), name[at + 1..].trim()));
    let mut both = minus.filter_map(|(a, b)| Some((quantity(a, world)?, Some(quantity(b, world)?))));
    both.next()
}

/// The rate of a quantity, where it is one itself.
fn rate_of(of: Of, world: &World) -> Option<Of> {
    match (of, world) {
        (Of::Body(body, column @ 0..=2), World::Plane(_)) => Some(Of::Body(body, column + 3)),
        (Of::Body(body, column @ 0..=2), World::Space(_)) => Some(Of::Body(body, column + 7)),
        (Of::Coordinate(index), _) => Some(Of::Rate(index)),
        _ => None,
    }
}

fn value(of: Of, world: &World, sample: &Sample) -> f64 {
    match of {
        Of::Kinetic => sample.energy.kinetic,
        Of::Potential => sample.energy.potential,
        Of::Total => sample.energy.total(),
        Of::Contact(force) => force.at(world, sample),
        _ => motion(of, world, instant(sample)),
    }
}

/// What positions and velocities tell; NaN for what they do not.
fn motion(of: Of, world: &World, at: At<'_>) -> f64 {
    match of {
        Of::Body(body, column) => {
            let mut states = Vec::new();
            world.states(at, &mut states);
            states.get(body).map_or(f64::NAN, |state| component(world, state, column))
        }
        Of::Coordinate(index) => at.q.get(index).copied().unwrap_or(f64::NAN),
        Of::Rate(index) => at.v.get(index).copied().unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

fn body_column(name: &str, world: &World) -> Option<Of> {
    let (body, column) = name.rsplit_once('.')?;
    Some(Of::Body(world.body(body)?, columns(world).iter().position(|known| *known == column)?))
}

/// A coordinate of a system, or its velocity.
fn coordinate(name: &str, world: &World) -> Option<Of> {
    let (name, is_rate) = name.strip_suffix(".rate").map_or((name, false), |name| (name, true));
    let (system, coordinate) = name.rsplit_once('.')?;
    let (first, system) = world.plane()?.systems().iter().find(|(_, one)| one.name() == system)?;
    let index = first + system.coordinates().iter().position(|known| known == coordinate)?;
    Some(if is_rate { Of::Rate(index) } else { Of::Coordinate(index) })
}

/// The columns of a body.
fn columns(world: &World) -> &'static [&'static str] {
    match world {
        World::Plane(_) => &PLANE,
        World::Space(_) => &SPACE,
    }
}

fn component(world: &World, state: &BodyState, column: usize) -> f64 {
    let BodyState { x, y, z, angle, vx, vy, vz, spin, rotation: [qw, qx, qy, qz], tumble: [wx, wy] } = *state;
    match world {
        World::Plane(_) => [x, y, angle, vx, vy, spin][column],
        World::Space(_) => [x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, spin][column],
    }
}
