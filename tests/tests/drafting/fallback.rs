//! Server failures: the fallback, the events and the records.

use serde_json::{Value, json};
use wenfang_model_server::{Answer, Fault, answer};
use wenfang_studio::drafting::GenerationEvent;

use crate::studio::{Studio, server};

fn request() -> Value {
    json!({ "scene": 1, "act": "continue", "target": 60 })
}

async fn spent(studio: &Studio) -> Value {
    studio.ok("usage.summary", json!({})).await["month"].clone()
}

#[tokio::test]
async fn every_failure_falls_back_to_the_next_target() {
    let failures = [
        ("a refusal", answer::failing(500)),
        ("too many requests", answer::failing(429)),
        ("an HTML page of a proxy", Answer { fault: Some(Fault::HtmlPage), ..answer::prose(60) }),
        ("silence", Answer { fault: Some(Fault::NeverAnswer), ..answer::prose(60) }),
        ("a reset", Answer { fault: Some(Fault::Reset(0)), ..answer::prose(60) }),
    ];
    for (name, failure) in failures {
        let (first, second) = (server(failure), server(answer::prose(60)));
        let studio = Studio::with(&second).await;
        studio.add("broken", &first.base_url()).await;
        studio.route(&["broken", "home"]).await;
        let (generation, events) = studio.draft(request()).await;
        assert_eq!(
            (&generation["status"], &generation["provider"]),
            (&json!("complete"), &json!("home")),
            "{name}"
        );
        let fell_back = events.iter().any(|event| {
            matches!(event, GenerationEvent::FellBack { from, to, .. } if from == "broken" && to == "home")
        });
        assert!(fell_back, "{name}: {events:?}");
        let records = spent(&studio).await;
        let calls = records.as_array().unwrap();
        assert_eq!(calls.len(), 2, "{name}: both servers have usage records: {records}");
    }
}

#[tokio::test]
async fn an_answer_cut_by_the_gate_succeeds() {
    let server = server(answer::prose(6_000));
    let studio = Studio::with(&server).await;
    let (generation, _) = studio.draft(request()).await;
    assert_eq!(generation["gate"]["outcome"], "cut");
    let records = spent(&studio).await;
    assert_eq!((&records[0]["calls"], &records[0]["failed"]), (&json!(1), &json!(0)), "{records}");
}

#[tokio::test]
async fn there_is_no_fallback_after_text_was_shown() {
    let broken = Answer { fault: Some(Fault::CloseWithoutEnd), ..answer::prose(40) };
    let (first, second) = (server(broken), server(answer::prose(60)));
    let studio = Studio::with(&second).await;
    studio.add("broken", &first.base_url()).await;
    studio.route(&["broken", "home"]).await;
    let (generation, _) = studio.draft(request()).await;
    assert_eq!(generation["status"], "incomplete");
    assert!(!generation["text"].as_str().unwrap().is_empty());
    assert_eq!((first.requests().len(), second.requests().len()), (1, 0));
}

#[tokio::test]
async fn a_route_with_a_host_without_consent_sends_nothing() {
    let (first, second) = (server(answer::prose(60)), server(answer::prose(60)));
    let studio = Studio::with(&first).await;
    studio.add("other", &second.base_url()).await;
    studio.ok("providers.consent", json!({ "id": "other", "agreed": false })).await;
    studio.route(&["home", "other"]).await;
    let refused = studio.ask("generation.run", request()).await.unwrap_err();
    assert_eq!(json!(refused)["code"], "consent_needed");
    assert_eq!((first.requests().len(), second.requests().len()), (0, 0));
}

#[tokio::test]
async fn requests_are_refused_once_the_ceiling_is_reached() {
    let server = server(answer::prose(300));
    let studio = Studio::with(&server).await;
    let listed = studio.ok("providers.list", json!({})).await;
    let mut provider = listed["providers"][0]["provider"].clone();
    provider["models"][0]["price"] =
        json!({ "currency": "CNY", "input": 1_000_000_000, "cached_input": 0, "output": 1_000_000_000 });
    let saved = studio.ask("providers.save", json!({ "provider": provider })).await;
    assert!(saved.is_ok(), "{saved:?}");
    let ceiling = json!({ "currency": "CNY", "micros": 1 });
    studio
        .ok("providers.set_ceilings", json!({ "ceilings": { "per_month": ceiling, "per_run": null } }))
        .await;
    studio.draft(request()).await;
    let refused = studio.ask("generation.run", request()).await.unwrap_err();
    assert_eq!(json!(refused)["code"], "ceiling_reached");
    assert_eq!(server.requests().len(), 1);
}
