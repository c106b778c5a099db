//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file being written under the name `NAME.partial`; it takes its own name when finished.
///
/// Dropped unfinished it is removed, unless [`PartialFile::keep`] says that what was computed is worth keeping.
pub struct PartialFile {
    target: PathBuf,
    partial: PathBuf,
    writer: Option<BufWriter<File>>,
}

/// The error with the path it happened to.
fn at(path: &Path, what: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {what} {}: {error}", path.display()))
}

impl PartialFile {
    /// Starts writing; the folder must exist and the target must not be a folder.
    pub fn create(target: &Path) -> io::Result<Self> {
        if target.is_dir() {
            let error = io::Error::new(io::ErrorKind::IsADirectory, "it is a folder");
            return Err(at(target, "write", error));
        }
        let mut name = OsString::from(target);
        name.push(".partial");
        let partial = PathBuf::from(name);
        let file = File::create(&partial).map_err(|error| at(target, "write", error))?;
        Ok(Self { target: target.to_owned(), partial, writer: Some(BufWriter::with_capacity(1 << 16, file)) })
    }

    /// Everything is written: the file takes its name.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            writer.flush().map_err(|error| at(&self.target, "write", error))?;
            fs::rename(&self.partial, &self.target).map_err(|error| at(&self.target, "write", error))?;
        }
        Ok(())
    }

    /// Work was interrupted: what is there stays under the partial name, which is returned.
    pub fn keep(mut self) -> io::Result<PathBuf> {
        if let Some(mut writer) = self.writer.take() {
            writer.flush().map_err(|error| at(&self.partial, "write", error))?;
        }
        Ok(self.partial.clone())
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes).map_err(|error| at(&self.target, "write", error)),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Writes a whole file at once, or nothing.
pub fn write_whole(target: &Path, contents: &str) -> io::Result<()> {
    let mut file = PartialFile::create(target)?;
    file.write_all(contents.as_bytes())?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("result.csv");
        let mut file = PartialFile::create(&target).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write_whole(&target, "whole").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_old_file_survives_a_failed_write_and_errors_name_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("result.csv");
        write_whole(&target, "old").unwrap();
        let mut file = PartialFile::create(&target).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        let missing = folder.path().join("no/such/folder.csv");
        assert!(write_whole(&missing, "").unwrap_err().to_string().contains("no/such/folder.csv"));
        assert!(write_whole(folder.path(), "").unwrap_err().to_string().contains("folder"));
    }
}
