//! Fills a project with one of every kind of canon item through the command list, for tests that must cover all kinds.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_project::Project;
use wenfang_story::SceneId;
use wenfang_studio::commands::call_on as call;

/// A lorebook in a third-party format: one entry 船 with an unknown vendor field.
pub const LOREBOOK: &str = r#"{"entries":{"0":{"uid":0,"comment":"船","key":["缆绳"],"keysecondary":[],"content":"一条旧船。","constant":false,"selective":false,"order":100,"disable":false,"vendor":{"kept":[1,2.50]}}},"name":"江上"}"#;

/// Writes one of everything: two bible fields, two lore entries and a lorebook with one, two entities, a relation, a
/// fact, a thread with an anchor, a comment with a reply, two events; a batch of proposals with one applied and one pending. The passages
/// quote the first four characters of `scene`, which must begin a chapter.
///
/// # Errors
/// Errors of the studio.
pub async fn fill(project: &Project, scene: SceneId) -> Result<()> {
    let ask = async |command: &str, request: Value| {
        call(project, command, request).await.with_context(|| command.to_owned())
    };
    let text = ask("scene.text", json!({ "scene": scene })).await?;
    let quote: String = text["text"].as_str().context("no text")?.chars().take(4).collect();
    let passage = json!({ "scene": scene, "quote": quote });
    ask("bible.set", json!({ "key": "style", "value": "白描", "locked": true })).await?;
    ask("bible.set", json!({ "key": "口头禅", "value": "再等一等" })).await?;
    let zhou =
        json!({ "title": "老周", "kind": "character", "aliases": ["周船家"], "secrets": "他不姓周。" });
    ask("lore.save", zhou).await?;
    ask("lore.save", json!({ "title": "渡口", "kind": "location", "content": "江边。" })).await?;
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("江上.json");
    std::fs::write(&source, LOREBOOK)?;
    ask("lore.import", json!({ "source": source })).await?;
    let father = json!({
        "from": { "name": "老周" }, "to": { "name": "阿芷" }, "kind": "父亲", "passage": passage,
    });
    ask("kg.save_relation", father).await?;
    let lives = json!({
        "subject": { "name": "老周" }, "predicate": "住处", "object": { "text": "渡口" }, "valid_from": scene,
        "passage": passage,
    });
    ask("kg.save_fact", lives).await?;
    let proposal = |object: &str, confidence: f64| {
        json!({
            "proposed": { "kind": "fact", "subject": "阿芷", "predicate": "身份", "object": object },
            "confidence": confidence, "scene": scene, "quote": quote,
        })
    };
    let proposals = json!([proposal("船家的女儿", 0.95), proposal("客人", 0.7)]);
    let taken = ask("kg.propose", json!({ "source": "试", "proposals": proposals })).await?;
    let waiting = ask("kg.proposals", json!({ "batch": taken["batch"] })).await?;
    let first = &waiting["proposals"][0]["id"];
    ask("kg.review", json!({ "proposal": first, "decision": "accept" })).await?;
    ask("threads.save", json!({ "title": "断剑", "due_after": 3, "passage": passage })).await?;
    let comment = ask("comments.add", json!({ "passage": passage, "text": "风从哪里来？" })).await?;
    ask("comments.reply", json!({ "comment": comment["id"], "text": "江上" })).await?;
    let crossing =
        json!({ "title": "渡江", "time": "三年春", "participants": [{ "name": "老周" }], "scene": scene });
    let crossing = ask("timeline.save", crossing).await?;
    ask("timeline.save", json!({ "title": "归乡", "after": [crossing["event"]] })).await?;
    ask("mentions.ignore", json!({ "names": ["船家"] })).await?;
    ask("kg.set_proposal_settings", json!({ "apply_sure": true })).await?;
    Ok(())
}

/// The whole canon, by command. Excludes proposals, because checkpoints do not contain them.
///
/// # Errors
/// Errors of the studio.
pub async fn canon(project: &Project) -> Result<Value> {
    let mut canon = serde_json::Map::new();
    for question in QUESTIONS {
        let answer = call(project, question, json!({})).await.with_context(|| (*question).to_owned())?;
        canon.insert((*question).to_owned(), answer);
    }
    Ok(Value::Object(canon))
}

/// The commands that [`canon`] calls.
pub const QUESTIONS: &[&str] = &[
    "bible.list",
    "lore.list",
    "kg.graph",
    "kg.entities",
    "threads.list",
    "comments.list",
    "timeline.list",
    "mentions.counts",
];
