//! A resolved thread is described as unknown.
//!
//! The subject of a thread is its title: all its words must occur in one sentence with a phrase that says it is
//! unknown. Only narration is checked, because characters may not know.

use wenfang_story::canon::{AnchorRole, ThreadRecord, ThreadStatus};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::cues::{is_unreal, looks_back};
use super::found::Found;
use super::prepared::Prepared;
use super::reading::Reading;

wenfang_text::words! {
    const UNKNOWN = "thread_unknown/unknown";
    const SMALL = "thread_unknown/small";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let resolved: Vec<_> = prepared
        .book
        .canon
        .threads
        .iter()
        .filter_map(|(id, thread, anchors)| {
            let payoffs =
                anchors.iter().filter(|(_, anchor)| anchor.role == AnchorRole::Payoff && !anchor.gone);
            let last = payoffs
                .filter_map(|(_, anchor)| Some((prepared.rank(anchor.scene)?, anchor)))
                .max_by_key(|(rank, _)| *rank);
            let (rank, anchor) = last.filter(|_| thread.status == ThreadStatus::Resolved)?;
            (rank < reading.rank).then(|| (*id, thread, anchor, words(thread)))
        })
        .collect();
    let mut found = Vec::new();
    if resolved.is_empty() {
        return found;
    }
    for narrated in &reading.narrated {
        let text = reading.slice(*narrated);
        let Some(unknown) = UNKNOWN.iter().find(|unknown| text.contains(**unknown)) else { continue };
        if looks_back(text) || is_unreal(text) {
            continue;
        }
        for (id, thread, anchor, words) in &resolved {
            if words.is_empty() || !words.iter().all(|word| text.contains(word)) {
                continue;
            }
            let bytes = |word: &str| text.find(word).map(|at| (at, at + word.len()));
            let spots: Vec<(usize, usize)> =
                words.iter().copied().chain([*unknown]).filter_map(bytes).collect();
            let from = spots.iter().map(|spot| spot.0).min().unwrap_or_default();
            let until = spots.iter().map(|spot| spot.1).max().unwrap_or_default();
            let range: CharRange = reading.within(narrated.start(), text, from..until);
            let payoff = prepared
                .reading(anchor.scene)
                .filter(|there| there.index.get(anchor.range) == Some(anchor.quote.as_str()));
            found.push(
                Found::new(Rule::ThreadUnknown, Severity::High, reading.place(range))
                    .and_at(payoff.map(|there| there.place(anchor.range)))
                    .against(Some(Against::Thread(*id)))
                    .values(thread.title.clone(), *unknown),
            );
        }
    }
    found
}

/// Returns the words of a title: 断剑 and 来历 for 断剑的来历.
fn words(thread: &ThreadRecord) -> Vec<&str> {
    let title = thread.title.trim();
    let is_latin = title.is_ascii();
    let split = |c: char| {
        if is_latin { !c.is_ascii_alphanumeric() } else { matches!(c, '的' | '之' | ' ' | '·' | '，') }
    };
    let words: Vec<&str> =
        title.split(split).filter(|word| !word.is_empty() && !SMALL.contains(word)).collect();
    // Single characters are too ambiguous.
    if words.iter().all(|word| word.chars().count() > 1) { words } else { vec![title] }
}
