//! Thinking that a model writes into its answer, between tags.
//!
//! Tags count at the very start of the answer only, after white space, and once more after each thought. A tag in the midst
//! of prose is prose: `<think>` in a story stays there, and so does a `</think>` that was never opened, since the words
//! before it were shown already and are not taken back ([`Thinking::Unopened`] is for servers with that habit). A closing
//! tag at the very start is dropped. White space around a thought belongs to neither side and is dropped.

use super::{StreamEvent, Thinking};

/// Opening and closing tags: most models; Gemini and Gemma; Seed-OSS; Kimi-VL.
const TAGS: [(&str, &str); 5] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<seed:think>", "</seed:think>"),
    ("◁think▷", "◁/think▷"),
];
/// Most bytes of white space before a tag.
const MAX_LEADING_SPACE: usize = 1024;

/// Tells thinking from text in the content of an answer.
#[derive(Debug)]
pub struct Splitter {
    state: State,
    held: String,
    opened: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A tag may come.
    Start,
    /// The same, but what comes is thinking even without a tag.
    UnopenedThought,
    /// After a thought: as `Start`, without white space.
    AfterThought,
    /// Within a thought that ends with this tag.
    Thought(&'static str),
    Prose,
}

impl Splitter {
    /// At the start of an answer.
    pub const fn new(thinking: Thinking) -> Self {
        let state = match thinking {
            Thinking::Unopened => State::UnopenedThought,
            Thinking::Unknown | Thinking::Wanted => State::Start,
        };
        Self { state, held: String::new(), opened: false }
    }

    /// Whether the model opened a thought with a tag.
    pub const fn saw_tag(&self) -> bool {
        self.opened
    }

    /// The server tells thinking apart by itself: what is in the content is text.
    pub fn expect_text(&mut self) {
        if self.state == State::UnopenedThought {
            self.state = State::Start;
        }
    }

    /// Reads on.
    pub fn push(&mut self, text: &str, events: &mut Vec<StreamEvent>) {
        if self.state == State::Prose {
            give(StreamEvent::Text, text, events);
            return;
        }
        let mut held = std::mem::take(&mut self.held);
        held.push_str(text);
        let mut rest = held.as_str();
        while let Some(shorter) = self.step(rest, events) {
            rest = shorter;
        }
    }

    /// No more will come, as far as can be told: gives what was held in case a tag followed.
    pub fn flush(&mut self, events: &mut Vec<StreamEvent>) {
        let held = std::mem::take(&mut self.held);
        match self.state {
            State::Start | State::Prose => give(StreamEvent::Text, &held, events),
            State::AfterThought => give(StreamEvent::Text, held.trim_start(), events),
            State::UnopenedThought | State::Thought(_) => give(StreamEvent::Reasoning, &held, events),
        }
    }

    /// Does one thing with `rest`; what is left of it, or `None` when it is used up or held.
    fn step<'a>(&mut self, rest: &'a str, events: &mut Vec<StreamEvent>) -> Option<&'a str> {
        match self.state {
            State::Prose => {
                give(StreamEvent::Text, rest, events);
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
            self.held = if self.state == State::AfterThought { body.to_owned() } else { rest.to_owned() };
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
            give(StreamEvent::Reasoning, &rest[..at], events);
            self.state = State::AfterThought;
            return Some(&rest[at + close.len()..]);
        }
        let tail = (1..close.len())
            .rev()
            .find(|length| close.is_char_boundary(*length) && rest.ends_with(&close[..*length]));
        let (sure, held) = rest.split_at(rest.len() - tail.unwrap_or(0));
        give(StreamEvent::Reasoning, sure, events);
        self.held = held.to_owned();
        None
    }
}

fn give(event: fn(String) -> StreamEvent, text: &str, events: &mut Vec<StreamEvent>) {
    if !text.is_empty() {
        events.push(event(text.to_owned()));
    }
}
