//! Prints how the default and every other solver ends on LCP files of the Siconos text format.
//!
//! `cargo run --release --example lcp_table -- FILE...`

use carom_complementarity::{Settings, lcp, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("| file | n | default | by | residual | pivots | others |");
    println!("|---|---|---|---|---|---|---|");
    for path in std::env::args().skip(1) {
        let problem = read::lcp_dat(&std::fs::read_to_string(&path)?)?;
        let mut solver = lcp::Choose::new();
        let outcome = lcp::LcpSolver::solve(&mut solver, &problem, None, &Settings::default())?;
        let mut others = String::new();
        for name in lcp::SOLVERS.iter().filter(|n| **n != "default") {
            if let Some(mut solver) = lcp::by_name(name) {
                let status = solver.solve(&problem, None, &Settings::default()).map(|o| o.status.name());
                others += &format!("{name}: {}; ", status.unwrap_or("too large"));
            }
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        println!(
            "| {name} | {} | {} | {} | {:.1e} | {} | {others} |",
            problem.size(),
            outcome.status,
            outcome.solver,
            outcome.residual,
            outcome.iterations
        );
    }
    Ok(())
}
