//! Bodies that feel each other at an instant, by forces, joints or contacts, and those that do not.

use crate::smooth::Terms;
use carom_mechanics::Model;

/// The components of y = (q, v) in islands, each in ascending order, ordered by their first ones. `None` where it is not known who feels whom,
/// or positions are not one for one those of the velocities, as in space.
pub(super) fn of<M: Model + ?Sized>(model: &M, terms: &Terms) -> Option<Vec<Vec<usize>>> {
    let n = model.velocities();
    if model.positions() != n {
        return None;
    }
    let mut sets = Sets { above: (0..n).collect() };
    if !model.bonds(&mut |a, b| sets.join(a, b)) {
        return None;
    }
    let contacts = terms.contacts.iter().map(|contact| &contact.along_normal);
    for along in terms.joints.iter().map(|joint| &joint.direction).chain(contacts) {
        along.row.entries().windows(2).for_each(|pair| sets.join(pair[0].0, pair[1].0));
    }
    Some(sets.lists(n))
}

/// Disjoint sets of numbers: each knows one that is not above it, the least of a set itself.
struct Sets {
    above: Vec<usize>,
}

impl Sets {
    fn least(&mut self, mut i: usize) -> usize {
        while self.above[i] != i {
            self.above[i] = self.above[self.above[i]];
            i = self.above[i];
        }
        i
    }

    fn join(&mut self, i: usize, j: usize) {
        let (a, b) = (self.least(i), self.least(j));
        self.above[a.max(b)] = a.min(b);
    }

    /// The sets as lists of positions, then velocities.
    fn lists(mut self, n: usize) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); n];
        for i in 0..2 * n {
            lists[self.least(i % n)].push(i);
        }
        lists.retain(|list| !list.is_empty());
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::Sets;

    #[test]
    fn joined_numbers_are_one_list() {
        let mut sets = Sets { above: (0..6).collect() };
        [(4, 2), (5, 4), (3, 0)].into_iter().for_each(|(i, j)| sets.join(i, j));
        assert_eq!(sets.lists(6), [vec![0, 3, 6, 9], vec![1, 7], vec![2, 4, 5, 8, 10, 11]]);
    }
}
