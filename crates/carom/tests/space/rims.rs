//! Rims that roll on a floor: the lowest point alone touches, whatever passes through its place.

use carom::mechanics::{At, Model};
use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::record::{End, EventKind};

use crate::ran::ran;

/// A can bounces to an end at t = 0.8872 and then rolls on its rim, tilted by 0.1. At 0.8966 a point that turns with it passed through the
/// touching one, which was 1e-13 m too low: it was met with 6e-6 m/s and held as a second contact 4e-7 m beside the first. What kept both from
/// moving took the spin away: 15.95 J were left. Shorter steps, dop853 and a tolerance of 1e-11 all say 21.1169 J.
#[test]
fn points_that_turn_with_a_can_pass_its_lowest_one() {
    let path = format!("{}/tests/data/drops/can.toml", env!("CARGO_MANIFEST_DIR"));
    let prepared = Prepared::new(read_scene(&std::fs::read_to_string(path).unwrap(), "can").unwrap()).unwrap();
    let record = prepared.run(None).record;
    let last = record.of_kind(EventKind::Impact).last().unwrap();
    assert!((last.t - 0.887_197_7).abs() < 1e-6, "an impact at {}", last.t);
    let end = record.samples.last().unwrap();
    let energy = prepared.world.space().unwrap().energy(At { t: end.t, q: &end.q, v: &end.v }).total();
    // The last digit of what shorter steps say.
    assert!((energy - 21.1169).abs() < 1e-4, "{energy} J");
    // Some hundred steps of tolerance 1e-10 at 20 J.
    assert!(record.counts.energy_drift < 1e-6, "{} J", record.counts.energy_drift);
}

/// A disc 1e-12 m thick that rolls without slipping, its inclination between 10 and 37 degrees. Its other rim, 1e-12 m above the touching one,
/// came down as contacts drifted: impacts with 1e-6 m/s at 0.537, 0.605 and 0.647 s, and at 0.978 s "the impulses at 4 contacts could not be
/// found". It rolls on, with the energy it has.
#[test]
fn the_two_rims_of_a_thin_disc_touch_as_one() {
    let changes = [
        ("parameters.radius", "0.16819183866906931"),
        ("parameters.mass", "2.861298349712619"),
        ("parameters.mu", "20"),
        ("parameters.quaternion_start", "[0.95083608160573996,0.30969460104535668,0,0]"),
        ("parameters.body_angular_velocity_start", "[0.89729889427448772,-0.37633709597902909,4.4322272783772805]"),
        ("parameters.velocity_start", "[-0.74546445534947969,-0.088881491641129476,0.12196896765604542]"),
        ("parameters.centre_start", "[0,0,0.099054498125727364]"),
        ("parameters.until", "1.0"),
    ];
    let disc = ran("rolling-disc", Some("general rolling"), &changes).record;
    assert_eq!(disc.end, End::Time);
    assert_eq!(disc.of_kind(EventKind::Impact).count(), 0);
    // Tolerance 1e-10 in each of some hundred steps, at 4 J.
    assert!(disc.counts.energy_drift < 1e-8, "{} J", disc.counts.energy_drift);
}
