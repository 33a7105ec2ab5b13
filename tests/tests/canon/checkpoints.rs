//! Checkpoints remember the canon: they compare it item by item, restore all or a part of it, and a restore can be
//! undone.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_studio::Code;
use wenfang_tests::canon::{canon, fill};
use wenfang_tests::crash::scratch;
use wenfang_tests::kit::TestClock;

use crate::{ask, list, novel, refused};

/// Changes, removes and adds items of every kind.
async fn change_everything(project: &Project) -> Result<()> {
    for (command, request) in [
        ("bible.set", json!({ "key": "style", "value": "铺张" })),
        ("bible.remove", json!({ "key": "口头禅" })),
        ("bible.set", json!({ "key": "另一条", "value": "新" })),
        ("lore.save", json!({ "entry": 1, "aliases": ["老船家"] })),
        ("lore.remove", json!({ "entries": [2] })),
        ("lore.save", json!({ "title": "雾", "kind": "concept" })),
        ("kg.save_entity", json!({ "entity": 2, "description": "撑船的" })),
        ("kg.remove", json!({ "items": [{ "entity": 1 }] })),
        ("kg.save_entity", json!({ "name": "沈砚" })),
        ("threads.act", json!({ "thread": 1, "act": "abandon", "reason": "不写了" })),
        ("threads.remove_anchor", json!({ "anchor": 1 })),
        ("threads.save", json!({ "title": "空信" })),
        ("comments.set_state", json!({ "comments": [1], "state": "done" })),
        ("timeline.save", json!({ "event": 1, "key": "9" })),
        ("timeline.remove", json!({ "events": [2] })),
        ("timeline.save", json!({ "title": "天亮" })),
    ] {
        ask(project, command, request).await?;
    }
    Ok(())
}

/// `kind change title` of each change.
fn changes(comparison: &Value) -> Vec<String> {
    let mut changes: Vec<String> = list(&comparison["changes"])
        .iter()
        .map(|change| {
            let word = |field: &str| change[field].as_str().unwrap();
            format!("{} {} {}", word("kind"), word("change"), word("title"))
        })
        .collect();
    changes.sort();
    changes
}

const CHANGES: [&str; 18] = [
    "bible_field added 另一条",
    "bible_field changed style",
    "bible_field removed 口头禅",
    "comment changed 江上有风",
    "entity added 沈砚",
    "entity changed 阿芷",
    "entity removed 老周",
    "fact removed 住处",
    "lore_entry added 雾",
    "lore_entry changed 老周",
    "lore_entry removed 渡口",
    "plot_thread added 空信",
    "plot_thread changed 断剑",
    "relation removed 父亲",
    "thread_anchor removed 江上有风",
    "timeline_event added 天亮",
    "timeline_event changed 渡江",
    "timeline_event removed 归乡",
];

#[tokio::test]
async fn a_comparison_lists_every_change_with_its_title() -> Result<()> {
    let (novel, s) = novel(&["江上有风。", "二"]).await?;
    let project = &novel.project;
    fill(project, s[0]).await?;
    ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;
    let first = 2; // the import of the lorebook created the first
    let compare = json!({ "from": first });
    assert_eq!(ask(project, "checkpoint.compare", compare.clone()).await?["changes"], json!([]));
    change_everything(project).await?;
    let compared = ask(project, "checkpoint.compare", compare).await?;
    assert_eq!(changes(&compared), CHANGES);
    for change in list(&compared["changes"]) {
        assert_eq!(change["before"].is_null(), change["change"] == "added", "{change}");
        assert_eq!(change["after"].is_null(), change["change"] == "removed", "{change}");
    }
    ask(project, "checkpoint.create", json!({ "name": "二稿" })).await?;
    let between = ask(project, "checkpoint.compare", json!({ "from": first, "to": 3 })).await?;
    assert_eq!(changes(&between), CHANGES);
    Ok(())
}

#[tokio::test]
async fn the_whole_canon_is_restored_and_the_restore_undone() -> Result<()> {
    let (novel, s) = novel(&["江上有风。", "二"]).await?;
    let project = &novel.project;
    fill(project, s[0]).await?;
    let before = canon(project).await?;
    ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;
    change_everything(project).await?;
    let ruined = canon(project).await?;
    assert_ne!(ruined, before);
    let preview = ask(project, "checkpoint.preview_restore", json!({ "checkpoint": 2 })).await?;
    let restored = ask(project, "checkpoint.restore", json!({ "checkpoint": 2 })).await?;
    assert_eq!(changes(&restored), changes(&preview));
    assert_eq!(canon(project).await?, before);
    ask(project, "checkpoint.restore", json!({ "checkpoint": restored["before"] })).await?;
    assert_eq!(canon(project).await?, ruined);
    ask(project, "checkpoint.restore", json!({ "checkpoint": 2 })).await?;
    let novel = novel.reopen().await?;
    assert_eq!(canon(&novel.project).await?, before);
    let doctor = ask(&novel.project, "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}

#[tokio::test]
async fn one_part_of_the_canon_is_restored_alone() -> Result<()> {
    let (novel, s) = novel(&["江上有风。", "二"]).await?;
    let project = &novel.project;
    fill(project, s[0]).await?;
    let before = canon(project).await?;
    ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;
    change_everything(project).await?;
    ask(project, "scene.save", json!({ "scene": s[1], "text": "两个字" })).await?;
    let ruined = canon(project).await?;
    for (part, questions) in [
        ("bible", &["bible.list"][..]),
        ("lore", &["lore.list"]),
        ("graph", &["kg.graph", "kg.entities"]),
        ("threads", &["threads.list"]),
        ("comments", &["comments.list"]),
        ("timeline", &["timeline.list"]),
    ] {
        let request = json!({ "checkpoint": 2, "canon": part });
        let restored = ask(project, "checkpoint.restore", request).await?;
        let now = canon(project).await?;
        // Names come from lore and graph, and so do the participants of events.
        for (question, answer) in now.as_object().context("no map")? {
            let wanted = if questions.contains(&question.as_str()) { &before } else { &ruined };
            match question.as_str() {
                "mentions.counts" => {}
                "timeline.list" => {
                    assert_eq!(answer["events"], wanted[question]["events"], "{part}: {question}");
                }
                _ => assert_eq!(*answer, wanted[question], "{part}: {question}"),
            }
        }
        assert_eq!(crate::words(project, s[1]).await?, "两个字");
        ask(project, "checkpoint.restore", json!({ "checkpoint": restored["before"] })).await?;
        assert_eq!(canon(project).await?, ruined, "{part}");
    }
    let request = json!({ "checkpoint": 2, "canon": "lore", "scene": s[0] });
    refused(project, "checkpoint.restore", request, Code::BadRequest).await?;
    refused(project, "checkpoint.restore", json!({ "checkpoint": 2, "canon": "all" }), Code::BadRequest)
        .await?;
    Ok(())
}

#[tokio::test]
async fn restoring_one_scene_leaves_the_canon_unchanged() -> Result<()> {
    let (novel, s) = novel(&["江上有风。", "二"]).await?;
    let project = &novel.project;
    fill(project, s[0]).await?;
    ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;
    change_everything(project).await?;
    let ruined = canon(project).await?;
    ask(project, "scene.save", json!({ "scene": s[1], "text": "两个字" })).await?;
    ask(project, "checkpoint.restore", json!({ "checkpoint": 2, "scene": s[1] })).await?;
    assert_eq!(canon(project).await?, ruined);
    Ok(())
}

#[tokio::test]
async fn a_checkpoint_with_an_empty_canon_is_restored() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    let fixture = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema-1.wenfang");
    std::fs::copy(fixture, &path)?;
    let options = OpenOptions { clock: TestClock::default().clock(), ..OpenOptions::new(Mode::Write) };
    let project = Project::open(&path, options).await?;
    let empty = canon(&project).await?;
    fill(&project, 1.into()).await?;
    let filled = canon(&project).await?;
    let compared = ask(&project, "checkpoint.compare", json!({ "from": 1 })).await?;
    assert!(changes(&compared).contains(&"lore_entry added 老周".to_owned()), "{compared}");
    let restored = ask(&project, "checkpoint.restore", json!({ "checkpoint": 1 })).await?;
    let text = ask(&project, "scene.text", json!({ "scene": 1 })).await?;
    assert!(text["text"].as_str().context("no text")?.starts_with("　　渡口的风从午后就没有停过。\n"));
    let now = canon(&project).await?;
    for question in ["bible.list", "lore.list", "kg.graph"] {
        assert_eq!(now[question], empty[question], "{question}: the canon was empty then");
    }
    ask(&project, "checkpoint.restore", json!({ "checkpoint": restored["before"] })).await?;
    assert_eq!(canon(&project).await?["lore.list"], filled["lore.list"]);
    Ok(project.close().await?)
}
