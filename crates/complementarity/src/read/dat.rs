//! Problems in the text format of Siconos.
//!
//! Frictional contact with W: `dimension contacts`, W, q, mu. Of a body system: `dimension contacts`, M, H, f, w, mu.
//! LCP: `n`, M, q. A dense M of an LCP is stored column by column too: `lcp_CPS_4.dat` is then the quadratic program of its
//! book and `lcp_Pang_isolated_sol.dat` has its solution, which read row by row they are not and have not.

use super::dat_matrix::{DatMatrix, matrix};
use super::tokens::Tokens;
use crate::cone::{BlockMatrix, FrictionProblem, GlobalProblem};
use crate::error::{InputError, MAX_DENSE_SIZE, MAX_SPARSE_SIZE};
use crate::lcp::Lcp;
use crate::matrix::Matrix;

/// A frictional contact problem of either form.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Friction {
    /// u = W r + q.
    Local(FrictionProblem),
    /// M v = f + H r, u = H^T v + w.
    Global(GlobalProblem),
}

/// Reads a frictional contact problem; which form it has follows from what comes after the first matrix.
pub fn friction_dat(text: &str) -> Result<Friction, InputError> {
    let mut tokens = Tokens::new(text);
    let dim = tokens.count("the dimension", 3)?;
    if dim < 2 {
        return Err(InputError::Dimension { found: dim });
    }
    let contacts = tokens.count("the number of contacts", MAX_SPARSE_SIZE / 3)?;
    let first = matrix(&mut tokens)?;
    if first.rows != first.columns {
        return Err(InputError::NotSquare { what: "the first matrix", rows: first.rows, columns: first.columns });
    }
    let n = dim * contacts;
    // After W come q, mu and at most one more number; after M comes a whole matrix.
    if first.rows == n && tokens.left() <= n + contacts + 1 {
        local(&mut tokens, dim, contacts, &first).map(Friction::Local)
    } else {
        global(&mut tokens, dim, contacts, &first).map(Friction::Global)
    }
}

fn local(tokens: &mut Tokens, dim: usize, contacts: usize, w: &DatMatrix) -> Result<FrictionProblem, InputError> {
    let q = tokens.numbers("an entry of q", dim * contacts)?;
    let mu = tokens.numbers("a friction coefficient", contacts)?;
    FrictionProblem::new(BlockMatrix::from_triplets(dim, contacts, w.entries.iter().copied())?, q, mu)
}

fn global(tokens: &mut Tokens, dim: usize, contacts: usize, m: &DatMatrix) -> Result<GlobalProblem, InputError> {
    let h = matrix(tokens)?;
    if h.rows != m.rows || h.columns != dim * contacts {
        let (rows, columns) = (m.rows, dim * contacts);
        return Err(tokens.error(format!("H is {} x {} where {rows} x {columns} is expected", h.rows, h.columns)));
    }
    let f = tokens.numbers("an entry of f", m.rows)?;
    let w = tokens.numbers("an entry of w", dim * contacts)?;
    let mu = tokens.numbers("a friction coefficient", contacts)?;
    GlobalProblem::new(dim, &m.entries, &h.entries, &f, w, mu)
}

/// Reads a linear complementarity problem.
pub fn lcp_dat(text: &str) -> Result<Lcp, InputError> {
    let mut tokens = Tokens::new(text);
    let n = tokens.count("the size of the problem", MAX_DENSE_SIZE)?;
    let m = matrix(&mut tokens)?;
    if (m.rows, m.columns) != (n, n) {
        return Err(InputError::NotSquare { what: "M", rows: m.rows, columns: m.columns });
    }
    let q = tokens.numbers("an entry of q", n)?;
    let mut dense = Matrix::zeros(n, n);
    for &(i, j, value) in &m.entries {
        dense[(i, j)] = value;
    }
    Lcp::new(dense, q)
}
