//! Which bodies may be near: bounding spheres, few of them sorted along x, many in a grid of cells.

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

/// A sphere with the number of its body.
#[derive(Debug, Clone, Copy)]
struct Sphere {
    centre: DVec3,
    radius: f64,
    body: usize,
}

/// Spheres from which on a grid costs less than sorting.
const MANY: usize = 100;

/// Spheres larger than so many usual ones are looked at one by one: cells are as wide as the largest of the others.
const LARGE: f64 = 4.0;

/// Cells along one side beyond which their numbers no longer fit into one; bodies so far apart are sorted along x.
const MOST_CELLS: f64 = 1e6;

/// Calls `visit` with every pair i < j of bodies whose distance may be at most `reach`: touching spheres count.
pub(crate) fn near_pairs(bounds: &[Bound], reach: f64, mut visit: impl FnMut(usize, usize)) {
    let spheres = bounds.iter().enumerate().filter_map(|(body, bound)| match *bound {
        Bound::Sphere { centre, radius } => Some(Sphere { centre, radius, body }),
        _ => None,
    });
    let spheres: Vec<Sphere> = spheres.collect();
    let mut meet = |a: &Sphere, b: &Sphere| {
        if a.centre.distance(b.centre) <= a.radius + b.radius + reach {
            visit(a.body.min(b.body), a.body.max(b.body));
        }
    };
    if spheres.len() < MANY || !in_cells(&spheres, reach, &mut meet) {
        along_x(spheres, reach, &mut meet);
    }
    for i in (0..bounds.len()).filter(|&i| bounds[i] == Bound::Unbounded) {
        for (j, bound) in bounds.iter().enumerate() {
            if matches!(bound, Bound::Sphere { .. }) || (*bound == Bound::Unbounded && j < i) {
                visit(i.min(j), i.max(j));
            }
        }
    }
}

/// Spheres whose extents along x meet.
fn along_x(mut spheres: Vec<Sphere>, reach: f64, meet: &mut impl FnMut(&Sphere, &Sphere)) {
    let left = |sphere: &Sphere| sphere.centre.x - sphere.radius;
    spheres.sort_by(|a, b| left(a).total_cmp(&left(b)).then(a.body.cmp(&b.body)));
    for (k, sphere) in spheres.iter().enumerate() {
        let right = sphere.centre.x + sphere.radius + reach;
        spheres[k + 1..].iter().take_while(|next| left(next) <= right).for_each(|next| meet(sphere, next));
    }
}

/// Spheres in the same cell or in cells that touch, cells being as wide as two spheres; large ones with all others. False if there are
/// more cells than can be numbered.
fn in_cells(spheres: &[Sphere], reach: f64, meet: &mut impl FnMut(&Sphere, &Sphere)) -> bool {
    let mut radii: Vec<f64> = spheres.iter().map(|sphere| sphere.radius).collect();
    radii.sort_by(f64::total_cmp);
    let most = LARGE * radii[radii.len() / 2];
    let (small, large): (Vec<Sphere>, Vec<Sphere>) = spheres.iter().partition(|sphere| sphere.radius <= most);
    let radius = small.iter().map(|sphere| sphere.radius).fold(0.0, f64::max);
    let Some(cells) = Cells::new(&small, 2.0 * radius + reach) else { return false };
    for (k, one) in large.iter().enumerate() {
        large[k + 1..].iter().chain(&small).for_each(|other| meet(one, other));
    }
    cells.visit(&small, meet);
    true
}

/// The spheres of each cell: their numbers sorted by that of their cell, with a row of empty cells between two rows of them.
struct Cells {
    order: Vec<(u64, usize)>,
    /// Steps from a cell to the next along x and along y; along z it is one.
    steps: [u64; 2],
}

impl Cells {
    fn new(spheres: &[Sphere], width: f64) -> Option<Self> {
        let low = spheres.iter().fold(DVec3::INFINITY, |low, sphere| low.min(sphere.centre));
        let high = spheres.iter().fold(DVec3::NEG_INFINITY, |high, sphere| high.max(sphere.centre));
        let sides = (high - low) / width;
        if !(sides.is_finite() && width > 0.0 && sides.max_element() < MOST_CELLS) {
            return None;
        }
        let [along_y, along_z] = [sides.y, sides.z].map(|side| side as u64 + 3);
        let number = |sphere: &Sphere| {
            let [x, y, z] = ((sphere.centre - low) / width).to_array().map(|place| place as u64 + 1);
            (x * along_y + y) * along_z + z
        };
        let mut order: Vec<(u64, usize)> = spheres.iter().enumerate().map(|(k, sphere)| (number(sphere), k)).collect();
        order.sort_unstable();
        Some(Self { order, steps: [along_y * along_z, along_z] })
    }

    /// Pairs in one cell, and between a cell and the half of its neighbours that come after it.
    fn visit(&self, spheres: &[Sphere], meet: &mut impl FnMut(&Sphere, &Sphere)) {
        let [x, y] = self.steps;
        let rows = [y, x - y, x, x + y];
        let mut first = [0; 4];
        for (k, &(cell, own)) in self.order.iter().enumerate() {
            let mut look = |from: usize, last: u64| {
                let near = self.order[from..].iter().take_while(|(other, _)| *other <= last);
                near.for_each(|&(_, other)| meet(&spheres[own], &spheres[other]));
            };
            look(k + 1, cell + 1);
            for (first, row) in first.iter_mut().zip(rows) {
                while self.order.get(*first).is_some_and(|(other, _)| *other < cell + row - 1) {
                    *first += 1;
                }
                look(*first, cell + row + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spheres of several sizes strewn about, some of them large: the grid finds the pairs that a look at all of them finds.
    #[test]
    fn a_grid_finds_every_pair() {
        let place = |k: usize, f: f64| 3.0 * (f * k as f64).sin();
        let radius = |k: usize| if k.is_multiple_of(97) { 2.0 } else { 0.1 + 0.05 * (k % 4) as f64 };
        let sphere = |k: usize| Bound::Sphere {
            centre: DVec3::new(place(k, 12.9898), place(k, 78.233), place(k, 37.719)),
            radius: radius(k),
        };
        let bounds: Vec<Bound> = (0..500).map(sphere).chain([Bound::Unbounded, Bound::Nothing]).collect();
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        near_pairs(&bounds, 0.03, |i, j| found.push((i, j)));
        for j in 0..500 {
            for i in 0..j {
                if let (Bound::Sphere { centre: a, radius: r }, Bound::Sphere { centre: b, radius: s }) =
                    (bounds[i], bounds[j])
                    && a.distance(b) <= r + s + 0.03
                {
                    expected.push((i, j));
                }
            }
            expected.push((j, 500));
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
