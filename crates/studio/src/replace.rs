//! Replacing what was found, in one act, and taking that back.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::{Project, watch};
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{CanonicalText, Case, CharRange, Matching, Replacement};
use wenfang_versions::{self as versions, Rewritten, TakenBack};

use crate::error::{Error, Result};
use crate::find::{FindScope, places, readable, refused, sought};
use crate::scenes::canonical;

/// The longest replacement, in characters.
pub const MAX_REPLACEMENT_LEN: usize = 10_000;

/// What to replace by what, and where.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReplaceText {
    /// The words or the regular expression, at most 1,000 characters.
    pub pattern: String,
    /// How the pattern is read.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub matching: Matching,
    /// Whether capitals and small letters differ.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub case: Case,
    /// Whether only whole words are found, in scripts that part words by spaces; of a regular expression nothing changes.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub whole_words: bool,
    /// Where to look.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: FindScope,
    /// The new words. For a regular expression `$1` and `${name}` stand for what its groups found, `$$` for one `$`.
    pub replacement: String,
    /// Hits that stay as they are.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub except: Vec<HitPlace>,
    /// The fingerprint of what the author saw; the act is refused when the texts are other ones by now.
    pub expected: Option<String>,
}

/// Where a hit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
pub struct HitPlace {
    /// The scene.
    pub scene: SceneId,
    /// The range, as it was found.
    pub range: CharRange,
}

/// What was replaced.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextReplaced {
    /// The scenes that changed, in reading order.
    pub scenes: Vec<SceneReplaced>,
    /// Hits that were replaced.
    pub replaced: usize,
    /// Scenes whose text is damaged and was left alone.
    pub unreadable: Vec<SceneId>,
}

/// A scene in which something was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneReplaced {
    /// The scene.
    pub scene: SceneId,
    /// The version before; what was a draft is one now.
    pub before: VersionNo,
    /// The version with the new words.
    pub after: VersionNo,
    /// Hits that were replaced.
    pub replaced: usize,
}

/// Replaces hits in what the author sees, all in one act: each scene that changes gets a version, its draft becoming
/// one first. Scenes without a hit keep their drafts.
pub async fn replace(project: &Project, request: ReplaceText) -> Result<TextReplaced> {
    let (pattern, mut fingerprint) =
        sought(&request.pattern, (request.matching, request.case, request.whole_words))?;
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
    let places = places(&mut tx, request.scope).await?;
    let mut bytes = 0;
    for (done, place) in places.iter().enumerate() {
        watch::report("find", done, places.len())?;
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
            "the texts are no longer those that were searched",
            "Nothing was changed. Search again and look at the hits.",
        )
        .with(json!({ "stale": true })));
    }
    except.refuse_unmet()?;
    let now = project.now();
    for (done, (scene, words, count)) in rewritten.iter().enumerate() {
        watch::report("replace", done, rewritten.len())?;
        let Rewritten { before, after } = versions::rewrite(&mut tx, now, *scene, words).await?;
        replaced.scenes.push(SceneReplaced { scene: *scene, before, after, replaced: *count });
        replaced.replaced += count;
    }
    watch::report("replace", rewritten.len(), rewritten.len())?;
    tx.commit().await?;
    tracing::info!(scenes = replaced.scenes.len(), hits = replaced.replaced, "replaced");
    Ok(replaced)
}

/// Hits that stay as they are, until they are met.
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

    /// What the author wanted to keep must not be replaced for being named wrongly.
    fn refuse_unmet(&self) -> Result<()> {
        let unmet = self.0.iter().find_map(|(scene, ranges)| Some((scene, ranges.iter().next()?)));
        let Some((scene, range)) = unmet else { return Ok(()) };
        Err(Error::bad_request(
            format!("there is no hit at {}..{} of scene {scene}", range.start(), range.end()),
            "Nothing was changed. Search again and name hits as they were found.",
        )
        .with(json!({ "scene": scene, "range": range })))
    }
}

/// A replacement to take back.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct UndoReplace {
    /// The scenes that changed.
    pub scenes: Vec<RewrittenScene>,
}

/// A scene in which something was replaced.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct RewrittenScene {
    /// The scene.
    pub scene: SceneId,
    /// The version before.
    pub before: VersionNo,
    /// The version with the new words.
    pub after: VersionNo,
}

/// A replacement that was taken back.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ReplaceUndone {
    /// Scenes that have their words again.
    pub restored: Vec<SceneRestored>,
    /// Scenes that were left as they are.
    pub left: Vec<SceneLeft>,
}

/// A scene that has its words again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneRestored {
    /// The scene.
    pub scene: SceneId,
    /// The new version with the old words.
    pub version: VersionNo,
}

/// A scene that was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneLeft {
    /// The scene.
    pub scene: SceneId,
    /// Why.
    pub reason: LeftReason,
}

/// Why a scene was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LeftReason {
    /// It has a draft.
    Draft,
    /// Other versions followed.
    MovedOn,
}

/// Puts the words before a replacement back, in one act, wherever nothing was written since.
pub async fn undo(project: &Project, request: UndoReplace) -> Result<ReplaceUndone> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let mut undone = ReplaceUndone { restored: Vec::new(), left: Vec::new() };
    for (done, of) in request.scenes.iter().enumerate() {
        watch::report("replace", done, request.scenes.len())?;
        let (scene, rewritten) = (of.scene, Rewritten { before: of.before, after: of.after });
        match versions::take_back(&mut tx, now, scene, rewritten).await? {
            TakenBack::As(version) => undone.restored.push(SceneRestored { scene, version }),
            TakenBack::HasDraft => undone.left.push(SceneLeft { scene, reason: LeftReason::Draft }),
            TakenBack::MovedOn => undone.left.push(SceneLeft { scene, reason: LeftReason::MovedOn }),
        }
    }
    tx.commit().await?;
    Ok(undone)
}
