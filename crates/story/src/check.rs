//! Checks of a text: what may be wrong with it, by whom it was noticed, and what the author said of it.
//!
//! A finding holds values, never sentences: what is shown of it in which language is the page's business.

use serde::{Deserialize, Serialize};
use wenfang_text::ContentHash;

use crate::canon::Evidence;
use crate::record::is_default;
use crate::version::named;
use crate::{BibleFieldId, EntityId, FactId, LoreEntryId, Record, RelationId, ThreadId, TimelineEventId};

named! {
    /// A rule that texts are checked by.
    #[derive(PartialOrd, Ord)]
    Rule "rule" {
        /// Events told or dated against the order they happen in.
        TimelineOrder = "timeline_order",
        /// Somebody dead or absent speaks or acts.
        AbsentActs = "absent_acts",
        /// An item is with two at once.
        Possession = "possession",
        /// Somebody is in two places at once.
        PlaceConflict = "place_conflict",
        /// Ages and dates that do not add up.
        AgeArithmetic = "age_arithmetic",
        /// A resolved thread is spoken of as unknown.
        ThreadUnknown = "thread_unknown",
        /// A near-miss spelling of a known name, or a title that is not theirs.
        NameDrift = "name_drift",
        /// The text says otherwise of an attribute than the canon.
        Attribute = "attribute",
        /// The point of view slips.
        PovDrift = "pov_drift",
        /// The tense slips (English).
        Tense = "tense",
        /// The same words again within a short stretch.
        Repetition = "repetition",
        /// Sentences or paragraphs that begin alike, one after another.
        Openings = "openings",
        /// A word far more frequent than in the rest of the book.
        Overused = "overused",
        /// Marks that do not pair, or are doubled, or of the wrong width.
        Punctuation = "punctuation",
        /// Words the author forbade.
        ForbiddenWords = "forbidden_words",
        /// Shorter or longer than the target allows.
        Length = "length",
        /// A line of speech whose speaker is unclear, or whose tag is worn.
        DialogueTags = "dialogue_tags",
        /// A character in the place of another of like sound or shape (Chinese).
        WrongCharacter = "wrong_character",
        /// 的, 地 and 得 in the place of one another.
        DeParticles = "de_particles",
        /// A word written twice by a slip (Chinese).
        Doubled = "doubled",
        /// A model: contradicts the setting.
        ModelSetting = "model_setting",
        /// A model: the point of view slips.
        ModelPov = "model_pov",
    }
}

impl Rule {
    /// Whether a model is asked.
    pub const fn needs_model(self) -> bool {
        matches!(self, Self::ModelSetting | Self::ModelPov)
    }

    /// Whether it is about the whole text of a scene, of which the passage only shows where to look.
    pub const fn is_about_the_whole(self) -> bool {
        matches!(self, Self::Length | Self::Overused)
    }

    /// What kind of error it is about.
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::TimelineOrder | Self::AgeArithmetic => ErrorKind::Timeline,
            Self::AbsentActs | Self::NameDrift => ErrorKind::Character,
            Self::Possession | Self::Attribute | Self::ThreadUnknown => ErrorKind::Fact,
            Self::PlaceConflict | Self::ModelSetting => ErrorKind::World,
            _ => ErrorKind::Style,
        }
    }
}

named! {
    /// A kind of error of story consistency.
    ErrorKind "error kind" {
        /// Of somebody in the story.
        Character = "character",
        /// Of something that was said before.
        Fact = "fact",
        /// Of when.
        Timeline = "timeline",
        /// Of the world and its places.
        World = "world",
        /// Of how it is told.
        Style = "style",
    }
}

named! {
    /// How much a finding matters.
    #[derive(PartialOrd, Ord)]
    Severity "severity" {
        /// A blemish.
        Low = "low",
        /// Worth a look.
        Medium = "medium",
        /// A reader will notice.
        High = "high",
        /// It breaks the story.
        Critical = "critical",
    }
}

/// What of the canon a text conflicts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Against {
    /// A bible field.
    Bible(BibleFieldId),
    /// A lore entry.
    Lore(LoreEntryId),
    /// An entity.
    Entity(EntityId),
    /// A relation.
    Relation(RelationId),
    /// A fact.
    Fact(FactId),
    /// A thread.
    Thread(ThreadId),
    /// A timeline event.
    Event(TimelineEventId),
}

/// Who noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum FoundBy {
    /// The rule itself.
    #[default]
    Rule,
    /// A model.
    Model {
        /// Its name.
        model: String,
    },
}

/// Something that may be wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct FindingRecord {
    /// By which rule.
    pub rule: Rule,
    /// How much it matters.
    pub severity: Severity,
    /// Where: the passage itself first, then those it conflicts with. Never empty.
    pub evidence: Vec<Evidence>,
    /// What of the canon it conflicts with.
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: Option<Against>,
    /// What was expected: a value, as it stands in the canon or the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expected: String,
    /// What was found: a value, as it stands in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub found: String,
    /// Words to put in the place of the passage.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replacement: Option<String>,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// Who noticed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub found_by: FoundBy,
}

impl Record for FindingRecord {}

impl FindingRecord {
    /// The passage itself.
    pub fn passage(&self) -> Option<&Evidence> {
        self.evidence.first()
    }

    /// What it is, wherever it stands: the rule, the words of the passage, what they conflict with, what was expected.
    pub fn key(&self) -> ContentHash {
        // A figure about a whole text is another one after each edit.
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
    /// Whether a finding was found by the last check.
    FindingState "finding state" {
        /// It was.
        Open = "open",
        /// It was not.
        Gone = "gone",
    }
}

named! {
    /// How far a waiver goes.
    WaiverScope "waiver scope" {
        /// This one passage.
        Once = "once",
        /// Every passage with these words by this rule about this item.
        Item = "item",
        /// Meant so, with a reason.
        Intended = "intended",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_of_the_words_and_what_they_are_held_against_and_not_of_the_place() {
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

    #[test]
    fn every_rule_is_listed_once_by_its_own_name() {
        let names: std::collections::HashSet<_> = Rule::ALL.iter().map(|rule| rule.as_str()).collect();
        assert_eq!(names.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert_eq!(rule.as_str().parse::<Rule>().unwrap(), rule);
        }
    }
}
