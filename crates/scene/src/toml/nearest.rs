//! The known name nearest to one that is not known.

/// Names longer than this are no typing errors, and comparing them costs time.
const LONGEST_NAME: usize = 60;

/// The known name nearest to `name`, by edits and exchanged letters; `None` if none is near.
pub(crate) fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let distance = |other: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase());
    let scored = known.into_iter().filter(|other| other.len() <= LONGEST_NAME).map(|other| (distance(other), other));
    let (edits, best) = scored.min_by_key(|&(edits, _)| edits)?;
    // More than half of the letters wrong is another word.
    (2 * edits <= name.chars().count().max(best.chars().count())).then_some(best)
}

/// ` (did you mean "mass"?)`, or the whole list if it is short, or nothing.
pub(crate) fn hint<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    let mut known: Vec<&str> = known.into_iter().collect();
    let mut seen = std::collections::BTreeSet::new();
    known.retain(|name| seen.insert(*name));
    match nearest(name, known.iter().copied()) {
        Some(best) => format!("; did you mean \"{best}\"?"),
        None if known.is_empty() => String::new(),
        // Names with blanks or commas in them could not be told apart otherwise.
        None if known.len() <= 40 && known.iter().any(|name| name.contains([' ', ','])) => {
            format!("; expected one of \"{}\"", known.join("\", \""))
        }
        None if known.len() <= 40 => format!("; expected one of {}", known.join(", ")),
        None => String::new(),
    }
}
