//! Records with a passage of the text, and how their passages follow it: anchors of plot threads, and comments.

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use super::comment::CommentRecord;
use super::thread::ThreadAnchorRecord;
use crate::{CommentId, SceneId, ThreadAnchorId, VersionNo};

/// An item with a passage of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
pub enum AnchorId {
    /// An anchor of a plot thread.
    #[serde(rename = "anchor")]
    Thread(ThreadAnchorId),
    #[serde(rename = "comment")]
    Comment(CommentId),
}

/// The position of an item's passage in one text, as the editor tracks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct PlacedAnchor {
    #[serde(flatten)]
    pub id: AnchorId,
    /// In char offsets; `None` if the passage is gone.
    pub range: Option<CharRange>,
}

/// The record of an item with a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnchorRecord {
    Thread(ThreadAnchorRecord),
    Comment(CommentRecord),
}

impl From<ThreadAnchorRecord> for AnchorRecord {
    fn from(record: ThreadAnchorRecord) -> Self {
        Self::Thread(record)
    }
}

impl From<CommentRecord> for AnchorRecord {
    fn from(record: CommentRecord) -> Self {
        Self::Comment(record)
    }
}

impl AnchorRecord {
    pub fn scene(&self) -> SceneId {
        match self {
            Self::Thread(record) => record.scene,
            Self::Comment(record) => record.scene,
        }
    }

    /// The version whose text [`range`](Self::range) refers to.
    pub fn version(&self) -> VersionNo {
        match self {
            Self::Thread(record) => record.version,
            Self::Comment(record) => record.version,
        }
    }

    /// In char offsets.
    pub fn range(&self) -> CharRange {
        match self {
            Self::Thread(record) => record.range,
            Self::Comment(record) => record.range,
        }
    }

    /// The text of the passage; the last known text if it was deleted.
    pub fn quote(&self) -> &str {
        match self {
            Self::Thread(record) => &record.quote,
            Self::Comment(record) => &record.quote,
        }
    }

    /// Whether the passage was deleted.
    pub fn is_gone(&self) -> bool {
        match self {
            Self::Thread(record) => record.gone,
            Self::Comment(record) => record.gone,
        }
    }

    /// The same record with its passage at another position.
    pub fn moved_to(self, (scene, version): (SceneId, VersionNo), range: CharRange, quote: String) -> Self {
        match self {
            Self::Thread(record) => {
                ThreadAnchorRecord { scene, version, range, quote, gone: false, ..record }.into()
            }
            Self::Comment(record) => {
                CommentRecord { scene, version, range, quote, gone: false, ..record }.into()
            }
        }
    }

    /// The same record after its passage was deleted.
    pub fn without_passage(self) -> Self {
        match self {
            Self::Thread(record) => ThreadAnchorRecord { gone: true, ..record }.into(),
            Self::Comment(record) => CommentRecord { gone: true, ..record }.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placed_anchor_names_its_kind() {
        let range = Some(CharRange::new(0, 3));
        let of = |id| serde_json::to_string(&PlacedAnchor { id, range }).unwrap();
        // Drafts of earlier releases have anchors of threads in this form.
        assert_eq!(of(AnchorId::Thread(1.into())), r#"{"anchor":1,"range":{"start":0,"end":3}}"#);
        assert_eq!(of(AnchorId::Comment(1.into())), r#"{"comment":1,"range":{"start":0,"end":3}}"#);
        for id in [AnchorId::Thread(7.into()), AnchorId::Comment(7.into())] {
            let placed = PlacedAnchor { id, range: None };
            let json = serde_json::to_string(&placed).unwrap();
            assert_eq!(serde_json::from_str::<PlacedAnchor>(&json).unwrap(), placed);
        }
    }
}
