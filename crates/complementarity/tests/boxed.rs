//! Boxed problems: against closed forms, against the LCP, and against each other.

use carom_complementarity::boxed::{self, BoxedLcp, BoxedSolver, residual};
use carom_complementarity::lcp::{Lcp, Status, solve};
use carom_complementarity::{InputError, Matrix, Settings};

mod common;
use common::Random;

const INF: f64 = f64::INFINITY;

fn positive_definite(random: &mut Random, n: usize) -> Matrix {
    let a: Vec<f64> = (0..n * n).map(|_| random.signed()).collect();
    let entry = |i: usize, j: usize| (0..n).map(|k| a[i * n + k] * a[j * n + k]).sum::<f64>();
    let rows: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| entry(i, j) + if i == j { 0.1 } else { 0.0 }).collect()).collect();
    Matrix::from_rows(&rows).unwrap_or_else(|_| Matrix::zeros(n, n))
}

#[test]
fn one_variable_has_three_cases() -> Result<(), InputError> {
    let m = || Matrix::from_rows(&[vec![2.0]]);
    for (q, expected) in [(-3.0, 1.5), (-30.0, 2.0), (30.0, -1.0)] {
        let problem = BoxedLcp::new(m()?, vec![q], vec![-1.0], vec![2.0])?;
        for name in boxed::SOLVERS {
            let Some(mut solver) = boxed::by_name(name) else {
                continue;
            };
            let outcome = solver.solve(&problem, None, &Settings::default())?;
            assert_eq!(outcome.status, Status::Solved, "{name} {q}");
            // The tolerance asked of the solvers is 1e-9.
            assert!((outcome.z[0] - expected).abs() < 1e-8, "{name} {q}: {:?}", outcome.z);
        }
    }
    Ok(())
}

#[test]
fn free_variables_are_equations() -> Result<(), InputError> {
    // A joint (first unknown free) and a contact: 2 a + b = 1, a + 2 b + q >= 0 perpendicular b >= 0.
    let m = Matrix::from_rows(&[vec![2.0, 1.0], vec![1.0, 2.0]])?;
    let problem = BoxedLcp::new(m, vec![-1.0, -2.0], vec![-INF, 0.0], vec![INF, INF])?;
    let outcome = boxed::BoxedChoose::new().solve(&problem, None, &Settings::default())?;
    assert_eq!(outcome.status, Status::Solved);
    // Solution of the 2 x 2 system: a = 0, b = 1; exact to a few roundings.
    assert!(outcome.z[0].abs() < 1e-14 && (outcome.z[1] - 1.0).abs() < 1e-14);
    Ok(())
}

#[test]
fn random_positive_definite_problems_are_solved_by_every_method() -> Result<(), InputError> {
    let mut random = Random::new(11);
    for case in 0..1500 {
        let n = 1 + case % 12;
        let m = positive_definite(&mut random, n);
        let q: Vec<f64> = (0..n).map(|_| 3.0 * random.signed()).collect();
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let (l, u) = match random.below(5) {
                0 => (-INF, INF),
                1 => (0.0, INF),
                2 => (-INF, 1.0),
                3 => (-0.5, 0.5),
                _ => (0.25, 0.25),
            };
            lower.push(l);
            upper.push(u);
        }
        let problem = BoxedLcp::new(m, q, lower, upper)?;
        let dantzig = boxed::Dantzig::new().solve(&problem, None, &Settings::default())?;
        let default = boxed::BoxedChoose::new().solve(&problem, None, &Settings::default())?;
        assert_eq!(dantzig.status, Status::Solved, "case {case}");
        assert_eq!(default.status, Status::Solved, "case {case}");
        assert!(residual(&problem, &dantzig.z, &dantzig.w) <= 1e-9);
        let converted = boxed::convert(&problem)?;
        let inner = solve(&converted.lcp)?;
        let z = converted.back(&inner.z);
        // The solution is unique; condition numbers of M up to about 1e4 widen the tolerance of 1e-9.
        assert!(z.iter().zip(&dantzig.z).all(|(a, b)| (a - b).abs() < 1e-5), "case {case}: {z:?} {:?}", dantzig.z);
    }
    Ok(())
}

#[test]
fn a_row_that_is_in_balance_from_the_start_stays_so() -> Result<(), InputError> {
    // Seen: a joint row with q_i = 0 was called settled but not made basic, so that later moves spoilt its w_i: Dantzig's method
    // ended with w = (1/2, 0). Right is z = -M^-1 q.
    let m = Matrix::from_rows(&[vec![2.0, 1.0], vec![1.0, 2.0]])?;
    let problem = BoxedLcp::new(m, vec![0.0, -1.0], vec![-INF; 2], vec![INF; 2])?;
    let outcome = boxed::Dantzig::new().solve(&problem, None, &Settings::default())?;
    assert_eq!(outcome.status, Status::Solved);
    assert!((outcome.z[0] + 1.0 / 3.0).abs() < 1e-15 && (outcome.z[1] - 2.0 / 3.0).abs() < 1e-15, "{:?}", outcome.z);
    // The same between finite bounds; the second ends on its bound.
    let m = Matrix::from_rows(&[vec![1.0, 0.5], vec![0.5, 1.0]])?;
    let problem = BoxedLcp::new(m, vec![0.0, -1.0], vec![-1.0; 2], vec![1.0; 2])?;
    let outcome = boxed::Dantzig::new().solve(&problem, None, &Settings::default())?;
    assert_eq!((outcome.status, &outcome.z[..]), (Status::Solved, &[-0.5, 1.0][..]));
    Ok(())
}

#[test]
fn whole_numbers_with_many_ties_are_solved_by_dantzig() -> Result<(), InputError> {
    let mut random = Random::new(13);
    for case in 0..3000 {
        let n = 1 + case % 9;
        let mut whole = |size: usize| random.below(2 * size + 1) as f64 - size as f64;
        let a: Vec<f64> = (0..n * n).map(|_| whole(2)).collect();
        let entry = |i: usize, j: usize| (0..n).map(|k| a[i * n + k] * a[j * n + k]).sum::<f64>();
        let own = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
        let rows: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| entry(i, j) + own(i, j)).collect()).collect();
        let q = (0..n).map(|_| whole(2)).collect();
        let bounds: Vec<(f64, f64)> =
            (0..n).map(|_| [(-INF, INF), (0.0, INF), (-INF, 1.0), (-1.0, 1.0), (0.0, 1.0)][random.below(5)]).collect();
        let (lower, upper) = bounds.into_iter().unzip();
        let problem = BoxedLcp::new(Matrix::from_rows(&rows)?, q, lower, upper)?;
        let outcome = boxed::Dantzig::new().solve(&problem, None, &Settings::default())?;
        assert_eq!(outcome.status, Status::Solved, "case {case}: {problem:?} {outcome:?}");
        // Some ten pivots on whole numbers with condition up to some hundred.
        assert!(outcome.residual < 1e-12, "case {case}: {}", outcome.residual);
    }
    Ok(())
}

#[test]
fn without_upper_bounds_it_is_the_lcp() -> Result<(), InputError> {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let m = positive_definite(&mut random, 6);
        let q: Vec<f64> = (0..6).map(|_| random.signed()).collect();
        let plain = solve(&Lcp::new(m.clone(), q.clone())?)?;
        let problem = BoxedLcp::new(m, q, vec![0.0; 6], vec![INF; 6])?;
        let outcome = boxed::BoxedChoose::new().solve(&problem, None, &Settings::default())?;
        // Unique solution, condition up to about 1e4.
        assert!(outcome.z.iter().zip(&plain.z).all(|(a, b)| (a - b).abs() < 1e-6));
    }
    Ok(())
}

#[test]
fn bad_bounds_are_named() -> Result<(), InputError> {
    let m = || Matrix::from_rows(&[vec![1.0]]);
    let crossed = BoxedLcp::new(m()?, vec![0.0], vec![1.0], vec![0.0]);
    assert!(matches!(crossed, Err(InputError::CrossedBounds { index: 0, .. })));
    assert!(BoxedLcp::new(m()?, vec![0.0], vec![f64::NAN], vec![0.0]).is_err());
    assert!(BoxedLcp::new(m()?, vec![0.0], vec![], vec![0.0]).is_err());
    Ok(())
}
