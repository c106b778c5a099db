//! What can be wrong with an input, as values.
//!
//! Misuse (a matrix that is not square, a number that is not finite, a start of the wrong length) is an
//! [`InputError`]; a solve that does not converge is not an error but an outcome with its own status.

use std::fmt;

/// Largest number of unknowns of a dense problem. The matrix then takes 3.2 GB; beyond that a dense
/// problem is refused with a sentence instead of exhausting the memory of the machine.
pub const MAX_DENSE_SIZE: usize = 20_000;

/// Largest number of contacts or rows of a sparse problem; guards against nonsense sizes in files.
pub const MAX_SPARSE_SIZE: usize = 30_000_000;

/// A problem, a start or a setting that cannot be used, and why.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// The problem has no unknowns.
    Empty,
    /// More unknowns than the storage allows.
    TooLarge {
        /// Unknowns asked for.
        size: usize,
        /// Unknowns allowed.
        limit: usize,
    },
    /// More unknowns than a search through complementary choices takes on.
    TooManyToSearch {
        /// Unknowns of the problem.
        size: usize,
        /// Unknowns allowed.
        limit: usize,
    },
    /// A matrix that must be square is not.
    NotSquare {
        /// Name of the matrix.
        what: &'static str,
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// One row of a matrix has another length than the first.
    RaggedRow {
        /// Name of the matrix.
        what: &'static str,
        /// Index of the row, from 0.
        row: usize,
        /// Its length.
        length: usize,
        /// Length of the others.
        expected: usize,
    },
    /// A vector has the wrong length.
    WrongLength {
        /// Name of the vector.
        what: &'static str,
        /// Its length.
        length: usize,
        /// The length it must have.
        expected: usize,
    },
    /// An entry is NaN or infinite.
    NotFinite {
        /// Name of the vector or matrix.
        what: &'static str,
        /// Index of the entry (row-major for a matrix), from 0.
        index: usize,
        /// The value found.
        value: f64,
    },
    /// An index of a sparse matrix lies outside it.
    IndexOutside {
        /// Name of the matrix.
        what: &'static str,
        /// Position of the entry in the list of entries, from 0.
        entry: usize,
        /// The index found.
        index: usize,
        /// Indices must be below this.
        limit: usize,
    },
    /// A lower bound above its upper bound.
    CrossedBounds {
        /// Index of the unknown, from 0.
        index: usize,
        /// Lower bound.
        lower: f64,
        /// Upper bound.
        upper: f64,
    },
    /// A friction coefficient below zero.
    NegativeFriction {
        /// Index of the contact, from 0.
        contact: usize,
        /// The coefficient found.
        value: f64,
    },
    /// A contact dimension other than 2 or 3.
    Dimension {
        /// The dimension found.
        found: usize,
    },
    /// A matrix that must be invertible is not.
    Singular {
        /// Name of the matrix.
        what: &'static str,
    },
    /// A setting outside its range.
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// The value found.
        value: f64,
        /// The range allowed, in words.
        allowed: &'static str,
    },
    /// A file that does not follow its format.
    Format {
        /// Where: line and token, or the key.
        place: String,
        /// What is wrong and what was expected.
        message: String,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the problem has no unknowns; give at least one row"),
            Self::TooLarge { size, limit } => {
                write!(f, "{size} unknowns are more than the {limit} this storage allows; use a sparse problem")
            }
            Self::TooManyToSearch { size, limit } => {
                write!(f, "the enumeration searches problems of at most {limit} unknowns; this one has {size}")
            }
            Self::NotSquare { what, rows, columns } => {
                write!(f, "{what} must be square but has {rows} rows and {columns} columns")
            }
            Self::RaggedRow { what, row, length, expected } => {
                write!(f, "row {row} of {what} has {length} entries where {expected} are expected")
            }
            Self::WrongLength { what, length, expected } => {
                write!(f, "{what} has {length} entries where {expected} are expected")
            }
            Self::NotFinite { what, index, value } => {
                write!(f, "entry {index} of {what} is {value}; every entry must be a finite number")
            }
            Self::IndexOutside { what, entry, index, limit } => {
                write!(f, "entry {entry} of {what} has index {index}, which must be below {limit}")
            }
            Self::CrossedBounds { index, lower, upper } => {
                write!(f, "unknown {index} has lower bound {lower} above its upper bound {upper}")
            }
            Self::NegativeFriction { contact, value } => {
                write!(f, "contact {contact} has friction coefficient {value}; it must be zero or positive")
            }
            Self::Dimension { found } => {
                write!(f, "contacts of dimension {found} are not known; use 2 (plane) or 3 (space)")
            }
            Self::Singular { what } => write!(f, "{what} is singular; it must be invertible"),
            Self::Setting { name, value, allowed } => write!(f, "setting {name} is {value}; it must be {allowed}"),
            Self::Format { place, message } => write!(f, "{place}: {message}"),
        }
    }
}

impl std::error::Error for InputError {}

/// Every entry finite, or an error naming the first that is not.
pub(crate) fn check_finite(what: &'static str, values: &[f64]) -> Result<(), InputError> {
    match values.iter().position(|v| !v.is_finite()) {
        Some(index) => Err(InputError::NotFinite { what, index, value: values[index] }),
        None => Ok(()),
    }
}

/// The vector has the expected length, or an error.
pub(crate) fn check_length(what: &'static str, values: &[f64], expected: usize) -> Result<(), InputError> {
    if values.len() == expected {
        Ok(())
    } else {
        Err(InputError::WrongLength { what, length: values.len(), expected })
    }
}

/// A start, where one is given, has the right length and only finite entries.
pub(crate) fn check_start(start: Option<&[f64]>, expected: usize) -> Result<(), InputError> {
    match start {
        Some(values) => {
            check_length("the start", values, expected)?;
            check_finite("the start", values)
        }
        None => Ok(()),
    }
}
