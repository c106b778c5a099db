//! `joints.csv`: what every joint does to its bodies at every sample.
//!
//! The rows H of a joint and its multipliers lambda give H^T lambda, and the part of it at the velocities of a body is the force on that body
//! and the moment about its centre of mass, in the axes of the world.

use std::collections::BTreeMap;
use std::io::{self, Write};

use carom_mechanics::{At, Model};
use carom_simulate::record::{Record, Sample};

use super::cast::{Cast, Space};
use super::number;
use super::trajectory::quoted;

/// Columns in the plane.
const PLANE: &str = "t,joint,body,force.x,force.y,moment";
/// Columns in space.
const SPACE: &str = "t,joint,body,force.x,force.y,force.z,moment.x,moment.y,moment.z";

/// What a joint does to one of its bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Reaction {
    /// Which joint.
    pub joint: usize,
    /// Which member of the cast.
    pub body: usize,
    /// The force and the moment about the centre of mass: x, y and the moment in the plane, six numbers in space.
    pub parts: Vec<f64>,
}

/// The reactions at a sample.
pub type Reactions<'a> = dyn Fn(&Sample) -> Vec<Reaction> + Sync + 'a;

/// H^T lambda of a model by joints and bodies; `starts` are the first velocities of bodies, ascending, each of
/// which has `dim`.
pub(super) fn reactions<M: Model>(model: &M, starts: &[(usize, usize)], dim: usize, sample: &Sample) -> Vec<Reaction> {
    let mut rows = Vec::new();
    model.joints(At { t: sample.t, q: &sample.q, v: &sample.v }, &mut rows);
    let mut parts: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    for (row, force) in rows.iter().zip(&sample.joint_forces) {
        for (coordinate, entry) in row.direction.row.entries() {
            let owner = starts.partition_point(|(start, _)| start <= coordinate).checked_sub(1).map(|k| starts[k]);
            let Some((start, body)) = owner.filter(|(start, _)| coordinate - start < dim) else { continue };
            parts.entry((row.joint, body)).or_insert_with(|| vec![0.0; dim])[coordinate - start] += force * entry;
        }
    }
    parts.into_iter().map(|((joint, body), parts)| Reaction { joint, body, parts }).collect()
}

/// Writes the file: a row per sample, joint and body that can move.
pub(super) fn write(out: &mut impl Write, cast: &Cast<'_>, record: &Record) -> io::Result<()> {
    writeln!(out, "{}", if cast.space == Space::Plane { PLANE } else { SPACE })?;
    for sample in &record.samples {
        for Reaction { joint, body, parts } in (cast.reactions)(sample) {
            number::write(out, sample.t)?;
            let joint = cast.joints.get(joint).map(String::as_str).unwrap_or_default();
            write!(out, ",{},{}", quoted(joint), quoted(&cast.members[body].name))?;
            for part in parts {
                out.write_all(b",")?;
                number::write(out, part)?;
            }
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}
