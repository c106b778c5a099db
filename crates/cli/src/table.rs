//! The comparison of laws as an aligned table.

use carom::case::Case;
use carom::compare::Entry;
use carom::impact::{Coefficient, Coefficients, Collision, Outcome, Status, Velocity, Warning};

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
    text.push_str(&notes(case, entries));
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

/// Coefficients by name, those that were given.
pub(crate) fn coefficients(given: &Coefficients) -> String {
    let named =
        Coefficient::ALL.into_iter().filter_map(|name| given.get(name).map(|value| format!("{name} {}", short(value))));
    named.collect::<Vec<_>>().join("  ")
}

fn laws(entries: &[Entry], before: Velocity, moment: bool) -> Table {
    let keep = |cells: [&str; 10]| -> Vec<String> {
        let shown = cells.into_iter().enumerate().filter(|(column, _)| moment || !matches!(column, 3 | 6));
        shown.map(|(_, cell)| cell.to_owned()).collect()
    };
    let titles = ["law", "I_N", "I_T", "I_th", "D_N after", "D_T after", "D_th after", "T_E - T_A", "mode", "verdict"];
    let mut rows = vec![keep(titles)];
    for entry in entries {
        let outcome = &entry.outcome;
        let (impulse, after) = (outcome.impulse, outcome.after);
        let cell = |value: f64, scale: f64| if outcome.has_numbers() { fixed(value, scale) } else { "-".to_owned() };
        let (push, speed) = (impulse.magnitude(), after.magnitude().max(before.magnitude()));
        rows.push(keep([
            entry.info.name,
            &cell(impulse.normal, push),
            &cell(impulse.tangential, push),
            &cell(impulse.moment, push),
            &cell(after.normal, speed),
            &cell(after.tangential, speed),
            &cell(after.moment, speed),
            &cell(outcome.energy.total(), push * speed),
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

/// Reasons of missing answers and values the user did not type.
fn notes(case: &Case, entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        if let Some(reason) = entry.outcome.reason {
            text += &format!("{}: {reason}\n", entry.info.name);
        }
    }
    for entry in entries {
        let assumed = entry.info.coefficients.iter().filter_map(|&name| {
            let value = entry.coefficients.get(name)?;
            (case.coefficients.get(name) != Some(value)).then(|| format!("{name} = {}", short(value)))
        });
        let assumed: Vec<_> = assumed.collect();
        if !assumed.is_empty() {
            text += &format!("{}: taken as {}\n", entry.info.name, assumed.join(", "));
        }
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

/// Share of the scale below which a number is rounding and shown as 0 (JSON keeps every digit).
const SHOWN_AS_ZERO: f64 = 1e-14;

/// A number with six decimals, or in powers of ten where that would hide it.
fn fixed(value: f64, scale: f64) -> String {
    let size = value.abs();
    if size <= SHOWN_AS_ZERO * scale {
        "0".to_owned()
    } else if (1e-3..1e6).contains(&size) {
        format!("{value:.6}")
    } else {
        format!("{value:.5e}")
    }
}

/// A number with at most six significant digits and no trailing zeros.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = 5 - value.abs().log10().floor().clamp(-300.0, 300.0) as i32;
    if !(0..=9).contains(&digits) {
        return format!("{value:.5e}");
    }
    let text = format!("{value:.*}", digits as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
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
    fn numbers_are_short_and_true() {
        assert_eq!(short(2.5), "2.5");
        assert_eq!(short(-0.600000001), "-0.6");
        assert_eq!(short(123456.7), "123457");
        assert_eq!(short(1e-12), "1.00000e-12");
        assert_eq!(short(0.0), "0");
        assert_eq!(fixed(1.025, 1.0), "1.025000");
        assert_eq!(fixed(-2e-17, 1.0), "0");
        assert_eq!(fixed(-2e-17, 1e-17), "-2.00000e-17");
    }
}
