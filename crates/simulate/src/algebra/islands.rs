//! Groups of things that feel each other: rows that share a velocity coordinate, contacts coupled by G. Each group is a problem of its
//! own.

use carom_mechanics::Row;

/// Coordinates that fit into the bits of one number.
const SMALL: usize = 128;

/// Rows for which a quick look whether all are one group is worth it.
const FEW: usize = 32;

/// Groups of indices 0 .. n, by joining.
#[derive(Debug, Clone, Default)]
pub(crate) struct Islands {
    parent: Vec<usize>,
    /// Members of the groups, group after group, each ascending.
    members: Vec<usize>,
    /// Where each group starts in `members`.
    starts: Vec<usize>,
}

impl Islands {
    /// Starts anew with n single members.
    pub fn reset(&mut self, n: usize) {
        self.parent.clear();
        self.parent.extend(0..n);
    }

    fn root(&mut self, mut a: usize) -> usize {
        while self.parent[a] != a {
            self.parent[a] = self.parent[self.parent[a]];
            a = self.parent[a];
        }
        a
    }

    /// Puts two members into one group; the lower root stays, so that the order does not depend on the order of joining.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// Lists the groups of the members from `first` on, in the order of their least members.
    pub fn list(&mut self, first: usize) {
        self.members.clear();
        self.starts.clear();
        let mut tagged: Vec<(usize, usize)> = (first..self.parent.len()).map(|k| (self.root(k), k)).collect();
        tagged.sort_unstable();
        for (k, (root, member)) in tagged.iter().enumerate() {
            if k == 0 || tagged[k - 1].0 != *root {
                self.starts.push(k);
            }
            self.members.push(member - first);
        }
    }

    /// Rows that share a velocity coordinate, directly or through the mass matrix; of each row itself and M^-1 times it.
    pub fn of_rows<'a>(coordinates: usize, rows: impl ExactSizeIterator<Item = (&'a Row, &'a Row)> + Clone) -> Self {
        let mut islands = Self::default();
        islands.join_rows(coordinates, rows);
        islands
    }

    /// As [`Self::of_rows`], in the storage of this one.
    pub fn join_rows<'a>(
        &mut self,
        coordinates: usize,
        rows: impl ExactSizeIterator<Item = (&'a Row, &'a Row)> + Clone,
    ) {
        if coordinates <= SMALL && are_one(rows.clone()) {
            self.starts.clear();
            self.starts.push(0);
            self.members.clear();
            self.members.extend(0..rows.len());
            return;
        }
        self.reset(coordinates + rows.len());
        for (k, (row, solved)) in rows.enumerate() {
            for &(i, _) in row.entries().iter().chain(solved.entries()) {
                self.join(i, coordinates + k);
            }
        }
        self.list(coordinates);
    }

    /// The groups listed.
    pub fn groups(&self) -> impl Iterator<Item = &[usize]> {
        (0..self.len()).map(|k| self.group(k))
    }

    /// Number of groups listed.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Members of a group listed, counted from `first`.
    pub fn group(&self, k: usize) -> &[usize] {
        let end = self.starts.get(k + 1).copied().unwrap_or(self.members.len());
        &self.members[self.starts[k]..end]
    }
}

/// Whether a few rows of fewer than [`SMALL`] coordinates are one group: as most mechanisms in contact are.
fn are_one<'a>(rows: impl ExactSizeIterator<Item = (&'a Row, &'a Row)>) -> bool {
    let count = rows.len();
    if count == 0 || count > FEW {
        return false;
    }
    let mut touched = [0_u128; FEW];
    for (touched, (row, solved)) in touched.iter_mut().zip(rows) {
        *touched = row.entries().iter().chain(solved.entries()).fold(0, |bits, (i, _)| bits | 1 << i);
    }
    let (mut all, mut before) = (touched[0], 0);
    while all != before {
        before = all;
        all = touched[..count].iter().fold(all, |all, bits| if all & bits != 0 { all | bits } else { all });
    }
    touched[..count].iter().all(|bits| all & bits != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_in_order_whatever_the_order_of_joining() {
        let mut islands = Islands::default();
        for joins in [[(0, 3), (3, 5), (1, 4)], [(5, 3), (4, 1), (3, 0)]] {
            islands.reset(6);
            joins.iter().for_each(|&(a, b)| islands.join(a, b));
            islands.list(0);
            let groups: Vec<&[usize]> = (0..islands.len()).map(|k| islands.group(k)).collect();
            assert_eq!(groups, [&[0, 3, 5][..], &[1, 4], &[2]]);
        }
    }

    /// The quick look says the same as joining, whatever the order of the rows.
    #[test]
    fn a_chain_of_rows_is_one_group_until_a_link_is_missing() {
        let row = |start: usize| {
            let mut row = Row::new();
            row.add(start, &[1.0, 1.0]);
            row
        };
        for (starts, groups) in [(&[3, 0, 2, 1][..], 1), (&[4, 0, 3, 2, 1], 1), (&[5, 0, 2, 1], 2), (&[], 0)] {
            let rows: Vec<Row> = starts.iter().map(|start| row(*start)).collect();
            assert_eq!(Islands::of_rows(7, rows.iter().map(|row| (row, row))).len(), groups, "{starts:?}");
        }
    }
}
