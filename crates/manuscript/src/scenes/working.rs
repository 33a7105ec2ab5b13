//! Storing working texts between versions, as a whole text or as a change.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::drafts::DraftPositions;
use wenfang_project::{Project, drafts};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::generation::AiSpan;
use wenfang_story::{Author, BranchNo, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharOffset, CharRange, TextIndex};
use wenfang_usecase::{Error, Result};
use wenfang_versions::{self as versions, NewText};

use super::{canonical, known_spans};

/// A working text to store.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveDraft {
    pub scene: SceneId,
    /// The version it is based on.
    pub base: VersionNo,
    #[serde(flatten)]
    pub words: DraftWords,
    /// Passages of threads and comments as the editor tracked them, in char offsets of the text.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub anchors: Vec<PlacedAnchor>,
    /// AI-written spans of the text as the editor tracked them; an empty list means none. When absent they are derived
    /// by comparison with the version.
    #[ts(optional = nullable)]
    pub spans: Option<Vec<AiSpan>>,
}

/// The text of a draft, as a whole or as a change. Changes keep requests small for texts of a million characters.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum DraftWords {
    /// The whole text.
    Text(String),
    /// The change since the last stored text.
    Change(DraftChange),
}

/// A change of the stored working text: of the draft, or of the base version if there is no draft.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct DraftChange {
    /// Length of the text before the change, in characters. Together with `removed`, it verifies the stored text.
    pub length: usize,
    /// The position, in char offsets of that text.
    pub from: CharOffset,
    pub removed: String,
    pub added: String,
}

/// A working text that was stored.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct DraftSaved {
    pub scene: SceneId,
}

/// Stores the working text of a scene.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the change does not apply to the stored text; the
/// caller then sends the whole text.
pub async fn save_draft(project: &Project, request: SaveDraft) -> Result<DraftSaved> {
    let mut tx = project.begin_write().await?;
    let base = versions::continued_version(&mut tx, request.scene, request.base).await?;
    let text = new_text(&mut tx, (request.scene, base), &request.words).await?;
    put(&mut tx, project.now(), (&request, base), text).await?;
    tx.commit().await?;
    Ok(DraftSaved { scene: request.scene })
}

/// A working text to store that contains long passages pasted from outside the novel.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SavePasted {
    #[serde(flatten)]
    pub draft: SaveDraft,
    /// The passages, in order and without overlap.
    pub pasted: Vec<Pasted>,
}

/// A passage of a text that was not written but pasted, or where the undo of a paste removed one.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct Pasted {
    /// Where it begins in the text.
    pub from: CharOffset,
    /// Where it ends, exclusive; `from` if the passage was removed.
    pub to: CharOffset,
    /// The text that it replaced.
    pub removed: String,
}

/// A working text that was stored as a version.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct PastedSaved {
    pub scene: SceneId,
    /// The imported version, with the whole text.
    pub version: VersionNo,
    pub branch: BranchNo,
}

/// Stores a working text with pasted passages as two versions: one by the author without the passages, and an
/// imported one with them. Statistics then count only what the author wrote.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the change does not apply to the stored text or a
/// passage does not lie in the text.
pub async fn save_pasted(project: &Project, request: SavePasted) -> Result<PastedSaved> {
    let SavePasted { draft, pasted } = request;
    let (now, scene) = (project.now(), draft.scene);
    let mut tx = project.begin_write().await?;
    let base = versions::continued_version(&mut tx, scene, draft.base).await?;
    let text = new_text(&mut tx, (scene, base), &draft.words).await?;
    let written = canonical(without(&text, &pasted)?)?;
    let written = drafts::Draft { scene, base, text: written, updated_at: now };
    let written = versions::save(&mut tx, now, NewText::of_draft(&written)).await?;
    put(&mut tx, now, (&draft, written.version), text.clone()).await?;
    let whole = drafts::Draft { scene, base: written.version, text, updated_at: now };
    let whole = NewText { author: Author::Import, ..NewText::of_draft(&whole) };
    let saved = versions::save(&mut tx, now, whole).await?;
    tx.commit().await?;
    Ok(PastedSaved { scene, version: saved.version, branch: saved.branch })
}

/// The text with each passage replaced by the text that it replaced.
fn without(text: &str, pasted: &[Pasted]) -> Result<String> {
    let index = TextIndex::new(text);
    let mut before = String::with_capacity(text.len());
    let mut end = 0;
    for Pasted { from, to, removed } in pasted {
        let (from, to) = (from.get(), to.get());
        if from < end || to < from || to > index.len() {
            return Err(Error::bad_request(
                format!("the pasted passage {from}..{to} does not lie in the text after {end}"),
                "Nothing was changed. Give the passages in order, without overlap.",
            ));
        }
        before.push_str(index.slice(CharRange::new(end, from)));
        before.push_str(removed);
        end = to;
    }
    before.push_str(index.slice(CharRange::new(end, index.len())));
    Ok(before)
}

/// The whole text to store; changes apply to the stored text with this base.
async fn new_text(
    conn: &mut SqliteConnection,
    draft_base: (SceneId, VersionNo),
    words: &DraftWords,
) -> Result<CanonicalText> {
    canonical(match words {
        DraftWords::Text(text) => text.clone(),
        DraftWords::Change(change) => apply_change(&stored_text(conn, draft_base).await?, change)?,
    })
}

/// Stores a text as the draft of its scene, with the anchors and spans of the request.
async fn put(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (request, base): (&SaveDraft, VersionNo),
    text: CanonicalText,
) -> Result<()> {
    versions::save_draft(conn, now, (request.scene, base), text).await?;
    if !request.anchors.is_empty() || request.spans.is_some() {
        let spans = known_spans(conn, request.spans.clone()).await?;
        let carried = DraftPositions { anchors: request.anchors.clone(), spans };
        drafts::carry(conn, request.scene, &carried).await?;
    }
    Ok(())
}

/// The stored working text: the draft with this base, or the base itself.
async fn stored_text(conn: &mut SqliteConnection, (scene, base): (SceneId, VersionNo)) -> Result<String> {
    match drafts::get(conn, scene).await?.filter(|draft| draft.base == base) {
        Some(draft) => Ok(draft.text.into_string()),
        None => Ok(versions::text(conn, scene, Some(base)).await?.1),
    }
}

fn apply_change(before: &str, change: &DraftChange) -> Result<String> {
    let index = TextIndex::new(before);
    let from = change.from.get();
    let to = from.saturating_add(change.removed.chars().count());
    if index.len() != change.length
        || to > change.length
        || index.slice(CharRange::new(from, to)) != change.removed
    {
        return Err(Error::bad_request(
            "the change does not apply to the stored text",
            "Nothing was changed. Send the whole text.",
        ));
    }
    let (head, tail) = (CharRange::new(0, from), CharRange::new(to, change.length));
    Ok([index.slice(head), &change.added, index.slice(tail)].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(length: usize, from: usize, removed: &str, added: &str) -> DraftChange {
        let (removed, added) = (removed.to_owned(), added.to_owned());
        DraftChange { length, from: CharOffset::new(from), removed, added }
    }

    #[test]
    fn a_change_applies_only_to_its_own_text() {
        let text = "雾𠮷来了。";
        assert_eq!(apply_change(text, &change(5, 2, "来了", "散了")).unwrap(), "雾𠮷散了。");
        assert_eq!(apply_change(text, &change(5, 5, "", "走。")).unwrap(), "雾𠮷来了。走。");
        assert_eq!(apply_change(text, &change(5, 0, text, "")).unwrap(), "");
        for other in [
            change(4, 2, "来了", ""),
            change(5, 1, "来了", ""),
            change(5, 4, "。。", ""),
            change(5, 9, "", "走"),
        ] {
            assert!(apply_change(text, &other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn text_without_its_pasted_passages_is_the_text_before() {
        let passage = |from, to, removed: &str| Pasted {
            from: CharOffset::new(from),
            to: CharOffset::new(to),
            removed: removed.to_owned(),
        };
        let text = "雾𠮷贴来的来了。贴";
        let pasted = [passage(2, 5, ""), passage(8, 9, "走。")];
        assert_eq!(without(text, &pasted).unwrap(), "雾𠮷来了。走。");
        assert_eq!(without("雾。", &[passage(1, 1, "散了")]).unwrap(), "雾散了。");
        for misplaced in
            [vec![passage(2, 10, "")], vec![passage(5, 2, "")], vec![passage(2, 5, ""), passage(4, 6, "")]]
        {
            assert!(without(text, &misplaced).is_err(), "{misplaced:?}");
        }
    }
}
