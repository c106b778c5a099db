//! Friction problems without a solution end early and, where it can be proved, with a certificate.

use carom_complementarity::cone::{self, BlockMatrix, ConeChoose, ConeSolver, ConeStatus, FrictionProblem};
use carom_complementarity::{InputError, Settings, Stop};
use std::time::{Duration, Instant};

/// W = J J^T from the rows of J, with velocities q.
fn problem(dim: usize, rows: &[Vec<f64>], q: &[f64], mu: f64) -> Result<FrictionProblem, InputError> {
    let n = rows.len();
    let entry = |a: usize, b: usize| rows[a].iter().zip(&rows[b]).map(|(x, y)| x * y).sum::<f64>();
    let entries: Vec<_> = (0..n * n).map(|k| (k / n, k % n, entry(k / n, k % n))).collect();
    FrictionProblem::new(BlockMatrix::from_triplets(dim, n / dim, entries)?, q.to_vec(), vec![mu; n / dim])
}

/// The rows of one contact on a point mass: normal and tangents.
fn point(normal: [f64; 3]) -> Vec<Vec<f64>> {
    // The body can be pushed along x only by normals; tangents are y and z.
    vec![normal.to_vec(), vec![0.0, 1.0, 0.0], vec![0.0, 0.0, 1.0]]
}

fn solve(problem: &FrictionProblem) -> Result<cone::ConeOutcome, InputError> {
    let limit = Duration::from_secs(20);
    let started = Instant::now();
    let outcome = ConeChoose::new().solve(problem, None, &Settings::default().with_time_limit(limit))?;
    // Well below the limit: a hopeless problem of a few contacts is recognised in milliseconds; the rest is for a busy machine.
    assert!(started.elapsed() < limit / 4, "{:?}", outcome.attempts);
    Ok(outcome)
}

#[test]
fn no_reaction_moves_a_fixed_contact() -> Result<(), InputError> {
    for dim in [2, 3] {
        let mut q = vec![0.0; 2 * dim];
        q[0] = -1.0;
        let outcome = solve(&problem(dim, &vec![vec![0.0]; 2 * dim], &q, 0.3)?)?;
        assert_eq!(outcome.status, ConeStatus::Infeasible);
        assert_eq!(outcome.certificate, Some(vec![1.0, 0.0]));
        // Without approach nothing is needed.
        let outcome = solve(&problem(dim, &vec![vec![0.0]; 2 * dim], &vec![0.0; 2 * dim], 0.3)?)?;
        assert_eq!((outcome.status, outcome.iterations), (ConeStatus::Solved, 0));
    }
    Ok(())
}

#[test]
fn a_fixed_contact_does_not_disturb_the_others() -> Result<(), InputError> {
    let mut rows = point([1.0, 0.0, 0.0]);
    rows.extend(vec![vec![0.0; 3]; 3]);
    let problem = problem(3, &rows, &[-1.0, 0.2, 0.0, 0.5, 0.0, 0.0], 0.5)?;
    for name in cone::SOLVERS {
        let Some(mut solver) = cone::by_name(name) else { continue };
        let outcome = solver.solve(&problem, None, &Settings::default().with_tolerance(1e-8))?;
        assert_eq!(outcome.status, ConeStatus::Solved, "{name}");
        // It sticks: r = -q of the free contact, nothing at the fixed one.
        assert!((outcome.r[0] - 1.0).abs() < 1e-7 && (outcome.r[1] + 0.2).abs() < 1e-7, "{name}: {:?}", outcome.r);
    }
    Ok(())
}

#[test]
fn two_closing_plates_squeeze_a_body() -> Result<(), InputError> {
    // Normals +x and -x on one point mass; each plate closes in with 1 and 1/2.
    let mut rows = point([1.0, 0.0, 0.0]);
    rows.extend(point([-1.0, 0.0, 0.0]));
    let squeezed = problem(3, &rows, &[-1.0, 0.3, 0.0, -0.5, 0.3, 0.0], 0.4)?;
    let outcome = solve(&squeezed)?;
    assert_eq!(outcome.status, ConeStatus::Infeasible, "{outcome:?}");
    let y = outcome.certificate.unwrap_or_default();
    assert!(cone::verify_certificate(&squeezed, &y) && y[0] == y[1], "equal forces from both sides: {y:?}");
    assert!(!cone::verify_certificate(&squeezed, &[1.0, 0.5]) && !cone::verify_certificate(&squeezed, &[1.0]));
    // One plate withdraws as fast as the other comes: the same y proves nothing, and there is a solution.
    let carried = problem(3, &rows, &[-1.0, 0.3, 0.0, 1.0, 0.3, 0.0], 0.4)?;
    assert!(!cone::verify_certificate(&carried, &y));
    assert_eq!(solve(&carried)?.status, ConeStatus::Solved);
    Ok(())
}

#[test]
fn without_proof_the_search_stalls_instead_of_using_up_the_time() -> Result<(), InputError> {
    // The squeezed body among 450 contacts that nothing moves: more than the proof takes on.
    let mut entries = Vec::new();
    for (a, x) in [(0, 1.0), (3, -1.0)] {
        for (b, y) in [(0, 1.0), (3, -1.0)] {
            entries.extend([(a, b, x * y), (a + 1, b + 1, 1.0), (a + 2, b + 2, 1.0)]);
        }
    }
    let mut q = vec![0.0; 3 * 452];
    (q[0], q[3]) = (-1.0, -0.5);
    let problem = FrictionProblem::new(BlockMatrix::from_triplets(3, 452, entries)?, q, vec![0.4; 452])?;
    let outcome = solve(&problem)?;
    assert_eq!((outcome.status, outcome.stop), (ConeStatus::Limit, Some(Stop::Stalled)), "{:?}", outcome.attempts);
    Ok(())
}

#[test]
fn reactions_beyond_rounding_are_no_solution() -> Result<(), InputError> {
    // Seen: r = 1e20 on a contact that nothing moves, and equal r = 1e17 on both sides of a squeezed body, had the residual zero,
    // as r - P_K(r - rho u~) and W r + q both lost q in their rounding. Right is at least |q_N| / |q|.
    let fixed = problem(3, &vec![vec![0.0]; 3], &[-1.0, 0.0, 0.0], 0.3)?;
    let r = [1e20, 0.0, 0.0];
    assert!(cone::residual(&fixed, &r, fixed.q()) >= 1.0);
    let mut rows = point([1.0, 0.0, 0.0]);
    rows.extend(point([-1.0, 0.0, 0.0]));
    let squeezed = problem(3, &rows, &[-1.0, 0.0, 0.0, -0.5, 0.0, 0.0], 0.4)?;
    let (r, mut u) = ([1e17, 0.0, 0.0, 1e17, 0.0, 0.0], [0.0; 6]);
    squeezed.w().multiply_add(&r, squeezed.q(), &mut u);
    assert!(cone::residual(&squeezed, &r, &u) >= 1.0);
    Ok(())
}
