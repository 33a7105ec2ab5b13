//! Branches of a scene.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::{Project, branches, scene_versions};
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};
use wenfang_text::Conflict;
use wenfang_versions::{self as versions, Decided, MergeOutcome, PlaceChoice, Side};

use crate::error::{Code, Error, Result};
use crate::scenes::SceneRequest;

/// The branches of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Branches {
    /// The scene.
    pub scene: SceneId,
    /// In the order they were made.
    pub branches: Vec<BranchEntry>,
}

/// A branch of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BranchEntry {
    /// Its number.
    pub branch: BranchNo,
    /// Its name; empty when nobody named it.
    pub name: String,
    /// Whether it is the main line.
    pub main: bool,
    /// Whether it is the line that the scene's working text goes on.
    pub open: bool,
    /// The version it starts from.
    pub base: Option<VersionNo>,
    /// Its newest version.
    pub head: Option<VersionNo>,
    /// When it was made.
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
    /// The scene.
    pub scene: SceneId,
    /// The version it starts from; the newest of the main line when absent.
    pub from: Option<VersionNo>,
    /// Its name.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub name: String,
}

/// A branch that was started.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct BranchCreated {
    /// The scene.
    pub scene: SceneId,
    /// The branch.
    pub branch: BranchNo,
    /// Its first version.
    pub version: VersionNo,
}

/// Starts a branch.
pub async fn create(project: &Project, request: CreateBranch) -> Result<BranchCreated> {
    let name = crate::projects::title(&request.name)?;
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
    /// The scene.
    pub scene: SceneId,
    /// The branch.
    pub branch: BranchNo,
}

/// A branch to rename.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct RenameBranch {
    /// The scene.
    pub scene: SceneId,
    /// The branch.
    pub branch: BranchNo,
    /// Its new name; an empty one takes the name away.
    pub name: String,
}

/// A branch that was renamed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BranchRenamed {
    /// The scene.
    pub scene: SceneId,
    /// The branch.
    pub branch: BranchNo,
    /// Its name.
    pub name: String,
}

/// Gives a branch another name.
pub async fn rename(project: &Project, request: RenameBranch) -> Result<BranchRenamed> {
    let RenameBranch { scene, branch, name } = request;
    let name = crate::projects::title(&name)?;
    let mut tx = project.begin_write().await?;
    versions::rename_branch(&mut tx, (scene, branch), &name).await?;
    tx.commit().await?;
    Ok(BranchRenamed { scene, branch, name })
}

/// The line of a scene that is open.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct LineOpened {
    /// The scene.
    pub scene: SceneId,
    /// The line.
    pub branch: BranchNo,
    /// The newest version of it.
    pub version: VersionNo,
    /// The line that was open before: opening it again undoes this.
    pub before: BranchNo,
}

/// Opens a line of a scene, the main line or a branch: the working text goes on there. A draft becomes a version of the
/// line it was begun on.
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
    /// The scene.
    pub scene: SceneId,
    /// Its main line.
    pub branch: BranchNo,
    /// The newest version of it.
    pub version: VersionNo,
    /// The main line before: adopting it again undoes this.
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
    /// The scene.
    pub scene: SceneId,
    /// The branch.
    pub branch: BranchNo,
    /// Whose words stand wherever both changed the same place; without it and `choices` such a merge is refused and the
    /// places are shown.
    pub prefer: Option<Prefer>,
    /// Whose words stand at each of the places that were shown.
    pub choices: Option<MergeChoices>,
}

/// What stands at each place that both lines changed.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct MergeChoices {
    /// The newest version of the main line when the places were shown; not looked at when absent.
    pub main: Option<VersionNo>,
    /// That of the branch.
    pub branch: Option<VersionNo>,
    /// One choice for each place, in order.
    pub places: Vec<PlaceChoice>,
}

/// Whose words stand in a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Prefer {
    /// The main line's.
    Main,
    /// The branch's.
    Branch,
}

/// A branch that was merged.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BranchMerged {
    /// The scene.
    pub scene: SceneId,
    /// The new version of the main line.
    pub version: VersionNo,
    /// Places where both lines had changed, as they were decided.
    pub conflicts: Vec<Conflict>,
}

/// Merges a branch into the main line.
///
/// # Errors
/// [`Code::MergeConflict`] with the places and the merged text, when both lines changed the same place and that is not
/// decided, or when a line went on since the places were shown.
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
    let of = (request.scene, request.branch);
    match versions::merge_branch(&mut tx, project.now(), of, decided).await? {
        MergeOutcome::Merged { version, conflicts } => {
            tx.commit().await?;
            Ok(BranchMerged { scene: request.scene, version, conflicts })
        }
        MergeOutcome::Conflicts { base, main, branch, text, conflicts } => Err(Error::new(
            Code::MergeConflict,
            format!("both lines changed {} of the same places", conflicts.len()),
            "Nothing was changed. Say whose words stand everywhere (`--prefer`) or at each place (`--place`).",
        )
        .with(json!({
            "base": base, "main": main, "branch": branch, "text": text, "conflicts": conflicts,
        }))),
    }
}
