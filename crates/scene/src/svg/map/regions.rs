//! Connected regions of a grid and their most inner points, where names go.

use super::cells::Grid;

/// A connected region (over edges) of one class.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    pub(super) class: usize,
    pub(super) cells: usize,
    /// A cell about as far from any border as can be.
    pub(super) inner: (usize, usize),
}

/// All regions, the largest first. A step sideways counts `sideways` steps up; below one, flat regions suit wide names.
pub(super) fn regions(grid: &Grid, sideways: f64) -> Vec<Region> {
    let depths = depths(grid, sideways);
    let mut owner = vec![usize::MAX; grid.classes.len()];
    let mut regions: Vec<Region> = Vec::new();
    for start in 0..grid.columns * grid.rows {
        if owner.get(start).is_none_or(|owner| *owner != usize::MAX) {
            continue;
        }
        let cells = flood(grid, start, regions.len(), &mut owner);
        let inner = inner(grid, &cells, &depths).unwrap_or(start);
        regions.push(Region {
            class: grid.classes[start],
            cells: cells.len(),
            inner: (inner % grid.columns, inner / grid.columns),
        });
    }
    regions.sort_by_key(|region| (std::cmp::Reverse(region.cells), region.inner));
    regions
}

/// Share of the greatest depth from which a cell belongs to the ridge of a region.
const RIDGE: f64 = 0.95;

/// The cell in the middle of the ridge, where a long region is as deep all along.
fn inner(grid: &Grid, cells: &[usize], depths: &[f64]) -> Option<usize> {
    let deepest = cells.iter().map(|cell| depths[*cell]).fold(0.0, f64::max);
    let ridge = || cells.iter().copied().filter(|cell| depths[*cell] >= RIDGE * RIDGE * deepest);
    let place = |cell: usize| ((cell % grid.columns) as f64, (cell / grid.columns) as f64);
    let (count, x, y) = ridge().map(place).fold((0.0, 0.0, 0.0), |(n, x, y), (a, b)| (n + 1.0, x + a, y + b));
    let away = |cell: &usize| (place(*cell).0 - x / count).hypot(place(*cell).1 - y / count);
    ridge().min_by(|one, other| away(one).total_cmp(&away(other)))
}

/// The cells connected to one, marked as owned.
fn flood(grid: &Grid, start: usize, region: usize, owner: &mut [usize]) -> Vec<usize> {
    let mut cells = vec![start];
    owner[start] = region;
    let mut next = 0;
    while let Some(cell) = cells.get(next).copied() {
        next += 1;
        let (column, row) = (cell % grid.columns, cell / grid.columns);
        let beside = [
            (column > 0).then(|| cell - 1),
            (column + 1 < grid.columns).then_some(cell + 1),
            (row > 0).then(|| cell - grid.columns),
            (row + 1 < grid.rows).then_some(cell + grid.columns),
        ];
        for neighbour in beside.into_iter().flatten() {
            if owner[neighbour] == usize::MAX && grid.classes[neighbour] == grid.classes[cell] {
                owner[neighbour] = region;
                cells.push(neighbour);
            }
        }
    }
    cells
}

/// Squared distance of every cell from the nearest cell of another class or from the edge of the map.
///
/// First along the rows; then along the columns, where d^2 = min over k of k^2 + (distance along row y + k)^2 as long as the class
/// stays the same, and k^2 where it ends.
fn depths(grid: &Grid, sideways: f64) -> Vec<f64> {
    let along = row_distances(grid);
    let at = |column: usize, row: usize| row * grid.columns + column;
    let mut depths = vec![0.0; grid.classes.len()];
    for (column, row) in (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (column, row))) {
        let class = grid.class(column, row);
        let flat = |row: usize| (sideways * along[at(column, row)] as f64).powi(2);
        let mut best = flat(row);
        for up in [true, false] {
            for k in 1.. {
                let step = (k * k) as f64;
                if step >= best {
                    break;
                }
                let other = if up { row.checked_add(k).filter(|row| *row < grid.rows) } else { row.checked_sub(k) };
                match other.filter(|other| grid.class(column, *other) == class) {
                    Some(other) => best = best.min(step + flat(other)),
                    None => best = step,
                }
            }
        }
        depths[at(column, row)] = best;
    }
    depths
}

/// Cells to the nearest different cell (or edge) of the same row.
fn row_distances(grid: &Grid) -> Vec<usize> {
    let mut distances = vec![0; grid.classes.len()];
    for row in 0..grid.rows {
        let base = row * grid.columns;
        let cells = &grid.classes[base..base + grid.columns];
        let same = |one: usize, other: usize| cells[one] == cells[other];
        for i in 0..grid.columns {
            distances[base + i] = if i > 0 && same(i, i - 1) { distances[base + i - 1] + 1 } else { 1 };
        }
        for i in (0..grid.columns).rev() {
            let right = if i + 1 < grid.columns && same(i, i + 1) { distances[base + i + 1] + 1 } else { 1 };
            distances[base + i] = distances[base + i].min(right);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_euclidean_distances() {
        let classes: Vec<usize> = (0..12 * 9).map(|i| usize::from((i % 12) * (i / 12) > 20)).collect();
        let grid = Grid { columns: 12, rows: 9, classes };
        let depths = depths(&grid, 0.5);
        for (i, depth) in depths.iter().enumerate() {
            let (x, y) = ((i % 12) as i64, (i / 12) as i64);
            let mut best = f64::INFINITY;
            for (a, b) in (-1..=12).flat_map(|a| (-1..=9).map(move |b| (a, b))) {
                let inside = (0..12).contains(&a) && (0..9).contains(&b);
                let other = if inside { Some(grid.classes[(b * 12 + a) as usize]) } else { None };
                if other != Some(grid.classes[i]) {
                    best = best.min(0.25 * ((a - x) * (a - x)) as f64 + ((b - y) * (b - y)) as f64);
                }
            }
            assert!((depth - best).abs() < 1e-12, "{x} {y} {depth} {best}");
        }
    }

    #[test]
    fn two_islands_are_two_regions() {
        let grid = Grid { columns: 5, rows: 1, classes: vec![1, 0, 1, 1, 1] };
        let found = regions(&grid, 1.0);
        assert_eq!(found.iter().map(|region| region.cells).collect::<Vec<_>>(), [3, 1, 1]);
        assert_eq!(found.iter().filter(|region| region.class == 1).count(), 2);
    }
}
