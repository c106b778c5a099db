//! Help beside laws and coefficients, from the pages of the book.

use carom::impact::Coefficient;

/// One list of names for laws and their pages.
macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../docs/src/laws/", $name, ".md")))),*]
    };
}

const PAGES: [(&str, &str); 13] = pages![
    "newton",
    "kane",
    "brach",
    "glocker-pfeiffer",
    "glocker-pfeiffer-reversible",
    "wang-mason-newton",
    "wang-mason-poisson",
    "stronge",
    "beghin-boulanger",
    "smith",
    "walton",
    "cs",
    "chatterjee-ruina",
];

/// What the page of a law says of its hypotheses and of energy, without marks, with the formulas that belong to them.
pub(crate) fn of_law(name: &str) -> String {
    let page = PAGES.iter().find(|(known, _)| *known == name).map_or("", |(_, page)| *page);
    let parts = ["**Hypotheses.**", "**Energy.**"].into_iter().filter_map(|title| part(page, title));
    parts.flatten().collect::<Vec<_>>().join("\n")
}

/// The lines from a title to the next one, or to an example of the command line.
fn part(page: &str, title: &str) -> Option<Vec<String>> {
    let start = page.find(title)?;
    let mut is_formula = false;
    let mut lines = Vec::new();
    for (number, line) in page[start..].lines().enumerate() {
        let is_next = number > 0 && !is_formula && (line.starts_with("**") || line.starts_with(['#', '|', '!', '<']));
        if is_next || line.starts_with("```console") {
            break;
        }
        if line.starts_with("```") {
            is_formula = !is_formula;
        } else if !line.is_empty() {
            lines.push(if is_formula { line.to_owned() } else { plain(line) });
        }
    }
    Some(lines)
}

/// A line of Markdown as plain text: links by their words, no bold, no code marks.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        let (words, link) = (before, after.split_once(')').map_or("", |(_, after)| after));
        text.push_str(words);
        rest = link;
    }
    text.push_str(rest);
    text.replace(['*', '`', '['], "")
}

/// The page with the table of the coefficients.
const NOTATION: &str = include_str!("../../../docs/src/notation.md");

/// The cells of the row of a coefficient: from, to, meaning.
fn row_of(name: Coefficient) -> Option<[&'static str; 3]> {
    let start = format!("| `{}` |", name.as_str());
    let mut cells = NOTATION.lines().find_map(|line| line.strip_prefix(&start))?.split('|').map(str::trim);
    Some([cells.next()?, cells.next()?, cells.next()?])
}

/// What the page "Notation" says a coefficient is.
pub(crate) fn of_coefficient(name: Coefficient) -> &'static str {
    row_of(name).map_or("", |[_, _, meaning]| meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_law_has_its_help() {
        for law in &carom::impact::laws::CATALOGUE {
            let help = of_law(law.name);
            assert!(help.contains("Hypotheses."), "{}: {help}", law.name);
            assert!(!help.contains(['[', '`', '*']) && !help.contains(".md"), "{}: {help}", law.name);
            // No part ends where a formula should follow.
            let before_energy = help.split("\nEnergy.").next().unwrap_or_default();
            for part in [before_energy, help.as_str()] {
                let last = part.lines().last().unwrap_or_default();
                assert!(last.ends_with('.') || last.contains('='), "{}: {part}", law.name);
                assert!(
                    !last.ends_with("exactly") && !last.ends_with(':') && !last.ends_with("by"),
                    "{}: {part}",
                    law.name
                );
            }
        }
    }

    #[test]
    fn every_coefficient_has_its_help_and_the_range_of_the_engine() {
        for name in Coefficient::ALL {
            let Some([from, to, meaning]) = row_of(name) else { panic!("{name} is not in the table of the docs") };
            let (least, most) = name.range();
            assert_eq!((from.parse().ok(), to.parse().ok()), (Some(least), most), "{name}");
            assert!(meaning.len() > 10, "{name}: {meaning}");
        }
    }
}
