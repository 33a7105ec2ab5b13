//! Three-way merge of two edited versions of one text.
//!
//! Both sides are compared with the base by [`diff`], which works by paragraph and, inside edited paragraphs, by
//! token. Their hunks are applied to the base. Changes that do not meet are both applied; the same change on both
//! sides is applied once. Where the sides differ, the merged text keeps **ours**, and a [`Conflict`] gives the
//! position in all three texts, so nothing of theirs is lost from sight. Two changes meet if they overlap, or touch
//! inside a paragraph (他很高兴 must not become 他非常开心 out of two half-sentences). At a paragraph border they do not meet,
//! unless both insert text at the same place.

use std::iter::Peekable;
use std::slice::Iter;

use serde::{Deserialize, Serialize};

use crate::{CharOffset, CharRange, Hunk, TextIndex, diff};

/// The result of merging two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Merged {
    /// The merged text; our side where the sides conflict.
    pub text: String,
    /// The conflicts, in order; their ranges do not overlap.
    pub conflicts: Vec<Conflict>,
}

impl Merged {
    /// Whether the text contains all changes of both sides.
    pub fn is_clean(&self) -> bool {
        self.conflicts.is_empty()
    }
}

/// A stretch that both sides changed differently. `merged` holds the text of `ours`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Conflict {
    /// In the base text.
    pub base: CharRange,
    /// In our text.
    pub ours: CharRange,
    /// In their text.
    pub theirs: CharRange,
    /// Our side of it, in the merged text.
    pub merged: CharRange,
}

/// Merges two edited versions of `base`.
///
/// Takes the time of two calls of [`diff`].
pub fn merge(base: &str, ours: &str, theirs: &str) -> Merged {
    let our_diff = diff(base, ours);
    let their_diff = diff(base, theirs);
    let base = TextIndex::new(base);
    let mut ours = Side::new(ours, &our_diff.hunks);
    let mut theirs = Side::new(theirs, &their_diff.hunks);
    let mut merged = Merged::default();
    let (mut copied, mut length) = (0, 0);
    while let Some(mut region) = Region::begin(&mut ours, &mut theirs) {
        region.grow(&base, (&mut ours, &mut theirs));
        let range = region.base;
        let (our_range, their_range) = (ours.map(range), theirs.map(range));
        let (our_text, their_text) = (ours.text.slice(our_range), theirs.text.slice(their_range));
        let base_text = base.slice(range);
        let kept = CharRange::new(copied, range.start().get());
        merged.text.push_str(base.slice(kept));
        length += kept.len();
        let (text, taken) =
            if our_text == base_text { (their_text, their_range) } else { (our_text, our_range) };
        if our_text != their_text && our_text != base_text && their_text != base_text {
            let place = CharRange::new(length, length + taken.len());
            merged.conflicts.push(Conflict {
                base: range,
                ours: our_range,
                theirs: their_range,
                merged: place,
            });
        }
        merged.text.push_str(text);
        length += taken.len();
        copied = range.end().get();
    }
    merged.text.push_str(base.slice(CharRange::new(copied, base.len())));
    merged
}

/// One side, with the hunks not yet in a region.
struct Side<'a> {
    text: TextIndex<'a>,
    hunks: Peekable<Iter<'a, Hunk>>,
    /// A position in the base text and its counterpart in this text: the end of the last region.
    base_at: usize,
    side_at: usize,
    /// The last hunk that was added to a region.
    last: Option<Hunk>,
}

impl<'a> Side<'a> {
    fn new(text: &'a str, hunks: &'a [Hunk]) -> Self {
        let text = TextIndex::new(text);
        Self { text, hunks: hunks.iter().peekable(), base_at: 0, side_at: 0, last: None }
    }

    /// The base range of the next hunk.
    fn next(&mut self) -> Option<CharRange> {
        self.hunks.peek().map(|hunk| hunk.old)
    }

    fn take(&mut self) {
        self.last = self.hunks.next().copied().or(self.last);
    }

    /// The counterpart of a region of the base that begins after the last one and does not cut a hunk.
    fn map(&mut self, region: CharRange) -> CharRange {
        let start = self.side_at + region.start().get() - self.base_at;
        if let Some(hunk) = self.last {
            (self.base_at, self.side_at) = (hunk.old.end().get(), hunk.new.end().get());
        }
        let end = self.side_at + region.end().get() - self.base_at;
        (self.base_at, self.side_at) = (region.end().get(), end);
        CharRange::new(start, end)
    }
}

/// A stretch of the base with connected changes.
struct Region {
    base: CharRange,
}

impl Region {
    /// Starts a region with the next change of either side.
    fn begin<'a>(ours: &mut Side<'a>, theirs: &mut Side<'a>) -> Option<Self> {
        let order = |range: CharRange| (range.start(), range.end());
        let (side, base) = match (ours.next(), theirs.next()) {
            (None, None) => return None,
            (Some(our), Some(their)) if order(their) < order(our) => (theirs, their),
            (Some(our), _) => (ours, our),
            (None, Some(their)) => (theirs, their),
        };
        side.take();
        Some(Self { base })
    }

    /// Absorbs all changes that meet it.
    fn grow<'a>(&mut self, base: &TextIndex<'_>, (ours, theirs): (&mut Side<'a>, &mut Side<'a>)) {
        loop {
            let side = match (ours.next(), theirs.next()) {
                (Some(our), _) if self.meets(our, base) => &mut *ours,
                (_, Some(their)) if self.meets(their, base) => &mut *theirs,
                _ => return,
            };
            if let Some(hunk) = side.next() {
                let end = self.base.end().max(hunk.end());
                self.base = CharRange::new(self.base.start().get(), end.get());
            }
            side.take();
        }
    }

    /// Whether a change that begins no earlier than this region must belong to it.
    fn meets(&self, change: CharRange, base: &TextIndex<'_>) -> bool {
        let both_insert = self.base.is_empty() && change.is_empty();
        change.start() < self.base.end()
            || change.start() == self.base.end() && (both_insert || !begins_a_line(base, change.start()))
    }
}

/// Whether a position is at the start of a line.
fn begins_a_line(text: &TextIndex<'_>, at: CharOffset) -> bool {
    at == CharOffset::ZERO || text.slice(CharRange::new(at.get() - 1, at.get())) == "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The merged text with `{ours|base|theirs}` for each conflict.
    fn shown(base: &str, ours: &str, theirs: &str) -> String {
        let merged = merge(base, ours, theirs);
        let [base, ours, theirs, text] = [base, ours, theirs, &merged.text].map(TextIndex::new);
        let mut shown = String::new();
        let mut copied = 0;
        for conflict in &merged.conflicts {
            shown.push_str(text.slice(CharRange::new(copied, conflict.merged.start().get())));
            let [our, their] = [ours.slice(conflict.ours), theirs.slice(conflict.theirs)];
            shown.push_str(&format!("{{{our}|{}|{their}}}", base.slice(conflict.base)));
            copied = conflict.merged.end().get();
        }
        shown + text.slice(CharRange::new(copied, text.len()))
    }

    #[track_caller]
    fn check([base, ours, theirs]: [&str; 3], expected: &str) {
        assert_eq!(shown(base, ours, theirs), expected);
    }

    #[test]
    fn changes_in_different_paragraphs_are_both_applied() {
        check(
            [
                "雨停了。\n她没有走。\n灯亮着。",
                "雨还在下。\n她没有走。\n灯亮着。",
                "雨停了。\n她没有走。\n灯灭了。",
            ],
            "雨还在下。\n她没有走。\n灯灭了。",
        );
    }

    #[test]
    fn separate_changes_in_one_paragraph_are_both_applied() {
        check(
            ["他走进屋里，把灯点亮。", "他跑进屋里，把灯点亮。", "他走进屋里，把蜡烛点亮。"],
            "他跑进屋里，把蜡烛点亮。",
        );
    }

    #[test]
    fn the_same_change_is_applied_once() {
        check(["他走进屋里。", "他跑进屋里。", "他跑进屋里。"], "他跑进屋里。");
        check(["一。\n", "一。\n二。\n", "一。\n二。\n"], "一。\n二。\n");
    }

    #[test]
    fn a_conflict_keeps_ours() {
        check(["他走进屋里。", "他跑进屋里。", "他爬进屋里。"], "他{跑|走|爬}进屋里。");
        check(["一。\n", "一。\n二。\n", "一。\n三。\n"], "一。\n{二。\n||三。\n}");
    }

    #[test]
    fn changes_that_touch_inside_a_paragraph_are_a_conflict() {
        check(["他很高兴。", "他非常高兴。", "他很开心。"], "他{非常高兴|很高兴|很开心}。");
    }

    #[test]
    fn changes_that_touch_between_paragraphs_are_both_applied() {
        check(
            ["一早出门。\n雨停了。\n", "一早出门。\n无话。\n雨停了。\n", "一早出门。\n天晴了。\n"],
            "一早出门。\n无话。\n天晴了。\n",
        );
    }

    #[test]
    fn deleting_a_paragraph_edited_by_the_other_side_conflicts() {
        check(
            ["一。\n他走进屋里。\n三。\n", "一。\n三。\n", "一。\n他跑进屋里。\n三。\n"],
            "一。\n{|他走进屋里。\n|他跑进屋里。\n}三。\n",
        );
    }

    fn versions() -> impl Strategy<Value = [String; 3]> {
        let edits = || proptest::collection::vec((0_usize..60, 0_usize..4, "[一二三四\n，ab]{0,4}"), 0..5);
        ("([一二三四五六]{1,8}[\n，]){0,7}", edits(), edits()).prop_map(|(base, ours, theirs)| {
            let edited = |edits: Vec<(usize, usize, String)>| {
                let mut chars: Vec<char> = base.chars().collect();
                for (at, length, insertion) in edits {
                    let start = at.min(chars.len());
                    let end = (start + length).min(chars.len());
                    chars.splice(start..end, insertion.chars());
                }
                chars.into_iter().collect::<String>()
            };
            [base.clone(), edited(ours), edited(theirs)]
        })
    }

    /// Paragraph `idx` of a text without repeated characters, changed as `edit` says.
    fn paragraph(idx: u32, edit: u8) -> String {
        let run = |first: u32| (first..first + 10).filter_map(char::from_u32).collect::<String>();
        let text = run(0x4e00 + 10 * idx);
        match edit {
            0 => text,
            1 => text.chars().skip(1).collect(),
            2 => format!("前{text}"),
            3 => format!("{text}后"),
            4 => text.chars().enumerate().map(|(at, c)| if at == 5 { '中' } else { c }).collect(),
            _ => run(0x6e00 + 10 * idx),
        }
    }

    proptest! {
        #[test]
        fn changes_of_different_paragraphs_merge_completely(
            edits in proptest::collection::vec((0_u8..6, any::<bool>()), 1..12)
        ) {
            let text = |edit_of: fn(u8, bool) -> u8| {
                let paragraphs = (0_u32..).zip(&edits);
                let lines = paragraphs.map(|(idx, &(edit, is_ours))| paragraph(idx, edit_of(edit, is_ours)));
                lines.collect::<Vec<_>>().join("\n")
            };
            let ours = text(|edit, is_ours| if is_ours { edit } else { 0 });
            let theirs = text(|edit, is_ours| if is_ours { 0 } else { edit });
            let merged = merge(&text(|_, _| 0), &ours, &theirs);
            prop_assert_eq!(merged, Merged { text: text(|edit, _| edit), conflicts: Vec::new() });
        }

        #[test]
        fn an_unchanged_side_yields_to_the_other([base, x, _] in versions()) {
            let clean = Merged { text: x.clone(), conflicts: Vec::new() };
            prop_assert_eq!(&merge(&base, &base, &x), &clean);
            prop_assert_eq!(&merge(&base, &x, &base), &clean);
            prop_assert_eq!(&merge(&base, &x, &x), &clean);
        }

        #[test]
        fn swapping_the_sides_swaps_the_conflicts([base, ours, theirs] in versions()) {
            let merged = merge(&base, &ours, &theirs);
            let swapped = merge(&base, &theirs, &ours);
            let sides = |conflicts: &[Conflict]| {
                conflicts.iter().map(|c| (c.base, c.ours, c.theirs)).collect::<Vec<_>>()
            };
            let back: Vec<_> =
                sides(&swapped.conflicts).into_iter().map(|(base, theirs, ours)| (base, ours, theirs)).collect();
            prop_assert_eq!(sides(&merged.conflicts), back);
            if merged.is_clean() {
                prop_assert_eq!(merged.text, swapped.text);
            }
        }

        #[test]
        fn a_conflict_reports_its_position_in_all_texts([base, ours, theirs] in versions()) {
            let merged = merge(&base, &ours, &theirs);
            let [base, ours, theirs, text] = [&base, &ours, &theirs, &merged.text].map(|text| TextIndex::new(text));
            let mut end = CharOffset::ZERO;
            for conflict in &merged.conflicts {
                prop_assert!(conflict.merged.start() >= end);
                end = conflict.merged.end();
                let [our, their] = [ours.get(conflict.ours), theirs.get(conflict.theirs)];
                prop_assert!(our.is_some() && their.is_some() && our != their);
                prop_assert!(base.get(conflict.base).is_some());
                prop_assert_eq!(text.get(conflict.merged), our);
            }
        }
    }
}
