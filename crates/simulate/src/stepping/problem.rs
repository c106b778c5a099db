//! The cone problem of one step: u' = W P + q.

use crate::response::Response;
use crate::smooth::{Terms, product};
use carom_complementarity::cone::{BlockMatrix, FrictionProblem};
use carom_mechanics::{Contact, Direction, Row};
use std::collections::BTreeMap;

/// The directions of a contact: normal, then tangents.
pub(super) fn directions(contact: &Contact, tangents: usize) -> impl Iterator<Item = &Direction> {
    std::iter::once(&contact.along_normal).chain(&contact.tangential[..tangents])
}

/// What a unit impulse along every direction does to the velocities, sparse where there are no joints.
pub(super) fn responses(terms: &Terms, tangents: usize, response: &mut Response) -> Vec<Row> {
    let rows = terms.contacts.iter().flat_map(|contact| directions(contact, tangents));
    if terms.joints.is_empty() {
        return rows
            .map(|direction| {
                let mut out = Row::new();
                terms.mass.solve_row(&direction.row, &mut out);
                out
            })
            .collect();
    }
    let (mut push, mut change) = (vec![0.0; terms.mass.size()], vec![0.0; terms.mass.size()]);
    rows.map(|direction| {
        push.fill(0.0);
        direction.row.add_to(1.0, &mut push);
        response.change(terms, &push, |_| 0.0, &mut change);
        let mut out = Row::new();
        for (i, &value) in change.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            out.add(i, &[value]);
        }
        out
    })
    .collect()
}

/// W of the contacts of the terms.
pub(super) fn delassus(terms: &Terms, tangents: usize, responses: &[Row]) -> Option<BlockMatrix> {
    let dim = tangents + 1;
    let touched = contacts_by_coordinate(responses, dim);
    let mut entries = Vec::new();
    for (i, contact) in terms.contacts.iter().enumerate() {
        let neighbours = neighbours(contact, &touched, tangents);
        for (a, direction) in directions(contact, tangents).enumerate() {
            for &j in &neighbours {
                for b in 0..dim {
                    let value = product(&direction.row, &responses[j * dim + b]);
                    entries.push((i * dim + a, j * dim + b, value));
                }
            }
        }
    }
    BlockMatrix::from_triplets(dim, terms.contacts.len(), entries).ok()
}

/// Contacts whose impulses move a coordinate.
fn contacts_by_coordinate(responses: &[Row], dim: usize) -> BTreeMap<usize, Vec<usize>> {
    let mut touched: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (k, row) in responses.iter().enumerate() {
        for &(coordinate, _) in row.entries() {
            let list = touched.entry(coordinate).or_default();
            if list.last() != Some(&(k / dim)) {
                list.push(k / dim);
            }
        }
    }
    touched
}

/// Contacts that a contact feels, ascending.
fn neighbours(contact: &Contact, touched: &BTreeMap<usize, Vec<usize>>, tangents: usize) -> Vec<usize> {
    let mut all: Vec<usize> = directions(contact, tangents)
        .flat_map(|direction| direction.row.entries())
        .filter_map(|(coordinate, _)| touched.get(coordinate))
        .flatten()
        .copied()
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The problem of a step: velocities with restitution and without impulses in `q`.
pub(super) fn problem(w: BlockMatrix, q: Vec<f64>, mu: Vec<f64>) -> Option<FrictionProblem> {
    FrictionProblem::new(w, q, mu).ok()
}
