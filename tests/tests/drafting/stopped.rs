//! Requests that the author stopped: they are counted, and nothing reads as accepted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, Rule, answer, script};
use wenfang_studio::drafting::Observer;
use wenfang_studio::watch::Watch;

use crate::steps::{NOTES, profile};
use crate::studio::{Studio, server};

/// Runs a request and stops it some time after the server got its first one.
async fn stopped(server: &ModelServer, request: Value, after_ms: u64) -> Studio {
    let studio = Studio::with(server).await;
    let stop: Arc<AtomicBool> = Arc::default();
    let observer = Observer::watching(Watch::new(Arc::clone(&stop), |_| {}));
    let running = studio.observed("generation.run", request, observer);
    let stopping = async {
        while server.requests().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(after_ms)).await;
        stop.store(true, Ordering::Relaxed);
    };
    let _ = tokio::join!(running, stopping);
    studio
}

fn draft(profile: &str) -> Value {
    json!({ "scene": 1, "act": "draft", "target": 3_000, "profile": profile })
}

/// The tokens of the only call, and the generations of the scene. What a step stores after a stop comes a moment later.
async fn counted(studio: &Studio) -> (u64, u64, Vec<Value>) {
    let mut summary = Value::Null;
    for _ in 0..200 {
        summary = studio.ok("usage.summary", json!({})).await;
        let list = studio.ok("generation.list", json!({ "scene": 1 })).await.to_string();
        let is_counted = summary["month"].as_array().is_some_and(|all| !all.is_empty());
        if is_counted && !list.contains(r#""status":"running""#) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let all = summary["month"].as_array().unwrap_or_else(|| panic!("{summary}")).clone();
    assert_eq!(all.len(), 1, "{summary}");
    assert_eq!(all[0]["calls"], 1, "{summary}");
    assert_eq!(all[0]["tokens"]["estimated"], true, "{summary}");
    let tokens = |name: &str| all[0]["tokens"][name].as_u64().unwrap();
    let list = studio.ok("generation.list", json!({ "scene": 1 })).await;
    (tokens("prompt"), tokens("completion"), list["generations"].as_array().unwrap().clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_stopped_midway_is_counted() {
    let server = server(Answer { delta_delay_ms: 10, ..answer::prose(3_000) });
    let studio = stopped(&server, draft("plain"), 400).await;
    let (prompt, completion, made) = counted(&studio).await;
    assert!(prompt > 100 && completion > 0, "{prompt} {completion}");
    assert_eq!((&made[0]["status"], &made[0]["fate"]), (&json!("stopped"), &json!("open")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_stopped_before_its_first_word_is_counted() {
    let server = server(Answer { delay_ms: 1_500, ..answer::prose(300) });
    let studio = stopped(&server, draft("plain"), 100).await;
    let (prompt, completion, made) = counted(&studio).await;
    assert!(prompt > 100 && completion == 0, "{prompt} {completion}");
    assert_eq!((&made[0]["status"], &made[0]["fate"]), (&json!("stopped"), &json!("dismissed")));
    assert_eq!(made[0]["requests"][0]["outcome"], "cancelled");
}

/// A server that is slow to answer a request for notes.
fn slow_notes() -> ModelServer {
    let slow = Answer { delay_ms: 1_500, ..answer::text("{}") };
    server(script(vec![
        Rule { answer: slow, ..Rule::default() }.contains(NOTES),
        Rule { answer: answer::prose(300), ..Rule::default() },
    ]))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_beyond_its_time_is_counted() {
    let server = slow_notes();
    let studio = Studio::with(&server).await;
    let notes = json!({ "id": "notes", "handler": "work_notes", "required": false, "timeout_s": 0.3 });
    profile(&studio, json!({ "pre": [notes] })).await;
    let request = json!({ "scene": 1, "act": "draft", "target": 300, "profile": "mine" });
    let (made, _) = studio.draft(request).await;
    assert_eq!(made["status"], "complete");
    let summary = studio.ok("usage.summary", json!({})).await;
    let calls: u64 =
        summary["month"].as_array().unwrap().iter().filter_map(|one| one["calls"].as_u64()).sum();
    assert_eq!(calls, 2, "{summary}");
    let report = studio.ok("generation.report", json!({ "generation": made["id"] })).await;
    let step = &report["steps"][0];
    assert_eq!((&step["status"], &step["requests"][0]["outcome"]), (&json!("failed"), &json!("cancelled")));
    assert!(step["requests"][0]["tokens"]["prompt"].as_u64() > Some(100), "{step}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_stopped_midway_is_counted() {
    let server = slow_notes();
    let studio = stopped(&server, draft("careful"), 100).await;
    assert_eq!(server.requests().len(), 1);
    let (prompt, _, made) = counted(&studio).await;
    assert!(prompt > 100, "{prompt}");
    // It is the question of a step: nothing was kept, and nothing was accepted.
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!((&made[0]["status"], &made[0]["fate"]), (&json!("stopped"), &json!("dismissed")));
}
