//! Applies the offers of a round behind the fence: a new text, the exact map to it, and what was refused and why.

use wenfang_story::IssueId;
use wenfang_story::mend::Refusal;
use wenfang_text::{CharRange, Hunk, TextIndex, diff};

use super::fence::{Case, Fence};
use super::issue::{Edit, Issue};
use super::plan::Job;
use super::trace::Trace;
use super::window::{collide, edited};

/// The answer of a tool for a job, or for one issue of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// The index of the job.
    pub job: usize,
    /// The issues of the job that it is to mend.
    pub issues: Vec<IssueId>,
    /// Accepted or refused together.
    pub edits: Vec<Edit>,
    /// What the model was told to do; empty if no model was asked. Its words must not come back in the text.
    pub instruction: String,
}

/// The result of a round's offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composed {
    pub text: String,
    pub trace: Trace,
    /// The indexes of the accepted offers, in the order of the offers.
    pub accepted: Vec<usize>,
    /// The indexes of the refused offers with the reasons, in the order of the offers.
    pub refused: Vec<(usize, Refusal)>,
}

/// Applies the offers that the fence accepts. Earlier offers have precedence, so give them in the order of the jobs.
///
/// `allowance` is the number of characters that may still change in the scene: the policy's share of the input, less
/// what earlier rounds changed.
pub fn compose(
    fence: &Fence<'_>,
    jobs: &[Job],
    issues: &[Issue<'_>],
    offers: &[Offer],
    allowance: usize,
) -> Composed {
    let mut composed = Composed::default();
    let mut edits: Vec<&Edit> = Vec::new();
    let mut changed = 0;
    for (at, offer) in offers.iter().enumerate() {
        let checked = check(fence, jobs, issues, offer, &edits).and_then(|()| {
            let total = changed + offer.edits.iter().map(|edit| change_of(&fence.index, edit)).sum::<usize>();
            if total <= allowance { Ok(total) } else { Err(too_much(total, allowance)) }
        });
        match checked {
            Ok(total) => {
                changed = total;
                composed.accepted.push(at);
                edits.extend(&offer.edits);
                edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
            }
            Err(refusal) => composed.refused.push((at, refusal)),
        }
    }
    composed.text = edited(&fence.index, fence.index.whole(), edits.iter().copied());
    composed.trace = trace(&fence.index, &edits);
    composed
}

fn too_much(changed: usize, limit: usize) -> Refusal {
    Refusal::ChangesTooMuch { changed, limit }
}

/// Whether the fence accepts an offer beside the edits that are accepted already.
fn check(
    fence: &Fence<'_>,
    jobs: &[Job],
    issues: &[Issue<'_>],
    offer: &Offer,
    accepted: &[&Edit],
) -> Result<(), Refusal> {
    let job = jobs.get(offer.job).ok_or(Refusal::OutsideJob)?;
    let mut own: Vec<CharRange> = offer.edits.iter().map(|edit| edit.range).collect();
    own.sort_by_key(|range| (range.start(), range.end()));
    let collides_with_itself = own.windows(2).any(|pair| collide(pair[0], pair[1]));
    if collides_with_itself || accepted.iter().any(|edit| own.iter().any(|range| collide(edit.range, *range)))
    {
        return Err(Refusal::Overlaps);
    }
    let issues: Vec<Issue<'_>> =
        issues.iter().filter(|issue| offer.issues.contains(&issue.id)).copied().collect();
    fence.check(Case { job, issues: &issues, offer }, accepted)
}

/// The number of characters that an edit changes.
fn change_of(index: &TextIndex<'_>, edit: &Edit) -> usize {
    super::trace::changed_chars(index.slice(edit.range), &edit.words)
}

/// The exact map of edits that are in order and do not overlap. Inside an edit, only what differs is a change.
fn trace(index: &TextIndex<'_>, edits: &[&Edit]) -> Trace {
    let mut hunks = Vec::new();
    // The new text before an edit, less the old text before it.
    let (mut added, mut removed) = (0, 0);
    for edit in edits {
        let old_start = edit.range.start().get();
        let new_start = old_start + added - removed;
        let moved =
            |range: CharRange, by: usize| CharRange::new(range.start().get() + by, range.end().get() + by);
        let inner = diff(index.slice(edit.range), &edit.words).hunks;
        hunks.extend(
            inner
                .iter()
                .map(|hunk| Hunk { old: moved(hunk.old, old_start), new: moved(hunk.new, new_start) }),
        );
        added += edit.words.chars().count();
        removed += edit.range.len();
    }
    Trace::of_hunks(hunks)
}
