//! Records: what the author wrote *about* a part of the manuscript (titles, synopses, plans).
//!
//! A record has one canonical JSON form. Its hash is stored with the row to detect damage on reading, and checkpoints
//! refer to it. Fields with default values are omitted from the form, so a field added in a later release leaves the
//! hashes of older rows valid.

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

/// The description of a part of the manuscript, or of the whole.
pub trait Titled: Record {
    /// The title.
    fn title(&self) -> &str;

    /// Changes the title.
    fn set_title(&mut self, title: String);
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The description of the whole novel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ProjectRecord {
    pub title: String,
    /// The author's name as printed.
    #[serde(skip_serializing_if = "is_default")]
    pub author: String,
    /// BCP 47 tag of the novel's language; empty if unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub language: String,
    /// The target length of each new chapter, in words in an English novel, otherwise in characters.
    #[serde(skip_serializing_if = "is_default")]
    pub chapter_target: Option<u32>,
    /// The version of the marks inside texts (italics, ruby, footnotes …); 0 for a novel from before them.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: u32,
}

impl ProjectRecord {
    /// The language of the novel; Chinese if it is unknown or unsupported.
    pub fn novel_language(&self) -> NovelLanguage {
        NovelLanguage::of_tag(&self.language).unwrap_or_default()
    }
}

/// The description of a volume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct VolumeRecord {
    /// Empty for the only volume of an undivided novel.
    pub title: String,
    #[serde(skip_serializing_if = "is_default")]
    pub synopsis: String,
}

/// The description of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ChapterRecord {
    /// The title with its number, as readers see it.
    pub title: String,
    #[serde(skip_serializing_if = "is_default")]
    pub synopsis: String,
    /// The author's working notes, apart from the synopsis.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: String,
    #[serde(skip_serializing_if = "is_default")]
    pub status: Status,
    /// The target length: in words in an English novel, otherwise in characters (`standard` rule).
    #[serde(skip_serializing_if = "is_default")]
    pub target: Option<u32>,
    /// The purpose of the chapter.
    #[serde(skip_serializing_if = "is_default")]
    pub goal: String,
}

/// The description of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct SceneRecord {
    /// Often empty.
    pub title: String,
    #[serde(skip_serializing_if = "is_default")]
    pub synopsis: String,
    /// The author's working notes, apart from the synopsis.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: String,
    #[serde(skip_serializing_if = "is_default")]
    pub status: Status,
    /// The target length: in words in an English novel, otherwise in characters (`standard` rule).
    #[serde(skip_serializing_if = "is_default")]
    pub target: Option<u32>,
    /// The plan from which it is written.
    #[serde(skip_serializing_if = "is_default")]
    pub plan: ScenePlan,
    /// Whether the scene is left out of every export and print.
    #[serde(skip_serializing_if = "is_default")]
    pub not_for_print: bool,
}

/// The plan of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ScenePlan {
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub location: String,
    /// When it happens in story time.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub story_time: String,
    /// The characters in the scene.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub characters: Vec<String>,
    /// The point-of-view character.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub pov: String,
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub conflict: String,
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
    /// The progress of a chapter or scene.
    Status "status" {
        /// Not begun.
        Planned = "planned",
        /// Being written.
        Drafting = "drafting",
        /// Completed, until the author changes it.
        Completed = "completed",
    }
}

/// A part without a stated status is being written.
impl Default for Status {
    fn default() -> Self {
        Self::Drafting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_at_their_default_do_not_affect_the_hash() {
        let record = SceneRecord { title: "渡口".into(), ..SceneRecord::default() };
        assert_eq!(record.canonical(), r#"{"title":"渡口"}"#);
        assert_eq!(serde_json::from_str::<SceneRecord>(&record.canonical()).unwrap(), record);
    }

    #[test]
    fn changed_fields_affect_the_hash() {
        let before = ChapterRecord { title: "第一章".into(), ..ChapterRecord::default() };
        let after = ChapterRecord { status: Status::Completed, ..before.clone() };
        assert_ne!(before.hash(), after.hash());
    }
}
