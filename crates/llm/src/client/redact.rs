//! The key taken out of what a server sends, however it is split into pieces.
//!
//! A server knows the key it was sent and may say it, by mistake or on purpose; the answer goes into the novel and from there
//! into exports. What may be the beginning of the key is held back until it is clear.

use secrecy::{ExposeSecret, SecretString};

use crate::stream::{Finish, StreamEvent};

/// What stands where the key was.
pub(super) const STAND_IN: &str = "[key]";

/// Shorter keys are words such as `ollama` or `not-needed`, given to servers that want none, and stand in prose for
/// themselves. Keys of the services have 32 characters and more.
const MIN_SECRET_LEN: usize = 16;

/// Fewest characters of a key's beginning that are taken for a cut key at the end of an answer. Fewer tell nobody anything,
/// and words end so.
const MIN_AT_THE_END: usize = 8;

/// Takes a key out of the events of one answer.
pub(super) struct Redaction {
    key: Option<SecretString>,
    /// The ends of text and of reasoning that may be the beginning of the key.
    held: [String; 2],
}

impl Redaction {
    pub(super) fn of(key: Option<&SecretString>) -> Self {
        let is_secret = |key: &&SecretString| key.expose_secret().len() >= MIN_SECRET_LEN;
        Self { key: key.filter(is_secret).cloned(), held: [const { String::new() }; 2] }
    }

    /// The event without the key; `None` while all its words are held back.
    pub(super) fn event(&mut self, event: StreamEvent) -> Option<StreamEvent> {
        let [text, reasoning] = &mut self.held;
        let Some(key) = self.key.as_ref().map(ExposeSecret::expose_secret) else { return Some(event) };
        let sent = |words: String, make: fn(String) -> StreamEvent| (!words.is_empty()).then(|| make(words));
        match event {
            StreamEvent::Text(words) => sent(push(text, &words, key), StreamEvent::Text),
            StreamEvent::Reasoning(words) => sent(push(reasoning, &words, key), StreamEvent::Reasoning),
            StreamEvent::Model(name) => Some(StreamEvent::Model(name.replace(key, STAND_IN))),
            StreamEvent::Finish(Finish::Other(why)) => {
                let why = why.replace(&key.to_lowercase(), STAND_IN);
                Some(StreamEvent::Finish(Finish::Other(why)))
            }
            other => Some(other),
        }
    }

    /// What was held back at the end of the answer.
    pub(super) fn rest(&mut self) -> Vec<StreamEvent> {
        let Some(key) = self.key.as_ref().map(ExposeSecret::expose_secret) else { return Vec::new() };
        let [text, reasoning] = std::mem::take(&mut self.held).map(|held| {
            if held.len() >= MIN_AT_THE_END && key.starts_with(&held) { STAND_IN.to_owned() } else { held }
        });
        let reasoning = (!reasoning.is_empty()).then_some(StreamEvent::Reasoning(reasoning));
        let text = (!text.is_empty()).then_some(StreamEvent::Text(text));
        reasoning.into_iter().chain(text).collect()
    }
}

/// Adds words to what was held back; gives what is clear by now, without the key, and holds the rest back.
fn push(held: &mut String, words: &str, key: &str) -> String {
    held.push_str(words);
    let mut clear = held.replace(key, STAND_IN);
    let begins = |at: usize| clear.get(at..).is_some_and(|end| key.starts_with(end));
    let from = (clear.len().saturating_sub(key.len() - 1)..clear.len()).find(|at| begins(*at));
    *held = clear.split_off(from.unwrap_or(clear.len()));
    clear
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-canary-0123456789";

    fn through(pieces: &[&str], key: &str) -> String {
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
    fn a_key_is_taken_out_wherever_it_is_split() {
        let words = format!("雨停了。{KEY}，他说。{KEY}{KEY}");
        for first in 0..=words.len() {
            for second in first..=words.len() {
                let (Some(a), Some(b), Some(c)) =
                    (words.get(..first), words.get(first..second), words.get(second..))
                else {
                    continue;
                };
                assert_eq!(through(&[a, b, c], KEY), "雨停了。[key]，他说。[key][key]", "{first} {second}");
            }
        }
        let letters: Vec<String> = words.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(through(&letters, KEY), "雨停了。[key]，他说。[key][key]");
    }

    #[test]
    fn what_only_begins_like_a_key_is_said_in_the_end() {
        for words in ["他说 sk-", "a sk-canary is a bird", "sk-cana sk-canary-01 sk-can", "s", ""] {
            assert_eq!(through(&[words], KEY), words);
        }
        assert_eq!(through(&["他说 sk-canary-01"], KEY), "他说 [key]", "cut in the middle of a key");
    }

    #[test]
    fn a_key_that_is_a_word_stays_a_word() {
        assert_eq!(through(&["用 ollama 写"], "ollama"), "用 ollama 写");
    }

    #[test]
    fn thinking_and_words_are_held_apart() {
        let key = SecretString::from(KEY);
        let mut redaction = Redaction::of(Some(&key));
        let events = [
            StreamEvent::Text(KEY[..9].to_owned()),
            StreamEvent::Reasoning(KEY[..5].to_owned()),
            StreamEvent::KeepAlive,
            StreamEvent::Text(KEY[9..].to_owned()),
            StreamEvent::Reasoning(KEY[5..].to_owned()),
        ];
        let told: Vec<_> = events.into_iter().filter_map(|event| redaction.event(event)).collect();
        let expected = [
            StreamEvent::KeepAlive,
            StreamEvent::Text(STAND_IN.to_owned()),
            StreamEvent::Reasoning(STAND_IN.to_owned()),
        ];
        assert_eq!(told, expected);
        assert_eq!(redaction.rest(), []);
    }
}
