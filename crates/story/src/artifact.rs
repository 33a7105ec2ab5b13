//! Artifacts (产物): values that steps and the author leave under a name, each about a subject.

use serde::{Deserialize, Serialize};

use crate::version::named;
use crate::{ArtifactId, ChapterId, SceneId, VersionNo, VolumeId};

/// The writer of values that only the author writes.
pub const AUTHOR: &str = "author";

/// What the values of an artifact are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Novel,
    Volume(VolumeId),
    Chapter(ChapterId),
    Scene(SceneId),
}

impl Subject {
    /// The name of its kind in SQL and in addresses.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Novel => "novel",
            Self::Volume(_) => "volume",
            Self::Chapter(_) => "chapter",
            Self::Scene(_) => "scene",
        }
    }

    /// Its id; `None` for the novel.
    pub const fn id(self) -> Option<i64> {
        match self {
            Self::Novel => None,
            Self::Volume(id) => Some(id.get()),
            Self::Chapter(id) => Some(id.get()),
            Self::Scene(id) => Some(id.get()),
        }
    }

    /// The subject with this kind and id.
    pub fn of(kind: &str, id: Option<i64>) -> Option<Self> {
        match (kind, id) {
            ("novel", None) => Some(Self::Novel),
            ("volume", Some(id)) => Some(Self::Volume(id.into())),
            ("chapter", Some(id)) => Some(Self::Chapter(id.into())),
            ("scene", Some(id)) => Some(Self::Scene(id.into())),
            _ => None,
        }
    }

    /// The full address of the artifact with this name: `summary/chapter/7`, `story_so_far/novel`.
    pub fn tag(self, name: &str) -> String {
        let id = self.id().map(|id| format!("/{id}")).unwrap_or_default();
        format!("{name}/{}{id}", self.kind())
    }
}

named! {
    /// What sort of value it is.
    #[derive(Default)]
    ArtifactKind "kind of artifact" {
        /// How things stand, as of a place in the telling.
        State = "state",
        /// Working notes.
        Notes = "notes",
        Summary = "summary",
        /// What was retrieved from earlier scenes.
        Memory = "memory",
        Suggestion = "suggestion",
        Commentary = "commentary",
        Report = "report",
        #[default]
        Other = "other",
    }
}

named! {
    /// Who sees it.
    Visibility "visibility" {
        /// Models only.
        PromptOnly = "prompt_only",
        /// The author only.
        UiOnly = "ui_only",
        PromptAndUi = "prompt_and_ui",
        /// No one: for internal use.
        Internal = "internal",
    }
}

impl Visibility {
    /// Whether a prompt may contain it.
    pub const fn is_for_prompts(self) -> bool {
        matches!(self, Self::PromptOnly | Self::PromptAndUi)
    }

    /// Whether the author may see it outside of the report of a generation.
    pub const fn is_for_author(self) -> bool {
        matches!(self, Self::UiOnly | Self::PromptAndUi)
    }

    /// The same without prompts.
    pub const fn without_prompts(self) -> Self {
        if self.is_for_author() { Self::UiOnly } else { Self::Internal }
    }
}

named! {
    /// The format of its values.
    #[derive(Default)]
    ContentType "content type" {
        #[default]
        Text = "text",
        Markdown = "markdown",
        Json = "json",
    }
}

named! {
    /// How its versions are shown.
    ShownAs "presentation" {
        Latest = "latest",
        Timeline = "timeline",
        Diff = "diff",
    }
}

named! {
    /// Who made a version.
    MadeBy "maker" {
        Step = "step",
        Author = "author",
    }
}

named! {
    /// Why a version is never deleted.
    Pin "pin" {
        /// The author wants it.
        Author = "author",
        /// The receipt of a generation names it.
        Receipt = "receipt",
    }
}

/// The place in the telling that a value is told up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct ArtifactPlace {
    pub scene: SceneId,
    /// The text of the scene; `None` if the value depends on none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub version: Option<VersionNo>,
}

/// One version of an artifact, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// From 1.
    pub version: i64,
    pub at: Option<ArtifactPlace>,
    pub made_by: MadeBy,
}

/// An artifact with the versions that exist, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    pub id: ArtifactId,
    pub name: String,
    pub subject: Subject,
    pub visibility: Visibility,
    pub versions: Vec<Told>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_read_from_its_columns() {
        for subject in
            [Subject::Novel, Subject::Volume(2.into()), Subject::Chapter(7.into()), Subject::Scene(12.into())]
        {
            assert_eq!(Subject::of(subject.kind(), subject.id()), Some(subject));
        }
        assert_eq!(Subject::of("novel", Some(1)), None);
        assert_eq!(Subject::of("scene", None), None);
    }

    #[test]
    fn a_tag_is_the_full_address() {
        assert_eq!(Subject::Scene(12.into()).tag("memory"), "memory/scene/12");
        assert_eq!(Subject::Novel.tag("story_so_far"), "story_so_far/novel");
    }
}
