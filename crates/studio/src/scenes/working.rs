//! Working texts: kept between versions, whole or by what changed in them.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::drafts::Carried;
use wenfang_project::{Project, drafts};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::generation::AiSpan;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{CharOffset, CharRange, TextIndex};
use wenfang_versions as versions;

use super::{canonical, known};
use crate::error::{Error, Result};

/// Working text to keep between versions.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveDraft {
    /// The scene.
    pub scene: SceneId,
    /// The version it was begun from.
    pub base: VersionNo,
    /// The words.
    #[serde(flatten)]
    pub words: DraftWords,
    /// Where the editor carried the anchors of plot threads, in char offsets of the words.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub anchors: Vec<PlacedAnchor>,
    /// Which stretches of the words models wrote, as the editor carried that along; an empty list says none. When
    /// absent they are found by comparison with the version.
    #[ts(optional = nullable)]
    pub spans: Option<Vec<AiSpan>>,
}

/// The words of a draft: all of them, or what changed in them. A window in a text of a million characters sends changes.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum DraftWords {
    /// All of them.
    Text(String),
    /// What changed since they were last kept.
    Change(DraftChange),
}

/// One change of a working text that was kept before: of its draft, or of its base where there is none.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct DraftChange {
    /// Characters of the text before the change. With `removed` it tells whether this is the text that is meant.
    pub length: usize,
    /// Where, in char offsets of that text.
    pub from: CharOffset,
    /// What was there.
    pub removed: String,
    /// What is there now.
    pub added: String,
}

/// Working text that was kept.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct DraftSaved {
    /// The scene.
    pub scene: SceneId,
}

/// Keeps the working text of a scene.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for a change of another text than the one that is kept: the whole text
/// is to be sent then.
pub async fn save_draft(project: &Project, request: SaveDraft) -> Result<DraftSaved> {
    let mut tx = project.begin_write().await?;
    let of = (request.scene, versions::goes_on_from(&mut tx, request.scene, request.base).await?);
    let text = match request.words {
        DraftWords::Text(text) => text,
        DraftWords::Change(change) => changed(&kept(&mut tx, of).await?, &change)?,
    };
    versions::save_draft(&mut tx, project.now(), of, canonical(text)?).await?;
    if !request.anchors.is_empty() || request.spans.is_some() {
        let spans = known(&mut tx, request.spans).await?;
        let carried = Carried { anchors: request.anchors, spans };
        drafts::carry(&mut tx, request.scene, &carried).await?;
    }
    tx.commit().await?;
    Ok(DraftSaved { scene: request.scene })
}

/// The working text as it is kept: the draft of this base, or the base.
async fn kept(conn: &mut SqliteConnection, (scene, base): (SceneId, VersionNo)) -> Result<String> {
    match drafts::get(conn, scene).await?.filter(|draft| draft.base == base) {
        Some(draft) => Ok(draft.text.into_string()),
        None => Ok(versions::text(conn, scene, Some(base)).await?.1),
    }
}

fn changed(before: &str, change: &DraftChange) -> Result<String> {
    let index = TextIndex::new(before);
    let from = change.from.get();
    let to = from.saturating_add(change.removed.chars().count());
    if index.len() != change.length
        || to > change.length
        || index.slice(CharRange::new(from, to)) != change.removed
    {
        return Err(Error::bad_request(
            "the change belongs to another text than the one that is kept",
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
    fn a_change_is_made_where_it_says_and_refused_anywhere_else() {
        let text = "雾𠮷来了。";
        assert_eq!(changed(text, &change(5, 2, "来了", "散了")).unwrap(), "雾𠮷散了。");
        assert_eq!(changed(text, &change(5, 5, "", "走。")).unwrap(), "雾𠮷来了。走。");
        assert_eq!(changed(text, &change(5, 0, text, "")).unwrap(), "");
        for other in [
            change(4, 2, "来了", ""),
            change(5, 1, "来了", ""),
            change(5, 4, "。。", ""),
            change(5, 9, "", "走"),
        ] {
            assert!(changed(text, &other).is_err(), "{other:?}");
        }
    }
}
