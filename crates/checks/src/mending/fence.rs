//! The fence: what a fix may change.
//!
//! An offer is judged by the paragraphs of its job and the one on either side, before and after the offer. Nothing
//! beyond them can change, and inside them a fix must not delete what nobody asked to delete, lose a plot thread or a
//! person, or bring in words that belong to no novel.

use std::collections::BTreeSet;

use wenfang_story::ThreadAnchorId;
use wenfang_story::mend::{Refusal, Tool};
use wenfang_text::{CharRange, Hunk, Lexicon, Reanchor, TextIndex, diff, reanchor};

use super::compose::Offer;
use super::issue::{Edit, Issue};
use super::marks::{breaks_pairs, has_other_language, has_other_script, model_mark};
use super::plan::Job;
use super::window::{Lines, edited};

/// The largest share of a job that a fix may delete without being asked to.
const MAX_DELETED_SHARE: f64 = 0.3;

/// What must survive the fixes of a text.
#[derive(Debug)]
pub struct Fence<'a> {
    pub(super) index: TextIndex<'a>,
    lines: Lines,
    cast: &'a Lexicon,
    threads: &'a [(ThreadAnchorId, CharRange)],
}

/// An offer with what belongs to it.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) job: &'a Job,
    /// The issues that the offer is to mend.
    pub(super) issues: &'a [Issue<'a>],
    pub(super) offer: &'a Offer,
}

impl<'a> Fence<'a> {
    /// The fence of a text: the names of its cast, and the passages of plot threads in it, in char offsets.
    pub fn new(text: &'a str, cast: &'a Lexicon, threads: &'a [(ThreadAnchorId, CharRange)]) -> Self {
        Self { index: TextIndex::new(text), lines: Lines::new(text), cast, threads }
    }

    /// Checks an offer beside those already accepted, all in text order. Returns the first reason to refuse it.
    pub(super) fn check(&self, case: Case<'_>, accepted: &[&Edit]) -> Result<(), Refusal> {
        let window = self.lines.around(case.job.range, 1);
        self.check_place(case, window)?;
        let inside: Vec<&Edit> =
            accepted.iter().copied().filter(|edit| lies_in(edit.range, window)).collect();
        let mut all: Vec<&Edit> = inside.iter().copied().chain(&case.offer.edits).collect();
        all.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        let before = edited(&self.index, window, inside);
        let after = edited(&self.index, window, all);
        if before == after {
            return Err(Refusal::Unchanged);
        }
        self.check_length(case, window, (&before, &after))?;
        check_words(case, (&before, &after))?;
        self.check_names(case.issues, (&before, &after))?;
        self.check_threads(case, window, &after)
    }

    /// Refuses an offer that leaves nothing, or much less than its issues ask for.
    fn check_length(
        &self,
        case: Case<'_>,
        window: CharRange,
        (before, after): (&str, &str),
    ) -> Result<(), Refusal> {
        let asked: usize = case.issues.iter().map(|issue| issue.asked_deletion(case.job.tool)).sum();
        let is_blank = |edit: &Edit| edit.words.trim().is_empty();
        if asked == 0 && (case.offer.edits.iter().all(is_blank) || after.trim().is_empty()) {
            return Err(Refusal::Empty);
        }
        let deleted: usize = diff(before, after).hunks.iter().map(net_deletion).sum();
        let of_passages = if asked > 0 { self.deleted_of_passages(case, window).min(asked) } else { 0 };
        let job = case.job.range.len();
        if deleted.saturating_sub(of_passages) as f64 > MAX_DELETED_SHARE * job as f64 {
            return Err(Refusal::DeletesTooMuch { deleted, job });
        }
        Ok(())
    }

    /// The characters that an offer deletes of the passages whose issues ask for it.
    fn deleted_of_passages(&self, case: Case<'_>, window: CharRange) -> usize {
        let passages = self.passages_to_shorten(case, window);
        let in_passages = |range: CharRange| {
            (range.start().get()..range.end().get())
                .filter(|at| passages.iter().any(|one| one.start().get() <= *at && *at < one.end().get()))
                .count()
        };
        let of_edit = |edit: &Edit| {
            let start = edit.range.start().get();
            let hunks = diff(self.index.slice(edit.range), &edit.words).hunks;
            let of_hunk = |hunk: &Hunk| {
                let old = CharRange::new(hunk.old.start().get() + start, hunk.old.end().get() + start);
                net_deletion(hunk).min(in_passages(old))
            };
            hunks.iter().map(of_hunk).sum::<usize>()
        };
        case.offer.edits.iter().map(of_edit).sum()
    }

    /// The passages of the issues that ask for deletion, and the other occurrences of what is repeated.
    fn passages_to_shorten(&self, case: Case<'_>, window: CharRange) -> Vec<CharRange> {
        let text = self.index.slice(window);
        let local = TextIndex::new(text);
        let start = window.start().get();
        let mut passages = Vec::new();
        for issue in case.issues.iter().filter(|issue| issue.asked_deletion(case.job.tool) > 0) {
            passages.push(issue.range);
            for quote in issue.other_passages() {
                passages.extend(text.match_indices(quote).map(|(byte, quote)| {
                    let range = local.range_of(byte..byte + quote.len());
                    CharRange::new(range.start().get() + start, range.end().get() + start)
                }));
            }
        }
        passages
    }

    fn check_place(&self, case: Case<'_>, window: CharRange) -> Result<(), Refusal> {
        let ranges = || case.offer.edits.iter().map(|edit| edit.range);
        if case.offer.edits.is_empty() {
            return Err(Refusal::Unchanged);
        }
        if !ranges().all(|range| self.index.contains(range)) {
            return Err(Refusal::OtherText);
        }
        if ranges().all(|range| lies_in(range, window)) { Ok(()) } else { Err(Refusal::OutsideJob) }
    }

    /// Refuses an offer after which a person or thing is no longer named that no issue is about.
    fn check_names(&self, issues: &[Issue<'_>], (before, after): (&str, &str)) -> Result<(), Refusal> {
        let owners = self.cast.mentions(after);
        let named: BTreeSet<u32> = owners.iter().flat_map(|mention| mention.owners).copied().collect();
        let lost = self.cast.mentions(before).into_iter().find_map(|mention| {
            let name = self.cast.name(mention.name)?;
            let is_kept = mention.owners.iter().any(|owner| named.contains(owner));
            let is_meant = issues.iter().any(|issue| issue.is_about(name));
            (!is_kept && !is_meant).then(|| name.to_owned())
        });
        lost.map_or(Ok(()), |name| Err(Refusal::LosesName { name }))
    }

    /// Refuses an offer after which the passage of a plot thread cannot be found again.
    fn check_threads(&self, case: Case<'_>, window: CharRange, after: &str) -> Result<(), Refusal> {
        let is_met = |range: CharRange| case.offer.edits.iter().any(|edit| edit.range.overlaps(range));
        let old_text = self.index.slice(window);
        let start = window.start().get();
        let lost = self.threads.iter().find(|(_, range)| {
            let inner = CharRange::new(
                range.start().get().max(start) - start,
                range.end().get().min(window.end().get()).max(start) - start,
            );
            let request = Reanchor { old_text, new_text: after, range: inner, semantic: None };
            is_met(*range) && reanchor(&request).sure().is_none_or(CharRange::is_empty)
        });
        lost.map_or(Ok(()), |(anchor, _)| Err(Refusal::LosesThreadAnchor { anchor: *anchor }))
    }
}

/// Refuses an offer whose words are not the novel's.
fn check_words(case: Case<'_>, (before, after): (&str, &str)) -> Result<(), Refusal> {
    // Words of a rule are our own; a mark of punctuation may well be what the rule mends.
    let is_model = case.job.tool != Tool::Replace;
    for edit in case.offer.edits.iter().filter(|_| is_model) {
        if let Some(words) = model_mark(before, &edit.words, &case.offer.instruction) {
            return Err(Refusal::ModelMark { words });
        }
        if has_other_language(before, &edit.words) {
            return Err(Refusal::OtherLanguage);
        }
        if has_other_script(before, &edit.words) {
            return Err(Refusal::OtherScript);
        }
    }
    if breaks_pairs(before, after) { Err(Refusal::BreaksQuotes) } else { Ok(()) }
}

/// The characters by which a change makes the text shorter.
fn net_deletion(hunk: &Hunk) -> usize {
    hunk.old.len().saturating_sub(hunk.new.len())
}

fn lies_in(range: CharRange, window: CharRange) -> bool {
    window.start() <= range.start() && range.end() <= window.end()
}
