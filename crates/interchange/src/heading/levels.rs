//! What the levels of headings mean: title, volume, chapter. Documents and Markdown follow the same rule.

use super::english;
use super::pattern::{self, Unit};

/// The unit that a heading counts, in any language.
pub(crate) fn unit(title: &str) -> Option<Unit> {
    pattern::read(title).or_else(|| english::read(title)).map(|form| form.unit)
}

pub(crate) fn is_chapter(unit: Option<Unit>) -> bool {
    matches!(unit, Some(Unit::Chapter | Unit::Named))
}

pub(crate) fn is_volume(unit: Option<Unit>) -> bool {
    unit == Some(Unit::Volume)
}

/// The levels of a book; 0 if unused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Levels {
    pub title: u8,
    pub volume: u8,
    pub chapter: u8,
}

impl Levels {
    /// Finds the meaning of the levels of headings, given in the order of the text with their units.
    pub fn of(headings: &[(u8, Option<Unit>)], may_be_title: bool) -> Self {
        let mut used: Vec<u8> = headings.iter().map(|(level, _)| *level).collect();
        used.sort_unstable();
        used.dedup();
        let mut levels = Self::default();
        if let [first, _, ..] = *used
            && may_be_title
            && is_title(headings, first)
        {
            levels.title = used.remove(0);
        }
        match *used {
            [] => {}
            [only] => levels.chapter = only,
            [upper, lower, ..] if has_upper_chapters(headings, upper, lower) => levels.chapter = upper,
            [upper, lower, ..] => (levels.volume, levels.chapter) = (upper, lower),
        }
        levels
    }
}

/// Whether the only heading of a level comes first and counts neither volumes nor chapters.
fn is_title(headings: &[(u8, Option<Unit>)], level: u8) -> bool {
    let mut all = headings.iter().filter(|(other, _)| *other == level);
    let is_first = headings.first().is_some_and(|(first, _)| *first == level);
    matches!((all.next(), all.next()), (Some((_, unit)), None) if is_first && !is_volume(*unit) && !is_chapter(*unit))
}

/// Whether the upper of two levels is the chapters, and the lower one headings inside them: its titles count chapters,
/// or most of its sections have no heading of the lower level, which has fewer headings: the chapters of a volume without a
/// title stand beside the other volumes. Prologues and other parts with a name do not count, as
/// they stand beside chapters and beside volumes.
fn has_upper_chapters(headings: &[(u8, Option<Unit>)], upper: u8, lower: u8) -> bool {
    let mut sections: Vec<(Option<Unit>, bool)> = Vec::new();
    for (level, unit) in headings {
        if *level == upper {
            sections.push((*unit, false));
        } else if let Some((_, has_lower)) = sections.last_mut().filter(|_| *level == lower) {
            *has_lower = true;
        }
    }
    let is_named = |unit: Option<Unit>| unit == Some(Unit::Named);
    if !sections.iter().all(|(unit, _)| is_named(*unit)) {
        sections.retain(|(unit, _)| !is_named(*unit));
    }
    let most = |count: usize| count * 2 > sections.len();
    if most(sections.iter().filter(|(unit, _)| *unit == Some(Unit::Chapter)).count()) {
        return true;
    }
    let inside: Vec<Option<Unit>> =
        headings.iter().filter(|(level, _)| *level == lower).map(|(_, unit)| *unit).collect();
    let counts_chapters = inside.iter().filter(|unit| is_chapter(**unit)).count() * 2 > inside.len();
    let counts_volumes = most(sections.iter().filter(|(unit, _)| is_volume(*unit)).count());
    let upper_ones = headings.iter().filter(|(level, _)| *level == upper).count();
    let is_rare = inside.len() < upper_ones;
    !counts_chapters
        && !counts_volumes
        && is_rare
        && most(sections.iter().filter(|(_, has_lower)| !has_lower).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headings: &[&str], expected: (u8, u8, u8)) {
        let read = |heading: &&str| {
            let title = heading.trim_start_matches('#');
            (u8::try_from(heading.len() - title.len()).unwrap(), unit(title.trim()))
        };
        let headings: Vec<_> = headings.iter().map(read).collect();
        let levels = Levels::of(&headings, true);
        assert_eq!((levels.title, levels.volume, levels.chapter), expected, "{headings:?}");
    }

    #[test]
    fn headings_inside_chapters_make_no_volumes() {
        check(&["# Chapter One", "# Chapter Two", "## A Smaller Heading", "# Chapter Three"], (0, 0, 1));
        check(&["# Rain", "# Snow", "## One", "## Two", "# Sun"], (0, 0, 1));
        check(&["# 第一章", "## 一", "## 二", "# 第二章", "## 一"], (0, 0, 1));
    }

    #[test]
    fn two_levels_are_volumes_and_chapters() {
        check(&["# Rain", "## One", "## Two", "# Snow", "## Three", "## Four"], (0, 1, 2));
        check(&["# Prologue", "# Part One", "## Rain", "## Snow", "# Epilogue"], (0, 1, 2));
        check(&["# 楔子", "# 上", "## 第一章", "## 第二章", "# 中", "# 下"], (0, 1, 2));
        check(&["# 番外", "## 感言"], (0, 1, 2));
        check(&["# 一", "# 二", "# 三", "# 中 両親", "## 一", "## 二", "## 三", "## 四"], (0, 1, 2));
        check(&["# The Ferry", "## 卷一", "### 第一章", "## 卷二", "### 第二章"], (1, 2, 3));
    }

    #[test]
    fn a_single_first_heading_is_the_title() {
        check(&["# The Ferry", "## Rain", "## Snow"], (1, 0, 2));
        check(&["# Part One", "## Rain", "## Snow"], (0, 1, 2));
        check(&["# The Ferry"], (0, 0, 1));
    }
}
