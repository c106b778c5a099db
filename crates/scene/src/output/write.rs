//! All files of a run: written whole, or not at all.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use carom_simulate::record::Record;

use super::cast::Cast;
use super::plots::{self, PlotOptions};
use super::summary::{self, RunInfo};
use super::{contacts, events, frames, joints, trajectory};
use crate::articulated::{write_frame, write_surface};
use crate::file::PartialFile;

/// Writes `trajectory.csv`, `contacts.csv`, `joints.csv` where there are joints, `events.jsonl`, `summary.json` and `plots/*.svg` into a folder, which is made if absent.
///
/// Everything is written under temporary names first; only if all of it succeeded do the files take their names, and pictures of an older
/// run that this one does not have are removed (other files of it: [`super::Older`]). After an error the folder is as it was. Returns the files in the order written.
pub fn write_run(
    folder: &Path,
    cast: &Cast<'_>,
    record: &Record,
    info: &RunInfo<'_>,
    options: PlotOptions,
) -> io::Result<Vec<PathBuf>> {
    let mut made = Folders::default();
    let pictures = folder.join("plots");
    made.make(folder)?;
    if options.plots {
        made.make(&pictures)?;
    }
    // Pictures take as long as tables.
    let (files, drawn) =
        rayon::join(|| tables(folder, cast, record, info), || plots::pictures(cast, record, info, options));
    let mut files = files?;
    for (name, picture) in drawn {
        files.write(pictures.join(name), |out| out.write_all(picture.as_bytes()))?;
    }
    let written = files.finish()?;
    made.keep();
    remove_others(&pictures, &written)?;
    Ok(written)
}

/// The tables of a run under temporary names.
fn tables(folder: &Path, cast: &Cast<'_>, record: &Record, info: &RunInfo<'_>) -> io::Result<Files> {
    let mut files = Files::default();
    files.write(folder.join("trajectory.csv"), |out| trajectory::write(out, cast, record))?;
    files.write(folder.join("contacts.csv"), |out| contacts::write(out, cast, record))?;
    if !cast.joints.is_empty() {
        files.write(folder.join("joints.csv"), |out| joints::write(out, cast, record))?;
    }
    files.write(folder.join("events.jsonl"), |out| events::write(out, cast, record))?;
    files.write(folder.join("summary.json"), |out| summary::write(out, record, info))?;
    Ok(files)
}

/// Writes the faces of all bodies, `NAME.sur`, and their vertices at every frame, `NAMEk.ste`, into a folder that exists: frame k is
/// `every` k after the start, after the impacts of that instant. Whole, or none of them.
pub fn write_frames(
    folder: &Path,
    name: &str,
    cast: &Cast<'_>,
    record: &Record,
    every: Option<f64>,
) -> io::Result<Vec<PathBuf>> {
    let mut files = Files::default();
    let surface = frames::surface(cast);
    files.write(folder.join(format!("{name}.sur")), |out| write_surface(out, &surface))?;
    for (number, sample) in frames::samples(record, every).into_iter().enumerate() {
        let vertices = frames::vertices(cast, sample);
        files.write(folder.join(format!("{name}{number}.ste")), |out| write_frame(out, sample.t, &vertices))?;
    }
    files.finish()
}

/// Removes pictures of an older run.
fn remove_others(pictures: &Path, written: &[PathBuf]) -> io::Result<()> {
    let current: BTreeSet<&OsStr> = written.iter().filter_map(|path| path.file_name()).collect();
    let Ok(entries) = fs::read_dir(pictures) else { return Ok(()) };
    for entry in entries {
        let name = entry?.file_name();
        if !current.contains(name.as_os_str()) && name.to_str().is_some_and(plots::is_own) {
            fs::remove_file(pictures.join(name))?;
        }
    }
    Ok(())
}

/// Files under temporary names.
#[derive(Default)]
struct Files(Vec<(PathBuf, PartialFile)>);

impl Files {
    fn write(&mut self, path: PathBuf, content: impl FnOnce(&mut PartialFile) -> io::Result<()>) -> io::Result<()> {
        let mut file = PartialFile::create(&path)?;
        content(&mut file)?;
        file.flush()?;
        self.0.push((path, file));
        Ok(())
    }

    /// All take their names.
    fn finish(self) -> io::Result<Vec<PathBuf>> {
        let named = self.0.into_iter().map(|(path, file)| file.finish().map(|()| path));
        named.collect()
    }
}

/// Folders made, which are removed again unless kept. Declared before the files, it is dropped after them.
#[derive(Default)]
struct Folders(Vec<PathBuf>);

impl Folders {
    /// Makes a folder and those above it.
    fn make(&mut self, folder: &Path) -> io::Result<()> {
        let missing = folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        missing.reverse();
        for path in missing {
            fs::create_dir(&path).map_err(|error| {
                io::Error::new(error.kind(), format!("cannot make the folder {}: {error}", path.display()))
            })?;
            self.0.push(path);
        }
        Ok(())
    }

    fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            // A folder that is not empty, or cannot be removed, stays: nothing more can be done here.
            let _ = fs::remove_dir(folder);
        }
    }
}
