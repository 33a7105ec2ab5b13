//! Splits changes into pieces that an author accepts or rejects one by one.

use super::{Hunk, diff};
use crate::CharRange;

/// The changes that lead from one text to another, split into pieces that can be judged by themselves: whole clauses
/// in a reworded paragraph, and single paragraphs among inserted or deleted ones.
///
/// Pieces are in text order on both sides; the text between two of them is equal on both sides. Unlike the hunks of a
/// [`Diff`](super::Diff), pieces may touch: consecutive paragraphs are separate pieces. Accepting all pieces gives
/// `new`, accepting none gives `old`.
pub fn edits(old: &str, new: &str) -> Vec<Hunk> {
    let hunks = diff(old, new).hunks;
    let sides = (old.chars().collect::<Vec<_>>(), new.chars().collect::<Vec<_>>());
    let mut pieces: Vec<Piece> = Vec::with_capacity(hunks.len());
    for (at, hunk) in hunks.iter().enumerate() {
        let before = pieces.last().map_or(0, |last| last.old.1);
        let after = hunks.get(at + 1).map_or(sides.0.len(), |next| next.old.start().get());
        let piece = Piece::of(hunk).extended(&sides, (before, after));
        match pieces.last_mut() {
            Some(last) if last.old.1 == piece.old.0 && !last.ends_clause(&sides) => {
                (last.old.1, last.new.1) = (piece.old.1, piece.new.1);
            }
            _ => pieces.push(piece),
        }
    }
    pieces.into_iter().flat_map(|piece| piece.paragraphs(&sides)).map(Piece::hunk).collect()
}

/// Start and end in chars, in the old and in the new text.
#[derive(Clone, Copy)]
struct Piece {
    old: (usize, usize),
    new: (usize, usize),
}

impl Piece {
    fn of(hunk: &Hunk) -> Self {
        Self {
            old: (hunk.old.start().get(), hunk.old.end().get()),
            new: (hunk.new.start().get(), hunk.new.end().get()),
        }
    }

    fn hunk(self) -> Hunk {
        Hunk { old: CharRange::new(self.old.0, self.old.1), new: CharRange::new(self.new.0, self.new.1) }
    }

    /// Extends the piece through unchanged text to the borders of its clauses, but not beyond `before` and `after` in
    /// the old text.
    fn extended(mut self, sides: &(Vec<char>, Vec<char>), (before, after): (usize, usize)) -> Self {
        while self.old.0 > before && !self.begins_clause(sides) {
            self.old.0 -= 1;
            self.new.0 -= 1;
        }
        while self.old.1 < after && sides.0[self.old.1] != '\n' && !self.ends_clause(sides) {
            self.old.1 += 1;
            self.new.1 += 1;
        }
        self
    }

    /// Whether a clause begins at the start of the piece, in both texts.
    fn begins_clause(self, (old, new): &(Vec<char>, Vec<char>)) -> bool {
        is_border(old, self.old.0) && is_border(new, self.new.0)
    }

    /// Whether a clause ends at the end of the piece, in both texts.
    fn ends_clause(self, (old, new): &(Vec<char>, Vec<char>)) -> bool {
        let ends = |text: &[char], (start, end): (usize, usize)| start == end || is_border(text, end);
        ends(old, self.old) && ends(new, self.new)
    }

    /// Splits a pure insertion or deletion into its paragraphs.
    fn paragraphs(self, (old, new): &(Vec<char>, Vec<char>)) -> Vec<Self> {
        match (self.old.0 == self.old.1, self.new.0 == self.new.1) {
            (true, false) => {
                let lines = lines(new, self.new).into_iter();
                lines.map(|new| Self { new, ..self }).collect()
            }
            (false, true) => {
                let lines = lines(old, self.old).into_iter();
                lines.map(|old| Self { old, ..self }).collect()
            }
            _ => vec![self],
        }
    }
}

/// The lines of a stretch, each with the line end it needs to stand alone; blank lines belong to the line before.
fn lines(text: &[char], (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let starts_with_line_end = text[start] == '\n';
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut from = start;
    for at in start..end {
        let border =
            if starts_with_line_end { at + 1 < end && text[at + 1] == '\n' } else { text[at] == '\n' };
        if !(border || at + 1 == end) {
            continue;
        }
        let line = (from, at + 1);
        from = at + 1;
        match lines.last_mut() {
            Some(last) if is_blank(text, line) || is_blank(text, *last) => last.1 = line.1,
            _ => lines.push(line),
        }
    }
    lines
}

fn is_blank(text: &[char], (start, end): (usize, usize)) -> bool {
    text[start..end].iter().all(|c| c.is_whitespace())
}

/// Whether a clause, sentence or paragraph ends before `at`. Closing quotes and brackets belong to what they close.
fn is_border(text: &[char], at: usize) -> bool {
    let (Some(last), next) = (at.checked_sub(1), text.get(at)) else { return true };
    if text[last] == '\n' {
        return true;
    }
    let continues = next.is_some_and(|next| ends_clause(*next)) || closes(text, at);
    !continues && (ends_clause(text[last]) || closes(text, last))
}

/// Whether a clause or sentence may end with this character.
fn ends_clause(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '…' | '，' | '；' | '：' | '—' | '.' | '!' | '?' | ',' | ';' | ':')
}

/// Whether a quote or bracket closes at `at`. A straight quote closes if an odd number of them precedes it in the
/// paragraph.
fn closes(text: &[char], at: usize) -> bool {
    match text.get(at) {
        Some('’' | '\'') if is_apostrophe(text, at) => false,
        Some('”' | '’' | '」' | '』' | '）' | ')' | '》' | '〉' | '】' | '］' | ']' | '〕') => {
            true
        }
        Some(straight @ ('"' | '\'')) => {
            let before = (0..at).rev().take_while(|before| text[*before] != '\n');
            before.filter(|before| text[*before] == *straight && !is_apostrophe(text, *before)).count() % 2
                == 1
        }
        _ => false,
    }
}

fn is_apostrophe(text: &[char], at: usize) -> bool {
    let is_letter =
        |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_alphanumeric);
    is_letter(at.checked_sub(1)) && is_letter(at.checked_add(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(old: &str, new: &str) -> Vec<(String, String)> {
        let slice = |text: &str, range: CharRange| -> String {
            text.chars().skip(range.start().get()).take(range.end().get() - range.start().get()).collect()
        };
        edits(old, new).into_iter().map(|hunk| (slice(old, hunk.old), slice(new, hunk.new))).collect()
    }

    fn pieces(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect()
    }

    #[test]
    fn a_reworded_clause_is_one_piece() {
        let found = words("江上有风，船还没有来，他等着。", "江上有风，渡船迟迟不来，他等着。");
        assert_eq!(found, pieces(&[("船还没有来，", "渡船迟迟不来，")]));
    }

    #[test]
    fn each_changed_clause_is_one_piece() {
        let found = words("老周慢慢坐在石阶上，点起一支烟来抽。", "老周缓缓坐在石凳上，点起一支烟来吸。");
        assert_eq!(
            found,
            pieces(&[
                ("老周慢慢坐在石阶上，", "老周缓缓坐在石凳上，"),
                ("点起一支烟来抽。", "点起一支烟来吸。")
            ])
        );
    }

    #[test]
    fn each_inserted_paragraph_is_one_piece() {
        assert_eq!(words("", "一。\n二。\n三。"), pieces(&[("", "一。\n"), ("", "二。\n"), ("", "三。")]));
        assert_eq!(words("零。", "零。\n一。\n\n二。"), pieces(&[("", "\n一。\n"), ("", "\n二。")]));
        assert_eq!(words("零。\n一。\n二。\n", "零。\n"), pieces(&[("一。\n", ""), ("二。\n", "")]));
    }

    #[test]
    fn equal_texts_have_no_edits() {
        assert!(edits("", "").is_empty() && edits("雪。", "雪。").is_empty());
    }

    #[test]
    fn a_speech_keeps_its_closing_quote() {
        for (open, close) in [("“", "”"), ("「", "」"), ("‘", "’"), ("（", "）"), ("\"", "\""), ("'", "'")]
        {
            let (hurry, said) =
                (format!("{open}今日水急。{close}"), format!("{open}水急，{close}陆伯说着。"));
            let found = words("他把船篙递来。水急得很。", &format!("他把船篙递来。{hurry}{said}"));
            assert_eq!(found, pieces(&[("水急得很。", &format!("{hurry}{said}"))]));
            let found = words(
                &format!("他说：{open}水急。{close}他走了。"),
                &format!("他说：{open}今日水很急。{close}他走了。"),
            );
            assert_eq!(
                found,
                pieces(&[(&format!("{open}水急。{close}"), &format!("{open}今日水很急。{close}"))])
            );
        }
    }

    #[test]
    fn an_opening_quote_begins_a_piece() {
        assert_eq!(
            words("天亮了。\"走吧。\"他说。", "天大亮了。\"走吧。\"他说。"),
            pieces(&[("天亮了。", "天大亮了。")])
        );
        assert_eq!(
            words("It’s late. We go.", "It’s late. We don’t go."),
            pieces(&[(" We go.", " We don’t go.")])
        );
    }

    #[test]
    fn marks_that_belong_together_stay_together() {
        assert_eq!(words("他等……走了。", "他等着……走了。"), pieces(&[("他等……", "他等着……")]));
    }

    fn applied(old: &str, new: &str, hunks: &[Hunk], take: impl Fn(usize) -> bool) -> String {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let (mut text, mut kept) = (String::new(), 0);
        for (at, hunk) in hunks.iter().enumerate() {
            let start = hunk.old.start().get();
            assert!(kept <= start, "pieces are in order and do not overlap");
            text.extend(&old[kept..start]);
            kept = hunk.old.end().get();
            text.extend(if take(at) {
                &new[hunk.new.start().get()..hunk.new.end().get()]
            } else {
                &old[start..kept]
            });
        }
        text.extend(&old[kept..]);
        text
    }

    proptest! {
        #[test]
        fn accepting_all_gives_new_and_accepting_none_gives_old(
            old in "[雪落，。\n“”a ]{0,40}", new in "[雪落，。\n“”a ]{0,40}"
        ) {
            let hunks = edits(&old, &new);
            prop_assert_eq!(applied(&old, &new, &hunks, |_| true), new.as_str());
            prop_assert_eq!(applied(&old, &new, &hunks, |_| false), old.as_str());
            prop_assert!(hunks.iter().all(|hunk| !(hunk.old.is_empty() && hunk.new.is_empty())));
        }

        #[test]
        fn pieces_do_not_separate_closing_quotes(
            old in "[雪落，。\n“”a ]{0,40}", new in "[雪落，。\n“”a ]{0,40}"
        ) {
            let sides: (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
            let is_cut = |text: &[char], at: usize| {
                at > 0 && at < text.len() && matches!(text[at - 1], '。' | '，') && text[at] == '”'
            };
            for hunk in edits(&old, &new) {
                for (text, range) in [(&sides.0, hunk.old), (&sides.1, hunk.new)] {
                    prop_assert!(!is_cut(text, range.start().get()) && !is_cut(text, range.end().get()));
                }
            }
        }
    }
}
