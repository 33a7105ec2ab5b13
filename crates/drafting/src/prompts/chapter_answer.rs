//! The answers about a whole chapter: its summary, what it says for the graph, directions for the next one, what is wrong.
//!
//! Their JSON schemas are sent to servers that take one, so the sentences here are read by models too. Quotes are looked for
//! in the text before anything comes of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// What a chapter tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ChapterSummary {
    /// What happens, as one running account in the order of events.
    pub summary: String,
    /// What matters most, in order.
    pub key_events: Vec<KeyEvent>,
}

/// Something that happens in a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct KeyEvent {
    /// Who does what, in one sentence.
    pub text: String,
    /// The passage that tells it, copied from the text character by character.
    pub quote: String,
}

/// What happened up to a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct StorySummary {
    /// One running account in the order of events.
    pub summary: String,
}

/// What a text says that belongs into the canon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ChapterExtraction {
    /// People, places, things, groups that come up first.
    pub entities: Vec<ExtractedEntity>,
    /// Relations between two that have names.
    pub relations: Vec<ExtractedRelation>,
    /// What may have to be checked later.
    pub facts: Vec<ExtractedFact>,
    /// What happens at a time or in a place that matters later.
    pub events: Vec<ExtractedEvent>,
    /// What is promised to the reader, kept in mind or paid off.
    pub threads: Vec<ExtractedThread>,
}

/// Somebody or something with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedEntity {
    /// Its fullest name in the text.
    pub name: String,
    /// What it is.
    pub kind: ExtractedKind,
    /// Its other names in the text.
    pub aliases: Vec<String>,
    /// What the text says of it, in one sentence.
    pub description: String,
    /// The passage that proves it, copied from the text character by character.
    pub quote: String,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// What a name stands for. A model may say it by a synonym of `kinds.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case", try_from = "String")]
#[ts(rename_all = "snake_case")]
pub enum ExtractedKind {
    /// A person.
    Character,
    /// A place.
    Location,
    /// A family, a sect, a state.
    Organization,
    /// A thing.
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

/// The words for each kind beside its own name.
static SYNONYMS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    // A test reads the table.
    serde_json::from_str(include_str!("kinds.json")).unwrap_or_default()
});

impl TryFrom<String> for ExtractedKind {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let wanted = word.trim().to_lowercase();
        let is_called =
            |name: &str| name == wanted || SYNONYMS.get(name).is_some_and(|words| words.contains(&wanted));
        let found = Self::ALL.into_iter().find(|(_, name)| is_called(name));
        found.map(|(kind, _)| kind).ok_or_else(|| format!("{word} is no kind"))
    }
}

impl JsonSchema for ExtractedKind {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ExtractedKind".into()
    }

    /// The five names first, then the synonyms, with a capital too.
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

/// In which way something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractedModality {
    /// The narration says so.
    Narrated,
    /// Somebody in the story says so.
    Claimed,
    /// It is told about.
    Rumour,
    /// It is dreamt or imagined.
    Dream,
    /// It is meant to become so.
    Planned,
}

/// What one is to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedRelation {
    /// Who is it.
    pub from: String,
    /// To whom.
    pub to: String,
    /// What, in a word.
    pub relation: String,
    /// In which way it is so.
    pub modality: ExtractedModality,
    /// The passage that proves it, copied from the text character by character.
    pub quote: String,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedFact {
    /// The name of what it is about.
    pub subject: String,
    /// What is said of it, in a word.
    pub predicate: String,
    /// The value.
    pub object: String,
    /// Whether it ends what was so before.
    pub replaces: bool,
    /// In which way it is so.
    pub modality: ExtractedModality,
    /// The passage that proves it, copied from the text character by character.
    pub quote: String,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedEvent {
    /// What happens, in a few words.
    pub title: String,
    /// When, in the words of the text; empty where it does not say.
    pub time: String,
    /// Where; empty where the text does not say.
    pub place: String,
    /// The names of those who take part.
    pub participants: Vec<String>,
    /// The passage that tells it, copied from the text character by character.
    pub quote: String,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// What a passage does for a plot thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExtractedThread {
    /// What the thread is called: as the material calls it where it is known.
    pub title: String,
    /// What is promised; empty for a known thread.
    pub description: String,
    /// What the passage does for it.
    pub change: ExtractedChange,
    /// The passage, copied from the text character by character.
    pub quote: String,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// What may be done for a plot thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractedChange {
    /// It is begun.
    Plant,
    /// The reader is reminded of it.
    Remind,
    /// A part of it is paid off.
    Advance,
    /// It is paid off.
    Resolve,
}

/// Where the next chapter could go.
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
    /// Who does what, what stands against it, where it turns, where it stops.
    pub outline: String,
    /// The names of the threads it serves, as the material gives them.
    pub threads: Vec<String>,
    /// What is good about it, in one sentence.
    pub why: String,
}

/// What is wrong with a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ProblemList {
    /// The problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// What kind.
    pub kind: ProblemKind,
    /// The passage, copied from the text character by character.
    pub quote: String,
    /// The name of the entry of the setting it contradicts; empty for the point of view.
    pub against: String,
    /// The value by the setting, or whose point of view it is.
    pub expected: String,
    /// The value in the text, or to whom the point of view slips.
    pub found: String,
    /// How much it matters.
    pub severity: ProblemSeverity,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// What kind of problem.
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
    /// Worth a look.
    Medium,
    /// A reader will notice.
    High,
    /// It breaks the story.
    Critical,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_is_one_kind() {
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
        assert_eq!(words.len(), count, "no word stands for two kinds");
    }

    #[test]
    fn kinds_are_understood_by_their_synonyms() {
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
