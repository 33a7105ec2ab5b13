//! Answers that are not shown live are delivered whole, so that a broken one can be requested again.

use tokio_util::sync::CancellationToken;
use wenfang_llm::call::{CallEnd, CallEvent, Delivery};
use wenfang_llm::stream::StreamEvent;
use wenfang_model_server::{Fault, ModelServer, Script, answer, answers_in_turn};

use crate::{Called, call_with, caller, target};

async fn ask(script: impl Into<Script>) -> (Called, usize) {
    let server = ModelServer::start(script).await;
    let targets = [target("only", &server.base_url())];
    let called = call_with(&caller(), &targets, (Delivery::Whole, true), &CancellationToken::new()).await;
    (called, server.requests().len())
}

#[tokio::test]
async fn only_the_complete_retry_is_delivered() {
    let broken = answer::deltas(["旧", "的"]).fault(Fault::CloseWithoutEnd);
    let (called, request_count) =
        ask(answers_in_turn(vec![broken, answer::deltas(["新", "的", "。"])])).await;
    assert_eq!(request_count, 2);
    assert!(matches!(called.report.end, CallEnd::Complete { .. }), "{called:?}");
    let pieces: Vec<_> = called
        .events
        .iter()
        .filter(|event| matches!(event, CallEvent::Answer(StreamEvent::Text(_))))
        .collect();
    assert_eq!(pieces, [&CallEvent::Answer(StreamEvent::Text("新的。".to_owned()))]);
    assert!(called.report.text_shown);
}

#[tokio::test]
async fn the_last_partial_answer_is_delivered_after_all_attempts() {
    let (called, request_count) = ask(answer::deltas(["旧", "的"]).fault(Fault::CloseWithoutEnd)).await;
    assert_eq!(request_count, 3);
    assert!(matches!(called.report.end, CallEnd::Incomplete { .. }), "{called:?}");
    assert_eq!(called.text(), "旧的");
}
