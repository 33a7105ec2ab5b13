//! Where servers put reasoning.

use super::super::super::Finish;
use super::{Dialect, dialect};

/// One chunk per delta, a stop, and `[DONE]`.
fn stream(deltas: &[&str]) -> String {
    let chunks = deltas
        .iter()
        .map(|delta| format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{{delta}}}}}]}}\n\n"));
    chunks.collect::<String>()
        + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
}

pub fn all() -> Vec<Dialect> {
    vec![
        dialect(
            "reasoning_content (DeepSeek, DashScope, GLM)",
            stream(&[
                r#""role":"assistant","content":null,"reasoning_content":"先想""#,
                r#""content":null,"reasoning_content":"一想。""#,
                r#""content":"雨停了。","reasoning_content":null"#,
            ]),
        )
        .reasoning("先想一想。"),
        dialect(
            "reasoning (Ollama, vLLM, SGLang)",
            stream(&[r#""content":"","reasoning":"先想。""#, r#""content":"雨停了。""#]),
        )
        .reasoning("先想。"),
        dialect(
            "reasoning twice over, with details (OpenRouter)",
            stream(&[
                r#""content":"","reasoning":"先","reasoning_details":[{"type":"reasoning.text","text":"先","format":null,"index":0}]"#,
                r#""content":"","reasoning":null,"reasoning_details":[{"type":"reasoning.summary","summary":"想。"},{"type":"reasoning.encrypted","data":"eA=="}]"#,
                r#""content":"雨停了。""#,
            ]),
        )
        .reasoning("先想。"),
        dialect(
            "thinking parts (Mistral)",
            stream(&[
                r#""content":[{"type":"thinking","thinking":[{"type":"text","text":"先想。"}]}]"#,
                r#""content":"雨停了。""#,
            ]),
        )
        .reasoning("先想。"),
        dialect(
            "think tags, split over chunks",
            stream(&[
                r#""content":"\n<thi""#,
                r#""content":"nk>先想""#,
                r#""content":" < 一想</th""#,
                r#""content":"ink>\n\n""#,
                r#""content":"雨停了。""#,
            ]),
        )
        .reasoning("先想 < 一想"),
        dialect(
            "think tags in a whole answer",
            r#"{"choices":[{"message":{"content":"<think>\n先想\n</think>\n\n雨停了。"},"finish_reason":"stop"}]}"#,
        )
        .reasoning("\n先想\n"),
        dialect("an empty thought (Qwen)", stream(&[r#""content":"<think>\n\n</think>\n\n雨停了。""#])).reasoning("\n\n"),
        dialect(
            "think tags within prose",
            stream(&[r#""content":"雨停了。<think>""#, r#""content":"</think>""#]),
        )
        .text("雨停了。<think></think>"),
        dialect("something like a tag", stream(&[r#""content":" <thi""#, r#""content":"s>雨停了。""#])).text(" <this>雨停了。"),
        dialect("an open thought at the end", stream(&[r#""content":"<think>先想</thin""#])).text("").reasoning("先想</thin"),
        dialect(
            "a closing tag that another field's thought left behind",
            stream(&[r#""reasoning_content":"先想。""#, r#""content":"</think>\n雨停了。""#]),
        )
        .reasoning("先想。"),
        dialect(
            "the answer itself in reasoning (vLLM)",
            stream(&[r#""role":"assistant","content":"""#, r#""reasoning":"雨停""#, r#""reasoning":"了。""#]),
        )
        .reasoning("雨停了。"),
        dialect(
            "thinking cut by the limit",
            stream(&[r#""reasoning_content":"先想""#]).replace("\"stop\"", "\"length\""),
        )
        .text("")
        .reasoning("先想")
        .finish(Finish::Length),
        dialect(
            "thinking in ndjson (Ollama)",
            "{\"message\":{\"content\":\"\",\"thinking\":\"先想。\"},\"done\":false}\n\
             {\"message\":{\"content\":\"雨停了。\"},\"done\":true,\"done_reason\":\"stop\"}\n",
        )
        .reasoning("先想。"),
    ]
}
