//! Files that are written whole or not at all, and read whole up to a size.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A file being written under the name `NAME.partial`; it takes its own name when finished.
///
/// Dropped unfinished it is removed, unless [`PartialFile::keep`] says that what was computed is worth keeping.
/// A link is followed and permissions are kept; into something that is no regular file (a pipe, a device) it writes directly.
pub struct PartialFile {
    target: PathBuf,
    partial: Option<PathBuf>,
    writer: Option<BufWriter<File>>,
}

/// Largest file of a scene, its bodies or its meshes that is read [bytes]: a bound on memory against a mistaken path, far above any
/// animation.
const LARGEST: u64 = 200_000_000;

/// The bytes of a file a scene is made of; one larger than any is, or a device without end, is an error and not read to its end.
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let problem = format!("it is larger than {} MB, the most that is read", LARGEST / 1_000_000);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// The error with the path it happened to.
fn at(path: &Path, what: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {what} {}: {error}", path.display()))
}

impl PartialFile {
    /// Starts writing; the folder must exist and the target must not be a folder.
    pub fn create(target: &Path) -> io::Result<Self> {
        let fail = |error| at(target, "write", error);
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(fail(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
        }
        let direct = old.as_ref().is_some_and(|old| !old.is_file());
        let partial = (!direct).then(|| with_suffix(&target, ".partial"));
        let file = match &partial {
            Some(partial) => File::create(partial),
            None => File::options().write(true).open(&target),
        };
        let file = file.map_err(fail)?;
        if let Some(old) = old.filter(|_| !direct) {
            file.set_permissions(old.permissions()).map_err(fail)?;
        }
        Ok(Self { target, partial, writer: Some(BufWriter::with_capacity(1 << 16, file)) })
    }

    /// Everything is written: the file takes its name.
    pub fn finish(mut self) -> io::Result<()> {
        // Until everything has succeeded the writer stays, so that a failure removes the partial file.
        self.flush()?;
        if let Some(partial) = &self.partial {
            fs::rename(partial, &self.target).map_err(|error| at(&self.target, "write", error))?;
        }
        self.writer = None;
        Ok(())
    }

    /// Work was interrupted: what is there stays under the partial name, which is returned.
    pub fn keep(mut self) -> io::Result<PathBuf> {
        let kept = self.partial.clone().unwrap_or_else(|| self.target.clone());
        self.flush()?;
        self.writer = None;
        Ok(kept)
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes).map_err(|error| at(&self.target, "write", error)),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush).map_err(|error| at(&self.target, "write", error))
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if let (Some(_), Some(partial)) = (self.writer.take(), &self.partial) {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(partial);
        }
    }
}

/// Writes several whole files, or none of them.
pub fn write_whole(files: &[(&Path, &str)]) -> io::Result<()> {
    let mut written = Vec::new();
    for (target, contents) in files {
        let mut file = PartialFile::create(target)?;
        file.write_all(contents.as_bytes())?;
        file.flush()?;
        written.push(file);
    }
    written.into_iter().try_for_each(PartialFile::finish)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen: a scene file of gigabytes ended the program for want of memory, and a device without end never did. Right: a sentence.
    #[cfg(unix)]
    #[test]
    fn files_too_large_for_a_scene_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let (large, fit) = (folder.path().join("large.toml"), folder.path().join("fit.toml"));
        File::create(&large).unwrap().set_len(LARGEST + 1).unwrap();
        fs::write(&fit, "name").unwrap();
        for path in [large.as_path(), Path::new("/dev/zero")] {
            assert!(read_whole(path).unwrap_err().to_string().contains("larger than 200 MB"));
        }
        assert_eq!(read_whole(&fit).unwrap(), b"name");
    }

    #[test]
    fn an_unfinished_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("result.csv");
        let mut file = PartialFile::create(&target).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write_whole(&[(&target, "whole")]).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// Seen: an output to a device or a link replaced it by a file of its own. Right: a link is followed, what is no file is written into.
    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("real.csv"), folder.path().join("link.csv"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_whole(&[(&link, "new")]).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        write_whole(&[(&pipe, "through")]).unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }

    #[test]
    fn an_old_file_survives_a_failed_write_and_errors_name_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("result.csv");
        write_whole(&[(&target, "old")]).unwrap();
        let mut file = PartialFile::create(&target).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        let missing = folder.path().join("no/such/folder.csv");
        assert!(write_whole(&[(&missing, "")]).unwrap_err().to_string().contains("no/such/folder.csv"));
        assert!(write_whole(&[(folder.path(), "")]).unwrap_err().to_string().contains("folder"));
    }
}
