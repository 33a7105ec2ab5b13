//! Parameters that a model refuses are omitted and reported.

use wenfang_llm::call::CallEnd;
use wenfang_llm::retry::FailureClass;
use wenfang_model_server::{ModelServer, answer, rule, script};

use crate::{call, caller, class, target};

fn refuses(parameter: &str) -> wenfang_model_server::Rule {
    let mut refusal = answer::failing(400);
    refusal.text = Some(format!("invalid {parameter}: only 1 is allowed for this model"));
    rule(refusal).parameter(parameter)
}

#[tokio::test]
async fn a_refused_parameter_is_omitted_from_then_on() {
    let server = ModelServer::start(script(vec![
        refuses("temperature"),
        refuses("stream_options"),
        rule(answer::text("雨")),
    ]))
    .await;
    let mut only = target("only", &server.base_url());
    only.parameters.temperature = Some(0.7);
    let caller = caller();
    let called = call(&caller, std::slice::from_ref(&only)).await;
    assert_eq!(called.text(), "雨");
    let classes: Vec<_> = called.report.attempts.iter().map(class).collect();
    assert_eq!(classes, [Some(FailureClass::BadRequest), Some(FailureClass::BadRequest), None]);
    assert!(called.delays().is_empty());
    assert_eq!(called.report.attempts[2].dropped_parameters, ["stream_options", "temperature"]);

    let again = call(&caller, std::slice::from_ref(&only)).await;
    assert_eq!(again.report.attempts.len(), 1, "remembered");
    assert_eq!(
        again.report.attempts[0].dropped_parameters,
        ["stream_options", "temperature"],
        "still reported"
    );
    assert_eq!(server.requests().len(), 4);

    caller.forget(&only.provider.id);
    assert_eq!(call(&caller, &[only]).await.report.attempts.len(), 3);
}

#[tokio::test]
async fn a_refusal_without_a_sent_parameter_is_final() {
    let mut refusal = answer::failing(400);
    refusal.text = Some("top_k must be below 100".to_owned());
    let server = ModelServer::start(refusal).await;
    let called = call(&caller(), &[target("only", &server.base_url())]).await;
    assert!(matches!(called.report.end, CallEnd::Failed { class: FailureClass::BadRequest, .. }));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn repeated_refusal_of_a_parameter_ends_the_call() {
    let mut refusal = answer::failing(400);
    refusal.text = Some("temperature is wrong".to_owned());
    let server = ModelServer::start(refusal).await;
    let mut only = target("only", &server.base_url());
    only.parameters.temperature = Some(0.7);
    call(&caller(), &[only]).await;
    assert_eq!(server.requests().len(), 2);
}
