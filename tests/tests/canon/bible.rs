//! The story bible.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::{Code, Project};

use crate::{ask, each, list, novel, refused};

const STANDARD: [&str; 9] =
    ["genre", "style", "pov", "tense", "synopsis", "characters", "world_rules", "outline", "taboo"];

async fn fields(project: &Project) -> Result<Value> {
    Ok(ask(project, "bible.list", json!({})).await?["fields"].clone())
}

#[tokio::test]
async fn standard_fields_always_exist_and_precede_own_ones() -> Result<()> {
    let (novel, _) = novel(&["江上有风。"]).await?;
    let project = &novel.project;
    let empty = fields(project).await?;
    assert_eq!(each(&empty, "key"), STANDARD);
    assert!(list(&empty).iter().all(|field| field["value"] == "" && field["standard"] == true));

    ask(project, "bible.set", json!({ "key": "口头禅", "value": "「再等一等」" })).await?;
    let set =
        ask(project, "bible.set", json!({ "key": " taboo ", "value": "不写梦。\r\n不写鬼。\n\n" })).await?;
    assert_eq!(
        set,
        json!({ "key": "taboo", "value": "不写梦。\n不写鬼。", "locked": false, "standard": true })
    );
    ask(project, "bible.set", json!({ "key": "taboo", "locked": true })).await?;
    let now = fields(project).await?;
    assert_eq!(each(&now, "key"), [&STANDARD[..], &["口头禅"]].concat());
    assert_eq!((&now[8]["value"], &now[8]["locked"]), (&json!("不写梦。\n不写鬼。"), &json!(true)));
    assert_eq!((&now[9]["value"], &now[9]["standard"]), (&json!("「再等一等」"), &json!(false)));
    Ok(())
}

#[tokio::test]
async fn taken_names_are_refused() -> Result<()> {
    let (novel, _) = novel(&["江上有风。"]).await?;
    let project = &novel.project;
    for key in ["文风", "口头禅"] {
        ask(project, "bible.set", json!({ "key": key, "value": key })).await?;
    }
    for rename in ["口头禅", "style"] {
        let request = json!({ "key": "文风", "rename": rename, "value": "改" });
        refused(project, "bible.set", request, Code::NameTaken).await?;
    }
    for request in [
        json!({ "key": "style", "rename": "文风二" }),
        json!({ "key": "  " }),
        json!({ "key": "文风", "rename": "" }),
        json!({ "key": "长".repeat(201) }),
        json!({ "key": "文风", "value": "长".repeat(1_000_001) }),
    ] {
        refused(project, "bible.set", request, Code::BadRequest).await?;
    }
    ask(project, "bible.set", json!({ "key": "文风", "rename": "笔法" })).await?;
    assert_eq!(each(&fields(project).await?, "key")[9..], ["笔法", "口头禅"]);
    refused(project, "bible.remove", json!({ "key": "文风" }), Code::NotFound).await?;
    Ok(())
}

#[tokio::test]
async fn a_checkpoint_restores_removed_renamed_and_swapped_fields() -> Result<()> {
    let (novel, _) = novel(&["江上有风。"]).await?;
    let project = &novel.project;
    for key in ["文风", "口头禅", "地名", "style"] {
        ask(project, "bible.set", json!({ "key": key, "value": format!("{key}如此") })).await?;
    }
    ask(project, "bible.set", json!({ "key": "style", "locked": true })).await?;
    let before = fields(project).await?;
    ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;

    // Removed and written again: a different field with the same name.
    ask(project, "bible.remove", json!({ "key": "地名" })).await?;
    ask(project, "bible.set", json!({ "key": "地名", "value": "另写" })).await?;
    ask(project, "bible.remove", json!({ "key": "style" })).await?;
    assert_eq!(fields(project).await?[1]["value"], "", "a standard field is emptied, not removed");
    // Two fields swap names.
    for (key, rename) in [("文风", "暂"), ("口头禅", "文风"), ("暂", "口头禅")] {
        ask(project, "bible.set", json!({ "key": key, "rename": rename })).await?;
    }
    let changed = fields(project).await?;
    let restored = ask(project, "checkpoint.restore", json!({ "checkpoint": 1, "canon": "bible" })).await?;
    assert_eq!(fields(project).await?, before);
    ask(project, "checkpoint.restore", json!({ "checkpoint": restored["before"] })).await?;
    assert_eq!(fields(project).await?, changed);
    ask(project, "checkpoint.restore", json!({ "checkpoint": 1 })).await?;
    assert_eq!(fields(project).await?, before);
    let doctor = ask(project, "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}
