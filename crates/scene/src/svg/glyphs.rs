//! Characters: their width in Helvetica and their form in XML.

/// Text for XML: characters it forbids are dropped.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Advance of a character in sizes of the type: Helvetica by classes of like width, rounded up.
pub(super) fn advance(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '\'' | '|' => 0.24,
        ' ' | 'I' | '.' | ',' | ':' | ';' | '!' | '/' | 't' | 'f' | '[' | ']' => 0.29,
        'r' | '-' | '(' | ')' | '"' | '·' | '†' => 0.35,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.51,
        'm' | 'M' | 'W' | '%' | '@' | '…' => 0.88,
        'w' | 'A' | 'B' | 'C' | 'D' | 'E' | 'G' | 'H' | 'K' | 'N' | 'O' | 'P' | 'Q' | 'R' | 'S' | 'U' | 'V' | 'X'
        | 'Y' => 0.74,
        _ if character.is_ascii() => 0.58,
        '\u{300}'..='\u{36f}' => 0.0,
        '\u{a0}' => 0.29,
        '\u{370}'..='\u{3ff}' | 'à'..='ÿ' | '−' | '×' | '±' | '–' => 0.6,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_dropped_or_escaped() {
        assert_eq!(escaped("a<b & \u{1}c\td>\u{fffe}"), "a&lt;b &amp; c d&gt;");
    }

    #[test]
    fn narrow_and_wide_letters_differ() {
        assert!(advance('i') < advance('n') && advance('n') < advance('m'));
    }
}
