//! The steps of a probe and how their answers are judged.

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::{ProbeReport, ProbeStep};
use crate::chat::{AnswerShape, ChatRequest, Message, Parameters, Role};
use crate::client::{Client, Endpoint, Exchange, ExchangeEnd, Failure};
use crate::retry::FailureClass;
use crate::stream::{AnswerKind, Finish, StreamEvent};
use crate::wire::{self, Adjustments};

/// Enough for a thinking model to reason briefly.
const MAX_TOKENS: u32 = 1024;

/// A value that no model produces unless the schema forces it.
const SCHEMA_ONLY_WORD: &str = "wf-7-heron";

/// Whether a failure still shows that the server responded.
pub(super) fn reached(failure: &Failure) -> ProbeStep {
    match failure.class {
        FailureClass::Connect | FailureClass::Timeout { .. } => ProbeStep::no(failure.message.clone()),
        FailureClass::Cancelled => ProbeStep::unknown(failure.message.clone()),
        _ => ProbeStep::ok(),
    }
}

/// Sends the test requests to the model and records the results.
pub(super) async fn ask_model(
    client: &Client,
    endpoint: Endpoint<'_>,
    model: &str,
    (report, cancel): (&mut ProbeReport, &CancellationToken),
) {
    let mut questions =
        ProbeQuestion { client, endpoint, model, cancel, adjustments: Adjustments::default() };

    let plain = questions.ask("Answer with the word: ready", AnswerShape::Text, Map::new()).await;
    report.latency_ms = plain.exchange.first_token_ms;
    report.streaming = streaming(&plain);
    report.dropped_parameters = questions.adjustments.names();
    if matches!(plain.exchange.end, ExchangeEnd::Failed(_)) {
        return;
    }

    let schema = AnswerShape::Schema { name: "probe".to_owned(), schema: single_word_schema() };
    let obeyed = questions.ask("Name a bird.", schema, Map::new()).await;
    report.json_schema = json_schema(&obeyed);

    let question = "Answer with a JSON object that has one field, bird, with the name of a bird.";
    let object = questions.ask(question, AnswerShape::Json, Map::new()).await;
    report.json_mode = json_mode(&object);

    let question = "What time is it in Beijing? Use the tool.";
    let called = questions.ask(question, AnswerShape::Text, tool()).await;
    report.tools = tools(&called);
}

struct ProbeQuestion<'a> {
    client: &'a Client,
    endpoint: Endpoint<'a>,
    model: &'a str,
    cancel: &'a CancellationToken,
    adjustments: Adjustments,
}

/// The answer to a test request.
pub(super) struct ProbeAnswer {
    pub(super) exchange: Exchange,
    pub(super) text: String,
    /// The number of pieces of text and reasoning.
    pub(super) pieces: usize,
}

impl ProbeQuestion<'_> {
    /// Sends a question; if a parameter is refused, sends it again without that parameter, unless the parameter is
    /// what is being tested.
    async fn ask(&mut self, question: &str, shape: AnswerShape, extra: Map<String, Value>) -> ProbeAnswer {
        let under_test: &[&str] =
            if extra.is_empty() { &["response_format"] } else { &["tools", "tool_choice"] };
        let request = ChatRequest {
            model: self.model.to_owned(),
            messages: vec![Message::new(Role::User, question)],
            parameters: Parameters { max_tokens: Some(MAX_TOKENS), extra, ..Parameters::default() },
            shape,
        };
        loop {
            let dialect = self.endpoint.provider.preset.dialect();
            let body = wire::body(&request, &dialect, &self.adjustments).unwrap_or_default();
            let answer = self.send(&body).await;
            let ExchangeEnd::Failed(failure) = &answer.exchange.end else { return answer };
            let mut learnt = self.adjustments.clone();
            let refused = matches!(answer.exchange.status, Some(400 | 422));
            match learnt.learn(&failure.message, &body) {
                Some(name) if refused && !under_test.contains(&name.as_str()) => self.adjustments = learnt,
                _ => return answer,
            }
        }
    }

    async fn send(&self, body: &Value) -> ProbeAnswer {
        let mut text = String::new();
        let mut pieces = 0;
        let mut take = |event: StreamEvent| match event {
            StreamEvent::Text(words) => {
                text.push_str(&words);
                pieces += 1;
            }
            StreamEvent::Reasoning(_) => pieces += 1,
            _ => {}
        };
        let exchange = self.client.chat(self.endpoint, body, &mut take, self.cancel).await;
        ProbeAnswer { exchange, text, pieces }
    }
}

/// Distinguishes a failure that concerns the tested ability from a temporary one.
fn judge_failure(failure: &Failure) -> ProbeStep {
    match failure.class {
        FailureClass::BadRequest => ProbeStep::no(failure.message.clone()),
        _ => ProbeStep::unknown(failure.message.clone()),
    }
}

pub(super) fn streaming(answer: &ProbeAnswer) -> ProbeStep {
    match &answer.exchange.end {
        ExchangeEnd::Failed(failure) => ProbeStep::no(failure.message.clone()),
        ExchangeEnd::Complete { .. } if answer.pieces == 0 => ProbeStep::unknown("the answer is empty"),
        ExchangeEnd::Complete { .. }
            if answer.exchange.kind == Some(AnswerKind::EventStream) || answer.pieces > 1 =>
        {
            ProbeStep::ok()
        }
        ExchangeEnd::Complete { .. } => ProbeStep::no("the answer comes in one piece"),
    }
}

pub(super) fn json_schema(answer: &ProbeAnswer) -> ProbeStep {
    match &answer.exchange.end {
        ExchangeEnd::Failed(failure) => judge_failure(failure),
        ExchangeEnd::Complete { finish: Some(Finish::Length) } => {
            ProbeStep::unknown("the answer was cut by its length")
        }
        ExchangeEnd::Complete { .. } => match serde_json::from_str::<Value>(answer.text.trim()) {
            Ok(answer) if answer == json!({ "bird": SCHEMA_ONLY_WORD }) => ProbeStep::ok(),
            _ => ProbeStep::no("the schema was accepted but not obeyed"),
        },
    }
}

pub(super) fn json_mode(answer: &ProbeAnswer) -> ProbeStep {
    match &answer.exchange.end {
        ExchangeEnd::Failed(failure) => judge_failure(failure),
        ExchangeEnd::Complete { finish: Some(Finish::Length) } => {
            ProbeStep::unknown("the answer was cut by its length")
        }
        ExchangeEnd::Complete { .. } => match serde_json::from_str::<Value>(answer.text.trim()) {
            Ok(Value::Object(_)) => ProbeStep::ok(),
            _ => ProbeStep::no("the answer in JSON mode is not a JSON object"),
        },
    }
}

pub(super) fn tools(answer: &ProbeAnswer) -> ProbeStep {
    match &answer.exchange.end {
        ExchangeEnd::Complete { finish: Some(Finish::ToolCalls) } => ProbeStep::ok(),
        ExchangeEnd::Complete { .. } => ProbeStep::unknown("the model answered without the tool"),
        ExchangeEnd::Failed(failure) => judge_failure(failure),
    }
}

fn single_word_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "bird": { "type": "string", "enum": [SCHEMA_ONLY_WORD] } },
        "required": ["bird"],
        "additionalProperties": false
    })
}

fn tool() -> Map<String, Value> {
    let clock = json!({
        "type": "function",
        "function": {
            "name": "clock",
            "description": "The time in a city.",
            "parameters": {
                "type": "object",
                "properties": { "city": { "type": "string" } },
                "required": ["city"]
            }
        }
    });
    Map::from_iter([("tools".to_owned(), json!([clock])), ("tool_choice".to_owned(), json!("auto"))])
}
