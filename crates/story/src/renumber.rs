//! Renumbers 第X章 titles after chapters were moved, split or removed.

use serde::{Deserialize, Serialize};
use wenfang_text::{format_numeral, parse_numeral};

use crate::{ChapterId, VolumeId};

/// Units after a chapter number: 第三**章**.
const UNITS: &[char] = &['章', '回', '节', '節', '话', '話', '集'];

/// The greatest length of a number between 第 and its unit, in chars: 九千九百九十九万 has eight.
const MAX_NUMBER_LEN: usize = 12;

/// A chapter title and its position.
#[derive(Clone, Debug)]
pub struct NumberedTitle {
    /// The volume that contains the chapter.
    pub volume: VolumeId,
    pub chapter: ChapterId,
    pub title: String,
}

/// Where numbering restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Numbering {
    /// Numbers run through the whole book.
    #[default]
    Book,
    /// Each volume starts at 1.
    Volume,
}

/// A title that would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Renumbered {
    pub chapter: ChapterId,
    /// The current title.
    pub from: String,
    /// The new title.
    pub to: String,
}

/// The titles that change if their 第X章 numbers follow the order of `titles`, starting at 1.
///
/// Titles without such a number (楔子, 番外) are unchanged and take no number. Each title keeps its style of numeral and
/// the text after the number.
pub fn renumber(titles: &[NumberedTitle], numbering: Numbering) -> Vec<Renumbered> {
    let mut changes = Vec::new();
    let mut volume = None;
    let mut number = 0;
    for title in titles {
        if numbering == Numbering::Volume && volume != Some(title.volume) {
            number = 0;
        }
        volume = Some(title.volume);
        let Some((digits, rest)) = split_number(&title.title) else { continue };
        let Some((_, style)) = parse_numeral(digits) else { continue };
        number += 1;
        let to = format!("第{}{rest}", format_numeral(number, style));
        if to != title.title {
            changes.push(Renumbered { chapter: title.chapter, from: title.title.clone(), to });
        }
    }
    changes
}

/// The title of the chapter after one titled `title`: 第三回 … is followed by 第四回, in the same style. `name` is the name
/// of the new chapter besides its number; a title without a number is followed by `name` alone.
pub fn next_title(title: &str, name: &str) -> String {
    let numbered = split_number(title).and_then(|(digits, rest)| {
        let (number, style) = parse_numeral(digits)?;
        let unit = rest.chars().next()?;
        Some(format!("第{}{unit}", format_numeral(number.checked_add(1)?, style)))
    });
    match numbered {
        Some(number) if name.is_empty() => number,
        Some(number) => format!("{number} {name}"),
        None => name.to_owned(),
    }
}

/// Splits 第**三十**｜章 风雪 into the number and the rest.
fn split_number(title: &str) -> Option<(&str, &str)> {
    let after = title.strip_prefix('第')?;
    let (unit, _) = after.char_indices().take(MAX_NUMBER_LEN + 1).find(|(_, c)| UNITS.contains(c))?;
    Some(after.split_at(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_title_has_the_next_number() {
        assert_eq!(next_title("第三回 林黛玉抛父进京都", "护官符"), "第四回 护官符");
        assert_eq!(next_title("第9章", ""), "第10章");
        assert_eq!(next_title("楔子", "开船"), "开船");
    }

    fn titles(list: &[(i64, &str)]) -> Vec<NumberedTitle> {
        list.iter()
            .enumerate()
            .map(|(i, (volume, title))| NumberedTitle {
                volume: (*volume).into(),
                chapter: (i as i64).into(),
                title: (*title).to_owned(),
            })
            .collect()
    }

    fn after(list: &[(i64, &str)], numbering: Numbering) -> Vec<String> {
        renumber(&titles(list), numbering).into_iter().map(|change| change.to).collect()
    }

    #[test]
    fn numbers_follow_the_order_and_keep_their_style() {
        let book = [(1, "楔子"), (1, "第二章 渡口"), (1, "第3章"), (2, "第十一回　夜雨"), (2, "番外 灯")];
        assert_eq!(after(&book, Numbering::Book), ["第一章 渡口", "第2章", "第三回　夜雨"]);
    }

    #[test]
    fn each_volume_can_start_at_one() {
        let book = [(1, "第一章"), (1, "第二章"), (2, "第三章 起")];
        assert_eq!(after(&book, Numbering::Volume), ["第一章 起"]);
    }

    #[test]
    fn a_title_that_only_looks_numbered_is_left_alone() {
        let book = [(1, "第一次见面"), (1, "第多少章"), (1, "第一章")];
        assert_eq!(after(&book, Numbering::Book), Vec::<String>::new());
    }
}
