//! Which bodies may be near: bounding spheres sorted along x.

use glam::DVec3;

/// A body as the broad phase sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    /// Within a sphere.
    Sphere { centre: DVec3, radius: f64 },
    /// Without end.
    Unbounded,
    /// Nothing there.
    Nothing,
}

/// Calls `visit` with every pair i < j of bodies whose distance may be at most `reach`: touching spheres count.
pub(crate) fn near_pairs(bounds: &[Bound], reach: f64, mut visit: impl FnMut(usize, usize)) {
    let spheres = bounds.iter().enumerate().filter_map(|(i, bound)| match *bound {
        Bound::Sphere { centre, radius } => Some((centre.x - radius, centre, radius, i)),
        _ => None,
    });
    let mut order: Vec<(f64, DVec3, f64, usize)> = spheres.collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.3.cmp(&b.3)));
    for (k, &(_, centre, radius, i)) in order.iter().enumerate() {
        let right = centre.x + radius + reach;
        for &(_, other, size, j) in order[k + 1..].iter().take_while(|next| next.0 <= right) {
            if centre.distance(other) <= radius + size + reach {
                visit(i.min(j), i.max(j));
            }
        }
    }
    for i in (0..bounds.len()).filter(|&i| bounds[i] == Bound::Unbounded) {
        for (j, bound) in bounds.iter().enumerate() {
            if matches!(bound, Bound::Sphere { .. }) || (*bound == Bound::Unbounded && j < i) {
                visit(i.min(j), i.max(j));
            }
        }
    }
}
