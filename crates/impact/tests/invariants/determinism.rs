//! The parallel batch gives the same bits as the serial one, whatever the number of threads.

use carom_impact::{Collision, Outcome, laws, resolve, resolve_batch, resolve_batch_parallel};
use rayon::ThreadPoolBuilder;

use crate::case::Case;
use crate::sampler::with_moment;
use crate::trial::random;

/// Several chunks for each of three threads, and a rest.
const COLLISIONS: usize = 10_007;

/// Outcomes as text. Rust prints the shortest digits that give the double back, and the sign of zero: equal text, equal bits.
fn text(outcomes: &[Outcome]) -> Vec<String> {
    outcomes.iter().map(|outcome| format!("{outcome:?}")).collect()
}

#[test]
fn parallel_batches_equal_serial_ones_bit_for_bit() {
    let mut rng = random("determinism");
    let cases: Vec<Case> = (0..COLLISIONS).map(|_| with_moment(&mut rng)).collect();
    let collisions: Vec<Collision> = cases.iter().map(Case::collision).collect();
    for info in laws::CATALOGUE {
        let law = cases[0].law(info.name);
        let mut outcomes = vec![resolve(&law, &collisions[0]); COLLISIONS];
        assert_eq!(resolve_batch(&law, &collisions, &mut outcomes), COLLISIONS);
        let serial = text(&outcomes);
        for threads in 1..=3 {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut outcomes = vec![outcomes[0]; COLLISIONS];
            let done = pool.install(|| resolve_batch_parallel(&law, &collisions, &mut outcomes));
            assert_eq!(done, COLLISIONS);
            assert!(text(&outcomes) == serial, "{} differs with {threads} threads", info.name);
        }
    }
}

#[test]
fn batches_stop_at_the_shorter_slice() {
    let case = with_moment(&mut random("short"));
    let law = case.law("kane");
    let outcome = resolve(&law, &case.collision());
    let mut outcomes = [outcome; 3];
    assert_eq!(resolve_batch(&law, &[case.collision(); 2], &mut outcomes), 2);
    assert_eq!(resolve_batch_parallel(&law, &[case.collision(); 5], &mut outcomes), 3);
}
