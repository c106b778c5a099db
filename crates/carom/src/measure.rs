//! A number taken from a run, by its name: `impacts`, `energy.lost`, `bar.x`, `max:bar.y`.

use carom_mechanics::At;
use carom_mechanics::signal::BodyState;
use carom_scene::World;
use carom_simulate::Record;
use carom_simulate::record::Sample;

/// What is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    name: String,
    over: Over,
    of: Of,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Over {
    End,
    Largest,
    Least,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Impacts,
    Events,
    EndTime,
    EnergyLost,
    Kinetic,
    Potential,
    Total,
    Body(usize, usize),
    Coordinate(usize),
    Rate(usize),
}

/// The columns of a body in the plane, in the order of the trajectory table.
const PLANE: [&str; 6] = ["x", "y", "angle", "vx", "vy", "spin"];

/// The columns of a body in space, in the order of the trajectory table.
const SPACE: [&str; 13] = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];

impl Measure {
    /// A measure by its name for a world, or a sentence on what there is.
    pub fn by_name(name: &str, world: &World) -> Result<Self, String> {
        let (over, rest) = match name.split_once(':') {
            Some(("max", rest)) => (Over::Largest, rest),
            Some(("min", rest)) => (Over::Least, rest),
            _ => (Over::End, name),
        };
        let of = match rest {
            "impacts" => Some(Of::Impacts),
            "events" => Some(Of::Events),
            "end_time" => Some(Of::EndTime),
            "energy.lost" => Some(Of::EnergyLost),
            "energy.kinetic" => Some(Of::Kinetic),
            "energy.potential" => Some(Of::Potential),
            "energy.total" => Some(Of::Total),
            other => body_column(other, world).or_else(|| coordinate(other, world)),
        };
        let of = of.ok_or_else(|| {
            format!(
                "there is nothing to measure named \"{name}\"; there are impacts, events, end_time, energy.lost, energy.kinetic, \
                 energy.potential, energy.total, BODY.{}, SYSTEM.COORDINATE and SYSTEM.COORDINATE.rate; max: or min: before a name takes \
                 the largest or least over the run instead of the end",
                columns(world).join(", .")
            )
        })?;
        Ok(Self { name: name.to_owned(), over, of })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of a run; NaN if the run has no samples.
    pub fn of(&self, world: &World, record: &Record) -> f64 {
        match self.of {
            Of::Impacts => record.counts.impacts as f64,
            Of::Events => record.events.len() as f64,
            Of::EndTime => record.samples.last().map_or(f64::NAN, |sample| sample.t),
            Of::EnergyLost => match (record.samples.first(), record.samples.last()) {
                (Some(first), Some(last)) => first.energy.total() - last.energy.total(),
                _ => f64::NAN,
            },
            _ => {
                let mut values = record.samples.iter().map(|sample| self.at(world, sample));
                match self.over {
                    Over::End => values.next_back().unwrap_or(f64::NAN),
                    Over::Largest => values.fold(f64::NAN, f64::max),
                    Over::Least => values.fold(f64::NAN, f64::min),
                }
            }
        }
    }

    /// The number at one sample.
    pub fn at(&self, world: &World, sample: &Sample) -> f64 {
        match self.of {
            Of::Kinetic => sample.energy.kinetic,
            Of::Potential => sample.energy.potential,
            Of::Total => sample.energy.total(),
            Of::Body(body, column) => {
                let mut states = Vec::new();
                world.states(At { t: sample.t, q: &sample.q, v: &sample.v }, &mut states);
                states.get(body).map_or(f64::NAN, |state| component(world, state, column))
            }
            Of::Coordinate(index) => sample.q.get(index).copied().unwrap_or(f64::NAN),
            Of::Rate(index) => sample.v.get(index).copied().unwrap_or(f64::NAN),
            Of::Impacts | Of::Events | Of::EndTime | Of::EnergyLost => f64::NAN,
        }
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
