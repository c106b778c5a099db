//! `carom check`: expected, got, verdict.

use std::process::ExitCode;

use carom::check::{CHECKS, Check, by_id};
use serde::Serialize;

use crate::arguments::CheckArguments;
use crate::failure::{Failure, PHYSICS};
use crate::{output, table};

/// One line as JSON.
#[derive(Serialize)]
struct LineOut {
    id: &'static str,
    what: String,
    expected: String,
    got: String,
    pass: bool,
}

/// Runs the checks asked for; exit code 1 if one fails.
pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let checks = choose(&arguments.ids)?;
    let lines: Vec<LineOut> = checks.iter().flat_map(|check| lines(check)).collect();
    let failed = lines.iter().filter(|line| !line.pass).count();
    if arguments.format.json {
        output::print_json(&lines)?;
    } else {
        output::print(&report(&checks, &lines, failed))?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(PHYSICS) })
}

fn choose(ids: &[String]) -> Result<Vec<&'static Check>, Failure> {
    const ALL: &[Check] = &CHECKS;
    if ids.is_empty() {
        return Ok(ALL.iter().collect());
    }
    let known: Vec<_> = ALL.iter().map(|check| check.id).collect();
    let unknown = |id: &str| Failure::input(format!("there is no check \"{id}\"; there are {}", known.join(", ")));
    let mut checks = Vec::new();
    for id in ids {
        let found = by_id(id);
        if found.is_empty() {
            return Err(unknown(id));
        }
        checks.extend(found);
    }
    Ok(checks)
}

fn lines(check: &Check) -> Vec<LineOut> {
    let id = check.id;
    (check.run)()
        .into_iter()
        .map(|line| LineOut { id, what: line.what, expected: line.expected, got: line.got, pass: line.pass })
        .collect()
}

fn report(checks: &[&Check], lines: &[LineOut], failed: usize) -> String {
    let mut text = String::new();
    for check in checks {
        text += &format!("{}  {}\n", check.id, check.title);
        let titles = ["", "what", "expected", "got", "verdict"].map(str::to_owned).to_vec();
        let rows = lines.iter().filter(|line| line.id == check.id).map(|line| {
            let verdict = if line.pass { "ok" } else { "FAILED" };
            vec![String::new(), line.what.clone(), line.expected.clone(), line.got.clone(), verdict.to_owned()]
        });
        text += &table::columns(std::iter::once(titles).chain(rows).collect());
        text.push('\n');
    }
    text + &format!("{} lines, {failed} failed\n", lines.len())
}
