//! Finds the current positions of findings' passages in the working texts.

use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};

use sqlx::SqliteConnection;
use wenfang_project::Error as ProjectError;
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{Alignment, CharRange, Reanchored, TextIndex};
use wenfang_versions::{self as versions, WorkingText};

use wenfang_canon::passages::within;
use wenfang_manuscript::find::readable;
use wenfang_usecase::Result;

use super::ahead::Ahead;

/// The current position of a passage.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Located {
    /// In char offsets of the working text.
    pub(crate) range: CharRange,
    /// Whether the words are unchanged; otherwise the passage was edited.
    pub(crate) has_same_words: bool,
    /// How it was found in another version; none in the version that it names.
    pub(crate) reanchored: Option<Reanchored>,
}

/// A cache of working texts; none for a damaged text.
#[derive(Debug, Default)]
pub(crate) struct WorkingTexts(HashMap<SceneId, Option<WorkingText>>);

impl WorkingTexts {
    /// The working text of a scene.
    pub(crate) async fn get(
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

/// Finds the current position of each passage; none if it is gone or ambiguous.
///
/// Asks no embedding model: findings are stored while nothing else can be saved, and listed by the thousand. `ahead`
/// has what a model found before.
pub(crate) async fn standing(
    conn: &mut SqliteConnection,
    (texts, ahead): (&mut WorkingTexts, &Ahead),
    passages: &[&Evidence],
) -> Result<Vec<Option<Located>>> {
    let mut groups: BTreeMap<(SceneId, VersionNo), Vec<usize>> = BTreeMap::new();
    for (at, passage) in passages.iter().enumerate() {
        groups.entry((passage.scene, passage.version)).or_default().push(at);
    }
    let mut standing = vec![None; passages.len()];
    for ((scene, version), group) in groups {
        let Some(now) = texts.get(conn, scene).await? else { continue };
        if !now.is_draft && now.version.version == version {
            for at in group {
                let located = |range| Located { range, has_same_words: true, reanchored: None };
                standing[at] = passages.get(at).map(|passage| located(passage.range));
            }
            continue;
        }
        let old = old_text(conn, (scene, version)).await?;
        let alignment = old.as_deref().map(|old| Alignment::new(old, &now.text));
        let index = TextIndex::new(&now.text);
        for at in group {
            let Some(passage) = passages.get(at) else { continue };
            let by_words = || alignment.as_ref().map(|old| old.reanchor(passage.range, None));
            let reanchored = ahead.get(passage, now).cloned().or_else(by_words);
            let range = match &reanchored {
                Some(reanchored) => reanchored.sure(),
                None => within(&now.text, None, &passage.quote),
            };
            standing[at] = range.map(|range| Located {
                range,
                has_same_words: index.get(range) == Some(passage.quote.as_str()),
                reanchored,
            });
        }
    }
    Ok(standing)
}

/// Longest passage, in chars, that is shown with its context.
const MAX_SHORT_CHARS: usize = 8;

/// Maximum context on each side of a short passage, in chars.
const CONTEXT_CHARS: usize = 16;

/// The text around a passage within its paragraph; “…” marks where it is shortened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PassageContext {
    pub(super) before: String,
    pub(super) after: String,
}

/// The context of each short passage; empty for long passages and for those that are gone.
pub(super) async fn contexts(
    conn: &mut SqliteConnection,
    texts: &mut WorkingTexts,
    places: &[(SceneId, Option<CharRange>)],
) -> Result<Vec<PassageContext>> {
    let mut short: BTreeMap<SceneId, Vec<(usize, CharRange)>> = BTreeMap::new();
    for (at, (scene, range)) in places.iter().enumerate() {
        if let Some(range) = range.filter(|range| range.len() <= MAX_SHORT_CHARS) {
            short.entry(*scene).or_default().push((at, range));
        }
    }
    let mut found = vec![PassageContext::default(); places.len()];
    for (scene, passages) in short {
        let Some(now) = texts.get(conn, scene).await? else { continue };
        let index = TextIndex::new(&now.text);
        for (at, range) in passages.into_iter().filter(|(_, range)| index.contains(*range)) {
            found[at] = context_of(&index, range);
        }
    }
    Ok(found)
}

fn context_of(index: &TextIndex<'_>, range: CharRange) -> PassageContext {
    let text = index.text();
    let before = text[..index.byte_of(range.start())].rsplit('\n').next().unwrap_or_default();
    let after = text[index.byte_of(range.end())..].split('\n').next().unwrap_or_default();
    let (before, after) = (before.trim_start(), after.trim_end());
    let first = before.char_indices().rev().nth(CONTEXT_CHARS - 1).map_or(0, |(byte, _)| byte);
    let last = after.char_indices().nth(CONTEXT_CHARS).map_or(after.len(), |(byte, _)| byte);
    let ellipsis = |is_shortened: bool| if is_shortened { "…" } else { "" };
    PassageContext {
        before: format!("{}{}", ellipsis(first > 0), &before[first..]),
        after: format!("{}{}", &after[..last], ellipsis(last < after.len())),
    }
}

/// The text of a version; none if it was thinned out or is damaged.
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
