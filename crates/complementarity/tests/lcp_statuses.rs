//! The statuses of the default solver on families whose status is known by construction, and against brute force.

// Loops over an index read like the formulas they build.
#![allow(clippy::needless_range_loop)]

use carom_complementarity::lcp::{self, Lcp, Status, verify_certificate};
use carom_complementarity::{InputError, Settings};

mod common;
use common::Random;

type Rows = Vec<Vec<f64>>;

fn zeros(n: usize) -> Rows {
    vec![vec![0.0; n]; n]
}

fn product(row: &[f64], z: &[f64]) -> f64 {
    row.iter().zip(z).map(|(a, b)| a * b).sum()
}

/// A whole number between -size and size.
fn whole(random: &mut Random, size: usize) -> f64 {
    random.below(2 * size + 1) as f64 - size as f64
}

/// The same problem with the unknowns in another order and with factors 10^-spread to 10^spread on rows and columns.
fn disguised(random: &mut Random, m: &Rows, q: &[f64], spread: f64) -> Result<Lcp, InputError> {
    let n = q.len();
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut factors = || -> Vec<f64> { (0..n).map(|_| 10_f64.powf(spread * random.signed())).collect() };
    let (r, c) = (factors(), factors());
    let rows: Rows = order.iter().map(|&i| order.iter().map(|&j| r[i] * m[i][j] * c[j]).collect()).collect();
    Lcp::from_rows(&rows, &order.iter().map(|&i| r[i] * q[i]).collect::<Vec<_>>())
}

fn check(problem: &Lcp, expected: Status, what: &str) -> Result<(), InputError> {
    let outcome = lcp::solve(problem)?;
    assert_eq!(outcome.status, expected, "{what}: {outcome:?} {problem:?}");
    if expected == Status::Infeasible {
        assert!(verify_certificate(problem, &outcome.certificate), "{what}");
        assert_eq!(outcome.attempts.last().map(|a| (a.status, a.iterations)), Some((expected, outcome.iterations)));
    }
    Ok(())
}

/// The one solution of A x = b (at least as many rows as columns) by elimination with the largest pivot; `None` if the columns
/// depend on each other or no x fits.
fn solve_system(mut a: Rows, mut b: Vec<f64>, columns: usize) -> Option<Vec<f64>> {
    let rows = b.len();
    for j in 0..columns {
        let p = (j..rows).max_by(|&x, &y| a[x][j].abs().total_cmp(&a[y][j].abs()))?;
        if a[p][j].abs() < 1e-9 {
            return None;
        }
        a.swap(j, p);
        b.swap(j, p);
        for i in j + 1..rows {
            let f = a[i][j] / a[j][j];
            for c in j..columns {
                a[i][c] -= f * a[j][c];
            }
            b[i] -= f * b[j];
        }
    }
    for j in (0..columns).rev() {
        b[j] = (b[j] - (j + 1..columns).map(|c| a[j][c] * b[c]).sum::<f64>()) / a[j][j];
    }
    // Whole numbers up to 2 and n up to 7: what is not zero is above 1e-5.
    let fits = b[columns..].iter().all(|x| x.abs() < 1e-8);
    b.truncate(columns);
    fits.then_some(b)
}

/// Whether the problem has a solution. Every solution set is a union of polyhedra with vertices; at a vertex the columns of the
/// positive variables are independent. So it is enough to try, for each pair, z_i > 0, w_i > 0 or neither.
fn has_solution(m: &Rows, q: &[f64]) -> bool {
    let n = q.len();
    (0..3_usize.pow(n as u32)).any(|choice| {
        let kind = |i: usize| choice / 3_usize.pow(i as u32) % 3;
        let positive: Vec<usize> = (0..n).filter(|&i| kind(i) == 1).collect();
        let zero: Vec<usize> = (0..n).filter(|&i| kind(i) != 2).collect();
        let a: Rows = zero.iter().map(|&i| positive.iter().map(|&j| m[i][j]).collect()).collect();
        let b = zero.iter().map(|&i| -q[i]).collect();
        let Some(x) = solve_system(a, b, positive.len()) else { return false };
        let mut z = vec![0.0; n];
        positive.iter().zip(&x).for_each(|(&i, &x)| z[i] = x);
        z.iter().all(|&z| z >= -1e-8) && (0..n).all(|i| product(&m[i], &z) + q[i] >= -1e-8)
    })
}

#[test]
fn degenerate_whole_numbers_agree_with_brute_force() -> Result<(), InputError> {
    let mut random = Random::new(21);
    let mut counts = [0; 5];
    for case in 0..6000 {
        let n = 1 + case % 7;
        // Entries from -2 to 2, in some cases mostly zero.
        let sparse = 1 + random.below(3);
        let entry = |random: &mut Random| if random.below(sparse) == 0 { whole(random, 2) } else { 0.0 };
        let m: Rows = (0..n).map(|_| (0..n).map(|_| entry(&mut random)).collect()).collect();
        let q: Vec<f64> = (0..n).map(|_| whole(&mut random, 2)).collect();
        let problem = Lcp::from_rows(&m, &q)?;
        let outcome = lcp::solve(&problem)?;
        counts[outcome.status as usize] += 1;
        let decided = !matches!(outcome.status, Status::Ray | Status::Limit);
        assert!(decided, "case {case}: {outcome:?} {problem:?}");
        assert_eq!(outcome.status == Status::Solved, has_solution(&m, &q), "case {case}: {outcome:?} {problem:?}");
        if outcome.status == Status::Infeasible {
            assert!(verify_certificate(&problem, &outcome.certificate), "case {case}");
        }
    }
    assert!(counts[0] > 1500 && counts[1] > 800 && counts[2] > 100, "too one-sided: {counts:?}");
    Ok(())
}

/// Beyond the size of brute force: every problem is decided, and one made around a solution (with pairs (0, 0) too) is solved.
#[test]
fn larger_problems_of_whole_numbers_are_decided() -> Result<(), InputError> {
    let mut random = Random::new(31);
    let mut unsolvable = 0;
    for case in 0..200 {
        let n = 17 + case % 16;
        let m: Rows = (0..n).map(|_| (0..n).map(|_| whole(&mut random, 2)).collect()).collect();
        let (mut z, mut q) = (vec![0.0; n], vec![0.0; n]);
        for i in 0..n {
            match random.below(3) {
                0 => z[i] = 1.0 + random.below(2) as f64,
                1 => q[i] = 1.0 + random.below(2) as f64,
                _ => {}
            }
        }
        (0..n).for_each(|i| q[i] -= product(&m[i], &z));
        check(&Lcp::from_rows(&m, &q)?, Status::Solved, &format!("around a solution, case {case}"))?;
        let outcome = lcp::solve(&Lcp::from_rows(&m, &(0..n).map(|_| whole(&mut random, 2)).collect::<Vec<_>>())?)?;
        assert!(!matches!(outcome.status, Status::Ray | Status::Limit), "case {case}: {outcome:?}");
        unsolvable += usize::from(outcome.status == Status::Unsolvable);
    }
    assert!(unsolvable > 20, "too few without solution: {unsolvable}");
    Ok(())
}

/// Blocks without solution, w_1 = z_2 - a, w_2 = b (feasible with z_2 >= a, but w_2 > 0 asks for z_2 = 0), beside P-problems whose
/// unknowns push on the blocks only upwards of feasibility: no solution, always feasible.
fn unsolvable(random: &mut Random, n: usize) -> (Rows, Vec<f64>) {
    let mut m = zeros(n);
    let mut q: Vec<f64> = (0..n).map(|_| whole(random, 4)).collect();
    for i in 2..n {
        for j in 2..n {
            m[i][j] = if i == j { 3.0 * n as f64 } else { whole(random, 2) };
        }
        // The block acts on the rest, the rest not on the block.
        m[i][0] = random.below(3) as f64;
        m[i][1] = random.below(3) as f64;
    }
    m[0][1] = 1.0 + random.below(3) as f64;
    (q[0], q[1]) = (-1.0 - random.below(4) as f64, 1.0 + random.below(4) as f64);
    (m, q)
}

#[test]
fn feasible_problems_without_solution_are_proved_so() -> Result<(), InputError> {
    let mut random = Random::new(22);
    for case in 0..600 {
        let n = 2 + case % 23;
        let (m, q) = unsolvable(&mut random, n);
        check(&disguised(&mut random, &m, &q, 1.0)?, Status::Unsolvable, &format!("n = {n}"))?;
    }
    Ok(())
}

#[test]
fn infeasible_problems_are_proved_so_at_any_size() -> Result<(), InputError> {
    let mut random = Random::new(23);
    for case in 0..400 {
        let n = 1 + case % 60;
        let mut m: Rows = (0..n).map(|_| random.vector(n)).collect();
        let mut q = random.vector(n);
        // y >= 0 on some rows; the last of them is made so that M^T y <= 0 and q . y < 0.
        let count = 1 + random.below(n.min(6));
        let y: Vec<f64> = (0..count).map(|_| 0.2 + random.unit()).collect();
        let combine = |rows: &[f64]| rows.iter().zip(&y).map(|(a, y)| a * y).sum::<f64>();
        let last = count - 1;
        for j in 0..n {
            let others: Vec<f64> = (0..last).map(|i| m[i][j]).collect();
            m[last][j] = (-random.unit() * f64::from(random.below(2) as u8) - 1e-3 - combine(&others)) / y[last];
        }
        q[last] = (-0.1 - random.unit() - combine(&q[..last])) / y[last];
        check(&disguised(&mut random, &m, &q, 1.0)?, Status::Infeasible, &format!("case {case}"))?;
    }
    Ok(())
}

#[test]
fn games_of_any_size_and_scale_are_solved() -> Result<(), InputError> {
    let mut random = Random::new(24);
    for case in 0..120 {
        let (a, b) = (1 + random.below(30), 1 + random.below(30));
        let (n, mut m) = (a + b, zeros(a + b));
        for i in 0..a {
            for j in a..n {
                // Whole numbers in every second game: equal costs, ties.
                let cost = |random: &mut Random| {
                    if case % 2 == 0 { 1.0 + random.below(4) as f64 } else { 0.1 + random.unit() }
                };
                (m[i][j], m[j][i]) = (cost(&mut random), cost(&mut random));
            }
        }
        let scale = 10_f64.powf(6.0 * random.signed());
        m.iter_mut().flatten().for_each(|x| *x *= scale);
        check(&Lcp::from_rows(&m, &vec![-1.0; n])?, Status::Solved, &format!("{a} x {b}"))?;
    }
    Ok(())
}

/// Games whose unknowns are shuffled, so that the two blocks are not next to each other.
#[test]
fn games_in_any_order_are_solved() -> Result<(), InputError> {
    let mut random = Random::new(30);
    for case in 0..100 {
        let (a, b) = (1 + random.below(8), 1 + random.below(8));
        let mut m = zeros(a + b);
        for i in 0..a {
            for j in a..a + b {
                (m[i][j], m[j][i]) = (0.1 + random.unit(), 0.1 + random.unit());
            }
        }
        check(&disguised(&mut random, &m, &vec![-1.0; a + b], 1.0)?, Status::Solved, &format!("case {case}"))?;
    }
    Ok(())
}

#[test]
fn murty_s_and_cycling_families_are_solved_in_any_order_and_scale() -> Result<(), InputError> {
    let mut random = Random::new(25);
    // Kostreva's matrix, on which least-index rules return to an old basis: a P-matrix of order 3.
    let kostreva = vec![vec![1.0, 2.0, 0.0], vec![0.0, 1.0, 2.0], vec![2.0, 0.0, 1.0]];
    for case in 0..200 {
        let n = 1 + case % 20;
        let m: Rows = (0..n)
            .map(|i| (0..n).map(|j| f64::from(u8::from(i == j)) + if j < i { 2.0 } else { 0.0 }).collect())
            .collect();
        check(&Lcp::from_rows(&m, &vec![-1.0; n])?, Status::Solved, "Murty")?;
        check(&disguised(&mut random, &m, &vec![-1.0; n], 2.0)?, Status::Solved, &format!("Murty {n} in disguise"))?;
        check(&disguised(&mut random, &kostreva, &[-1.0; 3], 3.0)?, Status::Solved, "cycling")?;
    }
    Ok(())
}

/// Copositive-plus matrices (semidefinite + nonnegative blocks): solvable wherever feasible.
#[test]
fn copositive_plus_problems_are_solved_or_infeasible() -> Result<(), InputError> {
    let mut random = Random::new(26);
    let mut infeasible = 0;
    for case in 0..500 {
        let n = 2 + case % 20;
        let rank = 1 + random.below(n);
        let a: Rows = (0..n).map(|_| (0..rank).map(|_| whole(&mut random, 2)).collect()).collect();
        let mut m: Rows = (0..n).map(|i| (0..n).map(|j| product(&a[i], &a[j])).collect()).collect();
        for i in 0..n {
            for j in 0..i {
                let skew = whole(&mut random, 2);
                m[i][j] += skew;
                m[j][i] -= skew;
            }
        }
        let q: Vec<f64> = (0..n).map(|_| whole(&mut random, 3)).collect();
        let problem = Lcp::from_rows(&m, &q)?;
        let outcome = lcp::solve(&problem)?;
        match outcome.status {
            Status::Solved => {}
            Status::Infeasible => {
                infeasible += 1;
                assert!(verify_certificate(&problem, &outcome.certificate), "case {case}");
            }
            other => panic!("case {case}: {other} {outcome:?} {problem:?}"),
        }
    }
    assert!(infeasible > 5, "the cases must contain infeasible ones, found {infeasible}");
    Ok(())
}

/// The conditions of a linear program min c.x, A x >= b, x >= 0 as M = [[0, -A^T], [A, 0]]: whole numbers, so degenerate, q = 0 too.
#[test]
fn linear_programs_with_ties_are_decided() -> Result<(), InputError> {
    let mut random = Random::new(27);
    for case in 0..500 {
        let (p, d) = (1 + random.below(12), 1 + random.below(12));
        let mut m = zeros(p + d);
        for i in 0..d {
            for j in 0..p {
                let a = whole(&mut random, 2);
                (m[p + i][j], m[j][p + i]) = (a, -a);
            }
        }
        let zero = case % 3 == 0;
        let q: Vec<f64> = (0..p + d).map(|_| if zero { 0.0 } else { whole(&mut random, 2) }).collect();
        let problem = Lcp::from_rows(&m, &q)?;
        let outcome = lcp::solve(&problem)?;
        match outcome.status {
            Status::Solved => {}
            Status::Infeasible => assert!(!zero && verify_certificate(&problem, &outcome.certificate), "case {case}"),
            other => panic!("case {case}: {other} {outcome:?} {problem:?}"),
        }
    }
    Ok(())
}

#[test]
fn zero_q_is_solved_by_zero() -> Result<(), InputError> {
    let mut random = Random::new(28);
    for case in 0..300 {
        let n = 1 + case % 30;
        let m: Rows = (0..n).map(|_| (0..n).map(|_| whole(&mut random, 2)).collect()).collect();
        for name in ["default", "lemke", "enumeration"] {
            let Some(mut solver) = lcp::by_name(name) else { continue };
            let outcome = solver.solve(&Lcp::from_rows(&m, &vec![0.0; n])?, None, &Settings::default())?;
            assert_eq!(outcome.status, Status::Solved, "{name} case {case}: {outcome:?}");
        }
    }
    Ok(())
}

/// M and q in units from 1e-12 to 1e12 keep the status.
#[test]
fn huge_and_tiny_units_keep_the_status() -> Result<(), InputError> {
    let mut random = Random::new(29);
    for case in 0..1000 {
        let n = 1 + case % 7;
        let m: Rows = (0..n).map(|_| (0..n).map(|_| whole(&mut random, 2)).collect()).collect();
        let q: Vec<f64> = (0..n).map(|_| whole(&mut random, 2)).collect();
        let first = lcp::solve(&Lcp::from_rows(&m, &q)?)?;
        let (s, t) = (10_f64.powf(12.0 * random.signed()), 10_f64.powf(12.0 * random.signed()));
        let scaled: Rows = m.iter().map(|row| row.iter().map(|a| a * s).collect()).collect();
        let problem = Lcp::from_rows(&scaled, &q.iter().map(|a| a * t).collect::<Vec<_>>())?;
        check(&problem, first.status, &format!("case {case}: M times {s:e}, q times {t:e}"))?;
    }
    Ok(())
}
