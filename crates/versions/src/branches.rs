//! Branches: other lines of one scene, adopted or merged when the author wants.

use std::collections::{BTreeSet, HashMap};

use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{blobs, branches};
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, Conflict, merge};

use crate::error::{Error, Result};
use crate::save::{settle, totals};
use crate::spans::{copy_spans, inherit};

/// Starts a branch at any version; its first version has that version's text.
pub async fn branch_from(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, from): (SceneId, VersionNo),
    name: &str,
) -> Result<(BranchNo, VersionNo)> {
    let base = scene_versions::require(conn, scene, from).await?;
    let branch = branches::insert(conn, scene, (name, Some(from)), now).await?;
    let version = SceneVersion {
        version: scene_versions::next_number(conn, scene).await?,
        branch,
        parent: Some(from),
        merged: None,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
        ..base
    };
    scene_versions::insert(conn, &version).await?;
    copy_spans(conn, (scene, from), version.version).await?;
    Ok((branch, version.version))
}

/// Makes a branch the main line of its scene. The line it was stays as a branch.
pub async fn adopt(conn: &mut SqliteConnection, scene: SceneId, branch: BranchNo) -> Result<VersionNo> {
    let head = scene_versions::branch_head(conn, scene, branch).await?;
    let head = head.ok_or(Error::NoBranch { scene, branch })?.version;
    branches::set_main_line(conn, scene, branch, head).await?;
    Ok(head)
}

/// Gives a branch another name.
///
/// # Errors
/// [`Error::NoBranch`].
pub async fn rename_branch(
    conn: &mut SqliteConnection,
    (scene, branch): (SceneId, BranchNo),
    name: &str,
) -> Result<()> {
    let known = branches::list_by_scene(conn, scene).await?;
    let found = known.into_iter().find(|known| known.branch == branch);
    let found = found.ok_or(Error::NoBranch { scene, branch })?;
    Ok(branches::update_name(conn, scene, &branches::Branch { name: name.to_owned(), ..found }).await?)
}

/// Whose words stand where both lines changed the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The main line's.
    Main,
    /// The branch's.
    Branch,
}

/// What a merge came to.
#[derive(Clone, Debug)]
pub enum MergeOutcome {
    /// The main line has a new version with the changes of both.
    Merged {
        /// The new version.
        version: VersionNo,
        /// Places both lines changed, decided for the side that was asked for.
        conflicts: Vec<Conflict>,
    },
    /// Both lines changed the same places and no side was asked for; nothing was stored.
    Conflicts {
        /// The version both lines come from.
        base: VersionNo,
        /// The newest version of the main line.
        main: VersionNo,
        /// The newest version of the branch.
        branch: VersionNo,
        /// The merged text; where there is a conflict it has the main line's words.
        text: String,
        /// The places.
        conflicts: Vec<Conflict>,
    },
}

/// Merges a branch into the main line: three-way, by paragraph, then by character.
///
/// Where both lines changed the same place the words of `prefer` stand; without it nothing is stored and the places
/// are shown.
pub async fn merge_branch(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, branch): (SceneId, BranchNo),
    prefer: Option<Side>,
) -> Result<MergeOutcome> {
    settle(conn, now, scene).await?;
    let (main, head) = branches::main_line(conn, scene).await?;
    if main == branch {
        return Err(Error::IsMainLine { scene, branch });
    }
    let theirs = scene_versions::branch_head(conn, scene, branch).await?;
    let theirs = theirs.ok_or(Error::NoBranch { scene, branch })?;
    let ours = scene_versions::require(conn, scene, head).await?;
    let versions = scene_versions::list_by_scene(conn, scene).await?;
    let base = common_ancestor(&versions, ours.version, theirs.version);
    let base = scene_versions::require(conn, scene, base).await?;
    let base_text = blobs::read_text(conn, base.blob).await?;
    let ours_text = blobs::read_text(conn, ours.blob).await?;
    let theirs_text = blobs::read_text(conn, theirs.blob).await?;
    let merged = match prefer {
        Some(Side::Branch) => merge(&base_text, &theirs_text, &ours_text),
        _ => merge(&base_text, &ours_text, &theirs_text),
    };
    if prefer.is_none() && !merged.conflicts.is_empty() {
        return Ok(MergeOutcome::Conflicts {
            base: base.version,
            main: ours.version,
            branch: theirs.version,
            text: merged.text,
            conflicts: merged.conflicts,
        });
    }
    let text = CanonicalText::new(merged.text);
    let version = SceneVersion {
        version: scene_versions::next_number(conn, scene).await?,
        parent: Some(ours.version),
        merged: Some(theirs.version),
        blob: blobs::insert(conn, text.as_bytes(), Some(ours.blob)).await?,
        hash: text.hash(),
        totals: totals(&text),
        created_by: Author::User,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
        ..ours
    };
    scene_versions::insert(conn, &version).await?;
    inherit(conn, &version, &text).await?;
    Ok(MergeOutcome::Merged { version: version.version, conflicts: merged.conflicts })
}

/// The newest version that both come from. Version numbers grow along every line, so the newest common one is the
/// largest.
fn common_ancestor(versions: &[SceneVersion], a: VersionNo, b: VersionNo) -> VersionNo {
    let parents: HashMap<VersionNo, [Option<VersionNo>; 2]> =
        versions.iter().map(|version| (version.version, [version.parent, version.merged])).collect();
    let ancestors = |from: VersionNo| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(version) = open.pop() {
            if seen.insert(version) {
                open.extend(parents.get(&version).into_iter().flatten().flatten());
            }
        }
        seen
    };
    ancestors(a).intersection(&ancestors(b)).max().copied().unwrap_or(VersionNo::FIRST)
}
