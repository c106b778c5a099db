//! Matrices of the text format of Siconos: `storage rows columns`, then
//!
//! * storage 0, dense: `rows columns`, entries column by column;
//! * storage 1, sparse blocks: number of blocks, block rows, block columns, cumulated sizes of both, lengths of the two index
//!   lists, row pointers, block columns, and per block its number and its entries column by column;
//! * storage 2, as printed by CSparse: origin 1 (triplets `i j : v`) or 2 (columns, `col j : ...`, then `i : v`).

use super::tokens::Tokens;
use crate::cone::Triplet;
use crate::error::{InputError, MAX_DENSE_SIZE, MAX_SPARSE_SIZE};

/// A matrix as its size and entries.
pub(crate) struct DatMatrix {
    pub rows: usize,
    pub columns: usize,
    pub entries: Vec<Triplet>,
}

/// Reads one matrix.
pub(crate) fn matrix(tokens: &mut Tokens) -> Result<DatMatrix, InputError> {
    let storage = tokens.count("the storage of a matrix (0 dense, 1 blocks, 2 sparse)", 2)?;
    let rows = tokens.count("the number of rows", MAX_SPARSE_SIZE)?;
    let columns = tokens.count("the number of columns", MAX_SPARSE_SIZE)?;
    let entries = match storage {
        0 => dense(tokens, rows, columns)?,
        1 => blocks(tokens, rows, columns)?,
        _ => sparse(tokens, rows, columns)?,
    };
    Ok(DatMatrix { rows, columns, entries })
}

fn dense(tokens: &mut Tokens, rows: usize, columns: usize) -> Result<Vec<Triplet>, InputError> {
    for (what, expected) in [("the number of rows", rows), ("the number of columns", columns)] {
        let found = tokens.count(what, MAX_DENSE_SIZE)?;
        if found != expected {
            return Err(tokens.error(format!("{what} is {found} here but {expected} above")));
        }
    }
    let mut entries = Vec::new();
    for j in 0..columns {
        for i in 0..rows {
            let value = tokens.number("an entry of the dense matrix")?;
            if value != 0.0 {
                entries.push((i, j, value));
            }
        }
    }
    Ok(entries)
}

fn blocks(tokens: &mut Tokens, rows: usize, columns: usize) -> Result<Vec<Triplet>, InputError> {
    let count = tokens.count("the number of blocks", MAX_SPARSE_SIZE)?;
    let block_rows = tokens.count("the number of block rows", rows)?;
    let block_columns = tokens.count("the number of block columns", columns)?;
    let row_ends = ends(tokens, "a cumulated block row size", block_rows, rows)?;
    let column_ends = ends(tokens, "a cumulated block column size", block_columns, columns)?;
    let filled_rows = tokens.count("the length of the row pointers", block_rows + 1)?;
    let filled = tokens.count("the number of block columns listed", count)?;
    let pointers = tokens.counts("a row pointer", filled_rows, filled)?;
    let places = tokens.counts("a block column", filled, block_columns.saturating_sub(1))?;
    let mut entries = Vec::new();
    for row in 0..filled_rows.saturating_sub(1) {
        if pointers[row] > pointers[row + 1] {
            return Err(tokens.error(format!(
                "row pointer {} falls from {} to {}",
                row + 1,
                pointers[row],
                pointers[row + 1]
            )));
        }
        for k in pointers[row]..pointers[row + 1] {
            tokens.count("the number of a block", count)?;
            let (i0, i1) = (row_ends[row], row_ends[row + 1]);
            let (j0, j1) = (column_ends[places[k]], column_ends[places[k] + 1]);
            for j in j0..j1 {
                for i in i0..i1 {
                    let value = tokens.number("an entry of a block")?;
                    if value != 0.0 {
                        entries.push((i, j, value));
                    }
                }
            }
        }
    }
    Ok(entries)
}

/// Zero and then the cumulated sizes, which must rise to the size of the matrix.
fn ends(tokens: &mut Tokens, what: &str, count: usize, size: usize) -> Result<Vec<usize>, InputError> {
    let mut out = vec![0];
    for _ in 0..count {
        let last = out[out.len() - 1];
        let next = tokens.count(what, size)?;
        if next < last {
            return Err(tokens.error(format!("{what} falls from {last} to {next}")));
        }
        out.push(next);
    }
    Ok(out)
}

fn sparse(tokens: &mut Tokens, rows: usize, columns: usize) -> Result<Vec<Triplet>, InputError> {
    let by_columns = tokens.count("the origin of the sparse matrix (1 triplets, 2 columns)", 2)? == 2;
    tokens.word("the name of the sparse library")?;
    tokens.skip_line();
    let filled = header(tokens)?;
    let mut entries = Vec::new();
    let mut column = 0;
    while entries.len() < filled {
        if by_columns && tokens.peek() == Some("col") {
            tokens.word("col")?;
            column = index(tokens, "a column index", columns)?;
            tokens.skip_line();
            continue;
        }
        let i = index(tokens, "a row index", rows)?;
        let j = if by_columns { column } else { index(tokens, "a column index", columns)? };
        let colon = tokens.word("a colon")?;
        if colon != ":" {
            return Err(tokens.error(format!("a colon is expected before the value, found \"{colon}\"")));
        }
        entries.push((i, j, tokens.number("an entry of the sparse matrix")?));
    }
    Ok(entries)
}

/// An index below the size.
fn index(tokens: &mut Tokens, what: &str, size: usize) -> Result<usize, InputError> {
    match size {
        0 => Err(tokens.error(format!("{what} is given but the matrix is empty"))),
        _ => tokens.count(what, size - 1),
    }
}

/// The number of entries from the line `... nnz: N ...`, whose rest is left out.
fn header(tokens: &mut Tokens) -> Result<usize, InputError> {
    while tokens.word("the number of entries (nnz)")? != "nnz:" {}
    let word = tokens.word("the number of entries (nnz)")?.trim_end_matches(',');
    match word.parse::<usize>() {
        Ok(filled) => {
            tokens.skip_line();
            Ok(filled)
        }
        Err(_) => Err(tokens.error(format!("the number of entries must be a whole number, found \"{word}\""))),
    }
}
