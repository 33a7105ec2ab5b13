//! Records: what the author wrote *about* a part of the manuscript (titles, synopses, plans).
//!
//! A record has one canonical JSON form. Its hash is stored beside the row, so that damage is seen on reading, and
//! is what a checkpoint remembers. Fields at their default are left out of the form: a field added in a later
//! release leaves the hashes of older rows true.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wenfang_text::{ContentHash, NovelLanguage};

use crate::version::named;

/// A record with a canonical form.
pub trait Record: Serialize + DeserializeOwned {
    /// The canonical JSON form.
    fn canonical(&self) -> String {
        // A struct of strings, numbers and lists always has a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// SHA-256 of the canonical form.
    fn hash(&self) -> ContentHash {
        ContentHash::of(self.canonical().as_bytes())
    }
}

/// What is said about a part of the manuscript, or the whole.
pub trait Titled: Record {
    /// The title.
    fn title(&self) -> &str;

    /// Gives it another title.
    fn set_title(&mut self, title: String);
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The novel as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ProjectRecord {
    /// Title of the novel.
    pub title: String,
    /// Name of its author, as it shall be printed.
    #[serde(skip_serializing_if = "is_default")]
    pub author: String,
    /// BCP 47 tag of the language it is written in; empty when unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub language: String,
}

impl ProjectRecord {
    /// The language it is written in; Chinese when it is unknown or none of those that are known.
    pub fn novel_language(&self) -> NovelLanguage {
        NovelLanguage::of_tag(&self.language).unwrap_or_default()
    }
}

/// What is said about a volume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct VolumeRecord {
    /// Title; empty for the one volume of an undivided novel.
    pub title: String,
    /// What happens in it.
    #[serde(skip_serializing_if = "is_default")]
    pub synopsis: String,
}

/// What is said about a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ChapterRecord {
    /// Title with its number, as readers see it.
    pub title: String,
    /// What happens in it.
    #[serde(skip_serializing_if = "is_default")]
    pub synopsis: String,
    /// How far it is.
    #[serde(skip_serializing_if = "is_default")]
    pub status: Status,
    /// Wanted length in 字 (`standard` rule).
    #[serde(skip_serializing_if = "is_default")]
    pub target: Option<u32>,
    /// What the chapter is for.
    #[serde(skip_serializing_if = "is_default")]
    pub goal: String,
}

/// What is said about a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct SceneRecord {
    /// Title; often empty.
    pub title: String,
    /// What happens in it.
    #[serde(skip_serializing_if = "is_default")]
    pub synopsis: String,
    /// How far it is.
    #[serde(skip_serializing_if = "is_default")]
    pub status: Status,
    /// Wanted length in 字 (`standard` rule).
    #[serde(skip_serializing_if = "is_default")]
    pub target: Option<u32>,
    /// The plan it is written from.
    #[serde(skip_serializing_if = "is_default")]
    pub plan: ScenePlan,
}

/// The plan of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ScenePlan {
    /// Where it plays.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub location: String,
    /// When it plays, in the time of the story.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub story_time: String,
    /// Who is in it.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub characters: Vec<String>,
    /// Whose eyes it is seen through.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub pov: String,
    /// What stands against whom.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub conflict: String,
    /// What turns.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub turning_point: String,
}

macro_rules! titled {
    ($($record:ident)*) => {$(
        impl Record for $record {}

        impl Titled for $record {
            fn title(&self) -> &str {
                &self.title
            }

            fn set_title(&mut self, title: String) {
                self.title = title;
            }
        }
    )*};
}

titled! { ProjectRecord VolumeRecord ChapterRecord SceneRecord }

named! {
    /// How far a chapter or scene is.
    Status "status" {
        /// Not begun.
        Planned = "planned",
        /// Being written.
        Drafting = "drafting",
        /// Done, until the author says otherwise.
        Completed = "completed",
    }
}

/// A part that nobody said anything about is being written.
impl Default for Status {
    fn default() -> Self {
        Self::Drafting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_at_its_default_leaves_no_trace_in_the_hash() {
        let record = SceneRecord { title: "渡口".into(), ..SceneRecord::default() };
        assert_eq!(record.canonical(), r#"{"title":"渡口"}"#);
        assert_eq!(serde_json::from_str::<SceneRecord>(&record.canonical()).unwrap(), record);
    }

    #[test]
    fn what_the_author_said_is_in_the_hash() {
        let before = ChapterRecord { title: "第一章".into(), ..ChapterRecord::default() };
        let after = ChapterRecord { status: Status::Completed, ..before.clone() };
        assert_ne!(before.hash(), after.hash());
    }
}
