//! Token usage: as reported by the server, or an estimate marked as such; and silently truncated prompts.

use serde_json::json;
use tokio_util::sync::CancellationToken;
use wenfang_llm::call::{Ask, Attempt, CallEvent, Delivery};
use wenfang_llm::chat::{AnswerShape, Message, Role};
use wenfang_llm::providers::Preset;
use wenfang_llm::stream::StreamEvent;
use wenfang_llm::tokens::TokenCounter;
use wenfang_llm::usage::Usage;
use wenfang_model_server::{Answer, Dialect, Fault, ModelServer, Usage as ReportedUsage, answer};

use crate::{call, caller, target};

const TEXT: &str = "雨还在下。";

/// Makes a call with this prompt to a server of this kind; returns its only attempt.
async fn attempt(answer: Answer, preset: Preset, prompt: &str) -> Attempt {
    let server = ModelServer::start(answer).await;
    let mut only = target("only", &server.base_url());
    only.provider.preset = preset;
    only.model = "qwen3:8b".to_owned();
    let messages = [Message::new(Role::User, prompt)];
    let ask = Ask {
        targets: &[only],
        messages: &messages,
        shape: &AnswerShape::Text,
        fallback: true,
        delivery: Delivery::Live,
    };
    let mut report = caller().call(ask, &mut |_| {}, &CancellationToken::new()).await;
    assert_eq!(report.attempts.len(), 1, "{report:?}");
    report.attempts.remove(0)
}

fn estimate(prompt: &str, received: &str) -> Option<Usage> {
    let counter = TokenCounter::of_model("qwen3:8b");
    Some(Usage {
        prompt_tokens: counter.count_messages(&[Message::new(Role::User, prompt)]) as u64,
        completion_tokens: counter.count(received) as u64,
        cached_tokens: 0,
        estimated: true,
    })
}

#[tokio::test]
async fn the_usage_reported_by_the_server_is_recorded() {
    let usage = json!({ "prompt_tokens": 11, "completion_tokens": 7, "prompt_tokens_details": { "cached_tokens": 3 } });
    let attempt =
        attempt(answer::text(TEXT).usage(ReportedUsage::Given(usage)), Preset::Custom, "雨夜").await;
    let expected = Usage { prompt_tokens: 11, completion_tokens: 7, cached_tokens: 3, estimated: false };
    assert_eq!(attempt.usage, Some(expected));
}

#[tokio::test]
async fn without_reported_usage_a_marked_estimate_is_recorded() {
    for usage in [ReportedUsage::None, ReportedUsage::Given(json!({})), ReportedUsage::Given(json!(null))] {
        let attempt = attempt(answer::text(TEXT).usage(usage), Preset::Custom, "雨夜").await;
        assert_eq!(attempt.usage, estimate("雨夜", TEXT));
    }
}

#[tokio::test]
async fn the_estimate_includes_reasoning() {
    let thinks =
        answer::text(TEXT).reasoning("先想一想。").dialect(Dialect::DeepSeek).usage(ReportedUsage::None);
    let attempt = attempt(thinks, Preset::Custom, "雨夜").await;
    assert_eq!(attempt.usage, estimate("雨夜", &format!("先想一想。{TEXT}")));
}

#[tokio::test]
async fn the_received_part_of_a_broken_answer_is_counted() {
    let broken = answer::deltas(["雨", "还", "在"]).fault(Fault::CloseWithoutEnd);
    let attempt = attempt(broken, Preset::Custom, "雨夜").await;
    assert_eq!(attempt.usage, estimate("雨夜", "雨还在"));
}

#[tokio::test]
async fn the_received_part_of_a_stopped_answer_is_counted() {
    let server =
        ModelServer::start(answer::deltas(["雨", "还", "在"]).fault(Fault::StallAfterDeltas(2))).await;
    let mut only = target("only", &server.base_url());
    only.model = "qwen3:8b".to_owned();
    let messages = [Message::new(Role::User, "雨夜")];
    let ask = Ask {
        targets: &[only],
        messages: &messages,
        shape: &AnswerShape::Text,
        fallback: true,
        delivery: Delivery::Live,
    };
    let cancel = CancellationToken::new();
    let mut on = |event: CallEvent| {
        if event == CallEvent::Answer(StreamEvent::Text("还".to_owned())) {
            cancel.cancel();
        }
    };
    let report = caller().call(ask, &mut on, &cancel).await;
    assert_eq!(report.attempts[0].usage, estimate("雨夜", "雨还"));
}

#[tokio::test]
async fn without_an_answer_nothing_is_counted() {
    let server = ModelServer::start(answer::failing(401)).await;
    let called = call(&caller(), &[target("only", &server.base_url())]).await;
    assert_eq!(called.report.attempts[0].usage, None);
}

#[tokio::test]
async fn truncated_prompts_are_detected_on_servers_that_truncate() {
    let prompt = "雨夜，他从渡口走回来，没有打伞。".repeat(600);
    let usage_of =
        |tokens: u64| ReportedUsage::Given(json!({ "prompt_tokens": tokens, "completion_tokens": 4 }));
    let whole = TokenCounter::of_model("qwen3:8b").count(&prompt) as u64;
    for (preset, reported, cut) in [
        (Preset::Ollama, 4_096, true),
        (Preset::Ollama, 2_050, true),
        (Preset::Custom, 4_096, true),
        (Preset::LmStudio, 4_095, true),
        (Preset::Ollama, whole, false),
        (Preset::Ollama, whole * 9 / 10, false),
        (Preset::DeepSeek, 4_096, false),
    ] {
        let attempt = attempt(answer::text(TEXT).usage(usage_of(reported)), preset, &prompt).await;
        assert_eq!(attempt.prompt_cut, cut, "{preset:?} {reported} of {whole}");
    }
    let silent = attempt(answer::text(TEXT).usage(ReportedUsage::None), Preset::Ollama, &prompt).await;
    assert!(!silent.prompt_cut, "our own estimate cannot show truncation");
}

#[tokio::test]
async fn separately_counted_cached_tokens_are_not_missing() {
    let prompt = "雨夜，他从渡口走回来，没有打伞。".repeat(600);
    let whole = TokenCounter::of_model("qwen3:8b").count(&prompt) as u64;
    let usage = json!({ "prompt_tokens": 90, "completion_tokens": 4, "cache_read_input_tokens": whole - 90 });
    let attempt =
        attempt(answer::text(TEXT).usage(ReportedUsage::Given(usage)), Preset::Custom, &prompt).await;
    assert!(!attempt.prompt_cut, "{attempt:?}");
}
