//! Dense linear systems that may be singular, and what prepares them: hyperstatic contacts and redundant joints are normal.

pub(crate) mod dense;
pub(crate) mod islands;
pub(crate) mod linear;
pub(crate) mod nullity;
pub(crate) mod orthogonal;
pub(crate) mod proximal;
pub(crate) mod semidefinite;
pub(crate) mod sparse_product;
