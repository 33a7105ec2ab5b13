//! Turns raw changes into readable hunks.
//!
//! Comparing token by token leaves crumbs: a 的 or a comma that happens to be on both sides of a rewritten clause.
//! Crumbs are merged into the change around them, and an insertion or deletion with several possible positions is
//! moved to where a sentence or clause begins.

use super::tokens::is_line_end;
use super::{Change, Sides};

/// Unchanged text between two changes is a crumb if it has at most this many tokens and is no longer than either
/// change (the rule of diff-match-patch's semantic cleanup, capped so that an unchanged phrase still shows as
/// unchanged). A line end is never a crumb: changes in two paragraphs are accepted or rejected one by one.
const MAX_CRUMB: usize = 4;

/// Normalises changes (in tokens, in order): the result does not touch, differs at both ends and begins at readable
/// places.
pub(super) fn tidy(changes: Vec<Change>, sides: &Sides) -> Vec<Change> {
    let mut tidied: Vec<Change> = Vec::with_capacity(changes.len());
    for change in changes.into_iter().filter_map(|change| trimmed(change, sides)) {
        tidied.push(change);
        merge_crumbs(&mut tidied, sides);
    }
    let mut tidied: Vec<Change> = tidied.into_iter().filter_map(|change| trimmed(change, sides)).collect();
    for at in 0..tidied.len() {
        slide(&mut tidied, at, sides);
    }
    tidied
}

/// Removes the common beginning and end of both sides of a change; `None` if nothing is left.
fn trimmed(change: Change, sides: &Sides) -> Option<Change> {
    let Change { mut old, mut new } = change;
    let (old_ids, new_ids) = (&sides.old.ids, &sides.new.ids);
    while !old.is_empty() && !new.is_empty() && old_ids[old.start] == new_ids[new.start] {
        old.start += 1;
        new.start += 1;
    }
    while !old.is_empty() && !new.is_empty() && old_ids[old.end - 1] == new_ids[new.end - 1] {
        old.end -= 1;
        new.end -= 1;
    }
    (!old.is_empty() || !new.is_empty()).then_some(Change { old, new })
}

/// Merges the last two changes while only a crumb lies between them.
fn merge_crumbs(changes: &mut Vec<Change>, sides: &Sides) {
    while let [.., before, after] = changes.as_slice() {
        let unchanged = &sides.old.ids[before.old.end..after.old.start];
        let fits = |change: &Change| unchanged.len() <= change.old.len().max(change.new.len());
        let is_crumb = unchanged.len() <= MAX_CRUMB
            && fits(before)
            && fits(after)
            && !unchanged.iter().any(|&id| is_line_end(id));
        if !is_crumb {
            return;
        }
        let merged = Change { old: before.old.start..after.old.end, new: before.new.start..after.new.end };
        changes.pop();
        if let Some(last) = changes.last_mut() {
            *last = merged;
        }
    }
}

/// Moves an insertion or deletion to the most readable of its equivalent positions.
fn slide(changes: &mut [Change], at: usize, sides: &Sides) {
    let change = &changes[at];
    let (ids, moved) = match (change.old.is_empty(), change.new.is_empty()) {
        (true, false) => (&sides.new.ids, change.new.clone()),
        (false, true) => (&sides.old.ids, change.old.clone()),
        _ => return,
    };
    // At least one token must stay between two changes.
    let room_before =
        at.checked_sub(1).map_or(change.old.start, |before| change.old.start - changes[before].old.end - 1);
    let room_after = changes
        .get(at + 1)
        .map_or(sides.old.ids.len() - change.old.end, |after| after.old.start - change.old.end - 1);
    let left = (0..room_before)
        .take_while(|shift| ids[moved.start - 1 - shift] == ids[moved.end - 1 - shift])
        .count();
    let right =
        (0..room_after).take_while(|shift| ids[moved.start + shift] == ids[moved.end + shift]).count();
    // Of equally good positions the last: an addition comes after the text it follows.
    let best = (moved.start - left..=moved.start + right)
        .max_by_key(|&start| (start.checked_sub(1).map_or(u8::MAX, |before| border(ids[before])), start))
        .unwrap_or(moved.start);
    let change = &mut changes[at];
    for range in [&mut change.old, &mut change.new] {
        *range = range.start + best - moved.start..range.end + best - moved.start;
    }
}

/// How well a change can begin after this token: a paragraph, a sentence, a clause, a word.
fn border(id: u32) -> u8 {
    match char::from_u32(id) {
        Some('\n') => 4,
        Some('。' | '！' | '？' | '!' | '?' | '…' | '”' | '’' | '」' | '』' | '）' | '》' | '】') => {
            3
        }
        Some('，' | '、' | '；' | '：' | ',' | ';' | ':' | '—') => 2,
        Some(' ' | '\u{3000}') => 1,
        _ => 0,
    }
}
