//! The command line as a new user meets it: the real `wenfang`, in a separate folder, with every command at least
//! once.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod artifact;
mod canon;
mod cards;
mod chapter;
mod checkpoints;
mod checks;
mod comment;
mod desk;
mod documents;
mod drafting;
mod export;
mod finding;
mod graph;
mod health;
mod history;
mod hostile;
mod manuscript;
mod meaning;
mod mend;
mod models;
mod pipeline;
mod plain;
mod projects;
mod prompts;
mod sample;
mod search;
mod spelling;
mod story;
mod threads;
mod transfer;
mod words;
mod workflow;

use desk::Desk;

/// The source of all these tests.
const TESTS: &[&str] = &[
    include_str!("artifact.rs"),
    include_str!("canon.rs"),
    include_str!("cards.rs"),
    include_str!("chapter.rs"),
    include_str!("checkpoints.rs"),
    include_str!("checks.rs"),
    include_str!("comment.rs"),
    include_str!("desk.rs"),
    include_str!("drafting.rs"),
    include_str!("export.rs"),
    include_str!("finding.rs"),
    include_str!("graph.rs"),
    include_str!("health.rs"),
    include_str!("history.rs"),
    include_str!("manuscript.rs"),
    include_str!("meaning.rs"),
    include_str!("mend.rs"),
    include_str!("models.rs"),
    include_str!("pipeline.rs"),
    include_str!("plain.rs"),
    include_str!("projects.rs"),
    include_str!("prompts.rs"),
    include_str!("sample.rs"),
    include_str!("search.rs"),
    include_str!("spelling.rs"),
    include_str!("story.rs"),
    include_str!("threads.rs"),
    include_str!("transfer.rs"),
    include_str!("words.rs"),
    include_str!("workflow.rs"),
];

/// The commands listed by the help.
fn commands(desk: &Desk, of: &str) -> Vec<String> {
    let help = desk.run(&format!("{of} --help"), "");
    assert_eq!(help.status.code(), Some(0));
    let help = String::from_utf8(help.stdout).unwrap();
    let lines =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_is_tried_here() {
    let desk = Desk::new();
    let mut missing = Vec::new();
    for command in commands(&desk, "") {
        let inner = commands(&desk, &command);
        let lines = match inner.is_empty() {
            true => vec![command],
            false => inner.into_iter().map(|inner| format!("{command} {inner}")).collect(),
        };
        missing.extend(lines.into_iter().filter(|line| {
            let alone = format!("\"{line}\"");
            let with_more = format!("\"{line} ");
            !TESTS.iter().any(|test| test.contains(&alone) || test.contains(&with_more))
        }));
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn help_and_version_are_answers() {
    let desk = Desk::new();
    for line in ["--help", "help", "-h", "--version", "import --help", "checkpoint restore --help"] {
        let output = desk.run(line, "");
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{line}");
    }
}

#[test]
fn wrong_usage_has_status_2_and_a_hint() {
    let desk = Desk::new();
    for line in [
        "",
        "branch",
        "frobnicate",
        "new",
        "new a.wenfang",
        "text a.wenfang --scene one",
        "rename a.wenfang --title 灯",
        "rename a.wenfang --chapter 1 --scene 1 --title 灯",
        "create a.wenfang --volume 1 --chapter 1",
        "import a.wenfang b.txt --titles c.txt --split none",
        "count --rule bytes",
    ] {
        assert_eq!(desk.misused(line)["code"], "usage", "{line}");
    }
    assert!(desk.list("").is_empty(), "wrong usage creates no files");
}

#[test]
fn the_outline_counts_in_the_unit_of_the_language() {
    let desk = Desk::new();
    for (language, text, length) in [
        ("zh", "江上有雾。", "5 字"),
        ("en", "The fog lay on the river.", "6 words"),
        ("ja", "霧が深い。", "5 文字"),
    ] {
        desk.write("text.txt", text);
        desk.ok(&format!("new {language}.wenfang --title t --language {language}"));
        desk.ok(&format!("import {language}.wenfang text.txt"));
        let outline = desk.pretty(&format!("outline {language}.wenfang"));
        assert!(outline.lines().all(|line| line.ends_with(&format!("] {length}"))), "{outline}");
    }
}

#[test]
fn pretty_output_is_text_for_people() {
    let desk = Desk::with_novel();
    assert!(desk.pretty("info novel.wenfang").contains("title: 渡口"));
    let outline = desk.pretty("outline novel.wenfang");
    assert!(outline.contains("第二章 灯  [chapter 2]") && outline.contains("[scene 3]"), "{outline}");
    assert_eq!(desk.pretty("text novel.wenfang --scene 2"), desk.text(2), "a pipe gets the unformatted text");
    assert!(desk.pretty("history novel.wenfang --scene 1").contains("created by import"));
    assert!(desk.pretty("checkpoint list novel.wenfang").contains("↧ novel.txt"));
    let error = desk.run("--pretty text novel.wenfang --scene 9", "");
    assert_eq!(error.status.code(), Some(1));
    let error = String::from_utf8(error.stderr).unwrap();
    assert!(error.starts_with("there is no scene 9\n") && !error.contains('{'), "{error}");
    let usage = String::from_utf8(desk.run("--pretty frobnicate", "").stderr).unwrap();
    assert!(usage.starts_with("error:") && usage.contains("Usage:"), "{usage}");
}
