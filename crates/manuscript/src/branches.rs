//! Branches of a scene.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::{Project, branches, scene_versions};
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};
use wenfang_text::Conflict;
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions::{self as versions, Decided, MergeOutcome, PlaceChoice, Side};

use crate::scenes::SceneRequest;

/// The branches of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Branches {
    pub scene: SceneId,
    /// In order of creation.
    pub branches: Vec<BranchEntry>,
}

/// A branch of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BranchEntry {
    pub branch: BranchNo,
    /// Its name; empty for an unnamed branch.
    pub name: String,
    /// Whether it is the main line.
    pub main: bool,
    /// Whether the scene's working text belongs to this branch.
    pub open: bool,
    /// The version it starts from.
    pub base: Option<VersionNo>,
    /// Its newest version.
    pub head: Option<VersionNo>,
    pub created_at: Timestamp,
}

/// Lists the branches of a scene.
pub async fn list(project: &Project, request: SceneRequest) -> Result<Branches> {
    let mut tx = project.begin_read().await?;
    let (main, _) = branches::main_line(&mut tx, request.scene).await?;
    let open = versions::line_of(&mut tx, request.scene).await?;
    let mut branches = Vec::new();
    for branch in branches::list_by_scene(&mut tx, request.scene).await? {
        let head = scene_versions::branch_head(&mut tx, request.scene, branch.branch).await?;
        branches.push(BranchEntry {
            branch: branch.branch,
            name: branch.name,
            main: branch.branch == main,
            open: branch.branch == open,
            base: branch.base,
            head: head.map(|head| head.version),
            created_at: branch.created_at,
        });
    }
    Ok(Branches { scene: request.scene, branches })
}

/// A branch to start.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CreateBranch {
    pub scene: SceneId,
    /// The version it starts from; the newest version of the main line when absent.
    pub from: Option<VersionNo>,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub name: String,
}

/// A branch that was started.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct BranchCreated {
    pub scene: SceneId,
    pub branch: BranchNo,
    /// Its first version.
    pub version: VersionNo,
}

/// Starts a branch.
pub async fn create(project: &Project, request: CreateBranch) -> Result<BranchCreated> {
    let name = crate::title::title(&request.name)?;
    let mut tx = project.begin_write().await?;
    let from = match request.from {
        Some(version) => version,
        None => branches::main_line(&mut tx, request.scene).await?.1,
    };
    let (branch, version) =
        versions::branch_from(&mut tx, project.now(), (request.scene, from), &name).await?;
    tx.commit().await?;
    Ok(BranchCreated { scene: request.scene, branch, version })
}

/// A branch of a scene.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct BranchRequest {
    pub scene: SceneId,
    pub branch: BranchNo,
}

/// A branch to rename.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct RenameBranch {
    pub scene: SceneId,
    pub branch: BranchNo,
    /// Its new name; an empty name removes the old one.
    pub name: String,
}

/// A branch that was renamed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BranchRenamed {
    pub scene: SceneId,
    pub branch: BranchNo,
    pub name: String,
}

/// Renames a branch.
pub async fn rename(project: &Project, request: RenameBranch) -> Result<BranchRenamed> {
    let RenameBranch { scene, branch, name } = request;
    let name = crate::title::title(&name)?;
    let mut tx = project.begin_write().await?;
    versions::rename_branch(&mut tx, (scene, branch), &name).await?;
    tx.commit().await?;
    Ok(BranchRenamed { scene, branch, name })
}

/// The line of a scene that is now open.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct LineOpened {
    pub scene: SceneId,
    pub branch: BranchNo,
    /// Its newest version.
    pub version: VersionNo,
    /// The line that was open before; opening it again undoes this.
    pub before: BranchNo,
}

/// Opens the main line or a branch of a scene; the working text continues from its head. An existing draft becomes a
/// version of the line it belongs to.
pub async fn open(project: &Project, request: BranchRequest) -> Result<LineOpened> {
    let BranchRequest { scene, branch } = request;
    let mut tx = project.begin_write().await?;
    let before = versions::line_of(&mut tx, scene).await?;
    let version = versions::open_line(&mut tx, project.now(), (scene, branch)).await?;
    tx.commit().await?;
    Ok(LineOpened { scene, branch, version, before })
}

/// The main line of a scene.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct MainLine {
    pub scene: SceneId,
    pub branch: BranchNo,
    /// Its newest version.
    pub version: VersionNo,
    /// The previous main line; adopting it again undoes this.
    pub before: BranchNo,
}

/// Makes a branch the main line of its scene.
pub async fn adopt(project: &Project, request: BranchRequest) -> Result<MainLine> {
    let mut tx = project.begin_write().await?;
    let (before, _) = branches::main_line(&mut tx, request.scene).await?;
    let version = versions::adopt(&mut tx, request.scene, request.branch).await?;
    tx.commit().await?;
    Ok(MainLine { scene: request.scene, branch: request.branch, version, before })
}

/// A branch to merge into the main line.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct MergeBranch {
    pub scene: SceneId,
    pub branch: BranchNo,
    /// The side that wins every conflict. Without this and `choices`, a merge with conflicts is refused and the
    /// conflicts are returned.
    pub prefer: Option<Prefer>,
    /// The resolution of each conflict.
    pub choices: Option<MergeChoices>,
}

/// Resolutions of merge conflicts.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct MergeChoices {
    /// The newest version of the main line when the conflicts were shown; not checked when absent.
    pub main: Option<VersionNo>,
    /// The newest version of the branch at that time; not checked when absent.
    pub branch: Option<VersionNo>,
    /// One choice per conflict, in order.
    pub places: Vec<PlaceChoice>,
}

/// The side that wins a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Prefer {
    Main,
    Branch,
}

/// A branch that was merged.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BranchMerged {
    pub scene: SceneId,
    /// The new version of the main line.
    pub version: VersionNo,
    /// The conflicts, as they were resolved.
    pub conflicts: Vec<Conflict>,
}

/// Merges a branch into the main line.
///
/// # Errors
/// [`Code::MergeConflict`] with the conflicts and the merged text, when both lines changed the same place and no
/// resolution is given, or when a line has new versions since the conflicts were shown.
pub async fn merge(project: &Project, request: MergeBranch) -> Result<BranchMerged> {
    let decided = match (&request.choices, request.prefer) {
        (Some(choices), _) => {
            Decided::Each { seen: (choices.main, choices.branch), choices: &choices.places }
        }
        (None, Some(Prefer::Main)) => Decided::All(Side::Main),
        (None, Some(Prefer::Branch)) => Decided::All(Side::Branch),
        (None, None) => Decided::NotYet,
    };
    let mut tx = project.begin_write().await?;
    let branch = (request.scene, request.branch);
    match versions::merge_branch(&mut tx, project.now(), branch, decided).await? {
        MergeOutcome::Merged { version, conflicts } => {
            tx.commit().await?;
            Ok(BranchMerged { scene: request.scene, version, conflicts })
        }
        MergeOutcome::Conflicts { base, main, branch, text, conflicts } => Err(Error::new(
            Code::MergeConflict,
            format!("both lines changed the same text in {} places", conflicts.len()),
            "Nothing was changed. Choose a side for all places (`--prefer`) or for each place (`--place`).",
        )
        .with(json!({
            "base": base, "main": main, "branch": branch, "text": text, "conflicts": conflicts,
        }))),
    }
}
