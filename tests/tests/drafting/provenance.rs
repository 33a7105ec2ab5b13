//! Undoing accepted text restores the author's text as the author's.

use serde_json::{Value, json};
use wenfang_model_server::answer;

use crate::studio::{Studio, TEXT, server};

/// A rewrite of the first line of [`TEXT`] that shares words with it.
const REWRITTEN: &str = "江上有风，老周的渡船还没有来。";

/// A novel whose first line was rewritten, with the rewrite accepted; returns the new version.
async fn rewritten() -> (Studio, Value) {
    let server = server(answer::text(REWRITTEN));
    let studio = Studio::with(&server).await;
    let asked = json!({ "scene": 1, "act": "rewrite", "range": { "start": 0, "end": 11 } });
    let (generation, _) = studio.draft(asked).await;
    let saved = studio.ok("generation.accept", json!({ "generation": generation["id"] })).await;
    assert_eq!(spans(&studio).await.len(), 1, "the rewrite is attributed to the model");
    (studio, saved["version"].clone())
}

async fn spans(studio: &Studio) -> Vec<Value> {
    studio.ok("scene.spans", json!({ "scene": 1 })).await["spans"].as_array().unwrap().clone()
}

#[tokio::test]
async fn undone_text_is_not_attributed_to_the_model() {
    let (studio, base) = rewritten().await;
    let undone = json!({ "scene": 1, "base": base, "text": TEXT, "spans": [] });
    studio.ok("scene.save_draft", undone.clone()).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "the draft has no spans");
    studio.ok("checkpoint.create", json!({ "name": "开头" })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "the version from the draft has no spans");

    let (studio, base) = rewritten().await;
    let undone = json!({ "scene": 1, "base": base, "text": TEXT, "spans": [], "from_draft": true });
    studio.ok("scene.save", undone).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "a version saved directly has no spans");
}

#[tokio::test]
async fn without_given_spans_common_words_stay_the_authors() {
    let (studio, base) = rewritten().await;
    let edited = TEXT.replace("江上", "这时江上");
    studio.ok("scene.save_draft", json!({ "scene": 1, "base": base, "text": edited })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "in a draft");
    studio.ok("scene.save", json!({ "scene": 1, "base": base, "text": edited })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "in a version");
}

#[tokio::test]
async fn a_restored_version_has_its_own_spans() {
    let (studio, _) = rewritten().await;
    let text = studio.text().await;
    // The author types the same words as the model.
    studio.ok("scene.save", json!({ "scene": 1, "text": "空。\n", "spans": [] })).await;
    let own = studio.ok("scene.save", json!({ "scene": 1, "text": text, "spans": [] })).await;
    studio.ok("scene.save", json!({ "scene": 1, "text": "空。\n", "spans": [] })).await;
    studio.ok("scene.restore", json!({ "scene": 1, "version": own["version"] })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0]);
}

/// What the author did on one long day: growth, shrinkage and both together, by the standard rule.
async fn written(studio: &Studio) -> [i64; 3] {
    let answer = studio.ok("statistics.days", json!({ "bounds": [0, 4_000_000_000_000_i64] })).await;
    ["added", "removed", "net"].map(|name| answer["days"][0][name]["standard"].as_i64().unwrap())
}

#[tokio::test]
async fn text_by_models_does_not_count_as_written() {
    let server = server(answer::text("船来了。船上没有人。"));
    let studio = Studio::with(&server).await;
    let before = written(&studio).await;
    let (generation, _) = studio.draft(json!({ "scene": 1, "act": "continue", "target": 10 })).await;
    studio.ok("generation.accept", json!({ "generation": generation["id"] })).await;
    assert_eq!(written(&studio).await, before);
    // The author keeps one of its sentences and adds four characters of their own.
    let text = studio.text().await.replace("船上没有人。", "雾散了。");
    studio.ok("scene.save", json!({ "scene": 1, "text": text })).await;
    assert_eq!(written(&studio).await, [before[0] + 4, before[1], before[2] + 4]);
    // The rest of it goes, first in a draft.
    let base = studio.ok("scene.text", json!({ "scene": 1 })).await["version"].clone();
    let text = text.replace("船来了。", "");
    studio.ok("scene.save_draft", json!({ "scene": 1, "base": base, "text": text })).await;
    assert_eq!(written(&studio).await, [before[0] + 4, before[1], before[2] + 4]);
    studio.ok("scene.save", json!({ "scene": 1, "text": text, "from_draft": true })).await;
    assert_eq!(written(&studio).await, [before[0] + 4, before[1], before[2] + 4]);
}

#[tokio::test]
async fn typed_text_stays_written_when_a_model_continues() {
    let server = server(answer::text("船来了。船上没有人。"));
    let studio = Studio::with(&server).await;
    let [added, removed, net] = written(&studio).await;
    let expected = [added + 3, removed, net + 3];
    let (generation, _) = studio.draft(json!({ "scene": 1, "act": "continue", "target": 10 })).await;
    let base = studio.ok("scene.text", json!({ "scene": 1 })).await["version"].clone();
    let typed = format!("{}起雾。\n", studio.text().await);
    studio.ok("scene.save_draft", json!({ "scene": 1, "base": base, "text": typed })).await;
    assert_eq!(written(&studio).await, expected, "as a draft");
    // The author accepts one sentence, without a version between.
    let start = typed.chars().count();
    let span = json!({ "generation": generation["id"], "range": { "start": start, "end": start + 4 } });
    let accepted = json!({
        "scene": 1, "base": base, "text": format!("{typed}船来了。"), "from_draft": true,
        "spans": [span], "accepted": generation["id"],
    });
    let saved = studio.ok("scene.save", accepted).await;
    assert_eq!(written(&studio).await, expected, "beside the accepted sentence");
    let undone = json!({ "scene": 1, "base": saved["version"], "text": typed, "spans": [] });
    studio.ok("scene.save_draft", undone).await;
    assert_eq!(written(&studio).await, expected, "undone in a draft");
    studio.ok("scene.save", json!({ "scene": 1, "text": typed, "spans": [], "from_draft": true })).await;
    assert_eq!(written(&studio).await, expected, "undone in a version");
}

#[tokio::test]
async fn an_undone_rewrite_changes_nothing_that_was_written() {
    let expected = written(&Studio::new().await).await;
    let (studio, base) = rewritten().await;
    assert_eq!(written(&studio).await, expected, "rewritten");
    let undone = json!({ "scene": 1, "base": base, "text": TEXT, "spans": [] });
    studio.ok("scene.save_draft", undone).await;
    assert_eq!(written(&studio).await, expected, "undone in a draft");
    studio.ok("scene.save", json!({ "scene": 1, "text": TEXT, "spans": [], "from_draft": true })).await;
    assert_eq!(written(&studio).await, expected, "undone in a version");
}
