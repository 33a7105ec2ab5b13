//! All server dialects, over the wire and through the whole client.

use wenfang_llm::call::{CallEnd, CallEvent};
use wenfang_llm::providers::Preset;
use wenfang_llm::stream::{Finish, StreamEvent};
use wenfang_model_server::{Answer, Dialect, Fault, ModelServer, Quirk, answer};

use crate::{Called, call, caller, target};

const TEXT: &str = "雨停了。檐下的水还在滴，“一声”一声。🌧";
const THOUGHT: &str = "先想一想，再写。";

const DIALECTS: [Dialect; 15] = [
    Dialect::OpenAi,
    Dialect::Azure,
    Dialect::Anthropic,
    Dialect::Gemini,
    Dialect::DeepSeek,
    Dialect::Moonshot,
    Dialect::Glm,
    Dialect::DashScope,
    Dialect::Ollama,
    Dialect::Vllm,
    Dialect::LlamaCpp,
    Dialect::OpenRouter,
    Dialect::ThinkTags,
    Dialect::NdJson,
    Dialect::PlainJson,
];

const QUIRKS: [Quirk; 13] = [
    Quirk::Bom,
    Quirk::Crlf,
    Quirk::NoSpace,
    Quirk::EmptyFrames,
    Quirk::NoDone,
    Quirk::DoneUnterminated,
    Quirk::Bare,
    Quirk::CreatedFloat,
    Quirk::CreatedMilliseconds,
    Quirk::EmptyFinish,
    Quirk::NoDeltaAtFinish,
    Quirk::UnknownRole,
    Quirk::UsageEverywhere,
];

async fn ask(answer: Answer) -> Called {
    // Servers with another key header, or without `stream_options`, are recognised by their preset.
    let preset = match answer.dialect {
        Dialect::Azure => Preset::Azure,
        Dialect::Anthropic => Preset::Anthropic,
        Dialect::Gemini => Preset::Gemini,
        Dialect::Glm => Preset::Zhipu,
        _ => Preset::Custom,
    };
    let server = ModelServer::start(answer).await;
    let mut only = target("only", &server.base_url());
    only.provider.preset = preset;
    call(&caller(), &[only]).await
}

fn shows_thought(dialect: Dialect) -> bool {
    !matches!(dialect, Dialect::OpenAi | Dialect::Azure | Dialect::Anthropic | Dialect::Gemini)
}

fn thought(called: &Called) -> String {
    let words = called.events.iter().filter_map(|event| match event {
        CallEvent::Answer(StreamEvent::Reasoning(words)) => Some(words.as_str()),
        _ => None,
    });
    words.collect()
}

#[tokio::test]
async fn every_dialect_with_every_quirk_gives_the_same_text() {
    for dialect in DIALECTS {
        for quirk in QUIRKS {
            let called = ask(answer::text(TEXT).reasoning(THOUGHT).dialect(dialect).quirk(quirk)).await;
            assert_eq!(called.text(), TEXT, "{dialect:?} {quirk:?}");
            let thought = thought(&called);
            assert_eq!(thought, if shows_thought(dialect) { THOUGHT } else { "" }, "{dialect:?} {quirk:?}");
            let end = CallEnd::Complete { finish: Some(Finish::Stop) };
            assert_eq!(called.report.end, end, "{dialect:?} {quirk:?}");
            assert!(
                called.report.attempts.last().is_some_and(|attempt| attempt.usage.is_some()),
                "{dialect:?}"
            );
        }
    }
}

#[tokio::test]
async fn every_dialect_gives_the_same_text_however_split() {
    for dialect in DIALECTS {
        for bytes in [1, 7, 100] {
            let mut split = answer::text(TEXT).reasoning(THOUGHT).dialect(dialect);
            split.split_bytes = Some(bytes);
            assert_eq!(ask(split).await.text(), TEXT, "{dialect:?} {bytes}");
        }
        let cut = answer::text(TEXT).reasoning(THOUGHT).dialect(dialect).fault(Fault::BadUtf8Split);
        assert_eq!(ask(cut).await.text(), TEXT, "{dialect:?}");
    }
}

#[tokio::test]
async fn no_dialect_is_complete_if_closed_early() {
    for dialect in DIALECTS {
        // A whole JSON answer has no end marker besides its last bracket.
        let fault = if dialect == Dialect::PlainJson { Fault::CutJson } else { Fault::CloseWithoutEnd };
        let called = ask(answer::deltas(["雨", "停", "了"]).dialect(dialect).fault(fault)).await;
        assert!(
            matches!(called.report.end, CallEnd::Incomplete { .. } | CallEnd::Failed { .. }),
            "{dialect:?} {called:?}"
        );
        assert!("雨停了".starts_with(&called.text()), "{dialect:?}");
    }
}

#[tokio::test]
async fn reasoning_is_the_answer_unless_thinking_was_requested() {
    let misplaced = || answer::text(TEXT).dialect(Dialect::Vllm).quirk(Quirk::AnswerInReasoning);
    assert_eq!(ask(misplaced()).await.text(), TEXT);

    let server = ModelServer::start(misplaced()).await;
    let mut thinks = target("only", &server.base_url());
    thinks.parameters.extra.insert("enable_thinking".to_owned(), true.into());
    let called = call(&caller(), &[thinks]).await;
    assert_eq!((called.text().as_str(), thought(&called).as_str()), ("", TEXT));
}

#[tokio::test]
async fn the_key_is_sent_only_in_its_header() {
    for (preset, header, sent) in [
        (Preset::Azure, "api-key", "sk-canary-9a41"),
        (Preset::Anthropic, "authorization", "Bearer sk-canary-9a41"),
        (Preset::Gemini, "authorization", "Bearer sk-canary-9a41"),
        (Preset::Volcengine, "authorization", "Bearer sk-canary-9a41"),
        (Preset::SiliconFlow, "authorization", "Bearer sk-canary-9a41"),
    ] {
        let server = ModelServer::start(answer::text(TEXT)).await;
        let mut only = target("only", &server.base_url());
        only.provider.preset = preset;
        assert_eq!(call(&caller(), &[only]).await.text(), TEXT, "{preset:?}");
        let requests = server.requests();
        let with_key: Vec<_> =
            requests[0].headers.iter().filter(|(_, value)| value.contains("canary")).collect();
        assert_eq!(with_key, [(&header.to_owned(), &sent.to_owned())], "{preset:?}");
    }
}

/// 豆包 and 硅基流动 send their reasoning, and 硅基流动 reports usage in every chunk.
#[tokio::test]
async fn reasoning_of_hosted_services_is_read() {
    for (preset, quirks) in
        [(Preset::Volcengine, vec![]), (Preset::SiliconFlow, vec![Quirk::UsageEverywhere])]
    {
        let mut scripted = answer::text(TEXT).reasoning(THOUGHT).dialect(Dialect::DashScope);
        scripted.quirks = quirks;
        let server = ModelServer::start(scripted).await;
        let mut only = target("only", &server.base_url());
        only.provider.preset = preset;
        let called = call(&caller(), &[only]).await;
        assert_eq!((called.text().as_str(), thought(&called).as_str()), (TEXT, THOUGHT), "{preset:?}");
    }
}

#[tokio::test]
async fn an_error_in_an_array_is_read() {
    let mut refusal = answer::text("API key not valid.").dialect(Dialect::Gemini);
    refusal.status = 400;
    let called = ask(refusal).await;
    let end = format!("{:?}", called.report.end);
    assert!(end.starts_with("Failed") && end.contains("API key not valid."), "{end}");
}
