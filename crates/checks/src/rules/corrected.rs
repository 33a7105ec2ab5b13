//! The value that a fact would have if the text is right and the fact is wrong.

use wenfang_story::check::Rule;
use wenfang_text::{NumeralStyle, format_numeral, is_same_value, parse_numeral};

use super::age_arithmetic::is_age;
use super::possession::names_holder;
use super::traits::{trait_named, word};

/// The longest value that is taken over from a finding, in characters; a longer one is a sentence.
const MAX_LEN: usize = 40;

/// Returns the value that a fact should have by a finding of a rule: `object` is the value of now, `found` what the rule
/// found in the text. `None` if the finding does not say it.
pub fn corrected(rule: Rule, (predicate, object): (&str, &str), found: &str) -> Option<String> {
    let found = found.trim();
    let new = match rule {
        // A year of birth is not what the text says.
        Rule::AgeArithmetic if is_age(predicate) => in_numerals_of(object, found)?,
        Rule::Attribute => word(trait_named(predicate)?, found)?.to_owned(),
        Rule::Possession if !names_holder(predicate) => return None,
        Rule::Possession | Rule::PlaceConflict | Rule::NameDrift => found.to_owned(),
        Rule::ModelSetting => in_numerals_of(object, found).unwrap_or_else(|| found.to_owned()),
        _ => return None,
    };
    let is_usable = !new.is_empty() && new.chars().count() <= MAX_LEN && !is_same_value(&new, object, None);
    is_usable.then_some(new)
}

/// The old value with the new number in its place, in the same numerals. `None` unless each has exactly one number.
fn in_numerals_of(old: &str, new: &str) -> Option<String> {
    let (range, style) = numeral(old).map(|(range, _, style)| (range, style))?;
    let (_, value, _) = numeral(new)?;
    Some(format!("{}{}{}", &old[..range.start], format_numeral(value, style), &old[range.end..]))
}

/// The only numeral in a text, with its byte range and value.
fn numeral(text: &str) -> Option<(std::ops::Range<usize>, u32, NumeralStyle)> {
    let is_numeral =
        |c: char| !c.is_ascii_alphabetic() && (parse_numeral(&c.to_string()).is_some() || UNITS.contains(&c));
    let start = text.find(is_numeral)?;
    let end = text[start..].find(|c| !is_numeral(c)).map_or(text.len(), |len| start + len);
    let (value, style) = parse_numeral(&text[start..end])?;
    (!text[end..].contains(is_numeral)).then_some((start..end, value, style))
}

/// Parts of a numeral that are none by themselves.
const UNITS: [char; 4] = ['百', '千', '万', '亿'];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: Rule, fact: (&str, &str), found: &str, expected: Option<&str>) {
        assert_eq!(corrected(rule, fact, found).as_deref(), expected, "{rule} {fact:?} {found}");
    }

    #[test]
    fn a_new_age_is_written_as_the_old_one() {
        check(Rule::AgeArithmetic, ("年龄", "二十岁"), "17", Some("十七岁"));
        check(Rule::AgeArithmetic, ("age", "20"), "17", Some("17"));
        check(Rule::AgeArithmetic, ("生年", "1880"), "17", None);
        check(Rule::AgeArithmetic, ("年龄", "十几岁"), "没有说", None);
    }

    #[test]
    fn the_value_is_taken_out_of_the_passage() {
        check(Rule::Attribute, ("眼睛", "黑色"), "阿芷那双湛蓝的眼睛", Some("湛蓝"));
        check(Rule::Attribute, ("hair", "black"), "Anna’s red hair", Some("red"));
        check(Rule::Attribute, ("住处", "青石渡"), "阿芷住在桃花村", None);
        check(Rule::PlaceConflict, ("所在", "京城"), "青石渡", Some("青石渡"));
    }

    #[test]
    fn nothing_is_made_up() {
        check(Rule::AbsentActs, ("状态", "已死"), "笑了", None);
        check(Rule::Possession, ("拥有", "玉佩"), "阿芷", None);
        check(Rule::ModelSetting, ("年龄", "十六岁"), "17", Some("十七岁"));
        check(Rule::ModelSetting, ("门派", "青城派"), "峨眉派", Some("峨眉派"));
        check(Rule::ModelSetting, ("门派", "青城派"), &"很长".repeat(30), None);
    }
}
