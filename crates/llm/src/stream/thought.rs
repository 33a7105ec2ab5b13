//! Reasoning that a model writes into its answer between tags.
//!
//! Tags count only at the very start of the answer, after white space, and again after each thought. A tag within
//! prose is prose: `<think>` in a story stays, and so does an unmatched `</think>`, because the text before it was
//! already shown and cannot be withdrawn ([`Thinking::Unopened`] is for servers that omit the opening tag). A closing
//! tag at the very start is dropped. White space around a thought is dropped.

use super::{StreamEvent, Thinking};

/// Opening and closing tags: most models; Gemini and Gemma; Seed-OSS; Kimi-VL.
const TAGS: [(&str, &str); 5] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<seed:think>", "</seed:think>"),
    ("◁think▷", "◁/think▷"),
];
/// Maximum white space before a tag, in bytes.
const MAX_LEADING_SPACE: usize = 1024;

/// Separates reasoning from text in the content of an answer.
#[derive(Debug)]
pub struct Splitter {
    state: State,
    pending: String,
    opened: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A tag may follow.
    Start,
    /// Like `Start`, but the content is reasoning even without a tag.
    UnopenedThought,
    /// After a thought: like `Start`, without white space.
    AfterThought,
    /// Inside a thought that ends with this tag.
    Thought(&'static str),
    Prose,
}

impl Splitter {
    /// Creates a splitter for the start of an answer.
    pub const fn new(thinking: Thinking) -> Self {
        let state = match thinking {
            Thinking::Unopened => State::UnopenedThought,
            Thinking::Unknown | Thinking::Wanted => State::Start,
        };
        Self { state, pending: String::new(), opened: false }
    }

    /// Whether the model opened a thought with a tag.
    pub const fn saw_tag(&self) -> bool {
        self.opened
    }

    /// The server separates reasoning itself, so the content is text.
    pub fn expect_text(&mut self) {
        if self.state == State::UnopenedThought {
            self.state = State::Start;
        }
    }

    /// Reads more text.
    pub fn push(&mut self, text: &str, events: &mut Vec<StreamEvent>) {
        if self.state == State::Prose {
            emit(StreamEvent::Text, text, events);
            return;
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.push_str(text);
        let mut rest = pending.as_str();
        while let Some(shorter) = self.step(rest, events) {
            rest = shorter;
        }
    }

    /// Emits the text held back in case a tag followed, because probably no more will arrive.
    pub fn flush(&mut self, events: &mut Vec<StreamEvent>) {
        let pending = std::mem::take(&mut self.pending);
        match self.state {
            State::Start | State::Prose => emit(StreamEvent::Text, &pending, events),
            State::AfterThought => emit(StreamEvent::Text, pending.trim_start(), events),
            State::UnopenedThought | State::Thought(_) => emit(StreamEvent::Reasoning, &pending, events),
        }
    }

    /// Performs one step on `rest`; returns the remainder, or `None` when it is used up or held back.
    fn step<'a>(&mut self, rest: &'a str, events: &mut Vec<StreamEvent>) -> Option<&'a str> {
        match self.state {
            State::Prose => {
                emit(StreamEvent::Text, rest, events);
                None
            }
            State::Thought(close) => self.step_thought(close, rest, events),
            State::Start | State::UnopenedThought | State::AfterThought => self.step_start(rest),
        }
    }

    fn step_start<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        let body = rest.trim_start();
        for (open, close) in TAGS {
            if let Some(after) = body.strip_prefix(open) {
                self.opened = true;
                self.state = State::Thought(close);
                return Some(after);
            }
            if let Some(after) = body.strip_prefix(close) {
                self.state = State::AfterThought;
                return Some(after);
            }
        }
        let may_be_tag = TAGS.iter().any(|(open, close)| open.starts_with(body) || close.starts_with(body));
        if may_be_tag && rest.len() - body.len() <= MAX_LEADING_SPACE {
            self.pending = if self.state == State::AfterThought { body.to_owned() } else { rest.to_owned() };
            return None;
        }
        match self.state {
            State::UnopenedThought => {
                self.state = State::Thought(TAGS[0].1);
                Some(rest)
            }
            State::AfterThought => {
                self.state = State::Prose;
                Some(body)
            }
            _ => {
                self.state = State::Prose;
                Some(rest)
            }
        }
    }

    fn step_thought<'a>(
        &mut self,
        close: &'static str,
        rest: &'a str,
        events: &mut Vec<StreamEvent>,
    ) -> Option<&'a str> {
        if let Some(at) = rest.find(close) {
            emit(StreamEvent::Reasoning, &rest[..at], events);
            self.state = State::AfterThought;
            return Some(&rest[at + close.len()..]);
        }
        let tail = (1..close.len())
            .rev()
            .find(|length| close.is_char_boundary(*length) && rest.ends_with(&close[..*length]));
        let (sure, pending) = rest.split_at(rest.len() - tail.unwrap_or(0));
        emit(StreamEvent::Reasoning, sure, events);
        self.pending = pending.to_owned();
        None
    }
}

fn emit(event: fn(String) -> StreamEvent, text: &str, events: &mut Vec<StreamEvent>) {
    if !text.is_empty() {
        events.push(event(text.to_owned()));
    }
}
