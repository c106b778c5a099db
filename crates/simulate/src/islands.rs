//! Groups of things that feel each other: rows that share a velocity coordinate, contacts coupled by G. Each group is a problem of its
//! own.

use carom_mechanics::Row;

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
    pub fn of_rows<'a>(coordinates: usize, rows: impl ExactSizeIterator<Item = (&'a Row, &'a Row)>) -> Self {
        let mut islands = Self::default();
        islands.join_rows(coordinates, rows);
        islands
    }

    /// As [`Self::of_rows`], in the storage of this one.
    pub fn join_rows<'a>(&mut self, coordinates: usize, rows: impl ExactSizeIterator<Item = (&'a Row, &'a Row)>) {
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
}
