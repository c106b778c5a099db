//! Properties of the LCP solvers on thousands of seeded random problems.

// Loops over an index read like the formulas they build.
#![allow(clippy::needless_range_loop)]

use carom_complementarity::lcp::{self, Lcp, Status, residual, verify_certificate};
use carom_complementarity::{InputError, Matrix, Settings};

mod common;
use common::Random;

type Rows = Vec<Vec<f64>>;

fn rows(random: &mut Random, n: usize) -> Rows {
    (0..n).map(|_| random.vector(n)).collect()
}

fn gram(a: &Rows, rank: usize) -> Rows {
    let entry = |i: usize, j: usize| (0..rank).map(|k| a[i][k] * a[j][k]).sum();
    (0..a.len()).map(|i| (0..a.len()).map(|j| entry(i, j)).collect()).collect()
}

/// q such that z solves the problem, with w positive where z is zero; `degenerate` makes some pairs (0, 0).
fn around(random: &mut Random, m: &Rows, degenerate: bool) -> Vec<f64> {
    let n = m.len();
    let (mut z, mut w) = (vec![0.0; n], vec![0.0; n]);
    for i in 0..n {
        match random.below(if degenerate { 3 } else { 2 }) {
            0 => z[i] = 0.1 + random.unit(),
            1 => w[i] = 0.1 + random.unit(),
            _ => {}
        }
    }
    (0..n).map(|i| w[i] - m[i].iter().zip(&z).map(|(a, b)| a * b).sum::<f64>()).collect()
}

fn solved(problem: &Lcp, what: &str) -> Result<lcp::Outcome, InputError> {
    let outcome = lcp::solve(problem)?;
    assert_eq!(outcome.status, Status::Solved, "{what}: {outcome:?} {problem:?}");
    assert!(residual(problem.q(), &outcome.z, &outcome.w) <= 1e-9, "{what}");
    Ok(outcome)
}

#[test]
fn positive_definite_problems_have_one_solution_for_all_methods() -> Result<(), InputError> {
    let mut random = Random::new(1);
    for case in 0..1000 {
        let n = 1 + case % 14;
        let mut m = gram(&rows(&mut random, n), n);
        let skew = rows(&mut random, n);
        for i in 0..n {
            m[i][i] += 0.2;
            for j in 0..n {
                m[i][j] += 0.5 * (skew[i][j] - skew[j][i]) * if case % 2 == 0 { 0.0 } else { 1.0 };
            }
        }
        let problem = Lcp::from_rows(&m, &random.vector(n))?;
        let first = solved(&problem, "default")?;
        for name in ["lemke", "keller", "murty", "interior-point", "newton-fischer"] {
            let Some(mut solver) = lcp::by_name(name) else { continue };
            let outcome = solver.solve(&problem, None, &Settings::default())?;
            assert_eq!(outcome.status, Status::Solved, "{name}: {outcome:?} {problem:?}");
            // Residual 1e-9 times the condition number, at most about 1e3 here.
            assert!(outcome.z.iter().zip(&first.z).all(|(a, b)| (a - b).abs() < 1e-5), "{name} case {case}");
        }
    }
    Ok(())
}

#[test]
fn semidefinite_problems_with_a_solution_are_solved() -> Result<(), InputError> {
    let mut random = Random::new(2);
    for case in 0..1500 {
        let n = 2 + case % 20;
        let rank = 1 + random.below(n);
        let m = gram(&rows(&mut random, n), rank);
        let q = around(&mut random, &m, case % 3 == 0);
        solved(&Lcp::from_rows(&m, &q)?, "semidefinite")?;
    }
    Ok(())
}

#[test]
fn linear_programs_as_skew_problems_are_solved_or_proved_infeasible() -> Result<(), InputError> {
    let mut random = Random::new(3);
    let mut infeasible = 0;
    for case in 0..1000 {
        let (p, d) = (1 + random.below(8), 1 + random.below(8));
        let n = p + d;
        let mut m = vec![vec![0.0; n]; n];
        for i in 0..d {
            for j in 0..p {
                let a = random.signed();
                m[p + i][j] = a;
                m[j][p + i] = -a;
            }
        }
        let q = if case % 2 == 0 { around(&mut random, &m, case % 4 == 0) } else { random.vector(n) };
        let problem = Lcp::from_rows(&m, &q)?;
        let outcome = lcp::solve(&problem)?;
        match outcome.status {
            Status::Solved => {}
            Status::Infeasible => {
                infeasible += 1;
                assert_eq!(case % 2, 1, "a problem with a known solution was called infeasible");
                assert!(verify_certificate(&problem, &outcome.certificate));
            }
            // A monotone problem is solvable where it is feasible, so nothing else is right.
            other => panic!("case {case}: {other} {problem:?}"),
        }
    }
    assert!(infeasible > 50, "the cases must contain infeasible ones, found {infeasible}");
    Ok(())
}

#[test]
fn strictly_copositive_problems_are_always_solved() -> Result<(), InputError> {
    let mut random = Random::new(4);
    for case in 0..1000 {
        let n = 1 + case % 25;
        let mut m: Rows = (0..n).map(|_| (0..n).map(|_| random.unit()).collect()).collect();
        for i in 0..n {
            m[i][i] += 0.1;
        }
        let q: Vec<f64> = random.vector(n);
        solved(&Lcp::from_rows(&m, &q)?, "copositive")?;
    }
    Ok(())
}

#[test]
fn random_problems_of_any_kind_agree_with_the_enumeration() -> Result<(), InputError> {
    let mut random = Random::new(5);
    let mut counts = [0; 5];
    for case in 0..1500 {
        let n = 1 + case % 6;
        // Small whole numbers make ties, zeros and singular matrices frequent.
        let whole = |random: &mut Random| random.below(7) as f64 - 3.0;
        let m: Rows = (0..n).map(|_| (0..n).map(|_| whole(&mut random)).collect()).collect();
        let q: Vec<f64> = (0..n).map(|_| whole(&mut random)).collect();
        let problem = Lcp::from_rows(&m, &q)?;
        let outcome = lcp::solve(&problem)?;
        let all = lcp::enumerate(&problem, &Settings::default())?;
        assert!(all.complete, "{problem:?}");
        counts[outcome.status as usize] += 1;
        match outcome.status {
            Status::Solved => assert!(!all.solutions.is_empty(), "{outcome:?} {problem:?}"),
            Status::Unsolvable => assert!(all.solutions.is_empty(), "{problem:?}"),
            Status::Infeasible => {
                assert!(all.solutions.is_empty(), "{problem:?}");
                assert!(verify_certificate(&problem, &outcome.certificate));
            }
            other => panic!("{other}: {problem:?}"),
        }
    }
    assert!(counts[0] > 300 && counts[1] > 100 && counts[2] > 10, "too one-sided: {counts:?}");
    Ok(())
}

#[test]
fn bimatrix_games_are_solved_at_any_size() -> Result<(), InputError> {
    let mut random = Random::new(6);
    for case in 0..300 {
        let (a, b) = (1 + random.below(2 + case % 20), 1 + random.below(2 + case % 20));
        let n = a + b;
        let mut m = vec![vec![0.0; n]; n];
        for i in 0..a {
            for j in 0..b {
                m[i][a + j] = 0.1 + random.unit();
                m[a + j][i] = 0.1 + random.unit();
            }
        }
        solved(&Lcp::from_rows(&m, &vec![-1.0; n])?, "game")?;
    }
    Ok(())
}

#[test]
fn permuting_and_scaling_change_nothing() -> Result<(), InputError> {
    let mut random = Random::new(7);
    for case in 0..500 {
        let n = 2 + case % 12;
        let mut m = gram(&rows(&mut random, n), n);
        (0..n).for_each(|i| m[i][i] += 0.2);
        let q = random.vector(n);
        let first = solved(&Lcp::from_rows(&m, &q)?, "plain")?;
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, random.below(i + 1));
        }
        let permuted: Rows = order.iter().map(|&i| order.iter().map(|&j| m[i][j]).collect()).collect();
        let permuted_q: Vec<f64> = order.iter().map(|&i| q[i]).collect();
        let second = solved(&Lcp::from_rows(&permuted, &permuted_q)?, "permuted")?;
        // Both are exact to rounding times the condition number, at most about 1e4.
        assert!(order.iter().zip(&second.z).all(|(&i, z)| (z - first.z[i]).abs() < 1e-10));
        let (s, t) = (2.0_f64.powi(random.below(60) as i32 - 30), 2.0_f64.powi(random.below(60) as i32 - 30));
        let scaled: Rows = m.iter().map(|r| r.iter().map(|a| a * s).collect()).collect();
        let scaled_q: Vec<f64> = q.iter().map(|a| a * t).collect();
        let third = solved(&Lcp::from_rows(&scaled, &scaled_q)?, "scaled")?;
        let largest = first.z.iter().fold(1e-300_f64, |m, z| m.max(z.abs()));
        for (a, b) in third.z.iter().zip(&first.z) {
            // Powers of two are exact, so only the path may differ.
            assert!((a * s / t - b).abs() < 1e-10 * largest, "case {case}: {s} {t}");
        }
    }
    Ok(())
}

#[test]
fn warm_starts_from_the_solution_need_no_pivots() -> Result<(), InputError> {
    let mut random = Random::new(8);
    for case in 0..200 {
        let n = 2 + case % 10;
        let mut m = gram(&rows(&mut random, n), n);
        (0..n).for_each(|i| m[i][i] += 0.2);
        let problem = Lcp::from_rows(&m, &random.vector(n))?;
        let first = solved(&problem, "first")?;
        for name in ["default", "lemke", "murty", "keller"] {
            let Some(mut solver) = lcp::by_name(name) else { continue };
            let again = solver.solve(&problem, Some(&first.z), &Settings::default())?;
            assert_eq!((again.status, again.iterations), (Status::Solved, 0), "{name}");
        }
    }
    Ok(())
}

#[test]
fn bad_input_is_an_error_with_a_sentence() {
    let message = |r: Result<Lcp, InputError>| r.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(message(Lcp::from_rows(&[], &[])).contains("no unknowns"));
    assert!(message(Lcp::from_rows(&[vec![1.0, 2.0]], &[1.0])).contains("square"));
    assert!(message(Lcp::from_rows(&[vec![1.0], vec![1.0, 2.0]], &[1.0, 2.0])).contains("row 1"));
    assert!(message(Lcp::from_rows(&[vec![f64::NAN]], &[1.0])).contains("NaN"));
    assert!(message(Lcp::from_rows(&[vec![1.0]], &[f64::INFINITY])).contains("q is inf"));
    assert!(message(Lcp::from_rows(&[vec![1.0]], &[1.0, 2.0])).contains("2 entries where 1"));
    assert!(Matrix::from_row_major(1 << 20, 1 << 20, Vec::new()).is_err());
}

#[test]
fn limits_and_interrupts_are_obeyed() -> Result<(), InputError> {
    let n = 18;
    let murty: Rows =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j)) + if j < i { 2.0 } else { 0.0 }).collect()).collect();
    let problem = Lcp::from_rows(&murty, &vec![-1.0; n])?;
    let flag = std::sync::atomic::AtomicBool::new(true);
    for name in lcp::SOLVERS {
        let Some(mut solver) = lcp::by_name(name) else { continue };
        let settings = Settings { interrupt: Some(&flag), ..Settings::default() };
        let started = std::time::Instant::now();
        match solver.solve(&problem, None, &settings) {
            Err(InputError::TooLarge { .. }) => {}
            outcome => assert!(matches!(outcome?.status, Status::Limit | Status::Solved | Status::Ray), "{name}"),
        }
        // An interrupted solve of 18 unknowns ends at once; a second allows for a busy machine.
        assert!(started.elapsed().as_secs() < 1, "{name}");
        let limited = Settings::default().with_max_iterations(3);
        if let Ok(outcome) = solver.solve(&problem, None, &limited) {
            assert!(outcome.iterations <= 3 || outcome.attempts.len() > 1, "{name}: {outcome:?}");
        }
        assert!(solver.solve(&problem, Some(&[1.0]), &Settings::default()).is_err(), "{name}");
        assert!(solver.solve(&problem, None, &Settings::default().with_tolerance(f64::NAN)).is_err(), "{name}");
    }
    Ok(())
}

/// Positive factors on rows and columns change the units only: the status stays.
#[test]
fn the_status_does_not_depend_on_the_units() -> Result<(), InputError> {
    let mut random = Random::new(9);
    for case in 0..2000 {
        let n = 1 + case % 6;
        let whole = |random: &mut Random| random.below(7) as f64 - 3.0;
        let m: Rows = (0..n).map(|_| (0..n).map(|_| whole(&mut random)).collect()).collect();
        let q: Vec<f64> = (0..n).map(|_| whole(&mut random)).collect();
        let first = lcp::solve(&Lcp::from_rows(&m, &q)?)?;
        let mut factors = || -> Vec<f64> { (0..n).map(|_| 10_f64.powf(2.5 * random.signed())).collect() };
        let (r, c) = (factors(), factors());
        let scaled: Rows = (0..n).map(|i| (0..n).map(|j| r[i] * m[i][j] * c[j]).collect()).collect();
        let scaled_q: Vec<f64> = q.iter().zip(&r).map(|(q, r)| q * r).collect();
        let problem = Lcp::from_rows(&scaled, &scaled_q)?;
        let second = lcp::solve(&problem)?;
        assert_eq!(first.status, second.status, "case {case}: {m:?} {q:?} {r:?} {c:?} {second:?}");
        assert!(second.certificate.is_empty() || verify_certificate(&problem, &second.certificate));
    }
    Ok(())
}
