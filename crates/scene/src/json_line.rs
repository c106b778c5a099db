//! What all files of one JSON object a line share: ids that survive errors, lines of errors, writing.

use serde::Serialize;
use serde_json::value::RawValue;

/// The id of a line that is at fault elsewhere: the value after the first `"id":`, if it is one.
pub(crate) fn salvage_id(text: &str) -> Option<&RawValue> {
    let rest = &text[text.find("\"id\"")? + 4..];
    let value = rest.trim_start().strip_prefix(':')?;
    serde_json::Deserializer::from_str(value).into_iter::<&RawValue>().next()?.ok()
}

/// The answer to a line that is at fault.
#[derive(Serialize)]
pub(crate) struct ErrorOut<'a> {
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) line: u64,
    pub(crate) status: &'static str,
    pub(crate) error: &'a str,
}

/// The parser's words with the place within the line; it counts lines of its own text, which is one.
pub(crate) fn in_line(error: &serde_json::Error) -> String {
    let (text, place) = (error.to_string(), format!(" at line 1 column {}", error.column()));
    match text.strip_suffix(&place) {
        Some(text) => format!("{text}, at character {}", error.column()),
        None => text,
    }
}

/// What a line that could not be read is instead of what was expected: where it is no JSON at all, that, and not what the first words of it
/// were taken for.
pub(crate) fn not_a(what: &str, text: &str, error: &serde_json::Error) -> String {
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Err(error) => format!("not a {what}: no valid JSON, {}", in_line(&error)),
        Ok(_) => format!("not a {what}: {}", in_line(error)),
    }
}

/// Serialisation of numbers and known names into memory cannot fail; should it, the line says so.
pub(crate) fn write_line(value: &impl Serialize, out: &mut Vec<u8>) {
    let start = out.len();
    if serde_json::to_writer(&mut *out, value).is_err() {
        out.truncate(start);
        out.extend_from_slice(br#"{"id":null,"status":"bad-input","error":"the answer cannot be written as JSON"}"#);
    }
    out.push(b'\n');
}
