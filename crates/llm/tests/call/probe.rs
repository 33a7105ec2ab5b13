//! "Test connection" against servers with, without, and only claiming each ability.

use serde_json::json;
use tokio_util::sync::CancellationToken;
use wenfang_llm::client::{Client, Endpoint};
use wenfang_llm::probe::{ProbeReport, Verdict, list_models, test};
use wenfang_llm::structured::Abilities;
use wenfang_model_server::{Dialect, ModelServer, Script, answer, rule, script};

use crate::{target, unreachable};

async fn probe(script: impl Into<Script>) -> ProbeReport {
    let server = ModelServer::start(script).await;
    probe_at(&server.base_url()).await
}

async fn probe_at(base_url: &str) -> ProbeReport {
    let only = target("only", base_url);
    let endpoint = Endpoint { provider: &only.provider, key: only.key.as_ref() };
    test(&Client::new(), endpoint, "scripted", &CancellationToken::new()).await
}

fn verdicts(report: &ProbeReport) -> [Verdict; 6] {
    let steps = [
        &report.reachable,
        &report.models,
        &report.streaming,
        &report.json_schema,
        &report.json_mode,
        &report.tools,
    ];
    steps.map(|step| step.verdict)
}

#[tokio::test]
async fn a_server_with_all_abilities() {
    let report = probe(script(vec![
        rule(answer::text("").finish("tool_calls")).parameter("tools"),
        rule(answer::json(json!({ "bird": "wf-7-heron" }))).user_contains("Name a bird"),
        rule(answer::json(json!({ "bird": "夜鹭" }))).parameter("response_format"),
        rule(answer::text("ready")),
    ]))
    .await;
    assert_eq!(verdicts(&report), [Verdict::Ok; 6], "{report:?}");
    assert_eq!(report.model_names, ["scripted"]);
    assert!(report.latency_ms.is_some());
    assert_eq!(report.abilities(), Abilities { json_schema: true, json_mode: true });
}

#[tokio::test]
async fn a_server_that_accepts_a_schema_and_ignores_it() {
    let report = probe(script(vec![
        rule(answer::json(json!({ "bird": "sparrow" }))).parameter("response_format"),
        rule(answer::text("ready")),
    ]))
    .await;
    assert_eq!(report.json_schema.verdict, Verdict::No, "{report:?}");
    assert_eq!(report.json_mode.verdict, Verdict::Ok);
    assert_eq!(report.tools.verdict, Verdict::Unknown);
    assert_eq!(report.abilities(), Abilities { json_schema: false, json_mode: true });
}

#[tokio::test]
async fn a_server_that_refuses_shapes_and_a_parameter() {
    let refusal = |words: &str| {
        let mut refusal = answer::failing(400);
        refusal.text = Some(words.to_owned());
        refusal
    };
    let report = probe(script(vec![
        rule(refusal("stream_options: unknown field")).parameter("stream_options"),
        rule(refusal("response_format is not supported")).parameter("response_format"),
        rule(refusal("tools are not supported")).parameter("tools"),
        rule(answer::text("ready").dialect(Dialect::PlainJson)),
    ]))
    .await;
    use Verdict::{No, Ok};
    assert_eq!(verdicts(&report), [Ok, Ok, No, No, No, No], "{report:?}");
    assert_eq!(report.dropped_parameters, ["stream_options"]);
}

#[tokio::test]
async fn a_wrong_key_stops_after_reachability() {
    let report =
        probe(script(vec![rule(answer::failing(401)), rule(answer::failing(401)).path("/models")])).await;
    use Verdict::{No, Ok, Unknown};
    assert_eq!(verdicts(&report), [Ok, No, No, Unknown, Unknown, Unknown], "{report:?}");
}

#[tokio::test]
async fn an_unreachable_server_stops_the_probe() {
    let report = probe_at(&unreachable()).await;
    use Verdict::{No, Unknown};
    assert_eq!(verdicts(&report), [No, No, Unknown, Unknown, Unknown, Unknown]);
    assert!(report.reachable.message.is_some());
}

#[tokio::test]
async fn a_server_without_a_model_list_is_usable() {
    let report =
        probe(script(vec![rule(answer::failing(404)).path("/models"), rule(answer::text("ready"))])).await;
    assert_eq!(report.models.verdict, Verdict::No);
    assert_eq!((report.reachable.verdict, report.streaming.verdict), (Verdict::Ok, Verdict::Ok));
}

#[tokio::test]
async fn models_are_listed_with_the_key() {
    let server = ModelServer::start(script(vec![])).await;
    let only = target("only", &server.base_url());
    let endpoint = Endpoint { provider: &only.provider, key: only.key.as_ref() };
    let names = list_models(&Client::new(), endpoint, &CancellationToken::new()).await.unwrap();
    assert_eq!(names, ["scripted"]);
    let request = &server.requests()[0];
    assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/v1/models"));
    assert_eq!(request.headers["authorization"], "Bearer sk-canary-9a41");
}
