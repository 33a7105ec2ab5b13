//! Structured answers about a whole chapter: its summary, its additions to the canon, directions for the next
//! chapter, and its problems.
//!
//! Their JSON schemas are sent to servers that accept one, so models read these doc comments too. Quotes are located
//! in the text before an answer is used.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use wenfang_story::check::{Rule, Severity};

/// The summary of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ChapterSummary {
    /// What happens, as one continuous account in the order of events.
    pub summary: String,
    /// The most important events, in order.
    pub key_events: Vec<KeyEvent>,
}

/// An event of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct KeyEvent {
    /// Who does what, in one sentence.
    pub text: String,
    /// The passage that describes it, copied from the text character by character.
    pub quote: String,
}

/// What happened up to a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct StorySummary {
    /// One continuous account in the order of events.
    pub summary: String,
}

/// What a text says that belongs in the canon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ChapterExtraction {
    /// People, places, things and groups that appear for the first time.
    pub entities: Vec<ExtractedEntity>,
    /// Relations between two named entities.
    pub relations: Vec<ExtractedRelation>,
    /// Facts that may have to be checked later.
    pub facts: Vec<ExtractedFact>,
    /// Events at a time or in a place that matters later.
    pub events: Vec<ExtractedEvent>,
    /// Promises to the reader that are made, kept in mind or paid off.
    pub threads: Vec<ExtractedThread>,
}

/// A named entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedEntity {
    /// Its fullest name in the text.
    pub name: String,
    /// What kind of entity it is.
    pub kind: ExtractedKind,
    /// Its other names in the text.
    pub aliases: Vec<String>,
    /// What the text says about it, in one sentence.
    pub description: String,
    /// The passage that proves it, copied from the text character by character.
    pub quote: String,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// The kind of a named entity. A model may use a synonym from `kinds.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case", try_from = "String")]
#[ts(rename_all = "snake_case")]
pub enum ExtractedKind {
    Character,
    Location,
    /// A family, a sect, a state.
    Organization,
    Item,
    /// Something that happened.
    Event,
}

impl ExtractedKind {
    const ALL: [(Self, &str); 5] = [
        (Self::Character, "character"),
        (Self::Location, "location"),
        (Self::Organization, "organization"),
        (Self::Item, "item"),
        (Self::Event, "event"),
    ];
}

/// The synonyms of each kind.
static SYNONYMS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    // A test parses the table.
    serde_json::from_str(include_str!("kinds.json")).unwrap_or_default()
});

impl TryFrom<String> for ExtractedKind {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let wanted = word.trim().to_lowercase();
        let is_called =
            |name: &str| name == wanted || SYNONYMS.get(name).is_some_and(|words| words.contains(&wanted));
        let found = Self::ALL.into_iter().find(|(_, name)| is_called(name));
        found.map(|(kind, _)| kind).ok_or_else(|| format!("unknown kind: {word}"))
    }
}

impl JsonSchema for ExtractedKind {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ExtractedKind".into()
    }

    /// Lists the five names first, then the synonyms, also capitalised.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = Self::ALL.map(|(_, name)| name.to_owned());
        let synonyms = names.iter().filter_map(|name| SYNONYMS.get(name)).flatten().cloned();
        let words: Vec<String> = names.iter().cloned().chain(synonyms).collect();
        let capital = words.iter().filter(|word| word.is_ascii()).map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        });
        let all: Vec<String> = words.iter().cloned().chain(capital).collect();
        json_schema!({
            "description": "What it is: character, location, organization, item or event.",
            "type": "string",
            "enum": all,
        })
    }
}

/// How the text presents a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractedModality {
    /// Stated by the narration.
    Narrated,
    /// Claimed by a character of the story.
    Claimed,
    /// Told as a rumour.
    Rumour,
    /// Dreamt or imagined.
    Dream,
    /// Planned for the future.
    Planned,
}

/// What one entity is to another: `from` is the `relation` of `to`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedRelation {
    /// The entity that is the relation.
    pub from: String,
    /// The entity it is the relation of.
    pub to: String,
    /// The relation, in one word.
    pub relation: String,
    /// How the text presents it.
    pub modality: ExtractedModality,
    /// The passage that proves it, copied from the text character by character.
    pub quote: String,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedFact {
    /// The name of the entity it is about.
    pub subject: String,
    /// What is stated about the subject, in one word.
    pub predicate: String,
    /// The value.
    pub object: String,
    /// Whether it ends what was true before.
    pub replaces: bool,
    /// How the text presents it.
    pub modality: ExtractedModality,
    /// The passage that proves it, copied from the text character by character.
    pub quote: String,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedEvent {
    /// What happens, in a few words.
    pub title: String,
    /// When it happens, in the words of the text; empty if the text does not say.
    pub time: String,
    /// Where it happens; empty if the text does not say.
    pub place: String,
    /// The names of the participants.
    pub participants: Vec<String>,
    /// The passage that describes it, copied from the text character by character.
    pub quote: String,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// What a passage does for a plot thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedThread {
    /// The name of the thread; for a known thread, as given in the material.
    pub title: String,
    /// What is promised; empty for a known thread.
    pub description: String,
    /// What the passage does for the thread.
    pub change: ExtractedChange,
    /// The passage, copied from the text character by character.
    pub quote: String,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// The effect of a passage on a plot thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractedChange {
    /// The thread is started.
    Plant,
    /// The reader is reminded of it.
    Remind,
    /// A part of it is paid off.
    Advance,
    /// It is paid off.
    Resolve,
}

/// Directions in which the next chapter could go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct DirectionList {
    /// The directions, no two alike.
    pub directions: Vec<Direction>,
}

/// A direction for the next chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Direction {
    /// A title for the chapter, without a number.
    pub title: String,
    /// Who does what, what opposes it, where it turns, and where it stops.
    pub outline: String,
    /// The names of the threads it serves, as given in the material.
    pub threads: Vec<String>,
    /// What is good about it, in one sentence.
    pub why: String,
}

/// The problems of a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ProblemList {
    /// The problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The kind of problem.
    pub kind: ProblemKind,
    /// The passage, copied from the text character by character.
    pub quote: String,
    /// The name of the setting entry that the passage contradicts; empty for point-of-view problems.
    pub against: String,
    /// The value according to the setting, or the character whose point of view it is.
    pub expected: String,
    /// The value in the text, or the character to whom the point of view slips.
    pub found: String,
    /// How much it matters.
    pub severity: ProblemSeverity,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// What became of issues that were mended, and what the changes brought in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct VerdictList {
    /// One for every issue.
    pub verdicts: Vec<IssueVerdict>,
    /// New problems in the changed text, in its order.
    pub problems: Vec<Problem>,
}

/// What became of an issue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct IssueVerdict {
    /// The number of the issue.
    pub issue: u32,
    /// Whether it is still there.
    pub outcome: IssueOutcome,
    /// The words that prove it, copied from the text character by character; empty if there are none.
    pub quote: String,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
}

/// Whether an issue is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum IssueOutcome {
    /// It was mended.
    Gone,
    /// It is still there.
    There,
    /// Some of it is left, or it cannot be told.
    Partly,
}

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The text contradicts the setting.
    Setting,
    /// The narration slips from its point of view.
    Pov,
}

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ProblemSeverity {
    /// A blemish.
    Low,
    /// Worth checking.
    Medium,
    /// A reader will notice.
    High,
    /// It breaks the story.
    Critical,
}

impl ProblemKind {
    /// The rule that such a problem belongs to.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Setting => Rule::ModelSetting,
            Self::Pov => Rule::ModelPov,
        }
    }
}

impl From<ProblemSeverity> for Severity {
    fn from(severity: ProblemSeverity) -> Self {
        match severity {
            ProblemSeverity::Low => Self::Low,
            ProblemSeverity::Medium => Self::Medium,
            ProblemSeverity::High => Self::High,
            ProblemSeverity::Critical => Self::Critical,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_means_one_kind() {
        let mut words: Vec<&str> = ExtractedKind::ALL.iter().map(|(_, name)| *name).collect();
        for name in &words.clone() {
            words.extend(SYNONYMS[*name].iter().map(String::as_str));
        }
        assert_eq!(SYNONYMS.len(), ExtractedKind::ALL.len());
        let count = words.len();
        for word in &words {
            assert!(ExtractedKind::try_from((*word).to_owned()).is_ok(), "{word}");
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count, "no word means two kinds");
    }

    #[test]
    fn kinds_are_parsed_from_synonyms() {
        for (word, kind) in [
            ("place", ExtractedKind::Location),
            ("Person", ExtractedKind::Character),
            ("地点", ExtractedKind::Location),
            ("人物", ExtractedKind::Character),
            ("organization", ExtractedKind::Organization),
        ] {
            let read: ExtractedKind = serde_json::from_value(serde_json::json!(word)).expect(word);
            assert_eq!(read, kind);
            let schema = serde_json::to_value(schemars::schema_for!(ExtractedEntity)).expect("a schema");
            let words = &schema["properties"]["kind"]["enum"];
            assert!(words.as_array().is_some_and(|words| words.contains(&word.into())), "{schema}");
        }
        assert!(serde_json::from_value::<ExtractedKind>(serde_json::json!("mood")).is_err());
        assert_eq!(serde_json::json!(ExtractedKind::Location), "location");
    }
}
