//! Removes the key from the server's output, even if it is split across pieces.
//!
//! A server knows the key it received and may repeat it, by mistake or on purpose; the answer goes into the novel and
//! from there into exports. Text that may be the beginning of the key is held back until it is clear.

use secrecy::{ExposeSecret, SecretString};

use crate::stream::{Finish, StreamEvent};

/// The replacement for the key.
pub(super) const STAND_IN: &str = "[key]";

/// Shorter keys are placeholders such as `ollama` or `not-needed`, given to servers that need none, and may occur in
/// prose as ordinary words. Real keys have 32 characters or more.
const MIN_SECRET_LEN: usize = 16;

/// Minimum length of a key prefix that is treated as a truncated key at the end of an answer. Shorter prefixes reveal
/// nothing, and ordinary words end in them.
const MIN_TRAILING_PREFIX: usize = 8;

/// Removes a key from the events of one answer.
pub(super) struct Redaction {
    key: Option<SecretString>,
    /// The unreleased ends of text and of reasoning that may be the beginning of the key.
    pending: [String; 2],
}

impl Redaction {
    pub(super) fn of(key: Option<&SecretString>) -> Self {
        let is_secret = |key: &&SecretString| key.expose_secret().len() >= MIN_SECRET_LEN;
        Self { key: key.filter(is_secret).cloned(), pending: [const { String::new() }; 2] }
    }

    /// Returns the event without the key; `None` while all of its text is held back.
    pub(super) fn event(&mut self, event: StreamEvent) -> Option<StreamEvent> {
        let [text, reasoning] = &mut self.pending;
        let Some(key) = self.key.as_ref().map(ExposeSecret::expose_secret) else { return Some(event) };
        let non_empty =
            |words: String, make: fn(String) -> StreamEvent| (!words.is_empty()).then(|| make(words));
        match event {
            StreamEvent::Text(words) => non_empty(push(text, &words, key), StreamEvent::Text),
            StreamEvent::Reasoning(words) => non_empty(push(reasoning, &words, key), StreamEvent::Reasoning),
            StreamEvent::Model(name) => Some(StreamEvent::Model(name.replace(key, STAND_IN))),
            StreamEvent::Finish(Finish::Other(why)) => {
                let why = why.replace(&key.to_lowercase(), STAND_IN);
                Some(StreamEvent::Finish(Finish::Other(why)))
            }
            other => Some(other),
        }
    }

    /// Returns the text that was still held back at the end of the answer.
    pub(super) fn rest(&mut self) -> Vec<StreamEvent> {
        let Some(key) = self.key.as_ref().map(ExposeSecret::expose_secret) else { return Vec::new() };
        let [text, reasoning] = std::mem::take(&mut self.pending).map(|pending| {
            if pending.len() >= MIN_TRAILING_PREFIX && key.starts_with(&pending) {
                STAND_IN.to_owned()
            } else {
                pending
            }
        });
        let reasoning = (!reasoning.is_empty()).then_some(StreamEvent::Reasoning(reasoning));
        let text = (!text.is_empty()).then_some(StreamEvent::Text(text));
        reasoning.into_iter().chain(text).collect()
    }
}

/// Adds text to the held-back text; returns the part that is now clear, without the key, and holds the rest.
fn push(pending: &mut String, words: &str, key: &str) -> String {
    pending.push_str(words);
    let mut clear = pending.replace(key, STAND_IN);
    let begins = |at: usize| clear.get(at..).is_some_and(|end| key.starts_with(end));
    let from = (clear.len().saturating_sub(key.len() - 1)..clear.len()).find(|at| begins(*at));
    *pending = clear.split_off(from.unwrap_or(clear.len()));
    clear
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-canary-0123456789";

    fn redacted(pieces: &[&str], key: &str) -> String {
        let key = SecretString::from(key);
        let mut redaction = Redaction::of(Some(&key));
        let events: Vec<StreamEvent> = pieces
            .iter()
            .filter_map(|piece| redaction.event(StreamEvent::Text((*piece).to_owned())))
            .collect();
        let words = events.into_iter().chain(redaction.rest()).map(|event| match event {
            StreamEvent::Text(words) => words,
            other => format!("{other:?}"),
        });
        words.collect()
    }

    #[test]
    fn a_split_key_is_removed() {
        let words = format!("雨停了。{KEY}，他说。{KEY}{KEY}");
        for first in 0..=words.len() {
            for second in first..=words.len() {
                let (Some(a), Some(b), Some(c)) =
                    (words.get(..first), words.get(first..second), words.get(second..))
                else {
                    continue;
                };
                assert_eq!(redacted(&[a, b, c], KEY), "雨停了。[key]，他说。[key][key]", "{first} {second}");
            }
        }
        let letters: Vec<String> = words.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(redacted(&letters, KEY), "雨停了。[key]，他说。[key][key]");
    }

    #[test]
    fn text_that_only_resembles_a_key_is_released() {
        for words in ["他说 sk-", "a sk-canary is a bird", "sk-cana sk-canary-01 sk-can", "s", ""] {
            assert_eq!(redacted(&[words], KEY), words);
        }
        assert_eq!(redacted(&["他说 sk-canary-01"], KEY), "他说 [key]", "cut in the middle of a key");
    }

    #[test]
    fn a_key_that_is_a_word_stays_a_word() {
        assert_eq!(redacted(&["用 ollama 写"], "ollama"), "用 ollama 写");
    }

    #[test]
    fn reasoning_and_text_are_buffered_separately() {
        let key = SecretString::from(KEY);
        let mut redaction = Redaction::of(Some(&key));
        let events = [
            StreamEvent::Text(KEY[..9].to_owned()),
            StreamEvent::Reasoning(KEY[..5].to_owned()),
            StreamEvent::KeepAlive,
            StreamEvent::Text(KEY[9..].to_owned()),
            StreamEvent::Reasoning(KEY[5..].to_owned()),
        ];
        let events_out: Vec<_> = events.into_iter().filter_map(|event| redaction.event(event)).collect();
        let expected = [
            StreamEvent::KeepAlive,
            StreamEvent::Text(STAND_IN.to_owned()),
            StreamEvent::Reasoning(STAND_IN.to_owned()),
        ];
        assert_eq!(events_out, expected);
        assert_eq!(redaction.rest(), []);
    }
}
