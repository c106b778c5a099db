//! Friction problems that are LCPs: in the plane with any mu, and without friction.

use carom_complementarity::cone::{self, BlockMatrix, ConeChoose, ConeSolver, ConeStatus, FrictionProblem};
use carom_complementarity::{InputError, Settings};

mod common;
use common::Random;

/// W = J J^T + ridge with `freedoms` columns of J, and q in the range of J.
fn random_problem(
    random: &mut Random,
    (dim, contacts, freedoms): (usize, usize, usize),
    ridge: f64,
    mu: f64,
) -> Result<FrictionProblem, InputError> {
    let n = dim * contacts;
    let j: Vec<Vec<f64>> = (0..n).map(|_| random.vector(freedoms)).collect();
    let entry = |a: usize, b: usize| j[a].iter().zip(&j[b]).map(|(x, y)| x * y).sum::<f64>();
    let entries = (0..n * n).map(|k| (k / n, k % n, entry(k / n, k % n) + if k / n == k % n { ridge } else { 0.0 }));
    let w = BlockMatrix::from_triplets(dim, contacts, entries.collect::<Vec<_>>())?;
    let v = random.vector(freedoms);
    let q = (0..n).map(|a| j[a].iter().zip(&v).map(|(x, y)| x * y).sum()).collect();
    FrictionProblem::new(w, q, vec![mu; contacts])
}

#[test]
fn planar_problems_with_large_friction_are_solved() -> Result<(), InputError> {
    // Seen: for mu = 30 and more sweeps and Newton ran in circles on positive definite problems of six contacts, which have solutions.
    let mut random = Random::new(31);
    let settings = Settings::default().with_tolerance(1e-8);
    let mut by_lcp = 0;
    for case in 0..400 {
        let mu = [1.0, 3.0, 30.0, 1000.0][case % 4];
        let contacts = 1 + case % 13;
        let problem = random_problem(&mut random, (2, contacts, 2 * contacts), 0.1, mu)?;
        let outcome = ConeChoose::new().solve(&problem, None, &settings)?;
        assert_eq!(outcome.status, ConeStatus::Solved, "case {case}, mu {mu}: {:?}", outcome.attempts);
        by_lcp += usize::from(["contact-modes", "planar-lcp"].contains(&outcome.solver));
    }
    assert!(by_lcp > 20, "the LCP is what solves many of them: {by_lcp}");
    Ok(())
}

#[test]
fn contacts_with_and_without_friction_share_a_problem() -> Result<(), InputError> {
    let mut random = Random::new(32);
    for case in 0..100 {
        let problem = random_problem(&mut random, (2, 6, 12), 0.1, 0.0)?;
        let mu = (0..6).map(|i| if (i + case) % 3 == 0 { 0.0 } else { 50.0 }).collect();
        let problem = FrictionProblem::new(problem.w().clone(), problem.q().to_vec(), mu)?;
        let outcome = ConeChoose::new().solve(&problem, None, &Settings::default().with_tolerance(1e-8))?;
        assert_eq!(outcome.status, ConeStatus::Solved, "case {case}: {:?}", outcome.attempts);
    }
    Ok(())
}

#[test]
fn frictionless_contacts_beyond_the_freedoms_are_solved_to_rounding() -> Result<(), InputError> {
    // Seen: a tower of 570 contacts without friction stayed at 4e-8 in all methods for cones. Hyperstatic: three times as many
    // normals as freedoms.
    let mut random = Random::new(33);
    for case in 0..40 {
        let (dim, contacts) = (2 + case % 2, 15 + 6 * (case % 10));
        let problem = random_problem(&mut random, (dim, contacts, contacts / 3), 0.0, 0.0)?;
        let outcome = ConeChoose::new().solve(&problem, None, &Settings::default().with_tolerance(1e-11))?;
        assert_eq!(outcome.status, ConeStatus::Solved, "case {case}: {:?}", outcome.attempts);
        assert!((0..problem.size()).all(|k| k % dim == 0 || outcome.r[k] == 0.0), "no tangential reaction");
    }
    Ok(())
}

#[test]
fn infeasibility_names_its_proof() -> Result<(), InputError> {
    // Two plates close in on a body that moves along x only.
    let w = [1.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0];
    for mu in [0.0, 0.4] {
        let problem =
            FrictionProblem::new(BlockMatrix::from_dense(2, 2, &w)?, vec![-1.0, 0.0, -1.0, 0.0], vec![mu; 2])?;
        let outcome = ConeChoose::new().solve(&problem, None, &Settings::default())?;
        assert_eq!((outcome.status, outcome.solver), (ConeStatus::Infeasible, "frictionless-lcp"));
        assert!(cone::verify_certificate(&problem, &outcome.certificate.unwrap_or_default()));
    }
    Ok(())
}
