//! What the author wrote beside a text of a model that was accepted.

use std::collections::BTreeSet;

use wenfang_project::manuscript::Totals;
use wenfang_project::statistics::SignedTotals;
use wenfang_story::GenerationId;
use wenfang_story::generation::AiSpan;
use wenfang_text::{CharRange, TextIndex, diff};
use wenfang_versions as versions;

/// A text with what models wrote in it, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    pub text: String,
    pub spans: Vec<AiSpan>,
}

/// The text of the author alone.
struct Own {
    text: String,
    /// Where text of the accepted generations was cut out, in chars.
    seams: Vec<usize>,
}

impl Own {
    fn of(written: &Written, accepted: &BTreeSet<GenerationId>) -> Self {
        let index = TextIndex::new(&written.text);
        let (mut text, mut seams, mut length, mut end) = (String::new(), Vec::new(), 0, 0);
        for span in &written.spans {
            let start = span.range.start().get().max(end);
            text.push_str(index.slice(CharRange::new(end, start)));
            length += start - end;
            end = span.range.end().get().max(start);
            if accepted.contains(&span.generation) {
                seams.push(length);
            }
        }
        text.push_str(index.slice(CharRange::new(end, index.len())));
        Self { text, seams }
    }

    fn is_at_seam(&self, range: CharRange) -> bool {
        self.seams.iter().any(|seam| range.start().get() <= *seam && *seam <= range.end().get())
    }
}

/// The generations in `after` that are not in `before`.
fn accepted(before: &Written, after: &Written) -> BTreeSet<GenerationId> {
    let generations = |written: &Written| -> BTreeSet<GenerationId> {
        written.spans.iter().map(|span| span.generation).collect()
    };
    &generations(after) - &generations(before)
}

/// The author's change from `before` to `after`, which accepted text of models. The author did not remove what that
/// text replaced.
pub(super) fn typed_beside(before: &Written, after: &Written) -> SignedTotals {
    let accepted = accepted(before, after);
    let mut change = SignedTotals::default();
    if accepted.is_empty() {
        return change;
    }
    let (old, new) = (Own::of(before, &accepted), Own::of(after, &accepted));
    let (old_index, new_index) = (TextIndex::new(&old.text), TextIndex::new(&new.text));
    for hunk in diff(&old.text, &new.text).hunks {
        let removed = match new.is_at_seam(hunk.new) {
            true => Totals::default(),
            false => versions::totals(old_index.slice(hunk.old)),
        };
        change += SignedTotals::between(removed, versions::totals(new_index.slice(hunk.new)));
    }
    change
}

/// The text of the author that an acceptance replaced and that came back: `before` became `accepting`, and that
/// became `after`.
pub(super) fn returned(before: &Written, accepting: &Written, after: &Written) -> Totals {
    let accepted = accepted(before, accepting);
    let mut sum = Totals::default();
    if accepted.is_empty() {
        return sum;
    }
    let (old, new) = (Own::of(accepting, &accepted), Own::of(after, &accepted));
    let index = TextIndex::new(&new.text);
    for hunk in diff(&old.text, &new.text).hunks {
        let added = index.slice(hunk.new);
        if old.is_at_seam(hunk.old) && before.text.contains(added) {
            sum += versions::totals(added);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, model: Option<(usize, usize)>) -> Written {
        let span =
            |(from, until)| AiSpan { generation: GenerationId::from(1), range: CharRange::new(from, until) };
        Written { text: text.to_owned(), spans: model.map(span).into_iter().collect() }
    }

    #[test]
    fn typed_text_beside_accepted_text_is_the_authors() {
        let before = written("江上有风。", None);
        let typed = |text: &str, model| typed_beside(&before, &written(text, Some(model))).standard;
        assert_eq!(typed("江上有风。船来了。", (5, 9)), 0);
        assert_eq!(typed("江上有大风。船来了。", (6, 10)), 1);
        assert_eq!(typed("江上有风。他等。船来了。", (8, 12)), 3);
        assert_eq!(typed("江有风。船来了。", (4, 8)), -1);
        assert_eq!(typed("江上起了雾。", (2, 6)), 0, "a rewrite removes nothing of the author's");
    }

    #[test]
    fn replaced_text_that_returns_is_not_written() {
        let before = written("江上有风。", None);
        let rewritten = written("江上起了雾。", Some((2, 6)));
        let back = |text: &str| returned(&before, &rewritten, &written(text, None)).standard;
        assert_eq!(back("江上有风。"), 3);
        assert_eq!(back("江上落着雪。"), 0);
    }
}
