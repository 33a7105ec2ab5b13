//! The questions of a probe, and what their answers show.

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::{ProbeReport, ProbeStep};
use crate::chat::{AnswerShape, ChatRequest, Message, Parameters, Role};
use crate::client::{Client, Endpoint, Exchange, ExchangeEnd, Failure};
use crate::retry::FailureClass;
use crate::stream::{AnswerKind, Finish, StreamEvent};
use crate::wire::{self, Adjustments};

/// Room for a thinking model to think a little.
const MAX_TOKENS: u32 = 1024;

/// A word that no model says unless a schema makes it.
const ODD_WORD: &str = "wf-7-heron";

/// Whether a failure shows that somebody answered.
pub(super) fn reached(failure: &Failure) -> ProbeStep {
    match failure.class {
        FailureClass::Connect | FailureClass::Timeout { .. } => ProbeStep::no(failure.message.clone()),
        FailureClass::Cancelled => ProbeStep::unknown(failure.message.clone()),
        _ => ProbeStep::ok(),
    }
}

/// Asks the model and writes down what is found.
pub(super) async fn ask_model(
    client: &Client,
    endpoint: Endpoint<'_>,
    model: &str,
    (report, cancel): (&mut ProbeReport, &CancellationToken),
) {
    let mut asking = ProbeQuestion { client, endpoint, model, cancel, adjustments: Adjustments::default() };

    let plain = asking.ask("Answer with the word: ready", AnswerShape::Text, Map::new()).await;
    report.latency_ms = plain.exchange.first_token_ms;
    report.streaming = streaming(&plain);
    report.dropped_parameters = asking.adjustments.names();
    if matches!(plain.exchange.end, ExchangeEnd::Failed(_)) {
        return;
    }

    let schema = AnswerShape::Schema { name: "probe".to_owned(), schema: odd_schema() };
    let obeyed = asking.ask("Name a bird.", schema, Map::new()).await;
    report.json_schema = json_schema(&obeyed);

    let question = "Answer with a JSON object that has one field, bird, with the name of a bird.";
    let object = asking.ask(question, AnswerShape::Json, Map::new()).await;
    report.json_mode = json_mode(&object);

    let question = "What time is it in Beijing? Use the tool.";
    let called = asking.ask(question, AnswerShape::Text, tool()).await;
    report.tools = tools(&called);
}

struct ProbeQuestion<'a> {
    client: &'a Client,
    endpoint: Endpoint<'a>,
    model: &'a str,
    cancel: &'a CancellationToken,
    adjustments: Adjustments,
}

/// What came of a question.
pub(super) struct ProbeAnswer {
    pub(super) exchange: Exchange,
    pub(super) text: String,
    /// Pieces of text and thinking.
    pub(super) pieces: usize,
}

impl ProbeQuestion<'_> {
    /// Asks, and asks again without a parameter that is refused, unless that parameter is what is tried.
    async fn ask(&mut self, question: &str, shape: AnswerShape, extra: Map<String, Value>) -> ProbeAnswer {
        let tried: &[&str] = if extra.is_empty() { &["response_format"] } else { &["tools", "tool_choice"] };
        let request = ChatRequest {
            model: self.model.to_owned(),
            messages: vec![Message::new(Role::User, question)],
            parameters: Parameters { max_tokens: Some(MAX_TOKENS), extra, ..Parameters::default() },
            shape,
        };
        loop {
            let dialect = self.endpoint.provider.preset.dialect();
            let body = wire::body(&request, &dialect, &self.adjustments).unwrap_or_default();
            let told = self.send(&body).await;
            let ExchangeEnd::Failed(failure) = &told.exchange.end else { return told };
            let mut learnt = self.adjustments.clone();
            let refused = matches!(told.exchange.status, Some(400 | 422));
            match learnt.learn(&failure.message, &body) {
                Some(name) if refused && !tried.contains(&name.as_str()) => self.adjustments = learnt,
                _ => return told,
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

/// A failure that says something of the ability tried, or only of the day.
fn refused(failure: &Failure) -> ProbeStep {
    match failure.class {
        FailureClass::BadRequest => ProbeStep::no(failure.message.clone()),
        _ => ProbeStep::unknown(failure.message.clone()),
    }
}

pub(super) fn streaming(told: &ProbeAnswer) -> ProbeStep {
    match &told.exchange.end {
        ExchangeEnd::Failed(failure) => ProbeStep::no(failure.message.clone()),
        ExchangeEnd::Complete { .. } if told.pieces == 0 => ProbeStep::unknown("the answer is empty"),
        ExchangeEnd::Complete { .. }
            if told.exchange.kind == Some(AnswerKind::EventStream) || told.pieces > 1 =>
        {
            ProbeStep::ok()
        }
        ExchangeEnd::Complete { .. } => ProbeStep::no("the answer comes in one piece"),
    }
}

pub(super) fn json_schema(told: &ProbeAnswer) -> ProbeStep {
    match &told.exchange.end {
        ExchangeEnd::Failed(failure) => refused(failure),
        ExchangeEnd::Complete { finish: Some(Finish::Length) } => {
            ProbeStep::unknown("the answer was cut by its length")
        }
        ExchangeEnd::Complete { .. } => match serde_json::from_str::<Value>(told.text.trim()) {
            Ok(answer) if answer == json!({ "bird": ODD_WORD }) => ProbeStep::ok(),
            _ => ProbeStep::no("the schema was accepted and not obeyed"),
        },
    }
}

pub(super) fn json_mode(told: &ProbeAnswer) -> ProbeStep {
    match &told.exchange.end {
        ExchangeEnd::Failed(failure) => refused(failure),
        ExchangeEnd::Complete { finish: Some(Finish::Length) } => {
            ProbeStep::unknown("the answer was cut by its length")
        }
        ExchangeEnd::Complete { .. } => match serde_json::from_str::<Value>(told.text.trim()) {
            Ok(Value::Object(_)) => ProbeStep::ok(),
            _ => ProbeStep::no("JSON was asked for and something else came"),
        },
    }
}

pub(super) fn tools(told: &ProbeAnswer) -> ProbeStep {
    match &told.exchange.end {
        ExchangeEnd::Complete { finish: Some(Finish::ToolCalls) } => ProbeStep::ok(),
        ExchangeEnd::Complete { .. } => ProbeStep::unknown("the model answered without the tool"),
        ExchangeEnd::Failed(failure) => refused(failure),
    }
}

fn odd_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "bird": { "type": "string", "enum": [ODD_WORD] } },
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
