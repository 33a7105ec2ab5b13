//! Tokens: how many a text takes, estimated, and corrected by what servers report.
//!
//! A [`TokenCounter`] knows the model's family by its name and adds up a cost for each character: by its class (Han,
//! kana, Latin letters and so on) and by whether the character before it is of the same class. A running factor, learnt
//! from servers' own counts, is laid over the sum.
//!
//! Always: a text never counts more than a longer one that begins with it; `count(a + b) <= count(a) + count(b)`; and
//! `count(a) + count(b) <= count(a + b) + `[`SEAM_SLACK`]. Nothing here counts 字; limits in 字 and in tokens are
//! never mixed.
//!
//! Deliberately absent: the models' own tokenizers. Their vocabularies are 2–30 MB each, differ by model and version,
//! and are not published for several services. When one is worth its size it goes into [`TokenCounter::count`], the
//! only place that turns a text into a number; callers will not notice.

mod calibration;
mod class;
mod cut;
mod family;

#[cfg(test)]
mod tests;

pub use calibration::{Calibration, looks_truncated};
pub use cut::{End, cut_to_tokens};
pub use family::TokenFamily;

use crate::chat::Message;
use class::{CharClass, class_of};

/// The most tokens by which two texts can count more apart than together: the beginning of one run, and one by
/// rounding, for the largest correction there is.
pub const SEAM_SLACK: usize = 3;

/// The most by which an estimate is off, as a share of the real count, for the kinds of text that are sent (prose, talk,
/// outlines, JSON), with the four vocabularies that it was measured against and before anything was learnt.
pub const MAX_ERROR: f64 = 0.18;

/// The same for plain narration, in Chinese or English.
pub const MAX_ERROR_OF_PROSE: f64 = 0.10;

/// A limit in tokens. It is no limit in 字 and there is no way from one to the other: how many 字 a token is depends on
/// the model and the text.
///
/// ```compile_fail
/// use wenfang_llm::tokens::{End, TokenCounter, cut_to_tokens};
///
/// let target_in_characters: usize = 800;
/// cut_to_tokens(&TokenCounter::of_model("gpt-4o"), "雨夜", target_in_characters, End::Start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tokens(pub usize);

/// Counts the tokens of texts and messages for one model.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenCounter {
    family: TokenFamily,
    calibration: Calibration,
}

impl TokenCounter {
    /// A counter for a model by the name its server knows it by; an unknown name is counted high.
    pub fn of_model(model: &str) -> Self {
        Self::calibrated(model, Calibration::default())
    }

    /// A counter that goes on from what was learnt before.
    pub fn calibrated(model: &str, calibration: Calibration) -> Self {
        Self { family: TokenFamily::of_model(model), calibration }
    }

    /// Whose tokenizer the estimate follows.
    pub const fn family(&self) -> TokenFamily {
        self.family
    }

    /// What was learnt, to be kept.
    pub const fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The tokens of a text, rounded up; 0 for the empty text only.
    pub fn count(&self, text: &str) -> usize {
        self.tokens_of(text.chars().scan(None, |before, c| Some(self.cost(before, c))).sum())
    }

    /// The tokens of messages as the model sees them: their words, the marks around each of them and what opens the
    /// answer.
    pub fn count_messages(&self, messages: &[Message]) -> usize {
        let frame = self.family.frame();
        messages.iter().fold(frame.request, |sum, message| sum + frame.message + self.count(&message.content))
    }

    /// Whether a server that reports so many tokens for these messages probably cut them without a word; see
    /// [`looks_truncated`]. A model of no known family is counted as the most sparing one: what is counted high to be
    /// on the safe side must not make a whole prompt look cut.
    pub fn looks_cut(&self, messages: &[Message], reported: usize) -> bool {
        let counted = match self.family {
            TokenFamily::Unknown => {
                Self { family: TokenFamily::DeepSeek, ..self.clone() }.count_messages(messages)
            }
            _ => self.count_messages(messages),
        };
        looks_truncated(counted, reported)
    }

    /// Learns from a call: what this counter said of the prompt, and what the server reported. Calls that can teach
    /// nothing are passed over; see [`Calibration::learn`].
    pub fn calibrate(&mut self, estimated: usize, reported: usize) {
        self.calibration.learn(estimated, reported);
    }

    /// What a character costs after the class of the one before it, in thousandths of a token, uncorrected.
    fn cost(&self, before: &mut Option<CharClass>, c: char) -> u64 {
        let class = class_of(c);
        let costs = self.family.costs(class);
        let same = before.replace(class) == Some(class);
        u64::from(if same { costs.inside } else { costs.first })
    }

    /// Thousandths to tokens, corrected and rounded up.
    fn tokens_of(&self, thousandths: u64) -> usize {
        let corrected = u128::from(thousandths) * u128::from(self.calibration.thousandths());
        usize::try_from(corrected.div_ceil(1_000_000)).unwrap_or(usize::MAX)
    }
}
