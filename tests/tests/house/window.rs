//! Rules for the window's page: generated types, used commands, and import boundaries between folders.

use wenfang_studio::{commands, typescript};

use crate::files::{Tracked, tracked};
use crate::read;

/// The page's TypeScript files, without tests and stories.
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
fn the_generated_types_are_up_to_date() {
    let committed = read("ui/src/ipc/types.ts");
    assert!(committed == typescript::typescript(), "run `cargo xtask types` and commit ui/src/ipc/types.ts");
}

/// Commands that the window does not use, with the reason.
const NOT_IN_THE_WINDOW: &[(&str, &str)] = &[
    ("project.back_up", "the window uses project.back_up_now, which writes to the configured folder"),
    ("project.keep_salvaged", "the window uses project.keep_readable, which also opens the new file"),
    ("project.doctor", "the window verifies automatically after opening"),
    ("project.preview_import", "the window uses import.preview, which needs no open project"),
    ("cards.list_mentioned", "the window lists cards immediately and counts mentions with mentions.counts"),
    ("kg.propose", "proposals come from extraction, and from the command line"),
    ("project.rebuild", "only for damaged projects, on the command line"),
    ("workflow.validate", "definitions are written in an editor and validated on the command line"),
    ("artifact.list", "no panel of the window shows artifacts yet"),
    ("artifact.get", "no panel of the window shows artifacts yet"),
    ("artifact.history", "no panel of the window shows artifacts yet"),
    ("artifact.set", "no panel of the window shows artifacts yet"),
    ("artifact.pin", "no panel of the window shows artifacts yet"),
    ("artifact.prune", "old versions are deleted as new ones are written"),
    ("completion.preview", "the window previews the run that completes a chapter"),
    ("completion.summarize", "a step of that run"),
    ("completion.extract", "a step of that run"),
    ("completion.suggest", "a step of that run"),
    ("completion.check", "a step of that run"),
    ("history.compact", "only on the command line; the window never thins history"),
];

#[test]
fn the_window_uses_every_command() {
    let used: String =
        page().into_iter().filter(|file| file.name != "ui/src/ipc/types.ts").map(|file| file.text).collect();
    if used.is_empty() {
        return;
    }
    let names = commands::all().map(|command| command.name);
    let without: Vec<&str> = names
        .filter(|name| !used.contains(&format!("\"{name}\"")))
        .filter(|name| !NOT_IN_THE_WINDOW.iter().any(|(known, _)| known == name))
        .collect();
    assert_eq!(without, Vec::<&str>::new(), "commands that the window does not use");
}

/// Import boundaries: a folder of the page, and what its files must not import.
const IMPORT_BOUNDARIES: &[(&str, &[&str])] = &[
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
fn page_folders_respect_their_import_boundaries() {
    let mut wrong = Vec::new();
    for file in page() {
        for (at, line) in file.text.lines().enumerate() {
            // Type imports are erased at run time.
            if line.starts_with("import type ") {
                continue;
            }
            let Some((_, imported)) = line.split_once("from \"").or_else(|| line.split_once("import \""))
            else {
                continue;
            };
            let imported = imported.split('"').next().unwrap_or_default();
            let never = IMPORT_BOUNDARIES
                .iter()
                .filter(|(folder, _)| file.name.starts_with(folder))
                .flat_map(|(_, never)| *never);
            let crosses = never.into_iter().any(|never| {
                imported == *never || imported.strip_prefix(never).is_some_and(|rest| rest.starts_with('/'))
            });
            // Only the host of the real window may import Tauri.
            if (crosses && file.name != "ui/src/ipc/tauri.ts") || is_other_feature(&file.name, imported) {
                wrong.push(format!("{}:{}: {imported}", file.name, at + 1));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "forbidden imports");
}

/// Whether an import crosses from one feature into another.
fn is_other_feature(file: &str, imported: &str) -> bool {
    let own = file.strip_prefix("ui/src/features/").and_then(|rest| rest.split('/').next());
    let other = imported.strip_prefix("@/features/").and_then(|rest| rest.split('/').next());
    own.is_some() && other.is_some() && own != other
}

/// Maximum length of a file of the page, in lines; excludes generated files.
const MAX_LEN: usize = 500;

#[test]
fn no_file_of_the_page_is_too_long() {
    let long: Vec<String> = page()
        .into_iter()
        .filter(|file| file.name != "ui/src/ipc/types.ts" && file.text.lines().count() > MAX_LEN)
        .map(|file| file.name)
        .collect();
    assert_eq!(long, Vec::<String>::new(), "files of more than {MAX_LEN} lines");
}
