//! What a model is asked: messages and parameters, the same for every server.
//!
//! A [`ChatRequest`] is a value; its form on the wire differs by server and is made elsewhere. Deliberately absent: tools.
//! Models have none.

use serde::{Deserialize, Serialize};

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Standing instructions.
    System,
    /// The author's side.
    User,
    /// The model's own words of before.
    Assistant,
}

/// One message of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// The words.
    pub content: String,
}

impl Message {
    /// A message of a role.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into() }
    }
}

/// How a model is to answer. What is `None` is left to the server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// 0–2; some models allow one value only, then it is left out after the first refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// 0–1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Most tokens of the answer, thinking included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// −2–2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f64>,
    /// −2–2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence_penalty: Option<f64>,
    /// For answers that can be had again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// Fields of the server's own (thinking switches and the like), laid over the request as they are.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    #[ts(type = "Record<string, unknown>")]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// What shape the answer is to have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerShape {
    /// Prose.
    Text,
    /// Any JSON object (`json_object`).
    Json,
    /// JSON by a schema (`json_schema`, strict).
    Schema {
        /// Its name: letters, digits, `_` and `-`.
        name: String,
        /// The JSON Schema.
        schema: serde_json::Value,
    },
}

/// A request, before anything of a server is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model's name as its server knows it.
    pub model: String,
    /// In order; at least one.
    pub messages: Vec<Message>,
    /// How to answer.
    pub parameters: Parameters,
    /// What shape the answer is to have.
    pub shape: AnswerShape,
}
