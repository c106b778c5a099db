//! `trajectory.csv`: time, the state of every body that can move, the coordinates of systems, energies; a row per sample.

use std::io::{self, Write};

use carom_simulate::record::Record;

use super::cast::{Cast, Space, State};
use super::number;

/// Columns of a body in the plane.
const PLANE: [&str; 6] = ["x", "y", "angle", "vx", "vy", "spin"];
/// Columns of a body in space.
const SPACE: [&str; 13] = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];
/// Columns at the end.
const ENERGIES: [&str; 3] = ["energy.kinetic", "energy.potential", "energy.total"];

/// Writes the file. Fixed bodies are left out: they have nothing to tell.
pub(super) fn write(out: &mut impl Write, cast: &Cast<'_>, record: &Record) -> io::Result<()> {
    let bodies = cast.travellers();
    header(out, cast, &bodies)?;
    let mut states = Vec::new();
    for sample in &record.samples {
        number::write(out, sample.t)?;
        cast.at_sample(sample, &mut states);
        for &body in &bodies {
            row_part(out, cast.space, &states[body])?;
        }
        for scalar in &cast.scalars {
            cells(out, &[scalar.of(sample)])?;
        }
        let energy = sample.energy;
        cells(out, &[energy.kinetic, energy.potential, energy.total()])?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn header(out: &mut impl Write, cast: &Cast<'_>, bodies: &[usize]) -> io::Result<()> {
    let columns: &[&str] = match cast.space {
        Space::Plane => &PLANE,
        Space::Space => &SPACE,
    };
    out.write_all(b"t")?;
    for &body in bodies {
        for column in columns {
            write!(out, ",{}", quoted(&format!("{}.{column}", cast.members[body].name)))?;
        }
    }
    for scalar in &cast.scalars {
        write!(out, ",{}", quoted(&scalar.name))?;
    }
    for column in ENERGIES {
        write!(out, ",{column}")?;
    }
    out.write_all(b"\n")
}

fn row_part(out: &mut impl Write, space: Space, state: &State) -> io::Result<()> {
    let State { position: p, angle, quaternion: o, velocity: v, spin: w } = state;
    match space {
        Space::Plane => cells(out, &[p[0], p[1], *angle, v[0], v[1], w[2]]),
        Space::Space => {
            cells(out, p)?;
            cells(out, o)?;
            cells(out, v)?;
            cells(out, w)
        }
    }
}

fn cells(out: &mut impl Write, values: &[f64]) -> io::Result<()> {
    for value in values {
        out.write_all(b",")?;
        number::write(out, *value)?;
    }
    Ok(())
}

/// A cell of text as CSV demands (RFC 4180): in quotes if it holds a comma, a quote or the end of a line, quotes doubled.
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_that_would_break_a_row_are_quoted() {
        assert_eq!(quoted("bar.x"), "bar.x");
        assert_eq!(quoted("a,b.x"), "\"a,b.x\"");
        assert_eq!(quoted("the \"ball\".x"), "\"the \"\"ball\"\".x\"");
    }
}
