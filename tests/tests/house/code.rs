//! Rules for commands, SQL and migrations.

use wenfang_project::schema;
use wenfang_studio::commands::{self, Needs};
use wenfang_text::ContentHash;

use crate::files::{Tracked, tracked};
use crate::{read, root};

/// Commands that the command line does not run, and why.
const NOT_ON_THE_COMMAND_LINE: &[(&str, &str)] = &[
    ("workflow.validate", "`wenfang workflow validate` reads a file and needs no project"),
    ("generation.attach", "only the program that runs a generation can follow it"),
    ("generation.running", "only the program that runs a generation knows it"),
];

#[test]
fn every_command_has_a_caller() {
    let sources = tracked().into_iter().filter(|file| file.name.starts_with("crates/cli/src/"));
    let callers: String = sources.map(|file| file.text).collect();
    if callers.is_empty() {
        return;
    }
    let excused = |name: &str| NOT_ON_THE_COMMAND_LINE.iter().any(|(known, _)| *known == name);
    let without = commands::all()
        .filter(|command| command.needs != Needs::Desk && !excused(command.name))
        .filter(|command| !callers.contains(&format!("\"{}\"", command.name)));
    assert_eq!(without.map(|command| command.name).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Released migrations with the SHA-256 of their files. A released migration never changes, because it has been
/// applied to users' files. A new migration is added here when it is released.
const RELEASED: &[(&str, &str)] = &[
    ("0001_manuscript.sql", "009ad8340c9571123d70c4a3cbcf5ea57c9ca86c0a0b92fe7cc706ab324db262"),
    ("0002_canon.sql", "f748775ee459e5ae17c9e6ef34c78b9e0da3a86a28591f4a571e9b66e1587da7"),
    ("0003_drafting.sql", "73611473d2bec1a7a62b177b83d49f1a14021fc179d9276f5c4c1961dca058b5"),
    ("0004_artifacts.sql", "ee86601110eeabc26fe05f7b50976ee4fc5f3d2baa3b469f007650d6960b2081"),
    ("0005_workflows.sql", "09090dd322317363bece3dff8a81d97fc5d027a2323592db2e9f5a904ee5d6d7"),
];

#[test]
fn released_migrations_are_untouched() {
    for (name, hash) in RELEASED {
        let content = read(&format!("migrations/{name}"));
        let found = ContentHash::of(content.as_bytes()).to_string();
        assert_eq!(found, *hash, "{name} differs from the released file");
    }
}

#[test]
fn migrations_are_consecutive_and_all_built_in() {
    let mut names: Vec<String> = std::fs::read_dir(root().join("migrations"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names.len(), schema::MIGRATIONS.len());
    for (at, (name, migration)) in names.iter().zip(schema::MIGRATIONS).enumerate() {
        let number = at + 1;
        assert!(name.starts_with(&format!("{number:04}_")), "{name}");
        assert_eq!(migration.to, i64::try_from(number).unwrap());
        assert_eq!(migration.sql, read(&format!("migrations/{name}")), "{name}");
    }
}

/// What a call reports to is an argument (`crates/project/src/watch.rs`): a value of the task is lost on another thread.
#[test]
fn product_code_has_no_task_locals() {
    let is_product = |file: &&Tracked| {
        (file.name.starts_with("crates/") || file.name.starts_with("src-tauri/"))
            && file.name.ends_with(".rs")
    };
    let files = tracked();
    let wrong: Vec<&str> = files
        .iter()
        .filter(is_product)
        .filter(|file| file.text.contains("task_local"))
        .map(|file| file.name.as_str())
        .collect();
    assert_eq!(wrong, Vec::<&str>::new());
}

/// All SQL of the novel is in one crate, and `storage` asks only what every file of ours answers. The search index is
/// not part of the novel: it is a separate file with its own tables, and the only crate that knows them never opens a
/// project (`docs/adr/0028-index-beside-the-project.md`).
#[test]
fn only_the_table_owning_crates_contain_sql() {
    let is_outside = |file: &&Tracked| {
        file.name.starts_with("crates/")
            && !file.name.starts_with("crates/project/")
            && !file.name.starts_with("crates/search/")
            && !file.name.starts_with("crates/storage/")
            && file.name.ends_with(".rs")
    };
    let speaks = |file: &&Tracked| {
        ["sqlx::query", "sqlx::raw_sql", "AssertSqlSafe"].iter().any(|w| file.text.contains(w))
    };
    let files = tracked();
    let wrong: Vec<&str> =
        files.iter().filter(is_outside).filter(speaks).map(|file| file.name.as_str()).collect();
    assert_eq!(wrong, Vec::<&str>::new());
}

/// The crate under every kind of file names no table of any kind.
#[test]
fn storage_knows_no_table_of_the_novel() {
    let tables: Vec<&str> = tables_of_the_novel().collect();
    let files = tracked();
    let of_storage = files.iter().filter(|file| file.name.starts_with("crates/storage/src/"));
    let names = |file: &&Tracked| {
        let mut words = file.text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.any(|word| word.contains('_') && tables.contains(&word))
    };
    let wrong: Vec<&str> = of_storage.filter(names).map(|file| file.name.as_str()).collect();
    assert_eq!(wrong, Vec::<&str>::new());
}

/// The tables that the migrations create.
fn tables_of_the_novel() -> impl Iterator<Item = &'static str> {
    let sql = schema::MIGRATIONS.iter().flat_map(|migration| migration.sql.split("create table ").skip(1));
    let names = sql.filter_map(|after| after.split_whitespace().next());
    // A rebuilt table has a numeric suffix until it takes the name of the old one.
    names.map(|name| name.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit()))
}

#[test]
fn the_file_format_names_every_table() {
    let document = read("docs/file-format.md");
    let unnamed = tables_of_the_novel().filter(|name| !document.contains(&format!("`{name}`")));
    assert_eq!(unnamed.collect::<Vec<_>>(), Vec::<&str>::new());
}
