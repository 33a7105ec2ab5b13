//! Files and streams that are not what they seem are refused with a message, in bounded time and memory.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use wenfang_project::{Mode, OpenOptions, Project};

use crate::desk::{Desk, failure, items};

/// Changes the file outside the program.
fn forge(desk: &Desk, sql: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let path = desk.path("novel.wenfang");
        let project = Project::open(&path, OpenOptions::new(Mode::Write)).await.unwrap();
        let mut tx = project.begin_write().await.unwrap();
        sqlx::query(sql).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        project.close().await.unwrap();
    });
}

#[test]
fn a_text_that_would_exhaust_memory_is_refused() {
    let desk = Desk::with_novel();
    forge(&desk, "update blobs set size = 100000000");
    for line in ["text novel.wenfang --scene 1", "diff novel.wenfang --scene 1 --from 1 --to 1"] {
        let refused = desk.refused(line);
        assert_eq!(refused["code"], "too_large", "{line}: {refused}");
        assert_eq!(refused["details"], json!({ "bytes": 100_000_000, "most": 64 << 20 }), "{line}");
    }
    let export = desk.refused("export novel.wenfang out.txt");
    assert_eq!(export["code"], "too_large", "{export}");
    let found = desk.ok("find novel.wenfang 船");
    assert_eq!(
        (items(&found["unreadable"]).len(), &found["total"]),
        (4, &json!(0)),
        "a check of everything finds the rest"
    );
}

#[test]
fn an_oversized_manuscript_is_refused_before_reading_texts() {
    let desk = Desk::with_novel();
    forge(&desk, "update blobs set size = 60000000");
    for line in ["check novel.wenfang", "search novel.wenfang 船"] {
        let refused = desk.refused(line);
        assert_eq!(
            (&refused["code"], &refused["details"]["bytes"]),
            (&json!("too_large"), &json!(240_000_000))
        );
    }
}

#[test]
fn the_text_of_one_scene_has_a_maximum_size() {
    let desk = Desk::with_novel();
    let long = "a".repeat((64 << 20) + 1);
    let refused = desk.refused_with("save novel.wenfang --scene 1", &long);
    assert_eq!(refused["code"], "bad_request", "{refused}");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_as_files() {
    let desk = Desk::with_novel();
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    desk.write("novel2.txt", "第一章 甲\n\n雨。\n");
    for source in ["pipe", "/dev/zero"] {
        for line in [
            format!("import novel.wenfang {source}"),
            format!("lore import novel.wenfang {source}"),
            format!("import novel.wenfang novel2.txt --titles {source}"),
            format!("draft novel.wenfang --scene 1 --template {source}"),
            format!("prompts import novel.wenfang scene_generation/continue --source {source}"),
            format!("workflow validate {source}"),
            format!("reanchor --old {source} --new novel2.txt --start 0 --end 1"),
        ] {
            let refused = desk.refused(&line);
            let message = refused["message"].as_str().unwrap();
            assert!(message.contains("not a regular file"), "{line}: {refused}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_export_does_not_replace_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let desk = Desk::with_novel();
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    for line in [
        "export novel.wenfang pipe --overwrite",
        "lore export novel.wenfang pipe --format markdown --overwrite",
    ] {
        assert!(desk.refused(line)["message"].as_str().unwrap().contains("not a regular file"), "{line}");
    }
    assert!(std::fs::metadata(desk.path("pipe")).unwrap().file_type().is_fifo(), "the pipe still exists");
}

#[test]
fn a_pattern_that_would_take_minutes_is_refused() {
    let desk = Desk::with_novel();
    desk.save(1, &"a".repeat(2_000_000));
    let hostile = "'(?:a?){5000}a{5000}'";
    let refused = desk.refused(&format!("find novel.wenfang --regex {hostile}"));
    assert_eq!(
        (&refused["code"], &refused["details"]["places"]),
        (&json!("bad_request"), &json!(10_000)),
        "{refused}"
    );
    let replaced = desk.refused(&format!("replace novel.wenfang --regex {hostile} b"));
    assert_eq!(replaced["details"]["places"], json!(10_000), "{replaced}");
    desk.write("a.txt", "a".repeat(250_000));
    let import = desk.refused(&format!("import novel.wenfang a.txt --split {hostile}"));
    assert_eq!(import["code"], "import_refused", "{import}");
    assert_eq!(
        desk.ok("find novel.wenfang --regex 'a{100}'")["total"],
        20_000,
        "ordinary patterns still work"
    );
}

#[cfg(unix)]
#[test]
fn missing_standard_input_is_not_an_empty_text() {
    let desk = Desk::with_novel();
    let before = desk.text(1);
    let closed = desk.command("save novel.wenfang --scene 1").stdin(Stdio::null()).output().unwrap();
    let refused = failure("save </dev/null", &closed, 1);
    assert!(refused["message"].as_str().unwrap().contains("nothing on standard input"), "{refused}");
    let empty = desk.refused_with("save novel.wenfang --scene 1", "");
    assert!(empty["hint"].as_str().unwrap().contains("--allow-empty"), "{empty}");
    assert_eq!(desk.text(1), before);
    desk.ok_with("save novel.wenfang --scene 1 --allow-empty", "");
    assert_eq!(desk.text(1), "");
}

#[test]
fn a_workflow_has_a_bounded_number_of_nodes() {
    let desk = Desk::new();
    let nodes: Vec<Value> =
        (0..1_001).map(|n| json!({ "id": format!("n{n}"), "handler": "generate_report" })).collect();
    desk.write("long.json", json!({ "workflow_id": "w", "nodes": nodes }).to_string());
    let (report, _) = desk.failed("workflow validate long.json");
    assert_eq!(items(&report["errors"]).len(), 1, "{report}");
    assert_eq!(report["errors"][0]["message"], "the workflow has 1001 nodes; the maximum is 1000");
}

#[test]
fn output_contains_no_terminal_control_characters() {
    let desk = Desk::with_novel();
    let words = "\u{9b}31m\u{202e}卷";
    desk.ok(&format!("plan novel.wenfang --chapter 1 --synopsis '{words}'"));
    let raw = desk.run("part novel.wenfang --chapter 1", "");
    let pretty = desk.pretty("part novel.wenfang --chapter 1");
    let error = desk.run(&format!("--pretty info '{words}.wenfang'"), "").stderr;
    let printed = [String::from_utf8(raw.stdout).unwrap(), pretty, String::from_utf8(error).unwrap()];
    for words in &printed {
        assert!(!words.contains('\u{9b}') && !words.contains('\u{202e}'), "{words:?}");
        assert!(words.contains("31m"), "{words:?}");
    }
    assert_eq!(desk.ok("part novel.wenfang --chapter 1")["synopsis"], words, "JSON contains the same text");
    desk.ok(&format!("rename novel.wenfang --chapter 1 --title '{words}'"));
    assert_eq!(desk.titles()[0], "31m卷", "a title contains no hidden characters");
}
