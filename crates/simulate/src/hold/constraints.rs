//! The rows R that are held at one instant, with their biases, and the directions P of the forces that hold them: in storage that is used
//! again, for they are written at every evaluation.

use carom_mechanics::{Direction, Row};

/// Rows and directions; those from `used` on are left over from before.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constraints {
    rows: Vec<(Row, f64)>,
    directions: Vec<Row>,
    used: usize,
}

impl Constraints {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Holds a direction by a force along it, which may be changed.
    pub fn add(&mut self, direction: &Direction) -> &mut Row {
        if self.rows.len() == self.used {
            self.rows.push((Row::new(), 0.0));
            self.directions.push(Row::new());
        }
        let (held, push) = (&mut self.rows[self.used], &mut self.directions[self.used]);
        self.used += 1;
        held.0.clone_from(&direction.row);
        held.1 = direction.bias;
        push.clone_from(&direction.row);
        push
    }

    /// R and the biases.
    pub fn rows(&self) -> &[(Row, f64)] {
        &self.rows[..self.used]
    }

    /// P.
    pub fn directions(&self) -> &[Row] {
        &self.directions[..self.used]
    }
}
