//! How the values of an artifact go into a prompt: in which layer, how many of them, and in which order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wenfang_story::ArtifactId;
use wenfang_story::artifact::MadeBy;

use crate::context::{self, Authority, Candidate, Cut, Source, StoryPosition};
use crate::prompts::Language;

/// A layer of the context pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    System,
    LongTerm,
    Structured,
    Recent,
    /// Working notes, printed directly before the task.
    Notes,
}

impl From<Layer> for context::Layer {
    fn from(layer: Layer) -> Self {
        match layer {
            Layer::System => Self::System,
            Layer::LongTerm => Self::LongTerm,
            Layer::Structured => Self::Structured,
            Layer::Recent => Self::Recent,
            Layer::Notes => Self::Notes,
        }
    }
}

/// Where a value goes into a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Include {
    /// The layer of the context.
    pub layer: Layer,
    /// How many versions, the newest first.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    pub take: u32,
    /// Among values of one layer, the higher comes first.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = -100, max = 100))]
    pub priority: i32,
}

fn one() -> u32 {
    1
}

fn is_zero(priority: &i32) -> bool {
    *priority == 0
}

/// A version of an artifact, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedVersion {
    pub version: i64,
    pub text: String,
    /// The place in the story that it is told up to.
    pub at: Option<StoryPosition>,
    pub made_by: MadeBy,
}

impl Include {
    /// The candidates for the versions of an artifact, given the newest first. All but the newest value are marked as
    /// earlier ones. `first_rank` is the rank of the newest.
    pub fn candidates(
        &self,
        (id, name): (ArtifactId, &str),
        versions: &[IncludedVersion],
        (first_rank, language): (u32, Language),
    ) -> Vec<Candidate> {
        let earlier = if language == Language::Zh { "此前：" } else { "Earlier: " };
        let ranked = (first_rank..).zip(versions);
        let candidate = |(rank, version): (u32, &IncludedVersion)| {
            let source = Source::Artifact { id, name: name.to_owned(), version: version.version };
            let standing = match version.made_by {
                MadeBy::Author => Authority::ApprovedFact,
                MadeBy::Step => Authority::CurrentText,
            };
            let text = match rank == first_rank {
                true => version.text.clone(),
                false => format!("{earlier}{}", version.text),
            };
            let mut candidate = Candidate::new(self.layer.into(), source, standing, text);
            (candidate.priority, candidate.rank) = (self.priority, rank);
            (candidate.cut, candidate.at) = (Cut::KeepStart, version.at);
            candidate
        };
        ranked.map(candidate).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(version: i64, text: &str, made_by: MadeBy) -> IncludedVersion {
        IncludedVersion { version, text: text.to_owned(), at: None, made_by }
    }

    #[test]
    fn the_newest_value_comes_first_and_unmarked() {
        let include: Include =
            serde_json::from_str(r#"{"layer": "structured", "take": 2, "priority": 3}"#).unwrap();
        let versions = [version(4, "局面：等人", MadeBy::Author), version(2, "局面：无事", MadeBy::Step)];
        let made = include.candidates((7.into(), "situation"), &versions, (5, Language::Zh));
        let shown: Vec<_> =
            made.iter().map(|one| (one.text.as_str(), one.rank, one.priority, one.standing)).collect();
        assert_eq!(
            shown,
            [
                ("局面：等人", 5, 3, Authority::ApprovedFact),
                ("此前：局面：无事", 6, 3, Authority::CurrentText),
            ]
        );
        assert_eq!(made[0].layer, context::Layer::Structured);
        assert_eq!(
            made[0].source,
            Source::Artifact { id: 7.into(), name: "situation".to_owned(), version: 4 }
        );
    }

    #[test]
    fn one_version_is_taken_unless_it_says_more() {
        let include: Include = serde_json::from_str(r#"{"layer": "notes"}"#).unwrap();
        assert_eq!((include.take, include.priority), (1, 0));
    }
}
