//! In which order nodes of a graph are eliminated: always one with the fewest neighbours left (minimum degree), of equals the first.
//!
//! Eliminating a node joins all its neighbours to each other. Where no cycle is longer than three no edge is added by that: leaves come
//! first. The joints of chains and trees are such a graph, the joints of one body being neighbours of each other.
//! Source: Rose, *A graph-theoretic study of the numerical solution of sparse positive definite systems of linear equations* (1972).

use std::collections::BTreeSet;

/// A node and those of its neighbours that are eliminated after it, in the order of their elimination.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Eliminated {
    pub node: usize,
    pub later: Vec<usize>,
}

/// The order of elimination of a graph given by the neighbours of each node.
pub(super) fn order(mut neighbours: Vec<BTreeSet<usize>>) -> Vec<Eliminated> {
    let mut queue: BTreeSet<(usize, usize)> = neighbours.iter().enumerate().map(|(k, near)| (near.len(), k)).collect();
    let mut steps = Vec::with_capacity(neighbours.len());
    while let Some((_, node)) = queue.pop_first() {
        let near = std::mem::take(&mut neighbours[node]);
        for &one in &near {
            queue.remove(&(neighbours[one].len(), one));
            neighbours[one].remove(&node);
            neighbours[one].extend(near.iter().copied().filter(|&other| other != one));
            queue.insert((neighbours[one].len(), one));
        }
        steps.push(Eliminated { node, later: near.into_iter().collect() });
    }
    sort_later(&mut steps);
    steps
}

/// Puts the later neighbours of every node in the order of their own elimination.
fn sort_later(steps: &mut [Eliminated]) {
    let mut place = vec![0; steps.len()];
    steps.iter().enumerate().for_each(|(k, step)| place[step.node] = k);
    steps.iter_mut().for_each(|step| step.later.sort_unstable_by_key(|&node| place[node]));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: usize, edges: &[(usize, usize)]) -> Vec<BTreeSet<usize>> {
        let mut neighbours = vec![BTreeSet::new(); nodes];
        for &(a, b) in edges {
            neighbours[a].insert(b);
            neighbours[b].insert(a);
        }
        neighbours
    }

    #[test]
    fn trees_need_no_more_than_they_have() {
        // A star of three chains: joints 0, 1, 2 share a body.
        let edges = [(0, 1), (0, 2), (1, 2), (0, 3), (3, 4), (1, 5), (2, 6), (6, 7)];
        let steps = order(graph(8, &edges));
        assert_eq!(steps.iter().map(|step| step.later.len()).sum::<usize>(), edges.len());
    }

    #[test]
    fn a_ring_needs_one_more_a_node() {
        let n = 10;
        let edges: Vec<(usize, usize)> = (0..n).map(|k| (k, (k + 1) % n)).collect();
        let steps = order(graph(n, &edges));
        // Every node but the last three closes the gap it leaves.
        assert_eq!(steps.iter().map(|step| step.later.len()).sum::<usize>(), 2 * n - 3);
    }
}
