//! The comparison of laws as an aligned table.

use carom::case::Case;
use carom::compare::Entry;
use carom::impact::{Coefficient, Collision, Law, Outcome, Status, Velocity, Warning};
use carom::words::{coefficients, short};

/// A table of texts, first column to the left, the others as told by their alignment.
struct Table {
    rows: Vec<Vec<String>>,
    right: Vec<bool>,
}

impl Table {
    /// Lines with every column as wide as its widest text.
    fn render(&self) -> String {
        let columns = self.right.len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.right).map(|((cell, &width), &right)| {
                if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

/// The whole report of `carom impact`.
pub(crate) fn impact(case: &Case, collision: &Collision, entries: &[Entry]) -> String {
    let mut text = heading(case, collision);
    let moment = entries.iter().any(|entry| entry.outcome.impulse.moment != 0.0);
    text.push_str(&laws(entries, collision.before(), moment).render());
    text.push_str(&notes(case, collision, entries));
    text
}

fn heading(case: &Case, collision: &Collision) -> String {
    let (contact, before) = (collision.contact(), collision.before());
    let mut text = format!("contact  A {}  B {}  C {}", short(contact.a), short(contact.b), short(contact.c));
    if collision.has_moment() {
        text += &format!("  D {}  E {}  F {}", short(contact.d), short(contact.e), short(contact.f));
    }
    let singular = if collision.is_singular() { ", singular" } else { "" };
    text += &format!("  (det {}{singular}, mu_s {})\n", short(collision.det()), short(contact.mu_s()));
    text += &format!("before   D_N {}  D_T {}", short(before.normal), short(before.tangential));
    if before.moment != 0.0 {
        text += &format!("  D_th {}", short(before.moment));
    }
    text += &format!("  ({})\n", collision.class());
    text += &format!("given    {}\n\n", coefficients(&case.coefficients));
    text
}

fn laws(entries: &[Entry], before: Velocity, moment: bool) -> Table {
    let keep = |cells: [&str; 10]| -> Vec<String> {
        let shown = cells.into_iter().enumerate().filter(|(column, _)| moment || !matches!(column, 3 | 6));
        shown.map(|(_, cell)| cell.to_owned()).collect()
    };
    let titles = ["law", "I_N", "I_T", "I_th", "D_N after", "D_T after", "D_th after", "T_E - T_A", "mode", "verdict"];
    let numbers: Vec<[Option<f64>; 7]> = entries.iter().map(|entry| numbers(&entry.outcome, before)).collect();
    let decimals: Vec<usize> = (0..7).map(|column| decimals(numbers.iter().filter_map(|row| row[column]))).collect();
    let mut rows = vec![keep(titles)];
    for (entry, numbers) in entries.iter().zip(&numbers) {
        let cells: Vec<String> =
            numbers.iter().zip(&decimals).map(|(number, &decimals)| fixed(*number, decimals)).collect();
        let outcome = &entry.outcome;
        rows.push(keep([
            entry.info.name,
            &cells[0],
            &cells[1],
            &cells[2],
            &cells[3],
            &cells[4],
            &cells[5],
            &cells[6],
            outcome.mode.map_or("-", |mode| mode.as_str()),
            &verdict(outcome),
        ]));
    }
    let right = (0..rows[0].len()).map(|column| column > 0 && column + 2 < rows[0].len()).collect();
    Table { rows, right }
}

/// The judgement of an answer in words.
fn verdict(outcome: &Outcome) -> String {
    let mut words: Vec<String> = Vec::new();
    if outcome.status != Status::Ok || outcome.warnings.is_empty() {
        words.push(outcome.status.to_string());
    }
    let gains = outcome.warnings.contains(Warning::EnergyCreated);
    words.extend(gains.then(|| "GAINS ENERGY".to_owned()));
    let others = outcome.warnings.iter().filter(|warning| *warning != Warning::EnergyCreated);
    words.extend(others.map(|warning| warning.as_str().to_owned()));
    words.join(", ")
}

/// Reasons of missing answers, several answers, values the user did not type and those no law used.
fn notes(case: &Case, collision: &Collision, entries: &[Entry]) -> String {
    let mut lines = reasons(entries);
    for entry in entries.iter().filter(|entry| entry.outcome.status == Status::Multiple) {
        for answer in entry.law.all_answers(collision) {
            let (impulse, name) = (answer.impulse, entry.info.name);
            let parts = [impulse.normal, impulse.tangential, impulse.moment].map(short);
            lines.push(format!(
                "{name}: one answer is I_N {}  I_T {}  I_th {}  ({})",
                parts[0], parts[1], parts[2], answer.mode
            ));
        }
    }
    lines.extend(entries.iter().filter_map(|entry| assumed(case, entry)));
    lines.extend(unused(case, entries));
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
}

/// Why laws gave no numbers, those with the same reason together.
fn reasons(entries: &[Entry]) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in entries {
        let Some(reason) = entry.outcome.reason else { continue };
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(entry.info.name),
            None => groups.push((reason, vec![entry.info.name])),
        }
    }
    groups.into_iter().map(|(reason, names)| format!("{}: {reason}", names.join(", "))).collect()
}

/// Coefficients a law was given in place of missing ones.
fn assumed(case: &Case, entry: &Entry) -> Option<String> {
    let values = entry.info.coefficients.iter().filter_map(|&name| {
        let value = entry.coefficients.get(name)?;
        (case.coefficients.get(name) != Some(value)).then(|| format!("{name} = {}", short(value)))
    });
    let values: Vec<_> = values.collect();
    (!values.is_empty()).then(|| format!("{}: taken as {}", entry.info.name, values.join(", ")))
}

/// Coefficients that were typed and that no law of the table takes.
fn unused(case: &Case, entries: &[Entry]) -> Option<String> {
    let taken = |name: &Coefficient| entries.iter().any(|entry| entry.info.coefficients.contains(name));
    let given = Coefficient::ALL.into_iter().filter(|name| case.coefficients.get(*name).is_some() && !taken(name));
    let names: Vec<_> = given.map(|name| name.as_str()).collect();
    (!names.is_empty()).then(|| format!("not used by these laws: {}", names.join(", ")))
}

/// Share of the scale below which a number is rounding and shown as 0 (JSON keeps every digit).
const SHOWN_AS_ZERO: f64 = 1e-14;

/// The numbers of a row: impulses, velocities after, energy; rounding noise as zero.
fn numbers(outcome: &Outcome, before: Velocity) -> [Option<f64>; 7] {
    if !outcome.has_numbers() {
        return [None; 7];
    }
    let (impulse, after) = (outcome.impulse, outcome.after);
    let (push, speed) = (impulse.magnitude(), after.magnitude().max(before.magnitude()));
    let clean = |value: f64, scale: f64| Some(if value.abs() <= SHOWN_AS_ZERO * scale { 0.0 } else { value });
    [
        clean(impulse.normal, push),
        clean(impulse.tangential, push),
        clean(impulse.moment, push),
        clean(after.normal, speed),
        clean(after.tangential, speed),
        clean(after.moment, speed),
        clean(outcome.energy.total(), push * speed),
    ]
}

/// Decimals that give the largest number of a column at least six significant digits; six or more.
fn decimals(column: impl Iterator<Item = f64>) -> usize {
    let largest = column.fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if largest == 0.0 { 6 } else { (5.0 - largest.log10().floor()).clamp(6.0, 400.0) as usize }
}

/// Most decimals shown as such; smaller numbers are written in powers of ten.
const MOST_DECIMALS: usize = 9;

/// A number with these decimals, or in powers of ten where that would hide it.
fn fixed(value: Option<f64>, decimals: usize) -> String {
    let Some(value) = value else { return "-".to_owned() };
    let shown = decimals <= MOST_DECIMALS && value.abs() < 1e6 && value.abs() >= 10_f64.powi(-(decimals as i32));
    if value == 0.0 {
        "0".to_owned()
    } else if shown {
        format!("{value:.decimals$}")
    } else {
        format!("{value:.5e}")
    }
}

/// Lines of columns separated by two blanks, each as wide as its widest text.
pub(crate) fn columns(rows: Vec<Vec<String>>) -> String {
    let right = vec![false; rows.first().map_or(0, Vec::len)];
    Table { rows, right }.render()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_and_true() {
        assert_eq!(fixed(Some(1.025), 6), "1.025000");
        assert_eq!(fixed(Some(0.00263), 8), "0.00263000");
        assert_eq!(fixed(Some(-2e-17), 6), "-2.00000e-17");
        assert_eq!((fixed(Some(0.0), 6), fixed(None, 6)), ("0".to_owned(), "-".to_owned()));
        assert_eq!(decimals([0.8, -0.072].into_iter()), 6);
        assert_eq!(decimals([0.00263].into_iter()), 8);
    }
}
