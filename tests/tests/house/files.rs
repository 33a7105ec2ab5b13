//! Rules for the files of the repository.

use std::process::Command;

use crate::root;

/// A text file of the repository.
pub struct Tracked {
    /// Its path from the root.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// The text files under version control and new, unignored ones; none, with a message on standard error, if there is
/// no version control.
pub fn tracked() -> Vec<Tracked> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    let listed = match listed {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => {
            eprintln!("skipped: the files are not under version control");
            return Vec::new();
        }
    };
    let mut files: Vec<Tracked> = listed
        .split_terminator('\0')
        // Skips files that were just removed but are still listed, and files that are not text.
        .filter_map(|name| Some((name, std::fs::read_to_string(root().join(name)).ok()?)))
        .map(|(name, text)| Tracked { name: name.to_owned(), text })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files.dedup_by(|a, b| a.name == b.name);
    files
}

fn rust() -> Vec<Tracked> {
    tracked().into_iter().filter(|file| file.name.ends_with(".rs")).collect()
}

/// Forbidden text with the reason; written in halves because this file is checked too.
const UNWANTED: &[(&str, &str, &str)] = &[
    ("/wo", "rk/", "a path of one machine"),
    ("/ro", "ot/", "a path of one machine"),
    ("/tm", "p/", "a path of one machine"),
    ("cra", "tes.io", "a registry"),
    ("npm", "js.", "a registry"),
    ("rsp", "roxy", "a registry"),
    ("goproxy", ".", "a registry"),
];

/// Files exempt from the check, with the reason.
const EXCUSED: &[(&str, &str)] = &[
    ("Cargo.lock", "cargo records the source of each package"),
    ("pdf/Cargo.lock", "cargo records the source of each package"),
];

#[test]
fn no_file_contains_a_machine_path_or_registry() {
    let mut wrong = Vec::new();
    for file in tracked() {
        if EXCUSED.iter().any(|(name, _)| *name == file.name) {
            continue;
        }
        for (first, second, what) in UNWANTED {
            let unwanted = format!("{first}{second}");
            for (at, line) in file.text.lines().enumerate() {
                // A match inside a longer path is not an absolute path.
                let found = line.match_indices(&unwanted).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    !unwanted.starts_with('/')
                        || !before.is_some_and(|c| c.is_alphanumeric() || "._-*}".contains(c))
                });
                if found {
                    wrong.push(format!("{}:{}: {what}: {}", file.name, at + 1, line.trim()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_module_has_a_module_comment() {
    // A `tests.rs` file needs no module comment of its own.
    let files = rust();
    let silent =
        files.iter().filter(|file| !file.text.starts_with("//!") && !file.name.ends_with("/tests.rs"));
    assert_eq!(silent.map(|file| file.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Maximum length of a file, in lines.
const MAX_LEN: usize = 500;

/// Longer files, with the reason.
const LONG: &[(&str, &str)] = &[];

#[test]
fn no_file_is_too_long() {
    let files = rust();
    let is_long = |file: &&Tracked| {
        file.text.lines().count() > MAX_LEN && !LONG.iter().any(|(name, _)| *name == file.name)
    };
    let long = files
        .iter()
        .filter(is_long)
        .map(|file| format!("{}: {} lines", file.name, file.text.lines().count()));
    assert_eq!(long.collect::<Vec<_>>(), Vec::<String>::new());
}

/// Module names without meaning.
const EMPTY_NAMES: &[&str] = &["utils", "util", "common", "helpers", "helper", "misc"];

#[test]
fn no_file_has_a_meaningless_name() {
    let files = rust();
    let empty = files.iter().filter(|file| {
        let parts = file.name.split('/').map(|part| part.trim_end_matches(".rs"));
        parts.into_iter().any(|part| EMPTY_NAMES.contains(&part))
    });
    assert_eq!(empty.map(|file| file.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn text_files_have_clean_line_ends() {
    for file in tracked() {
        let is_ours = [".rs", ".md", ".toml", ".sql"].iter().any(|ending| file.name.ends_with(ending));
        if is_ours {
            assert!(!file.text.contains('\r'), "{}: carriage return", file.name);
            assert!(
                file.text.is_empty() || file.text.ends_with('\n'),
                "{}: no line end at the end of the file",
                file.name
            );
            let trailing = file.text.lines().position(|line| line.ends_with([' ', '\t']));
            assert_eq!(trailing, None, "{}: trailing space", file.name);
        }
    }
}
