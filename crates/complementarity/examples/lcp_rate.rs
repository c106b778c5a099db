//! Solves a second on a file of problems: two numbers (count, n), then per problem M row by row and q, all 64-bit floats.
//!
//! `cargo run --release --example lcp_rate -- FILE...`

use carom_complementarity::lcp::{self, Lcp, LcpSolver, Outcome, Status};
use carom_complementarity::{Matrix, Settings};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let (chunks, _) = bytes.as_chunks::<8>();
        let numbers: Vec<f64> = chunks.iter().map(|c| f64::from_le_bytes(*c)).collect();
        let n = numbers[1] as usize;
        let mut problems = Vec::new();
        for part in numbers[2..].chunks_exact(n * n + n) {
            problems.push(Lcp::new(Matrix::from_row_major(n, n, part[..n * n].to_vec())?, part[n * n..].to_vec())?);
        }
        for name in ["default", "lemke"] {
            let mut solver = lcp::by_name(name).ok_or("unknown solver")?;
            let (rate, solved, worst) = rate(solver.as_mut(), &problems)?;
            println!("{path} n {n} {name}: {rate:.0} solves/s, {solved:.0} % solved, worst residual {worst:.1e}");
        }
    }
    Ok(())
}

/// The best rate of several rounds (other work on the machine only lowers it), the part solved and the worst residual.
fn rate(solver: &mut dyn LcpSolver, problems: &[Lcp]) -> Result<(f64, f64, f64), Box<dyn std::error::Error>> {
    let settings = Settings::default();
    let mut outcome = Outcome::default();
    let (mut best, mut solved, mut worst) = (0.0_f64, 0_usize, 0.0_f64);
    let started = Instant::now();
    while best == 0.0 || started.elapsed() < Duration::from_millis(300) {
        let round = Instant::now();
        solved = 0;
        for problem in problems {
            solver.solve_into(problem, None, &settings, &mut outcome)?;
            if outcome.status == Status::Solved {
                solved += 1;
                worst = worst.max(outcome.residual);
            }
        }
        best = best.max(problems.len() as f64 / round.elapsed().as_secs_f64());
    }
    Ok((best, 100.0 * solved as f64 / problems.len() as f64, worst))
}
