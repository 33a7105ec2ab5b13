//! Storing working texts between versions, as a whole text or as a change.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::drafts::Carried;
use wenfang_project::{Project, drafts};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::generation::AiSpan;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{CharOffset, CharRange, TextIndex};
use wenfang_versions as versions;

use super::{canonical, known_spans};
use crate::error::{Error, Result};

/// A working text to store.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveDraft {
    pub scene: SceneId,
    /// The version it is based on.
    pub base: VersionNo,
    #[serde(flatten)]
    pub words: DraftWords,
    /// Anchors of plot threads as the editor tracked them, in char offsets of the text.
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
/// [`Code::BadRequest`](crate::Code::BadRequest) if the change does not apply to the stored text; the caller then
/// sends the whole text.
pub async fn save_draft(project: &Project, request: SaveDraft) -> Result<DraftSaved> {
    let mut tx = project.begin_write().await?;
    let draft_base = (request.scene, versions::goes_on_from(&mut tx, request.scene, request.base).await?);
    let text = match request.words {
        DraftWords::Text(text) => text,
        DraftWords::Change(change) => apply_change(&stored_text(&mut tx, draft_base).await?, &change)?,
    };
    versions::save_draft(&mut tx, project.now(), draft_base, canonical(text)?).await?;
    if !request.anchors.is_empty() || request.spans.is_some() {
        let spans = known_spans(&mut tx, request.spans).await?;
        let carried = Carried { anchors: request.anchors, spans };
        drafts::carry(&mut tx, request.scene, &carried).await?;
    }
    tx.commit().await?;
    Ok(DraftSaved { scene: request.scene })
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
    fn a_change_applies_only_to_the_text_it_was_made_for() {
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
}
