//! Every AI-written character, in any version, leads to the receipt of what was sent.

use serde_json::{Value, json};
use wenfang_model_server::{Dialect, answer};
use wenfang_text::ContentHash;

use crate::studio::{Studio, server};

/// Accepts a continuation of `target` 字 at the end of scene 1.
async fn go_on(studio: &Studio, target: usize) -> Value {
    let (generation, _) = studio.draft(json!({ "scene": 1, "act": "continue", "target": target })).await;
    studio.ok("generation.accept", json!({ "generation": generation["id"] })).await;
    generation
}

/// The characters of a text, each with its generation.
async fn origins(studio: &Studio, scene: i64) -> Vec<(char, Option<i64>)> {
    let shown = studio.ok("scene.text", json!({ "scene": scene })).await;
    let text = shown["draft"]["text"].as_str().or(shown["text"].as_str()).unwrap().to_owned();
    let spans = studio.ok("scene.spans", json!({ "scene": scene })).await;
    let spans = spans["spans"].as_array().unwrap().clone();
    let of = |at: usize| {
        let holds = |span: &&Value| {
            let place = |name: &str| span["range"][name].as_u64().unwrap() as usize;
            (place("start")..place("end")).contains(&at)
        };
        spans.iter().find(holds).map(|span| span["generation"].as_i64().unwrap())
    };
    text.chars().enumerate().map(|(at, c)| (c, of(at))).collect()
}

async fn every_span_has_a_receipt(studio: &Studio, scene: i64) -> usize {
    let origins = origins(studio, scene).await;
    let mut generated = 0;
    for (at, (_, generation)) in origins.iter().enumerate() {
        let Some(generation) = generation else { continue };
        generated += 1;
        let origin = studio.ok("generation.at", json!({ "scene": scene, "offset": at })).await;
        assert_eq!(origin["span"]["generation"], json!(generation));
        let receipt = &origin["receipt"];
        assert_eq!(receipt["model"]["model"], "scripted");
        assert!(receipt["template"]["hash"].as_str().unwrap().len() == 64);
        assert!(!receipt["messages"].as_array().unwrap().is_empty());
        assert!(!receipt["parts"].as_array().unwrap().is_empty(), "the receipt lists sent and dropped parts");
    }
    generated
}

#[tokio::test]
async fn generated_text_keeps_its_receipt_through_all_changes() {
    let server = server(answer::prose_as_asked(1.0));
    let studio = Studio::with(&server).await;
    let first = go_on(&studio, 80).await;
    let with_first = studio.ok("scene.text", json!({ "scene": 1 })).await["version"].clone();
    let second = go_on(&studio, 60).await;
    let length = |generation: &Value| generation["text"].as_str().unwrap().chars().count();
    let whole = length(&first) + length(&second);
    assert_eq!(every_span_has_a_receipt(&studio, 1).await, whole);

    // An edit inside the text by a caller that passes no spans.
    let text = studio.text().await;
    let middle = text.chars().count() - length(&second) / 2;
    let edited: String =
        text.chars().take(middle).chain("（他咳了一声）".chars()).chain(text.chars().skip(middle)).collect();
    studio.ok("scene.save", json!({ "scene": 1, "text": edited })).await;
    assert_eq!(
        every_span_has_a_receipt(&studio, 1).await,
        whole,
        "unchanged text keeps its origin, new text has none"
    );

    // A draft, restored versions, a split, a merge.
    let version = studio.ok("scene.text", json!({ "scene": 1 })).await["version"].clone();
    let draft = format!("夜。\n{edited}");
    studio.ok("scene.save_draft", json!({ "scene": 1, "base": version, "text": draft })).await;
    assert_eq!(every_span_has_a_receipt(&studio, 1).await, whole);
    studio.ok("scene.save", json!({ "scene": 1, "base": version, "text": draft, "from_draft": true })).await;
    studio.ok("scene.restore", json!({ "scene": 1, "version": with_first })).await;
    assert_eq!(
        every_span_has_a_receipt(&studio, 1).await,
        length(&first),
        "that version contained only the first generation"
    );
    studio.ok("scene.restore", json!({ "scene": 1, "version": version })).await;
    let middle = studio.text().await.chars().count() - length(&second) / 2;
    let spans = studio.ok("scene.spans", json!({ "scene": 1 })).await;
    let split = studio.ok("scene.split", json!({ "scene": 1, "at": middle })).await;
    studio.ok("scene.undo_split", split).await;
    assert_eq!(studio.ok("scene.spans", json!({ "scene": 1 })).await["spans"], spans["spans"]);
    let split = studio.ok("scene.split", json!({ "scene": 1, "at": middle })).await;
    let created = split["created"].as_i64().unwrap();
    let parts =
        (every_span_has_a_receipt(&studio, 1).await, every_span_has_a_receipt(&studio, created).await);
    assert!(
        parts.1 > 0 && whole - parts.0 - parts.1 <= 2,
        "{parts:?} of {whole}: whitespace at the seam may go"
    );
    studio.ok("scene.merge", json!({ "scene": 1, "with": created })).await;
    assert_eq!(every_span_has_a_receipt(&studio, 1).await, parts.0 + parts.1);
}

#[tokio::test]
async fn the_receipt_is_stored_before_the_answer() {
    let server = server(answer::failing(500));
    let studio = Studio::with(&server).await;
    let (generation, _) = studio.draft(json!({ "scene": 1, "act": "continue", "target": 60 })).await;
    assert_eq!(generation["status"], "failed");
    let card = studio.ok("generation.get", json!({ "generation": generation["id"] })).await;
    assert_eq!(card["receipt"]["prompt_hash"], generation["prompt_hash"]);
    let sent = server.requests()[0].body["messages"].clone();
    let kept: Vec<Value> =
        card["receipt"]["messages"].as_array().unwrap().iter().map(|m| m["content"].clone()).collect();
    let sent: Vec<Value> = sent.as_array().unwrap().iter().map(|m| m["content"].clone()).collect();
    assert_eq!(kept, sent, "the receipt contains exactly what was sent");
}

#[tokio::test]
async fn reasoning_is_counted_and_not_stored() {
    let thought = "先想清楚码头上的雾，再写那条船。".repeat(20);
    let server = server(answer::prose_as_asked(1.0).dialect(Dialect::DeepSeek).reasoning(&thought));
    let studio = Studio::with(&server).await;
    let generation = go_on(&studio, 80).await;
    let card = studio.ok("generation.get", json!({ "generation": generation["id"] })).await;
    let reasoning = &card["generation"]["reasoning"];
    assert!((100..1_000).contains(&reasoning["tokens"].as_u64().unwrap()), "{reasoning}");
    assert_eq!(reasoning["hash"], ContentHash::of(thought.as_bytes()).to_string());
    assert!(!card.to_string().contains("码头上的雾"));
    studio.project.tidy().await.unwrap();
    let file = std::fs::read(studio.project.path()).unwrap();
    let words = "码头上的雾".as_bytes();
    assert!(!file.windows(words.len()).any(|bytes| bytes == words), "the reasoning is in the file");
}
