//! Each failure: which target is tried next, and what the report contains.

use wenfang_llm::call::{CallEnd, CallEvent, Delivery};
use wenfang_llm::retry::{FailureClass, Timer};
use wenfang_llm::stream::Finish;
use wenfang_model_server::{Answer, Fault, ModelServer, answer, answers_in_turn, rule, script};

use crate::{Called, call, call_with, caller, target, unreachable};

const GOOD: &str = "雨还在下。";

/// Calls a server with this answer, with a good server as the next target.
async fn call_with_good_fallback(first: Answer) -> (Called, usize, usize) {
    let (never, stalls) = match first.fault {
        Some(Fault::NeverAnswer) => (true, false),
        Some(Fault::StallAfterDeltas(_)) => (false, true),
        _ => (false, false),
    };
    let first = ModelServer::start(first).await;
    let second = ModelServer::start(answer::text(GOOD)).await;
    let mut targets = [target("first", &first.base_url()), target("second", &second.base_url())];
    // Short only for the timer under test: a busy machine may need longer for the rest.
    if never {
        targets[0].provider.timeouts.first_token = 1;
    }
    if stalls {
        targets[0].provider.timeouts.idle = 1;
    }
    let called = call(&caller(), &targets).await;
    (called, first.requests().len(), second.requests().len())
}

async fn falls_back(first: Answer, class: FailureClass, attempts: usize) {
    let (called, first_requests, second_requests) = call_with_good_fallback(first).await;
    assert_eq!((first_requests, second_requests), (attempts, 1), "{called:?}");
    assert_eq!(called.text(), GOOD);
    assert_eq!(called.report.end, CallEnd::Complete { finish: Some(Finish::Stop) });
    assert_eq!(called.report.answered_by, Some(1));
    let mut expected = vec![("first".to_owned(), Some(class)); attempts];
    expected.push(("second".to_owned(), None));
    assert_eq!(called.outcomes(), expected);
    assert_eq!(called.fallbacks(), [("first".to_owned(), "second".to_owned(), class)]);
    assert_eq!(called.delays().len(), attempts - 1);
}

async fn ends_the_call(first: Answer, class: FailureClass) {
    let (called, first_requests, second_requests) = call_with_good_fallback(first).await;
    assert_eq!((first_requests, second_requests), (1, 0), "{called:?}");
    assert!(
        matches!(&called.report.end, CallEnd::Failed { class: expected, .. } if *expected == class),
        "{called:?}"
    );
    assert_eq!(called.outcomes(), [("first".to_owned(), Some(class))]);
    assert_eq!((called.report.answered_by, called.report.text_shown), (None, false));
}

#[tokio::test]
async fn a_complete_answer_needs_no_fallback() {
    let (called, first_requests, second_requests) = call_with_good_fallback(answer::prose(300)).await;
    assert_eq!((first_requests, second_requests), (1, 0));
    assert_eq!(called.report.answered_by, Some(0));
    assert!(called.report.text_shown);
    let attempt = &called.report.attempts[0];
    assert_eq!(attempt.status, Some(200));
    assert!(attempt.usage.is_some_and(|usage| usage.completion_tokens > 0), "requested and reported");
    assert!(attempt.first_token_ms.is_some());
    assert!(matches!(&called.events[0], CallEvent::Trying { attempt: 1, .. }));
}

#[tokio::test]
async fn a_refused_connection() {
    let second = ModelServer::start(answer::text(GOOD)).await;
    let called =
        call(&caller(), &[target("first", &unreachable()), target("second", &second.base_url())]).await;
    assert_eq!(called.text(), GOOD);
    assert_eq!(called.fallbacks()[0].2, FailureClass::Connect);
    assert_eq!(called.report.attempts.len(), 4);
}

#[tokio::test]
async fn a_server_error() {
    falls_back(answer::failing(503), FailureClass::Server { status: 503 }, 3).await;
}

#[tokio::test]
async fn a_request_timeout() {
    falls_back(answer::failing(408), FailureClass::RequestTimeout, 3).await;
}

#[tokio::test]
async fn too_many_requests() {
    falls_back(answer::failing(429), FailureClass::RateLimited { retry_after_ms: None }, 3).await;
}

#[tokio::test]
async fn long_retry_after_falls_back_at_once() {
    let class = FailureClass::RateLimited { retry_after_ms: Some(3_600_000) };
    falls_back(answer::text("").fault(Fault::RetryAfter(3600)), class, 1).await;
}

#[tokio::test]
async fn an_empty_account() {
    falls_back(answer::failing(402), FailureClass::Quota, 1).await;
}

#[tokio::test]
async fn a_server_that_never_answers() {
    let class = FailureClass::Timeout { timer: Timer::FirstToken };
    falls_back(answer::text("").fault(Fault::NeverAnswer), class, 1).await;
}

#[tokio::test]
async fn a_server_that_stalls_while_reasoning() {
    let thinks = answer::text("雨").reasoning("想").dialect(wenfang_model_server::Dialect::DeepSeek);
    let class = FailureClass::Timeout { timer: Timer::Idle };
    falls_back(thinks.fault(Fault::StallAfterDeltas(1)), class, 1).await;
}

#[tokio::test]
async fn a_proxy_page() {
    falls_back(answer::text("").fault(Fault::HtmlPage), FailureClass::Parse, 1).await;
}

#[tokio::test]
async fn a_stream_that_breaks_before_any_text() {
    falls_back(answer::text("雨").fault(Fault::CloseAfterBytes(0)), FailureClass::Broken, 3).await;
}

#[tokio::test]
async fn a_wrong_key_ends_the_call() {
    ends_the_call(answer::failing(401), FailureClass::Auth).await;
}

#[tokio::test]
async fn a_bad_request_ends_the_call() {
    ends_the_call(answer::failing(404), FailureClass::BadRequest).await;
}

#[tokio::test]
async fn an_overlong_prompt_ends_the_call() {
    let body = r#"{"error": {"message": "too long", "type": "invalid_request_error", "code": "context_length_exceeded"}}"#;
    let mut long = answer::body("application/json", body);
    long.status = 400;
    ends_the_call(long, FailureClass::ContextLength).await;
}

#[tokio::test]
async fn refused_content_ends_the_call() {
    ends_the_call(answer::text("").finish("content_filter"), FailureClass::Refused).await;
}

#[tokio::test]
async fn retry_after_is_honoured() {
    let busy = answer::text("").fault(Fault::RetryAfter(1));
    let server = ModelServer::start(answers_in_turn(vec![busy, answer::text(GOOD)])).await;
    let called = call(&caller(), &[target("only", &server.base_url())]).await;
    assert_eq!(called.text(), GOOD);
    assert_eq!(called.outcomes()[0].1, Some(FailureClass::RateLimited { retry_after_ms: Some(1000) }));
    assert!(matches!(called.delays()[..], [rest] if (1000..=1500).contains(&rest)), "{called:?}");
    let started: Vec<_> = server.requests().iter().map(|request| request.started_ms).collect();
    assert!(started[1] - started[0] >= 1000, "{started:?}");
}

#[tokio::test]
async fn without_fallback_the_next_target_is_not_tried() {
    let first = ModelServer::start(answer::failing(402)).await;
    let second = ModelServer::start(answer::text(GOOD)).await;
    let targets = [target("first", &first.base_url()), target("second", &second.base_url())];
    let called = call_with(&caller(), &targets, (Delivery::Live, false), &Default::default()).await;
    assert!(matches!(called.report.end, CallEnd::Failed { class: FailureClass::Quota, .. }));
    assert_eq!(second.requests().len(), 0);
    assert!(called.fallbacks().is_empty());
}

#[tokio::test]
async fn nothing_is_retried_after_text_was_shown() {
    let six = || answer::deltas(["雨", "还", "在", "下", "，", "夜"]);
    let faults = [
        Fault::StallAfterDeltas(3),
        Fault::CloseWithoutEnd,
        Fault::CutJson,
        Fault::ErrorEventAt(3),
        Fault::CloseAfterBytes(700),
        Fault::Reset(700),
    ];
    for fault in faults {
        let (called, first_requests, second_requests) =
            call_with_good_fallback(six().fault(fault.clone())).await;
        assert_eq!((first_requests, second_requests), (1, 0), "{fault:?}: {called:?}");
        assert!(matches!(called.report.end, CallEnd::Incomplete { .. }), "{fault:?}: {called:?}");
        assert!(called.report.text_shown && called.report.answered_by == Some(0), "{fault:?}");
        let text = called.text();
        assert!(!text.is_empty() && "雨还在下，夜".starts_with(&text), "{fault:?}: {text}");
        assert!(called.delays().is_empty() && called.fallbacks().is_empty(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_call_without_targets_fails() {
    let called = call(&caller(), &[]).await;
    assert!(matches!(called.report.end, CallEnd::Failed { .. }));
    assert!(called.report.attempts.is_empty() && called.events.is_empty());
}

#[tokio::test]
async fn the_request_carries_the_authors_settings() {
    let server = ModelServer::start(script(vec![rule(answer::text(GOOD))])).await;
    let mut only = target("only", &format!("{}/chat/completions", server.base_url()));
    only.provider.headers.insert("X-Title".to_owned(), "Wenfang".to_owned());
    only.parameters.temperature = Some(0.7);
    call(&caller(), &[only]).await;
    let request = &server.requests()[0];
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/v1/chat/completions"));
    assert_eq!(request.headers["authorization"], "Bearer sk-canary-9a41");
    assert_eq!(request.headers["x-title"], "Wenfang");
    assert!(request.headers["user-agent"].starts_with("Wenfang/"));
    for absent in ["cookie", "referer", "accept-encoding", "origin"] {
        assert!(!request.headers.contains_key(absent), "{absent}");
    }
    assert_eq!(request.body["temperature"], 0.7);
    assert_eq!(request.body["stream"], true);
}
