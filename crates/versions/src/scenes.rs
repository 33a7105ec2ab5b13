//! Creating, copying, splitting and merging scenes.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{blobs, branches, drafts, parts};
use wenfang_story::canon::AnchorId;
use wenfang_story::generation::AiSpan;
use wenfang_story::{Author, BranchNo, ChapterId, SaveKind, SceneId, SceneRecord, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharOffset, CharRange, TextIndex};

use crate::anchors::{LocatedAnchor, located_anchors, move_anchor};
use crate::error::{Error, Result};
use crate::save::{DraftFate, NewText, commit_draft, save, text, totals};
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

/// Copies the working text of a scene, with its AI spans, to a new scene at the end of a chapter. History,
/// branches, thread anchors and comments are not copied.
///
/// # Errors
/// An unknown scene or chapter; a damaged text.
pub async fn copy_scene(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    (chapter, record): (ChapterId, &SceneRecord),
) -> Result<SceneId> {
    let (working, spans) = working_spans(conn, scene).await?;
    let words = CanonicalText::new(working.text);
    let copy = create_scene(conn, now, (chapter, record), (&words, Author::User)).await?;
    put_spans(conn, (copy, VersionNo::FIRST), &words, &spans).await?;
    Ok(copy)
}

/// The result of splitting a scene, and the input of [`undo_split`](crate::undo_split).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SceneSplit {
    /// The scene with the first part.
    pub scene: SceneId,
    /// The new scene with the second part, right after it.
    pub created: SceneId,
    /// The version of the scene with the whole text.
    pub before: VersionNo,
    /// Passages of threads and comments that crossed the split position and were shortened.
    pub cut: Vec<CutAnchor>,
    /// The number of line breaks between the two parts, which are in neither.
    #[serde(default)]
    pub gap: usize,
}

/// The passage of a thread or comment that was shortened to the first part of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct CutAnchor {
    #[serde(flatten)]
    pub id: AnchorId,
    /// Its range in the whole text, in char offsets.
    pub range: CharRange,
}

/// Splits a scene in two at a position of its newest text. The first part stays in the scene as a new version, without
/// the line breaks at its end; the second becomes a new scene right after it. Thread anchors and comments move with
/// their words.
///
/// # Errors
/// [`Error::OnBranch`] while a branch is open; [`Error::SplitOutside`] if the position lies beyond the text.
pub async fn split_scene(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    at: CharOffset,
) -> Result<SceneSplit> {
    require_main_line(conn, scene).await?;
    commit_draft(conn, now, scene).await?;
    let (whole, words) = text(conn, scene, None).await?;
    let (_, anchors) = located_anchors(conn, scene, None).await?;
    let (_, spans) = working_spans(conn, scene).await?;
    let index = TextIndex::new(&words);
    if at.get() > index.len() {
        return Err(Error::SplitOutside { scene, at, length: index.len() });
    }
    let (whole_first, second) = words.split_at(index.byte_of(at));
    let trimmed = whole_first.trim_end_matches('\n');
    let first = if trimmed.is_empty() { whole_first } else { trimmed };
    let gap = whole_first.len() - first.len();
    let row = parts::require(conn, scene).await?;
    let record = SceneRecord { status: row.record.status, ..SceneRecord::default() };
    let (first, second) = (CanonicalText::new(first), CanonicalText::new(second));
    let created = create_scene(conn, now, (row.parent, &record), (&second, Author::User)).await?;
    parts::place_behind(conn, created, scene).await?;
    let head =
        save(conn, now, new_head((scene, &first), &spans_before(&spans, at.get() - gap))).await?.version;
    put_spans(conn, (created, VersionNo::FIRST), &second, &spans_after(&spans, at)).await?;
    let split = SplitText {
        first: (scene, head, &first),
        second: (created, VersionNo::FIRST, &second),
        from: at.get(),
    };
    let cut = split_anchors(conn, anchors, split).await?;
    Ok(SceneSplit { scene, created, before: whole.version, cut, gap })
}

/// The two parts of a split text.
pub(crate) struct SplitText<'a> {
    pub first: (SceneId, VersionNo, &'a str),
    pub second: (SceneId, VersionNo, &'a str),
    /// Where the second part began in the whole text, in char offsets.
    pub from: usize,
}

/// Moves the anchors of a text to its two parts. An anchor that crosses into the second part is shortened to
/// the first. Returns the shortened anchors with their old ranges.
pub(crate) async fn split_anchors(
    conn: &mut SqliteConnection,
    anchors: Vec<LocatedAnchor>,
    split: SplitText<'_>,
) -> Result<Vec<CutAnchor>> {
    let length = split.first.2.chars().count();
    let mut cut = Vec::new();
    for anchor in anchors {
        let Some(range) = anchor.now else { continue };
        let (start, end) = (range.start().get(), range.end().get());
        if start >= split.from {
            let range = CharRange::new(start - split.from, end - split.from);
            move_anchor(conn, anchor, split.second, range).await?;
        } else if start < length {
            if end > length {
                cut.push(CutAnchor { id: anchor.id, range });
            }
            move_anchor(conn, anchor, split.first, CharRange::new(start, end.min(length))).await?;
        }
    }
    Ok(cut)
}

/// The result of merging two scenes, and the input of [`undo_merge`](crate::undo_merge).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ScenesMerged {
    /// The scene with both texts.
    pub scene: SceneId,
    /// Its version before the merge.
    pub before: VersionNo,
    /// Its version with both texts.
    pub version: VersionNo,
    /// The second scene, now in the bin.
    pub binned: SceneId,
}

/// Appends the newest text of `second` to `first` as a new version and moves `second` to the bin. A line break
/// is inserted between the texts if there is none, or the blank lines at which they were split just before. Thread
/// anchors and comments move with their words.
///
/// # Errors
/// [`Error::OnBranch`] while either scene has a branch open.
pub async fn merge_scenes(
    conn: &mut SqliteConnection,
    now: Timestamp,
    first: SceneId,
    second: SceneId,
) -> Result<ScenesMerged> {
    if first == second {
        return Err(Error::MergeWithItself(first));
    }
    require_main_line(conn, first).await?;
    require_main_line(conn, second).await?;
    commit_draft(conn, now, first).await?;
    commit_draft(conn, now, second).await?;
    let (head, mut words) = text(conn, first, None).await?;
    let (_, rest) = text(conn, second, None).await?;
    if !words.is_empty() && !words.ends_with('\n') && !rest.is_empty() {
        let gap = gap_of_split(conn, &head, (&words, &rest)).await?;
        words.push_str(gap.as_deref().unwrap_or("\n"));
    }
    let offset = words.chars().count();
    words.push_str(&rest);
    let joined = CanonicalText::new(words);
    let version = join(conn, now, (first, second), (offset, &joined)).await?;
    parts::bin(conn, &[second], now).await?;
    Ok(ScenesMerged { scene: first, before: head.version, version, binned: second })
}

/// The line breaks between two texts in the version before the first one, if it is both of them.
async fn gap_of_split(
    conn: &mut SqliteConnection,
    head: &SceneVersion,
    (first, second): (&str, &str),
) -> Result<Option<String>> {
    let Some(before) = head.parent else { return Ok(None) };
    let (_, whole) = text(conn, head.scene, Some(before)).await?;
    let gap = whole.strip_prefix(first).and_then(|rest| rest.strip_suffix(second));
    Ok(gap.filter(|gap| !gap.is_empty() && gap.chars().all(|c| c == '\n')).map(str::to_owned))
}

/// Saves `joined` as the text of `first`; the text of `second` begins in it at `offset`. The thread anchors,
/// comments and spans of both scenes move with their words.
pub(crate) async fn join(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (first, second): (SceneId, SceneId),
    (offset, joined): (usize, &CanonicalText),
) -> Result<VersionNo> {
    let anchors = joined_anchors(conn, (first, second), offset).await?;
    let mut spans = working_spans(conn, first).await?.1;
    spans.extend(working_spans(conn, second).await?.1.into_iter().map(|span| shifted(span, offset)));
    let version = save(conn, now, new_head((first, joined), &spans)).await?.version;
    put_joined_anchors(conn, anchors, (first, version, joined)).await?;
    Ok(version)
}

/// Returns the anchors of two scenes with their ranges in the joined text, in which the second begins at
/// `offset`.
pub(crate) async fn joined_anchors(
    conn: &mut SqliteConnection,
    (first, second): (SceneId, SceneId),
    offset: usize,
) -> Result<Vec<(LocatedAnchor, CharRange)>> {
    let mut joined = Vec::new();
    for (scene, offset) in [(first, 0), (second, offset)] {
        for anchor in located_anchors(conn, scene, None).await?.1 {
            let Some(range) = anchor.now else { continue };
            joined.push((anchor, CharRange::new(range.start().get() + offset, range.end().get() + offset)));
        }
    }
    Ok(joined)
}

/// Stores anchors in the joined text.
pub(crate) async fn put_joined_anchors(
    conn: &mut SqliteConnection,
    anchors: Vec<(LocatedAnchor, CharRange)>,
    to: (SceneId, VersionNo, &str),
) -> Result<()> {
    for (anchor, range) in anchors {
        move_anchor(conn, anchor, to, range).await?;
    }
    Ok(())
}

async fn require_main_line(conn: &mut SqliteConnection, scene: SceneId) -> Result<()> {
    match drafts::branch(conn, scene).await? {
        Some(branch) => Err(Error::OnBranch { scene, branch }),
        None => Ok(()),
    }
}

/// Returns the spans before a position; a span that crosses it is cut.
fn spans_before(spans: &[AiSpan], at: usize) -> Vec<AiSpan> {
    let cut = |span: &AiSpan| {
        let start = span.range.start().get();
        let end = span.range.end().get().min(at);
        (start < end).then(|| AiSpan { range: CharRange::new(start, end), ..*span })
    };
    spans.iter().filter_map(cut).collect()
}

/// Returns the spans after a position, relative to it.
fn spans_after(spans: &[AiSpan], at: CharOffset) -> Vec<AiSpan> {
    let behind = |span: &AiSpan| {
        let start = span.range.start().get().saturating_sub(at.get());
        let end = span.range.end().get().checked_sub(at.get())?;
        Some(AiSpan { range: CharRange::new(start, end), ..*span })
    };
    spans.iter().filter_map(behind).collect()
}

/// Moves a span forward by `by` characters.
fn shifted(span: AiSpan, by: usize) -> AiSpan {
    let range = CharRange::new(span.range.start().get() + by, span.range.end().get() + by);
    AiSpan { range, ..span }
}

/// Builds the author's next version on the main line of a scene, with its AI spans.
fn new_head<'a>((scene, text): (SceneId, &'a CanonicalText), spans: &'a [AiSpan]) -> NewText<'a> {
    NewText {
        scene,
        base: None,
        text,
        spans: Some(spans),
        author: Author::User,
        kind: SaveKind::Explicit,
        draft: DraftFate::Superseded,
    }
}
