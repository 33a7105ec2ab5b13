//! What a number counts: 岁 in 「十六岁」, year in “17 years old”.

use super::number_at;
use crate::anchor::fold;

/// The most words of a unit.
const MAX_WORDS: usize = 4;

/// Characters that begin a word which is no unit.
const NO_UNIT: &str = "才是的了吧呢啊吗就应而但和与及或在于到至左上下多余来几前之";
/// Words that are no unit.
const NO_UNIT_WORDS: &[&str] = &[
    "a", "an", "and", "as", "at", "but", "by", "from", "he", "her", "his", "in", "is", "it", "not", "of",
    "on", "or", "she", "so", "than", "that", "the", "then", "to", "was", "when", "with",
];
/// Characters that begin many units, so the next one says which: 公里, 公斤.
const SHARED: &str = "公英海平立厘毫";

/// A weight after a number, else the number two.
pub(super) const WEIGHT: [char; 2] = ['两', '兩'];

/// What a number counts, as far as the words after it say: English words without a plural s, Chinese characters. Empty
/// if they do not.
pub(super) struct Unit(Vec<String>);

/// The unit of a number that this text follows.
pub(super) fn unit_after(text: &str) -> Unit {
    let after_weight = text.strip_prefix(WEIGHT);
    let mut words: Vec<String> = after_weight.map(|_| "两".to_owned()).into_iter().collect();
    let mut rest = after_weight.unwrap_or(text);
    while words.len() < MAX_WORDS && number_at(gap_cut(rest)).is_none() {
        rest = gap_cut(rest);
        let Some(first) = rest.chars().next().filter(|c| c.is_alphabetic()) else { break };
        let len = match first.is_ascii_alphabetic() {
            true => rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let word = lower(&rest[..len]);
        rest = &rest[len..];
        if is_no_unit(&word) {
            // 三十多岁 counts as 三十岁.
            if words.is_empty() && matches!(word.as_str(), "多" | "余" | "来" | "几") {
                continue;
            }
            break;
        }
        words.push(stem(&word));
    }
    Unit(words)
}

/// How many bytes the first word of a unit takes after a number: 双 in 「一双漆黑的眼睛」, years in “17 years old”.
pub(super) fn unit_len(text: &str) -> usize {
    if text.starts_with(WEIGHT) {
        return WEIGHT[0].len_utf8();
    }
    let mut rest = gap_cut(text);
    rest = rest.strip_prefix(['多', '余', '来', '几']).unwrap_or(rest);
    let Some(first) = rest.chars().next().filter(|c| c.is_alphabetic()) else { return 0 };
    let len = match first.is_ascii_alphabetic() {
        true => rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()),
        false => first.len_utf8(),
    };
    let word = lower(&rest[..len]);
    let is_shared = SHARED.contains(word.as_str());
    let next = rest[len..].chars().next().filter(|_| is_shared).map_or(0, char::len_utf8);
    if is_no_unit(&word) { 0 } else { text.len() - rest.len() + len + next }
}

/// The text without a blank or hyphen at its start.
fn gap_cut(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '-')
}

/// A word in one width, case and script.
fn lower(word: &str) -> String {
    fold(word).into_iter().flat_map(char::to_lowercase).collect()
}

fn stem(word: &str) -> String {
    let stem = match word {
        "号" => "日",
        // People are counted with any of these.
        "位" | "名" => "个",
        word => word.strip_suffix('s').unwrap_or(word),
    };
    stem.to_owned()
}

fn is_no_unit(word: &str) -> bool {
    NO_UNIT.contains(word) || NO_UNIT_WORDS.contains(&word)
}

impl Unit {
    /// Whether two units may be the same: one is unknown, or the first word of one is in the other.
    pub(super) fn fits(&self, other: &Self) -> bool {
        self.0.is_empty() || other.0.is_empty() || self.begins_in(other) || other.begins_in(self)
    }

    /// Whether the other unit has the first word of this one.
    fn begins_in(&self, other: &Self) -> bool {
        let len = self.0.first().map_or(0, |first| if SHARED.contains(first.as_str()) { 2 } else { 1 });
        let head = self.0.get(..len).unwrap_or(&self.0);
        other.0.windows(head.len().max(1)).any(|words| words == head)
    }
}
