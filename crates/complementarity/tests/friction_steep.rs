//! Friction so large that contacts hardly ever slip, and velocities so small that their squares vanish.

use carom_complementarity::cone::{self, BlockMatrix, ConeOutcome, ConeSolver, ConeStatus, FrictionProblem};
use carom_complementarity::{InputError, Settings};

mod common;
use common::Random;

/// A unit mass on a floor, in the plane or in space.
fn on_the_floor(q: &[f64], mu: f64) -> Result<FrictionProblem, InputError> {
    let w = BlockMatrix::from_triplets(q.len(), 1, (0..q.len()).map(|i| (i, i, 1.0)))?;
    FrictionProblem::new(w, q.to_vec(), vec![mu])
}

fn by_every_solver(problem: &FrictionProblem) -> Result<Vec<ConeOutcome>, InputError> {
    let solvers = cone::SOLVERS.into_iter().filter_map(cone::by_name);
    solvers.map(|mut solver| solver.solve(problem, None, &Settings::default().with_tolerance(1e-8))).collect()
}

#[test]
fn a_mass_that_falls_through_the_floor_is_no_solution() -> Result<(), InputError> {
    // Seen: r = 0 with u_N = -1 was `solved` for mu = 1e9 in every solver, as the natural map is about |u_N|/mu there. Right is at
    // least the penetration over |q|, here 1/1.5.
    for mu in [1e3, 1e6, 1e9, 1e150, 1e300] {
        for q in [&[-1.0, 1.0, 0.5][..], &[-1.0, 0.5]] {
            let problem = on_the_floor(q, mu)?;
            assert!(cone::residual(&problem, &vec![0.0; q.len()], q) >= 0.66);
            for outcome in by_every_solver(&problem)? {
                let held = outcome.u[0] >= -1e-7 && outcome.residual <= 1e-8;
                assert!(held || outcome.status == ConeStatus::Limit, "mu {mu}: {outcome:?}");
            }
            // It sticks: r = -q exactly.
            let outcome = cone::ConeChoose::new().solve(&problem, None, &Settings::default())?;
            assert_eq!(outcome.status, ConeStatus::Solved, "mu {mu}");
            assert!(outcome.r.iter().zip(q).all(|(r, q)| r == &-q), "mu {mu}: {:?}", outcome.r);
        }
    }
    Ok(())
}

#[test]
fn a_contact_that_sticks_to_rounding_is_solved_for_any_mu() -> Result<(), InputError> {
    // Seen: the rounding 1e-17 of u_T, times mu = 1e9, kept a sticking contact from ever being `solved`.
    let w = [2.5, -1.3, 0.2, -1.3, 2.7, 0.1, 0.2, 0.1, 1.9];
    for mu in [1e3, 1e6, 1e9, 1e12] {
        let problem = FrictionProblem::new(BlockMatrix::from_dense(3, 1, &w)?, vec![-1.0, 0.3, -0.7], vec![mu])?;
        let outcome = cone::ConeChoose::new().solve(&problem, None, &Settings::default())?;
        assert_eq!(outcome.status, ConeStatus::Solved, "mu {mu}: {:?}", outcome.attempts);
        assert!(outcome.u.iter().all(|u| u.abs() < 1e-15), "{:?}", outcome.u);
    }
    Ok(())
}

#[test]
fn spatial_problems_with_large_friction_are_solved() -> Result<(), InputError> {
    // Seen: positive definite problems of four contacts with mu >= 3 stayed at 1e-7, where interior points end: the sweeps inside
    // Newton's steps led away from the solution.
    let mut random = Random::new(41);
    for case in 0..120 {
        let (contacts, mu) = (2 + case % 8, [2.0, 5.0, 10.0][case % 3]);
        let n = 3 * contacts;
        let j: Vec<Vec<f64>> = (0..n).map(|_| random.vector(n)).collect();
        let own = |a: usize, b: usize| if a == b { 0.1 } else { 0.0 };
        let entry = |a: usize, b: usize| j[a].iter().zip(&j[b]).map(|(x, y)| x * y).sum::<f64>() + own(a, b);
        let entries: Vec<_> = (0..n * n).map(|k| (k / n, k % n, entry(k / n, k % n))).collect();
        let w = BlockMatrix::from_triplets(3, contacts, entries)?;
        let problem = FrictionProblem::new(w, random.vector(n), vec![mu; contacts])?;
        let outcome = cone::ConeChoose::new().solve(&problem, None, &Settings::default().with_tolerance(1e-8))?;
        assert_eq!(outcome.status, ConeStatus::Solved, "case {case}, mu {mu}: {:?}", outcome.attempts);
    }
    Ok(())
}

#[test]
fn nothing_that_is_not_a_number_is_solved() -> Result<(), InputError> {
    let problem = on_the_floor(&[-1.0, 1.0, 0.5], 0.5)?;
    for place in 0..3 {
        let (mut r, mut u) = ([1.0, 0.0, 0.0], [0.0; 3]);
        u[place] = f64::NAN;
        assert!(cone::residual(&problem, &r, &u).is_nan());
        r[place] = f64::NAN;
        assert!(cone::residual(&problem, &r, &[0.0; 3]).is_nan());
    }
    Ok(())
}

#[test]
fn tiny_and_huge_velocities_are_measured_alike() -> Result<(), InputError> {
    // Seen: for q of about 1e-165 |q| was zero, as its square is, and r = 0 was `solved`.
    for size in [1e-300, 1e-165, 1.0, 1e165, 1e300] {
        let problem = on_the_floor(&[-size, 3.0 * size, 4.0 * size], 0.5)?;
        // |p| = 1 and |q|^2 = 26.
        assert!(cone::residual(&problem, &[0.0; 3], problem.q()) >= 0.19);
        let outcome = cone::ConeChoose::new().solve(&problem, None, &Settings::default())?;
        assert_eq!(outcome.status, ConeStatus::Solved, "{size}: {outcome:?}");
        assert!((outcome.r[0] / size - 1.0).abs() < 1e-9 && (outcome.r[1] / size + 0.3).abs() < 1e-9);
    }
    Ok(())
}
