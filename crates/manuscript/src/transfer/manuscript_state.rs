//! Whether a manuscript is still new and empty.

use sqlx::SqliteConnection;
use wenfang_project::{drafts, manuscript};
use wenfang_story::{ChapterRecord, SceneRecord, VersionNo, VolumeId, VolumeRecord};

use wenfang_usecase::Result;

/// Whether writing has begun.
#[derive(Debug, PartialEq, Eq)]
pub enum ManuscriptState {
    /// The manuscript is empty: these volumes contain at most one chapter, without text.
    Empty(Vec<VolumeId>),
    /// The manuscript has content.
    Started,
}

/// Checks whether writing has begun. A chapter title alone does not count, because every new book has a titled
/// chapter.
pub async fn manuscript_state(conn: &mut SqliteConnection) -> Result<ManuscriptState> {
    let volumes = manuscript::volumes(conn).await?;
    let chapters = manuscript::chapters(conn).await?;
    let scenes = manuscript::scenes(conn).await?;
    let is_untouched = volumes.len() <= 1
        && chapters.len() <= 1
        && scenes.len() <= 1
        && volumes.iter().all(|volume| volume.record == VolumeRecord::default())
        && chapters.iter().all(|chapter| {
            let title = chapter.record.title.clone();
            chapter.record == ChapterRecord { title, ..ChapterRecord::default() }
        })
        && scenes.iter().all(|scene| {
            scene.record == SceneRecord::default() && scene.head == VersionNo::FIRST && scene.totals.all == 0
        })
        && drafts::list(conn).await?.is_empty();
    Ok(match is_untouched {
        true => ManuscriptState::Empty(volumes.into_iter().map(|volume| volume.id).collect()),
        false => ManuscriptState::Started,
    })
}

/// The last volume, if it has neither a title nor a synopsis: imported chapters without a volume continue it.
pub(super) async fn untitled_end(conn: &mut SqliteConnection) -> Result<Option<VolumeId>> {
    let last = manuscript::volumes(conn).await?.pop();
    Ok(last.filter(|volume| volume.record == VolumeRecord::default()).map(|volume| volume.id))
}
