//! A solver that has solved other problems answers with the same bits as a new one: runs can be continued, and repeated on any thread.

use carom_complementarity::lcp::{self, Lcp};
use carom_complementarity::{InputError, Settings};

mod common;
use common::Random;

/// A contact problem in the form of Stewart and Trinkle with one pair of directions per contact. `rank` below two per contact makes the
/// contacts hyperstatic.
fn contacts(random: &mut Random, count: usize, rank: usize) -> Result<Lcp, InputError> {
    let rows: Vec<Vec<f64>> = (0..2 * count).map(|_| random.vector(rank)).collect();
    let w = |i: usize, j: usize| rows[i].iter().zip(&rows[j]).map(|(a, b)| a * b).sum::<f64>();
    let velocity = random.vector(rank);
    let u = |i: usize| rows[i].iter().zip(&velocity).map(|(a, b)| a * b).sum::<f64>();
    let n = 4 * count;
    // Per contact: normal, both directions, slip.
    let line = |k: usize| (2 * (k / 4) + usize::from(!k.is_multiple_of(4)), if k % 4 == 2 { -1.0 } else { 1.0 });
    let (mut m, mut q) = (vec![vec![0.0; n]; n], vec![0.0; n]);
    for i in (0..n).filter(|i| i % 4 != 3) {
        let (row, sign) = line(i);
        q[i] = sign * u(row);
        for j in (0..n).filter(|j| j % 4 != 3) {
            let (column, other) = line(j);
            m[i][j] = sign * other * w(row, column);
        }
    }
    for slip in (3..n).step_by(4) {
        m[slip][slip - 3] = 0.2 + random.unit();
        for direction in [slip - 2, slip - 1] {
            (m[slip][direction], m[direction][slip]) = (-1.0, 1.0);
        }
    }
    Lcp::from_rows(&m, &q)
}

/// Seen: after contact problems that contact modes could not solve, the default solver tried another first cover of Lemke's method than
/// a new one, and its answer had other last digits.
#[test]
fn a_used_solver_answers_as_a_new_one() -> Result<(), InputError> {
    let settings = Settings::default();
    for name in lcp::SOLVERS {
        let mut random = Random::new(7);
        let Some(mut used) = lcp::by_name(name) else { continue };
        for case in 0..150 {
            let count = 1 + random.below(3);
            let problem = contacts(&mut random, count, 1 + case % (2 * count))?;
            let Some(mut new) = lcp::by_name(name) else { continue };
            let (old, fresh) = (used.solve(&problem, None, &settings)?, new.solve(&problem, None, &settings)?);
            let bits = |z: &[f64]| z.iter().map(|z| z.to_bits()).collect::<Vec<_>>();
            assert_eq!((old.status, bits(&old.z)), (fresh.status, bits(&fresh.z)), "{name}, problem {case}");
        }
    }
    Ok(())
}
