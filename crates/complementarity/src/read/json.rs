//! Frictional contact problems as JSON: `contacts`, `mu`, `q`, `W` as triplets and a reference solution.

use crate::cone::{BlockMatrix, FrictionProblem};
use crate::error::InputError;
use serde::Deserialize;

/// The best solution known to the file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Reference {
    /// The solver that found it.
    #[serde(default)]
    pub solver: String,
    /// Its residual.
    #[serde(default)]
    pub residual: f64,
    /// Its reactions.
    #[serde(default)]
    pub r: Vec<f64>,
}

#[derive(Deserialize)]
struct File {
    contacts: usize,
    mu: Vec<f64>,
    q: Vec<f64>,
    #[serde(rename = "W")]
    w: Triplets,
    reference: Option<Reference>,
}

#[derive(Deserialize)]
struct Triplets {
    n: usize,
    i: Vec<usize>,
    j: Vec<usize>,
    v: Vec<f64>,
}

/// Reads a problem and its reference. The dimension is `W.n / contacts`, and 3 where there are no contacts.
pub fn friction_json(text: &str) -> Result<(FrictionProblem, Option<Reference>), InputError> {
    let file: File = serde_json::from_str(text).map_err(|e| InputError::Format {
        place: format!("line {}, column {}", e.line(), e.column()),
        message: e.to_string(),
    })?;
    let dim = file.w.n.checked_div(file.contacts).unwrap_or(3);
    if dim * file.contacts != file.w.n {
        return Err(InputError::WrongLength { what: "W.n", length: file.w.n, expected: 3 * file.contacts });
    }
    let count = file.w.v.len();
    for (what, length) in [("W.i", file.w.i.len()), ("W.j", file.w.j.len())] {
        if length != count {
            return Err(InputError::WrongLength { what, length, expected: count });
        }
    }
    let entries = file.w.i.iter().zip(&file.w.j).zip(&file.w.v).map(|((&i, &j), &v)| (i, j, v));
    let w = BlockMatrix::from_triplets(dim, file.contacts, entries)?;
    Ok((FrictionProblem::new(w, file.q, file.mu)?, file.reference))
}
