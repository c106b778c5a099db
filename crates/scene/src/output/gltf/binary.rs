//! The binary container of glTF, and a buffer as text.

use std::io;

use serde_json::Value;

const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const JSON: &[u8; 4] = b"JSON";
const BIN: &[u8; 4] = b"BIN\0";

/// Header, JSON chunk padded with blanks, binary chunk padded with zeros.
pub(super) fn container(document: &Value, buffer: &[u8]) -> io::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(document)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut data = buffer.to_vec();
    data.resize(data.len().next_multiple_of(4), 0);
    let length = |size: usize| u32::try_from(size).map_err(|_| io::Error::other("the glTF file would be too large"));
    let total = length(12 + 8 + json.len() + 8 + data.len())?;
    let mut out = Vec::with_capacity(total as usize);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&total.to_le_bytes());
    for (kind, chunk) in [(JSON, &json), (BIN, &data)] {
        out.extend_from_slice(&length(chunk.len())?.to_le_bytes());
        out.extend_from_slice(kind);
        out.extend_from_slice(chunk);
    }
    Ok(out)
}

/// `data:application/octet-stream;base64,...`
pub(super) fn data_uri(buffer: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::from("data:application/octet-stream;base64,");
    for chunk in buffer.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, k| bits << 8 | u32::from(chunk.get(k).copied().unwrap_or(0)));
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k) & 63) as usize];
            text.push(if k > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::data_uri;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_of_the_standard() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (plain, coded) in cases {
            assert_eq!(data_uri(plain.as_bytes()).split_once(',').unwrap().1, coded);
        }
    }
}
