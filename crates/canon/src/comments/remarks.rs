//! Remarks of readers, which come back as comments.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_manuscript::export::remarks::{PlacedRemark, UnplacedRemark, place};
use wenfang_manuscript::transfer::read_file;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{AnchorId, CommentBy, CommentColour, CommentRecord, CommentState};
use wenfang_story::{CommentId, SceneId};
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::act::writer;
use crate::books::{Book, SceneRef};

/// The remarks of a reader.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ImportRemarks {
    /// Lines such as `#12 too fast here`.
    pub text: String,
    /// The web page or EPUB with numbers that the reader had. Without it, the numbers are those of the text as it is
    /// now.
    pub copy: Option<PathBuf>,
    /// The reader.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub by: CommentBy,
    /// Whether nothing is written.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub dry_run: bool,
}

/// The comments that remarks became.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RemarksImported {
    pub comments: Vec<RemarkImported>,
    /// How many remarks are comments of the novel already: they are not added again.
    pub known: usize,
    /// Remarks that belong to no paragraph, and lines that are no remarks.
    pub unplaced: Vec<UnplacedRemark>,
}

/// A comment that a remark became.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RemarkImported {
    /// None if nothing was written.
    pub id: Option<CommentId>,
    pub number: usize,
    pub text: String,
    pub scene: SceneId,
    pub place: SceneRef,
    /// The paragraph as the reader read it.
    pub quote: String,
}

/// Imports remarks as comments on the paragraphs that the reader read; they follow the text as all comments do. A
/// remark that the novel has already is not added again.
///
/// # Errors
/// A copy without numbers; an editor without a name.
pub async fn import_remarks(project: &Project, request: ImportRemarks) -> Result<RemarksImported> {
    let by = writer(request.by)?;
    let copy = request.copy.as_deref().map(read_file).transpose()?;
    let mut tx = project.begin_write().await?;
    let now = project.now();
    let (placed, unplaced) = place(&mut tx, now, (&request.text, copy.as_deref())).await?;
    let book = Book::read(&mut tx).await?;
    let present: Vec<(CommentId, CommentRecord)> = canon::list(&mut tx).await?;
    let (mut comments, mut known) = (Vec::with_capacity(placed.len()), 0);
    for remark in placed {
        if is_present(&mut tx, (&remark, &by), &present).await? {
            known += 1;
            continue;
        }
        let record = CommentRecord {
            text: remark.text.clone(),
            scene: remark.scene,
            version: remark.version,
            range: remark.range,
            quote: remark.quote.clone(),
            gone: false,
            state: CommentState::Open,
            colour: CommentColour::default(),
            by: by.clone(),
            at: now,
            replies: Vec::new(),
            not_for_print: false,
            taken_back: false,
        };
        let id = match request.dry_run {
            true => None,
            false => Some(canon::insert(&mut tx, &record, now).await?),
        };
        let (number, text, scene, quote) = (remark.number, remark.text, remark.scene, remark.quote);
        comments.push(RemarkImported { id, number, text, scene, place: book.place(scene), quote });
    }
    if !request.dry_run {
        tx.commit().await?;
    }
    Ok(RemarksImported { comments, known, unplaced })
}

/// Whether one of the comments has the words, the writer and the passage of a remark.
async fn is_present(
    conn: &mut SqliteConnection,
    (remark, by): (&PlacedRemark, &CommentBy),
    comments: &[(CommentId, CommentRecord)],
) -> Result<bool> {
    let alike =
        |record: &CommentRecord| (record.scene, &record.text, &record.by) == (remark.scene, &remark.text, by);
    let alike: Vec<_> = comments.iter().filter(|(_, record)| alike(record)).collect();
    if alike.is_empty() {
        return Ok(false);
    }
    let place = (remark.scene, remark.version);
    let (_, found) = versions::locate(conn, place, (remark.range, None)).await?;
    let (_, anchors) = versions::located_anchors(conn, remark.scene, None).await?;
    Ok(alike.into_iter().any(|(id, record)| {
        let anchor = anchors.iter().find(|anchor| anchor.id == AnchorId::Comment(*id));
        match (found.sure(), anchor.and_then(|anchor| anchor.now)) {
            (Some(here), Some(there)) => here.overlaps(there),
            _ => record.quote == remark.quote,
        }
    }))
}
