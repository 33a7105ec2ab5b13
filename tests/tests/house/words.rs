//! Word lists are data files: each says what it is, repeats nothing, and is read.

use std::collections::BTreeSet;

use wenfang_text::word_list;

use crate::files::{Tracked, tracked};

/// The word lists, each with its crate and its name.
fn lists() -> Vec<(String, String, Tracked)> {
    let files = tracked().into_iter();
    let lists = files.filter_map(|file| {
        let (krate, name) = file.name.strip_prefix("crates/")?.split_once("/words/")?;
        Some((krate.to_owned(), name.strip_suffix(".txt")?.to_owned(), file))
    });
    lists.collect()
}

#[test]
fn a_word_list_has_a_description_and_no_repetition() {
    let mut wrong = Vec::new();
    for (_, _, file) in lists() {
        let name = file.name;
        if !file.text.starts_with("# ") {
            wrong.push(format!("{name}: the first line is not a comment that says what the list is"));
        }
        let entries: Vec<&str> =
            word_list::entries(file.text.clone().leak()).map(|(entry, _)| entry).collect();
        if entries.is_empty() {
            wrong.push(format!("{name}: empty"));
        }
        let mut known = BTreeSet::new();
        wrong.extend(
            entries
                .iter()
                .filter(|entry| !known.insert(**entry))
                .map(|entry| format!("{name}: {entry} twice")),
        );
        let blanks =
            file.text.lines().filter(|line| line.trim() != *line || line.contains(['\r', '\u{feff}']));
        wrong.extend(
            blanks.map(|line| format!("{name}: a blank at an end of {line:?}; put the entry in quotes")),
        );
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_word_list_is_read() {
    let code: Vec<Tracked> = tracked().into_iter().filter(|file| file.name.ends_with(".rs")).collect();
    let is_read = |krate: &str, name: &str| {
        let (folder, quoted) = (format!("crates/{krate}/src/"), format!("\"{name}\""));
        code.iter().any(|file| file.name.starts_with(&folder) && file.text.contains(&quoted))
    };
    let lists = lists();
    assert!(!lists.is_empty(), "no lists were found");
    let unread = lists.iter().filter(|(krate, name, _)| !is_read(krate, name));
    assert_eq!(unread.map(|(.., file)| file.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}
