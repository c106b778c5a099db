//! Files of an older run in the folder of a run: those that this run does not write would be taken for its own, and are removed.
//!
//! A folder is that of an older run if its `summary.json` is ours. Only names that run could have written are removed; all else stays.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::plots;

/// Tables that only some runs have.
const TABLES: [&str; 3] = ["trajectory.csv", "contacts.csv", "joints.csv"];

/// The files that an older run could have written into a folder.
#[derive(Debug, Default)]
pub struct Older(Vec<PathBuf>);

/// What tells a summary of ours.
#[derive(Deserialize)]
struct Summary {
    scene: String,
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "end_time")]
    _end_time: f64,
}

impl Older {
    /// Looks into a folder before a run writes into it.
    pub fn of(folder: &Path) -> Self {
        let summary = fs::read_to_string(folder.join("summary.json")).ok();
        let Some(summary) = summary.and_then(|text| serde_json::from_str::<Summary>(&text).ok()) else {
            return Self::default();
        };
        let own = |name: &str| TABLES.contains(&name) || is_portrait(name) || is_frame(name, &summary.scene);
        let mut files = named(folder, own);
        files.extend(named(&folder.join("plots"), plots::is_own));
        Self(files)
    }

    /// Removes what the new run has not written. A link is removed, not what it points to.
    pub fn remove(self, written: &[PathBuf]) -> io::Result<()> {
        let written: BTreeSet<&Path> = written.iter().map(PathBuf::as_path).collect();
        for path in self.0.iter().filter(|path| !written.contains(path.as_path())) {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    let problem = format!("cannot remove {}, which is of an older run: {error}", path.display());
                    return Err(io::Error::new(error.kind(), problem));
                }
                _ => {}
            }
        }
        if let Some(folder) = self.0.iter().filter_map(|path| path.parent()).find(|path| path.ends_with("plots")) {
            // One that is not empty stays.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }
}

/// The files of a folder with names that are wanted.
fn named(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let fits = |name: &OsStr| name.to_str().is_some_and(&wanted);
    entries.flatten().filter(|entry| fits(&entry.file_name())).map(|entry| entry.path()).collect()
}

fn is_portrait(name: &str) -> bool {
    name.strip_prefix("portrait-").and_then(|rest| rest.strip_suffix(".svg")).is_some_and(is_number)
}

/// `NAME.sur` and `NAMEk.ste`.
fn is_frame(name: &str, scene: &str) -> bool {
    let Some(rest) = name.strip_prefix(scene) else { return false };
    rest == ".sur" || rest.strip_suffix(".ste").is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = r#"{"scene": "ex92", "version": "0.1.0", "end_time": 1.0}"#;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Seen: `joints.csv`, portraits and frames of an older run beside the tables of a new one.
    #[test]
    fn files_of_an_older_run_go_and_foreign_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let own = ["trajectory.csv", "joints.csv", "portrait-1.svg", "ex92.sur", "ex920.ste", "ex9211.ste"];
        let foreign = ["ex93.sur", "ex930.ste", "ex92a.ste", "notes.csv", "portrait-me.svg", "events.csv"];
        let write = |name: &str| fs::write(folder.path().join(name), "x").unwrap();
        own.into_iter().chain(foreign).for_each(write);
        fs::create_dir(folder.path().join("plots")).unwrap();
        ["plots/energy.svg", "plots/impulse-plane-0001.svg"].into_iter().for_each(write);
        // Without a summary of ours nothing is known of a run.
        Older::of(folder.path()).remove(&[]).unwrap();
        fs::write(folder.path().join("summary.json"), "{}").unwrap();
        Older::of(folder.path()).remove(&[]).unwrap();
        assert_eq!(names(folder.path()).len(), own.len() + foreign.len() + 2);
        fs::write(folder.path().join("summary.json"), SUMMARY).unwrap();
        let written = ["trajectory.csv", "ex920.ste"].map(|name| folder.path().join(name));
        Older::of(folder.path()).remove(&written).unwrap();
        let mut left = [&foreign[..], &["trajectory.csv", "ex920.ste", "summary.json"]].concat();
        left.sort_unstable();
        assert_eq!(names(folder.path()), left);
    }
}
