//! Where the numbers of R are, which products make up S = R M^-1 R^T, and in which order it is factored: all that does not change
//! while the same joints hold the same bodies.

use super::order::{Eliminated, order};
use carom_mechanics::{Mass, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The columns of a group of rows in one block of M: numbers row by row from `offset` on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// First coordinate.
    pub start: usize,
    pub size: usize,
    pub offset: usize,
}

/// Rows of a group: those of a weld. Joints with more equations are several groups.
pub(super) const MOST: usize = 6;

/// Rows of one joint.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// First row.
    pub first: usize,
    pub rows: usize,
    pub parts: Range<usize>,
    /// Which of the systems that do not feel each other it belongs to.
    pub island: usize,
}

/// R_a M^-1 R_b^T over the coordinates of one block of M, added to a block of S.
#[derive(Debug, Clone, Copy)]
pub(super) struct Product {
    pub into: usize,
    /// Groups of the block's rows and columns, and their parts.
    pub groups: [usize; 2],
    pub parts: [usize; 2],
}

/// What eliminating one group does: its own block, those below it, and the blocks that the products of these are taken from.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub group: usize,
    pub offset: usize,
    /// One past the numbers of its block and of those below it.
    pub end: usize,
    pub below: Range<usize>,
    /// First of the blocks to change: those of the pairs (i, j), j up to i, of the blocks below.
    pub updates: usize,
}

/// All of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    /// Coordinate of every entry of every row, and its place among the numbers of R.
    slots: Vec<(usize, usize)>,
    /// The key of each row's group and one past its last slot.
    rows: Vec<(usize, usize)>,
    /// Coordinates of the mass matrix.
    pub coordinates: usize,
    /// Numbers of R, and of S.
    pub numbers: usize,
    pub blocks: usize,
    pub groups: Vec<Group>,
    pub parts: Vec<Part>,
    pub products: Vec<Product>,
    pub steps: Vec<Step>,
    /// Groups of the blocks below the pivots.
    pub below: Vec<usize>,
    /// Offsets of the blocks that change.
    pub updates: Vec<usize>,
    pub islands: usize,
}

impl Pattern {
    /// Writes the entries of the rows where they belong; false if the rows are not those of this pattern.
    pub fn load<'a>(&self, mass: &Mass, rows: impl Iterator<Item = (usize, &'a Row)>, numbers: &mut Vec<f64>) -> bool {
        if self.coordinates != mass.size() {
            return false;
        }
        numbers.resize(self.numbers, 0.0);
        let (mut count, mut from) = (0, 0);
        for (key, row) in rows {
            let Some(&(expected, end)) = self.rows.get(count) else { return false };
            let slots = &self.slots[from..end];
            if expected != key || slots.len() != row.entries().len() {
                return false;
            }
            let mut same = true;
            for (&(i, value), &(coordinate, slot)) in row.entries().iter().zip(slots) {
                same &= i == coordinate;
                numbers[slot] = value;
            }
            if !same {
                return false;
            }
            (count, from) = (count + 1, end);
        }
        count == self.rows.len()
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The pattern of rows, each with the key of its group; rows of one group follow each other.
    pub fn new<'a>(mass: &Mass, rows: impl Iterator<Item = (usize, &'a Row)>) -> Self {
        let rows: Vec<(usize, &Row)> = rows.collect();
        let mut pattern = Self { coordinates: mass.size(), ..Self::default() };
        for group in rows.chunk_by(|a, b| a.0 == b.0).flat_map(|joint| joint.chunks(MOST)) {
            pattern.add_group(mass, group);
        }
        pattern.find_order();
        pattern
    }

    fn add_group(&mut self, mass: &Mass, rows: &[(usize, &Row)]) {
        let entries = rows.iter().flat_map(|(_, row)| row.entries());
        let blocks: BTreeSet<(usize, usize)> = entries.map(|&(i, _)| mass.block(i)).collect();
        let parts = self.parts.len()..self.parts.len() + blocks.len();
        for (start, size) in blocks {
            self.parts.push(Part { start, size, offset: self.numbers });
            self.numbers += rows.len() * size;
        }
        let own = &self.parts[parts.clone()];
        for (k, (key, row)) in rows.iter().enumerate() {
            for &(i, _) in row.entries() {
                let (start, _) = mass.block(i);
                let part = own.iter().find(|part| part.start == start);
                self.slots.extend(part.map(|part| (i, part.offset + k * part.size + i - start)));
            }
            self.rows.push((*key, self.slots.len()));
        }
        let first = self.rows.len() - rows.len();
        self.groups.push(Group { first, rows: rows.len(), parts, island: 0 });
    }

    /// Groups with the parts that they have in each block of M.
    fn meetings(&self) -> Vec<Vec<(usize, usize)>> {
        let mut at: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for (k, group) in self.groups.iter().enumerate() {
            for part in group.parts.clone() {
                at.entry(self.parts[part].start).or_default().push((k, part));
            }
        }
        at.into_values().collect()
    }

    fn find_order(&mut self) {
        let mut neighbours = vec![BTreeSet::new(); self.groups.len()];
        for meeting in self.meetings() {
            for &(a, _) in &meeting {
                neighbours[a].extend(meeting.iter().map(|&(b, _)| b).filter(|&b| b != a));
            }
        }
        self.number_islands(&neighbours);
        let steps = order(neighbours);
        let offsets = self.place_blocks(&steps);
        self.list_updates(&steps, &offsets);
        self.list_products(&steps, &offsets);
    }

    fn number_islands(&mut self, neighbours: &[BTreeSet<usize>]) {
        let mut seen = vec![false; self.groups.len()];
        for first in 0..self.groups.len() {
            if seen[first] {
                continue;
            }
            let mut ahead = vec![first];
            seen[first] = true;
            while let Some(k) = ahead.pop() {
                self.groups[k].island = self.islands;
                for &other in &neighbours[k] {
                    if !std::mem::replace(&mut seen[other], true) {
                        ahead.push(other);
                    }
                }
            }
            self.islands += 1;
        }
    }

    /// Offsets of all blocks, by the groups of their columns and rows.
    fn place_blocks(&mut self, steps: &[Eliminated]) -> BTreeMap<(usize, usize), usize> {
        let mut offsets = BTreeMap::new();
        for step in steps {
            for &row in std::iter::once(&step.node).chain(&step.later) {
                offsets.insert((step.node, row), self.blocks);
                self.blocks += self.groups[step.node].rows * self.groups[row].rows;
            }
        }
        offsets
    }

    fn list_updates(&mut self, steps: &[Eliminated], offsets: &BTreeMap<(usize, usize), usize>) {
        for Eliminated { node, later } in steps {
            let (first, updates) = (self.below.len(), self.updates.len());
            for (i, &row) in later.iter().enumerate() {
                self.below.push(row);
                self.updates.extend(later[..=i].iter().map(|&column| offsets[&(column, row)]));
            }
            let (offset, below) = (offsets[&(*node, *node)], first..self.below.len());
            let rows = self.groups[*node].rows + later.iter().map(|&row| self.groups[row].rows).sum::<usize>();
            self.steps.push(Step {
                group: *node,
                offset,
                end: offset + self.groups[*node].rows * rows,
                below,
                updates,
            });
        }
    }

    fn list_products(&mut self, steps: &[Eliminated], offsets: &BTreeMap<(usize, usize), usize>) {
        let mut place = vec![0; steps.len()];
        steps.iter().enumerate().for_each(|(k, step)| place[step.node] = k);
        let mut products = Vec::new();
        for meeting in self.meetings() {
            for &(row, i) in &meeting {
                for &(column, j) in meeting.iter().filter(|(column, _)| place[*column] <= place[row]) {
                    products.push(Product { into: offsets[&(column, row)], groups: [row, column], parts: [i, j] });
                }
            }
        }
        // One block after the other, as they lie in memory.
        products.sort_by_key(|product| product.into);
        self.products = products;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_has_no_block_more_than_its_system() {
        let links = 50;
        let mut mass = Mass::default();
        (0..=links).for_each(|_| assert!(mass.push(1, &[1.0])));
        let row = |k: usize| {
            let mut row = Row::new();
            row.add(k, &[1.0, -1.0]);
            row
        };
        let rows: Vec<Row> = (0..links).map(row).collect();
        let pattern = Pattern::new(&mass, rows.iter().enumerate());
        assert_eq!((pattern.blocks, pattern.islands), (2 * links - 1, 1));
        assert_eq!(pattern.products.len(), 3 * links - 1);
    }
}
