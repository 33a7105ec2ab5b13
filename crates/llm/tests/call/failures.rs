//! Each failure: who is asked next, and what the record says.

use wenfang_llm::call::{CallEnd, CallEvent, Delivery};
use wenfang_llm::retry::{FailureClass, Timer};
use wenfang_llm::stream::Finish;
use wenfang_model_server::{Answer, Fault, ModelServer, answer, answers_in_turn, rule, script};

use crate::{Called, call, call_with, caller, nobody, target};

const GOOD: &str = "雨还在下。";

/// Asks a server that answers like this, with a good one behind it.
async fn ask_with_a_good_one_behind(first: Answer) -> (Called, usize, usize) {
    let (never, stalls) = match first.fault {
        Some(Fault::NeverAnswer) => (true, false),
        Some(Fault::StallAfterDeltas(_)) => (false, true),
        _ => (false, false),
    };
    let first = ModelServer::start(first).await;
    let second = ModelServer::start(answer::text(GOOD)).await;
    let mut targets = [target("first", &first.base_url()), target("second", &second.base_url())];
    // Short only where the timer is what is waited for: a busy machine may take its time for the rest.
    if never {
        targets[0].provider.timeouts.first_token = 1;
    }
    if stalls {
        targets[0].provider.timeouts.idle = 1;
    }
    let called = call(&caller(), &targets).await;
    (called, first.requests().len(), second.requests().len())
}

async fn falls_back(first: Answer, class: FailureClass, tries: usize) {
    let (called, asked, asked_next) = ask_with_a_good_one_behind(first).await;
    assert_eq!((asked, asked_next), (tries, 1), "{called:?}");
    assert_eq!(called.text(), GOOD);
    assert_eq!(called.report.end, CallEnd::Complete { finish: Some(Finish::Stop) });
    assert_eq!(called.report.answered_by, Some(1));
    let mut told = vec![("first".to_owned(), Some(class)); tries];
    told.push(("second".to_owned(), None));
    assert_eq!(called.told(), told);
    assert_eq!(called.fallbacks(), [("first".to_owned(), "second".to_owned(), class)]);
    assert_eq!(called.rests().len(), tries - 1);
}

async fn ends_the_call(first: Answer, class: FailureClass) {
    let (called, asked, asked_next) = ask_with_a_good_one_behind(first).await;
    assert_eq!((asked, asked_next), (1, 0), "{called:?}");
    assert!(
        matches!(&called.report.end, CallEnd::Failed { class: told, .. } if *told == class),
        "{called:?}"
    );
    assert_eq!(called.told(), [("first".to_owned(), Some(class))]);
    assert_eq!((called.report.answered_by, called.report.text_shown), (None, false));
}

#[tokio::test]
async fn a_whole_answer_needs_no_one_else() {
    let (called, asked, asked_next) = ask_with_a_good_one_behind(answer::prose(300)).await;
    assert_eq!((asked, asked_next), (1, 0));
    assert_eq!(called.report.answered_by, Some(0));
    assert!(called.report.text_shown);
    let attempt = &called.report.attempts[0];
    assert_eq!(attempt.status, Some(200));
    assert!(attempt.usage.is_some_and(|usage| usage.completion_tokens > 0), "asked for and told");
    assert!(attempt.first_token_ms.is_some());
    assert!(matches!(&called.events[0], CallEvent::Trying { attempt: 1, .. }));
}

#[tokio::test]
async fn nobody_listens() {
    let second = ModelServer::start(answer::text(GOOD)).await;
    let called = call(&caller(), &[target("first", &nobody()), target("second", &second.base_url())]).await;
    assert_eq!(called.text(), GOOD);
    assert_eq!(called.fallbacks()[0].2, FailureClass::Connect);
    assert_eq!(called.report.attempts.len(), 4);
}

#[tokio::test]
async fn the_servers_own_fault() {
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
async fn a_server_that_asks_for_an_hour_is_left_at_once() {
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
async fn a_server_that_stops_in_its_thoughts() {
    let thinks = answer::text("雨").reasoning("想").dialect(wenfang_model_server::Dialect::DeepSeek);
    let class = FailureClass::Timeout { timer: Timer::Idle };
    falls_back(thinks.fault(Fault::StallAfterDeltas(1)), class, 1).await;
}

#[tokio::test]
async fn a_page_of_a_proxy() {
    falls_back(answer::text("").fault(Fault::HtmlPage), FailureClass::Parse, 1).await;
}

#[tokio::test]
async fn a_stream_that_breaks_before_its_first_word() {
    falls_back(answer::text("雨").fault(Fault::CloseAfterBytes(0)), FailureClass::Broken, 3).await;
}

#[tokio::test]
async fn a_wrong_key_is_for_the_author_to_see() {
    ends_the_call(answer::failing(401), FailureClass::Auth).await;
}

#[tokio::test]
async fn a_wrong_request_is_for_the_author_to_see() {
    ends_the_call(answer::failing(404), FailureClass::BadRequest).await;
}

#[tokio::test]
async fn a_prompt_that_is_too_long_is_for_the_author_to_see() {
    let body = r#"{"error": {"message": "too long", "type": "invalid_request_error", "code": "context_length_exceeded"}}"#;
    let mut long = answer::body("application/json", body);
    long.status = 400;
    ends_the_call(long, FailureClass::ContextLength).await;
}

#[tokio::test]
async fn a_refused_content_is_for_the_author_to_see() {
    ends_the_call(answer::text("").finish("content_filter"), FailureClass::Refused).await;
}

#[tokio::test]
async fn retry_after_is_honoured_and_the_same_model_answers() {
    let busy = answer::text("").fault(Fault::RetryAfter(1));
    let server = ModelServer::start(answers_in_turn(vec![busy, answer::text(GOOD)])).await;
    let called = call(&caller(), &[target("only", &server.base_url())]).await;
    assert_eq!(called.text(), GOOD);
    assert_eq!(called.told()[0].1, Some(FailureClass::RateLimited { retry_after_ms: Some(1000) }));
    assert!(matches!(called.rests()[..], [rest] if (1000..=1500).contains(&rest)), "{called:?}");
    let started: Vec<_> = server.requests().iter().map(|request| request.started_ms).collect();
    assert!(started[1] - started[0] >= 1000, "{started:?}");
}

#[tokio::test]
async fn where_fallback_is_forbidden_the_next_is_not_asked() {
    let first = ModelServer::start(answer::failing(402)).await;
    let second = ModelServer::start(answer::text(GOOD)).await;
    let targets = [target("first", &first.base_url()), target("second", &second.base_url())];
    let called = call_with(&caller(), &targets, (Delivery::Live, false), &Default::default()).await;
    assert!(matches!(called.report.end, CallEnd::Failed { class: FailureClass::Quota, .. }));
    assert_eq!(second.requests().len(), 0);
    assert!(called.fallbacks().is_empty());
}

#[tokio::test]
async fn after_text_was_shown_nobody_is_asked_again_whatever_breaks() {
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
        let (called, asked, asked_next) = ask_with_a_good_one_behind(six().fault(fault.clone())).await;
        assert_eq!((asked, asked_next), (1, 0), "{fault:?}: {called:?}");
        assert!(matches!(called.report.end, CallEnd::Incomplete { .. }), "{fault:?}: {called:?}");
        assert!(called.report.text_shown && called.report.answered_by == Some(0), "{fault:?}");
        let text = called.text();
        assert!(!text.is_empty() && "雨还在下，夜".starts_with(&text), "{fault:?}: {text}");
        assert!(called.rests().is_empty() && called.fallbacks().is_empty(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_call_without_targets_fails_and_asks_nobody() {
    let called = call(&caller(), &[]).await;
    assert!(matches!(called.report.end, CallEnd::Failed { .. }));
    assert!(called.report.attempts.is_empty() && called.events.is_empty());
}

#[tokio::test]
async fn what_the_author_set_is_what_is_sent() {
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
