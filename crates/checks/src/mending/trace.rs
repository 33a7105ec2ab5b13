//! The exact map from a text to its edited form.

use wenfang_text::{CharRange, Hunk, diff};

/// The changes that lead from one text to another, and where ranges went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// In text order on both sides, without overlaps.
    hunks: Vec<Hunk>,
}

/// Where a range went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// In the new text; empty if the text of the range was deleted.
    pub range: CharRange,
    /// Whether its characters are unchanged.
    pub is_unchanged: bool,
}

impl Trace {
    /// The map between two texts, by comparison. Exact for changes that were made by edits of one round at most; a
    /// passage that moved counts as deleted and inserted.
    pub fn of_texts(old: &str, new: &str) -> Self {
        Self { hunks: diff(old, new).hunks }
    }

    /// The map of hunks that are in text order on both sides and do not overlap.
    pub(super) fn of_hunks(hunks: Vec<Hunk>) -> Self {
        Self { hunks }
    }

    /// The changes, in order.
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Maps a range of the old text. A change that touches the range belongs to it only if it overlaps it, or inserts
    /// inside it.
    pub fn map(&self, range: CharRange) -> Mapped {
        let is_inside = |hunk: &Hunk| {
            hunk.old.overlaps(range) || hunk.is_insertion() && inside(hunk.old.start().get(), range)
        };
        let start = self.position(range.start().get(), Side::Start);
        let end = self.position(range.end().get(), Side::End).max(start);
        Mapped { range: CharRange::new(start, end), is_unchanged: !self.hunks.iter().any(is_inside) }
    }

    /// Whether a range of the old text contains or touches a change.
    pub fn touches(&self, old: CharRange) -> bool {
        self.hunks.iter().any(|hunk| hunk.old.start() <= old.end() && old.start() <= hunk.old.end())
    }

    /// Whether a range of the new text contains or touches a change.
    pub fn is_changed(&self, new: CharRange) -> bool {
        self.hunks.iter().any(|hunk| hunk.new.start() <= new.end() && new.start() <= hunk.new.end())
    }

    /// The characters that changed: of each change the longer side.
    pub fn changed_chars(&self) -> usize {
        self.hunks.iter().map(|hunk| hunk.old.len().max(hunk.new.len())).sum()
    }

    /// The position in the new text. Inside a change, the start of a range goes to the start of the new words, its end
    /// to their end.
    fn position(&self, at: usize, side: Side) -> usize {
        let (mut old, mut new) = (0, 0);
        for hunk in &self.hunks {
            let (start, end) = (hunk.old.start().get(), hunk.old.end().get());
            let is_before = match side {
                // Text inserted before the first character is not part of the range, text after the last neither.
                Side::Start => at < start || at == start && !hunk.is_insertion(),
                Side::End => at <= start,
            };
            if is_before {
                break;
            }
            if at < end {
                return match side {
                    Side::Start => hunk.new.start().get(),
                    Side::End => hunk.new.end().get(),
                };
            }
            (old, new) = (end, hunk.new.end().get());
        }
        new + (at - old)
    }
}

#[derive(Clone, Copy)]
enum Side {
    Start,
    End,
}

/// Whether a position is between two characters of a range.
fn inside(at: usize, range: CharRange) -> bool {
    range.start().get() < at && at < range.end().get()
}

/// The number of characters in which two texts differ: of each change the longer side.
pub fn changed_chars(old: &str, new: &str) -> usize {
    Trace::of_texts(old, new).changed_chars()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wenfang_text::TextIndex;

    #[track_caller]
    fn check([old, new]: [&str; 2], passage: &str, expected: (&str, bool)) {
        let (index, after) = (TextIndex::new(old), TextIndex::new(new));
        let byte = old.find(passage).unwrap();
        let mapped = Trace::of_texts(old, new).map(index.range_of(byte..byte + passage.len()));
        assert_eq!((after.slice(mapped.range), mapped.is_unchanged), expected);
    }

    #[test]
    fn a_range_goes_with_its_text() {
        let texts = ["雨停了。他今年十七岁。门开着。", "雨早就停了。他今年十六岁。门开着。"];
        check(texts, "门开着。", ("门开着。", true));
        check(texts, "十七岁", ("十六岁", false));
        check(texts, "他今年", ("他今年", true));
    }

    #[test]
    fn deleted_text_goes_to_an_empty_range() {
        check(["一。\n二二。\n三。", "一。\n三。"], "二二。", ("", false));
    }

    #[test]
    fn insertions_beside_a_range_do_not_belong_to_it() {
        let trace = Trace::of_hunks(vec![
            Hunk { old: CharRange::new(2, 2), new: CharRange::new(2, 5) },
            Hunk { old: CharRange::new(4, 4), new: CharRange::new(7, 8) },
        ]);
        let inserted_beside = trace.map(CharRange::new(2, 4));
        assert_eq!(inserted_beside, Mapped { range: CharRange::new(5, 7), is_unchanged: true });
        let inserted_inside = trace.map(CharRange::new(1, 3));
        assert_eq!(inserted_inside, Mapped { range: CharRange::new(1, 6), is_unchanged: false });
        assert_eq!(trace.changed_chars(), 4);
        assert!(trace.is_changed(CharRange::new(3, 4)) && !trace.is_changed(CharRange::new(0, 1)));
    }

    #[test]
    fn equal_texts_have_no_changes() {
        assert_eq!(changed_chars("一样。", "一样。"), 0);
        assert_eq!(changed_chars("他走了。", "他跑了。"), 1);
    }
}
