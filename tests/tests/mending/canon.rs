//! The author changes the setting while a mending works: what contradicted it may be right now.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::answer;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;

use crate::by_model::{checked_with, of_model, verdict};
use crate::story::wait;

const PASSAGE: &str = "阿芷提着灯，站在渡口。";

/// Mends the issue of a model by a fixer that changes nothing, while the author does `change`. Returns the issue, and
/// the number of requests.
async fn mended_while(change: Option<Value>) -> (Value, usize) {
    let fixed = answer::text(PASSAGE).delta_delay_ms(400);
    let (server, novel) = checked_with(verdict("gone", PASSAGE), fixed).await;
    let before = server.requests().len();
    let service = novel.workflow_service().await;
    let request = of_model(json!({ "policy": { "count": 1 } }));
    let begun = workflows::commands::call(&service, "mend.begin", request, &Watch::silent()).await.unwrap();
    for _ in 0..500 {
        if server.requests().len() > before {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    if let Some(change) = change {
        novel.ok("kg.save_fact", change).await;
    }
    wait(&service, &begun["run"]).await;
    service.close().await;
    let issue = novel.ok("mend.issue", json!({ "issue": begun["issues"][0] })).await;
    (issue, server.requests().len() - before)
}

#[tokio::test]
async fn a_changed_setting_resolves_what_contradicted_it() {
    let lives = json!({ "subject": { "name": "阿芷" }, "predicate": "住处", "object": { "text": "渡口" } });
    let (issue, requests) = mended_while(Some(lives)).await;
    assert_eq!((&issue["state"], requests), (&json!("resolved"), 2), "a verdict was asked for: {issue}");
}

#[tokio::test]
async fn an_unchanged_passage_and_setting_resolve_nothing() {
    let (issue, requests) = mended_while(None).await;
    assert_eq!((&issue["state"], requests), (&json!("new"), 1), "{issue}");
    let other = json!({ "subject": { "name": "老周" }, "predicate": "住处", "object": { "text": "渡口" } });
    let (issue, requests) = mended_while(Some(other)).await;
    assert_eq!((&issue["state"], requests), (&json!("new"), 1), "another person: {issue}");
}
