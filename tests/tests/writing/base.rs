//! Words stored by an editor that does not yet know that their base became a version.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Project;
use wenfang_tests::kit::{TestProject, scenes};

use crate::{ask, texts};

/// A scene whose editor stored `words` as a draft of its first version.
async fn kept(words: &str) -> Result<(TestProject, Value)> {
    let novel = TestProject::with_chapters(&[("一", "江上有风。\n")]).await?;
    let scene = json!(scenes(&novel.project).await?[0]);
    keep(&novel.project, &scene, json!({ "text": words })).await?;
    Ok((novel, scene))
}

async fn keep(project: &Project, scene: &Value, words: Value) -> Result<()> {
    let mut request = json!({ "scene": scene, "base": 1 });
    request.as_object_mut().unwrap().extend(words.as_object().unwrap().clone());
    ask(project, "scene.save_draft", request).await?;
    Ok(())
}

async fn checkpoint(project: &Project) -> Result<Value> {
    ask(project, "checkpoint.create", json!({ "name": "夜里" })).await
}

async fn save(project: &Project, scene: &Value, text: &str) -> Result<Value> {
    ask(project, "scene.save", json!({ "scene": scene, "base": 1, "text": text, "from_draft": true })).await
}

#[tokio::test]
async fn words_after_a_checkpoint_stay_on_the_main_line() -> Result<()> {
    let (novel, scene) = kept("江上有风，船来了。\n").await?;
    let project = &novel.project;
    checkpoint(project).await?;
    keep(project, &scene, json!({ "text": "江上有风，船来了，又走了。\n" })).await?;
    let read = ask(project, "scene.text", json!({ "scene": scene })).await?;
    assert_eq!(read["draft"]["base"], read["version"], "their base is the version of the checkpoint");
    checkpoint(project).await?;
    let saved = save(project, &scene, "江上有风，船来了，又走了。灯灭了。\n").await?;
    assert_eq!(saved["branched"], false);
    assert_eq!(texts(project).await?, ["江上有风，船来了，又走了。灯灭了。\n"]);
    Ok(())
}

#[tokio::test]
async fn a_change_after_a_checkpoint_applies_to_its_text() -> Result<()> {
    // As long as the previous version.
    let (novel, scene) = kept("江上有雨。\n").await?;
    checkpoint(&novel.project).await?;
    let change = json!({ "length": 6, "from": 5, "removed": "", "added": "灯灭了。" });
    keep(&novel.project, &scene, json!({ "change": change })).await?;
    assert_eq!(texts(&novel.project).await?, ["江上有雨。灯灭了。\n"]);
    Ok(())
}

#[tokio::test]
async fn words_after_a_foreign_save_start_a_branch() -> Result<()> {
    let (novel, scene) = kept("江上有风，船来了。\n").await?;
    let project = &novel.project;
    checkpoint(project).await?;
    let elsewhere = json!({ "scene": scene, "text": "江上有雾。\n" });
    ask(project, "scene.save", elsewhere).await?;
    let saved = save(project, &scene, "江上有风，船来了，又走了。\n").await?;
    assert_eq!(saved["branched"], true);
    let read = ask(project, "scene.text", json!({ "scene": scene })).await?;
    assert_eq!(read["text"], "江上有雾。\n");
    Ok(())
}
