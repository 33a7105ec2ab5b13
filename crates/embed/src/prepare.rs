//! Text preparation before tokenisation.
//!
//! Version 1 does what the reference pipeline (sentence-transformers) does: trims white space, and converts to lower
//! case if the model requires it. Nothing else: the quotation marks “ ” ‘ ’, … and — are unknown to the Chinese BERT
//! vocabulary and stay so. Whether replacing them with 「 」, or removing them, improves retrieval must first be
//! measured with real weights, and would be version 2.

use std::borrow::Cow;

use crate::Role;

/// The version of the preparation, stored with each vector as part of its key.
pub const PREPARATION: u32 = 1;

/// The preparation that a model requires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preparation {
    /// Whether to convert to lower case.
    pub lower_case: bool,
    /// The prefix of queries; empty for models without an instruction.
    pub instruction: String,
}

impl Preparation {
    /// Prepares a text for the tokenizer.
    pub fn prepare<'t>(&self, text: &'t str, role: Role) -> Cow<'t, str> {
        let text = match role {
            Role::Query if !self.instruction.is_empty() => {
                Cow::Owned(format!("{}{text}", self.instruction).trim().to_owned())
            }
            _ => Cow::Borrowed(text.trim()),
        };
        if self.lower_case { Cow::Owned(text.to_lowercase()) } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(text: &str, role: Role) -> String {
        let preparation = Preparation { lower_case: true, instruction: "查询：".to_owned() };
        preparation.prepare(text, role).into_owned()
    }

    #[test]
    fn only_queries_get_the_instruction() {
        assert_eq!(prepared(" 黛玉葬花 ", Role::Passage), "黛玉葬花");
        assert_eq!(prepared("黛玉葬花", Role::Query), "查询：黛玉葬花");
        assert_eq!(Preparation::default().prepare("黛玉葬花", Role::Query), "黛玉葬花");
    }

    #[test]
    fn only_the_case_of_letters_changes() {
        assert_eq!(prepared("“Tom 说：ＡＢＣ…—”", Role::Passage), "“tom 说：ａｂｃ…—”");
        assert_eq!(prepared("ΟΔΟΣ Éa İ", Role::Passage), "οδος éa i\u{307}");
        assert_eq!(Preparation::default().prepare("Tom", Role::Passage), "Tom");
    }
}
