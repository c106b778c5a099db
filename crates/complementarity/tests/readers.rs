//! The readers on damaged files: an error or a problem, never a panic, never much memory.

use carom_complementarity::lcp::{Status, solve};
use carom_complementarity::read::{friction_dat, friction_json, lcp_dat};

mod common;
use common::Random;

type Failure = Box<dyn std::error::Error>;

fn seeds(folder: &str, limit: u64) -> Result<Vec<String>, Failure> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(format!("{}/tests/data/{folder}", env!("CARGO_MANIFEST_DIR")))? {
        let entry = entry?;
        if entry.metadata()?.len() < limit {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths.iter().filter_map(|p| std::fs::read_to_string(p).ok()).collect())
}

/// Cuts, repeats, swaps or replaces a piece of the text.
fn damage(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(20)).min(bytes.len());
        match random.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => bytes[at] = b"0123456789-+.eE \n:,[]{}\"x"[random.below(25)],
            4 => drop(bytes.splice(at..end, b" 99999999999999999999 ".iter().copied())),
            _ => drop(bytes.splice(at..end, b" nan -1 1e999 ".iter().copied())),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_files_give_an_error_or_a_problem() -> Result<(), Failure> {
    let mut random = Random::new(31);
    let seeds = [seeds("friction", 6_000)?, seeds("lcp", 6_000)?].concat();
    let mut errors = 0;
    for case in 0..6000 {
        let text = damage(&mut random, &seeds[case % seeds.len()]);
        for error in [friction_json(&text).err(), friction_dat(&text).err(), lcp_dat(&text).err()].into_iter().flatten()
        {
            errors += 1;
            assert!(error.to_string().len() > 10, "an error must be a sentence: {error}");
        }
    }
    assert!(errors > 6000, "most damaged files are refused by at least one reader: {errors}");
    Ok(())
}

#[test]
fn sizes_that_lie_are_refused_without_the_memory() {
    let huge =
        ["9999999999 0 9999999999 9999999999 1 1", "20000 0 20000 20000 20000 20000 1.0", "3 2 1 6 6 99999999999"];
    for text in huge {
        assert!(lcp_dat(text).is_err() && friction_dat(text).is_err(), "{text}");
    }
    assert!(friction_json(r#"{"contacts":1e9,"mu":[],"q":[],"W":{"n":3,"i":[],"j":[],"v":[]}}"#).is_err());
    assert!(
        friction_json(
            r#"{"contacts":9007199254740992,"mu":[],"q":[],"W":{"n":27021597764222976,"i":[],"j":[],"v":[]}}"#
        )
        .is_err()
    );
    for empty in ["", "\n", "{}", "0", "2 0"] {
        assert!(lcp_dat(empty).is_err() && friction_dat(empty).is_err() && friction_json(empty).is_err());
    }
}

#[test]
fn errors_name_the_line() {
    let message = lcp_dat("2\n0\n2\n2\n2 2\n1 0\n0 x\n1 1\n").err().map(|e| e.to_string()).unwrap_or_default();
    assert!(message.contains("line 7") && message.contains("\"x\""), "{message}");
}

#[test]
fn every_lcp_file_is_read_and_answered() -> Result<(), Failure> {
    let mut count = 0;
    for entry in std::fs::read_dir(format!("{}/tests/data/lcp", env!("CARGO_MANIFEST_DIR")))? {
        let path = entry?.path();
        if path.extension().is_none_or(|e| e != "dat") {
            continue;
        }
        count += 1;
        let outcome = solve(&lcp_dat(&std::fs::read_to_string(&path)?)?)?;
        // w1 = -z2 - z3 - 1e-4 cannot be positive: the perturbed problem of Pang has no feasible point.
        let infeasible = path.ends_with("lcp_Pang_isolated_sol_perturbed.dat");
        let expected = if infeasible { Status::Infeasible } else { Status::Solved };
        assert_eq!(outcome.status, expected, "{}", path.display());
    }
    assert_eq!(count, 20);
    Ok(())
}
