//! Every planar scene with a known answer, every case, every entry that matters, within the tolerance its file states
//! (vectors/contact; K6, W3, W4, X3, X4). The built-in scenes are run with the data of the case set as `--set` sets them, and
//! what is compared is read from the files a run writes.
#![allow(clippy::unwrap_used, clippy::panic)]

mod bounces;
mod changed;
mod files;
mod friction;
mod impacts;
mod oscillators;
mod penalty;
mod scenarios;
mod space;
mod space_methods;
mod statics;
mod stepping;
mod vectors;
mod wedge;
mod wedge_scenes;
mod wedge_trucks;

use vectors::{Vectors, ids};

/// The scenes of each file of tests, by id.
const CHECKED: [&[&str]; 6] =
    [bounces::SCENES, friction::SCENES, impacts::SCENES, oscillators::SCENES, space::SCENES, statics::SCENES];

#[test]
fn every_file_has_its_check() {
    let mut known = CHECKED.concat();
    known.sort_unstable();
    assert_eq!(ids(), known);
}

/// Every case is a variant of the scene of its id, and every number of its data can be set.
#[test]
fn every_case_is_a_variant_and_every_number_can_be_set() {
    for id in ids() {
        for case in Vectors::read(&id).cases {
            case.scene_file(&files::changes(&case.data), &[]);
        }
    }
}
