//! Undoing what was accepted gives the author's words back as the author's.

use serde_json::{Value, json};
use wenfang_model_server::answer;

use crate::studio::{Studio, TEXT, server};

/// A rewriting of the first line of [`TEXT`], with words that the author had as well.
const REWRITTEN: &str = "江上有风，老周的渡船还没有来。";

/// A novel in which the first line was rewritten and the rewriting taken whole; the new version.
async fn rewritten() -> (Studio, Value) {
    let server = server(answer::text(REWRITTEN));
    let studio = Studio::with(&server).await;
    let asked = json!({ "scene": 1, "act": "rewrite", "range": { "start": 0, "end": 11 } });
    let (generation, _) = studio.draft(asked).await;
    let saved = studio.ok("generation.accept", json!({ "generation": generation["id"] })).await;
    assert_eq!(spans(&studio).await.len(), 1, "the rewriting is known to be the model's");
    (studio, saved["version"].clone())
}

async fn spans(studio: &Studio) -> Vec<Value> {
    studio.ok("scene.spans", json!({ "scene": 1 })).await["spans"].as_array().unwrap().clone()
}

#[tokio::test]
async fn after_an_undo_no_word_of_the_author_is_the_models() {
    let (studio, base) = rewritten().await;
    let undone = json!({ "scene": 1, "base": base, "text": TEXT, "spans": [] });
    studio.ok("scene.save_draft", undone.clone()).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "the draft says that there are none");
    studio.ok("checkpoint.create", json!({ "name": "开头" })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "nor has the version that the draft became");

    let (studio, base) = rewritten().await;
    let undone = json!({ "scene": 1, "base": base, "text": TEXT, "spans": [], "from_draft": true });
    studio.ok("scene.save", undone).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "nor one that was saved at once");
}

#[tokio::test]
async fn where_nobody_says_anything_common_words_stay_the_authors() {
    let (studio, base) = rewritten().await;
    let edited = TEXT.replace("江上", "这时江上");
    studio.ok("scene.save_draft", json!({ "scene": 1, "base": base, "text": edited })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "in a draft");
    studio.ok("scene.save", json!({ "scene": 1, "base": base, "text": edited })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0], "in a version");
}

#[tokio::test]
async fn a_version_that_comes_back_has_its_own_spans() {
    let (studio, _) = rewritten().await;
    let text = studio.text().await;
    // The author writes the very words of the model.
    studio.ok("scene.save", json!({ "scene": 1, "text": "空。\n", "spans": [] })).await;
    let own = studio.ok("scene.save", json!({ "scene": 1, "text": text, "spans": [] })).await;
    studio.ok("scene.save", json!({ "scene": 1, "text": "空。\n", "spans": [] })).await;
    studio.ok("scene.restore", json!({ "scene": 1, "version": own["version"] })).await;
    assert_eq!(spans(&studio).await, [] as [Value; 0]);
}
