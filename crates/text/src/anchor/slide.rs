//! Decides where an insertion or deletion begins.
//!
//! «他走了。» inserted after «好。» can also be read as «。他走了» inserted before «。». The most readable border is chosen:
//! between paragraphs, then between sentences, then between clauses; among equals the earliest.

use super::run::Run;
use super::texts::Texts;

/// The farthest a border is moved, in characters: longer than nearly any paragraph.
const MAX_SLIDE: usize = 8192;

/// Moves the borders of each pure insertion or deletion between `runs` to where a reader would see them.
pub(super) fn slide(texts: &Texts, runs: &mut Vec<Run>) {
    for right in 1..runs.len() {
        let (head, tail) = runs.split_at_mut(right);
        if let (Some(before), Some(after)) = (head.last_mut(), tail.first_mut()) {
            slide_border(texts, before, after);
        }
    }
    runs.retain(|run| run.len > 0);
}

fn slide_border(texts: &Texts, before: &mut Run, after: &mut Run) {
    // The text that has the extra stretch; its start and its end move together.
    let (text, start, end) = if before.old_end() == after.old {
        (&texts.new, before.new_end(), after.new)
    } else if before.new_end() == after.new {
        (&texts.old, before.old_end(), after.old)
    } else {
        return;
    };
    let back =
        (0..before.len.min(MAX_SLIDE)).take_while(|&by| text[start - 1 - by] == text[end - 1 - by]).count();
    let forward = (0..after.len.min(MAX_SLIDE)).take_while(|&by| text[start + by] == text[end + by]).count();
    if back + forward == 0 {
        return;
    }
    let mut best = (0, start);
    for at in start - back..=start + forward {
        let quality = border_quality(text, at).min(border_quality(text, at + end - start)) + 1;
        if quality > best.0 {
            best = (quality, at);
        }
    }
    if best.1 < start {
        let by = start - best.1;
        before.len -= by;
        *after = Run { old: after.old - by, new: after.new - by, len: after.len + by };
    } else {
        let by = best.1 - start;
        before.len += by;
        *after = Run { old: after.old + by, new: after.new + by, len: after.len - by };
    }
}

/// How well text can begin at `at`: 4 at a new paragraph, 3 at the end of one, 2 after a sentence, 1 after a clause,
/// 0 elsewhere.
fn border_quality(text: &[char], at: usize) -> u8 {
    let before = at.checked_sub(1).map_or('\n', |at| text[at]);
    let next = text.get(at).copied().unwrap_or('\n');
    match (before, next) {
        ('\n', _) => 4,
        (_, '\n') => 3,
        ('。' | '!' | '?' | '…' | '.' | '"', next) if !matches!(next, '"' | '。' | '!' | '?' | '…' | ')') => {
            2
        }
        (',' | '、' | ';' | ':' | ' ', _) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slid(old: &str, new: &str) -> Vec<Run> {
        let texts = Texts::new(old, new);
        let mut runs = super::super::backbone::backbone(&texts);
        slide(&texts, &mut runs);
        runs
    }

    #[test]
    fn a_sentence_is_inserted_after_the_full_stop() {
        let runs = slid("甲乙。丙丁。", "甲乙。他走了。丙丁。");
        assert_eq!(runs, [Run { old: 0, new: 0, len: 3 }, Run { old: 3, new: 7, len: 3 }]);
    }

    #[test]
    fn of_two_equal_paragraphs_the_first_is_the_insertion() {
        let runs = slid("甲\n乙乙\n丙", "甲\n乙乙\n乙乙\n丙");
        assert_eq!(runs, [Run { old: 0, new: 0, len: 2 }, Run { old: 2, new: 5, len: 4 }]);
    }
}
