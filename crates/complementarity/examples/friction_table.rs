//! Prints the table of frictional contact files: solver, residual, iterations, time.
//!
//! `cargo run --release --example friction_table -- [SECONDS] [SOLVER] FILE...`

use carom_complementarity::{Settings, cone, read};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let seconds: f64 = arguments.next_if(|a| a.parse::<f64>().is_ok()).map_or(Ok(1.0), |a| a.parse())?;
    let solver = arguments.next_if(|a| cone::SOLVERS.contains(&a.as_str())).unwrap_or_else(|| "default".to_string());
    println!("| file | contacts | reference | residual | status | by | iterations | methods | ms |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for path in arguments {
        let text = std::fs::read_to_string(&path)?;
        let (problem, reference) = if path.ends_with(".json") {
            let (problem, reference) = read::friction_json(&text)?;
            (read::Friction::Local(problem), reference)
        } else {
            match read::friction_dat(&text) {
                Ok(problem) => (problem, None),
                Err(error) => {
                    println!("| {path} | {error} |");
                    continue;
                }
            }
        };
        let settings = Settings::default().with_tolerance(1e-8).with_time_limit(Duration::from_secs_f64(seconds));
        let mut solver = cone::by_name(&solver).ok_or("unknown solver")?;
        let started = Instant::now();
        let (contacts, outcome) = match &problem {
            read::Friction::Local(p) => (p.contacts(), solver.solve(p, None, &settings)?),
            read::Friction::Global(p) => (p.contacts(), cone::solve_global(p, None, &settings)?),
        };
        let time = started.elapsed().as_secs_f64() * 1e3;
        let name = path.rsplit('/').next().unwrap_or(&path);
        println!(
            "| {name} | {} | {:.1e} | {:.1e} | {} | {} | {} | {} | {time:.2} |",
            contacts,
            reference.map_or(f64::NAN, |r| r.residual),
            outcome.residual,
            outcome.status,
            outcome.solver,
            outcome.iterations,
            outcome.attempts.len().max(1),
        );
    }
    Ok(())
}
