//! What a turn will send and what it lacks, told before anything is sent.

use serde_json::{Value, json};
use wenfang_model_server::answer;

use crate::steps::{NOTES, answering, profile};
use crate::studio::{Studio, TEXT};

const STATE: &str = "替一部长篇小说的作者做场记";

async fn steps(studio: &Studio, mut request: Value) -> Vec<Value> {
    request["scene"] = json!(1);
    request["act"] = json!("draft");
    request["profile"] = json!("mine");
    let planned = studio.ok("pipeline.preview", json!({ "request": request })).await;
    planned["steps"].as_array().unwrap().clone()
}

/// The words of all requests of a step.
fn sent(step: &Value) -> String {
    let messages =
        step["requests"].as_array().unwrap().iter().flat_map(|one| one["messages"].as_array().unwrap());
    messages.map(|message| message["content"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_shows_what_it_sends() {
    let notes = json!({ "goal": "等到船", "beats": [], "must_not": [], "echoes": [] });
    let server = answering(&[(NOTES, notes)], answer::prose(60));
    let studio = Studio::with(&server).await;
    let writes = json!({
        "name": "situation", "subject": "novel", "kind": "state", "visibility": "prompt_and_ui",
        "surface": "panel:situation", "content_type": "json",
    });
    let phases = json!({
        "pre": [
            { "id": "clear", "handler": "rewrite_instruction", "required": false },
            { "id": "notes", "handler": "work_notes" },
        ],
        "post": [{ "id": "mend", "handler": "mend_text", "params": { "by": "model" } }],
        "settled": [{ "id": "state", "handler": "update_state", "writes": writes }],
    });
    profile(&studio, phases).await;
    let shown = steps(&studio, json!({ "skip": ["clear"] })).await;
    // Without an instruction nothing is asked about it.
    assert_eq!(shown[0]["requests"], json!([]));
    assert_eq!(
        shown.iter().map(|step| step["adds"].as_bool().unwrap()).collect::<Vec<_>>(),
        [false, true, false, false]
    );
    assert!(sent(&shown[2]).contains("〔正文里查出问题的一段〕"), "{}", shown[2]);
    assert!(
        sent(&shown[3]).contains(STATE) && sent(&shown[3]).contains("〔你采纳后这一场的正文〕"),
        "{}",
        shown[3]
    );
    assert!(!shown.iter().any(|step| sent(step).contains("雪雪")), "filler is no text");
    assert_eq!(shown[1]["requests"][0]["target"]["origin"], server.base_url().trim_end_matches("/v1"));
    assert!(server.requests().is_empty());

    // What is shown is what is sent.
    let (told, text) = (sent(&shown[1]), TEXT.trim());
    assert!(told.contains(text), "{told}");
    studio.draft(json!({ "scene": 1, "act": "draft", "profile": "mine", "skip": ["clear", "mend"] })).await;
    let first = &server.requests()[0].body["messages"];
    let first: Vec<&str> =
        first.as_array().unwrap().iter().map(|message| message["content"].as_str().unwrap()).collect();
    assert!(first.join("\n").starts_with(&told), "{told}\n---\n{}", first.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_plan_says_what_it_lacks() {
    let studio = Studio::new().await;
    let plan = json!({ "plan": ["synopsis", "conflict", "turning_point"] });
    profile(&studio, json!({ "pre": [{ "id": "plan", "handler": "require", "params": plan }] })).await;
    let missing = async || steps(&studio, json!({})).await[0]["missing"].take();
    assert_eq!(missing().await, json!(["synopsis", "conflict", "turning_point"]));
    let described = json!({ "part": { "scene": 1 }, "synopsis": "等船。", "plan": { "conflict": "没有船" } });
    studio.ok("manuscript.describe", described).await;
    assert_eq!(missing().await, json!(["turning_point"]));
}
