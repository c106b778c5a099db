//! Coefficients measured by others (K10).
