//! Contact modes on problems of Stewart and Trinkle's form (W1).
#![allow(clippy::unwrap_used)]

use carom_complementarity::lcp::{ContactModes, Lcp, LcpSolver, Outcome, Status, solve};
use carom_complementarity::{Matrix, Settings};

mod common;
use common::Random;

/// A problem of `contacts` contacts with `pairs` pairs of friction directions each on bodies of `freedoms` freedoms.
fn contact_problem(contacts: usize, pairs: usize, freedoms: usize, scale: f64, seed: u64) -> Lcp {
    let mut random = Random::new(seed);
    let mut row = || random.vector(freedoms);
    let normals: Vec<Vec<f64>> = (0..contacts).map(|_| row()).collect();
    let tangents: Vec<Vec<f64>> = (0..contacts * pairs).map(|_| row()).collect();
    let velocity = row();
    let mirrored = tangents.iter().flat_map(|t| [t.clone(), t.iter().map(|x| -x).collect()]);
    let rows: Vec<Vec<f64>> = normals.into_iter().chain(mirrored).collect();
    let n = rows.len() + contacts;
    let dot = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(x, y)| x * y).sum::<f64>();
    let (mut m, mut q) = (vec![0.0; n * n], vec![0.0; n]);
    for (i, p) in rows.iter().enumerate() {
        for (j, r) in rows.iter().enumerate() {
            m[i * n + j] = scale * dot(p, r);
        }
        q[i] = dot(p, &velocity);
    }
    for c in 0..contacts {
        let slip = rows.len() + c;
        m[slip * n + c] = 1.2 * random.unit();
        for direction in 0..2 * pairs {
            let friction = contacts + 2 * pairs * c + direction;
            m[friction * n + slip] = 1.0;
            m[slip * n + friction] = -1.0;
        }
    }
    Lcp::new(Matrix::from_row_major(n, n, m).unwrap(), q).unwrap()
}

/// Every problem is solvable (Stewart and Trinkle, theorem 3.1), so the default must solve every one, also hyperstatic ones.
#[test]
fn the_default_solves_every_contact_problem() {
    let mut random = Random::new(7);
    for seed in 0..600 {
        let (contacts, pairs, freedoms) = (1 + random.below(8), 1 + random.below(3), 1 + random.below(30));
        let scale = 10f64.powi(random.below(7) as i32 - 3);
        let outcome = solve(&contact_problem(contacts, pairs, freedoms, scale, seed)).unwrap();
        assert_eq!(
            outcome.status,
            Status::Solved,
            "{contacts} contacts, {pairs} pairs, {freedoms} freedoms, seed {seed}"
        );
    }
}

/// One system, and one more where a contact lies on the border of two modes.
#[test]
fn a_warm_start_from_the_solution_takes_one_system() {
    let settings = Settings::default();
    let mut modes = ContactModes::new();
    for seed in 0..200 {
        let contacts = 1 + seed as usize % 6;
        let problem = contact_problem(contacts, 2, 3 * contacts + 6, 1.0, seed);
        let first = modes.solve(&problem, None, &settings).unwrap();
        if first.status == Status::Solved {
            let again = modes.solve(&problem, Some(&first.z), &settings).unwrap();
            assert_eq!(again.status, Status::Solved);
            assert!(again.iterations <= 2, "{} systems, seed {seed}", again.iterations);
        }
    }
}

#[test]
fn modes_settle_alone_on_isostatic_problems() {
    let settings = Settings::default();
    let solved = (0..200)
        .filter(|&seed| {
            let problem = contact_problem(8, 2, 30, 1.0, seed);
            ContactModes::new().solve(&problem, None, &settings).unwrap().status == Status::Solved
        })
        .count();
    // Newton's method may run in circles now and then: the default has other methods for that.
    assert!(solved >= 195, "{solved} of 200");
}

#[test]
fn other_problems_are_left_to_other_methods() {
    let problem = Lcp::from_rows(&[vec![2.0, 1.0], vec![1.0, 2.0]], &[-5.0, -6.0]).unwrap();
    let outcome = ContactModes::new().solve(&problem, None, &Settings::default()).unwrap();
    assert_eq!(outcome.status, Status::Ray);
}

#[test]
fn another_problem_of_the_same_size_needs_no_more_memory() {
    let problems: Vec<Lcp> = (0..30).map(|seed| contact_problem(8, 2, 30, 1.0, seed)).collect();
    let (mut modes, mut outcome, settings) = (ContactModes::new(), Outcome::default(), Settings::default());
    modes.solve_into(&problems[0], None, &settings, &mut outcome).unwrap();
    let counted = allocation_counter::measure(|| {
        for problem in &problems {
            modes.solve_into(problem, None, &settings, &mut outcome).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0);
}
