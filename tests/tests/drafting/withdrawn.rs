//! Consent that another process gives or withdraws while a novel is open: it counts at once.

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, Rule, answer, script};
use wenfang_studio::Code;
use wenfang_studio::models::{Consent, Models, commands};

use crate::steps::NOTES;
use crate::studio::{Studio, server};

/// Gives or withdraws consent as another process would: from the same folder.
async fn consent(studio: &Studio, agreed: bool) {
    let other = Models::new(studio.folder().join("config"));
    let request: Consent = serde_json::from_value(json!({ "id": "home", "agreed": agreed })).unwrap();
    commands::consent(&other, request).await.unwrap();
}

fn draft() -> Value {
    json!({ "scene": 1, "act": "draft", "target": 300 })
}

async fn consented(studio: &Studio) -> Value {
    studio.ok("context.preview", draft()).await["target"]["consented"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_gives_and_withdraws_consent() {
    let server = server(answer::prose(300));
    let studio = Studio::with(&server).await;
    consent(&studio, false).await;
    assert_eq!(consented(&studio).await, false);
    assert_eq!(studio.ok("providers.list", json!({})).await["providers"][0]["consented"], false);
    let refused = studio.ask("generation.run", draft()).await.unwrap_err();
    assert_eq!(refused.code, Code::ConsentNeeded);
    assert_eq!(server.requests().len(), 0);
    // A change of something else does not bring the consent back.
    studio.ok("providers.set_ceilings", json!({ "ceilings": {} })).await;
    assert_eq!(studio.ask("generation.run", draft()).await.unwrap_err().code, Code::ConsentNeeded);
    assert_eq!(server.requests().len(), 0);
    consent(&studio, true).await;
    assert_eq!(consented(&studio).await, true);
    studio.ok("generation.run", draft()).await;
    assert_eq!(server.requests().len(), 1);
}

/// Runs a draft and withdraws the consent when the server has got this many requests.
async fn withdrawn_at(requests: usize, server: &ModelServer, request: Value) -> (Studio, Value) {
    let studio = Studio::with(server).await;
    let running = studio.ask("generation.run", request);
    let withdrawing = async {
        while server.requests().len() < requests {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        consent(&studio, false).await;
    };
    let (done, ()) = tokio::join!(running, withdrawing);
    let told = done.unwrap_or_else(|error| json!({ "code": error.code }));
    (studio, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_after_a_withdrawal() {
    // Between the rounds of a text that is too short.
    let short = Answer { delay_ms: 200, ..answer::text("江上有风，船还没有来。") };
    let texts = server(script(vec![Rule { answer: short, ..Rule::default() }]));
    let (_, done) = withdrawn_at(1, &texts, draft()).await;
    assert_eq!(texts.requests().len(), 1, "{done}");
    assert_eq!(done["generations"][0]["trouble"]["kind"], "withdrawn");
    // Between the attempts at a value, and before the text.
    let talk = Answer { delay_ms: 200, ..answer::text("好的。") };
    let notes = Rule { answer: talk, ..Rule::default() }.contains(NOTES);
    let steps = server(script(vec![notes, Rule { answer: answer::prose(300), ..Rule::default() }]));
    let (_, done) = withdrawn_at(1, &steps, careful()).await;
    assert_eq!(steps.requests().len(), 1, "{done}");
    // Before a request that failed is sent again.
    let busy = server(script(vec![Rule { answer: answer::failing(503), ..Rule::default() }]));
    let (_, done) = withdrawn_at(1, &busy, draft()).await;
    assert_eq!(busy.requests().len(), 1, "{done}");
}

fn careful() -> Value {
    json!({ "scene": 1, "act": "draft", "target": 300, "profile": "careful" })
}
