//! Frictional contact problems: files with known difficulties, closed forms, symmetries, and the three forms of one problem.

use carom_complementarity::cone::{
    self, BlockMatrix, ConeChoose, ConeSolver, ConeStatus, FrictionProblem, GlobalProblem, de_saxce_residual, residual,
};
use carom_complementarity::read::{Friction, friction_dat, friction_json};
use carom_complementarity::{InputError, Settings};

mod common;
use common::Random;

type Failure = Box<dyn std::error::Error>;

fn files(extension: &str) -> Result<Vec<(String, String)>, Failure> {
    let folder = format!("{}/tests/data/friction", env!("CARGO_MANIFEST_DIR"));
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == extension) {
            out.push((path.display().to_string(), std::fs::read_to_string(&path)?));
        }
    }
    out.sort();
    Ok(out)
}

/// The residual of the collection's README, written a second time on purpose.
fn readme_residual(problem: &FrictionProblem, r: &[f64]) -> f64 {
    let d = problem.dim();
    let mut u = vec![0.0; r.len()];
    problem.w().multiply_add(r, problem.q(), &mut u);
    let mut sum = 0.0;
    for (i, &mu) in problem.mu().iter().enumerate() {
        let block = problem.w().diagonal(i);
        let rho = 1.0 / (0..d).map(|k| block[k * d + k]).fold(0.0, f64::max);
        let (r, u) = (&r[i * d..(i + 1) * d], &u[i * d..(i + 1) * d]);
        let slip = u[1..].iter().map(|v| v * v).sum::<f64>().sqrt();
        let mut x: Vec<f64> = r.iter().zip(u).map(|(a, b)| a - rho * b).collect();
        x[0] -= rho * mu * slip;
        let t = x[1..].iter().map(|v| v * v).sum::<f64>().sqrt();
        let p: Vec<f64> = if t <= mu * x[0] {
            x.clone()
        } else if mu * t <= -x[0] {
            vec![0.0; d]
        } else {
            let n = (x[0] + mu * t) / (1.0 + mu * mu);
            std::iter::once(n).chain(x[1..].iter().map(|v| mu * n * v / t)).collect()
        };
        sum += r.iter().zip(&p).map(|(a, b)| ((a - b) / rho).powi(2)).sum::<f64>();
    }
    let scale = problem.q().iter().map(|v| v * v).sum::<f64>().sqrt();
    sum.sqrt() / if scale > 0.0 { scale } else { 1.0 }
}

/// The residual of the crate, written a second time: that of the README, or the penetration over |q| where that is larger.
fn residual_again(problem: &FrictionProblem, r: &[f64]) -> f64 {
    let mut u = vec![0.0; r.len()];
    problem.w().multiply_add(r, problem.q(), &mut u);
    let penetration = u.iter().step_by(problem.dim()).map(|v| v.min(0.0).powi(2)).sum::<f64>().sqrt();
    let scale = problem.q().iter().map(|v| v * v).sum::<f64>().sqrt();
    readme_residual(problem, r).max(penetration / if scale > 0.0 { scale } else { 1.0 })
}

#[test]
fn the_default_solves_every_file_with_w() -> Result<(), Failure> {
    let settings = Settings::default().with_tolerance(1e-8);
    let mut solver = ConeChoose::new();
    for (name, text) in files("json")? {
        let (problem, reference) = friction_json(&text)?;
        let outcome = solver.solve(&problem, None, &settings)?;
        assert_eq!(outcome.status, ConeStatus::Solved, "{name}: {:?}", outcome.attempts);
        assert!(readme_residual(&problem, &outcome.r) <= 1e-8, "{name}");
        let reference = reference.ok_or("no reference")?;
        // The reference's own residual, computed elsewhere, must come out the same to its printed digits.
        let own = readme_residual(&problem, &reference.r);
        assert!((own - reference.residual).abs() <= 1e-3 * reference.residual + 1e-14, "{name}: {own}");
        let (force, velocity, power) = de_saxce_residual(&problem, &outcome.r, &outcome.u);
        // The three conditions apart: each is bounded by the natural map times the condition of a contact's block.
        assert!(force <= 1e-6 && velocity <= 1e-6 && power <= 1e-6, "{name}: {force} {velocity} {power}");
    }
    Ok(())
}

#[test]
fn text_files_of_every_form_are_read_and_solved() -> Result<(), Failure> {
    let settings = Settings::default().with_tolerance(1e-8);
    for (name, text) in files("dat")? {
        match friction_dat(&text) {
            Err(error) => return Err(format!("{name}: {error}").into()),
            Ok(Friction::Local(problem)) => {
                let outcome = ConeChoose::new().solve(&problem, None, &settings)?;
                assert_eq!(outcome.status, ConeStatus::Solved, "{name}");
                assert!(readme_residual(&problem, &outcome.r) <= 1e-8, "{name}");
            }
            Ok(Friction::Global(problem)) => {
                let outcome = cone::solve_global(&problem, None, &settings)?;
                assert_eq!(outcome.status, ConeStatus::Solved, "{name}");
                assert!(readme_residual(&problem.condense()?, &outcome.r) <= 1.0001e-8, "{name}");
            }
        }
    }
    Ok(())
}

#[test]
fn without_contacts_there_is_nothing_to_solve() -> Result<(), Failure> {
    let settings = Settings::default();
    let (problem, _) = friction_json(r#"{"contacts":0,"mu":[],"q":[],"W":{"n":0,"i":[],"j":[],"v":[]}}"#)?;
    let Friction::Local(text) = friction_dat("2 0 0 0 0 0 0")? else {
        return Err("a local problem".into());
    };
    assert_eq!((text.dim(), text.contacts()), (2, 0));
    for name in cone::SOLVERS {
        let Some(mut solver) = cone::by_name(name) else {
            continue;
        };
        for problem in [&problem, &text] {
            let outcome = solver.solve(problem, None, &settings)?;
            assert_eq!((outcome.status, outcome.iterations, outcome.r.len()), (ConeStatus::Solved, 0, 0), "{name}");
            assert!(outcome.residual == 0.0 && outcome.residual.is_sign_positive(), "{name}");
        }
    }
    Ok(())
}

#[test]
fn bodies_without_contacts_move_freely() -> Result<(), Failure> {
    // M = diag(2, 4) and f = (2, 2): v = M^-1 f.
    let problem = GlobalProblem::new(3, &[(0, 0, 2.0), (1, 1, 4.0)], &[], &[2.0, 2.0], vec![], vec![])?;
    let mut v = [0.0; 2];
    for outcome in [
        cone::solve_global(&problem, None, &Settings::default())?,
        cone::solve_global_sweeps(&problem, None, &Settings::default())?,
    ] {
        assert_eq!((outcome.status, outcome.residual, outcome.iterations), (ConeStatus::Solved, 0.0, 0));
        problem.velocities(&outcome.r, &mut v);
        assert_eq!(v, [1.0, 0.5]);
    }
    assert_eq!(problem.condense()?.contacts(), 0);
    Ok(())
}

#[test]
fn json_and_text_hold_the_same_problem() -> Result<(), Failure> {
    let find = |files: &[(String, String)], name: &str| files.iter().find(|f| f.0.ends_with(name)).map(|f| f.1.clone());
    let (json, text) = (files("json")?, files("dat")?);
    for (a, b) in [("Rover1039.json", "Rover1039.dat"), ("NESpheres_10_1.json", "NESpheres_10_1.dat")] {
        let (problem, _) = friction_json(&find(&json, a).ok_or("missing")?)?;
        let Friction::Local(same) = friction_dat(&find(&text, b).ok_or("missing")?)? else {
            return Err("form".into());
        };
        let r: Vec<f64> = (0..problem.size()).map(|i| (i as f64).sin()).collect();
        let (mut u, mut v) = (vec![0.0; r.len()], vec![0.0; r.len()]);
        problem.w().multiply_add(&r, problem.q(), &mut u);
        same.w().multiply_add(&r, same.q(), &mut v);
        // Both files carry at least 15 digits.
        assert!(u.iter().zip(&v).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + a.abs())), "{a}");
    }
    Ok(())
}

/// A random problem W = J J^T + small diagonal.
fn random_problem(
    random: &mut Random,
    dim: usize,
    contacts: usize,
    rank: usize,
) -> Result<FrictionProblem, InputError> {
    let n = dim * contacts;
    let j: Vec<Vec<f64>> = (0..n).map(|_| random.vector(rank)).collect();
    let entry = |a: usize, b: usize| j[a].iter().zip(&j[b]).map(|(x, y)| x * y).sum::<f64>();
    let entries = (0..n * n).map(|k| (k / n, k % n, entry(k / n, k % n) + if k / n == k % n { 1e-3 } else { 0.0 }));
    let w = BlockMatrix::from_triplets(dim, contacts, entries.collect::<Vec<_>>())?;
    // q in the range of J: such problems have a solution.
    let v = random.vector(rank);
    let q = (0..n).map(|a| j[a].iter().zip(&v).map(|(x, y)| x * y).sum()).collect();
    FrictionProblem::new(w, q, (0..contacts).map(|_| random.unit()).collect())
}

#[test]
fn one_contact_is_solved_exactly() -> Result<(), InputError> {
    let mut random = Random::new(21);
    let mut worst = 0.0_f64;
    for case in 0..5000 {
        let problem = random_problem(&mut random, 2 + case % 2, 1, 4)?;
        let settings = Settings::default().with_max_iterations(1).with_tolerance(1e-30);
        let outcome = cone::ConeGaussSeidel::new().solve(&problem, None, &settings)?;
        worst = worst.max(outcome.residual);
    }
    // One local solve leaves only rounding, times the condition of a block (up to about 1e4).
    assert!(worst < 1e-11, "{worst}");
    Ok(())
}

#[test]
fn random_problems_in_plane_and_space_are_solved_by_all() -> Result<(), InputError> {
    let mut random = Random::new(22);
    for case in 0..300 {
        let (dim, contacts) = (2 + case % 2, 1 + case % 9);
        let problem = random_problem(&mut random, dim, contacts, 3 + case % 11)?;
        let settings = Settings::default().with_tolerance(1e-8);
        let outcome = ConeChoose::new().solve(&problem, None, &settings)?;
        assert_eq!(outcome.status, ConeStatus::Solved, "case {case}: {outcome:?}");
        assert!((residual(&problem, &outcome.r, &outcome.u) - residual_again(&problem, &outcome.r)).abs() < 1e-15);
        let again = ConeChoose::new().solve(&problem, Some(&outcome.r), &settings)?;
        assert_eq!(again.iterations, 0, "a warm start from the solution needs no sweep");
    }
    Ok(())
}

#[test]
fn paths_through_the_modes_end_at_solutions_in_the_plane() -> Result<(), InputError> {
    let (mut random, mut solved) = (Random::new(25), 0);
    for case in 0..300 {
        let contacts = 1 + case % 30;
        // Fewer freedoms than unknowns: forces are not unique.
        let problem = random_problem(&mut random, 2, contacts, 1 + contacts)?;
        let outcome = cone::ConePath::new().solve(&problem, None, &Settings::default().with_tolerance(1e-9))?;
        assert!((outcome.residual - residual_again(&problem, &outcome.r)).abs() < 1e-15);
        assert_eq!(outcome.status == ConeStatus::Solved, outcome.residual <= 1e-9);
        solved += usize::from(outcome.status == ConeStatus::Solved);
    }
    // A path may turn back to where it came from, or run away: these few problems are solved by other methods.
    assert!(solved >= 285, "{solved}");
    Ok(())
}

#[test]
fn a_block_sticks_slides_or_lifts() -> Result<(), InputError> {
    // One contact of a unit mass: W = I. q = (normal, tangential) velocity without reaction.
    let solve = |q: [f64; 3]| -> Result<Vec<f64>, InputError> {
        let w = BlockMatrix::from_triplets(3, 1, (0..3).map(|i| (i, i, 1.0)))?;
        let problem = FrictionProblem::new(w, q.to_vec(), vec![0.5])?;
        Ok(ConeChoose::new().solve(&problem, None, &Settings::default().with_tolerance(1e-14))?.r)
    };
    let near = |a: &[f64], b: [f64; 3]| a.iter().zip(&b).all(|(x, y)| (x - y).abs() < 1e-13);
    // Friction of 0.3 needed below the limit of 0.5: no sliding, u = 0.
    assert!(near(&solve([-1.0, 0.3, 0.0])?, [1.0, -0.3, 0.0]));
    // 3 and 4 tangentially need 5, the limit is 0.5 against the direction of sliding.
    assert!(near(&solve([-1.0, 3.0, 4.0])?, [1.0, -0.3, -0.4]));
    assert!(near(&solve([0.1, 3.0, 4.0])?, [0.0, 0.0, 0.0]));
    Ok(())
}

#[test]
fn the_global_form_agrees_with_w() -> Result<(), InputError> {
    let mut random = Random::new(23);
    for case in 0..200 {
        let (dim, bodies, contacts) = (2 + case % 2, 1 + case % 4, 1 + case % 5);
        let size = 3 * (dim - 1);
        let n = size * bodies;
        let m: Vec<_> = (0..n).map(|i| (i, i, 0.5 + random.unit())).collect();
        let mut h = Vec::new();
        for column in 0..dim * contacts {
            let body = (column / dim) % bodies;
            h.extend((0..size).map(|k| (body * size + k, column, random.signed())));
        }
        let f = random.vector(n);
        let mu = (0..contacts).map(|_| random.unit()).collect();
        let problem = GlobalProblem::new(dim, &m, &h, &f, vec![0.0; dim * contacts], mu)?;
        let settings = Settings::default().with_tolerance(1e-9);
        let outcome = cone::solve_global(&problem, None, &settings)?;
        assert_eq!(outcome.status, ConeStatus::Solved, "case {case}: {:?}", outcome.attempts);
        // The two ways to compute u differ by rounding only.
        assert!((problem.residual(&outcome.r) - residual_again(&problem.condense()?, &outcome.r)).abs() < 1e-12);
    }
    Ok(())
}

#[test]
fn limits_interrupts_and_bad_input() -> Result<(), InputError> {
    let mut random = Random::new(24);
    let problem = random_problem(&mut random, 3, 20, 12)?;
    let flag = std::sync::atomic::AtomicBool::new(true);
    for name in cone::SOLVERS {
        let Some(mut solver) = cone::by_name(name) else {
            continue;
        };
        let settings = Settings { interrupt: Some(&flag), ..Settings::default().with_tolerance(1e-300) };
        let started = std::time::Instant::now();
        assert_eq!(solver.solve(&problem, None, &settings)?.status, ConeStatus::Limit, "{name}");
        // An interrupted solve ends after a sweep; a second allows for a busy machine.
        assert!(started.elapsed().as_secs() < 1, "{name}");
        let limited = Settings::default().with_tolerance(1e-300).with_max_iterations(2);
        let outcome = solver.solve(&problem, None, &limited)?;
        assert_eq!(outcome.status, ConeStatus::Limit);
        assert!(solver.solve(&problem, Some(&[0.0]), &Settings::default()).is_err());
    }
    let w = || BlockMatrix::from_triplets(3, 1, (0..3).map(|i| (i, i, 1.0)));
    assert!(FrictionProblem::new(w()?, vec![0.0; 2], vec![0.5]).is_err());
    assert!(FrictionProblem::new(w()?, vec![0.0; 3], vec![-0.5]).is_err());
    assert!(FrictionProblem::new(w()?, vec![f64::NAN; 3], vec![0.5]).is_err());
    assert!(BlockMatrix::from_triplets(4, 1, []).is_err());
    assert!(BlockMatrix::from_triplets(3, 1, [(3, 0, 1.0)]).is_err());
    assert!(BlockMatrix::from_triplets(3, usize::MAX, []).is_err());
    Ok(())
}

/// Without friction the cone is a half-line: a contact that separates has no reaction, whatever the start and the method.
#[test]
fn a_contact_without_friction_that_separates_has_no_reaction() -> Result<(), Failure> {
    for (dim, w) in [(2, vec![1.0, 0.0, 0.0, 3.5]), (3, vec![1.0, 0.0, 0.0, 0.0, 3.5, 0.0, 0.0, 0.0, 3.5])] {
        for start in [0.0, 8.0] {
            let mut q = vec![0.0; dim];
            q[0] = 3.47;
            let matrix = BlockMatrix::from_dense(dim, 1, &w)?;
            let problem = FrictionProblem::new(matrix, q, vec![0.0])?;
            let mut guess = vec![0.0; dim];
            guess[0] = start;
            for name in cone::SOLVERS {
                let Some(mut solver) = cone::by_name(name) else { continue };
                let outcome = solver.solve(&problem, Some(&guess), &Settings::default())?;
                assert_eq!(outcome.status, ConeStatus::Solved, "{name} from {start}");
                // Interior points end inside the cone, within the tolerance.
                assert!(outcome.r[0].abs() < 1e-8, "{name} from {start}: {:?}", outcome.r);
            }
        }
    }
    Ok(())
}
