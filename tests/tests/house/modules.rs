//! Modules of the crates with use cases depend on each other one way only.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::root;

const CRATES: [&str; 6] = ["usecase", "manuscript", "canon", "recall", "assist", "studio"];

/// The Rust files in a folder and below.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|extension| extension == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The top-level module that a file belongs to.
fn module_of(source: &Path, base: &Path) -> String {
    let first = source.strip_prefix(base).unwrap().components().next().unwrap();
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The first segments of the paths that begin with `crate::` in the product code of a file.
fn used(source: &str) -> BTreeSet<String> {
    let product = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = product.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut names = BTreeSet::new();
    for path in code.split("crate::").skip(1) {
        match path.strip_prefix('{') {
            None => drop(names.insert(identifier(path).to_owned())),
            Some(group) => {
                let mut depth = 1;
                let mut at_start = true;
                for (at, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 1 => at_start = true,
                        c if at_start && (c.is_ascii_alphabetic() || c == '_') => {
                            names.insert(identifier(&group[at..]).to_owned());
                            at_start = false;
                        }
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
        }
    }
    names
}

#[test]
fn no_two_modules_import_each_other() {
    let mut both_ways = Vec::new();
    for name in CRATES {
        let base = root().join("crates").join(name).join("src");
        let mut files = Vec::new();
        sources(&base, &mut files);
        let mut edges = BTreeSet::new();
        for file in files.iter().filter(|file| !file.ends_with("tests.rs") && !file.ends_with("lib.rs")) {
            let from = module_of(file, &base);
            for to in used(&std::fs::read_to_string(file).unwrap()) {
                edges.insert((from.clone(), to));
            }
        }
        assert!(!edges.is_empty(), "{name}: the imports were not read");
        for (from, to) in &edges {
            if from < to && edges.contains(&(to.clone(), from.clone())) {
                both_ways.push(format!("{name}: {from} and {to}"));
            }
        }
    }
    assert_eq!(both_ways, Vec::<String>::new());
}

#[test]
fn the_imports_of_a_group_are_read() {
    let source = "use crate::{Session, memory::{self, Item}, drafting};\nlet a = crate::models::known();\n// crate::not";
    assert_eq!(used(source), ["Session", "drafting", "memory", "models"].map(str::to_owned).into());
}
