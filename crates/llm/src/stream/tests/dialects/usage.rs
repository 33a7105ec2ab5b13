//! Where servers put token counts.

use super::{Dialect, dialect};

const TEXT: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"雨停了。\"}}]}\n\n";
const STOP: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
const DONE: &str = "data: [DONE]\n\n";

/// The text and the stop, then a chunk with these fields before `[DONE]`.
fn with_last(fields: &str) -> String {
    format!("{TEXT}{STOP}data: {{{fields}}}\n\n{DONE}")
}

pub fn all() -> Vec<Dialect> {
    vec![
        dialect(
            "usage in a chunk without choices (OpenAI)",
            with_last(r#""choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13,"prompt_tokens_details":{"cached_tokens":8}}"#),
        )
        .usage(9, 4, 8),
        dialect(
            "usage in a chunk without any choices field",
            with_last(r#""usage":{"prompt_tokens":9,"completion_tokens":4,"prompt_tokens_details":null}"#),
        )
        .usage(9, 4, 0),
        dialect(
            "usage on the last chunk, its own names (DeepSeek)",
            format!("{TEXT}data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"\"}},\"finish_reason\":\"stop\"}}],\"usage\":{{\"prompt_tokens\":9,\"completion_tokens\":4,\"total_tokens\":13,\"prompt_cache_hit_tokens\":6,\"prompt_cache_miss_tokens\":3}}}}\n\n{DONE}"),
        )
        .usage(9, 4, 6),
        dialect(
            "usage in the choice (Moonshot)",
            format!("{TEXT}data: {{\"choices\":[{{\"index\":0,\"delta\":{{}},\"finish_reason\":\"stop\",\"usage\":{{\"prompt_tokens\":9,\"completion_tokens\":4,\"cached_tokens\":5}}}}]}}\n\n{DONE}"),
        )
        .usage(9, 4, 5),
        dialect(
            "usage on every chunk",
            "data: {\"choices\":[{\"delta\":{\"content\":\"雨停\"}}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\n\
             data: {\"choices\":[{\"delta\":{\"content\":\"了。\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4}}\n\n",
        )
        .usage(9, 4, 0),
        dialect("empty usage", with_last(r#""choices":[],"usage":{}"#)),
        dialect("null usage", with_last(r#""choices":[],"usage":null"#)),
        dialect(
            "zero usage after the true one",
            with_last(r#""choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4}"#)
                .replace(DONE, "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":0,\"total_tokens\":0}}\n\n"),
        )
        .usage(9, 4, 0),
        dialect(
            "usage as fractions and strings",
            with_last(r#""choices":[],"usage":{"prompt_tokens":"9","completion_tokens":4.0}"#),
        )
        .usage(9, 4, 0),
        dialect(
            "usage beside (Groq)",
            with_last(r#""choices":[],"x_groq":{"usage":{"prompt_tokens":9,"completion_tokens":4}}"#),
        )
        .usage(9, 4, 0),
        dialect(
            "thinking counted in the total only (Gemini)",
            with_last(r#""choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":73}"#),
        )
        .usage(9, 64, 0),
        dialect("usage cut off after the stop", format!("{TEXT}{STOP}data: {{\"choices\":[],\"usage\":{{\"prompt_tokens\":9,\"comp")),
    ]
}
