//! Token counts: estimated, and corrected by what servers report.
//!
//! A [`TokenCounter`] determines the model's family from its name and adds up a cost for each character, based on its
//! class (Han, kana, Latin letters and so on) and on whether the preceding character has the same class. The sum is
//! multiplied by a running factor learnt from the servers' counts.
//!
//! Always: a prefix never counts more than the whole text; `count(a + b) <= count(a) + count(b)`; and `count(a) +
//! count(b) <= count(a + b) + `[`SEAM_SLACK`]. Nothing here counts 字; limits in 字 and in tokens are never mixed.
//!
//! Deliberately absent: the models' own tokenizers. Their vocabularies are 2–30 MB each, differ by model and version,
//! and several services do not publish theirs. If one becomes worth its size, it belongs in [`TokenCounter::count`],
//! the only place that turns text into a token count; callers stay unchanged.

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

/// Upper bound of `count(a) + count(b) - count(a + b)`: the start of one run plus one for rounding, at the largest
/// correction.
pub const SEAM_SLACK: usize = 3;

/// Maximum error of an estimate, as a share of the real count, for the kinds of text that are sent (prose, dialogue,
/// outlines, JSON), with the four vocabularies it was measured against and before any calibration.
pub const MAX_ERROR: f64 = 0.18;

/// The same bound for plain narration in Chinese or English.
pub const MAX_ERROR_OF_PROSE: f64 = 0.10;

/// A limit in tokens. It cannot be converted to or from a limit in 字: the number of 字 per token depends on the model
/// and the text.
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
    /// Creates a counter for a model name as its server knows it; unknown models are counted high.
    pub fn of_model(model: &str) -> Self {
        Self::calibrated(model, Calibration::default())
    }

    /// Creates a counter that continues from an earlier calibration.
    pub fn calibrated(model: &str, calibration: Calibration) -> Self {
        Self { family: TokenFamily::of_model(model), calibration }
    }

    /// The tokenizer family that the estimate follows.
    pub const fn family(&self) -> TokenFamily {
        self.family
    }

    /// The calibration, to be stored.
    pub const fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The token count of a text, rounded up; 0 only for the empty text.
    pub fn count(&self, text: &str) -> usize {
        self.tokens_of(text.chars().scan(None, |before, c| Some(self.cost(before, c))).sum())
    }

    /// The tokens of messages as the model sees them: their text, the markers around each message and those that open
    /// the answer.
    pub fn count_messages(&self, messages: &[Message]) -> usize {
        let frame = self.family.frame();
        messages.iter().fold(frame.request, |sum, message| sum + frame.message + self.count(&message.content))
    }

    /// Corrects a count that was made without calibration, rounded up.
    pub fn corrected(&self, count: u64) -> u64 {
        count.saturating_mul(u64::from(self.calibration.thousandths())).div_ceil(1000)
    }

    /// Whether a server that reports this many tokens for these messages probably truncated them silently; see
    /// [`looks_truncated`]. Models of unknown family are compared with the family that uses the fewest tokens: their
    /// counts are high for safety and would make an untruncated prompt look truncated.
    pub fn looks_cut(&self, messages: &[Message], reported: usize) -> bool {
        let counted = match self.family {
            TokenFamily::Unknown => {
                Self { family: TokenFamily::DeepSeek, ..self.clone() }.count_messages(messages)
            }
            _ => self.count_messages(messages),
        };
        looks_truncated(counted, reported)
    }

    /// Calibrates with a call: this counter's estimate for the prompt and the server's count. Calls that carry no
    /// information are ignored; see [`Calibration::learn`].
    pub fn calibrate(&mut self, estimated: usize, reported: usize) {
        self.calibration.learn(estimated, reported);
    }

    /// The cost of a character, given the class of the preceding one, in thousandths of a token, uncorrected.
    fn cost(&self, before: &mut Option<CharClass>, c: char) -> u64 {
        let class = class_of(c);
        let costs = self.family.costs(class);
        let same = before.replace(class) == Some(class);
        u64::from(if same { costs.inside } else { costs.first })
    }

    /// Converts thousandths to tokens, corrected and rounded up.
    fn tokens_of(&self, thousandths: u64) -> usize {
        let corrected = u128::from(thousandths) * u128::from(self.calibration.thousandths());
        usize::try_from(corrected.div_ceil(1_000_000)).unwrap_or(usize::MAX)
    }
}
