//! Paths of files that are to be written: their endings, and whether they can be written at all before anything is computed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use carom::scene::file::PartialFile;

use crate::failure::Failure;

/// The path of a table.
pub(crate) fn csv(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let good = ends(&path, "csv");
    if good { Ok(path) } else { Err("the table is a .csv file, the picture beside it has the ending .svg".to_owned()) }
}

/// The path of a picture.
pub(crate) fn svg(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let good = ends(&path, "svg");
    if good { Ok(path) } else { Err("the picture is an .svg file".to_owned()) }
}

/// Refuses a path with another ending.
pub(crate) fn ends_in(path: &Path, ending: &str, option: &str) -> Result<(), Failure> {
    let problem = || Failure::input(format!("{option} writes .{ending} files, not {}", path.display()));
    if ends(path, ending) { Ok(()) } else { Err(problem()) }
}

fn ends(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// Refuses a file that could not be written; `made` is a folder that will be there by then.
pub(crate) fn check_writable(path: &Path, made: &Path) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let will_be = !folder.exists() && (made.starts_with(folder) || folder == made.join("plots"));
    // A pipe or a device is not opened for a trial.
    let special = fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir());
    if will_be || special {
        return Ok(());
    }
    PartialFile::create(path).map(drop).map_err(|error| cannot_write(path, &error))
}

/// A file that could not be written. Errors of whole files name it already.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let said = error.to_string();
    if said.starts_with("cannot ") {
        return Failure::input(said);
    }
    Failure::input(format!("cannot write {}: {said}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_checked() {
        assert!(csv("a/b.CSV").is_ok() && csv("s4.txt").is_err() && csv("csv").is_err());
        assert!(svg("c.svg").is_ok() && svg("c.png").is_err());
    }

    #[test]
    fn what_cannot_be_written_is_said_once_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (out, film) = (folder.path().join("out"), folder.path().join("no/film.gif"));
        let said = check_writable(&film, &out).unwrap_err().to_string();
        assert_eq!(said.matches("cannot write").count(), 1, "{said}");
        check_writable(&out.join("film.gif"), &out).unwrap();
        check_writable(&folder.path().join("film.gif"), &out).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
