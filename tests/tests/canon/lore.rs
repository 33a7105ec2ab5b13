//! Lore entries.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::{Code, Project};

use crate::{ask, each, list, novel, number, refused};

async fn saved(project: &Project, request: Value) -> Result<i64> {
    Ok(number(&ask(project, "lore.save", request).await?["id"]))
}

#[tokio::test]
async fn an_entry_is_written_read_removed_and_restored() -> Result<()> {
    let (novel, _) = novel(&["老周在渡口。"]).await?;
    let project = &novel.project;
    let zhou = saved(
        project,
        json!({
            "title": " 老周 ", "kind": "character", "aliases": ["周船家", "", "老周", "周船家"],
            "content": "撑船的人。\r\n　　年近六十。\n\n", "secrets": "他不姓周。", "keywords": ["缆绳"],
            "and_keywords": ["夜"], "priority": 8, "constant": true, "locked": true,
        }),
    )
    .await?;
    let ferry = saved(project, json!({ "title": "渡口", "kind": "location" })).await?;
    let whole = ask(project, "lore.get", json!({ "entry": zhou })).await?;
    assert_eq!(
        whole,
        json!({
            "id": zhou, "title": "老周", "kind": "character", "aliases": ["周船家"],
            "content": "撑船的人。\n　　年近六十。", "secrets": "他不姓周。", "keywords": ["缆绳"],
            "and_keywords": ["夜"], "priority": 8, "constant": true, "locked": true, "disabled": false,
            "book": null, "entity": null, "removed_at": null,
        })
    );
    let listed = ask(project, "lore.list", json!({})).await?;
    assert_eq!(each(&listed["entries"], "title"), ["渡口", "老周"]);
    assert_eq!(listed["entries"][1]["beginning"], "撑船的人。 　　年近六十。");

    // Fields that the request omits stay.
    let request = json!({ "entry": zhou, "priority": 3, "aliases": [] });
    let changed = ask(project, "lore.save", request).await?;
    assert_eq!((&changed["priority"], &changed["content"]), (&json!(3), &whole["content"]));
    assert_eq!(changed["aliases"], json!([]));

    ask(project, "lore.remove", json!({ "entries": [zhou, ferry] })).await?;
    assert_eq!(ask(project, "lore.list", json!({})).await?["entries"], json!([]));
    let removed = ask(project, "lore.list_removed", json!({})).await?;
    assert_eq!(list(&removed["entries"]).len(), 2);
    assert!(ask(project, "lore.get", json!({ "entry": zhou })).await?["removed_at"].is_i64());
    refused(project, "lore.save", json!({ "entry": zhou, "title": "周" }), Code::NotFound).await?;
    ask(project, "lore.put_back", json!({ "entries": [zhou] })).await?;
    assert_eq!(each(&ask(project, "lore.list", json!({})).await?["entries"], "title"), ["老周"]);
    assert_eq!(ask(project, "lore.get", json!({ "entry": zhou })).await?, changed);
    for command in ["lore.remove", "lore.put_back"] {
        refused(project, command, json!({ "entries": [ferry, 99] }), Code::NotFound).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_name_of_another_entry_is_refused() -> Result<()> {
    let (novel, _) = novel(&["老周在渡口。"]).await?;
    let project = &novel.project;
    let zhou = saved(project, json!({ "title": "老周", "aliases": ["周船家"] })).await?;
    let entity = ask(project, "kg.save_entity", json!({ "name": "阿芷", "aliases": ["小船娘"] })).await?;
    for (name, title) in [("老周", "老周"), ("周船家", "老周"), ("小船娘", "阿芷")] {
        for request in [json!({ "title": name }), json!({ "title": "新人", "aliases": ["新", name] })] {
            let error = refused(project, "lore.save", request, Code::NameTaken).await?;
            assert_eq!((&error.details["name"], &error.details["title"]), (&json!(name), &json!(title)));
        }
    }
    let request = json!({ "entry": zhou, "content": "改", "aliases": ["小船娘"] });
    refused(project, "lore.save", request, Code::NameTaken).await?;
    refused(project, "kg.save_entity", json!({ "name": "周船家" }), Code::NameTaken).await?;
    for name in ["老周", "周船家"] {
        let request = json!({ "entity": entity["id"], "aliases": ["小船娘", name] });
        refused(project, "kg.save_entity", request, Code::NameTaken).await?;
    }
    // An entry and its entity are the same thing and share names.
    ask(project, "kg.save_entity", json!({ "name": "老周", "lore_entry": zhou })).await?;
    ask(project, "lore.save", json!({ "entry": zhou, "aliases": ["周船家", "老周头"] })).await?;
    assert_eq!(number(&ask(project, "lore.get", json!({ "entry": zhou })).await?["entity"]), 2);
    // A name that was given up is free.
    ask(project, "kg.remove", json!({ "items": [{ "entity": entity["id"] }] })).await?;
    saved(project, json!({ "title": "小船娘" })).await?;
    Ok(())
}

#[tokio::test]
async fn an_entry_and_entity_with_one_name_are_joined() -> Result<()> {
    let (novel, _) = novel(&["顾南舟和老周在渡口。"]).await?;
    let project = &novel.project;
    let entity = ask(project, "kg.save_entity", json!({ "name": "顾南舟", "aliases": ["南舟"] })).await?;
    let request = json!({ "title": "顾南舟", "aliases": ["南舟", "顾先生"], "secrets": "他会水" });
    let entry = ask(project, "lore.save", request).await?;
    assert_eq!(entry["entity"], entity["id"]);
    let error = refused(project, "lore.save", json!({ "title": "顾南舟" }), Code::NameTaken).await?;
    assert_eq!(error.details["entry"], entry["id"]);
    // The reverse order gives the same result.
    let zhou = saved(project, json!({ "title": "老周" })).await?;
    let entity = ask(project, "kg.save_entity", json!({ "name": "老周", "lore_entry": null })).await?;
    assert_eq!(ask(project, "lore.get", json!({ "entry": zhou })).await?["entity"], entity["id"]);
    refused(project, "kg.save_entity", json!({ "name": "老周" }), Code::NameTaken).await?;
    Ok(())
}

#[tokio::test]
async fn length_limits_are_enforced() -> Result<()> {
    let (novel, _) = novel(&["老周在渡口。"]).await?;
    let project = &novel.project;
    for content in ["文".repeat(10_000), "文".repeat(1_000_000)] {
        let entry =
            saved(project, json!({ "title": format!("长{}", content.len()), "content": content })).await?;
        assert_eq!(ask(project, "lore.get", json!({ "entry": entry })).await?["content"], json!(content));
    }
    let aliases: Vec<String> = (0..1_001).map(|at| format!("名{at}")).collect();
    for request in [
        json!({ "title": "  " }),
        json!({ "content": "没有名字" }),
        json!({ "title": "长".repeat(201) }),
        json!({ "title": "太长", "content": "文".repeat(1_000_001) }),
        json!({ "title": "太长", "secrets": "文".repeat(1_000_001) }),
        json!({ "title": "太多", "aliases": aliases }),
        json!({ "title": "零", "priority": 0 }),
        json!({ "title": "十一", "priority": 11 }),
        json!({ "title": "种类", "kind": "ghost" }),
    ] {
        refused(project, "lore.save", request, Code::BadRequest).await?;
    }
    Ok(())
}

#[tokio::test]
async fn two_imported_entries_of_one_title_are_both_mentioned() -> Result<()> {
    let (novel, scenes) = novel(&["阿芷来了。阿芷走了。", "没有人。"]).await?;
    let project = &novel.project;
    let source = novel.folder().join("two.json");
    let entry = |content: &str| json!({ "comment": "阿芷", "key": ["船"], "content": content });
    let book = json!({ "entries": { "0": entry("这一个"), "1": entry("那一个") } });
    std::fs::write(&source, book.to_string())?;
    let imported = ask(project, "lore.import", json!({ "source": source })).await?;
    assert_eq!((&imported["added"], list(&imported["warnings"]).len()), (&json!(2), 1), "{imported}");
    let counts = ask(project, "mentions.counts", json!({})).await?;
    for count in list(&counts["counts"]) {
        assert_eq!((&count["title"], &count["total"]), (&json!("阿芷"), &json!(2)));
        assert_eq!(count["first"], json!(scenes[0]));
    }
    assert_eq!(list(&counts["counts"]).len(), 2);
    for entry in [1, 2] {
        assert_eq!(ask(project, "mentions.of", json!({ "entry": entry })).await?["total"], 2);
    }
    let cast = ask(project, "mentions.cast", json!({ "scene": scenes[0] })).await?;
    assert_eq!(list(&cast["cast"]).len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_scene_triggers_the_entries_its_words_name() -> Result<()> {
    let (novel, scenes) = novel(&["灯灭了，老周没有动。", "缆绳断在夜里。", "天亮了。"]).await?;
    let project = &novel.project;
    saved(project, json!({ "title": "世界", "constant": true })).await?;
    saved(project, json!({ "title": "老周", "priority": 9 })).await?;
    saved(project, json!({ "title": "船", "keywords": ["缆绳"], "and_keywords": ["夜"] })).await?;
    saved(project, json!({ "title": "雾", "keywords": ["缆绳"], "and_keywords": ["雾"] })).await?;
    saved(project, json!({ "title": "天亮", "disabled": true })).await?;
    let up = async |scene| -> Result<Vec<String>> {
        let found = ask(project, "lore.triggered", json!({ "scene": scene })).await?;
        Ok(each(&found["entries"], "title").into_iter().map(str::to_owned).collect())
    };
    assert_eq!(up(scenes[0]).await?, ["世界", "老周"]);
    assert_eq!(up(scenes[1]).await?, ["世界", "老周", "船"], "the previous scene counts too");
    assert_eq!(up(scenes[2]).await?, ["世界", "船"]);
    Ok(())
}
