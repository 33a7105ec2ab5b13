//! Finish reasons.

use serde::{Deserialize, Serialize};

/// Why a model stopped, as reported by its server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model completed its answer.
    Stop,
    /// The token limit or the end of its context was reached.
    Length,
    /// The server's content filter.
    ContentFilter,
    /// The model wanted to call a tool.
    ToolCalls,
    /// A server-specific reason, in lower case.
    Other(String),
}

impl Finish {
    /// Parses a reason by its name on the wire, in any letter case; `None` for names that mean "not yet" (empty,
    /// `null`).
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        Some(match name.as_str() {
            "" | "null" | "none" => return None,
            "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => Self::Stop,
            "length" | "max_tokens" | "max_length" | "model_context_window_exceeded" => Self::Length,
            "content_filter" => Self::ContentFilter,
            "tool_calls" | "tool_use" | "function_call" => Self::ToolCalls,
            _ => Self::Other(name.chars().take(100).collect()),
        })
    }

    /// Whether the server or the model refused to write this: `content_filter`, `sensitive` (GLM), `safety` (Gemini),
    /// `refusal` (also used for the `refusal` field of OpenAI).
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::ContentFilter => true,
            Self::Other(name) => {
                matches!(
                    name.as_str(),
                    "sensitive" | "safety" | "refusal" | "prohibited_content" | "blocklist"
                )
            }
            _ => false,
        }
    }

    /// Whether the server reports an interruption, so that the answer is incomplete: `network_error` (GLM),
    /// `insufficient_system_resource` (DeepSeek), `error` (OpenRouter), `abort` (vLLM, SGLang).
    pub fn is_breakdown(&self) -> bool {
        let Self::Other(name) = self else { return false };
        matches!(
            name.as_str(),
            "network_error" | "insufficient_system_resource" | "error" | "abort" | "cancelled" | "canceled"
        )
    }
}
