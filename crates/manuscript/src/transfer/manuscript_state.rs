//! Whether a manuscript is still new and empty.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_project::{drafts, manuscript};
use wenfang_story::{ChapterId, ChapterRecord, SceneRecord, VersionNo, VolumeId, VolumeRecord};

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

/// The volumes where imported chapters go.
#[derive(Debug, Default)]
pub(super) struct EndOfBook {
    /// The last volume, if it has neither a title nor a synopsis: imported chapters without a volume continue it.
    pub untitled: Option<VolumeId>,
    /// The volumes behind it in which nothing is for print, such as what an import did not include. They stay last.
    pub unprinted: Vec<VolumeId>,
}

/// Finds the volumes where imported chapters go.
pub(super) async fn end_of_book(conn: &mut SqliteConnection) -> Result<EndOfBook> {
    let mut volumes = manuscript::volumes(conn).await?;
    let chapters = manuscript::chapters(conn).await?;
    let volume_of: HashMap<ChapterId, VolumeId> =
        chapters.iter().map(|chapter| (chapter.id, chapter.volume)).collect();
    let (mut printed, mut unprinted) = (HashSet::<VolumeId>::new(), HashSet::new());
    for scene in manuscript::scenes(conn).await? {
        let volumes = if scene.record.not_for_print { &mut unprinted } else { &mut printed };
        volumes.extend(volume_of.get(&scene.chapter));
    }
    let is_unprinted = |volume: &VolumeId| unprinted.contains(volume) && !printed.contains(volume);
    let first = volumes.iter().rposition(|volume| !is_unprinted(&volume.id)).map_or(0, |last| last + 1);
    let unprinted = volumes.split_off(first).into_iter().map(|volume| volume.id).collect();
    let last = volumes.pop().filter(|volume| volume.record == VolumeRecord::default());
    Ok(EndOfBook { untitled: last.map(|volume| volume.id), unprinted })
}
