//! One press is one turn: paid once, with the same prompt whatever step ends first.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::{Answer, Rule, answer, script};
use wenfang_studio::Code;

use crate::studio::{Studio, server};

/// The number of double presses; `WENFANG_PRESSES` sets another one.
const PRESSES: usize = 24;

/// A profile with four steps before the text, of which one asks a model.
const BROAD: &str = r#"{
  "profile_id": "broad", "title": { "zh": "多问", "en": "Broad" },
  "pre": [
    { "id": "memory", "handler": "recall_memory", "required": false },
    { "id": "notes", "handler": "work_notes", "required": false },
    { "id": "people", "handler": "situation", "required": false },
    { "id": "style", "handler": "style_sample", "required": false }
  ]
}"#;

/// A rule that answers the question for notes after a while.
pub fn notes_after(delay_ms: u64) -> Rule {
    let notes =
        json!({ "goal": "老周等到船", "beats": ["船来了"], "must_not": ["不写船家是谁"], "echoes": [] });
    Rule { answer: Answer { delay_ms, ..answer::json(notes) }, ..Rule::default() }.contains("工作笔记，交给")
}

/// Drafts once with notes that come at once or late; returns the hash of the prompt and the request.
async fn prompt(delay_ms: u64) -> (Value, Value) {
    let server =
        server(script(vec![notes_after(delay_ms), Rule { answer: answer::prose(300), ..Rule::default() }]));
    let studio = Studio::with(&server).await;
    studio.ok("pipeline.save", json!({ "text": BROAD })).await;
    let (made, _) =
        studio.draft(json!({ "scene": 1, "act": "draft", "target": 300, "profile": "broad" })).await;
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    (made["prompt_hash"].clone(), requests[1].body.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn late_notes_change_nothing_of_the_prompt() {
    let first = prompt(0).await;
    assert!(first.1.to_string().contains("不写船家是谁"));
    for delay_ms in [0, 40, 400] {
        assert_eq!(prompt(delay_ms).await, first, "{delay_ms} ms");
    }
}

/// A model that takes a moment: the second press comes while the first runs.
fn slow() -> Answer {
    Answer { delay_ms: 120, ..answer::prose(60) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_press_is_paid_once() {
    let presses =
        std::env::var("WENFANG_PRESSES").ok().and_then(|count| count.parse().ok()).unwrap_or(PRESSES);
    let server = server(slow());
    let studio = Studio::with(&server).await;
    let mut ids = std::collections::BTreeSet::new();
    for press in 0..presses {
        // Half of them have a step after the text, so they are runs.
        let profile = if press % 2 == 0 { "plain" } else { "checked" };
        let request = json!({
            "scene": 1, "act": "continue", "target": 60, "profile": profile, "press": press.to_string(),
        });
        let gap = Duration::from_millis(press as u64 % 40);
        let second = async {
            tokio::time::sleep(gap).await;
            studio.heard("generation.run", request.clone()).await
        };
        let ((first, heard), (second, heard_too)) =
            tokio::join!(studio.heard("generation.run", request.clone()), second);
        assert_eq!(first, second, "press {press}");
        assert_eq!(heard, heard_too, "press {press}: both hear it from its beginning");
        ids.extend(first["generations"].as_array().unwrap().iter().map(|made| made["id"].as_i64()));
        assert_eq!(server.requests().len(), press + 1, "calls after press {press}");
        server_forgets_nothing(&studio, press + 1).await;
    }
    assert!(ids.len() >= presses);
    eprintln!("{presses} double presses, {} calls at the server", server.requests().len());
}

/// The record of usage has one row for each call.
async fn server_forgets_nothing(studio: &Studio, calls: usize) {
    if !calls.is_multiple_of(100) {
        return;
    }
    let mut tx = studio.project.begin_read().await.unwrap();
    let spent = wenfang_project::usage::spent_since(&mut tx, 0.into()).await.unwrap();
    assert_eq!(spent.iter().map(|spent| spent.calls).sum::<u64>(), calls as u64);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_step_is_paid_before_the_author_agreed() {
    let server = server(script(vec![notes_after(0), Rule { answer: answer::prose(300), ..Rule::default() }]));
    let studio = Studio::with(&server).await;
    studio.ok("pipeline.save", json!({ "text": BROAD })).await;
    let mut request = json!({ "scene": 1, "act": "draft", "target": 300, "profile": "broad", "agreed": 0 });
    let planned = studio.ok("pipeline.preview", json!({ "request": request })).await;
    let tokens = |takes: &Value| {
        takes["asks"]["prompt_tokens"].as_u64().unwrap() + takes["asks"]["answer_tokens"].as_u64().unwrap()
    };
    let (text, whole) = (tokens(&planned["text"]), tokens(&planned["takes"]));
    assert!(text < whole, "{planned}");
    for agreed in [0, text, whole - 1] {
        request["agreed"] = json!(agreed);
        let refused = studio.ask("generation.run", request.clone()).await.unwrap_err();
        assert_eq!(refused.code, Code::AgreementNeeded, "{refused:?}");
    }
    assert_eq!(server.requests().len(), 0, "a step was paid");
    request["agreed"] = json!(whole);
    studio.draft(request).await;
    assert_eq!(server.requests().len(), 2);
}
