//! How the repository is written: plain English, and commit subjects that say what changed.

use std::process::Command;

use crate::files::{Tracked, tracked};
use crate::root;

/// Words and turns that make a reader stop, and what to write instead.
const TICS: &[(&str, &str)] = &[
    ("anew", "again, from scratch, rebuilt"),
    ("be it", "even if"),
    ("be they", "even if"),
    ("gone on with", "resumed"),
    ("is let", "may, can"),
    ("of late", "recently"),
    ("shall", "must, will"),
    ("told apart", "distinguished"),
    ("which is said", "the result says so"),
    ("whoever", "the caller, anyone who"),
];

/// Files whose prose is not ours to word, or lists the tics.
const EXCUSED: &[&str] = &["LICENSE", "samples/", "prompts/", "tests/tests/house/language.rs", "THIRD-PARTY"];

#[test]
fn comments_and_documents_are_in_plain_english() {
    let mut found = Vec::new();
    for file in tracked().iter().filter(|file| !EXCUSED.iter().any(|excused| file.name.starts_with(excused)))
    {
        for (number, line) in prose(file) {
            for (tic, instead) in TICS.iter().filter(|(tic, _)| has_words(&line, tic)) {
                found.push(format!("{}:{number}: “{tic}”: write {instead}", file.name));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// The lines of a file that are read as English: documents, comments, and the words of the window.
fn prose(file: &Tracked) -> Vec<(usize, String)> {
    let name = file.name.as_str();
    let is_document = name.ends_with(".md") || name.ends_with("words.ts");
    let is_code = [".rs", ".ts", ".tsx", ".toml"].iter().any(|ending| name.ends_with(ending));
    let of_line = |line: &str| match (is_document, is_code) {
        (true, _) => Some(line.to_owned()),
        (false, true) => comment(line).map(str::to_owned),
        (false, false) => None,
    };
    let lines = file.text.lines().enumerate();
    lines.filter_map(|(at, line)| Some((at + 1, of_line(line)?.to_lowercase()))).collect()
}

/// The comment of a line of code.
fn comment(line: &str) -> Option<&str> {
    let start = line.trim_start();
    if start.starts_with('*') || start.starts_with("/*") || start.starts_with("# ") {
        return Some(start);
    }
    // A double slash in a text, as in an address, follows a colon.
    line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':')).map(|(at, _)| &line[at..])
}

fn has_words(line: &str, words: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    line.match_indices(words).any(|(at, found)| {
        is_edge(line[..at].chars().next_back()) && is_edge(line[at + found.len()..].chars().next())
    })
}

#[test]
fn comments_are_found_and_addresses_are_none() {
    assert_eq!(comment("let x = 1; // made anew"), Some("// made anew"));
    assert_eq!(comment(" * of late"), Some("* of late"));
    assert_eq!(comment("let url = \"https://example.org\";"), None);
    assert!(has_words("it is made anew.", "anew") && !has_words("renewed anewish", "anew"));
}

/// The last commit before the rule for subjects.
const SINCE: &str = "a74c446";
/// Characters of a subject: what a terminal of 80 columns shows beside a short hash.
const MAX_SUBJECT_LEN: usize = 72;

#[test]
fn commit_subjects_fit_a_line_and_name_their_topic() {
    let log = Command::new("git")
        .args(["log", "--no-merges", "--format=%s", &format!("{SINCE}..HEAD")])
        .current_dir(root())
        .output();
    let Some(log) = log.ok().filter(|log| log.status.success()) else {
        eprintln!("skipped: the history back to {SINCE} is not here");
        return;
    };
    let subjects = String::from_utf8_lossy(&log.stdout).into_owned();
    let is_fine = |subject: &&str| {
        let topic = subject.split_once(": ").map(|(topic, _)| topic);
        topic.is_some_and(|topic| !topic.is_empty()) && subject.chars().count() <= MAX_SUBJECT_LEN
    };
    let wrong: Vec<&str> = subjects.lines().filter(|subject| !is_fine(subject)).collect();
    assert_eq!(
        wrong,
        Vec::<&str>::new(),
        "write `topic: what changed`, at most {MAX_SUBJECT_LEN} characters"
    );
}

/// The maximum number of words in the name of a test or another function: a claim in one breath.
const MAX_NAME_WORDS: usize = 9;

#[test]
fn names_of_functions_have_at_most_nine_words() {
    let mut long = Vec::new();
    for file in tracked().into_iter().filter(|file| file.name.ends_with(".rs")) {
        for line in file.text.lines() {
            let Some((_, named)) = line.split_once("fn ") else { continue };
            let end = named.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(named.len());
            if named[..end].split('_').count() > MAX_NAME_WORDS {
                long.push(format!("{}: {}", file.name, &named[..end]));
            }
        }
    }
    assert_eq!(long, Vec::<String>::new());
}

/// Whether a line declares a public item at the top of its module.
fn declares(line: &str) -> bool {
    let Some(mut item) = line.strip_prefix("pub ") else { return false };
    for qualifier in ["const fn", "async fn", "unsafe fn"] {
        item = item.strip_prefix(qualifier).map_or(item, |_| "fn ");
    }
    ["fn ", "struct ", "enum ", "trait ", "type "].iter().any(|kind| item.starts_with(kind))
}

/// Arguments of the command line describe their fields: a comment on the type would appear in the help.
#[test]
fn public_types_and_functions_have_docs() {
    let is_ours = |name: &str| {
        (name.starts_with("crates/") || name.starts_with("src-tauri/"))
            && name.contains("/src/")
            && name.ends_with(".rs")
            && !name.contains("/tests/")
            && !name.starts_with("crates/cli/src/args")
    };
    let mut without = Vec::new();
    for file in tracked().into_iter().filter(|file| is_ours(&file.name)) {
        let lines: Vec<&str> = file.text.lines().collect();
        for at in (0..lines.len()).filter(|at| declares(lines[*at])) {
            let attribute = |line: &&&str| {
                line.starts_with("#[") || line.starts_with("    ") || matches!(**line, ")]" | "]")
            };
            let before = lines[..at].iter().rev().find(|line| !attribute(line));
            if !before.is_some_and(|line| line.starts_with("///")) {
                without.push(format!("{}:{}: {}", file.name, at + 1, lines[at]));
            }
        }
    }
    assert_eq!(without, Vec::<String>::new());
}
