//! Where passages of findings stand in the working texts.

use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};

use sqlx::SqliteConnection;
use wenfang_project::Error as ProjectError;
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{Alignment, CharRange, TextIndex};
use wenfang_versions::{self as versions, WorkingText};

use crate::canon::passages::within;
use crate::error::Result;
use crate::find::readable;

/// Where a passage stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stands {
    /// Where, in char offsets of the working text.
    pub(super) range: CharRange,
    /// Whether the words are the same; else the passage was edited.
    pub(super) has_same_words: bool,
}

/// Working texts that were read once; none where a text is damaged.
#[derive(Debug, Default)]
pub(super) struct WorkingTexts(HashMap<SceneId, Option<WorkingText>>);

impl WorkingTexts {
    /// The working text of a scene.
    pub(super) async fn get(
        &mut self,
        conn: &mut SqliteConnection,
        scene: SceneId,
    ) -> Result<Option<&WorkingText>> {
        let text = match self.0.entry(scene) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(readable(conn, scene).await?),
        };
        Ok(text.as_ref())
    }
}

/// Where each passage stands now; none where it is gone or cannot be found for sure.
pub(super) async fn standing(
    conn: &mut SqliteConnection,
    texts: &mut WorkingTexts,
    passages: &[&Evidence],
) -> Result<Vec<Option<Stands>>> {
    let mut groups: BTreeMap<(SceneId, VersionNo), Vec<usize>> = BTreeMap::new();
    for (at, passage) in passages.iter().enumerate() {
        groups.entry((passage.scene, passage.version)).or_default().push(at);
    }
    let mut standing = vec![None; passages.len()];
    for ((scene, version), group) in groups {
        let Some(now) = texts.get(conn, scene).await? else { continue };
        if !now.is_draft && now.version.version == version {
            for at in group {
                standing[at] = passages.get(at).map(|it| Stands { range: it.range, has_same_words: true });
            }
            continue;
        }
        let old = old_text(conn, (scene, version)).await?;
        let alignment = old.as_deref().map(|old| Alignment::new(old, &now.text));
        let index = TextIndex::new(&now.text);
        for at in group {
            let Some(passage) = passages.get(at) else { continue };
            let range = match &alignment {
                Some(alignment) => alignment.reanchor(passage.range, None).sure(),
                None => within(&now.text, None, &passage.quote),
            };
            standing[at] = range.map(|range| Stands {
                range,
                has_same_words: index.get(range) == Some(passage.quote.as_str()),
            });
        }
    }
    Ok(standing)
}

/// The text of a version; none where it was thinned out or is damaged.
pub(super) async fn old_text(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
) -> Result<Option<String>> {
    use ProjectError::{Damaged, NoVersion};
    match versions::text(conn, scene, Some(version)).await {
        Ok((_, text)) => Ok(Some(text)),
        Err(versions::Error::Project(Damaged(_) | NoVersion { .. })) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
