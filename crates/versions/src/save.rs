//! Saving: a text becomes a version, always.

use sqlx::SqliteConnection;
use wenfang_project::drafts::Carried;
use wenfang_project::manuscript::Totals;
use wenfang_project::scene_versions::{self, SceneVersion, Standing};
use wenfang_project::{blobs, branches, drafts};
use wenfang_story::generation::AiSpan;
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::CanonicalText;

use crate::anchors::put_anchors;
use crate::error::Result;
use crate::line::stay_on;
use crate::spans::{inherit, put_spans};

/// What becomes of the working text that a scene has when another text is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftFate {
    /// The saved text is what the draft became: the draft goes.
    Superseded,
    /// The saved text comes from elsewhere: the draft becomes a version of its own.
    Preserved,
}

/// A text that shall become a version.
#[derive(Clone, Copy, Debug)]
pub struct NewText<'a> {
    /// The scene.
    pub scene: SceneId,
    /// The version it was begun from; the newest of the main line when `None`.
    pub base: Option<VersionNo>,
    /// The words.
    pub text: &'a CanonicalText,
    /// Which stretches of the words models wrote, where an editor said so; `Some(&[])` says none. `None` leaves it to
    /// comparison with the base.
    pub spans: Option<&'a [AiSpan]>,
    /// Where they came from.
    pub author: Author,
    /// Whether somebody asked for the version.
    pub kind: SaveKind,
    /// What becomes of the scene's draft.
    pub draft: DraftFate,
}

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The version that holds it.
    pub version: VersionNo,
    /// The branch that version is on.
    pub branch: BranchNo,
    /// Whether the base had been left behind, so that the text started a branch of its own.
    pub branched: bool,
    /// Whether the text was there already and no version was made.
    pub unchanged: bool,
}

/// Saves a text as the next version.
///
/// When other versions followed the base in the meantime, the text starts a branch: nothing is refused and nothing
/// is overwritten. A text equal to its base makes no version. A draft with other words becomes a version too, or goes
/// where the saved text is what it became.
///
/// # Errors
/// An unknown scene or base, or the project file's.
pub async fn save(conn: &mut SqliteConnection, now: Timestamp, new: NewText<'_>) -> Result<Saved> {
    let standing = scene_versions::standing(conn, new.scene).await?;
    if !standing.has_draft {
        return save_text(conn, now, (new, standing)).await;
    }
    let draft = match new.draft {
        DraftFate::Superseded => None,
        DraftFate::Preserved => drafts::get(conn, new.scene).await?,
    };
    let carried = match &draft {
        None => drafts::carried(conn, new.scene, new.text).await?,
        Some(draft) => drafts::carried(conn, new.scene, &draft.text).await?,
    };
    let on_branch = drafts::branch(conn, new.scene).await?.is_some();
    drafts::delete(conn, new.scene).await?;
    let spans = carried.spans.as_deref();
    let Some(draft) = draft else {
        let new = NewText { spans: new.spans.or(spans), ..new };
        let saved = save_text(conn, now, (new, standing)).await?;
        carry_anchors(conn, new.scene, (saved, new.text), &carried).await?;
        if on_branch {
            stay_on(conn, now, (new.scene, saved.version), &carried.anchors).await?;
        }
        return Ok(saved);
    };
    let saved = save_text(conn, now, (new, standing)).await?;
    let standing = scene_versions::standing(conn, new.scene).await?;
    let kept = NewText { spans, ..NewText::of_draft(&draft) };
    let kept = save_text(conn, now, (kept, standing)).await?;
    carry_anchors(conn, new.scene, (kept, &draft.text), &carried).await?;
    if on_branch {
        // Where the draft held no words of its own, the line goes on with what was saved on it.
        let goes_on = kept.unchanged && saved.branch == kept.branch;
        let version = if goes_on { saved.version } else { kept.version };
        stay_on(conn, now, (new.scene, version), &carried.anchors).await?;
    }
    Ok(saved)
}

/// Anchors go with the words of a draft into its version; those of a branch stay where the main line knows them.
async fn carry_anchors(
    conn: &mut SqliteConnection,
    scene: SceneId,
    (saved, words): (Saved, &CanonicalText),
    carried: &Carried,
) -> Result<()> {
    let (main, _) = branches::main_line(conn, scene).await?;
    if carried.anchors.is_empty() || saved.branch != main {
        return Ok(());
    }
    put_anchors(conn, (scene, saved.version), words, &carried.anchors).await
}

/// Turns the draft of a scene into a version, where it has one.
pub async fn settle(conn: &mut SqliteConnection, now: Timestamp, scene: SceneId) -> Result<()> {
    if let Some(draft) = drafts::get(conn, scene).await? {
        save(conn, now, NewText::of_draft(&draft)).await?;
    }
    Ok(())
}

impl<'a> NewText<'a> {
    /// What a draft becomes when nobody asks for a version.
    pub(crate) fn of_draft(draft: &'a drafts::Draft) -> Self {
        Self {
            scene: draft.scene,
            base: Some(draft.base),
            text: &draft.text,
            spans: None,
            author: Author::User,
            kind: SaveKind::Automatic,
            draft: DraftFate::Superseded,
        }
    }
}

async fn save_text(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (new, standing): (NewText<'_>, Standing),
) -> Result<Saved> {
    let (base, newest) = match new.base.filter(|base| *base != standing.head.version) {
        Some(version) => {
            let base = scene_versions::require(conn, new.scene, version).await?;
            let newest = scene_versions::branch_head(conn, new.scene, base.branch).await?;
            (base.clone(), newest.unwrap_or(base))
        }
        None => (standing.head.clone(), standing.head),
    };
    let hash = new.text.hash();
    for known in [&base, &newest] {
        if known.hash == hash {
            // "Saved" is only said of words that can be read back.
            blobs::insert(conn, new.text.as_bytes(), None).await?;
            let (version, branch) = (known.version, known.branch);
            return Ok(Saved { version, branch, branched: false, unchanged: true });
        }
    }
    let branched = newest.version != base.version;
    let branch = if branched {
        branches::insert(conn, new.scene, ("", Some(base.version)), now).await?
    } else {
        base.branch
    };
    let blob = blobs::insert(conn, new.text.as_bytes(), Some(base.blob)).await?;
    let version = SceneVersion {
        scene: new.scene,
        version: standing.next,
        branch,
        parent: Some(base.version),
        merged: None,
        blob,
        hash,
        totals: totals(new.text),
        created_by: new.author,
        kind: new.kind,
        label: None,
        created_at: now,
    };
    scene_versions::insert(conn, &version).await?;
    match new.spans {
        Some(said) => put_spans(conn, (new.scene, version.version), new.text, said).await?,
        None => inherit(conn, &version, new.text).await?,
    }
    Ok(Saved { version: version.version, branch, branched, unchanged: false })
}

/// The totals of a text by the four rules.
pub fn totals(text: &str) -> Totals {
    Totals::of(text)
}

/// Keeps the working text of a scene, between versions.
///
/// # Errors
/// An unknown scene or base, or the project file's.
pub async fn save_draft(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, base): (SceneId, VersionNo),
    text: CanonicalText,
) -> Result<()> {
    scene_versions::require(conn, scene, base).await?;
    drafts::put(conn, &drafts::Draft { scene, base, text, updated_at: now }).await?;
    Ok(())
}

/// The version that an editor's words go on from when it says `base`: a draft kept on that version may have become a version
/// since (for a checkpoint, say), of which the editor has not heard yet. Where anything else followed it is `base`.
///
/// # Errors
/// An unknown scene or base, or the project file's.
pub async fn goes_on_from(conn: &mut SqliteConnection, scene: SceneId, base: VersionNo) -> Result<VersionNo> {
    let branch = scene_versions::require(conn, scene, base).await?.branch;
    let Some(newest) = scene_versions::branch_head(conn, scene, branch).await? else { return Ok(base) };
    let mut at = newest.clone();
    while at.version != base {
        let was_draft =
            at.kind == SaveKind::Automatic && at.created_by == Author::User && at.branch == branch;
        let Some(parent) = at.parent.filter(|_| was_draft) else { return Ok(base) };
        at = scene_versions::require(conn, scene, parent).await?;
    }
    Ok(newest.version)
}

/// The text of a version; of the newest one of the main line when `version` is `None`.
///
/// # Errors
/// An unknown scene or version; damage, named with the newest version that can still be read.
pub async fn text(
    conn: &mut SqliteConnection,
    scene: SceneId,
    version: Option<VersionNo>,
) -> Result<(SceneVersion, String)> {
    let version = match version {
        Some(version) => scene_versions::require(conn, scene, version).await?,
        None => scene_versions::head(conn, scene).await?,
    };
    match blobs::read_text(conn, version.blob).await {
        Ok(text) => Ok((version, text)),
        Err(wenfang_project::Error::Damaged(_)) => {
            let last_good = last_good(conn, scene).await;
            let damage = wenfang_project::Damage::Text { scene, version: version.version, last_good };
            Err(wenfang_project::Error::Damaged(damage).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The newest version whose text can be read.
pub(crate) async fn last_good(conn: &mut SqliteConnection, scene: SceneId) -> Option<VersionNo> {
    let versions = scene_versions::list_by_scene(conn, scene).await.ok()?;
    for version in versions.iter().rev() {
        if blobs::read(conn, version.blob).await.is_ok() {
            return Some(version.version);
        }
    }
    None
}

/// Counts every version anew, since counts are derived from texts, and corrects the stored ones that are wrong.
/// Gives how many were; texts that cannot be read are left alone.
pub async fn rebuild_derived(conn: &mut SqliteConnection) -> Result<usize> {
    let mut corrected = 0;
    let scenes = wenfang_project::retention::scenes(conn).await?;
    for (done, scene) in scenes.iter().copied().enumerate() {
        wenfang_project::watch::report("rebuild", done, scenes.len())?;
        for version in scene_versions::list_by_scene(conn, scene).await? {
            let Ok(words) = blobs::read_text(conn, version.blob).await else { continue };
            let totals = totals(&words);
            if totals != version.totals {
                scene_versions::update_totals(conn, &version, &totals).await?;
                corrected += 1;
            }
        }
    }
    Ok(corrected)
}
