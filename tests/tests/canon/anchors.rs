//! The passages of threads: an editor carries them exactly, re-anchoring finds them after all other changes, deleted
//! ones are reported as gone, and the versions they refer to are preserved.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::Project;
use wenfang_tests::kit::{TestProject, scenes};

use crate::{ask, list, novel, number, save, words};

const TEXT: &str = "\
江上有风，船还没有来。
老周坐在石阶上等，怀里揣着一把断剑。
天黑下来以后，江面反而亮了一些。
那一夜谁也没有睡着，谁也没有说破。
";
const QUOTE: &str = "一把断剑";

/// A novel of one scene with a thread planted in it.
async fn planted() -> Result<(TestProject, SceneId)> {
    let (novel, s) = novel(&[TEXT, "另一场。\n"]).await?;
    let passage = json!({ "scene": s[0], "quote": QUOTE });
    ask(&novel.project, "threads.save", json!({ "title": "断剑", "passage": passage })).await?;
    Ok((novel, s[0]))
}

/// The range of words in a text, in characters.
fn range(text: &str, quote: &str) -> Value {
    let start = text[..text.find(quote).unwrap()].chars().count();
    json!({ "start": start, "end": start + quote.chars().count() })
}

async fn anchor(project: &Project, scene: SceneId) -> Result<Value> {
    let here = ask(project, "threads.in_scene", json!({ "scene": scene })).await?;
    assert_eq!(list(&here["anchors"]).len(), 1, "{here}");
    Ok(here["anchors"][0].clone())
}

/// Checks that the anchor is at `quote` of the working text; returns how it was found.
async fn assert_at(project: &Project, scene: SceneId, quote: &str) -> Result<Value> {
    let anchor = anchor(project, scene).await?;
    assert_eq!(anchor["now"], range(&words(project, scene).await?, quote), "{anchor}");
    Ok(anchor["method"].clone())
}

#[tokio::test]
async fn an_editors_anchor_places_survive_a_crash() -> Result<()> {
    let (novel, scene) = planted().await?;
    // The passage changed so much that re-anchoring could not find it.
    let text = TEXT.replace(QUOTE, "半截铁器").replace("江上有风", "午后起了风，江上");
    let placed = json!([{ "anchor": 1, "range": range(&text, "半截铁器") }]);
    let draft = json!({ "scene": scene, "base": 1, "text": text, "anchors": placed });
    ask(&novel.project, "scene.save_draft", draft).await?;
    assert_eq!(assert_at(&novel.project, scene, "半截铁器").await?, Value::Null);
    let folder = novel.folder().to_owned();
    // The process dies: the author finds a copy of the files as they are at that moment.
    let copy = tempfile::tempdir()?;
    for entry in std::fs::read_dir(&folder)?
        .flatten()
        .filter(|entry| !entry.file_name().to_string_lossy().contains("lock"))
    {
        std::fs::copy(entry.path(), copy.path().join(entry.file_name()))?;
    }
    let found =
        wenfang_studio::projects::open(&copy.path().join("novel.wenfang"), wenfang_studio::Mode::Write)
            .await?;
    assert_eq!(assert_at(&found, scene, "半截铁器").await?, Value::Null);
    let here = ask(&found, "threads.in_scene", json!({ "scene": scene })).await?;
    assert_eq!(here["text"], "draft");
    found.close().await?;

    // The draft becomes a version, together with the anchor.
    ask(&novel.project, "checkpoint.create", json!({ "name": "夜里" })).await?;
    assert_eq!(assert_at(&novel.project, scene, "半截铁器").await?, Value::Null);
    let anchor = anchor(&novel.project, scene).await?;
    assert_eq!((&anchor["version"], &anchor["quote"]), (&json!(2), &json!("半截铁器")));

    // A version that is saved directly stores it too.
    let text = text.replace("半截铁器", "那样东西");
    let placed = json!([{ "anchor": 1, "range": range(&text, "那样东西") }]);
    let request = json!({ "scene": scene, "text": text, "from_draft": true, "anchors": placed });
    ask(&novel.project, "scene.save", request).await?;
    assert_eq!(assert_at(&novel.project, scene, "那样东西").await?, Value::Null);
    let novel = novel.reopen().await?;
    assert_eq!(assert_at(&novel.project, scene, "那样东西").await?, Value::Null);
    Ok(())
}

#[tokio::test]
async fn anchors_not_sent_with_a_text_are_unchanged() -> Result<()> {
    let (novel, scene) = planted().await?;
    let project = &novel.project;
    let other = scenes(project).await?[1];
    let placed = json!([
        { "anchor": 1, "range": { "start": 0, "end": 2 } },
        { "anchor": 99, "range": { "start": 0, "end": 2 } },
    ]);
    ask(project, "scene.save", json!({ "scene": other, "text": "别的场。", "anchors": placed })).await?;
    assert_at(project, scene, QUOTE).await?;
    let outside = json!([{ "anchor": 1, "range": { "start": 0, "end": 9_000 } }]);
    let text = format!("{TEXT}天亮了。\n");
    ask(project, "scene.save", json!({ "scene": scene, "text": text, "anchors": outside })).await?;
    assert_at(project, scene, QUOTE).await?;
    // A draft that is stored without anchors has none: the earlier ones belonged to another text.
    let draft =
        |text: &str, anchors: Value| json!({ "scene": scene, "base": 2, "text": text, "anchors": anchors });
    let moved = format!("雾。{text}");
    let at = json!([{ "anchor": 1, "range": range(&moved, "天亮") }]);
    ask(project, "scene.save_draft", draft(&moved, at)).await?;
    assert_at(project, scene, "天亮").await?;
    ask(project, "scene.save_draft", draft(&format!("大{moved}"), json!([]))).await?;
    assert_at(project, scene, QUOTE).await?;
    Ok(())
}

#[tokio::test]
async fn an_anchor_is_found_again_after_restores_and_replacements() -> Result<()> {
    let (novel, scene) = planted().await?;
    let project = &novel.project;
    save(project, scene, &format!("九月末。\n{}", TEXT.replace("天黑下来以后", "后来天黑了"))).await?;
    assert!(assert_at(project, scene, QUOTE).await?.is_string());
    ask(project, "scene.restore", json!({ "scene": scene, "version": 1 })).await?;
    assert_at(project, scene, QUOTE).await?;
    ask(project, "manuscript.replace", json!({ "pattern": "老周", "replacement": "摆渡的周老大" })).await?;
    assert_at(project, scene, QUOTE).await?;
    let located =
        ask(project, "scene.locate", json!({ "scene": scene, "version": 1, "range": range(TEXT, QUOTE) }))
            .await?;
    assert_eq!(located["range"], range(&words(project, scene).await?, QUOTE));
    assert_eq!(located["excerpt"]["found"], QUOTE);
    Ok(())
}

#[tokio::test]
async fn an_anchor_moves_with_its_words_when_scenes_change() -> Result<()> {
    let (novel, scene) = planted().await?;
    let project = &novel.project;
    let at = TEXT.lines().next().unwrap().chars().count() + 1;
    let split = ask(project, "scene.split", json!({ "scene": scene, "at": at })).await?;
    let second = SceneId::from(number(&split["created"]));
    let first = ask(project, "threads.in_scene", json!({ "scene": scene })).await?;
    assert_eq!(first["anchors"], json!([]));
    assert_at(project, second, QUOTE).await?;
    ask(project, "scene.merge", json!({ "scene": scene, "with": second })).await?;
    assert_at(project, scene, QUOTE).await?;
    assert_eq!(words(project, scene).await?, TEXT);
    // An anchor that the split divides keeps its first half in the first scene.
    let through = range(TEXT, "断剑")["start"].clone();
    ask(project, "scene.split", json!({ "scene": scene, "at": through })).await?;
    assert_eq!(anchor(project, scene).await?["quote"], "一把");
    Ok(())
}

#[tokio::test]
async fn an_anchor_with_deleted_words_is_gone() -> Result<()> {
    let (novel, scene) = planted().await?;
    let project = &novel.project;
    // Someone else writes something else there: the program does not guess.
    save(project, scene, "第二天，茶棚里的人都散了，只剩一只猫。\n").await?;
    let lost = anchor(project, scene).await?;
    assert_eq!((&lost["now"], &lost["quote"]), (&Value::Null, &json!(QUOTE)));
    // An editor saw the deletion.
    ask(project, "scene.restore", json!({ "scene": scene, "version": 1 })).await?;
    let text = TEXT.replace("，怀里揣着一把断剑", "");
    let request = json!({ "scene": scene, "text": text, "anchors": [{ "anchor": 1, "range": null }] });
    ask(project, "scene.save", request).await?;
    let gone = anchor(project, scene).await?;
    assert_eq!((&gone["now"], &gone["gone"], &gone["quote"]), (&Value::Null, &json!(true), &json!(QUOTE)));
    // Undone in the editor, it is back.
    let placed = json!([{ "anchor": 1, "range": range(TEXT, QUOTE) }]);
    ask(project, "scene.save", json!({ "scene": scene, "text": TEXT, "anchors": placed })).await?;
    assert_at(project, scene, QUOTE).await?;
    assert_eq!(anchor(project, scene).await?["gone"], false);
    Ok(())
}

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Saves an automatic version a few days ago.
async fn automatic(novel: &TestProject, scene: SceneId, text: &str) -> Result<i64> {
    let request = json!({ "scene": scene, "text": text, "kind": "automatic" });
    let version = number(&ask(&novel.project, "scene.save", request).await?["version"]);
    novel.clock.advance(1_000);
    Ok(version)
}

async fn versions(project: &Project, scene: SceneId) -> Result<Vec<i64>> {
    let history = ask(project, "scene.history", json!({ "scene": scene })).await?;
    Ok(list(&history["versions"]).iter().map(|version| number(&version["version"])).collect())
}

#[tokio::test]
async fn versions_with_anchors_or_evidence_are_not_thinned_out() -> Result<()> {
    let (novel, s) = novel(&["零。"]).await?;
    let (project, scene) = (&novel.project, s[0]);
    for round in 1..=8 {
        automatic(&novel, scene, &format!("第{round}稿：断剑。")).await?;
        let passage = json!({ "scene": scene, "quote": format!("第{round}稿") });
        match round {
            2 => {
                ask(project, "threads.save", json!({ "title": "断剑", "passage": passage })).await?;
            }
            4 => {
                let request = json!({
                    "subject": { "name": "断剑" }, "predicate": "见于", "object": { "text": "此稿" }, "passage": passage,
                });
                ask(project, "kg.save_fact", request).await?;
            }
            6 => {
                let proposed = json!({ "kind": "entity", "name": "剑主" });
                let proposal = json!({
                    "proposed": proposed, "confidence": 0.7, "scene": scene, "quote": passage["quote"],
                });
                ask(project, "kg.propose", json!({ "source": "试", "proposals": [proposal] })).await?;
            }
            _ => {}
        }
    }
    novel.clock.advance(10 * DAY);
    let compacted = ask(project, "history.compact", json!({ "compaction": "apply" })).await?;
    assert!(number(&compacted["versions_removed"]) >= 3, "{compacted}");
    // The first, the newest, and the referenced ones stay; version n + 1 has the text of draft n.
    let left = versions(project, scene).await?;
    for kept in [1, 3, 5, 7, 9] {
        assert!(left.contains(&kept), "version {kept} is not in {left:?}");
    }
    assert!(!left.contains(&2), "{left:?}");
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    let proof = &card["facts"][0]["evidence"][0];
    let text = ask(project, "scene.text", json!({ "scene": scene, "version": proof["version"] })).await?;
    assert!(text["text"].as_str().unwrap().starts_with(proof["quote"].as_str().unwrap()));
    Ok(())
}

#[tokio::test]
async fn an_anchor_is_restored_from_an_old_version() -> Result<()> {
    let (novel, s) = novel(&["零。"]).await?;
    let (project, scene) = (&novel.project, s[0]);
    automatic(&novel, scene, "一稿：断剑。").await?;
    let passage = json!({ "scene": scene, "quote": "断剑" });
    ask(project, "threads.save", json!({ "title": "断剑", "passage": passage })).await?;
    automatic(&novel, scene, "二稿：断剑。").await?;
    ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;
    // The anchor moves to a newer version, and history is thinned.
    let text = "三稿，断剑。";
    let placed = json!([{ "anchor": 1, "range": range(text, "断剑") }]);
    let request = json!({ "scene": scene, "text": text, "kind": "automatic", "anchors": placed });
    ask(project, "scene.save", request).await?;
    novel.clock.advance(10 * DAY);
    ask(project, "history.compact", json!({ "compaction": "apply" })).await?;
    ask(project, "checkpoint.restore", json!({ "checkpoint": 1 })).await?;
    assert_eq!(words(project, scene).await?, "二稿：断剑。");
    assert_at(project, scene, "断剑").await?;
    let doctor = ask(project, "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}
