//! From raw changes to hunks a reader follows.
//!
//! Comparing token by token leaves crumbs: a 的 or a comma that happens to be on both sides of a rewritten clause.
//! Crumbs are merged into the change around them, and an insertion or deletion that could stand in several places
//! is moved to where a sentence or clause begins.

use super::tokens::is_line_end;
use super::{Change, Sides};

/// What stayed between two changes is a crumb when it has at most this many tokens and is no longer than either
/// change (the rule of diff-match-patch's semantic cleanup, with a cap so that a phrase that stayed is still
/// shown as staying). A line end is never a crumb: changes in two paragraphs are taken or refused one by one.
const MAX_CRUMB: usize = 4;

/// Makes changes (in tokens, in order) into changes that do not touch, differ at both ends and stand at readable
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

/// The change without what its two sides begin and end with in common; `None` when nothing is left.
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
        let stayed = &sides.old.ids[before.old.end..after.old.start];
        let fits = |change: &Change| stayed.len() <= change.old.len().max(change.new.len());
        let crumb = stayed.len() <= MAX_CRUMB
            && fits(before)
            && fits(after)
            && !stayed.iter().any(|&id| is_line_end(id));
        if !crumb {
            return;
        }
        let merged = Change { old: before.old.start..after.old.end, new: before.new.start..after.new.end };
        changes.pop();
        if let Some(last) = changes.last_mut() {
            *last = merged;
        }
    }
}

/// Moves an insertion or deletion to the most readable of the places where it means the same.
fn slide(changes: &mut [Change], at: usize, sides: &Sides) {
    let change = &changes[at];
    let (ids, moved) = match (change.old.is_empty(), change.new.is_empty()) {
        (true, false) => (&sides.new.ids, change.new.clone()),
        (false, true) => (&sides.old.ids, change.old.clone()),
        _ => return,
    };
    // At least one token stays between two changes.
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
    // Of equally good places the last: what was added after something stands after it.
    let best = (moved.start - left..=moved.start + right)
        .max_by_key(|&start| (start.checked_sub(1).map_or(u8::MAX, |before| border(ids[before])), start))
        .unwrap_or(moved.start);
    let change = &mut changes[at];
    for range in [&mut change.old, &mut change.new] {
        *range = range.start + best - moved.start..range.end + best - moved.start;
    }
}

/// How good a place to begin is after this token: a paragraph, a sentence, a clause, a word.
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
