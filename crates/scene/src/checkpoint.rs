//! Checkpoint files: a run between two steps, with everything it takes to go on.
//!
//! ```text
//!     carom checkpoint FORMAT VERSION LENGTH CHECKSUM      one line of text
//!     LENGTH bytes                                         the checkpoint, numbers as their bits (postcard)
//! ```
//!
//! The file needs nothing beside it: the text of the scene with its changes, the state, the memory of the method and the record so
//! far are inside. The checksum is FNV-1a of 64 bits over the bytes.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use carom_simulate::Snapshot;
use serde::{Deserialize, Serialize};

use crate::file::PartialFile;
use crate::toml::Source;

/// First words of the file.
const MAGIC: &str = "carom checkpoint ";

/// Number of the format; another one cannot be read.
const FORMAT: u32 = 1;

/// Version of the program. Another one may round differently: the continuation would not be the same bits.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Longest first line that can be ours, in bytes.
const LONGEST_HEADER: usize = 200;

/// A run between two steps, as it is kept in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The scene and its changes.
    pub source: Source,
    /// Folder for the results.
    pub out: PathBuf,
    /// Time between checkpoints, in seconds of motion.
    pub every: f64,
    /// Time the run took so far, in seconds.
    pub wall_time: f64,
    /// Where the run stands.
    pub snapshot: Snapshot,
}

/// Why a file cannot be gone on from; a sentence with the name of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointError(String);

impl fmt::Display for CheckpointError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = PartialFile::create(path)?;
        file.write_all(&self.to_bytes()?)?;
        file.finish()
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let content = postcard::to_stdvec(self).map_err(io::Error::other)?;
        let (length, sum) = (content.len(), checksum(&content));
        let mut bytes = format!("{MAGIC}{FORMAT} {VERSION} {length} {sum:016x}\n").into_bytes();
        bytes.extend_from_slice(&content);
        Ok(bytes)
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let fail = |problem: String| CheckpointError(format!("{}: {problem}", path.display()));
        let bytes =
            fs::read(path).map_err(|error| CheckpointError(format!("cannot read {}: {error}", path.display())))?;
        Self::from_bytes(&bytes).map_err(fail)
    }

    /// Reads the bytes of a file, or says what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let foreign = || "this is no checkpoint of carom; `carom run SCENE --checkpoint FILE` writes one".to_owned();
        let end = bytes.iter().take(LONGEST_HEADER).position(|byte| *byte == b'\n').ok_or_else(foreign)?;
        let header = std::str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
        let words: Vec<&str> = header.strip_prefix(MAGIC).ok_or_else(foreign)?.split(' ').collect();
        let [format, version, length, sum] = words[..] else { return Err(foreign()) };
        if format != FORMAT.to_string() {
            return Err(format!(
                "this checkpoint has the format {format}, this program reads {FORMAT}; run the scene again"
            ));
        }
        if version != VERSION {
            return Err(format!(
                "this checkpoint is of carom {version}, this is {VERSION}: the continuation would not be the same; run the scene again"
            ));
        }
        let content = &bytes[end + 1..];
        if length != content.len().to_string() {
            return Err(format!(
                "the file is damaged: {} bytes of {length} are there; take an older checkpoint",
                content.len()
            ));
        }
        if sum != format!("{:016x}", checksum(content)) {
            return Err("the file is damaged: its checksum is wrong; take an older checkpoint".to_owned());
        }
        let damaged = |error: postcard::Error| format!("the file is damaged: {error}; take an older checkpoint");
        let (checkpoint, rest): (Self, &[u8]) = postcard::take_from_bytes(content).map_err(damaged)?;
        if rest.is_empty() {
            Ok(checkpoint)
        } else {
            Err(format!("the file is damaged: {} bytes are left over", rest.len()))
        }
    }
}

/// FNV-1a of 64 bits: any change of a single byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn the_checksum_is_that_of_its_authors() {
        // From the test suite of Fowler, Noll and Vo.
        assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
