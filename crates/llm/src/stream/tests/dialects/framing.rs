//! Lines, events and values; starts and ends of streams.

use super::super::super::{ErrorKind, Finish};
use super::{Dialect, dialect};

const PLAIN: &str = r#"data: {"id":"c1","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{"content":"雨停"},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{"content":"了。"},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: [DONE]

"#;

pub fn all() -> Vec<Dialect> {
    let with_bom = [b"\xEF\xBB\xBF".as_slice(), PLAIN.as_bytes()].concat();
    let invalid = PLAIN.replace("了。", "*").into_bytes().into_iter();
    let invalid: Vec<u8> =
        invalid.flat_map(|byte| if byte == b'*' { vec![0xE4, 0xBA] } else { vec![byte] }).collect();
    vec![
        dialect("the plain form", PLAIN),
        dialect("crlf", PLAIN.replace('\n', "\r\n")),
        dialect("cr", PLAIN.replace('\n', "\r")),
        dialect("byte order mark", with_bom),
        dialect("no space after the colon", PLAIN.replace("data: ", "data:")),
        dialect("data twice", PLAIN.replace("data: ", "data: data: ")),
        dialect("no empty lines between events", PLAIN.replace("\n\n", "\n")),
        dialect("capital field names", PLAIN.replace("data:", "Data:")),
        dialect("invalid bytes", invalid).text("雨停\u{FFFD}"),
        dialect("comments and empty lines (DeepSeek)", format!(": keep-alive\n\n\n\n: keep-alive\n\n{PLAIN}: bye\n\n")),
        dialect("empty data frames", PLAIN.replace("\n\n", "\n\ndata:\n\ndata: \n\n")),
        dialect(
            "event, id and retry fields",
            PLAIN.replace("data: {", "event: message\nid: 7\nretry: 3000\ndata: {"),
        ),
        dialect("pings between", PLAIN.replace("data: {", "event: ping\ndata: {\"type\":\"ping\"}\n\ndata: {")),
        dialect("unknown fields", PLAIN.replace("data: {", "trace: 7\ndata: {")),
        dialect("a value over several data lines", PLAIN.replace("\"choices\":", "\ndata: \"choices\":\ndata: ")),
        dialect("done without an empty line (llama.cpp)", PLAIN.trim_end()),
        dialect("no done", PLAIN.replace("data: [DONE]\n\n", "")),
        dialect("no done and no empty line", PLAIN.replace("\n\ndata: [DONE]\n\n", "")),
        dialect("done and no finish reason", PLAIN.replace("\"stop\"", "null")).without_finish(),
        dialect("events after done", format!("{PLAIN}data: {{\"choices\":[{{\"delta\":{{\"content\":\"?\"}}}}]}}\n\n")),
        dialect("closed early", PLAIN.split_inclusive("\n\n").take(3).collect::<String>()).incomplete(),
        dialect("closed within an event", &PLAIN.as_bytes()[..PLAIN.find("了。").unwrap_or(0) + "了".len()])
            .text("雨停了")
            .incomplete(),
        dialect("a cut value in an event", PLAIN.replace("停\"},\"finish_reason\":null}]}", "停"))
            .failed(ErrorKind::NotAnAnswer),
        dialect("nothing at all", "").text("").incomplete(),
        dialect("keep-alives only", ": keep-alive\n\n: keep-alive\n\n").text("").incomplete(),
        dialect(
            "a whole answer",
            r#"{"id":"c1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"雨停了。"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}"#,
        )
        .usage(9, 4, 0),
        dialect(
            "a whole answer over many lines, after empty lines (DeepSeek)",
            "\n\n\n{\n  \"choices\": [\n    {\n      \"message\": {\"content\": \"雨停了。\"},\n      \"finish_reason\": \"length\"\n    }\n  ]\n}\n",
        )
        .finish(Finish::Length),
        dialect("a whole answer, cut", r#"{"choices":[{"message":{"role":"assistant","content":"雨停了"#)
            .text("雨停了")
            .incomplete(),
        dialect("a whole answer in an event", "data: {\"choices\":[{\"message\":{\"content\":\"雨停了。\"},\"finish_reason\":\"stop\"}]}\n\n"),
        dialect(
            "ndjson, chat (Ollama)",
            r#"{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"雨停"},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:01Z","message":{"role":"assistant","content":"了。"},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":5,"prompt_eval_count":26,"eval_count":4}
"#,
        )
        .usage(26, 4, 0),
        dialect(
            "ndjson, generate (Ollama)",
            "{\"model\":\"m\",\"response\":\"雨停\",\"done\":false}\r\n{\"model\":\"m\",\"response\":\"了。\",\"done\":true,\"done_reason\":\"length\"}",
        )
        .finish(Finish::Length),
        dialect(
            "ndjson without a reason",
            "{\"message\":{\"content\":\"雨停了。\"},\"done\":false}\n{\"message\":{\"content\":\"\"},\"done\":true}\n",
        ),
        dialect("ndjson, closed early", "{\"message\":{\"content\":\"雨停了。\"},\"done\":false}\n{\"message\":{\"cont").incomplete(),
        dialect("ndjson of chunks", PLAIN.replace("data: ", "").replace("\n\n", "\n")),
        dialect("values without anything between", PLAIN.replace("data: ", "").replace("\n\n", "")),
        dialect("an array of chunks", format!("[{}]", PLAIN.split("data: ").filter(|part| part.starts_with('{')).collect::<Vec<_>>().join(","))),
        dialect("a page", "<!DOCTYPE html>\n<html><head><title>Welcome</title></head>\n<body>\n{\"choices\": 1}\ndata: x\n</body></html>")
            .text("")
            .failed(ErrorKind::NotAnAnswer),
        dialect("a page in mid-stream", format!("{}<html><head><title>502 Bad Gateway</title></head></html>\n", PLAIN.split_inclusive("\n\n").take(3).collect::<String>()))
            .failed(ErrorKind::NotAnAnswer),
        dialect("plain words", "upstream connect error or disconnect/reset before headers").text("").failed(ErrorKind::NotAnAnswer),
        dialect("JSON of something else", r#"{"status":"ok","version":"1.2"}"#).text("").failed(ErrorKind::NotAnAnswer),
    ]
}
