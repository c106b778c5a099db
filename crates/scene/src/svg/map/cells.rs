//! A grid of classes as few rectangles, and the borders between them.
//!
//! Runs of a row that repeat in the row above are merged, so that a map of 200 x 200 cells with smooth borders stays small.

use std::collections::HashMap;
use std::fmt::Write;

use svg::node::element::{Group, Path};

use super::super::canvas::px;
use super::super::frame::Frame;

/// The class of every cell, row by row from below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) classes: Vec<usize>,
}

/// Cells of one class in one row (or several alike): columns from `start` to `end`, rows from `bottom` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    class: usize,
    start: usize,
    end: usize,
    bottom: usize,
    height: usize,
}

impl Grid {
    pub(super) fn class(&self, column: usize, row: usize) -> Option<usize> {
        if column < self.columns { self.classes.get(row * self.columns + column).copied() } else { None }
    }

    /// Runs of equal cells of a row.
    fn runs(&self, row: usize) -> Vec<Block> {
        let mut runs: Vec<Block> = Vec::new();
        for (column, class) in (0..self.columns).filter_map(|column| Some((column, self.class(column, row)?))) {
            match runs.last_mut() {
                Some(run) if run.class == class => run.end = column + 1,
                _ => runs.push(Block { class, start: column, end: column + 1, bottom: row, height: 1 }),
            }
        }
        runs
    }

    /// All cells as rectangles.
    fn blocks(&self) -> Vec<Block> {
        let mut done: Vec<Block> = Vec::new();
        let mut open: HashMap<(usize, usize, usize), Block> = HashMap::new();
        for row in 0..self.rows {
            let mut next = HashMap::new();
            for run in self.runs(row) {
                let id = (run.class, run.start, run.end);
                let block = open.remove(&id).map_or(run, |below| Block { height: below.height + 1, ..below });
                next.insert(id, block);
            }
            done.extend(open.into_values());
            open = next;
        }
        done.extend(open.into_values());
        done.sort_by_key(|block| (block.class, block.bottom, block.start));
        done
    }

    /// One filled path per class; `fill` gives its paint.
    pub(super) fn fills(&self, fill: impl Fn(usize) -> String, frame: &Frame) -> Group {
        let ruler = self.ruler(frame);
        let mut data: Vec<(usize, String)> = Vec::new();
        for Block { class, start, end, bottom, height } in self.blocks() {
            if data.last().is_none_or(|(last, _)| *last != class) {
                data.push((class, String::new()));
            }
            if let Some((_, path)) = data.last_mut() {
                let (left, right) = (ruler.x(start), ruler.x(end));
                let (low, high) = (ruler.y(bottom), ruler.y(bottom + height));
                // Writing to a string cannot fail.
                let _ = write!(path, "M{left} {low}H{right}V{high}H{left}Z");
            }
        }
        let cells = Group::new().set("shape-rendering", "crispEdges");
        let path = |class, data: String| Path::new().set("d", data).set("fill", fill(class)).set("class", "cells");
        data.into_iter().fold(cells, |cells, (class, data)| cells.add(path(class, data)))
    }

    /// Borders between cells of different kinds, as path data; `kind` sums up classes.
    pub(super) fn borders<K: PartialEq>(&self, kind: impl Fn(usize) -> K, frame: &Frame) -> String {
        let ruler = self.ruler(frame);
        let differs = |a: Option<usize>, b: Option<usize>| matches!((a, b), (Some(a), Some(b)) if kind(a) != kind(b));
        let mut data = String::new();
        for row in 1..self.rows {
            let edges = (0..self.columns).map(|column| differs(self.class(column, row - 1), self.class(column, row)));
            for (start, end) in stretches(edges) {
                let _ = write!(data, "M{} {}H{}", ruler.x(start), ruler.y(row), ruler.x(end));
            }
        }
        for column in 1..self.columns {
            let edges = (0..self.rows).map(|row| differs(self.class(column - 1, row), self.class(column, row)));
            for (start, end) in stretches(edges) {
                let _ = write!(data, "M{} {}V{}", ruler.x(column), ruler.y(start), ruler.y(end));
            }
        }
        data
    }

    /// Width and height of a cell [px].
    pub(super) fn cell(&self, frame: &Frame) -> (f64, f64) {
        (frame.width / self.columns.max(1) as f64, frame.height / self.rows.max(1) as f64)
    }

    fn ruler(&self, frame: &Frame) -> Ruler {
        Ruler { cell: self.cell(frame), left: frame.corner.0, bottom: frame.corner.1 + frame.height }
    }
}

/// From columns and rows to the sheet.
struct Ruler {
    cell: (f64, f64),
    left: f64,
    bottom: f64,
}

impl Ruler {
    fn x(&self, column: usize) -> String {
        px(self.left + column as f64 * self.cell.0)
    }

    fn y(&self, row: usize) -> String {
        px(self.bottom - row as f64 * self.cell.1)
    }
}

/// Stretches of consecutive true values.
fn stretches(flags: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (i, _) in flags.enumerate().filter(|(_, flag)| *flag) {
        match found.last_mut() {
            Some((_, end)) if *end == i => *end = i + 1,
            _ => found.push((i, i + 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::frame::Window;
    use super::*;

    fn grid() -> Grid {
        Grid { columns: 3, rows: 2, classes: vec![0, 0, 1, 0, 0, 1] }
    }

    #[test]
    fn equal_runs_are_merged_upwards() {
        let blocks = grid().blocks();
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0], Block { class: 0, start: 0, end: 2, bottom: 0, height: 2 });
    }

    #[test]
    fn every_cell_is_covered_once() {
        let classes: Vec<usize> = (0..35).map(|i| (i * i / 7) % 3).collect();
        let grid = Grid { columns: 7, rows: 5, classes: classes.clone() };
        let mut covered = vec![Vec::new(); 35];
        for block in grid.blocks() {
            for row in block.bottom..block.bottom + block.height {
                (block.start..block.end).for_each(|column| covered[row * 7 + column].push(block.class));
            }
        }
        let once: Vec<Vec<usize>> = classes.into_iter().map(|class| vec![class]).collect();
        assert_eq!(covered, once);
    }

    #[test]
    fn borders_lie_between_different_cells() {
        let window = Window { left: 0.0, right: 1.0, bottom: 0.0, top: 1.0 };
        let frame = Frame { corner: (10.0, 20.0), width: 30.0, height: 40.0, window };
        assert_eq!(grid().borders(|class| class, &frame), "M30 60V20");
        assert_eq!(grid().borders(|_| 0, &frame), "");
    }
}
