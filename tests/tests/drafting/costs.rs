//! The cost of models: estimated before anything is sent, agreed to by the author, and recorded as the server
//! reports it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use wenfang_model_server::{Answer, Fault, Usage, answer, answers_in_turn};
use wenfang_studio::Code;
use wenfang_studio::drafting::{GenerationEvent, Observer};
use wenfang_studio::watch::Watch;

use crate::studio::{Studio, server};

const ACTS: [&str; 4] = ["draft", "continue", "titles", "card"];

#[tokio::test]
async fn nothing_is_sent_beyond_the_agreed_tokens() {
    let server = server(answer::prose_as_asked(1.0));
    let studio = Studio::with(&server).await;
    for act in ACTS {
        let request = json!({ "scene": 1, "act": act, "agreed": 0 });
        let refused = studio.ask("generation.run", request.clone()).await.unwrap_err();
        assert_eq!(refused.code, Code::AgreementNeeded, "{act}");
        let estimate = studio.ok("context.preview", request).await["takes"].clone();
        assert_eq!(estimate["least"]["asks"]["requests"], 1, "{act}: {estimate}");
        assert!(estimate["asks"]["answer_tokens"].as_u64() > Some(0), "{act}: {estimate}");
        let less = json!({ "scene": 1, "act": act, "agreed": tokens(&estimate) - 1 });
        assert_eq!(studio.ask("generation.run", less).await.unwrap_err().code, Code::AgreementNeeded);
    }
    assert_eq!(server.requests().len(), 0);
    let list = studio.ok("generation.list", json!({ "scene": 1 })).await;
    assert_eq!(list["generations"], json!([]), "a refused request leaves no generation");

    let request = json!({ "scene": 1, "act": "draft", "target": 300 });
    let estimate = studio.ok("context.preview", request.clone()).await["takes"].clone();
    let mut agreed = request.clone();
    agreed["agreed"] = json!(tokens(&estimate));
    studio.ok("generation.run", agreed).await;
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn only_requests_above_the_models_limit_need_agreement() {
    let server = server(answer::prose_as_asked(1.0));
    let studio = Studio::with(&server).await;
    let request = |length: u32, candidates: u32| json!({ "scene": 1, "act": "draft", "target": length, "candidates": candidates, "agreed": 0 });
    let estimate = studio.ok("context.preview", request(300, 1)).await["takes"].clone();
    let unasked = json!({ "id": "home", "model": "scripted", "tokens": tokens(&estimate) });
    studio.ok("providers.set_unasked", unasked).await;
    let target = studio.ok("context.preview", request(300, 1)).await["target"].clone();
    assert_eq!(target["unasked"], json!(tokens(&estimate)));
    studio.ok("generation.run", request(300, 1)).await;
    assert_eq!(server.requests().len(), 1);
    for larger in [request(20_000, 1), request(300, 3)] {
        let refused = studio.ask("generation.run", larger).await.unwrap_err();
        assert_eq!(refused.code, Code::AgreementNeeded);
    }
    // The limit applies to one model only.
    studio.add("other", &server.base_url().replace("127.0.0.1", "localhost")).await;
    studio.route(&["other"]).await;
    let refused = studio.ask("generation.run", request(300, 1)).await.unwrap_err();
    assert_eq!(refused.code, Code::AgreementNeeded);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn the_preview_contains_a_known_price() {
    let server = server(answer::prose_as_asked(1.0));
    let studio = Studio::with(&server).await;
    let request = json!({ "scene": 1, "act": "draft", "candidates": 2 });
    assert_eq!(studio.ok("context.preview", request.clone()).await["takes"]["cost"], Value::Null);
    let price = json!({ "currency": "CNY", "input": 2_000_000, "cached_input": 0, "output": 8_000_000 });
    let models = json!([{ "name": "scripted", "price": price }]);
    let provider = json!({ "id": "home", "name": "home", "preset": "custom", "base_url": server.base_url(), "models": models });
    studio.ok("providers.save", json!({ "provider": provider })).await;
    let estimate = studio.ok("context.preview", request).await["takes"].clone();
    // 2 and 8 yuan per million tokens.
    let asks = &estimate["asks"];
    let micros = asks["prompt_tokens"].as_u64().unwrap() * 2 + asks["answer_tokens"].as_u64().unwrap() * 8;
    assert_eq!(estimate["cost"], json!({ "currency": "CNY", "micros": micros }), "{estimate}");
    assert_eq!((&asks["requests"], &estimate["least"]["asks"]["requests"]), (&json!(8), &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_press_is_paid_once() {
    let server = server(Answer { delta_delay_ms: 20, ..answer::prose(600) });
    let studio = Studio::with(&server).await;
    let draft = json!({ "scene": 1, "act": "draft", "target": 300 });
    let (one, other) = tokio::join!(
        studio.heard("generation.run", draft.clone()),
        studio.heard("generation.run", draft.clone())
    );
    // Both hear the same from the beginning.
    assert_eq!(one, other);
    assert_eq!(server.requests().len(), 1);
    // Once it has ended, the same may be asked again.
    studio.ok("generation.run", draft).await;
}

/// Drafts, and stops as soon as text is shown.
async fn stopped(studio: &Studio) {
    let stop: Arc<AtomicBool> = Arc::default();
    let requested = Arc::clone(&stop);
    let observer = Observer::new(Watch::new(stop, |_| {}), move |event| {
        if matches!(event, GenerationEvent::Shown { .. }) {
            requested.store(true, Ordering::Relaxed);
        }
    });
    let request = json!({ "scene": 1, "act": "draft", "target": 300 });
    let done = studio.observed("generation.run", request, observer).await;
    let status = done.unwrap()["generations"][0]["status"].clone();
    assert_eq!(status, "stopped");
}

#[tokio::test(flavor = "multi_thread")]
async fn usage_of_two_hundred_runs_matches_the_server() {
    const USED: u64 = 7;
    let used = Usage::Given(json!({ "prompt_tokens": USED, "completion_tokens": USED }));
    let whole = answer::prose(300).usage(used);
    let answers = [
        whole.clone(),
        // Too long: cut at the limit.
        answer::prose(900),
        // Too short: continued.
        answer::prose(120),
        answer::prose(300).fault(Fault::CloseAfterBytes(400)),
        answer::failing(500),
        Answer { delta_delay_ms: 20, ..answer::prose(3_000) },
    ];
    let server = server(whole.clone());
    let studio = Studio::with(&server).await;
    let draft = json!({ "scene": 1, "act": "draft", "target": 300 });
    for run in 0..200 {
        let answer = answers[run % answers.len()].clone();
        let is_slow = answer.delta_delay_ms > 0;
        server.set_script(answers_in_turn(vec![answer]));
        if is_slow {
            let before = spent(&studio).await.failed;
            stopped(&studio).await;
            assert_eq!(spent(&studio).await.failed, before, "a stopped request is no failure");
        } else {
            studio.ok("generation.run", draft.clone()).await;
        }
        assert_eq!(spent(&studio).await.calls, server.requests().len() as u64, "after run {run}");
    }
    // For complete answers, the tokens are those reported by the server.
    let before = spent(&studio).await;
    server.set_script(whole);
    for _ in 0..10 {
        studio.ok("generation.run", draft.clone()).await;
    }
    let after = spent(&studio).await;
    let grown = (after.prompt - before.prompt, after.completion - before.completion);
    assert_eq!(grown, (10 * USED, 10 * USED));
}

/// The total usage of the novel, over all models.
async fn spent(studio: &Studio) -> Spent {
    let summary = studio.ok("usage.summary", json!({})).await;
    let all = summary["month"].as_array().unwrap();
    let sum = |of: fn(&Value) -> &Value| all.iter().map(|one| of(one).as_u64().unwrap()).sum();
    Spent {
        calls: sum(|one| &one["calls"]),
        failed: sum(|one| &one["failed"]),
        prompt: sum(|one| &one["tokens"]["prompt"]),
        completion: sum(|one| &one["tokens"]["completion"]),
    }
}

struct Spent {
    calls: u64,
    failed: u64,
    prompt: u64,
    completion: u64,
}

fn tokens(estimate: &Value) -> u64 {
    let asks = &estimate["asks"];
    asks["prompt_tokens"].as_u64().unwrap() + asks["answer_tokens"].as_u64().unwrap()
}
