//! Detects whether a request enables the model's thinking.

use serde_json::Value;

use crate::stream::Thinking;

/// Fields that switch thinking on or off, with the servers that use them. None is part of the protocol: the author
/// sets them as extra parameters.
const SWITCHES: [&str; 8] = [
    "/enable_thinking",                      // DashScope, SiliconFlow
    "/thinking/type",                        // GLM, DeepSeek, Moonshot
    "/thinking",                             // some gateways
    "/think",                                // Ollama
    "/chat_template_kwargs/enable_thinking", // vLLM, SGLang, llama.cpp (Qwen, GLM)
    "/chat_template_kwargs/thinking",        // the same (DeepSeek, Granite)
    "/reasoning_effort",                     // OpenAI
    "/reasoning/effort",                     // OpenRouter
];

/// Whether a request enables thinking, so that reasoning is never taken for the answer.
pub fn thinking_of(body: &Value) -> Thinking {
    let wanted = SWITCHES.iter().filter_map(|switch| body.pointer(switch)).any(|value| match value {
        Value::Bool(on) => *on,
        Value::String(word) => !matches!(word.as_str(), "" | "disabled" | "none" | "off"),
        _ => false,
    });
    if wanted { Thinking::Wanted } else { Thinking::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_an_enabled_switch_requests_thinking() {
        for (body, thinking) in [
            (json!({"model": "m"}), Thinking::Unknown),
            (json!({"enable_thinking": true}), Thinking::Wanted),
            (json!({"enable_thinking": false}), Thinking::Unknown),
            (json!({"thinking": {"type": "enabled"}}), Thinking::Wanted),
            (json!({"thinking": {"type": "disabled"}}), Thinking::Unknown),
            (json!({"think": true}), Thinking::Wanted),
            (json!({"think": "high"}), Thinking::Wanted),
            (json!({"chat_template_kwargs": {"enable_thinking": true}}), Thinking::Wanted),
            (json!({"chat_template_kwargs": {"thinking": false}}), Thinking::Unknown),
            (json!({"reasoning_effort": "none"}), Thinking::Unknown),
            (json!({"reasoning_effort": "low"}), Thinking::Wanted),
            (json!({"reasoning": {"effort": "medium"}}), Thinking::Wanted),
            (json!({"enable_thinking": null}), Thinking::Unknown),
        ] {
            assert_eq!(thinking_of(&body), thinking, "{body}");
        }
    }
}
