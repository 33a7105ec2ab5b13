//! Chat requests: messages and parameters, the same for every server.
//!
//! A [`ChatRequest`] is a plain value; [`crate::wire`] translates it for each server. Deliberately absent: tools.
//! Models have none.

use serde::{Deserialize, Serialize};

/// The role of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions that hold for the whole conversation.
    System,
    /// The author's side.
    User,
    /// Earlier answers of the model.
    Assistant,
}

/// One message of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

impl Message {
    /// Creates a message.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into() }
    }
}

/// How a model generates its answer. Parameters that are `None` are left to the server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// 0–2. Some models allow only one value; the parameter is omitted after their first refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// 0–1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Maximum number of tokens of the answer, reasoning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// −2–2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f64>,
    /// −2–2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence_penalty: Option<f64>,
    /// For reproducible answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// Server-specific fields (thinking switches and the like), merged into the request unchanged.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    #[ts(type = "Record<string, unknown>")]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// The required form of the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerShape {
    /// Prose.
    Text,
    /// Any JSON object (`json_object`).
    Json,
    /// JSON that matches a schema (`json_schema`, strict).
    Schema {
        /// The schema's name: letters, digits, `_` and `-`.
        name: String,
        schema: serde_json::Value,
    },
}

/// A request that does not depend on any server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model name as its server knows it.
    pub model: String,
    /// At least one message, in order.
    pub messages: Vec<Message>,
    pub parameters: Parameters,
    pub shape: AnswerShape,
}
