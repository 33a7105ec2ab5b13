//! One JSON object of an answer.
//!
//! Only the fields that are used are required to be valid: `id`, `object`, `created`, roles, tool calls and all
//! others may be missing or wrong. Of several choices the one with index 0 is read; a missing index counts as 0.

use serde_json::Value;

use super::{Finish, ServerError, json, tokens};
use crate::usage::Usage;

/// The contents of one object.
#[derive(Debug, Default)]
pub struct Chunk {
    pub model: Option<String>,
    /// Reasoning in a field of its own.
    pub reasoning: String,
    /// Text of the answer, including reasoning between tags.
    pub text: String,
    /// How text and reasoning relate to those of other chunks.
    pub extent: Extent,
    /// Tokens so far.
    pub usage: Option<Usage>,
    pub finish: Option<Finish>,
    /// Whether the text is in the `refusal` field (OpenAI) instead of `content`.
    pub is_refusal: bool,
    pub error: Option<ServerError>,
    /// Whether the object has the shape of an answer.
    pub is_answer: bool,
}

/// How a chunk's text relates to the rest of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// The next piece.
    #[default]
    Delta,
    /// A whole message. After deltas it repeats them (MiniMax and others end a stream this way) and is ignored;
    /// without deltas it is read.
    Message,
}

impl Chunk {
    /// Reads an object.
    pub fn of(object: &Value) -> Self {
        let choice = first_choice(object);
        let mut chunk = Self { is_answer: is_answer(object), ..Self::default() };
        chunk.error = ServerError::in_chunk(object, choice, chunk.is_answer);
        if !chunk.is_answer {
            return chunk;
        }
        chunk.model = json::words(object.get("model")).map(|name| name.trim().chars().take(200).collect());
        chunk.usage = tokens::usage_in(object, choice);
        match choice {
            Some(choice) => chunk.read_choice(choice),
            None => chunk.read_ollama(object),
        }
        chunk
    }

    fn read_choice(&mut self, choice: &Value) {
        self.finish = choice.get("finish_reason").and_then(Value::as_str).and_then(Finish::of_name);
        if let Some(delta) = choice.get("delta") {
            self.read_message(delta);
        }
        if self.text.is_empty() && self.reasoning.is_empty() {
            if let Some(message) = choice.get("message") {
                self.extent = Extent::Message;
                self.read_message(message);
            } else {
                self.text = content(choice.get("text"));
            }
        }
    }

    /// Reads Ollama's own API: `message.content` (chat) or `response` (generate).
    fn read_ollama(&mut self, object: &Value) {
        self.read_message(object.get("message").unwrap_or(object));
        self.text.push_str(&content(object.get("response")));
        if object.get("done").and_then(Value::as_bool) == Some(true) {
            let reason = object.get("done_reason").and_then(Value::as_str).and_then(Finish::of_name);
            self.finish = Some(reason.unwrap_or(Finish::Stop));
        }
    }

    fn read_message(&mut self, message: &Value) {
        self.reasoning = ["reasoning_content", "reasoning", "reasoning_details", "thinking"]
            .iter()
            .map(|name| content(message.get(*name)))
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        read_content(message.get("content"), &mut self.text, &mut self.reasoning);
        if let Some(refusal) = json::words(message.get("refusal")) {
            self.text.push_str(refusal);
            self.is_refusal = true;
        }
    }
}

/// Whether an object has the shape of an answer or of a part of one.
fn is_answer(object: &Value) -> bool {
    object.get("choices").is_some_and(Value::is_array)
        || object.get("message").is_some_and(Value::is_object)
        || object.get("response").is_some_and(Value::is_string)
        || object.get("usage").is_some_and(Value::is_object)
        || object.get("done").is_some_and(Value::is_boolean)
}

fn first_choice(object: &Value) -> Option<&Value> {
    let choices = object.get("choices")?.as_array()?;
    choices.iter().find(|choice| match choice.get("index") {
        None | Some(Value::Null) => true,
        Some(index) => json::number(index) == Some(0),
    })
}

/// The text in a field: a string, an object with text, or an array of these.
fn content(field: Option<&Value>) -> String {
    let mut text = String::new();
    let mut thinking = String::new();
    read_content(field, &mut text, &mut thinking);
    text + &thinking
}

/// Reads a content field. Parts whose type contains `think` or `reason` are reasoning (Mistral sends such parts).
fn read_content(field: Option<&Value>, text: &mut String, thinking: &mut String) {
    match field {
        Some(Value::String(words)) => text.push_str(words),
        Some(Value::Array(parts)) => {
            for part in parts {
                read_content(Some(part), text, thinking);
            }
        }
        Some(Value::Object(part)) => {
            let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
            let words = ["text", "thinking", "summary", "content", "reasoning", "value"]
                .iter()
                .filter_map(|name| part.get(*name))
                .find(|words| !json::is_nothing(Some(words)));
            if kind.contains("think") || kind.contains("reason") {
                thinking.push_str(&content(words));
            } else {
                read_content(words, text, thinking);
            }
        }
        _ => {}
    }
}
