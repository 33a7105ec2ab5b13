//! The positions of passages that belong to records: anchors of plot threads, and comments.
//!
//! An editor that moves anchors with each edit reports their positions, which are stored with the draft or
//! version. After changes made elsewhere (a restore, an import, a merge, a rewrite) each read finds the anchors
//! again by comparison, until an editor or the author reports their positions.

use std::collections::{BTreeMap, HashMap};

use sqlx::SqliteConnection;
use wenfang_project::{Error as ProjectError, canon, drafts};
use wenfang_story::canon::{AnchorId, AnchorRecord, PlacedAnchor};
use wenfang_story::{CommentId, SceneId, ThreadAnchorId, VersionNo};
use wenfang_text::{Alignment, CharRange, Method, SemanticSearch, TextIndex};

use crate::error::Result;
use crate::save::text;
use crate::working::{WorkingText, working_text};

/// An anchor in the working text of its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedAnchor {
    pub id: AnchorId,
    pub record: AnchorRecord,
    /// Its range in the working text, in char offsets; `None` if it is gone or cannot be located reliably.
    pub now: Option<CharRange>,
    /// Confidence in `now`, from 0 to 1.
    pub confidence: f64,
    /// How it was located; `None` if an editor reported it.
    pub method: Option<Method>,
}

/// Returns the anchors of a scene in its working text, in text order. `semantic`, if a model is available,
/// locates passages that were rewritten.
///
/// # Errors
/// An unknown scene; a damaged text.
pub async fn located_anchors(
    conn: &mut SqliteConnection,
    scene: SceneId,
    semantic: Option<&dyn SemanticSearch>,
) -> Result<(WorkingText, Vec<LocatedAnchor>)> {
    let working = working_text(conn, scene).await?;
    let anchors = of_scene(conn, scene).await?;
    let placed: HashMap<AnchorId, Option<CharRange>> = match working.is_draft {
        true => drafts::carried(conn, scene, &working.text).await?.anchors,
        false => Vec::new(),
    }
    .into_iter()
    .map(|placed| (placed.id, placed.range))
    .collect();
    let mut elsewhere: BTreeMap<VersionNo, Vec<(AnchorId, AnchorRecord)>> = BTreeMap::new();
    let mut standing = Vec::with_capacity(anchors.len());
    for (id, record) in anchors {
        if let Some(now) = placed.get(&id) {
            standing.push(LocatedAnchor { id, record, now: *now, confidence: 1.0, method: None });
        } else if record.is_gone() {
            standing.push(LocatedAnchor { id, record, now: None, confidence: 1.0, method: None });
        } else if !working.is_draft && record.version() == working.version.version {
            let now = Some(record.range());
            standing.push(LocatedAnchor { id, record, now, confidence: 1.0, method: None });
        } else {
            elsewhere.entry(record.version()).or_default().push((id, record));
        }
    }
    for (version, anchors) in elsewhere {
        standing.extend(locate_all(conn, (scene, version), (&working.text, semantic), anchors).await?);
    }
    standing.sort_by_key(|anchor| (anchor.now.map(|range| (range.start(), range.end())), anchor.id));
    Ok((working, standing))
}

/// The records with a passage in a scene, with their ids: anchors of threads first.
async fn of_scene(conn: &mut SqliteConnection, scene: SceneId) -> Result<Vec<(AnchorId, AnchorRecord)>> {
    let threads = canon::list_where::<ThreadAnchorId>(conn, "scene_id", scene.get()).await?;
    let comments = canon::list_where::<CommentId>(conn, "scene_id", scene.get()).await?;
    let threads = threads.into_iter().map(|(id, record)| (AnchorId::Thread(id), record.into()));
    let comments = comments.into_iter().map(|(id, record)| (AnchorId::Comment(id), record.into()));
    Ok(threads.chain(comments).collect())
}

/// The record of an item with a passage; `None` if the item is removed.
pub(crate) async fn live(conn: &mut SqliteConnection, id: AnchorId) -> Result<Option<AnchorRecord>> {
    Ok(match id {
        AnchorId::Thread(id) => {
            let row = canon::require(conn, id).await?;
            row.removed_at.is_none().then(|| row.record.into())
        }
        AnchorId::Comment(id) => {
            let row = canon::require(conn, id).await?;
            row.removed_at.is_none().then(|| row.record.into())
        }
    })
}

/// Replaces the record of an item with a passage.
pub(crate) async fn update(conn: &mut SqliteConnection, id: AnchorId, record: &AnchorRecord) -> Result<()> {
    match (id, record) {
        (AnchorId::Thread(id), AnchorRecord::Thread(record)) => canon::update(conn, id, record).await?,
        (AnchorId::Comment(id), AnchorRecord::Comment(record)) => canon::update(conn, id, record).await?,
        (AnchorId::Thread(_), AnchorRecord::Comment(_)) | (AnchorId::Comment(_), AnchorRecord::Thread(_)) => {
        }
    }
    Ok(())
}

/// Locates anchors of one version in another text. If the version cannot be read, its anchors are left without
/// a range.
async fn locate_all(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    (now, semantic): (&str, Option<&dyn SemanticSearch>),
    anchors: Vec<(AnchorId, AnchorRecord)>,
) -> Result<Vec<LocatedAnchor>> {
    let old = match text(conn, scene, Some(version)).await {
        Ok((_, old)) => old,
        Err(crate::Error::Project(ProjectError::Damaged(_))) => String::new(),
        Err(error) => return Err(error),
    };
    let alignment = Alignment::new(&old, now);
    Ok(anchors
        .into_iter()
        .map(|(id, record)| {
            let found = alignment.reanchor(record.range(), semantic);
            let now = found.sure();
            LocatedAnchor { id, record, now, confidence: found.confidence, method: Some(found.method) }
        })
        .collect())
}

/// Locates anchors of a scene in any text of it, by comparison with the versions that they refer to.
pub(crate) async fn located_in(
    conn: &mut SqliteConnection,
    (scene, words): (SceneId, &str),
    anchors: Vec<(AnchorId, AnchorRecord)>,
) -> Result<Vec<LocatedAnchor>> {
    let mut by_version: BTreeMap<VersionNo, Vec<(AnchorId, AnchorRecord)>> = BTreeMap::new();
    for (id, record) in anchors.into_iter().filter(|(_, record)| !record.is_gone()) {
        by_version.entry(record.version()).or_default().push((id, record));
    }
    let mut located = Vec::new();
    for (version, anchors) in by_version {
        located.extend(locate_all(conn, (scene, version), (words, None), anchors).await?);
    }
    Ok(located)
}

/// Locates a range of a version in the working text of its scene. `semantic`, if a model is available, locates
/// passages that were rewritten.
pub async fn locate(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    (range, semantic): (CharRange, Option<&dyn SemanticSearch>),
) -> Result<(WorkingText, wenfang_text::Reanchored)> {
    let working = working_text(conn, scene).await?;
    let (_, old) = text(conn, scene, Some(version)).await?;
    let found = Alignment::new(&old, &working.text).reanchor(range, semantic);
    Ok((working, found))
}

/// Stores anchor positions that an editor reported for a version. Skips anchors of other scenes and ranges
/// outside the text.
pub async fn put_anchors(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    words: &str,
    placed: &[PlacedAnchor],
) -> Result<()> {
    if placed.is_empty() {
        return Ok(());
    }
    let index = TextIndex::new(words);
    let known: HashMap<AnchorId, AnchorRecord> = of_scene(conn, scene).await?.into_iter().collect();
    for placed in placed {
        let Some(before) = known.get(&placed.id) else { continue };
        let record = match placed.range {
            Some(range) if range.is_empty() || range.end().get() > index.len() => continue,
            Some(range) => before.clone().moved_to((scene, version), range, index.slice(range).to_owned()),
            None => before.clone().without_passage(),
        };
        if record != *before {
            update(conn, placed.id, &record).await?;
        }
    }
    Ok(())
}

/// Moves an anchor to `range` of another text, possibly of another scene.
pub(crate) async fn move_anchor(
    conn: &mut SqliteConnection,
    anchor: LocatedAnchor,
    (scene, version, words): (SceneId, VersionNo, &str),
    range: CharRange,
) -> Result<()> {
    let quote = TextIndex::new(words).slice(range).to_owned();
    let record = anchor.record.moved_to((scene, version), range, quote);
    update(conn, anchor.id, &record).await
}
