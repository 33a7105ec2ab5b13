//! Claims about the rules of mending, with texts and issues made by hand and by chance.

use wenfang_story::IssueId;
use wenfang_story::check::{FoundBy, Rule, Severity};
use wenfang_story::mend::{IssueAnchor, IssueRecord};
use wenfang_text::{CharRange, Method, TextIndex};

use super::*;

mod composing;
mod fencing;
mod judging;
mod planning;
mod stopping;

/// An issue about the first occurrence of a passage.
pub(super) fn record(rule: Rule, severity: Severity, text: &str, quote: &str) -> IssueRecord {
    let byte = text.find(quote).unwrap_or_default();
    let range = TextIndex::new(text).range_of(byte..byte + quote.len());
    IssueRecord {
        rule,
        severity,
        anchor: IssueAnchor {
            text_hash: String::new(),
            range,
            checksum: String::new(),
            quote: quote.to_owned(),
            method: Method::ExactMatch,
            confidence: 1.0,
            attempts: Vec::new(),
        },
        evidence: Vec::new(),
        against: None,
        expected: String::new(),
        found: String::new(),
        replacement: None,
        confidence: 1.0,
        found_by: FoundBy::Rule,
        round: 0,
        run: None,
        is_elsewhere: false,
        by_author: false,
        canon_hash: None,
        related: Vec::new(),
        reason: None,
        proposal: None,
        qc: None,
    }
}

pub(super) fn issue(id: i64, record: &IssueRecord) -> Issue<'_> {
    Issue { id: IssueId::from(id), record, range: record.anchor.range, sureness: 1.0, is_approved: false }
}

/// The range of the first occurrence of a passage.
pub(super) fn range_of(text: &str, passage: &str) -> CharRange {
    let byte = text.find(passage).unwrap();
    TextIndex::new(text).range_of(byte..byte + passage.len())
}
