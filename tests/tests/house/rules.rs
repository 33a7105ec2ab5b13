//! The files of the consistency rules and their table.

use std::process::Command;

use wenfang_story::check::Rule;

use crate::files::{Tracked, tracked};
use crate::root;

/// The files of `crates/checks/src/rules/` that check something, without their folder.
fn rules() -> Vec<(String, Tracked)> {
    let files = tracked().into_iter().filter(|file| file.text.contains("pub(super) fn check("));
    let rules = files.filter_map(|file| {
        let name = file.name.strip_prefix("crates/checks/src/rules/")?.strip_suffix(".rs")?.to_owned();
        Some((name, file))
    });
    rules.collect()
}

#[test]
fn every_rule_file_has_a_row() {
    let rules = rules();
    assert!(!rules.is_empty(), "no rules were found");
    let unknown = rules.iter().map(|(name, _)| name.as_str()).filter(|name| name.parse::<Rule>().is_err());
    assert_eq!(
        unknown.collect::<Vec<_>>(),
        Vec::<&str>::new(),
        "add a row to crates/story/src/check/rule.rs"
    );
}

/// The table of the rules declares their modules, where `cargo fmt` does not look.
#[test]
fn the_files_of_the_rules_are_formatted() {
    let files = rules().into_iter().map(|(_, file)| file.name);
    let checked = Command::new("rustfmt")
        .args(["--check", "--edition", "2024"])
        .args(files)
        .current_dir(root())
        .output();
    let Ok(output) = checked else {
        eprintln!("skipped: rustfmt is not installed");
        return;
    };
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "run `rustfmt --edition 2024 crates/checks/src/rules/*.rs`:\n{found}");
}
