//! Days of writing, with a test clock.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::kit::{TestProject, chapters, scenes};

use crate::ask;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// The start of the kit's clock.
const START: i64 = 1_767_225_600_000;

fn bounds(days: i64) -> Value {
    (0..=days).map(|day| START + day * DAY).collect()
}

/// Per day: added, removed and net by the standard rule; versions; scenes.
async fn days(novel: &TestProject, count: i64) -> Result<Vec<(i64, i64, i64, i64, i64)>> {
    let answer = ask(&novel.project, "statistics.days", json!({ "bounds": bounds(count) })).await?;
    let figure = |day: &Value, name: &str| day[name]["standard"].as_i64().unwrap();
    let days = answer["days"].as_array().unwrap().iter().map(|day| {
        let counts = (day["versions"].as_i64().unwrap(), day["scenes"].as_i64().unwrap());
        (figure(day, "added"), figure(day, "removed"), figure(day, "net"), counts.0, counts.1)
    });
    Ok(days.collect())
}

#[tokio::test]
async fn a_chain_of_versions_counts_its_words_once() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "一二三四五六七八九十"), ("二", "甲乙丙")]).await?;
    let project = &novel.project;
    let order = scenes(project).await?;
    let save = |scene: usize, text: &'static str| {
        ask(project, "scene.save", json!({ "scene": order[scene], "text": text }))
    };
    save(0, "一二三四五六七八九十甲乙").await?;
    save(0, "一二三四五六七八九十甲乙丙丁戊").await?;
    save(1, "甲").await?;
    novel.clock.advance(DAY);
    save(0, "一二三").await?;
    ask(project, "scene.save_draft", json!({ "scene": order[1], "base": 2, "text": "甲乙丙丁" })).await?;
    assert_eq!(days(&novel, 3).await?, [(5, 2, 3, 3, 2), (3, 12, -9, 1, 2), (0, 0, 0, 0, 0)]);
    // The draft becomes a version on the next day, and counts once, on that day.
    novel.clock.advance(DAY);
    ask(project, "checkpoint.create", json!({ "name": "存" })).await?;
    assert_eq!(days(&novel, 3).await?, [(5, 2, 3, 3, 2), (0, 12, -12, 1, 1), (3, 0, 3, 1, 1)]);
    Ok(())
}

#[tokio::test]
async fn words_from_other_sources_do_not_count_as_written() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "一二三四五\n六七八九十"), ("二", "甲乙丙")]).await?;
    let project = &novel.project;
    let order = scenes(project).await?;
    // Restored.
    ask(project, "scene.save", json!({ "scene": order[1], "text": "甲乙丙丁" })).await?;
    ask(project, "scene.restore", json!({ "scene": order[1], "version": 1 })).await?;
    assert_eq!(days(&novel, 1).await?, [(1, 0, 1, 1, 1)]);
    // Written on a branch, then merged.
    novel.clock.advance(DAY);
    ask(project, "branch.create", json!({ "scene": order[1] })).await?;
    let written = json!({ "scene": order[1], "base": 4, "text": "甲乙丙戊己" });
    ask(project, "scene.save", written).await?;
    ask(project, "branch.merge", json!({ "scene": order[1], "branch": 1 })).await?;
    assert_eq!(days(&novel, 2).await?[1], (2, 0, 2, 1, 1));
    // Split and merged, with a written draft.
    novel.clock.advance(DAY);
    ask(
        project,
        "scene.save_draft",
        json!({ "scene": order[0], "base": 1, "text": "一二三四五\n六七八九十十" }),
    )
    .await?;
    let split = ask(project, "scene.split", json!({ "scene": order[0], "at": 5 })).await?;
    assert_eq!(days(&novel, 3).await?[2], (1, 0, 1, 1, 1));
    ask(project, "scene.merge", json!({ "scene": order[0], "with": split["created"] })).await?;
    assert_eq!(days(&novel, 3).await?[2], (1, 0, 1, 1, 1));
    // Restored with everything else; a newer chapter goes into the bin for it.
    novel.clock.advance(DAY);
    let point = ask(project, "checkpoint.create", json!({ "name": "存" })).await?;
    let volume = ask(project, "manuscript.outline", json!({})).await?["volumes"][0]["id"].clone();
    ask(project, "manuscript.create", json!({ "parent": { "volume": volume }, "title": "三" })).await?;
    let chapter = chapters(project).await?[2];
    let scene = ask(project, "manuscript.create", json!({ "parent": { "chapter": chapter } })).await?;
    ask(project, "scene.save", json!({ "scene": scene["scene"], "text": "新写的" })).await?;
    ask(project, "checkpoint.restore", json!({ "checkpoint": point["id"] })).await?;
    assert_eq!(days(&novel, 4).await?[3], (3, 0, 3, 1, 1));
    Ok(())
}

#[tokio::test]
async fn a_removal_that_was_restored_does_not_count() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "一二三四五")]).await?;
    let project = &novel.project;
    let scene = scenes(project).await?[0];
    ask(project, "scene.save", json!({ "scene": scene, "text": "一二三四五六" })).await?;
    ask(project, "scene.save", json!({ "scene": scene, "text": "" })).await?;
    assert_eq!(days(&novel, 1).await?, [(1, 6, -5, 2, 1)]);
    ask(project, "scene.restore", json!({ "scene": scene, "version": 2 })).await?;
    assert_eq!(days(&novel, 1).await?, [(1, 0, 1, 1, 1)]);
    // A restore on another day leaves the day of the removal as it was.
    ask(project, "scene.save", json!({ "scene": scene, "text": "一" })).await?;
    novel.clock.advance(DAY);
    ask(project, "scene.restore", json!({ "scene": scene, "version": 1 })).await?;
    assert_eq!(days(&novel, 2).await?, [(1, 5, -4, 2, 1), (0, 0, 0, 0, 0)]);
    Ok(())
}

#[tokio::test]
async fn statistics_are_right_after_an_undone_replacement() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "灯灯")]).await?;
    let project = &novel.project;
    let replaced =
        ask(project, "manuscript.replace", json!({ "pattern": "灯", "replacement": "灯火" })).await?;
    ask(project, "manuscript.undo_replace", json!({ "scenes": replaced["scenes"] })).await?;
    novel.clock.advance(DAY);
    let scene = scenes(project).await?[0];
    ask(project, "scene.save", json!({ "scene": scene, "text": "灯灯灯" })).await?;
    assert_eq!(days(&novel, 2).await?, [(2, 0, 2, 1, 1), (1, 0, 1, 1, 1)]);
    Ok(())
}

#[tokio::test]
async fn invalid_days_are_refused() -> Result<()> {
    let novel = TestProject::new().await?;
    for bounds in [json!([]), json!([1]), json!([2, 1]), json!([1, 1]), bounds(401)] {
        let error = call(&novel.project, "statistics.days", json!({ "bounds": bounds })).await.unwrap_err();
        assert_eq!(error.code, Code::BadRequest);
    }
    assert_eq!(days(&novel, 400).await?.len(), 400);
    Ok(())
}

#[tokio::test]
async fn pasted_passages_are_not_written() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "一二三四五")]).await?;
    let project = &novel.project;
    let scene = scenes(project).await?[0];
    let pasted = "贴".repeat(2_000);
    // Typed before and after the paste, all stored with one request.
    let text = format!("一二三四五六{pasted}七八");
    let passage = json!([{ "from": 6, "to": 2_006, "removed": "" }]);
    let request = json!({ "scene": scene, "base": 1, "text": text, "pasted": passage });
    let saved = ask(project, "scene.save_pasted", request).await?;
    assert_eq!(days(&novel, 1).await?, [(3, 0, 3, 1, 1)]);
    let read = ask(project, "scene.text", json!({ "scene": scene })).await?;
    assert_eq!(
        (&read["text"], &read["version"], &read["draft"]),
        (&json!(text), &saved["version"], &Value::Null)
    );

    // The undo of the paste takes no written words away; what is typed then counts again.
    let undone = json!([{ "from": 6, "to": 6, "removed": pasted }]);
    let request =
        json!({ "scene": scene, "base": saved["version"], "text": "一二三四五六七八九", "pasted": undone });
    let saved = ask(project, "scene.save_pasted", request).await?;
    assert_eq!(days(&novel, 1).await?, [(4, 0, 4, 2, 1)]);
    let draft = json!({ "scene": scene, "base": saved["version"], "text": "一二三四五六七八九十" });
    ask(project, "scene.save_draft", draft).await?;
    assert_eq!(days(&novel, 1).await?, [(5, 0, 5, 2, 1)]);

    // Compacting history keeps the paste apart from what was written.
    novel.clock.advance(40 * DAY);
    ask(project, "history.compact", json!({ "compaction": "apply" })).await?;
    assert_eq!(days(&novel, 1).await?[0].0, 5);
    Ok(())
}

#[tokio::test]
async fn a_pasted_passage_outside_the_text_is_refused() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "一二三四五")]).await?;
    let project = &novel.project;
    let scene = scenes(project).await?[0];
    let passage = json!([{ "from": 3, "to": 9, "removed": "" }]);
    let request = json!({ "scene": scene, "base": 1, "text": "一二三四五六", "pasted": passage });
    let refused = call(project, "scene.save_pasted", request).await.unwrap_err();
    assert_eq!(refused.code, Code::BadRequest);
    let history = ask(project, "scene.history", json!({ "scene": scene })).await?;
    assert_eq!(history["versions"].as_array().unwrap().len(), 1);
    Ok(())
}
