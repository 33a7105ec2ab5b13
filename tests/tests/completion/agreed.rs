//! Whatever asks a model sends nothing beyond the tokens that the author agreed to.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wenfang_model_server::{ModelServer, answer};
use wenfang_studio::Code;
use wenfang_studio::commands::{self, Tag};

use crate::novel::{Novel, items, server};

/// The commands of this file that start runs; their steps ask models.
const RUNS: [&str; 3] = ["workflow.start", "workflow.resume", "workflow.run_again"];
/// The steps of a chapter, by their names in the preview.
const STEPS: [(&str, &str); 4] = [
    ("summary", "completion.summarize"),
    ("extraction", "completion.extract"),
    ("suggestion", "completion.suggest"),
    ("check", "completion.check"),
];

fn tokens(estimate: &Value, (prompt, answer): (&str, &str)) -> u64 {
    let of = |key: &str| estimate[key].as_u64().unwrap_or_else(|| panic!("no {key}: {estimate}"));
    of(prompt) + of(answer)
}

/// The tokens of an estimate of requests to one model.
fn of_requests(estimate: &Value) -> u64 {
    tokens(estimate, ("prompt_tokens", "answer_tokens"))
}

fn with(request: &Value, agreed: u64) -> Value {
    let mut request = request.clone();
    request["agreed"] = json!(agreed);
    request
}

/// The command is refused without the agreement it needs, and sends nothing.
async fn check_refused(novel: &Novel, server: &ModelServer, (command, request): (&str, &Value), needed: u64) {
    let before = server.requests().len();
    assert!(needed > 0, "{command}");
    for less in [0, needed - 1] {
        let refused = novel.ask(command, with(request, less)).await.unwrap_err();
        assert_eq!(refused.code, Code::AgreementNeeded, "{command}: {refused:?}");
    }
    assert_eq!(server.requests().len(), before, "{command}");
}

#[tokio::test]
async fn every_command_that_asks_a_model_is_checked() {
    let uses_models = commands::all().filter(|command| command.changes.contains(&Tag::Usage));
    let here = STEPS.map(|(_, command)| command);
    let known: BTreeSet<&str> =
        here.into_iter().chain(["generation.run", "memory.retrieve", "pipeline.try"]).collect();
    assert_eq!(uses_models.map(|command| command.name).collect::<BTreeSet<_>>(), known);
    assert!(RUNS.iter().all(|run| commands::find(run).is_ok()));
}

#[tokio::test]
async fn a_step_of_a_chapter_needs_agreement() {
    let server = server(answer::json(json!({})));
    let novel = Novel::with(&server).await;
    for (step, command) in STEPS {
        let mut request = json!({ "chapter": 1 });
        if command != "completion.check" {
            request["by"] = json!("model");
            let local = json!({ "chapter": 1, "by": "local", "agreed": 0 });
            novel.ok(command, local).await;
        }
        // The steps before it change what it sends.
        let preview = novel.ok("completion.preview", json!({ "chapter": 1, "by": "model" })).await;
        let needed = of_requests(&preview[step]);
        check_refused(&novel, &server, (command, &request), needed).await;
        let before = server.requests().len();
        // The answer is unusable, which does not matter here.
        let _ = novel.ask(command, with(&request, needed)).await;
        assert!(server.requests().len() > before, "{command}");
    }
}

#[tokio::test]
async fn a_memory_by_a_model_needs_agreement() {
    let server = server(answer::json(json!({ "entities": [], "queries": ["账本"], "events": [] })));
    let novel = Novel::with(&server).await;
    let preview = novel.ok("context.preview", json!({ "scene": 2, "act": "memory" })).await;
    let needed = tokens(&preview["takes"]["asks"], ("prompt_tokens", "answer_tokens"));
    let request = json!({ "scene": 2, "queries_from": "model" });
    check_refused(&novel, &server, ("memory.retrieve", &request), needed).await;
    let memory = novel.ok("memory.retrieve", with(&request, needed)).await;
    assert_eq!((&memory["queries_from"], server.requests().len()), (&json!("model"), 1));
    novel.ok("memory.retrieve", json!({ "scene": 2, "queries_from": "plan", "agreed": 0 })).await;
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn starting_resuming_and_repeating_a_run_needs_agreement() {
    let server = server(answer::json(json!({})));
    let novel = Novel::with(&server).await;
    let local =
        json!({ "workflow": "chapter_completion", "chapter": 2, "input": { "by": "local" }, "agreed": 0 });
    novel.ok("workflow.start", local).await;
    let request = json!({ "workflow": "chapter_completion", "chapter": 1 });
    let needed = of_requests(&novel.ok("workflow.preview_start", request.clone()).await["asks"]);
    check_refused(&novel, &server, ("workflow.start", &request), needed).await;
    let runs = novel.ok("workflow.runs", json!({})).await;
    assert_eq!(items(&runs["runs"]).len(), 1, "a refused run is not stored");

    // The engine of `ok` stops at once, so the run is interrupted.
    let run = novel.ok("workflow.start", with(&request, needed)).await["run"].clone();
    let left = novel.ok("workflow.interrupted", json!({})).await;
    let left = items(&left["runs"]).iter().find(|left| left["summary"]["id"] == run).unwrap().clone();
    let resume = json!({ "run": run });
    check_refused(&novel, &server, ("workflow.resume", &resume), of_requests(&left["asks"])).await;
    novel.ok("workflow.resume", with(&resume, of_requests(&left["asks"]))).await;

    let again = json!({ "run": run, "fresh": true });
    let needed = of_requests(&novel.ok("workflow.preview_again", again.clone()).await["asks"]);
    check_refused(&novel, &server, ("workflow.run_again", &again), needed).await;
}
