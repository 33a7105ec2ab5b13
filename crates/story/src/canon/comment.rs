//! Comments (批注) on passages: never in the text, so they count nothing.

use serde::{Deserialize, Serialize};
use wenfang_text::CharRange;

use crate::record::is_default;
use crate::version::named;
use crate::{Record, SceneId, Timestamp, VersionNo};

named! {
    /// Whether a comment still asks for something.
    #[derive(Default)]
    CommentState "comment state" {
        #[default]
        Open = "open",
        Done = "done",
    }
}

named! {
    /// The colour of a comment.
    #[derive(Default)]
    CommentColour "comment colour" {
        #[default]
        Yellow = "yellow",
        Green = "green",
        Blue = "blue",
        Pink = "pink",
        Purple = "purple",
        Grey = "grey",
    }
}

named! {
    /// Who wrote a comment or a reply.
    #[derive(Default)]
    CommentWho "comment writer" {
        /// The author of the novel.
        #[default]
        Author = "author",
        /// Somebody else, by name: an editor, a reader.
        Editor = "editor",
        /// An imported document that does not name its writer.
        Import = "import",
    }
}

/// The writer of a comment or a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct CommentBy {
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub who: CommentWho,
    /// The name; never empty for an editor.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub name: String,
}

/// A reply to a comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct CommentReply {
    /// Never empty.
    pub text: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: CommentBy,
    /// When it was written.
    pub at: Timestamp,
}

/// A comment on a passage, or a passage that is not printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct CommentRecord {
    /// Empty only for a passage that is not printed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
    pub scene: SceneId,
    /// The version whose text `range` refers to.
    pub version: VersionNo,
    /// In char offsets.
    pub range: CharRange,
    /// The text of the passage, or its former text if it is gone.
    pub quote: String,
    /// Whether the passage was deleted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub state: CommentState,
    #[serde(default, skip_serializing_if = "is_default")]
    pub colour: CommentColour,
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: CommentBy,
    /// When it was written, also if it was imported later.
    pub at: Timestamp,
    /// Oldest first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replies: Vec<CommentReply>,
    /// Whether the paragraphs of the passage are left out of every export and print.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not_for_print: bool,
    /// Whether it was removed because its import was undone, so that the same import brings it again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub taken_back: bool,
}

impl Record for CommentRecord {}
