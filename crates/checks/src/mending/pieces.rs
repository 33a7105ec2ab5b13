//! The changes between a scene and its mended text, each decided as one, and where they go in a text that the author
//! has written on.

use std::collections::{BTreeMap, BTreeSet};

use wenfang_story::{GenerationId, IssueId};
use wenfang_text::{CharRange, Hunk, TextIndex, diff};

use super::issue::Edit;
use super::trace::Trace;
use super::window::edited;

/// A place in the mended text that a fix wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// In char offsets of the mended text.
    pub range: CharRange,
    pub issues: Vec<IssueId>,
    /// The generation with the words, if a model wrote them.
    pub generation: Option<GenerationId>,
}

/// A change that is accepted or refused as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// In char offsets of the input, in order, without overlaps.
    pub edits: Vec<Edit>,
    /// The issues that it answers, by id.
    pub issues: Vec<IssueId>,
    /// The generation with its words, if a model wrote them; the last one if several did.
    pub generation: Option<GenerationId>,
}

/// The changes between a text and its mended form, in the order of their first edits. Changes that one fix made belong
/// together; so do those of fixes that wrote over each other.
pub fn pieces(input: &str, mended: &str, fixes: &[Mended]) -> Vec<Piece> {
    let after = TextIndex::new(mended);
    let mut groups = Groups((0..fixes.len()).collect());
    let hunks = diff(input, mended).hunks;
    let met: Vec<Vec<usize>> = hunks.iter().map(|hunk| fixes_at(fixes, hunk)).collect();
    for together in &met {
        together.windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut known: BTreeMap<usize, usize> = BTreeMap::new();
    for (hunk, met) in hunks.iter().zip(&met) {
        let edit = Edit { range: hunk.old, words: after.slice(hunk.new).to_owned() };
        let place = met.first().map(|first| groups.root(*first));
        match place.and_then(|place| known.get(&place)).and_then(|at| pieces.get_mut(*at)) {
            Some(piece) => piece.edits.push(edit),
            None => {
                known.extend(place.map(|place| (place, pieces.len())));
                pieces.push(piece(edit, fixes, |at| place == Some(groups.root(at))));
            }
        }
    }
    pieces
}

/// A piece with its first edit, of the fixes that belong to it.
fn piece(edit: Edit, fixes: &[Mended], belongs: impl Fn(usize) -> bool) -> Piece {
    let own = || fixes.iter().enumerate().filter(|(at, _)| belongs(*at)).map(|(_, fix)| fix);
    let issues: BTreeSet<IssueId> = own().flat_map(|fix| &fix.issues).copied().collect();
    Piece {
        edits: vec![edit],
        issues: issues.into_iter().collect(),
        generation: own().filter_map(|fix| fix.generation).max(),
    }
}

/// The fixes whose places a change meets or touches.
fn fixes_at(fixes: &[Mended], hunk: &Hunk) -> Vec<usize> {
    let is_met = |fix: &Mended| hunk.new.start() <= fix.range.end() && fix.range.start() <= hunk.new.end();
    let found = fixes.iter().enumerate().filter(|(_, fix)| is_met(fix));
    let inner: Vec<usize> =
        found.clone().filter(|(_, fix)| hunk.new.overlaps(fix.range)).map(|(at, _)| at).collect();
    if inner.is_empty() { found.map(|(at, _)| at).collect() } else { inner }
}

/// Which fixes belong together.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&self, at: usize) -> usize {
        match self.0.get(at) {
            Some(parent) if *parent != at => self.root(*parent),
            _ => at,
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(parent) = self.0.get_mut(a.max(b)) {
            *parent = a.min(b);
        }
    }
}

/// Returns for each piece its edits in char offsets of a text that the author made from the input; `None` if the author
/// changed something at one of its places or right beside it.
pub fn onto(input: &str, working: &str, pieces: &[Piece]) -> Vec<Option<Vec<Edit>>> {
    let trace = Trace::of_texts(input, working);
    let placed = |edit: &Edit| {
        let range = trace.map(edit.range).range;
        (!trace.touches(edit.range)).then(|| Edit { range, words: edit.words.clone() })
    };
    pieces.iter().map(|piece| piece.edits.iter().map(placed).collect()).collect()
}

/// Returns a text after edits that are in order and do not overlap.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let index = TextIndex::new(text);
    edited(&index, index.whole(), edits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wenfang_text::merge;

    use super::*;

    fn fix(start: usize, end: usize, issue: i64, generation: Option<i64>) -> Mended {
        Mended {
            range: CharRange::new(start, end),
            issues: vec![issue.into()],
            generation: generation.map(GenerationId::from),
        }
    }

    fn all_onto(input: &str, working: &str, mended: &str) -> Option<String> {
        let pieces = pieces(input, mended, &[]);
        let mut edits: Vec<Edit> = onto(input, working, &pieces)
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect();
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        Some(apply(working, &edits))
    }

    #[test]
    fn changes_of_one_fix_are_one_piece() {
        let input = "他今年十七岁。雨停了，，她走了。";
        let mended = "她今年十六岁。雨停了，她走了。";
        let found = pieces(input, mended, &[fix(0, 7, 1, Some(9)), fix(10, 11, 2, None)]);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].edits.len(), &*found[0].issues, found[0].generation),
            (2, &[1.into()][..], Some(9.into()))
        );
        assert_eq!((&*found[1].issues, found[1].generation), (&[2.into()][..], None));
        let both: Vec<Edit> = found.into_iter().flat_map(|piece| piece.edits).collect();
        assert_eq!(apply(input, &both), mended);
    }

    #[test]
    fn fixes_that_wrote_over_each_other_are_one_piece() {
        let found = pieces("甲乙丙丁。", "子丑寅卯。", &[fix(0, 3, 1, Some(4)), fix(2, 4, 2, Some(5))]);
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].issues, found[0].generation), (&[1.into(), 2.into()][..], Some(5.into())));
    }

    #[test]
    fn a_change_goes_with_its_text() {
        let input = "雨停了。他今年十七岁。门开着。";
        let mended = "雨停了。他今年十六岁。门开着。";
        assert_eq!(
            all_onto(input, "雨早停了，天还阴着。他今年十七岁。门开着。", mended).as_deref(),
            Some("雨早停了，天还阴着。他今年十六岁。门开着。")
        );
        assert_eq!(all_onto(input, "雨停了。他今年十八岁。门开着。", mended), None, "the author changed it");
        assert_eq!(all_onto(input, "雨停了。门开着。", mended), None, "the author deleted it");
    }

    proptest! {
        /// Without a conflict the result is that of a three-way merge.
        #[test]
        fn placing_all_pieces_merges_both_texts(
            input in "[甲乙丙。]{0,24}", author in "[甲乙丙丁。]{0,3}", model in "[甲乙丙戊。]{0,3}",
            (a, b) in (0_usize..24, 0_usize..24), (n, m) in (0_usize..4, 0_usize..4),
        ) {
            let change = |at: usize, length: usize, words: &str| {
                let chars: Vec<char> = input.chars().collect();
                let at = at.min(chars.len());
                let end = (at + length).min(chars.len());
                let head: String = chars[..at].iter().collect();
                let tail: String = chars[end..].iter().collect();
                format!("{head}{words}{tail}")
            };
            let (working, mended) = (change(a, n, &author), change(b, m, &model));
            if let Some(placed) = all_onto(&input, &working, &mended) {
                let merged = merge(&input, &working, &mended);
                prop_assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
                prop_assert_eq!(placed, merged.text);
            }
        }
    }
}
