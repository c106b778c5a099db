//! A batch of collisions allocates nothing, whatever the law.
//!
//! `allocation-counter` replaces the allocator of this test program by one that counts per thread. It saves an `unsafe impl` of
//! our own, which the lints of the workspace forbid.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use carom_impact::{Coefficients, Collision, Contact, Velocity, laws, resolve, resolve_batch};

/// Contacts and velocities of every kind: both slip directions, singular and not, approaching and not, with and without moment.
fn collisions() -> Vec<Collision> {
    let at = |i: u32| {
        let t = f64::from(i);
        let moment = f64::from(i % 2);
        let contact = Contact { a: 2.5, b: 2.5 * t.sin(), c: 2.5, d: 0.5 * moment, e: -0.5 * moment, f: moment };
        let before =
            Velocity { normal: -1.0 + 0.1 * f64::from(i % 13), tangential: 3.0 * (7.0 * t).cos(), moment: t.cos() };
        Collision::new(contact, before).ok()
    };
    (0..2000).filter_map(at).chain(pinned()).collect()
}

fn pinned() -> Option<Collision> {
    Collision::new(Contact::planar(1.0, 1.0, 1.0), Velocity::planar(-1.0, 1.0)).ok()
}

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!((info.count_total, info.bytes_total), (1, 100));
}

#[test]
fn resolve_batch_allocates_nothing() {
    let collisions = collisions();
    assert!(collisions.len() > 1000, "most of the collisions must be valid");
    // e_mc = -1/2 takes the search of C-S through all its branches; the others are ordinary.
    let given = Coefficients {
        e: Some(0.5),
        mu: Some(0.4),
        mu_static: Some(0.6),
        nu: Some(0.3),
        e_t: Some(0.2),
        e_m: Some(0.1),
        e_mc: Some(-0.5),
        e_me: Some(-0.4),
    };
    for info in laws::CATALOGUE {
        let law = laws::by_name(info.name, &given).unwrap();
        let mut outcomes = vec![resolve(&law, &collisions[0]); collisions.len()];
        let counted = allocation_counter::measure(|| {
            resolve_batch(&law, &collisions, &mut outcomes);
        });
        assert_eq!(counted.count_total, 0, "{} allocates {} bytes", info.name, counted.bytes_total);
    }
}
