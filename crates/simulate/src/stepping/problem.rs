//! The cone problems of one step, one for each group of contacts that feel each other: u' = W P + q with W = G M^-1 G^T, G the
//! directions of the contacts, M^-1 with all joints felt. W is kept in blocks, filled where two contacts share a body.

use crate::algebra::islands::Islands;
use crate::hold::response::Response;
use crate::hold::terms::{Terms, directions};
use carom_complementarity::cone::{BlockMatrix, FrictionProblem};
use carom_mechanics::{Contact, Row};

/// What impulses do, and which contacts feel each other.
#[derive(Debug, Clone, Default)]
pub(super) struct Assembly {
    /// Directions of a contact: 2 in the plane, 3 in space.
    dim: usize,
    /// The change of the velocities by a unit impulse along each direction of each contact.
    columns: Vec<Row>,
    /// Contacts whose impulses move each coordinate, ascending.
    touched: Vec<Vec<usize>>,
    islands: Islands,
    /// Place of each contact in its group.
    places: Vec<usize>,
    /// The directions of one contact as full vectors.
    dense: Vec<Vec<f64>>,
    neighbours: Vec<usize>,
    push: Vec<f64>,
    change: Vec<f64>,
}

impl Assembly {
    /// Prepares the problems of the contacts of the terms.
    pub fn prepare(&mut self, terms: &Terms, tangents: usize, response: &mut Response) {
        self.dim = tangents + 1;
        self.find_columns(terms, response);
        self.find_touched(terms.mass.size());
        self.find_islands(terms);
        self.dense.resize(self.dim, Vec::new());
        for full in &mut self.dense {
            full.clear();
            full.resize(terms.mass.size(), 0.0);
        }
    }

    /// Forgets the contacts.
    pub fn clear(&mut self) {
        self.columns.clear();
    }

    /// Whether so many contacts are prepared.
    pub fn is_prepared(&self, contacts: usize) -> bool {
        contacts > 0 && self.dim > 0 && self.columns.len() == contacts * self.dim
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.islands.len()
    }

    /// Contacts of a group.
    pub fn group(&self, k: usize) -> &[usize] {
        self.islands.group(k)
    }

    /// Adds what the impulses of a contact do to the velocities.
    pub fn apply(&self, contact: usize, impulse: &[f64], v: &mut [f64]) {
        for (column, &factor) in self.columns[contact * self.dim..].iter().zip(impulse) {
            column.add_to(factor, v);
        }
    }

    /// The first row of a contact's own block of W: what its impulses do to its normal velocity.
    pub fn own(&self, at: usize, contact: &Contact) -> Vec<f64> {
        let columns = &self.columns[at * self.dim..(at + 1) * self.dim];
        let normal = contact.along_normal.row.entries();
        let factor = |i: usize| normal.iter().filter(|(j, _)| *j == i).map(|(_, value)| value).sum::<f64>();
        columns.iter().map(|column| column.entries().iter().map(|&(i, value)| value * factor(i)).sum()).collect()
    }

    /// A contact's own block of W, by rows.
    pub fn block(&self, at: usize, contact: &Contact) -> Vec<f64> {
        let columns = &self.columns[at * self.dim..(at + 1) * self.dim];
        let felt = |row: &Row, column: &Row| -> f64 {
            let of = |i: usize| row.entries().iter().filter(|(j, _)| *j == i).map(|(_, value)| value).sum::<f64>();
            column.entries().iter().map(|&(i, value)| value * of(i)).sum()
        };
        let rows = directions(contact, self.dim - 1);
        rows.flat_map(|direction| columns.iter().map(move |column| felt(&direction.row, column))).collect()
    }

    /// The columns M^-1 G^T, sparse where there are no joints.
    fn find_columns(&mut self, terms: &Terms, response: &mut Response) {
        self.columns.resize(self.dim * terms.contacts.len(), Row::new());
        let rows = terms.contacts.iter().flat_map(|contact| directions(contact, self.dim - 1));
        if terms.joints.is_empty() {
            for (direction, column) in rows.zip(&mut self.columns) {
                terms.mass.solve_row(&direction.row, column);
            }
            return;
        }
        self.push.resize(terms.mass.size(), 0.0);
        self.change.resize(terms.mass.size(), 0.0);
        for (direction, column) in rows.zip(&mut self.columns) {
            self.push.fill(0.0);
            direction.row.add_to(1.0, &mut self.push);
            response.change(terms, &self.push, |_| 0.0, &mut self.change);
            column.assign(self.change.iter().copied().enumerate().filter(|(_, value)| *value != 0.0));
        }
    }

    fn find_touched(&mut self, coordinates: usize) {
        self.touched.resize(coordinates, Vec::new());
        self.touched.iter_mut().for_each(Vec::clear);
        for (k, column) in self.columns.iter().enumerate() {
            for &(coordinate, _) in column.entries() {
                let list = &mut self.touched[coordinate];
                if list.last() != Some(&(k / self.dim)) {
                    list.push(k / self.dim);
                }
            }
        }
    }

    /// Contacts that move the same coordinate, or one that the other measures, belong to one group.
    fn find_islands(&mut self, terms: &Terms) {
        let contacts = terms.contacts.len();
        self.islands.reset(contacts);
        for list in &self.touched {
            list.windows(2).for_each(|pair| self.islands.join(pair[0], pair[1]));
        }
        for (k, contact) in terms.contacts.iter().enumerate() {
            for (coordinate, _) in directions(contact, self.dim - 1).flat_map(|direction| direction.row.entries()) {
                if let Some(&other) = self.touched[*coordinate].first() {
                    self.islands.join(k, other);
                }
            }
        }
        self.islands.list(0);
        self.places.resize(contacts, 0);
        for k in 0..self.islands.len() {
            for (place, &contact) in self.islands.group(k).iter().enumerate() {
                self.places[contact] = place;
            }
        }
    }

    /// The problem of a group, given the velocities without impulses (those of restitution in them) and the friction of all
    /// contacts. `None` if a number is not finite.
    pub fn problem(&mut self, k: usize, terms: &Terms, q: &[f64], mu: &[f64]) -> Option<FrictionProblem> {
        let members: Vec<usize> = self.islands.group(k).to_vec();
        let dim = self.dim;
        let w = BlockMatrix::from_block_rows(dim, members.len(), |place, columns, values| {
            self.block_row(members[place], &terms.contacts[members[place]], columns, values);
        });
        let q = members.iter().flat_map(|&c| &q[c * dim..(c + 1) * dim]).copied().collect();
        let mu = members.iter().map(|&c| mu[c]).collect();
        FrictionProblem::new(w.ok()?, q, mu).ok()
    }

    /// Appends the blocks of one contact with all that it feels.
    fn block_row(&mut self, at: usize, contact: &Contact, columns: &mut Vec<usize>, values: &mut Vec<f64>) {
        self.neighbours.clear();
        self.neighbours.push(at);
        for (direction, full) in directions(contact, self.dim - 1).zip(&mut self.dense) {
            for &(coordinate, value) in direction.row.entries() {
                full[coordinate] += value;
                self.neighbours.extend_from_slice(&self.touched[coordinate]);
            }
        }
        self.neighbours.sort_unstable();
        self.neighbours.dedup();
        for &other in &self.neighbours {
            columns.push(self.places[other]);
            for full in &self.dense {
                let felt = &self.columns[other * self.dim..(other + 1) * self.dim];
                values.extend(felt.iter().map(|column| column.dot(full)));
            }
        }
        for (direction, full) in directions(contact, self.dim - 1).zip(&mut self.dense) {
            direction.row.entries().iter().for_each(|&(coordinate, _)| full[coordinate] = 0.0);
        }
    }
}
