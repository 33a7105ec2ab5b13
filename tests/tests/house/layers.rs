//! The layer table: the allowed dependencies of each crate.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{list, metadata, read, word};

/// A crate of the workspace with its allowed dependencies.
struct Layer {
    name: &'static str,
    /// Workspace crates that it may use.
    may_use: &'static [&'static str],
    /// External crates that it must not use.
    never: &'static [&'static str],
}

const LAYERS: &[Layer] = &[
    Layer { name: "text", may_use: &[], never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff"] },
    Layer {
        name: "story",
        may_use: &["text"],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff"],
    },
    Layer {
        name: "checks",
        may_use: &["text", "story"],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer {
        name: "evaluation",
        may_use: &["text", "story", "checks"],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer { name: "llm", may_use: &[], never: &["tauri", "sqlx", "libsqlite3-sys", "jiff"] },
    Layer {
        name: "drafting",
        may_use: &["text", "story"],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer {
        name: "workflow",
        may_use: &[],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer {
        name: "engine",
        may_use: &["text", "story", "project", "workflow"],
        never: &["tauri", "reqwest", "jiff"],
    },
    Layer { name: "embed", may_use: &[], never: &["tauri", "sqlx", "libsqlite3-sys", "jiff"] },
    Layer { name: "storage", may_use: &[], never: &["tauri", "reqwest", "jiff"] },
    Layer { name: "search", may_use: &["text", "storage"], never: &["tauri", "reqwest", "jiff"] },
    Layer {
        name: "documents",
        may_use: &[],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer {
        name: "publish",
        may_use: &["text"],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer {
        name: "spelling",
        may_use: &["text"],
        never: &["tokio", "sqlx", "libsqlite3-sys", "tracing", "jiff", "reqwest"],
    },
    Layer { name: "project", may_use: &["text", "story", "storage"], never: &["tauri", "reqwest"] },
    Layer { name: "versions", may_use: &["text", "story", "project"], never: &["tauri", "jiff"] },
    Layer {
        name: "interchange",
        may_use: &["text", "story", "documents", "project", "versions"],
        never: &["tauri", "tokio"],
    },
    Layer {
        name: "usecase",
        may_use: &["story", "project", "versions", "interchange", "search", "engine"],
        never: &["tauri", "wry", "clap", "reqwest"],
    },
    Layer {
        name: "manuscript",
        may_use: &["text", "story", "documents", "project", "versions", "interchange", "publish", "usecase"],
        never: &["tauri", "wry", "clap", "reqwest"],
    },
    Layer {
        name: "canon",
        may_use: &[
            "text",
            "story",
            "spelling",
            "project",
            "versions",
            "interchange",
            "usecase",
            "manuscript",
        ],
        never: &["tauri", "wry", "clap", "reqwest"],
    },
    Layer {
        name: "recall",
        may_use: &[
            "text",
            "story",
            "embed",
            "search",
            "project",
            "versions",
            "usecase",
            "manuscript",
            "canon",
        ],
        never: &["tauri", "wry", "clap", "reqwest"],
    },
    Layer {
        name: "assist",
        may_use: &[
            "text",
            "story",
            "checks",
            "llm",
            "drafting",
            "search",
            "project",
            "versions",
            "workflow",
            "engine",
            "usecase",
            "manuscript",
            "canon",
            "recall",
        ],
        never: &["tauri", "wry", "clap", "reqwest"],
    },
    Layer {
        name: "studio",
        may_use: &[
            "text",
            "story",
            "interchange",
            "project",
            "search",
            "workflow",
            "usecase",
            "manuscript",
            "canon",
            "recall",
            "assist",
        ],
        never: &["tauri", "wry", "clap", "reqwest"],
    },
    Layer {
        name: "cli",
        may_use: &["story", "checks", "evaluation", "studio"],
        never: &["tauri", "sqlx", "libsqlite3-sys"],
    },
    Layer {
        name: "desktop",
        may_use: &["studio"],
        never: &["sqlx", "libsqlite3-sys", "hyper", "axum", "tiny_http"],
    },
    Layer { name: "loopback", may_use: &["studio"], never: &["tauri", "sqlx", "libsqlite3-sys"] },
    Layer {
        name: "tests",
        may_use: &[
            "text",
            "story",
            "project",
            "versions",
            "studio",
            "checks",
            "embed",
            "search",
            "workflow",
            "engine",
            "model-server",
        ],
        never: &["tauri"],
    },
    Layer { name: "model-server", may_use: &[], never: &["tauri", "sqlx", "libsqlite3-sys"] },
    Layer { name: "xtask", may_use: &[], never: &["tauri", "sqlx", "tokio", "serde_json"] },
];

/// The short name of one of our packages.
fn short(package: &str) -> &str {
    package.strip_prefix("wenfang-").unwrap_or(package)
}

#[test]
fn dependencies_point_down() {
    let metadata = metadata(&["--no-deps"]).unwrap();
    let ours: BTreeSet<&str> =
        list(&metadata, "packages").iter().map(|package| short(word(package, "name"))).collect();
    let named: BTreeSet<&str> = LAYERS.iter().map(|layer| layer.name).collect();
    assert_eq!(ours, named, "every crate must be in the layer table");
    let mut wrong = Vec::new();
    for package in list(&metadata, "packages") {
        let name = short(word(package, "name"));
        let layer = LAYERS.iter().find(|layer| layer.name == name).unwrap();
        for dependency in list(package, "dependencies") {
            let used = short(word(dependency, "name"));
            // Tests of any crate may use the test kits.
            let is_kit = matches!(used, "tests" | "model-server") && dependency["kind"] == "dev";
            let is_ours = dependency["path"] != Value::Null;
            if (is_ours && !is_kit && !layer.may_use.contains(&used)) || layer.never.contains(&used) {
                wrong.push(format!("{name} -> {used}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn the_code_map_has_the_same_layer_table() {
    let map = read("docs/architecture.md");
    let rows = map.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ").collect();
        let [name, _, may_use, _] = cells.as_slice() else { return None };
        let used = may_use.split(", ").map(|used| used.trim_matches('`')).filter(|used| *used != "—");
        Some((name.trim_end_matches('`').to_owned(), used.map(str::to_owned).collect::<BTreeSet<_>>()))
    });
    let written: BTreeMap<String, BTreeSet<String>> = rows.collect();
    let wanted: BTreeMap<String, BTreeSet<String>> = LAYERS
        .iter()
        .map(|layer| (layer.name.to_owned(), layer.may_use.iter().map(|used| (*used).to_owned()).collect()))
        .collect();
    assert_eq!(written, wanted);
}

#[test]
fn every_crate_uses_the_workspace_lints() {
    let metadata = metadata(&["--no-deps"]).unwrap();
    for package in list(&metadata, "packages") {
        let manifest = std::fs::read_to_string(word(package, "manifest_path")).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{}", word(package, "name"));
        assert_eq!(package["publish"], Value::Array(Vec::new()), "{}", word(package, "name"));
    }
}
