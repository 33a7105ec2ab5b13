//! Builds the frames to write from an answer of the script and a request.

use serde_json::Value;

use crate::dialect::{self, Frame, Part, Reply, Tokens};
use crate::recorded::Recorded;
use crate::script::messages;
use crate::{Answer, Dialect, Fault, Framing, Usage, prose};

/// The response, without its timing and the faults of the connection.
pub(crate) struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub framing: Framing,
    pub is_stream: bool,
    pub frames: Vec<Frame>,
}

const HTML: &str = "<!doctype html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n";

/// Whether the key is in the header that the dialect requires, and in no other.
fn has_key(dialect: Dialect, request: &Recorded) -> bool {
    let has = |name: &str| request.headers.contains_key(name);
    match dialect {
        Dialect::Azure => has("api-key") && !has("authorization"),
        Dialect::Anthropic => has("authorization") && !has("api-key"),
        _ => true,
    }
}

/// The answer to the `nth` request of its rule; the first is 1.
pub(crate) fn compose(answer: &Answer, request: &Recorded, nth: usize) -> Response {
    let dialect = answer.dialect;
    let mut status = answer.status;
    let mut headers = Vec::new();
    let mut media = "application/json";
    let mut is_stream = false;
    if dialect == Dialect::Glm && !request.body["stream_options"].is_null() {
        status = 400;
    }
    if !has_key(dialect, request) {
        status = 401;
    }
    let frames = match &answer.fault {
        Some(Fault::RedirectTo(address)) => {
            status = if status == 200 { 307 } else { status };
            headers.push(("location".to_owned(), address.clone()));
            one(Vec::new())
        }
        Some(Fault::HtmlPage) => {
            media = "text/html";
            one(HTML.into())
        }
        Some(Fault::RetryAfter(seconds)) => {
            status = if status == 200 { 429 } else { status };
            headers.push(("retry-after".to_owned(), seconds.to_string()));
            failure(answer, status)
        }
        _ if answer.body.is_some() => one(answer.body.clone().unwrap_or_default().into_bytes()),
        _ if status != 200 => failure(answer, status),
        fault => {
            is_stream = streams(dialect, &request.body);
            if is_stream {
                media = if dialect == Dialect::NdJson { "application/x-ndjson" } else { "text/event-stream" };
            }
            reply_frames(answer, fault.as_ref(), &reply(answer, request, nth), is_stream)
        }
    };
    headers.push(("content-type".to_owned(), media.to_owned()));
    headers.retain(|(name, _)| !answer.headers.contains_key(name));
    headers.extend(answer.headers.iter().map(|(name, value)| (name.clone(), value.clone())));
    let is_chunked = is_stream || answer.keep_alive_every_ms.is_some();
    let framing =
        answer.framing.unwrap_or(if is_chunked { Framing::Chunked } else { Framing::ContentLength });
    Response { status, headers, framing, is_stream, frames }
}

fn streams(dialect: Dialect, body: &Value) -> bool {
    match dialect {
        Dialect::PlainJson => false,
        Dialect::NdJson => body["stream"] != false,
        _ => body["stream"] == true,
    }
}

fn one(bytes: Vec<u8>) -> Vec<Frame> {
    vec![Frame { part: Part::Delta(0), bytes }]
}

fn failure(answer: &Answer, status: u16) -> Vec<Frame> {
    let message = answer.text.as_deref().unwrap_or("scripted failure");
    one(dialect::error(answer.dialect, status, message).to_string().into_bytes())
}

/// The frames of an answer with words, including the faults in its content.
fn reply_frames(answer: &Answer, fault: Option<&Fault>, reply: &Reply, is_stream: bool) -> Vec<Frame> {
    let mut frames = match (is_stream, fault) {
        (true, _) => dialect::stream(answer.dialect, &answer.quirks, reply),
        (false, Some(Fault::ErrorEventAt(_))) => failure(answer, 500),
        (false, _) => one(dialect::whole(answer.dialect, &answer.quirks, reply)),
    };
    let is_delta = |frame: &Frame| matches!(frame.part, Part::Delta(_));
    match fault {
        Some(Fault::CloseWithoutEnd) => frames.retain(|frame| frame.part != Part::End),
        Some(Fault::ErrorEventAt(pieces)) if is_stream => {
            let mut seen = 0;
            frames.retain(|frame| {
                seen += usize::from(is_delta(frame));
                frame.part != Part::End && seen <= *pieces
            });
            frames.extend(dialect::error_event(answer.dialect, &answer.quirks));
        }
        Some(Fault::CutJson) => {
            frames.truncate(frames.iter().rposition(is_delta).map_or(0, |at| at + 1));
            if let Some(last) = frames.last_mut() {
                last.bytes.truncate(last.bytes.len() / 2);
            }
        }
        Some(Fault::InvalidUtf8) => {
            let bytes = frames.iter_mut().filter(|frame| is_delta(frame)).flat_map(|frame| &mut frame.bytes);
            if let Some(byte) = bytes.into_iter().find(|byte| **byte >= 0xc0) {
                *byte = 0xff;
            }
        }
        _ => {}
    }
    frames
}

fn reply(answer: &Answer, request: &Recorded, nth: usize) -> Reply {
    let body = &request.body;
    let mut deltas = words(answer, body, nth);
    let mut finish = answer.finish.clone();
    let most = body["max_tokens"].as_u64().or(body["max_completion_tokens"].as_u64());
    if let Some(most) = most.filter(|_| answer.honours_max_tokens) {
        let most = usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(3) / 2;
        let text = deltas.concat();
        if let Some((at, _)) = text.char_indices().nth(most) {
            deltas = pieces(&text[..at], answer.delta_characters);
            finish = "length".to_owned();
        }
    }
    let reasoning = pieces(&answer.reasoning, answer.delta_characters);
    let prompt: Vec<String> = messages(body).map(|(_, text)| text).collect();
    let tokens = Tokens {
        prompt: tokens(&prompt),
        completion: tokens(&reasoning) + tokens(&deltas),
        reasoning: tokens(&reasoning),
    };
    let usage = match &answer.usage {
        Usage::Auto => Some(dialect::usage(answer.dialect, &tokens)),
        Usage::None => None,
        Usage::Given(usage) => Some(usage.clone()),
    };
    let model = body["model"].as_str().unwrap_or("scripted").to_owned();
    let asks_usage = body["stream_options"]["include_usage"] == true;
    Reply { model, reasoning, deltas, finish, usage, asks_usage }
}

fn words(answer: &Answer, body: &Value, nth: usize) -> Vec<String> {
    let size = answer.delta_characters;
    if let Some(value) = &answer.json {
        return pieces(&value.to_string(), size);
    }
    if let Some(deltas) = &answer.deltas {
        return deltas.clone();
    }
    if let Some(text) = &answer.text {
        return pieces(text, size);
    }
    let mut wanted = answer.prose.clone().unwrap_or_default();
    let again = u64::try_from(nth.saturating_sub(1)).unwrap_or_default();
    wanted.seed = wanted.seed.wrapping_add(again);
    if let Some((factor, target)) = answer.echo_word_target.zip(word_target(body)) {
        wanted.characters = scaled(target, factor);
    }
    pieces(&prose::write(&wanted), size)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float to an integer saturates")]
fn scaled(target: u32, factor: f64) -> usize {
    (f64::from(target) * factor).round() as usize
}

/// The last number before a 字 in the last user message, as in `800 字`, `1,200字` and `800 个字`.
fn word_target(body: &Value) -> Option<u32> {
    let (_, text) = messages(body).rfind(|(role, _)| *role == "user")?;
    text.rmatch_indices('字').find_map(|(at, _)| {
        let before = text[..at].trim_end().trim_end_matches('个').trim_end();
        let is_number = |c: char| c.is_ascii_digit() || c == ',';
        let number = before.rfind(|c| !is_number(c)).map_or(before, |at| {
            let last = before[at..].chars().next().map_or(0, char::len_utf8);
            &before[at + last..]
        });
        number.replace(',', "").parse().ok()
    })
}

fn pieces(text: &str, size: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(size.max(1)).map(|piece| piece.iter().collect()).collect()
}

/// An estimate: three characters are two tokens.
fn tokens(texts: &[String]) -> usize {
    let characters: usize = texts.iter().map(|text| text.chars().count()).sum();
    (characters * 2).div_ceil(3)
}
