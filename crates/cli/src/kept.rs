//! What the runs of a sweep are known by, kept beside its table: `sweep.csv` has `sweep.resume.json` (K9).
//!
//! ```text
//! {"carom": VERSION, "source": {"file", "text", "changes": [[PATH, VALUE], ..], "variant"}}
//! ```
//!
//! Runs are the same if the program, the text of the scene, the changes in their order and the variant are; the values varied and
//! the measures stand in the table itself.

use std::path::{Path, PathBuf};

use carom::scene::toml::{SceneFile, Source};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Another version may round differently.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a user can do instead.
const ADVICE: &str = "name another table with --out, or leave --resume away to run all of it again";

/// What is kept beside a table.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    carom: String,
    source: Source,
}

/// The file beside a table.
pub(crate) fn beside(table: &Path) -> PathBuf {
    table.with_extension("resume.json")
}

impl Kept {
    /// Of the scene whose values are varied.
    pub(crate) fn of(file: &SceneFile) -> Self {
        Self { carom: VERSION.to_owned(), source: file.source() }
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::input(error.to_string()))?;
        Ok(text + "\n")
    }

    /// Refuses to go on from a table whose runs are others than these.
    pub(crate) fn check(&self, table: &Path) -> Result<(), Failure> {
        let path = beside(table);
        let refuse = |problem: String| Err(Failure::input(problem).advise(ADVICE));
        let Some(then) = std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok()) else {
            return refuse(format!(
                "{} cannot be gone on from: {} beside it, which says of what runs it is, is not there or not ours",
                table.display(),
                path.display()
            ));
        };
        match self.differs(&then) {
            None => Ok(()),
            Some(what) => refuse(format!("{} holds other runs than these: {what}", table.display())),
        }
    }

    /// What is not the same.
    fn differs(&self, then: &Self) -> Option<String> {
        let said = |variant: &Option<String>| variant.as_ref().map_or("none".to_owned(), |name| format!("\"{name}\""));
        let (a, b) = (&then.source, &self.source);
        if then.carom != self.carom {
            Some(format!("they were made by carom {}, this is {}", then.carom, self.carom))
        } else if a.text != b.text {
            Some("the text of the scene was another".to_owned())
        } else if a.variant != b.variant {
            Some(format!("their --variant was {}, now it is {}", said(&a.variant), said(&b.variant)))
        } else if a.changes != b.changes {
            Some(format!("their options were {}, now they are {}", options(&a.changes), options(&b.changes)))
        } else {
            None
        }
    }
}

/// Changes as a user gives them.
fn options(changes: &[(String, String)]) -> String {
    let one = |(path, value): &(String, String)| format!("--set {path}={value}");
    if changes.is_empty() { "none".to_owned() } else { changes.iter().map(one).collect::<Vec<_>>().join(" ") }
}
