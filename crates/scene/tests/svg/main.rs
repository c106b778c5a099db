//! Pictures read back as XML: geometry, text and robustness (K4, K5).

#![allow(clippy::unwrap_used)] // a helper that fails fails its test

mod map;
mod plane;
mod reading;
mod robust;
