//! The enumeration: the same answer in all units, and what it refuses.

use carom_complementarity::lcp::{self, EnumerationSolver, Lcp, LcpSolver, Status};
use carom_complementarity::{InputError, Settings};

const SCALES: [f64; 7] = [1e-150, 1e-14, 1e-7, 1.0, 1e7, 1e14, 1e150];

#[test]
fn the_scale_of_m_and_q_does_not_change_the_list() -> Result<(), InputError> {
    // Seen: with M_12 = 1e-14 a false solution was listed as complete, with 1e14 a continuum without any solution. w_1 = z_2 - 1
    // asks for z_2 >= 1, but w_2 = 1 always: there is none.
    for m in SCALES {
        for q in SCALES {
            let gap = Lcp::from_rows(&[vec![0.0, m], vec![0.0, 0.0]], &[-q, q])?;
            let found = lcp::enumerate(&gap, &Settings::default())?;
            assert!(found.solutions.is_empty() && !found.continuum && found.complete, "{m} {q}: {found:?}");
            let outcome = EnumerationSolver::new().solve(&gap, None, &Settings::default())?;
            assert_eq!(outcome.status, Status::Unsolvable, "{m} {q}");
            // Three solutions, and a segment between two.
            let three = Lcp::from_rows(&[vec![m, 2.0 * m], vec![2.0 * m, m]], &[-3.0 * q, -3.0 * q])?;
            let found = lcp::enumerate(&three, &Settings::default())?;
            assert!(found.solutions.len() == 3 && !found.continuum && found.complete, "{m} {q}: {found:?}");
            assert!(found.solutions.iter().all(|z| (0.99..3.01).contains(&(z[0].max(z[1]) / q * m))), "{found:?}");
            let segment = Lcp::from_rows(&[vec![m, m], vec![m, m]], &[-q, -q])?;
            let found = lcp::enumerate(&segment, &Settings::default())?;
            assert!(found.solutions.len() == 2 && found.continuum && found.complete, "{m} {q}: {found:?}");
        }
    }
    Ok(())
}

#[test]
fn a_solution_beyond_the_range_of_numbers_is_not_listed() -> Result<(), InputError> {
    let far = Lcp::from_rows(&[vec![1e-200]], &[-1e200])?;
    let found = lcp::enumerate(&far, &Settings::default())?;
    assert!(found.solutions.is_empty() && !found.complete, "{found:?}");
    Ok(())
}

#[test]
fn more_unknowns_than_can_be_searched_are_refused_in_words() -> Result<(), InputError> {
    let rows: Vec<Vec<f64>> = (0..65).map(|i| (0..65).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    let problem = Lcp::from_rows(&rows, &[1.0; 65])?;
    let refused = EnumerationSolver::new().solve(&problem, None, &Settings::default());
    let sentence = refused.err().map(|error| error.to_string());
    assert_eq!(sentence.as_deref(), Some("the enumeration searches problems of at most 64 unknowns; this one has 65"));
    Ok(())
}
