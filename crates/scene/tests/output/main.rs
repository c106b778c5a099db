//! The files of a run read back: tables, events, summary, pictures, animation (K7, X8).

#![allow(clippy::unwrap_used)] // a helper that fails fails its test

mod animation;
mod demo;
mod files;
mod pictures;
#[path = "../svg/reading.rs"]
#[allow(dead_code)] // shared with the tests of other pictures
mod reading;
