//! The wire form of a request: the JSON body of `POST …/chat/completions`.
//!
//! The body is built with `async-openai`'s request types and patched where servers differ. Differences beyond the
//! [`Dialect`] are learnt from refusals, one parameter at a time, into [`Adjustments`]. Answers are always streamed.

mod thinking;

use std::collections::BTreeSet;

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestUserMessage, ChatCompletionStreamOptions, CreateChatCompletionRequest,
    ResponseFormat, ResponseFormatJsonSchema,
};
use serde_json::{Map, Value};

pub use thinking::thinking_of;

use crate::chat::{AnswerShape, ChatRequest, Message, Parameters, Role};
use crate::providers::{Dialect, LengthField};

/// Parameters that a server refused and that are omitted or renamed for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjustments {
    omitted: BTreeSet<String>,
    length_field: Option<LengthField>,
}

/// Parameters that may be omitted when refused. Never the length limit, which bounds the cost: it is only renamed.
const OMITTABLE: [&str; 7] = [
    "temperature",
    "top_p",
    "frequency_penalty",
    "presence_penalty",
    "seed",
    "stream_options",
    "response_format",
];

/// Fields that extra parameters never replace.
const RESERVED: [&str; 3] = ["model", "messages", "stream"];

/// Builds the body of a request.
///
/// # Errors
/// Fails only if the request holds a value that JSON cannot represent.
pub fn body(
    request: &ChatRequest,
    dialect: &Dialect,
    adjustments: &Adjustments,
) -> Result<Value, serde_json::Error> {
    let typed = CreateChatCompletionRequest {
        model: request.model.clone(),
        messages: messages(&request.messages),
        stream: Some(true),
        stream_options: dialect
            .stream_options
            .then_some(ChatCompletionStreamOptions { include_usage: Some(true), include_obfuscation: None }),
        response_format: response_format(&request.shape),
        ..CreateChatCompletionRequest::default()
    };
    let mut body = match serde_json::to_value(typed)? {
        Value::Object(body) => body,
        _ => Map::new(),
    };
    let length_field = adjustments.length_field.unwrap_or(dialect.length_field);
    write_parameters(&mut body, &request.parameters, length_field);
    body.retain(|name, _| {
        RESERVED.contains(&name.as_str())
            || !(dialect.never.contains(&name.as_str()) || adjustments.omitted.contains(name))
    });
    Ok(Value::Object(body))
}

impl Adjustments {
    /// Learns from a refusal (400 or 422) which parameter of the body is not accepted: the first that the message
    /// names. Returns its name, or `None` if the message names none that can be omitted or renamed, or names one that
    /// was omitted already.
    pub fn learn(&mut self, message: &str, body: &Value) -> Option<String> {
        let sent = body.as_object()?;
        let (_, name) = sent
            .keys()
            .filter(|name| !RESERVED.contains(&name.as_str()))
            .filter_map(|name| Some((named_at(message, name)?, name)))
            .min()?;
        let other = match name.as_str() {
            "max_tokens" => Some(LengthField::MaxCompletionTokens),
            "max_completion_tokens" => Some(LengthField::MaxTokens),
            _ => None,
        };
        if let Some(other) = other {
            // Renamed once, and only if the server names the other field; a limit that is out of range is for the
            // author to change.
            if self.length_field.is_some() || named_at(message, other.name()).is_none() {
                return None;
            }
            self.length_field = Some(other);
            return Some(name.clone());
        }
        let extra = !is_standard(name);
        ((OMITTABLE.contains(&name.as_str()) || extra) && self.omitted.insert(name.clone()))
            .then(|| name.clone())
    }

    /// The names of the omitted and renamed parameters.
    pub fn names(&self) -> Vec<String> {
        let renamed = self.length_field.map(|field| match field {
            LengthField::MaxTokens => LengthField::MaxCompletionTokens.name().to_owned(),
            LengthField::MaxCompletionTokens => LengthField::MaxTokens.name().to_owned(),
        });
        self.omitted.iter().cloned().chain(renamed).collect()
    }

    /// The adjustments that hold for later requests too. A refused answer shape does not: another schema may be
    /// accepted.
    #[must_use]
    pub fn lasting(&self) -> Self {
        let mut lasting = self.clone();
        lasting.omitted.remove("response_format");
        lasting
    }
}

fn messages(messages: &[Message]) -> Vec<ChatCompletionRequestMessage> {
    let to_send = match messages.split_last() {
        // An empty prefill: some servers refuse it, and it has no effect on the others.
        Some((last, before)) if last.role == Role::Assistant && last.content.trim().is_empty() => before,
        _ => messages,
    };
    to_send.iter().map(message).collect()
}

fn message(message: &Message) -> ChatCompletionRequestMessage {
    let content = message.content.as_str();
    match message.role {
        Role::System => ChatCompletionRequestSystemMessage::from(content).into(),
        Role::User => ChatCompletionRequestUserMessage::from(content).into(),
        Role::Assistant => ChatCompletionRequestAssistantMessage::from(content).into(),
    }
}

fn response_format(shape: &AnswerShape) -> Option<ResponseFormat> {
    match shape {
        AnswerShape::Text => None,
        AnswerShape::Json => Some(ResponseFormat::JsonObject),
        AnswerShape::Schema { name, schema } => Some(ResponseFormat::JsonSchema {
            json_schema: ResponseFormatJsonSchema {
                description: None,
                name: name.clone(),
                schema: schema.clone(),
                strict: Some(true),
            },
        }),
    }
}

/// Writes the parameters into the body. The library stores numbers in single precision, which turns 0.7 into
/// 0.699999988079071, so they are written here.
fn write_parameters(body: &mut Map<String, Value>, parameters: &Parameters, length_field: LengthField) {
    let numbers = [
        ("temperature", parameters.temperature),
        ("top_p", parameters.top_p),
        ("frequency_penalty", parameters.frequency_penalty),
        ("presence_penalty", parameters.presence_penalty),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            body.insert(name.to_owned(), number.into());
        }
    }
    if let Some(most) = parameters.max_tokens {
        body.insert(length_field.name().to_owned(), most.into());
    }
    if let Some(seed) = parameters.seed {
        body.insert("seed".to_owned(), seed.into());
    }
    for (name, value) in &parameters.extra {
        if !RESERVED.contains(&name.as_str()) {
            body.insert(name.clone(), value.clone());
        }
    }
}

fn is_standard(name: &str) -> bool {
    RESERVED.contains(&name)
        || OMITTABLE.contains(&name)
        || name == "max_tokens"
        || name == "max_completion_tokens"
}

/// The position at which a message names a parameter as a whole word.
fn named_at(message: &str, name: &str) -> Option<usize> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    message.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = message.get(..*at).and_then(|text| text.chars().next_back());
        let after = message.get(at + name.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(word) && !after.is_some_and(word)
    })
}

#[cfg(test)]
mod tests;
