//! Missing, wrong and additional fields of chunks; finish reasons.

use super::super::super::{ErrorKind, Finish};
use super::{Dialect, dialect};

/// One chunk per choice, and `[DONE]`.
fn stream(choices: &[&str]) -> String {
    let chunks = choices.iter().map(|choice| format!("data: {{\"choices\":[{choice}]}}\n\n"));
    chunks.collect::<String>() + "data: [DONE]\n\n"
}

pub fn all() -> Vec<Dialect> {
    vec![
        dialect(
            "an empty finish reason in every chunk",
            stream(&[
                r#"{"index":0,"delta":{"content":"雨停了。"},"finish_reason":""}"#,
                r#"{"index":0,"delta":{"content":""},"finish_reason":""}"#,
            ]),
        )
        .without_finish(),
        dialect(
            "the word null as finish reason (DashScope)",
            stream(&[
                r#"{"delta":{"content":"雨停了。"},"finish_reason":"null"}"#,
                r#"{"delta":{"content":""},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "an unknown finish reason (GLM)",
            stream(&[r#"{"delta":{"content":"雨停了。"},"finish_reason":"sensitive"}"#]),
        )
        .finish(Finish::Other("sensitive".to_owned())),
        dialect(
            "a finish reason that says it broke off (GLM)",
            stream(&[r#"{"delta":{"content":"雨停了。"},"finish_reason":"network_error"}"#]),
        )
        .failed(ErrorKind::ServerFault),
        dialect(
            "a finish reason that says there is no room (DeepSeek)",
            stream(&[r#"{"delta":{"content":"雨停了。"},"finish_reason":"insufficient_system_resource"}"#]),
        )
        .failed(ErrorKind::Overloaded),
        dialect(
            "a filter",
            stream(&[r#"{"delta":{"content":"雨停了。"},"finish_reason":"content_filter"}"#]),
        )
        .finish(Finish::ContentFilter),
        dialect(
            "finish reasons in capitals",
            stream(&[r#"{"delta":{"content":"雨停了。"},"finish_reason":"MAX_TOKENS"}"#]),
        )
        .finish(Finish::Length),
        dialect(
            "no delta on the finish frame",
            stream(&[
                r#"{"index":0,"delta":{"content":"雨停了。"}}"#,
                r#"{"index":0,"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "null deltas",
            stream(&[
                r#"{"index":0,"delta":null}"#,
                r#"{"index":0,"delta":{"content":"雨停了。"}}"#,
                r#"{"index":0,"delta":null,"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "messages instead of deltas",
            stream(&[
                r#"{"message":{"content":"雨停"}}"#,
                r#"{"message":{"content":"了。"},"delta":{}}"#,
                r#"{"message":{"content":""},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "the whole message again at the end (MiniMax)",
            stream(&[
                r#"{"delta":{"content":"雨停"}}"#,
                r#"{"delta":{"content":"了。"}}"#,
                r#"{"message":{"role":"assistant","content":"雨停了。"},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "text of old completions",
            stream(&[r#"{"text":"雨停","index":0}"#, r#"{"text":"了。","index":0,"finish_reason":"stop"}"#]),
        ),
        dialect(
            "null contents",
            stream(&[
                r#"{"delta":{"role":"assistant","content":null,"tool_calls":null}}"#,
                r#"{"delta":{"content":"雨停了。"}}"#,
                r#"{"delta":{"content":null},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "contents in parts",
            stream(&[
                r#"{"delta":{"content":[{"type":"text","text":"雨停"},{"type":"image_url","image_url":{"url":"x"}}]}}"#,
                r#"{"delta":{"content":["了",{"type":"text","text":{"value":"。"}}]},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "many choices",
            stream(&[
                r#"{"index":1,"delta":{"content":"另"}},{"index":0,"delta":{"content":"雨停"}}"#,
                r#"{"index":1,"delta":{"content":"一"},"finish_reason":"length"}"#,
                r#"{"index":0,"delta":{"content":"了。"},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "indexes as other numbers",
            stream(&[
                r#"{"index":"0","delta":{"content":"雨停"}}"#,
                r#"{"index":0.0,"delta":{"content":"了。"},"finish_reason":"stop"}"#,
            ]),
        ),
        dialect(
            "unknown roles and tool calls without an index",
            stream(&[
                r#"{"delta":{"role":"","content":"雨停了。"}}"#,
                r#"{"delta":{"role":"model","tool_calls":[{"function":{"name":"f","arguments":"{"}}]}}"#,
                r#"{"delta":{},"finish_reason":"tool_calls"}"#,
            ]),
        )
        .finish(Finish::ToolCalls),
        dialect(
            "fractional created and strange top fields",
            "data: {\"created\":1767225600.25,\"service_tier\":\"x\",\"id\":null,\"object\":7,\"choices\":[{\"delta\":{\"content\":\"雨停\"}}]}\n\n\
             data: {\"created\":1767225600123,\"model\":\"\",\"choices\":[{\"delta\":{\"content\":\"了。\"},\"finish_reason\":\"stop\"}]}\n\n",
        ),
        dialect(
            "filter results before the first choice (Azure)",
            format!(
                "data: {{\"choices\":[],\"prompt_filter_results\":[{{\"prompt_index\":0}}]}}\n\n{}",
                stream(&[
                    r#"{"delta":{"content":"雨停了。"},"finish_reason":"stop","content_filter_results":{}}"#
                ])
            ),
        ),
        dialect(
            "a refusal in a field of its own (OpenAI)",
            stream(&[
                r#"{"delta":{"refusal":"I "}}"#,
                r#"{"delta":{"refusal":"cannot."}}"#,
                r#"{"delta":{},"finish_reason":"stop"}"#,
            ]),
        )
        .text("I cannot.")
        .finish(Finish::Other("refusal".to_owned())),
        dialect(
            "half a surrogate pair",
            stream(&[r#"{"delta":{"content":"\u96e8\ud83d"},"finish_reason":"stop"}"#]),
        )
        .text("雨\u{FFFD}"),
        dialect(
            "no errors",
            stream(&[r#"{"delta":{"content":"雨停了。"},"finish_reason":"stop"}"#]).replace(
                "{\"choices\"",
                "{\"error\":null,\"base_resp\":{\"status_code\":0,\"status_msg\":\"\"},\"choices\"",
            ),
        ),
    ]
}
