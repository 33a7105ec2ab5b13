//! The window's page: its generated types, who asks what, and the walls between its folders.

use wenfang_studio::{commands, typescript};

use crate::files::{Tracked, tracked};
use crate::read;

/// The page's own TypeScript, tests and stories left out.
fn page() -> Vec<Tracked> {
    let is_page = |name: &str| {
        name.starts_with("ui/src/")
            && (name.ends_with(".ts") || name.ends_with(".tsx"))
            && !name.contains(".test.")
            && !name.contains("stories")
    };
    tracked().into_iter().filter(|file| is_page(&file.name)).collect()
}

#[test]
fn the_types_of_the_page_are_fresh() {
    let committed = read("ui/src/ipc/types.ts");
    assert!(committed == typescript::typescript(), "run `cargo xtask types` and commit ui/src/ipc/types.ts");
}

/// Commands that the window does not ask for, and why.
const NOT_IN_THE_WINDOW: &[(&str, &str)] = &[
    ("project.back_up", "the window's own is project.back_up_now, into the folder of the settings"),
    ("project.keep_salvaged", "the window's own is project.keep_readable, which opens what it wrote"),
    ("project.doctor", "the window verifies by itself after an unclean close"),
    ("project.preview_import", "the window asks import.preview, which needs no open project"),
    ("cards.list_mentioned", "the window lists cards at once and counts mentions by mentions.counts"),
    ("kg.propose", "proposals come from extraction, and from the command line"),
    ("project.rebuild", "for a damaged project, from the command line"),
    ("workflow.validate", "definitions are written in an editor, and looked at from the command line"),
    ("history.compact", "from the command line; the window never thins history"),
];

#[test]
fn the_window_asks_for_every_command() {
    let asked: String =
        page().into_iter().filter(|file| file.name != "ui/src/ipc/types.ts").map(|file| file.text).collect();
    if asked.is_empty() {
        return;
    }
    let names = commands::all().map(|command| command.name);
    let without: Vec<&str> = names
        .filter(|name| !asked.contains(&format!("\"{name}\"")))
        .filter(|name| !NOT_IN_THE_WINDOW.iter().any(|(known, _)| known == name))
        .collect();
    assert_eq!(without, Vec::<&str>::new(), "commands that nothing in the window asks for");
}

/// A folder of the page, and what its files never import.
const WALLS: &[(&str, &[&str])] = &[
    ("ui/src/editor/", &["react", "@/ipc", "@/desk", "@/features", "@/app", "@/components", "@tauri-apps"]),
    ("ui/src/components/", &["@/ipc", "@/desk", "@/features", "@/commands", "@tauri-apps"]),
    ("ui/src/ipc/", &["@/desk", "@/features", "@/components", "@/editor", "@/commands"]),
    (
        "ui/src/commands/",
        &["react", "@/ipc", "@/desk", "@/features", "@/components", "@/editor", "@tauri-apps"],
    ),
    ("ui/src/desk/", &["@/features", "@/components", "@/app", "@tauri-apps"]),
    ("ui/src/features/", &["@/app/app", "@tauri-apps"]),
    ("ui/src/app/", &["@tauri-apps"]),
];

#[test]
fn the_folders_of_the_page_keep_their_walls() {
    let mut wrong = Vec::new();
    for file in page() {
        for (at, line) in file.text.lines().enumerate() {
            // Types are erased: a wall is for what runs.
            if line.starts_with("import type ") {
                continue;
            }
            let Some((_, imported)) = line.split_once("from \"").or_else(|| line.split_once("import \""))
            else {
                continue;
            };
            let imported = imported.split('"').next().unwrap_or_default();
            let never = WALLS
                .iter()
                .filter(|(folder, _)| file.name.starts_with(folder))
                .flat_map(|(_, never)| *never);
            let crosses = never.into_iter().any(|never| {
                imported == *never || imported.strip_prefix(never).is_some_and(|rest| rest.starts_with('/'))
            });
            // The host of the real window is the one file that knows Tauri.
            if (crosses && file.name != "ui/src/ipc/tauri.ts") || is_other_feature(&file.name, imported) {
                wrong.push(format!("{}:{}: {imported}", file.name, at + 1));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "imports through a wall");
}

/// Features never import each other.
fn is_other_feature(file: &str, imported: &str) -> bool {
    let own = file.strip_prefix("ui/src/features/").and_then(|rest| rest.split('/').next());
    let other = imported.strip_prefix("@/features/").and_then(|rest| rest.split('/').next());
    own.is_some() && other.is_some() && own != other
}

/// The most lines of a file of the page, generated ones left out.
const MAX_LEN: usize = 500;

#[test]
fn files_of_the_page_hold_one_concept() {
    let long: Vec<String> = page()
        .into_iter()
        .filter(|file| file.name != "ui/src/ipc/types.ts" && file.text.lines().count() > MAX_LEN)
        .map(|file| file.name)
        .collect();
    assert_eq!(long, Vec::<String>::new(), "files of more than {MAX_LEN} lines");
}
