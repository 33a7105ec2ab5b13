//! The comments of a scene where they stand in its working text.

use serde::Serialize;
use wenfang_manuscript::find::TextKind;
use wenfang_manuscript::scenes::SceneRequest;
use wenfang_project::Project;
use wenfang_story::canon::{AnchorId, AnchorRecord, CommentBy, CommentColour, CommentReply, CommentState};
use wenfang_story::{CommentId, SceneId, Timestamp, VersionNo};
use wenfang_text::{CharRange, SemanticSearch};
use wenfang_usecase::Result;
use wenfang_versions as versions;

use crate::semantics;

/// The comments in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneComments {
    pub scene: SceneId,
    /// Which text of the scene the ranges refer to.
    pub text: TextKind,
    /// Its version; for a draft, its base version.
    pub version: VersionNo,
    /// SHA-256 of that text, in hexadecimal.
    pub hash: String,
    /// In text order.
    pub comments: Vec<SceneComment>,
}

/// A comment in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneComment {
    pub id: CommentId,
    /// Empty only for a passage that is not printed.
    pub text: String,
    pub state: CommentState,
    pub colour: CommentColour,
    pub by: CommentBy,
    /// When it was written.
    pub at: Timestamp,
    /// Oldest first.
    pub replies: Vec<CommentReply>,
    /// Whether the paragraphs of the passage are left out of every export and print.
    pub not_for_print: bool,
    pub scene: SceneId,
    /// The last version in which its position was certain.
    pub version: VersionNo,
    /// Its range in that version, in char offsets.
    pub range: CharRange,
    /// The text of the passage; the last known text if it was deleted.
    pub quote: String,
    /// Whether the passage was deleted.
    pub gone: bool,
    /// Its range in the working text, in char offsets; none if it was deleted or cannot be located with certainty.
    pub now: Option<CharRange>,
    /// The certainty of that range, 0 to 1.
    pub confidence: f64,
}

impl SceneComment {
    fn new(standing: versions::LocatedAnchor) -> Option<Self> {
        let versions::LocatedAnchor { id, record, now, confidence, .. } = standing;
        let (AnchorId::Comment(id), AnchorRecord::Comment(record)) = (id, record) else { return None };
        Some(Self {
            id,
            text: record.text,
            state: record.state,
            colour: record.colour,
            by: record.by,
            at: record.at,
            replies: record.replies,
            not_for_print: record.not_for_print,
            scene: record.scene,
            version: record.version,
            range: record.range,
            quote: record.quote,
            gone: record.gone,
            now,
            confidence,
        })
    }
}

/// Locates the comments in the working text of a scene.
///
/// Does not wait for the embedding model to load, because opening a scene calls this.
pub async fn in_scene(project: &Project, request: SceneRequest) -> Result<SceneComments> {
    let semantic = semantics::loaded(project);
    let mut tx = project.begin_read().await?;
    let semantic = semantic.as_deref().map(|model| model as &dyn SemanticSearch);
    let (working, standing) = versions::located_anchors(&mut tx, request.scene, semantic).await?;
    Ok(SceneComments {
        scene: request.scene,
        text: if working.is_draft { TextKind::Draft } else { TextKind::Version },
        version: working.version.version,
        hash: working.hash().to_string(),
        comments: standing.into_iter().filter_map(SceneComment::new).collect(),
    })
}
