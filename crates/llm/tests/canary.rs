//! Plants a key and a sentence in calls of every kind: no event, report, error or log line may contain them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use secrecy::SecretString;
use tokio_util::sync::CancellationToken;
use tracing::field::{Field, Visit};
use tracing::span;
use wenfang_llm::call::{Ask, Caller, Delivery, ResolvedTarget};
use wenfang_llm::chat::{AnswerShape, Message, Parameters, Role};
use wenfang_llm::client::{Client, Endpoint};
use wenfang_llm::probe;
use wenfang_llm::providers::{Preset, Provider, ProviderId};
use wenfang_model_server::{Fault, ModelServer, answer};

const KEY: &str = "sk-canary-c0ffee-77aa31";
const SENTENCE: &str = "金丝雀在第七个雨夜开口说话";

/// A subscriber that records everything at every level from every crate.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

struct Line<'a>(&'a mut String);

impl Visit for Line<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl Log {
    fn line(&self, head: &str, record: impl FnOnce(&mut Line<'_>)) {
        let mut log = self.0.lock().unwrap();
        log.push_str(head);
        record(&mut Line(&mut log));
        log.push('\n');
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        self.line(attributes.metadata().name(), |line| attributes.record(line));
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        self.line("record", |line| values.record(line));
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        self.line(event.metadata().target(), |line| event.record(line));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[tokio::test]
async fn the_key_and_the_prompt_are_never_printed() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.clone()).unwrap();

    let echo = |status: u16| {
        let mut echo = answer::failing(status);
        echo.text = Some(format!("Incorrect API key provided: {KEY}. Authorization: Bearer {KEY}"));
        echo
    };
    // Messages are truncated at 2,000 characters: here in the middle of the key.
    let mut late_echo = answer::failing(403);
    late_echo.text = Some(format!("{}{KEY}", "x".repeat(1_988)));
    let other = ModelServer::start(answer::text("雨")).await;
    let in_band =
        format!("data: {{\"error\": {{\"message\": \"key {KEY} is over its limit\", \"code\": 429}}}}\n\n");
    let answers = [
        answer::text("雨停了。"),
        echo(401),
        echo(400),
        echo(503),
        late_echo,
        answer::text("雨停了。").header("x-request-id", KEY),
        answer::body("text/event-stream", in_band),
        answer::deltas(["雨停了。sk-can", "ary-c0ffee", "-77aa31，他说。"]),
        answer::text(format!("雨停了。{}", &KEY[..KEY.len() - 2])),
        answer::text("雨").fault(Fault::CloseAfterBytes(10)),
        answer::text("雨").fault(Fault::HtmlPage),
        answer::text("").fault(Fault::RedirectTo(format!("{}/chat/completions?key={KEY}", other.base_url()))),
    ];
    let caller = Caller::with_seed(Client::new(), 3);
    let mut printed = String::new();
    for (number, answer) in answers.into_iter().enumerate() {
        let server = ModelServer::start(answer).await;
        let target = ResolvedTarget {
            provider: Provider {
                name: "p".to_owned(),
                base_url: server.base_url(),
                ..Provider::of_preset(ProviderId::new(&format!("p{number}")).unwrap(), Preset::Custom)
            },
            model: "scripted".to_owned(),
            parameters: Parameters::default(),
            key: Some(SecretString::from(KEY)),
        };
        let messages = [Message::new(Role::User, SENTENCE)];
        let targets = [target];
        let ask = Ask {
            targets: &targets,
            messages: &messages,
            shape: &AnswerShape::Text,
            fallback: true,
            delivery: Delivery::Live,
        };
        let cancel = CancellationToken::new();
        let report = caller.call(ask, &mut |event| writeln!(printed, "{event:?}").unwrap(), &cancel).await;
        let stored = serde_json::to_string(&report.attempts).unwrap();
        writeln!(printed, "{report:?} {stored} {targets:?} {caller:?}").unwrap();
        let endpoint = Endpoint { provider: &targets[0].provider, key: targets[0].key.as_ref() };
        let probed = probe::test(caller.client(), endpoint, "scripted", &cancel).await;
        writeln!(printed, "{probed:?} {endpoint:?}").unwrap();
        assert!(
            server.requests().iter().all(|request| request.headers["authorization"].contains(KEY)),
            "the key was sent"
        );
    }
    assert!(other.requests().is_empty());

    let log = log.0.lock().unwrap();
    assert!(log.contains("chat exchange"), "the log captures our events: {log}");
    assert!(printed.contains("[key]"), "the echoed key was redacted");
    for (name, output) in [("printed", printed.as_str()), ("log", log.as_str())] {
        assert!(!output.contains(KEY), "{name}: {}", around(output, KEY));
        assert!(!output.contains("canary"), "{name}: {}", around(output, "canary"));
    }
    assert!(!log.contains(SENTENCE), "{}", around(&log, SENTENCE));
}

fn around<'a>(text: &'a str, needle: &str) -> &'a str {
    text.lines().find(|line| line.contains(needle)).unwrap_or_default()
}
