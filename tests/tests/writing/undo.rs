//! Undoing splits and merges: each scene returns to its place with exactly its words.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Project;
use wenfang_tests::kit::{TestProject, chapters, scenes};

use crate::{ask, order, texts};

const WHOLE: &str =
    "江上有风，船还没有来。\n老周坐在石阶上等，怀里揣着一把断剑。\n天黑下来以后，江面反而亮了一些。\n";

/// The places of the thread anchors of a scene, with their words.
async fn anchors(project: &Project, scene: &Value) -> Result<Vec<(Value, Value)>> {
    let here = ask(project, "threads.in_scene", json!({ "scene": scene })).await?;
    let anchors = here["anchors"].as_array().unwrap().iter();
    Ok(anchors.map(|anchor| (anchor["now"].clone(), anchor["quote"].clone())).collect())
}

/// A novel of two chapters with threads planted in the first.
async fn planted() -> Result<(TestProject, Value)> {
    let novel = TestProject::with_chapters(&[("一", WHOLE), ("二", "另一场。\n")]).await?;
    let scene = json!(scenes(&novel.project).await?[0]);
    let about = json!({ "part": { "scene": scene }, "synopsis": "等船" });
    ask(&novel.project, "manuscript.describe", about).await?;
    for quote in ["有风", "一把断剑", "反而亮了"] {
        let passage = json!({ "scene": scene, "quote": quote });
        ask(&novel.project, "threads.save", json!({ "title": quote, "passage": passage })).await?;
    }
    Ok((novel, scene))
}

#[tokio::test]
async fn undoing_a_split_restores_the_scene() -> Result<()> {
    let (novel, scene) = planted().await?;
    let project = &novel.project;
    let (place, stood) = (order(project).await?, anchors(project, &scene).await?);
    let history = ask(project, "scene.history", json!({ "scene": scene })).await?;
    // In the middle of a paragraph, through the words of a thread.
    let at = WHOLE[..WHOLE.find("断剑").unwrap()].chars().count();
    let split = ask(project, "scene.split", json!({ "scene": scene, "at": at })).await?;
    assert_ne!(texts(project).await?[0], WHOLE);
    let undone = ask(project, "scene.undo_split", split.clone()).await?;
    assert!(undone["version"].is_i64(), "{undone}");
    assert_eq!(texts(project).await?, [WHOLE, "另一场。\n"]);
    assert_eq!(order(project).await?, place);
    assert_eq!(anchors(project, &scene).await?, stood, "no thread lost a word");
    let about = ask(project, "manuscript.part", json!({ "part": { "scene": scene } })).await?;
    assert_eq!(about["synopsis"], "等船");
    let now = ask(project, "scene.history", json!({ "scene": scene })).await?;
    let versions = |history: &Value| history["versions"].as_array().unwrap().len();
    assert_eq!(versions(&now), versions(&history) + 2, "all earlier versions still exist");
    assert_eq!(
        ask(project, "scene.undo_split", split).await?["version"],
        Value::Null,
        "it is undone only once"
    );
    assert_eq!(texts(project).await?, [WHOLE, "另一场。\n"]);
    Ok(())
}

#[tokio::test]
async fn undoing_a_split_keeps_later_edits() -> Result<()> {
    let (novel, scene) = planted().await?;
    let project = &novel.project;
    let at = WHOLE.find('\n').map(|end| WHOLE[..=end].chars().count());
    let split = ask(project, "scene.split", json!({ "scene": scene, "at": at })).await?;
    let (first, rest) = WHOLE.split_once('\n').unwrap();
    let draft = json!({ "scene": split["created"], "base": 1, "text": format!("新写的。\n{rest}") });
    ask(project, "scene.save_draft", draft).await?;
    assert!(ask(project, "scene.undo_split", split).await?["version"].is_i64());
    assert_eq!(texts(project).await?[0], format!("{first}\n新写的。\n{rest}"));
    let quotes: Vec<Value> = anchors(project, &scene).await?.into_iter().map(|(_, quote)| quote).collect();
    assert_eq!(quotes, ["有风", "一把断剑", "反而亮了"]);
    Ok(())
}

#[tokio::test]
async fn undoing_a_merge_restores_both_scenes() -> Result<()> {
    let (novel, first) = planted().await?;
    let project = &novel.project;
    let second = json!(scenes(project).await?[1]);
    // The first scene ends without a line end, the second has its own thread.
    let text = WHOLE.trim_end();
    ask(project, "scene.save", json!({ "scene": first, "text": text })).await?;
    let passage = json!({ "scene": second, "quote": "另一场" });
    ask(project, "threads.save", json!({ "title": "另", "passage": passage })).await?;
    let place = order(project).await?;
    let stood = (anchors(project, &first).await?, anchors(project, &second).await?);
    let merged = ask(project, "scene.merge", json!({ "scene": first, "with": second })).await?;
    // Its chapter is empty now and also goes into the bin.
    ask(project, "manuscript.bin", json!({ "part": { "chapter": chapters(project).await?[1] } })).await?;
    assert_eq!(texts(project).await?, [format!("{text}\n另一场。\n")]);
    assert!(ask(project, "scene.undo_merge", merged.clone()).await?["version"].is_i64());
    assert_eq!(texts(project).await?, [text, "另一场。\n"]);
    assert_eq!(order(project).await?, place);
    assert_eq!((anchors(project, &first).await?, anchors(project, &second).await?), stood);
    assert_eq!(ask(project, "manuscript.list_bin", json!({})).await?["parts"], json!([]));
    assert_eq!(
        ask(project, "scene.undo_merge", merged).await?["version"],
        Value::Null,
        "it is undone only once"
    );
    Ok(())
}

#[tokio::test]
async fn a_merge_with_later_edits_is_not_undone() -> Result<()> {
    let (novel, first) = planted().await?;
    let project = &novel.project;
    let second = json!(scenes(project).await?[1]);
    let merged = ask(project, "scene.merge", json!({ "scene": first, "with": second })).await?;
    let text = format!("{WHOLE}另一场。\n又写了一句。\n");
    let draft = json!({ "scene": first, "base": merged["version"], "text": text });
    ask(project, "scene.save_draft", draft).await?;
    assert_eq!(ask(project, "scene.undo_merge", merged).await?["version"], Value::Null);
    assert_eq!(texts(project).await?, [text]);
    let bin = ask(project, "manuscript.list_bin", json!({})).await?;
    assert_eq!(bin["parts"][0]["scene"], second, "it can be restored from there");
    Ok(())
}
