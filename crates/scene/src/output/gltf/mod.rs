//! `--gltf FILE.glb`: bodies, their motion and the events as one glTF 2.0 file, text (`.gltf`) or binary (`.glb`).
//!
//! ```text
//!     node "carom"            turns z up into the y up of glTF
//!       node per body         mesh of flat faces; its translation and rotation are animated
//!     animation "motion"      a key at every sample, linear between; extras: the events
//! ```
//!
//! Where velocities jump two samples have one time; glTF wants times that ascend, and positions do not jump: one of them is kept.

mod binary;
mod buffer;
mod document;
mod mesh;
mod motion;

use std::io::{self, Write};
use std::path::Path;

use carom_simulate::record::Record;

use super::cast::{Cast, Space};
use crate::file::PartialFile;

pub(super) use mesh::{outward, square};

/// Writes the file, whole or not at all.
pub fn write_gltf(path: &Path, cast: &Cast<'_>, record: &Record) -> io::Result<()> {
    let refuse = |reason: String| io::Error::new(io::ErrorKind::InvalidInput, reason);
    if cast.space != Space::Space {
        return Err(refuse("glTF is for scenes in space; of the plane there are pictures and --animation".to_owned()));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let binary = match ending.as_str() {
        "glb" => true,
        "gltf" => false,
        _ => return Err(refuse(format!("{}: expected a file that ends in .glb or .gltf", path.display()))),
    };
    let (mut document, buffer) = document::document(cast, record);
    let mut file = PartialFile::create(path)?;
    if binary {
        file.write_all(&binary::container(&document, &buffer)?)?;
    } else {
        document["buffers"][0]["uri"] = binary::data_uri(&buffer).into();
        serde_json::to_writer(&mut file, &document)?;
    }
    file.flush()?;
    file.finish()
}
