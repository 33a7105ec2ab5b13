//! The language a novel is written in.

mod guess;

use serde::{Deserialize, Serialize};

pub use guess::guess_language;

use crate::CountRule;

/// The mean number of visible characters of an English word with its punctuation, measured on *Pride and Prejudice*.
pub const VISIBLE_PER_WORD: f64 = 4.64;

/// The language of a novel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum NovelLanguage {
    /// Chinese, in either script.
    #[default]
    Zh,
    En,
    Ja,
}

impl NovelLanguage {
    /// The language of a BCP 47 tag, with any script and region; `None` for any other language.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        [Self::Zh, Self::En, Self::Ja]
            .into_iter()
            .find(|language| language.primary().eq_ignore_ascii_case(primary))
    }

    /// The BCP 47 tag stored for a novel of this language.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh-Hans",
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// The rule in which lengths are given: words for English, visible characters for Chinese and Japanese.
    pub const fn count_rule(self) -> CountRule {
        match self {
            Self::En => CountRule::Word,
            Self::Zh | Self::Ja => CountRule::Standard,
        }
    }

    /// Converts a length by [`count_rule`](Self::count_rule) into visible characters; approximate in English.
    pub fn visible(self, length: usize) -> usize {
        match self {
            Self::En => (length as f64 * VISIBLE_PER_WORD).round() as usize,
            Self::Zh | Self::Ja => length,
        }
    }

    const fn primary(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
            Self::Ja => "ja",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NovelLanguage;
    use crate::count;

    #[test]
    fn an_english_length_is_counted_in_words() {
        let text = "It was a truth that nobody in the county had cared to put into so many words before her.";
        let words = count(text).total(NovelLanguage::En.count_rule());
        assert_eq!(words, 19);
        assert_eq!(NovelLanguage::En.visible(1000), 4640);
        assert_eq!(NovelLanguage::Ja.visible(1000), 1000);
    }

    #[test]
    fn script_and_region_of_a_tag_are_ignored() {
        let cases = [
            ("zh-Hant-TW", Some(NovelLanguage::Zh)),
            ("EN_gb", Some(NovelLanguage::En)),
            ("ja", Some(NovelLanguage::Ja)),
            ("eng", None),
            ("", None),
        ];
        for (tag, language) in cases {
            assert_eq!(NovelLanguage::of_tag(tag), language, "{tag}");
        }
    }
}
