//! Turns that were running when the program ended: what becomes of them when the novel is opened.

use serde_json::{Value, json};
use wenfang_model_server::{Answer, Rule, answer, script};
use wenfang_studio::Code;

use crate::steps::{NOTES, profile};
use crate::studio::{Studio, TEXT, server};

/// Longer than any test.
const NEVER_MS: u64 = 60_000;

fn request() -> Value {
    json!({ "scene": 1, "act": "draft", "target": 60, "profile": "mine", "instruction": "写雨" })
}

/// The only run, and its state.
async fn run_of(studio: &Studio) -> (Value, String) {
    let runs = studio.ok("workflow.runs", json!({ "texts": true })).await;
    let run = &runs["runs"][0];
    (run["id"].clone(), run["status"].as_str().unwrap().to_owned())
}

/// Takes the end of a run and one of its steps away, as if the program had ended before that step.
async fn break_off(studio: &Studio, (run, step): (&Value, &str)) {
    let mut tx = studio.project.begin_write().await.unwrap();
    let broken = [
        "update workflow_runs set status = 'running', ended_at = null where id = ?1 and ?2 <> ''",
        "delete from workflow_node_runs where run_id = ?1 and node = ?2",
    ];
    for statement in broken {
        let done = sqlx::query(statement).bind(run.as_i64()).bind(step).execute(&mut *tx).await.unwrap();
        assert_eq!(done.rows_affected(), 1, "{statement}");
    }
    tx.commit().await.unwrap();
}

/// Drafts with a local step after the text, takes that step away, lets the author decide, and opens the novel.
async fn opened_after(command: &str, decision: impl Fn(&Value) -> Value) -> (String, usize) {
    let model = server(answer::prose(60));
    let mut studio = Studio::with(&model).await;
    profile(&studio, json!({ "post": [{ "id": "check", "handler": "check_text" }] })).await;
    let (made, _) = studio.draft(request()).await;
    let (run, _) = run_of(&studio).await;
    break_off(&studio, (&run, "check")).await;
    studio.ok(command, decision(&made["id"])).await;
    studio.reopen().await;
    let status = loop {
        let (_, status) = run_of(&studio).await;
        if status != "running" {
            break status;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(studio.ok("workflow.interrupted", json!({})).await["runs"], json!([]));
    (status, model.requests().len())
}

#[tokio::test(flavor = "multi_thread")]
async fn only_steps_of_undecided_texts_go_on() {
    let decide = |fate: &'static str| move |made: &Value| json!({ "generation": made, "fate": fate });
    assert_eq!(opened_after("generation.decide", decide("open")).await, ("completed".to_owned(), 1));
    assert_eq!(opened_after("generation.decide", decide("accepted")).await, ("partial".to_owned(), 1));
    assert_eq!(opened_after("generation.decide", decide("dismissed")).await, ("partial".to_owned(), 1));
    let bin = |_: &Value| json!({ "part": { "scene": 1 } });
    assert_eq!(opened_after("manuscript.bin", bin).await, ("partial".to_owned(), 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_without_notes_can_be_asked_for_again() {
    let notes = Rule { answer: Answer { delay_ms: NEVER_MS, ..answer::prose(10) }, ..Rule::default() };
    let model = server(script(vec![notes.contains(NOTES)]));
    let mut studio = Studio::with(&model).await;
    profile(&studio, json!({ "pre": [{ "id": "notes", "handler": "work_notes" }] })).await;
    {
        let drafting = studio.ask("generation.run", request());
        tokio::pin!(drafting);
        tokio::select! {
            ended = &mut drafting => panic!("{ended:?}"),
            _ = model.wait_for_requests(1) => {}
        }
    }
    studio.reopen().await;
    let (run, status) = run_of(&studio).await;
    assert_eq!(status, "failed");
    assert_eq!(studio.ok("workflow.interrupted", json!({})).await["runs"], json!([]));
    let refused = studio.ask("workflow.resume", json!({ "run": run })).await.unwrap_err();
    assert_eq!(refused.code, Code::BadRequest, "{refused:?}");
    assert_eq!(model.requests().len(), 1, "nothing is asked again");

    let turn = studio.ok("generation.unwritten", json!({ "scene": 1 })).await["turns"][0].take();
    assert_eq!((&turn["run"], &turn["act"], &turn["instruction"]), (&run, &json!("draft"), &json!("写雨")));
    assert_eq!(turn["again"]["target"], 60);
    // In another text a draft goes to the end, and the place of other acts is unknown.
    studio.ok("scene.save", json!({ "scene": 1, "text": format!("{TEXT}船来了。\n") })).await;
    let turn = studio.ok("generation.unwritten", json!({ "scene": 1 })).await["turns"][0].take();
    assert_eq!(turn["again"]["range"], Value::Null, "{turn}");
    assert_eq!(studio.ok("generation.unwritten", json!({ "scene": 2 })).await["turns"], json!([]));
}
