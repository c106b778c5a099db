//! Solvers that are kept, with an outcome that is kept, allocate nothing the second time.
//!
//! `allocation-counter` replaces the allocator of this test program by one that counts per thread.

use carom_complementarity::boxed::{self, BoxedLcp};
use carom_complementarity::lcp::{self, Lcp, Outcome, Status};
use carom_complementarity::{InputError, Matrix, Settings};

mod common;
use common::Random;

const N: usize = 8;

type Rows = Vec<Vec<f64>>;

fn random_rows(random: &mut Random) -> Rows {
    (0..N).map(|_| random.vector(N)).collect()
}

fn definite(random: &mut Random) -> Rows {
    let a = random_rows(random);
    let entry = |i: usize, j: usize| a[i].iter().zip(&a[j]).map(|(x, y)| x * y).sum::<f64>() + f64::from(i == j);
    (0..N).map(|i| (0..N).map(|j| entry(i, j)).collect()).collect()
}

fn game(random: &mut Random) -> Rows {
    let entry = |i: usize, j: usize, x: f64| if (i < N / 2) == (j < N / 2) { 0.0 } else { 0.1 + x.abs() };
    let a = random_rows(random);
    (0..N).map(|i| (0..N).map(|j| entry(i, j, a[i][j])).collect()).collect()
}

/// Whole numbers from -2 to 2: ties, singular matrices, rays, infeasible and unsolvable problems.
fn whole(random: &mut Random) -> Rows {
    (0..N).map(|_| (0..N).map(|_| random.below(5) as f64 - 2.0).collect()).collect()
}

/// Problems of one size that take the solvers through all their branches.
fn problems() -> Result<Vec<Lcp>, InputError> {
    let mut random = Random::new(77);
    let mut out = Vec::new();
    for _ in 0..60 {
        let q = random.vector(N);
        out.push(Lcp::from_rows(&definite(&mut random), &q)?);
        out.push(Lcp::from_rows(&game(&mut random), &[-1.0; N])?);
        let q: Vec<f64> = (0..N).map(|_| random.below(5) as f64 - 2.0).collect();
        out.push(Lcp::from_rows(&whole(&mut random), &q)?);
    }
    Ok(out)
}

/// Allocations of the second of two runs over the same work.
fn second_run(mut work: impl FnMut()) -> u64 {
    work();
    allocation_counter::measure(work).count_total
}

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!((info.count_total, info.bytes_total), (1, 100));
}

#[test]
fn solvers_of_plain_problems_allocate_nothing_again() -> Result<(), InputError> {
    let problems = problems()?;
    // Few iterations for the methods that need thousands; no allocation depends on their number.
    let settings = Settings::default().with_max_iterations(300);
    for name in lcp::SOLVERS {
        let Some(mut solver) = lcp::by_name(name) else { continue };
        let mut outcome = Outcome::default();
        let mut seen = [0; 5];
        let count = second_run(|| {
            for problem in &problems {
                let answered = solver.solve_into(problem, None, &settings, &mut outcome).is_ok();
                seen[outcome.status as usize] += usize::from(answered);
            }
        });
        assert_eq!(count, 0, "{name} allocates");
        if name == "default" {
            let [solved, infeasible, unsolvable, ..] = seen;
            assert!(solved > 100 && infeasible > 10 && unsolvable > 2, "every end must be met: {seen:?}");
        }
    }
    Ok(())
}

/// What the first problem of a size has taken is enough for others of that size that go the same way.
#[test]
fn another_problem_of_the_same_size_needs_no_more_memory() -> Result<(), InputError> {
    let mut random = Random::new(78);
    for name in lcp::SOLVERS {
        let Some(mut solver) = lcp::by_name(name) else { continue };
        let mut outcome = Outcome::default();
        let mut next = || Lcp::from_rows(&definite(&mut random), &random.vector(N));
        let (first, others) = (next()?, (0..20).map(|_| next()).collect::<Result<Vec<_>, _>>()?);
        solver.solve_into(&first, None, &Settings::default(), &mut outcome)?;
        let counted = allocation_counter::measure(|| {
            for problem in &others {
                let answered = solver.solve_into(problem, None, &Settings::default(), &mut outcome);
                let special = ["lemke-howson", "contact-modes"].contains(&name);
                assert!(answered.is_ok() && (outcome.status == Status::Solved || special), "{name}");
            }
        });
        assert_eq!(counted.count_total, 0, "{name} allocates {} bytes", counted.bytes_total);
    }
    Ok(())
}

#[test]
fn solvers_of_boxed_problems_allocate_nothing_again() -> Result<(), InputError> {
    let mut random = Random::new(79);
    let mut problems = Vec::new();
    for case in 0..120 {
        let m = if case % 2 == 0 { definite(&mut random) } else { whole(&mut random) };
        let kinds: Vec<usize> = (0..N).map(|_| random.below(4)).collect();
        let lower = kinds.iter().map(|k| [f64::NEG_INFINITY, 0.0, -0.5, f64::NEG_INFINITY][*k]).collect();
        let upper = kinds.iter().map(|k| [f64::INFINITY, f64::INFINITY, 0.5, 1.0][*k]).collect();
        problems.push(BoxedLcp::new(Matrix::from_rows(&m)?, random.vector(N), lower, upper)?);
    }
    let settings = Settings::default().with_max_iterations(300);
    for name in boxed::SOLVERS {
        let Some(mut solver) = boxed::by_name(name) else { continue };
        let mut outcome = Outcome::default();
        let mut tried = 0;
        let count = second_run(|| {
            for problem in &problems {
                let answered = solver.solve_into(problem, None, &settings, &mut outcome).is_ok();
                tried += outcome.attempts.len() * usize::from(answered);
            }
        });
        assert_eq!(count, 0, "{name} allocates");
        assert!(name != "default" || tried > 100, "the conversion must be met: {tried}");
    }
    Ok(())
}
