//! Calls do not wait for a provider that is down.

use wenfang_llm::breaker::{FAILURES_TO_OPEN, FIRST_REST};
use wenfang_llm::call::CallEnd;
use wenfang_llm::retry::FailureClass;
use wenfang_model_server::{ModelServer, answer};

use crate::{call, caller, target};

#[tokio::test]
async fn an_open_circuit_falls_back_immediately() {
    let down = ModelServer::start(answer::failing(502)).await;
    let good = ModelServer::start(answer::text("雨")).await;
    let targets = [target("down", &down.base_url()), target("good", &good.base_url())];
    let caller = caller();
    for _ in 0..2 {
        assert_eq!(call(&caller, &targets).await.text(), "雨");
    }
    assert_eq!(down.requests().len(), FAILURES_TO_OPEN as usize, "the circuit opened within the second call");
    assert!(!caller.is_open_to(&targets[0].provider.id));

    let called = call(&caller, &targets).await;
    assert_eq!(called.text(), "雨");
    assert_eq!(
        called.outcomes()[0],
        ("down".to_owned(), Some(FailureClass::CircuitOpen)),
        "and the skip is recorded"
    );
    assert_eq!(down.requests().len(), FAILURES_TO_OPEN as usize);

    let alone = call(&caller, &targets[..1]).await;
    assert!(matches!(alone.report.end, CallEnd::Failed { class: FailureClass::CircuitOpen, .. }));

    down.set_script(answer::text("雷"));
    caller.forget(&targets[0].provider.id);
    assert_eq!(call(&caller, &targets).await.text(), "雷");
}

#[tokio::test]
async fn refusals_of_single_requests_do_not_open_the_circuit() {
    let server = ModelServer::start(answer::failing(401)).await;
    let targets = [target("only", &server.base_url())];
    let caller = caller();
    for _ in 0..FAILURES_TO_OPEN + 2 {
        call(&caller, &targets).await;
    }
    assert!(caller.is_open_to(&targets[0].provider.id));
    assert_eq!(server.requests().len(), FAILURES_TO_OPEN as usize + 2);
}

/// Advances the clock while no request is in progress.
async fn advance(time: std::time::Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn an_open_circuit_allows_one_trial_after_its_rest() {
    let server = ModelServer::start(answer::failing(502)).await;
    let only = [target("only", &server.base_url())];
    let caller = caller();
    for _ in 0..2 {
        call(&caller, &only).await;
    }
    let request_count = server.requests().len();
    assert_eq!(request_count, FAILURES_TO_OPEN as usize);

    advance(FIRST_REST).await;
    let failed = call(&caller, &only).await;
    let class = FailureClass::Server { status: 502 };
    assert_eq!(failed.outcomes(), [("only".to_owned(), Some(class))], "one trial and no retry");
    assert_eq!(server.requests().len(), request_count + 1);

    advance(FIRST_REST).await;
    let shut = call(&caller, &only).await;
    assert_eq!(
        shut.outcomes(),
        [("only".to_owned(), Some(FailureClass::CircuitOpen))],
        "the second rest is twice as long"
    );

    server.set_script(answer::text("雨"));
    advance(FIRST_REST).await;
    assert_eq!(call(&caller, &only).await.text(), "雨");
    assert!(caller.is_open_to(&only[0].provider.id), "a trial that succeeds closes it");
}

#[tokio::test]
async fn a_cancelled_trial_can_be_repeated() {
    let server = ModelServer::start(answer::failing(502)).await;
    let only = [target("only", &server.base_url())];
    let caller = caller();
    for _ in 0..2 {
        call(&caller, &only).await;
    }
    server.set_script(answer::text("").fault(wenfang_model_server::Fault::NeverAnswer));
    advance(FIRST_REST).await;
    let request_count = server.requests().len();
    tokio::select! {
        _ = call(&caller, &only) => panic!("the server never answers"),
        _ = server.wait_for_requests(request_count + 1) => {}
    }
    server.set_script(answer::text("雨"));
    assert_eq!(call(&caller, &only).await.text(), "雨", "the next request is the trial");
}
