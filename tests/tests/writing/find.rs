//! Finding and replacing in real novels.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::corpus;
use wenfang_tests::kit::{TestProject, scenes};
use wenfang_text::{CharRange, TextIndex};

use crate::{ask, everything, texts};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

#[tokio::test]
async fn a_replacement_in_a_whole_novel_can_be_undone() -> Result<()> {
    let Some(chapters) = corpus::hongloumeng() else { return Ok(()) };
    let novel = TestProject::with_chapters(&chapters).await?;
    let project = &novel.project;
    let before = texts(project).await?;
    let total: usize = before.iter().map(|text| text.matches("宝玉").count()).sum();

    let found = ask(project, "manuscript.find", json!({ "pattern": "宝玉" })).await?;
    assert_eq!((number(&found["total"]), number(&found["searched"])), (total, before.len()));
    assert_eq!(list(&found["hits"]).len(), 2_000, "the rest is counted");
    let order = scenes(project).await?;
    let mut last = (0, 0);
    for hit in list(&found["hits"]) {
        let at = order.iter().position(|scene| json!(scene) == hit["scene"]).unwrap();
        let (start, end) = (number(&hit["range"]["start"]), number(&hit["range"]["end"]));
        let index = TextIndex::new(&before[at]);
        assert_eq!(index.slice(CharRange::new(start, end)), "宝玉");
        let around = format!(
            "{}宝玉{}",
            hit["excerpt"]["before"].as_str().unwrap(),
            hit["excerpt"]["after"].as_str().unwrap()
        );
        assert!(before[at].contains(&around) && !around.contains('\n'));
        assert!(last <= (at, start));
        last = (at, end);
    }

    let request = json!({ "pattern": "宝玉", "replacement": "石兄", "expected": found["fingerprint"] });
    let replaced = ask(project, "manuscript.replace", request).await?;
    assert_eq!(number(&replaced["replaced"]), total);
    let wanted: Vec<String> = before.iter().map(|text| text.replace("宝玉", "石兄")).collect();
    assert_eq!(texts(project).await?, wanted);
    let changed = &replaced["scenes"][0]["scene"];
    let history = ask(project, "scene.history", json!({ "scene": changed })).await?;
    let labels: Vec<&Value> = list(&history["versions"]).iter().map(|version| &version["label"]).collect();
    assert!(labels.contains(&&json!("宝玉 → 石兄")), "{labels:?}");

    let undone = ask(project, "manuscript.undo_replace", json!({ "scenes": replaced["scenes"] })).await?;
    assert_eq!(list(&undone["restored"]).len(), list(&replaced["scenes"]).len());
    assert_eq!(list(&undone["left"]).len(), 0);
    assert_eq!(texts(project).await?, before);
    let doctor = ask(project, "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}

#[tokio::test]
async fn a_thousand_chapters_are_searched_at_once() -> Result<()> {
    let Some(chapters) = corpus::hongloumeng() else { return Ok(()) };
    let chapters: Vec<(String, String)> = chapters.iter().cycle().take(1_000).cloned().collect();
    let novel = TestProject::with_chapters(&chapters).await?;
    for (pattern, matching) in [("林黛玉", "plain"), ("(宝|黛)玉(笑|哭)道", "regex")] {
        let begun = std::time::Instant::now();
        let request = json!({ "pattern": pattern, "matching": matching });
        let found = ask(&novel.project, "manuscript.find", request).await?;
        eprintln!("{pattern}: {} hits in {:?}", found["total"], begun.elapsed());
        // Loose, for a debug build on a busy machine; the benchmarks measure the real duration.
        assert!(begun.elapsed().as_secs() < 10);
    }
    Ok(())
}

#[tokio::test]
async fn a_stale_preview_is_refused() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "灯亮。"), ("二", "灯灭。"), ("三", "没有光。")]).await?;
    let project = &novel.project;
    let order = scenes(project).await?;
    let found = ask(project, "manuscript.find", json!({ "pattern": "灯" })).await?;
    let request = json!({ "pattern": "灯", "replacement": "火", "expected": found["fingerprint"] });
    // A scene without a hit now has one; the text of another one changed; another pattern.
    ask(project, "scene.save_draft", json!({ "scene": order[2], "base": 1, "text": "没有灯光。" })).await?;
    let before = everything(project).await?;
    let error = call(project, "manuscript.replace", request.clone()).await.unwrap_err();
    assert_eq!((error.code, &error.details["stale"]), (Code::BadRequest, &json!(true)));
    let mut other = request.clone();
    other["pattern"] = json!("光");
    assert_eq!(call(project, "manuscript.replace", other).await.unwrap_err().code, Code::BadRequest);
    assert_eq!(everything(project).await?, before);
    // A draft without hits stays; one with hits becomes a version first.
    ask(project, "scene.save_draft", json!({ "scene": order[2], "base": 1, "text": "没有光，真的。" }))
        .await?;
    ask(project, "scene.save_draft", json!({ "scene": order[0], "base": 1, "text": "灯亮，灯灭。" })).await?;
    let found = ask(project, "manuscript.find", json!({ "pattern": "灯" })).await?;
    let except = json!([{ "scene": order[0], "range": { "start": 3, "end": 4 } }]);
    let request = json!({
        "pattern": "灯", "replacement": "火", "expected": found["fingerprint"], "except": except,
    });
    let replaced = ask(project, "manuscript.replace", request).await?;
    assert_eq!(
        replaced["scenes"],
        json!([
            { "scene": order[0], "before": 2, "after": 3, "replaced": 1 },
            { "scene": order[1], "before": 1, "after": 2, "replaced": 1 },
        ])
    );
    assert_eq!(texts(project).await?, ["火亮，灯灭。", "火灭。", "没有光，真的。"]);
    assert_eq!(ask(project, "project.info", json!({})).await?["drafts"], 1);
    Ok(())
}

#[tokio::test]
async fn an_outdated_draft_is_replaced_on_its_own_branch() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "灯亮。")]).await?;
    let project = &novel.project;
    let scene = scenes(project).await?[0];
    ask(project, "scene.save", json!({ "scene": scene, "text": "灯亮了一夜。" })).await?;
    ask(project, "scene.save_draft", json!({ "scene": scene, "base": 1, "text": "灯灭。" })).await?;
    let replaced =
        ask(project, "manuscript.replace", json!({ "pattern": "灯", "replacement": "火" })).await?;
    assert_eq!(replaced["scenes"], json!([{ "scene": scene, "before": 3, "after": 4, "replaced": 1 }]));
    let text = |version: Value| ask(project, "scene.text", json!({ "scene": scene, "version": version }));
    assert_eq!(text(json!(3)).await?["text"], "灯灭。");
    assert_eq!(
        (&text(json!(4)).await?["text"], &text(json!(4)).await?["branch"]),
        (&json!("火灭。"), &json!(1))
    );
    assert_eq!(text(Value::Null).await?["text"], "灯亮了一夜。");
    let undone = ask(project, "manuscript.undo_replace", json!({ "scenes": replaced["scenes"] })).await?;
    assert_eq!(undone["restored"], json!([{ "scene": scene, "version": 5 }]));
    assert_eq!(
        (&text(json!(5)).await?["text"], &text(json!(5)).await?["branch"]),
        (&json!("灯灭。"), &json!(1))
    );
    Ok(())
}

#[tokio::test]
async fn undoing_a_replacement_keeps_later_edits() -> Result<()> {
    let novel =
        TestProject::with_chapters(&[("一", "灯一"), ("二", "灯二"), ("三", "灯三"), ("四", "灯四")]).await?;
    let project = &novel.project;
    let order = scenes(project).await?;
    let replaced =
        ask(project, "manuscript.replace", json!({ "pattern": "灯", "replacement": "火" })).await?;
    ask(project, "scene.save", json!({ "scene": order[0], "text": "火一，后来" })).await?;
    ask(project, "scene.save_draft", json!({ "scene": order[1], "base": 2, "text": "火二，正在写" })).await?;
    ask(project, "scene.save_draft", json!({ "scene": order[2], "base": 2, "text": "火三" })).await?;
    let undone = ask(project, "manuscript.undo_replace", json!({ "scenes": replaced["scenes"] })).await?;
    assert_eq!(
        undone["left"],
        json!([{ "scene": order[0], "reason": "moved_on" }, { "scene": order[1], "reason": "draft" }])
    );
    assert_eq!(texts(project).await?, ["火一，后来", "火二，正在写", "灯三", "灯四"]);
    Ok(())
}

#[tokio::test]
async fn a_damaged_scene_is_named_and_others_searched() -> Result<()> {
    let novel = TestProject::with_chapters(&[("一", "灯亮。"), ("二", "灯灭。")]).await?;
    let project = &novel.project;
    let order = scenes(project).await?;
    let mut conn = project.writer_connection().await?;
    sqlx::query(
        "update blobs set data = zeroblob(length(data)) where id = (
             select blob_id from scene_text_versions where scene_id = ?)",
    )
    .bind(order[0].get())
    .execute(&mut *conn)
    .await?;
    drop(conn);
    let found = ask(project, "manuscript.find", json!({ "pattern": "灯" })).await?;
    assert_eq!((&found["unreadable"], &found["total"]), (&json!([order[0]]), &json!(1)));
    let replaced =
        ask(project, "manuscript.replace", json!({ "pattern": "灯", "replacement": "火" })).await?;
    assert_eq!((&replaced["unreadable"], &replaced["replaced"]), (&json!([order[0]]), &json!(1)));
    Ok(())
}
