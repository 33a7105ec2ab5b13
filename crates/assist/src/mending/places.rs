//! Places of issues and findings in a text.

use wenfang_checks::mending::is_at;
use wenfang_project::mend::issues::Issue;
use wenfang_story::check::FindingRecord;
use wenfang_story::mend::{IssueRecord, IssueState};
use wenfang_text::{CharRange, ContentHash, TextIndex};

use super::state::hex;

/// Whether the author resolved an issue in the text of now. The frozen text still has it, which proves nothing.
pub(super) fn is_resolved_by_author(issue: &Issue) -> bool {
    issue.state == IssueState::Resolved && issue.record.by_author
}

/// Whether the passage of an issue still has the words that it had when the issue was found. A passage that an earlier
/// round changed has others, even if this round left it alone.
pub(super) fn is_unchanged(record: &IssueRecord, text: &str, place: CharRange) -> bool {
    TextIndex::new(text).get(place) == Some(record.anchor.quote.as_str())
}

/// Whether a finding is what an issue is about: of its rule, at its place or about the whole text.
pub(super) fn is_about(record: &IssueRecord, found: &FindingRecord, place: CharRange) -> bool {
    record.rule == found.rule && (record.rule.is_about_the_whole() || is_at(found, place))
}

/// Moves an issue to its place in the new text. What was found again has the words of now; what is gone keeps the words
/// that it had.
pub(super) fn move_anchor(
    record: &mut IssueRecord,
    (text, place): (&str, CharRange),
    found: Option<&FindingRecord>,
) {
    let passage = found.and_then(FindingRecord::passage);
    let range = passage.map_or(place, |passage| passage.range);
    let anchor = &mut record.anchor;
    (anchor.text_hash, anchor.range) = (hex(text), range);
    if let Some((found, passage)) = found.zip(passage) {
        anchor.quote.clone_from(&passage.quote);
        anchor.checksum = ContentHash::of(passage.quote.as_bytes()).to_string();
        record.found.clone_from(&found.found);
        record.replacement.clone_from(&found.replacement);
    }
}
