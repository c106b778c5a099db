//! Every command and path that README and docs name is tried (style.md, 12).
//!
//! In a block marked `console` a line `$ carom ...` is run in an empty folder, all blocks of a page in the same one, and what it prints
//! must be the lines below it; a line `...` stands for any lines. `$ cat`, `$ head` and `$ printf ... > FILE` are run by the shell.
//! A page's pictures are those its own commands draw: the files under `pictures/` must be the same bytes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may stop at the first surprise

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// README, the other pages at the root, and every page of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)).to_vec();
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// A command of a page with the output it shows.
struct Shown {
    line: usize,
    command: String,
    output: String,
}

/// The commands of all `console` blocks of a page.
fn commands(text: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            shown.push(Shown { line: number + 1, command: command.to_owned(), output: String::new() });
        } else if inside {
            let last = shown.last_mut().expect("a console block starts with a command");
            last.output += line;
            last.output.push('\n');
        }
    }
    shown
}

/// True if the text fits the pattern, where a line `...` stands for any lines.
fn fits(pattern: &[&str], text: &[&str]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => (0..=text.len()).any(|skip| fits(rest, &text[skip..])),
        (Some((first, pattern)), Some((line, text))) => first.trim_end() == line.trim_end() && fits(pattern, text),
        _ => false,
    }
}

/// Runs a command in a folder with `carom` on the path; standard output and error together.
fn run(command: &str, folder: &Path) -> (String, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_carom")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let shell = format!("exec 2>&1; {command}");
    let mut process = Command::new("sh");
    process.arg("-c").arg(shell).current_dir(folder).env("PATH", path).env("NO_COLOR", "1").env("COLUMNS", "100");
    let output = process.output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// Runs all commands of a page in one folder and compares what they print.
fn try_page(page: &Path, folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let mut failures = Vec::new();
    for shown in commands(&text) {
        let (got, code) = run(&shown.command, folder);
        let (pattern, lines): (Vec<&str>, Vec<&str>) = (shown.output.lines().collect(), got.lines().collect());
        if !shown.output.is_empty() && !fits(&pattern, &lines) {
            failures.push(format!("{}:{}: $ {}\nprints\n{got}", page.display(), shown.line, shown.command));
        }
        // A command that is shown to fail prints its own exit code with `; echo $?`.
        if shown.output.is_empty() && code != 0 {
            failures.push(format!("{}:{}: $ {} exits with {code}\n{got}", page.display(), shown.line, shown.command));
        }
    }
    failures
}

/// The pictures drawn in a folder against those kept beside the page; drawn anew if asked for.
fn compare_pictures(page: &Path, folder: &Path) -> Vec<String> {
    let kept = root().join("docs/src/pictures");
    let draw = std::env::var_os("CAROM_DRAW_PICTURES").is_some();
    let mut failures = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let drawn = entry.unwrap().path();
        if drawn.extension().is_none_or(|ending| ending != "svg" && ending != "gif") {
            continue;
        }
        let target = kept.join(drawn.file_name().unwrap());
        if draw {
            fs::copy(&drawn, &target).unwrap();
        } else if fs::read(&drawn).unwrap() != fs::read(&target).unwrap_or_default() {
            failures.push(format!(
                "{}: {} is not what its command draws (make pictures)",
                page.display(),
                target.display()
            ));
        }
    }
    failures
}

#[test]
fn commands_print_what_the_pages_show() {
    let mut failures = Vec::new();
    let mut tried = 0;
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        tried += commands(&fs::read_to_string(&page).unwrap()).len();
        failures.extend(try_page(&page, folder.path()));
        failures.extend(compare_pictures(&page, folder.path()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tried >= 20, "only {tried} commands found");
}

/// Targets of Markdown links `](...)` and images.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(link, _)| link)).collect()
}

#[test]
fn links_and_paths_exist() {
    let mut missing = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let folder = page.parent().unwrap();
        for link in links(&text).into_iter().filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            let path = link.split('#').next().unwrap();
            if !folder.join(path).exists() {
                missing.push(format!("{}: link {link}", page.display()));
            }
        }
        // A word in backquotes that starts with a folder of the project is a path of it.
        for word in text.split('`').skip(1).step_by(2) {
            let first = word.split('/').next().unwrap();
            let is_path =
                word.contains('/') && ["crates", "docs", "benches", "examples", "scenes", ".ci"].contains(&first);
            if is_path && !word.contains([' ', '*', '<', '{']) && !root().join(word).exists() {
                missing.push(format!("{}: path {word}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Every page of the book is in its summary, and every `make` verb named anywhere is in the Makefile.
#[test]
fn summary_and_verbs_are_complete() {
    let summary = fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    for page in pages() {
        if let Ok(name) = page.strip_prefix(root().join("docs/src")) {
            let name = name.to_str().unwrap();
            assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in SUMMARY.md");
        }
        let text = fs::read_to_string(&page).unwrap();
        for verb in text.split("`make ").skip(1).map(|rest| rest.split(['`', ' ']).next().unwrap()) {
            assert!(makefile.contains(&format!("\n{verb}:")), "{}: make {verb} does not exist", page.display());
        }
    }
}

#[test]
fn the_comparison_of_outputs_can_fail() {
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["a", "..."], &["a"]));
    assert!(!fits(&["a", "b"], &["a", "c"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert_eq!(commands("```console\n$ carom laws\nx\n```\n")[0].output, "x\n");
}
