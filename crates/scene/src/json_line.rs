//! What all files of one JSON object a line share: ids that survive errors, lines of errors, writing.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What can still be read of a line that is at fault.
#[derive(Deserialize)]
pub(crate) struct IdOnly<'a> {
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
}

/// The answer to a line that is at fault.
#[derive(Serialize)]
pub(crate) struct ErrorOut<'a> {
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) line: u64,
    pub(crate) status: &'static str,
    pub(crate) error: &'a str,
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
