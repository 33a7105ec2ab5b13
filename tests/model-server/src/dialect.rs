//! How different servers write the same answer.
//!
//! Each dialect documents its differences; everything else follows OpenAI. Usage that a client must request
//! (`stream_options.include_usage`) is sent only then.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Quirk;
use crate::quirk::bend;

/// The server whose format is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Shows no reasoning; usage, if requested, in an additional chunk with empty `choices`.
    #[default]
    #[serde(rename = "openai")]
    OpenAi,
    /// As OpenAI; begins with a chunk of empty `choices` with the filter results of the prompt, and adds filter
    /// results to each piece; a request without the key in `api-key` gets 401.
    Azure,
    /// As OpenAI; a request without the key as a bearer token gets 401.
    Anthropic,
    /// As OpenAI; each piece has the role, an error is an array.
    Gemini,
    /// `reasoning_content`; usage always, in the chunk that finishes; keep-alives are `: keep-alive`.
    #[serde(rename = "deepseek")]
    DeepSeek,
    /// `reasoning_content`; usage always, in `choices[0].usage` of the chunk that finishes.
    Moonshot,
    /// `reasoning_content`; usage in the chunk that finishes; a request with `stream_options` gets 400.
    Glm,
    /// `reasoning_content`; usage as OpenAI.
    #[serde(rename = "dashscope")]
    DashScope,
    /// `reasoning`; prompt tokens never above 4096, because the prompt is cut silently.
    Ollama,
    /// `reasoning`; `[DONE]` follows an error event.
    Vllm,
    /// `reasoning_content`; one line end after `[DONE]`; an error event has the field `error:`.
    LlamaCpp,
    /// `reasoning` and `reasoning_details`; keep-alives are `: OPENROUTER PROCESSING`.
    #[serde(rename = "openrouter")]
    OpenRouter,
    /// `<think>…</think>` in the content, with the tags split over chunks.
    ThinkTags,
    /// Ollama's own protocol: one JSON object per line, no events; streams unless `stream` is false.
    #[serde(rename = "ndjson")]
    NdJson,
    /// `reasoning_content`; a whole answer to a streaming request.
    PlainJson,
}

/// An answer before it is written.
pub(crate) struct Reply {
    pub model: String,
    pub reasoning: Vec<String>,
    pub deltas: Vec<String>,
    pub finish: String,
    pub usage: Option<Value>,
    /// Whether the client requested usage in a stream.
    pub asks_usage: bool,
}

/// The purpose of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Precedes the words.
    Opening,
    /// A piece of reasoning or words of this many characters.
    Delta(usize),
    /// Finish, usage, end.
    End,
}

/// Bytes written together.
pub(crate) struct Frame {
    pub part: Part,
    pub bytes: Vec<u8>,
}

/// Tokens of an answer; `completion` includes the reasoning.
pub(crate) struct Tokens {
    pub prompt: usize,
    pub completion: usize,
    pub reasoning: usize,
}

/// 2026-01-01T00:00:00Z, fixed so that the same answer has the same bytes.
const CREATED: u64 = 1_767_225_600;
const ID: &str = "chatcmpl-scripted";
/// Ollama's default context length.
const OLLAMA_CONTEXT: usize = 4096;

/// Usage in the format of the dialect.
pub(crate) fn usage(dialect: Dialect, tokens: &Tokens) -> Value {
    let Tokens { mut prompt, completion, reasoning } = *tokens;
    if matches!(dialect, Dialect::Ollama | Dialect::NdJson) {
        prompt = prompt.min(OLLAMA_CONTEXT);
    }
    let mut usage = json!({
        "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
    });
    if matches!(dialect, Dialect::OpenAi | Dialect::DeepSeek) {
        usage["completion_tokens_details"] = json!({ "reasoning_tokens": reasoning });
    }
    if dialect == Dialect::DeepSeek {
        usage["prompt_cache_hit_tokens"] = json!(0);
        usage["prompt_cache_miss_tokens"] = json!(prompt);
    }
    usage
}

/// A keep-alive.
pub(crate) fn keep_alive(dialect: Dialect, is_stream: bool) -> &'static [u8] {
    match (is_stream, dialect) {
        (false, _) | (_, Dialect::NdJson) => b"\n",
        (true, Dialect::OpenRouter) => b": OPENROUTER PROCESSING\n\n",
        (true, _) => b": keep-alive\n\n",
    }
}

/// An error body, or the content of an error event.
pub(crate) fn error(dialect: Dialect, status: u16, message: &str) -> Value {
    let (kind, code) = match status {
        400 | 404 | 422 => ("invalid_request_error", json!(null)),
        401 | 403 => ("authentication_error", json!("invalid_api_key")),
        402 => ("insufficient_quota", json!("insufficient_quota")),
        429 => ("rate_limit_error", json!("rate_limit_exceeded")),
        _ => ("server_error", json!(null)),
    };
    match dialect {
        Dialect::NdJson => json!({ "error": message }),
        Dialect::Gemini => json!([{ "error": { "code": status, "message": message, "status": kind } }]),
        Dialect::LlamaCpp | Dialect::Vllm => {
            json!({ "error": { "code": status, "message": message, "type": kind } })
        }
        _ => json!({ "error": { "message": message, "type": kind, "param": null, "code": code } }),
    }
}

/// The frames of an error within a stream.
pub(crate) fn error_event(dialect: Dialect, quirks: &[Quirk]) -> Vec<Frame> {
    let error = error(dialect, 500, "scripted error");
    let text = match dialect {
        Dialect::NdJson => format!("{error}\n"),
        Dialect::LlamaCpp => event("error", &error["error"].to_string(), quirks),
        Dialect::Vllm => event("data", &error.to_string(), quirks) + &event("data", "[DONE]", quirks),
        _ => event("data", &error.to_string(), quirks),
    };
    vec![Frame { part: Part::End, bytes: text.into_bytes() }]
}

/// A whole answer.
pub(crate) fn whole(dialect: Dialect, quirks: &[Quirk], reply: &Reply) -> Vec<u8> {
    let (mut reasoning, mut words) = (reply.reasoning.concat(), reply.deltas.concat());
    if dialect == Dialect::ThinkTags && !reasoning.is_empty() {
        words = format!("<think>{}</think>\n\n{words}", std::mem::take(&mut reasoning));
    }
    if quirks.contains(&Quirk::AnswerInReasoning) {
        reasoning += &std::mem::take(&mut words);
    }
    let mut message = json!({ "role": "assistant", "content": words });
    if !reasoning.is_empty() {
        add(&mut message, reasoning_fields(dialect, &reasoning));
    }
    let mut object = if dialect == Dialect::NdJson {
        line(reply, message, true)
    } else {
        let mut choice =
            json!({ "index": 0, "message": message, "logprobs": null, "finish_reason": reply.finish });
        if dialect == Dialect::Moonshot {
            add_usage(&mut choice, reply);
        }
        let mut object = json!({
            "id": ID, "object": "chat.completion", "created": CREATED, "model": reply.model, "choices": [choice],
        });
        if dialect != Dialect::Moonshot {
            add_usage(&mut object, reply);
        }
        object
    };
    bend(&mut object, quirks, reply.usage.as_ref());
    let bom = if quirks.contains(&Quirk::Bom) { "\u{feff}" } else { "" };
    format!("{bom}{object}").into_bytes()
}

/// A streamed answer.
pub(crate) fn stream(dialect: Dialect, quirks: &[Quirk], reply: &Reply) -> Vec<Frame> {
    let mut frames = if dialect == Dialect::NdJson { lines(reply) } else { chunks(dialect, quirks, reply) };
    for frame in &mut frames {
        bend(&mut frame.1, quirks, reply.usage.as_ref());
    }
    let mut written: Vec<Frame> = Vec::new();
    for (part, object) in &frames {
        if quirks.contains(&Quirk::EmptyFrames) {
            let empty = if dialect == Dialect::NdJson { "\n".to_owned() } else { event("data", "", quirks) };
            written.push(Frame { part: Part::Opening, bytes: empty.into_bytes() });
        }
        let text = match dialect {
            Dialect::NdJson => format!("{object}\n"),
            _ => event("data", &object.to_string(), quirks),
        };
        written.push(Frame { part: *part, bytes: text.into_bytes() });
    }
    if dialect != Dialect::NdJson && !quirks.contains(&Quirk::NoDone) {
        let mut done = event("data", "[DONE]", quirks);
        if quirks.contains(&Quirk::DoneUnterminated) {
            done.truncate(done.trim_end().len());
        } else if dialect == Dialect::LlamaCpp {
            done.truncate(done.trim_end().len());
            done.push_str(line_end(quirks));
        }
        written.push(Frame { part: Part::End, bytes: done.into_bytes() });
    }
    if let Some(first) = written.first_mut().filter(|_| quirks.contains(&Quirk::Bom)) {
        first.bytes.splice(0..0, *b"\xef\xbb\xbf");
    }
    written
}

fn chunks(dialect: Dialect, quirks: &[Quirk], reply: &Reply) -> Vec<(Part, Value)> {
    let asks_usage = reply.asks_usage
        && reply.usage.is_some()
        && !matches!(dialect, Dialect::DeepSeek | Dialect::Moonshot | Dialect::Glm);
    let chunk = |choices: Value| {
        let mut chunk = json!({
            "id": ID, "object": "chat.completion.chunk", "created": CREATED, "model": reply.model, "choices": choices,
        });
        if dialect == Dialect::OpenAi && asks_usage {
            chunk["usage"] = Value::Null;
        }
        chunk
    };
    let choice = |delta: Value, finish: Value| json!({ "index": 0, "delta": delta, "finish_reason": finish });
    let mut chunks = vec![(
        Part::Opening,
        chunk(json!([choice(json!({ "role": "assistant", "content": "" }), Value::Null)])),
    )];
    let empty = || if dialect == Dialect::DeepSeek { Value::Null } else { json!("") };
    let mut push = |text: &str, fields: Map<String, Value>| {
        let mut delta = json!({});
        add(&mut delta, fields);
        chunks.push((Part::Delta(text.chars().count()), chunk(json!([choice(delta, Value::Null)]))));
    };
    let mut think = |text: &str| {
        let mut fields = reasoning_fields(dialect, text);
        if !fields.is_empty() {
            fields.insert("content".to_owned(), empty());
            push(text, fields);
        }
    };
    reply.reasoning.iter().for_each(|text| think(text));
    if quirks.contains(&Quirk::AnswerInReasoning) {
        reply.deltas.iter().for_each(|text| think(text));
    } else {
        let mut words: Vec<&str> = reply.deltas.iter().map(String::as_str).collect();
        if dialect == Dialect::ThinkTags && !reply.reasoning.is_empty() {
            let thought = reply.reasoning.iter().map(String::as_str);
            let tagged = ["<", "think>"].into_iter().chain(thought).chain(["</", "think>\n\n"]);
            words.splice(0..0, tagged);
        }
        for text in words {
            push(text, Map::from_iter([("content".to_owned(), json!(text))]));
        }
    }
    match dialect {
        Dialect::Azure => as_azure(&mut chunks, chunk(json!([]))),
        Dialect::Gemini => as_gemini(&mut chunks),
        _ => {}
    }
    let mut last = choice(json!({}), json!(reply.finish));
    if dialect == Dialect::Moonshot {
        add_usage(&mut last, reply);
    }
    let mut finish = chunk(json!([last]));
    if matches!(dialect, Dialect::DeepSeek | Dialect::Glm) {
        add_usage(&mut finish, reply);
    }
    chunks.push((Part::End, finish));
    if asks_usage {
        let mut after = chunk(json!([]));
        add_usage(&mut after, reply);
        chunks.push((Part::End, after));
    }
    chunks
}

/// Adds the filter results: those of the prompt in a chunk before all others, and those of each piece.
fn as_azure(chunks: &mut Vec<(Part, Value)>, mut first: Value) {
    let nothing = json!({ "hate": { "filtered": false, "severity": "safe" } });
    for (_, chunk) in chunks.iter_mut() {
        chunk["choices"][0]["content_filter_results"] = nothing.clone();
    }
    first["prompt_filter_results"] = json!([{ "prompt_index": 0, "content_filter_results": nothing }]);
    chunks.insert(0, (Part::Opening, first));
}

/// Adds the role to each piece.
fn as_gemini(chunks: &mut [(Part, Value)]) {
    for (_, chunk) in chunks {
        chunk["choices"][0]["delta"]["role"] = json!("assistant");
    }
}

fn lines(reply: &Reply) -> Vec<(Part, Value)> {
    let message = |text: &str, thinking: Option<&str>| {
        let mut message = json!({ "role": "assistant", "content": text });
        if let Some(thinking) = thinking {
            message["thinking"] = json!(thinking);
        }
        message
    };
    let delta = |text: &str, message: Value| (Part::Delta(text.chars().count()), line(reply, message, false));
    let thoughts = reply.reasoning.iter().map(|text| delta(text, message("", Some(text))));
    let words = reply.deltas.iter().map(|text| delta(text, message(text, None)));
    let last = (Part::End, line(reply, message("", None), true));
    thoughts.chain(words).chain([last]).collect()
}

/// A line of Ollama's own protocol.
fn line(reply: &Reply, message: Value, done: bool) -> Value {
    let mut line = json!({
        "model": reply.model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done,
    });
    if done {
        line["done_reason"] = json!(reply.finish);
        for (theirs, ours) in [("prompt_eval_count", "prompt_tokens"), ("eval_count", "completion_tokens")] {
            if let Some(count) = reply.usage.as_ref().and_then(|usage| usage.get(ours)) {
                line[theirs] = count.clone();
            }
        }
    }
    line
}

/// The fields for reasoning; none if it is not shown or is part of the content.
fn reasoning_fields(dialect: Dialect, text: &str) -> Map<String, Value> {
    let fields = match dialect {
        Dialect::OpenAi | Dialect::Azure | Dialect::Anthropic | Dialect::Gemini | Dialect::ThinkTags => {
            return Map::new();
        }
        Dialect::Ollama | Dialect::Vllm => vec![("reasoning", json!(text))],
        Dialect::OpenRouter => vec![
            ("reasoning", json!(text)),
            ("reasoning_details", json!([{ "type": "reasoning.text", "text": text, "index": 0 }])),
        ],
        Dialect::NdJson => vec![("thinking", json!(text))],
        _ => vec![("reasoning_content", json!(text))],
    };
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn add(object: &mut Value, fields: Map<String, Value>) {
    for (name, value) in fields {
        object[name] = value;
    }
}

fn add_usage(object: &mut Value, reply: &Reply) {
    if let Some(usage) = &reply.usage {
        object["usage"] = usage.clone();
    }
}

fn event(field: &str, value: &str, quirks: &[Quirk]) -> String {
    let space = if quirks.contains(&Quirk::NoSpace) { "" } else { " " };
    let end = line_end(quirks);
    format!("{field}:{space}{value}{end}{end}")
}

fn line_end(quirks: &[Quirk]) -> &'static str {
    if quirks.contains(&Quirk::Crlf) { "\r\n" } else { "\n" }
}
