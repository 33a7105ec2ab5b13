//! What the server answers: the words, how they are written, how fast they come, and what goes wrong.
//!
//! Every field may be left out of the JSON; an unknown field is an error. The functions make the common answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Dialect, Quirk};

/// One scripted answer.
///
/// The words are the first that is given of `json`, `deltas`, `text` and `prose`; a few sentences of prose otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Answer {
    /// The HTTP status; any but 200 sends an error body with `text` as its message.
    pub status: u16,
    /// More headers; one of a name that the server writes itself (`content-type`) takes its place.
    pub headers: BTreeMap<String, String>,
    /// How text, reasoning, usage, finish and end are written.
    pub dialect: Dialect,
    /// Where the writing departs from the dialect.
    pub quirks: Vec<Quirk>,
    /// The whole body as it stands; no dialect is applied, no words are written.
    pub body: Option<String>,
    /// A structured answer: the words are this value as JSON text.
    pub json: Option<Value>,
    /// The words piece by piece, as they are streamed.
    pub deltas: Option<Vec<String>>,
    /// The words in one, streamed by `delta_characters`.
    pub text: Option<String>,
    /// Words made up by the server.
    pub prose: Option<Prose>,
    /// Prose as long as `prose` would have it, if this is the factor on what the last user message asks for: the last
    /// number before a 字 in it, as in `800 字`.
    pub echo_word_target: Option<f64>,
    /// Characters in a streamed piece of `text`, `json`, `prose` and `reasoning`; at least 1.
    pub delta_characters: usize,
    /// What the model thinks before its words; none when empty.
    pub reasoning: String,
    /// The finish reason.
    pub finish: String,
    /// Cuts the words at the `max_tokens` of the request (three characters are two tokens) and finishes with `length`.
    pub honours_max_tokens: bool,
    /// What is said of tokens.
    pub usage: Usage,
    /// Milliseconds before the first byte, the head of the answer included; with keep-alives, after the head.
    pub delay_ms: u64,
    /// Milliseconds before each streamed piece.
    pub delta_delay_ms: u64,
    /// Slows the pieces down to this many tokens a second, on top of `delta_delay_ms`.
    pub tokens_per_second: Option<f64>,
    /// Sends a sign of life (a comment, or an empty line where comments do not exist) whenever this many milliseconds
    /// of waiting passed.
    pub keep_alive_every_ms: Option<u64>,
    /// Writes the body in pieces of this many bytes; each is a chunk of its own where the framing has chunks.
    pub split_bytes: Option<usize>,
    /// How the end of the body is told; by default chunks for streams and keep-alives, a length for the rest.
    pub framing: Option<Framing>,
    /// What goes wrong.
    pub fault: Option<Fault>,
}

/// How the end of the body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Framing {
    /// `Transfer-Encoding: chunked`.
    Chunked,
    /// `Content-Length`.
    ContentLength,
    /// Nothing: the body ends with the connection, so that a broken one looks whole.
    UntilClose,
}

/// What is said of tokens.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Usage {
    /// An estimate: three characters are two tokens.
    #[default]
    Auto,
    /// Nothing.
    None,
    /// This, as it stands; may be `{}`.
    Given(Value),
}

/// Chinese prose of our own building blocks; the same numbers give the same prose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Prose {
    /// Its length in characters, line ends not counted; exact.
    pub characters: usize,
    /// Whether there are marks; without them it is one paragraph without a sentence end.
    pub punctuation: bool,
    /// Whether people speak.
    pub dialogue: bool,
    /// Where it begins; each further answer of the same rule goes one on, so that no two are the same.
    pub seed: u64,
}

/// What goes wrong. Bytes are those of the body, without the framing of HTTP; pieces count reasoning and words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The connection is closed after that many bytes, and the framing is never ended.
    CloseAfterBytes(u64),
    /// The words come, then the body ends in good order: no finish, no usage, no `[DONE]`.
    CloseWithoutEnd,
    /// Nothing but keep-alives comes after that many pieces; the connection stays open until the client closes it.
    /// A whole answer is one piece.
    StallAfterDeltas(usize),
    /// The connection is reset after that many bytes.
    Reset(u64),
    /// An error in the dialect's own way at HTTP 200 after that many pieces; no more words.
    ErrorEventAt(usize),
    /// A page of a proxy in the place of the answer.
    HtmlPage,
    /// Every character of several bytes is cut in two by the writes; the bytes together are right.
    BadUtf8Split,
    /// The first byte of the first character of several bytes in the words is 0xFF.
    InvalidUtf8,
    /// The last piece (of a stream) or the body (of a whole answer) ends at half its bytes; the framing ends well.
    CutJson,
    /// Not a byte comes; the connection stays open until the client closes it.
    NeverAnswer,
    /// A redirect (307 unless there is a status) to this address.
    RedirectTo(String),
    /// 429 (unless there is a status) with `Retry-After` of that many seconds.
    RetryAfter(u64),
}

impl Default for Answer {
    fn default() -> Self {
        Self {
            status: 200,
            headers: BTreeMap::new(),
            dialect: Dialect::default(),
            quirks: Vec::new(),
            body: None,
            json: None,
            deltas: None,
            text: None,
            prose: None,
            echo_word_target: None,
            delta_characters: 4,
            reasoning: String::new(),
            finish: "stop".to_owned(),
            honours_max_tokens: false,
            usage: Usage::Auto,
            delay_ms: 0,
            delta_delay_ms: 0,
            tokens_per_second: None,
            keep_alive_every_ms: None,
            split_bytes: None,
            framing: None,
            fault: None,
        }
    }
}

impl Default for Prose {
    fn default() -> Self {
        Self { characters: 60, punctuation: true, dialogue: true, seed: 1 }
    }
}

/// Prose of exactly that many characters.
pub fn prose(characters: usize) -> Answer {
    Answer { prose: Some(Prose { characters, ..Prose::default() }), ..Answer::default() }
}

/// Prose of `factor` times what the last user message asks for, as in `800 字`.
pub fn prose_as_asked(factor: f64) -> Answer {
    Answer { echo_word_target: Some(factor), ..Answer::default() }
}

/// This text.
pub fn text(text: impl Into<String>) -> Answer {
    Answer { text: Some(text.into()), ..Answer::default() }
}

/// This text, in these pieces.
pub fn deltas<const N: usize>(deltas: [&str; N]) -> Answer {
    Answer { deltas: Some(deltas.map(str::to_owned).to_vec()), ..Answer::default() }
}

/// This value as JSON text.
pub fn json(value: Value) -> Answer {
    Answer { json: Some(value), ..Answer::default() }
}

/// This body as it stands, of this content type.
pub fn body(content_type: &str, body: impl Into<String>) -> Answer {
    Answer { body: Some(body.into()), ..Answer::default() }.header("content-type", content_type)
}

/// An error of this status.
pub fn failing(status: u16) -> Answer {
    Answer { status, ..Answer::default() }
}

impl Answer {
    /// In this dialect.
    #[must_use]
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// With this departure from the dialect, besides those it has.
    #[must_use]
    pub fn quirk(mut self, quirk: Quirk) -> Self {
        self.quirks.push(quirk);
        self
    }

    /// With this going wrong.
    #[must_use]
    pub fn fault(self, fault: Fault) -> Self {
        Self { fault: Some(fault), ..self }
    }

    /// After this reasoning.
    #[must_use]
    pub fn reasoning(self, reasoning: impl Into<String>) -> Self {
        Self { reasoning: reasoning.into(), ..self }
    }

    /// With this finish reason.
    #[must_use]
    pub fn finish(self, finish: impl Into<String>) -> Self {
        Self { finish: finish.into(), ..self }
    }

    /// With this said of tokens.
    #[must_use]
    pub fn usage(self, usage: Usage) -> Self {
        Self { usage, ..self }
    }

    /// With this header; its name in lower case.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.insert(name.to_owned(), value.to_owned());
        self
    }

    /// With this many milliseconds before each piece.
    #[must_use]
    pub fn delta_delay_ms(self, delta_delay_ms: u64) -> Self {
        Self { delta_delay_ms, ..self }
    }
}
