//! A second solve with the same solver and outcome allocates nothing, so neither do iterations.
//!
//! `allocation-counter` replaces the allocator of this test program by one that counts per thread.

use carom_complementarity::cone::{
    self, BlockMatrix, ConeOutcome, FrictionProblem, GlobalProblem, GlobalSweeps, SOLVERS,
};
use carom_complementarity::read::friction_json;
use carom_complementarity::{InputError, Settings};

mod common;
use common::Random;

type Failure = Box<dyn std::error::Error>;

/// A file that takes every method of the default but the last: sweeps, Newton, interior points, Newton again.
fn file(name: &str) -> Result<FrictionProblem, Failure> {
    let path = format!("{}/tests/data/friction/{name}", env!("CARGO_MANIFEST_DIR"));
    Ok(friction_json(&std::fs::read_to_string(path)?)?.0)
}

/// The same with half the friction: another problem of the same size.
fn other(problem: &FrictionProblem) -> Result<FrictionProblem, InputError> {
    let mu = problem.mu().iter().map(|mu| 0.5 * mu).collect();
    FrictionProblem::new(problem.w().clone(), problem.q().to_vec(), mu)
}

#[test]
fn every_solver_reuses_its_storage() -> Result<(), Failure> {
    let settings = Settings::default().with_tolerance(1e-8).with_max_iterations(2_000);
    for problem in [file("spheres-in-a-box-98-i10000-256-10.json")?, file("Rover1039.json")?, plane()?] {
        let second = other(&problem)?;
        for name in SOLVERS {
            let mut solver = cone::by_name(name).ok_or("a solver")?;
            let mut outcome = ConeOutcome::default();
            for warm_up in [&problem, &second] {
                solver.solve_into(warm_up, None, &settings, &mut outcome)?;
            }
            let mut failed = false;
            let info = allocation_counter::measure(|| {
                for problem in [&problem, &second] {
                    failed |= solver.solve_into(problem, None, &settings, &mut outcome).is_err();
                }
            });
            assert!(!failed && info.count_total == 0, "{name}: {} allocations", info.count_total);
        }
    }
    Ok(())
}

/// A planar chain of discs on a floor.
fn plane() -> Result<FrictionProblem, InputError> {
    let contacts = 20;
    let mut entries = Vec::new();
    for i in 0..contacts {
        entries.extend([(2 * i, 2 * i, 2.0), (2 * i + 1, 2 * i + 1, 3.0)]);
        if i > 0 {
            entries.extend([(2 * i, 2 * i - 2, -0.9), (2 * i - 2, 2 * i, -0.9)]);
        }
    }
    let q = (0..2 * contacts).map(|k| if k % 2 == 0 { -1.0 } else { (k as f64).sin() }).collect();
    FrictionProblem::new(BlockMatrix::from_triplets(2, contacts, entries)?, q, vec![0.4; contacts])
}

#[test]
fn sweeps_over_bodies_reuse_their_storage() -> Result<(), Failure> {
    let mut random = Random::new(31);
    let m: Vec<_> = (0..12).map(|i| (i, i, 0.5 + random.unit())).collect();
    let h: Vec<_> = (0..18).flat_map(|c| (0..6).map(move |k| ((c / 9) * 6 + k, c))).collect();
    let h: Vec<_> = h.into_iter().map(|(i, j)| (i, j, random.signed())).collect();
    let problem = GlobalProblem::new(3, &m, &h, &random.vector(12), vec![0.0; 18], vec![0.3; 6])?;
    let (mut solver, mut outcome) = (GlobalSweeps::new(), ConeOutcome::default());
    let settings = Settings::default().with_max_iterations(500);
    solver.solve_into(&problem, None, &settings, &mut outcome)?;
    let mut failed = false;
    let info = allocation_counter::measure(|| {
        failed = solver.solve_into(&problem, None, &settings, &mut outcome).is_err();
    });
    assert!(!failed && info.count_total == 0, "{} allocations", info.count_total);
    Ok(())
}
