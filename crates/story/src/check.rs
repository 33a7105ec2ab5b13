//! Checks of a text: possible errors, who found them, and the author's decision.
//!
//! A finding stores values, never sentences; the page turns them into text in the author's language.

mod rule;

pub use rule::Rule;

use serde::{Deserialize, Serialize};
use wenfang_text::ContentHash;

use crate::canon::Evidence;
use crate::record::is_default;
use crate::version::named;
use crate::{BibleFieldId, EntityId, FactId, LoreEntryId, Record, RelationId, ThreadId, TimelineEventId};

named! {
    /// A kind of consistency error.
    ErrorKind "error kind" {
        /// An error about a character.
        Character = "character",
        /// A contradiction to an earlier statement.
        Fact = "fact",
        /// An error in time.
        Timeline = "timeline",
        /// An error about the world and its places.
        World = "world",
        /// An error in the way of telling.
        Style = "style",
    }
}

named! {
    /// How much a finding matters.
    #[derive(PartialOrd, Ord)]
    Severity "severity" {
        /// A blemish.
        Low = "low",
        /// Worth checking.
        Medium = "medium",
        /// Readers will notice it.
        High = "high",
        /// It breaks the story.
        Critical = "critical",
    }
}

/// The canon item that a text contradicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Against {
    Bible(BibleFieldId),
    Lore(LoreEntryId),
    Entity(EntityId),
    Relation(RelationId),
    Fact(FactId),
    Thread(ThreadId),
    Event(TimelineEventId),
}

/// The finder of an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum FoundBy {
    #[default]
    Rule,
    Model {
        /// The name of the model.
        model: String,
    },
}

/// A possible error in a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct FindingRecord {
    pub rule: Rule,
    pub severity: Severity,
    /// The passage itself first, then those it conflicts with. Never empty.
    pub evidence: Vec<Evidence>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: Option<Against>,
    /// The expected value, as in the canon or the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expected: String,
    /// The value found in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub found: String,
    /// A suggested replacement for the passage.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replacement: Option<String>,
    /// 0 to 1.
    pub confidence: f64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub found_by: FoundBy,
    /// Whether the last run of a model did not report it, although its words are unchanged. Models overlook things, so
    /// the finding is gone only when the next run does not report it either.
    #[serde(default, skip_serializing_if = "is_default")]
    pub missed: bool,
}

impl Record for FindingRecord {}

impl FindingRecord {
    /// The passage that the finding is about.
    pub fn passage(&self) -> Option<&Evidence> {
        self.evidence.first()
    }

    /// Identifies the finding regardless of its position: a hash of the rule, the words of the passage, the canon
    /// item it contradicts, and the expected value.
    pub fn key(&self) -> ContentHash {
        // Excludes figures about the whole text, because every edit changes them.
        let (words, expected) = match (self.rule, self.passage()) {
            (Rule::Length, _) => ("", self.expected.as_str()),
            (Rule::Overused, Some(passage)) => (passage.quote.as_str(), ""),
            (_, passage) => (passage.map_or("", |passage| passage.quote.as_str()), self.expected.as_str()),
        };
        let parts = serde_json::json!([self.rule, words, self.against, expected]);
        ContentHash::of(parts.to_string().as_bytes())
    }
}

named! {
    /// Whether the last check still found the finding.
    FindingState "finding state" {
        /// Found by the last check.
        Open = "open",
        /// No longer found.
        Gone = "gone",
    }
}

named! {
    /// The scope of a waiver.
    WaiverScope "waiver scope" {
        /// Only this passage.
        Once = "once",
        /// Every passage with these words, for this rule and item.
        Item = "item",
        /// Intended by the author, with a reason.
        Intended = "intended",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_key_ignores_position() {
        let passage = |start: usize, quote: &str| Evidence {
            scene: 1.into(),
            version: 1.into(),
            range: wenfang_text::CharRange::new(start, start + quote.chars().count()),
            quote: quote.to_owned(),
        };
        let finding = FindingRecord {
            rule: Rule::Attribute,
            severity: Severity::High,
            evidence: vec![passage(3, "十七岁")],
            against: Some(Against::Fact(4.into())),
            expected: "十六".into(),
            found: "十七".into(),
            replacement: None,
            confidence: 0.9,
            found_by: FoundBy::Rule,
            missed: false,
        };
        let elsewhere = FindingRecord {
            evidence: vec![passage(40, "十七岁"), passage(0, "十六岁")],
            severity: Severity::Low,
            confidence: 0.5,
            ..finding.clone()
        };
        assert_eq!(finding.key(), elsewhere.key());
        let others = [
            FindingRecord { rule: Rule::AgeArithmetic, ..finding.clone() },
            FindingRecord { evidence: vec![passage(3, "十八岁")], ..finding.clone() },
            FindingRecord { against: None, ..finding.clone() },
            FindingRecord { expected: "十五".into(), ..finding.clone() },
        ];
        assert!(others.iter().all(|other| other.key() != finding.key()));
    }
}
