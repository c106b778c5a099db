//! `contacts.csv`: the force of every lasting contact at every sample.

use std::io::{self, Write};

use carom_mechanics::At;
use carom_simulate::record::{ContactForce, Record, Sample};

use super::cast::{Cast, Space};
use super::number;
use super::trajectory::quoted;

/// Columns in the plane.
const PLANE: &str = "t,first,second,x,y,normal.x,normal.y,force.normal,force.tangential";
/// Columns in space.
const SPACE: &str =
    "t,first,second,x,y,z,normal.x,normal.y,normal.z,force.normal,force.tangential.1,force.tangential.2";

/// Writes the file: a row per sample and closed contact; the forces act on the first body.
pub(super) fn write(out: &mut impl Write, cast: &Cast<'_>, record: &Record) -> io::Result<()> {
    let header = if cast.space == Space::Plane { PLANE } else { SPACE };
    writeln!(out, "{header}")?;
    for sample in &record.samples {
        for force in &sample.contact_forces {
            row(out, cast, sample, force)?;
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, cast: &Cast<'_>, sample: &Sample, force: &ContactForce) -> io::Result<()> {
    number::write(out, sample.t)?;
    let names = cast.names(force.touch.site.pair);
    for place in 0..2 {
        write!(out, ",{}", quoted(names.get(place).copied().unwrap_or_default()))?;
    }
    let at = At { t: sample.t, q: &sample.q, v: &sample.v };
    let contact = (cast.point)(force.touch, at).unwrap_or_default();
    let numbers = cast.space.dimensions();
    let forces = [&[force.normal], &force.tangential[..cast.space.tangents()]].concat();
    for value in contact.point[..numbers].iter().chain(&contact.normal[..numbers]).chain(&forces) {
        out.write_all(b",")?;
        number::write(out, *value)?;
    }
    out.write_all(b"\n")
}
