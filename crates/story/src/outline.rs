//! The structure of the manuscript: the chapters of each volume and the scenes of each chapter, in reading order.

use serde::{Deserialize, Serialize};

use crate::{ChapterId, SceneId, VolumeId};

/// The whole tree as ids, without parts in the bin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct Outline {
    /// In reading order.
    pub volumes: Vec<OutlineVolume>,
}

/// A volume and its chapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(from = "(VolumeId, Vec<OutlineChapter>)", into = "(VolumeId, Vec<OutlineChapter>)")]
pub struct OutlineVolume {
    pub id: VolumeId,
    /// In reading order.
    pub chapters: Vec<OutlineChapter>,
}

/// A chapter and its scenes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(from = "(ChapterId, Vec<SceneId>)", into = "(ChapterId, Vec<SceneId>)")]
pub struct OutlineChapter {
    pub id: ChapterId,
    /// In reading order.
    pub scenes: Vec<SceneId>,
}

impl From<(VolumeId, Vec<OutlineChapter>)> for OutlineVolume {
    fn from((id, chapters): (VolumeId, Vec<OutlineChapter>)) -> Self {
        Self { id, chapters }
    }
}

impl From<OutlineVolume> for (VolumeId, Vec<OutlineChapter>) {
    fn from(volume: OutlineVolume) -> Self {
        (volume.id, volume.chapters)
    }
}

impl From<(ChapterId, Vec<SceneId>)> for OutlineChapter {
    fn from((id, scenes): (ChapterId, Vec<SceneId>)) -> Self {
        Self { id, scenes }
    }
}

impl From<OutlineChapter> for (ChapterId, Vec<SceneId>) {
    fn from(chapter: OutlineChapter) -> Self {
        (chapter.id, chapter.scenes)
    }
}

impl Outline {
    /// The canonical JSON form: nested pairs of an id and its content.
    pub fn canonical(&self) -> String {
        // Numbers and lists always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Chapters in reading order.
    pub fn chapters(&self) -> impl Iterator<Item = &OutlineChapter> {
        self.volumes.iter().flat_map(|volume| &volume.chapters)
    }

    /// Scenes in reading order.
    pub fn scenes(&self) -> impl Iterator<Item = SceneId> {
        self.chapters().flat_map(|chapter| chapter.scenes.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_form_is_short_and_round_trips() {
        let outline = Outline {
            volumes: vec![OutlineVolume {
                id: 1.into(),
                chapters: vec![OutlineChapter { id: 2.into(), scenes: vec![3.into(), 4.into()] }],
            }],
        };
        assert_eq!(outline.canonical(), "[[1,[[2,[3,4]]]]]");
        assert_eq!(serde_json::from_str::<Outline>("[[1,[[2,[3,4]]]]]").unwrap(), outline);
    }
}
