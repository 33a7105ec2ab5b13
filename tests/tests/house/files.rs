//! The files of the repository, one by one.

use std::process::Command;

use crate::root;

/// A text file of the repository.
pub struct Tracked {
    /// Its path from the root.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// The text files under version control, new ones included; none, with a word on standard error, where there is no
/// version control.
pub fn tracked() -> Vec<Tracked> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    let listed = match listed {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => {
            eprintln!("skipped: the files are not under version control here");
            return Vec::new();
        }
    };
    let mut files: Vec<Tracked> = listed
        .split_terminator('\0')
        // A file that was just removed is listed still, one that holds no text says nothing.
        .filter_map(|name| Some((name, std::fs::read_to_string(root().join(name)).ok()?)))
        .map(|(name, text)| Tracked { name: name.to_owned(), text })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files.dedup_by(|a, b| a.name == b.name);
    files
}

/// The Rust files among them.
fn rust() -> Vec<Tracked> {
    tracked().into_iter().filter(|file| file.name.ends_with(".rs")).collect()
}

/// Text that no file may hold, and what it would give away; written in halves, since this is a file as well.
const UNWANTED: &[(&str, &str, &str)] = &[
    ("/wo", "rk/", "a path of one machine"),
    ("/ro", "ot/", "a path of one machine"),
    ("/tm", "p/", "a path of one machine"),
    ("cra", "tes.io", "a registry"),
    ("npm", "js.", "a registry"),
    ("rsp", "roxy", "a registry"),
    ("goproxy", ".", "a registry"),
];

/// Files that may hold unwanted text, and why.
const EXCUSED: &[(&str, &str)] = &[("Cargo.lock", "cargo writes where each package comes from")];

#[test]
fn no_file_names_a_machine_or_a_registry() {
    let mut wrong = Vec::new();
    for file in tracked() {
        if EXCUSED.iter().any(|(name, _)| *name == file.name) {
            continue;
        }
        for (first, second, what) in UNWANTED {
            let unwanted = format!("{first}{second}");
            for (at, line) in file.text.lines().enumerate() {
                // A folder inside another one is no path of a machine.
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
fn every_module_says_what_it_is() {
    // The tests of a module in a file of their own need no second introduction.
    let files = rust();
    let silent =
        files.iter().filter(|file| !file.text.starts_with("//!") && !file.name.ends_with("/tests.rs"));
    assert_eq!(silent.map(|file| file.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// The longest a file may be, in lines.
const MAX_LEN: usize = 500;

/// Files that may be longer, and why.
const LONG: &[(&str, &str)] = &[];

#[test]
fn files_hold_one_concept() {
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

/// Words that name nothing.
const EMPTY_NAMES: &[&str] = &["utils", "util", "common", "helpers", "helper", "misc"];

#[test]
fn files_have_names_that_say_something() {
    let files = rust();
    let empty = files.iter().filter(|file| {
        let parts = file.name.split('/').map(|part| part.trim_end_matches(".rs"));
        parts.into_iter().any(|part| EMPTY_NAMES.contains(&part))
    });
    assert_eq!(empty.map(|file| file.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn texts_end_their_lines_one_way() {
    for file in tracked() {
        let is_ours = [".rs", ".md", ".toml", ".sql"].iter().any(|ending| file.name.ends_with(ending));
        if is_ours {
            assert!(!file.text.contains('\r'), "{}: carriage return", file.name);
            assert!(
                file.text.is_empty() || file.text.ends_with('\n'),
                "{}: no line end at its end",
                file.name
            );
            let trailing = file.text.lines().position(|line| line.ends_with([' ', '\t']));
            assert_eq!(trailing, None, "{}: space at the end of a line", file.name);
        }
    }
}
