//! Scenes that come to be, are split, are merged: what happens to their texts.

use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{blobs, branches, parts};
use wenfang_story::generation::AiSpan;
use wenfang_story::{Author, BranchNo, ChapterId, SaveKind, SceneId, SceneRecord, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharOffset, CharRange, TextIndex};

use crate::anchors::{move_anchor, standing_anchors};
use crate::error::{Error, Result};
use crate::save::{DraftFate, NewText, save, settle, text, totals};
use crate::spans::{put_spans, working_spans};

/// Adds a scene with its first version at the end of a chapter.
pub async fn create_scene(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (chapter, record): (ChapterId, &SceneRecord),
    (words, author): (&CanonicalText, Author),
) -> Result<SceneId> {
    let scene = parts::insert_scene(conn, chapter, record, now).await?;
    branches::insert(conn, scene, ("", None), now).await?;
    let blob = blobs::insert(conn, words.as_bytes(), None).await?;
    let first = SceneVersion {
        scene,
        version: VersionNo::FIRST,
        branch: BranchNo::FIRST,
        parent: None,
        merged: None,
        blob,
        hash: words.hash(),
        totals: totals(words),
        created_by: author,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
    };
    scene_versions::insert(conn, &first).await?;
    Ok(scene)
}

/// Splits a scene in two at a position of its newest text. The first part stays in the scene as a new version; the
/// second becomes a new scene right after it. Thread anchors go with their words.
///
/// # Errors
/// [`Error::SplitOutside`] when the position lies beyond the text.
pub async fn split_scene(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    at: CharOffset,
) -> Result<SceneId> {
    settle(conn, now, scene).await?;
    let (_, words) = text(conn, scene, None).await?;
    let (_, anchors) = standing_anchors(conn, scene, None).await?;
    let (_, spans) = working_spans(conn, scene).await?;
    let index = TextIndex::new(&words);
    if at.get() > index.len() {
        return Err(Error::SplitOutside { scene, at, length: index.len() });
    }
    let (first, second) = words.split_at(index.byte_of(at));
    let row = parts::require(conn, scene).await?;
    let siblings: Vec<SceneId> = parts::list_by_parent(conn, row.parent).await?;
    let place = siblings.iter().position(|sibling| *sibling == scene).map(|index| index + 1);
    let record = SceneRecord { status: row.record.status, ..SceneRecord::default() };
    let (first, second) = (CanonicalText::new(first), CanonicalText::new(second));
    let created = create_scene(conn, now, (row.parent, &record), (&second, Author::User)).await?;
    parts::place(conn, created, row.parent, place).await?;
    let head = save(conn, now, new_head(scene, &first)).await?.version;
    put_spans(conn, (created, VersionNo::FIRST), &second, &from(&spans, at)).await?;
    for anchor in anchors {
        let Some(range) = anchor.now else { continue };
        let (start, end) = (range.start().get(), range.end().get());
        if start >= at.get() {
            let range = CharRange::new(start - at.get(), end - at.get());
            move_anchor(conn, anchor, (created, VersionNo::FIRST, &second), range).await?;
        } else {
            let range = CharRange::new(start, end.min(at.get()));
            move_anchor(conn, anchor, (scene, head, &first), range).await?;
        }
    }
    Ok(created)
}

/// Appends the newest text of `second` to `first` as a new version, and puts `second` into the bin. A line end is put
/// between them unless one is there. Thread anchors go with their words.
pub async fn merge_scenes(
    conn: &mut SqliteConnection,
    now: Timestamp,
    first: SceneId,
    second: SceneId,
) -> Result<VersionNo> {
    if first == second {
        return Err(Error::MergeWithItself(first));
    }
    settle(conn, now, first).await?;
    settle(conn, now, second).await?;
    let (_, mut words) = text(conn, first, None).await?;
    let (_, rest) = text(conn, second, None).await?;
    if !words.is_empty() && !words.ends_with('\n') && !rest.is_empty() {
        words.push('\n');
    }
    let anchors =
        [standing_anchors(conn, first, None).await?.1, standing_anchors(conn, second, None).await?.1];
    let offsets = [0, words.chars().count()];
    let mut spans = working_spans(conn, first).await?.1;
    spans.extend(working_spans(conn, second).await?.1.into_iter().map(|span| moved(span, offsets[1])));
    words.push_str(&rest);
    let words = CanonicalText::new(words);
    let saved = save(conn, now, new_head(first, &words)).await?;
    put_spans(conn, (first, saved.version), &words, &spans).await?;
    for (anchors, offset) in anchors.into_iter().zip(offsets) {
        for anchor in anchors {
            let Some(range) = anchor.now else { continue };
            let range = CharRange::new(range.start().get() + offset, range.end().get() + offset);
            move_anchor(conn, anchor, (first, saved.version, &words), range).await?;
        }
    }
    parts::bin(conn, &[second], now).await?;
    Ok(saved.version)
}

/// The spans behind a position, counted from it.
fn from(spans: &[AiSpan], at: CharOffset) -> Vec<AiSpan> {
    let behind = |span: &AiSpan| {
        let start = span.range.start().get().saturating_sub(at.get());
        let end = span.range.end().get().checked_sub(at.get())?;
        Some(AiSpan { range: CharRange::new(start, end), ..*span })
    };
    spans.iter().filter_map(behind).collect()
}

/// A span so many characters further on.
fn moved(span: AiSpan, by: usize) -> AiSpan {
    let range = CharRange::new(span.range.start().get() + by, span.range.end().get() + by);
    AiSpan { range, ..span }
}

/// The author's next text on the main line of a scene without a draft.
fn new_head(scene: SceneId, text: &CanonicalText) -> NewText<'_> {
    NewText {
        scene,
        base: None,
        text,
        author: Author::User,
        kind: SaveKind::Explicit,
        draft: DraftFate::Superseded,
    }
}
