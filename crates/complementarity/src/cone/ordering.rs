//! A fill-reducing order of the contacts and the pattern of the factors.
//!
//! Eliminating contact v joins all contacts that touch it; the order takes at each step the contact with the fewest
//! remaining neighbours (minimum degree; the least index among equals, so that it is always the same).
//!
//! Source: George, Liu, *SIAM Review* 31 (1989).

use super::BlockMatrix;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The order and, for every position, the later positions that its row of U fills.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ordering {
    /// Contact at each position.
    pub contact: Vec<usize>,
    /// Position of each contact.
    pub position: Vec<usize>,
    /// Row pointers of U (without the diagonal).
    pub upper_starts: Vec<usize>,
    /// Columns of U, ascending in every row.
    pub upper: Vec<usize>,
    /// Row pointers of L (without the diagonal).
    pub lower_starts: Vec<usize>,
    /// Columns of L, ascending in every row.
    pub lower: Vec<usize>,
}

impl Ordering {
    /// Orders the contacts of W; the pattern is made symmetric.
    pub fn new(w: &BlockMatrix) -> Self {
        let n = w.contacts();
        let mut neighbours = graph(w);
        let mut heap: BinaryHeap<Reverse<(usize, usize)>> = (0..n).map(|v| Reverse((neighbours[v].len(), v))).collect();
        let mut position = vec![usize::MAX; n];
        let mut contact = Vec::with_capacity(n);
        while let Some(Reverse((degree, v))) = heap.pop() {
            if position[v] != usize::MAX || degree != neighbours[v].len() {
                continue; // an old entry of the heap
            }
            position[v] = contact.len();
            contact.push(v);
            let clique = std::mem::take(&mut neighbours[v]);
            for &a in &clique {
                merge(&mut neighbours[a], &clique, a, v);
                heap.push(Reverse((neighbours[a].len(), a)));
            }
            neighbours[v] = clique;
        }
        Self::pattern(contact, position, &neighbours)
    }

    /// Rows of U from the neighbours at elimination, rows of L as their transposes.
    fn pattern(contact: Vec<usize>, position: Vec<usize>, neighbours: &[Vec<usize>]) -> Self {
        let n = contact.len();
        let mut out = Self { upper_starts: vec![0], lower_starts: vec![0; n + 1], ..Self::default() };
        for &v in &contact {
            let from = out.upper.len();
            out.upper.extend(neighbours[v].iter().map(|&a| position[a]));
            out.upper[from..].sort_unstable();
            out.upper_starts.push(out.upper.len());
        }
        for &column in &out.upper {
            out.lower_starts[column + 1] += 1;
        }
        for i in 0..n {
            out.lower_starts[i + 1] += out.lower_starts[i];
        }
        let mut next = out.lower_starts.clone();
        out.lower = vec![0; out.upper.len()];
        for row in 0..n {
            for &column in &out.upper[out.upper_starts[row]..out.upper_starts[row + 1]] {
                out.lower[next[column]] = row;
                next[column] += 1;
            }
        }
        out.contact = contact;
        out.position = position;
        out
    }
}

/// The contacts that share a block with each contact, ascending.
fn graph(w: &BlockMatrix) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); w.contacts()];
    for i in 0..w.contacts() {
        for (j, _) in w.row(i).filter(|(j, _)| *j != i) {
            neighbours[i].push(j);
            neighbours[j].push(i);
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}

/// list <- list united with clique, without `own` and without the eliminated contact.
fn merge(list: &mut Vec<usize>, clique: &[usize], own: usize, eliminated: usize) {
    list.extend_from_slice(clique);
    list.sort_unstable();
    list.dedup();
    list.retain(|&x| x != own && x != eliminated);
}
