//! Replacing hits in one transaction, and undoing that.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{CanonicalText, CharRange, Replacement};
use wenfang_usecase::{Error, Result};
use wenfang_versions::{self as versions, Rewrite, RewriteUndone, Rewritten};

use crate::find::{TextPattern, places, readable, refused};
use crate::scenes::canonical;

/// Maximum length of a replacement, in characters.
pub const MAX_REPLACEMENT_LEN: usize = 10_000;

/// A replacement.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReplaceText {
    #[serde(flatten)]
    pub wanted: TextPattern,
    /// The new words. In a regular expression, `$1` and `${name}` insert what its groups matched, `$$` inserts one
    /// `$`.
    pub replacement: String,
    /// Hits to leave unchanged.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub except: Vec<HitPlace>,
    /// The fingerprint of the search the author saw; the command is refused if the texts have changed since.
    pub expected: Option<String>,
}

/// The position of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
pub struct HitPlace {
    pub scene: SceneId,
    pub range: CharRange,
}

/// The result of a replacement.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextReplaced {
    /// The scenes that changed, in reading order.
    pub scenes: Vec<SceneReplaced>,
    /// The number of hits replaced.
    pub replaced: usize,
    /// Scenes that were skipped because their text is damaged or too large.
    pub unreadable: Vec<SceneId>,
}

/// A scene with replaced hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneReplaced {
    pub scene: SceneId,
    /// The version before; a draft is saved as this version first.
    pub before: VersionNo,
    /// The version with the new words.
    pub after: VersionNo,
    /// The number of hits replaced.
    pub replaced: usize,
}

/// Replaces hits in the working texts, all in one transaction: each changed scene gets a version, after its draft is
/// saved as one. Scenes without a hit keep their drafts.
pub async fn replace(project: &Project, request: ReplaceText, watch: &Watch) -> Result<TextReplaced> {
    let (pattern, mut fingerprint) = request.wanted.parse()?;
    let length = request.replacement.chars().count();
    if length > MAX_REPLACEMENT_LEN {
        return Err(Error::bad_request(
            format!("the replacement has {length} characters"),
            format!("Nothing was changed. Use at most {MAX_REPLACEMENT_LEN} characters."),
        ));
    }
    let replacement = Replacement::new(&request.replacement, &pattern).map_err(refused)?;
    let mut except = Except::new(&request.except);
    let mut tx = project.begin_write().await?;
    let mut replaced = TextReplaced { scenes: Vec::new(), replaced: 0, unreadable: Vec::new() };
    let mut rewritten: Vec<(SceneId, CanonicalText, usize)> = Vec::new();
    let places = places(&mut tx, request.wanted.scope).await?;
    let mut bytes = 0;
    for (done, place) in places.iter().enumerate() {
        watch.report("find", done, places.len())?;
        let Some(working) = readable(&mut tx, place.scene).await? else {
            replaced.unreadable.push(place.scene);
            continue;
        };
        bytes += working.text.len();
        pattern.require_bearable(bytes).map_err(refused)?;
        let mut is_hit = false;
        let take = |range| {
            is_hit = true;
            !except.remove(place.scene, range)
        };
        let (words, count) = pattern.replace(&working.text, &replacement, take);
        if is_hit {
            fingerprint.note(&working);
        }
        if count > 0 && words != working.text {
            rewritten.push((place.scene, canonical(words)?, count));
        }
    }
    if request.expected.is_some_and(|expected| expected != fingerprint.finish()) {
        return Err(Error::bad_request(
            "the texts have changed since the search",
            "Nothing was changed. Search again and review the hits.",
        )
        .with(json!({ "stale": true })));
    }
    except.refuse_unmet()?;
    let now = project.now();
    let label = version_label(&request.wanted.pattern, &request.replacement);
    for (done, (scene, words, count)) in rewritten.iter().enumerate() {
        watch.report("replace", done, rewritten.len())?;
        let new = Rewrite { label: Some(&label), ..Rewrite::by_author(words) };
        let Rewritten { before, after } = versions::rewrite(&mut tx, now, *scene, new).await?;
        replaced.scenes.push(SceneReplaced { scene: *scene, before, after, replaced: *count });
        replaced.replaced += count;
    }
    watch.report("replace", rewritten.len(), rewritten.len())?;
    tx.commit().await?;
    tracing::info!(scenes = replaced.scenes.len(), hits = replaced.replaced, "replaced");
    Ok(replaced)
}

/// The name of a version with replaced hits, in no language: what was replaced by what, each shortened to 20 characters.
fn version_label(pattern: &str, replacement: &str) -> String {
    let short = |words: &str| {
        let line = wenfang_text::title::one_line(words);
        match line.chars().count() {
            0 => "∅".to_owned(),
            1..=20 => line,
            _ => line.chars().take(19).chain(['…']).collect(),
        }
    };
    format!("{} → {}", short(pattern), short(replacement))
}

/// Hits to leave unchanged; each is removed when it is met.
struct Except(HashMap<SceneId, HashSet<CharRange>>);

impl Except {
    fn new(hits: &[HitPlace]) -> Self {
        let mut by_scene: HashMap<SceneId, HashSet<CharRange>> = HashMap::new();
        for hit in hits {
            by_scene.entry(hit.scene).or_default().insert(hit.range);
        }
        Self(by_scene)
    }

    fn remove(&mut self, scene: SceneId, range: CharRange) -> bool {
        self.0.get_mut(&scene).is_some_and(|ranges| ranges.remove(&range))
    }

    /// Refuses exceptions that match no hit, so that a wrong position never causes an unwanted replacement.
    fn refuse_unmet(&self) -> Result<()> {
        let unmet = self.0.iter().find_map(|(scene, ranges)| Some((scene, ranges.iter().next()?)));
        let Some((scene, range)) = unmet else { return Ok(()) };
        Err(Error::bad_request(
            format!("there is no hit at {}..{} of scene {scene}", range.start(), range.end()),
            "Nothing was changed. Search again and use the positions of its hits.",
        )
        .with(json!({ "scene": scene, "range": range })))
    }
}

/// A replacement to undo.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct UndoReplace {
    /// The scenes that changed.
    pub scenes: Vec<RewrittenScene>,
}

/// A scene with replaced hits.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct RewrittenScene {
    pub scene: SceneId,
    pub before: VersionNo,
    /// The version with the new words.
    pub after: VersionNo,
}

/// A replacement that was undone.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ReplaceUndone {
    /// Scenes with their old words restored.
    pub restored: Vec<SceneRestored>,
    /// Scenes that were not changed.
    pub left: Vec<SceneLeft>,
}

/// A scene with its old words restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneRestored {
    pub scene: SceneId,
    /// The new version with the old words.
    pub version: VersionNo,
}

/// A scene that was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneLeft {
    pub scene: SceneId,
    pub reason: LeftReason,
}

/// Why a scene was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LeftReason {
    /// It has a draft.
    Draft,
    /// It has newer versions.
    MovedOn,
}

/// Undoes a replacement in one transaction, in every scene that has not been edited since.
pub async fn undo(project: &Project, request: UndoReplace, watch: &Watch) -> Result<ReplaceUndone> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let mut undone = ReplaceUndone { restored: Vec::new(), left: Vec::new() };
    for (done, entry) in request.scenes.iter().enumerate() {
        watch.report("replace", done, request.scenes.len())?;
        let RewrittenScene { scene, before, after } = *entry;
        let rewritten = Rewritten { before, after };
        match versions::undo_rewrite(&mut tx, now, scene, rewritten).await? {
            RewriteUndone::As(version) => undone.restored.push(SceneRestored { scene, version }),
            RewriteUndone::HasDraft => undone.left.push(SceneLeft { scene, reason: LeftReason::Draft }),
            RewriteUndone::MovedOn => undone.left.push(SceneLeft { scene, reason: LeftReason::MovedOn }),
        }
    }
    tx.commit().await?;
    Ok(undone)
}

#[cfg(test)]
mod tests {
    use super::version_label;

    #[test]
    fn a_version_is_named_after_what_was_replaced() {
        assert_eq!(version_label("宝玉", "石兄"), "宝玉 → 石兄");
        assert_eq!(version_label("\u{3000}", ""), "∅ → ∅");
        assert_eq!(version_label(&"长".repeat(21), "a\nb"), format!("{}… → a b", "长".repeat(19)));
    }
}
