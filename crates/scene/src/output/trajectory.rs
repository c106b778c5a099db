//! `trajectory.csv`: time, the state of every body that can move, the coordinates of systems, energies; a row per sample.

use std::io::{self, Write};

use carom_simulate::record::{Record, Sample};

use super::cast::{Cast, Space, State};
use super::number;

/// Columns of a body in the plane.
const PLANE: [&str; 6] = ["x", "y", "angle", "vx", "vy", "spin"];
/// Columns of a body in space.
const SPACE: [&str; 13] = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];
/// Columns at the end.
const ENERGIES: [&str; 3] = ["energy.kinetic", "energy.potential", "energy.total"];

/// The table: what its columns are called, and the numbers of a row. Fixed bodies are left out: they have nothing to tell.
pub struct TrajectoryTable<'c, 'a> {
    cast: &'c Cast<'a>,
    bodies: Vec<usize>,
    states: Vec<State>,
}

impl<'c, 'a> TrajectoryTable<'c, 'a> {
    /// The table of a cast.
    pub fn new(cast: &'c Cast<'a>) -> Self {
        Self { cast, bodies: cast.travellers(), states: Vec::new() }
    }

    /// The names of the columns.
    pub fn columns(&self) -> Vec<String> {
        let columns: &[&str] = match self.cast.space {
            Space::Plane => &PLANE,
            Space::Space => &SPACE,
        };
        let bodies = self.bodies.iter().map(|&body| self.cast.members[body].name.as_ref());
        let of_bodies = bodies.flat_map(|name| columns.iter().map(move |column| format!("{name}.{column}")));
        let scalars = self.cast.scalars.iter().map(|scalar| scalar.name.clone());
        let energies = ENERGIES.map(str::to_owned);
        ["t".to_owned()].into_iter().chain(of_bodies).chain(scalars).chain(energies).collect()
    }

    /// The numbers of a sample, written over `row`.
    pub fn row(&mut self, sample: &Sample, row: &mut Vec<f64>) {
        self.cast.at_sample(sample, &mut self.states);
        row.clear();
        row.push(sample.t);
        for &body in &self.bodies {
            let State { position: p, angle, quaternion: o, velocity: v, spin: w } = &self.states[body];
            match self.cast.space {
                Space::Plane => row.extend([p[0], p[1], *angle, v[0], v[1], w[2]]),
                Space::Space => row.extend(p.iter().chain(o).chain(v).chain(w)),
            }
        }
        row.extend(self.cast.scalars.iter().map(|scalar| scalar.of(sample)));
        let energy = sample.energy;
        row.extend([energy.kinetic, energy.potential, energy.total()]);
    }
}

/// Writes the file.
pub(super) fn write(out: &mut impl Write, cast: &Cast<'_>, record: &Record) -> io::Result<()> {
    let mut table = TrajectoryTable::new(cast);
    let header: Vec<String> = table.columns().iter().map(|column| quoted(column)).collect();
    writeln!(out, "{}", header.join(","))?;
    let mut row = Vec::new();
    for sample in &record.samples {
        table.row(sample, &mut row);
        for (place, value) in row.iter().enumerate() {
            out.write_all(if place == 0 { b"" } else { b"," })?;
            number::write(out, *value)?;
        }
        out.write_all(b"\n")?;
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
