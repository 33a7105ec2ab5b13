//! What is done to a text before the tokenizer sees it.
//!
//! Version 1 is what the reference pipeline (sentence-transformers) does: white space at both ends goes, letters become
//! small where the model says so. Nothing else: the quotes “ ” ‘ ’, … and — are unknown to the Chinese BERT
//! vocabulary and stay so. Whether 「 」 in their place, or leaving them out, finds passages better has to be measured with
//! real weights first, and would be version 2.

use std::borrow::Cow;

use crate::Role;

/// Version of the preparation, stored with each vector as a part of its key.
pub const PREPARATION: u32 = 1;

/// What a model wants done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preparation {
    /// Capitals become small letters.
    pub lower_case: bool,
    /// What stands in front of a query; empty for models without an instruction.
    pub instruction: String,
}

impl Preparation {
    /// The text as the tokenizer gets it.
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
    fn the_instruction_stands_before_queries_only() {
        assert_eq!(prepared(" 黛玉葬花 ", Role::Passage), "黛玉葬花");
        assert_eq!(prepared("黛玉葬花", Role::Query), "查询：黛玉葬花");
        assert_eq!(Preparation::default().prepare("黛玉葬花", Role::Query), "黛玉葬花");
    }

    #[test]
    fn letters_become_small_and_nothing_else_changes() {
        assert_eq!(prepared("“Tom 说：ＡＢＣ…—”", Role::Passage), "“tom 说：ａｂｃ…—”");
        assert_eq!(prepared("ΟΔΟΣ Éa İ", Role::Passage), "οδος éa i\u{307}");
        assert_eq!(Preparation::default().prepare("Tom", Role::Passage), "Tom");
    }
}
