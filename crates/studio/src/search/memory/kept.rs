//! A scene's memory as an artifact of the project.

use wenfang_project::Project;
use wenfang_project::artifacts::{self, Artifact, Visibility};
use wenfang_story::SceneId;

use super::SceneMemory;
use super::tools::plan_hash;
use crate::error::{Code, Error, Result};

/// Memories of one scene that are kept: enough to see what an earlier draft was written from.
const KEEP: u32 = 5;

/// A memory with its version.
pub(super) struct StoredMemory {
    pub(super) version: i64,
    pub(super) memory: SceneMemory,
}

fn tag(scene: SceneId) -> String {
    format!("memory/scene/{scene}")
}

/// The memory of a scene as it was retrieved last. One that an earlier release wrote in another shape, or that is damaged, is
/// as good as none: it can be retrieved anew.
pub(super) async fn read(project: &Project, scene: SceneId) -> Result<Option<StoredMemory>> {
    let mut tx = project.begin_read().await?;
    let newest = match artifacts::newest(&mut tx, &tag(scene)).await {
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    Ok(newest.and_then(|newest| {
        let memory = serde_json::from_str(&newest.value).ok()?;
        Some(StoredMemory { version: newest.version, memory })
    }))
}

/// Keeps a memory that was made from a version, or from none.
pub(super) async fn write(
    project: &Project,
    (scene, based_on): (SceneId, Option<i64>),
    memory: &SceneMemory,
) -> Result<()> {
    let tag = tag(scene);
    let artifact =
        Artifact { tag: &tag, writer: "memory", visibility: Visibility::PromptAndUi, keep: Some(KEEP) };
    let value = serde_json::to_string(memory).map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?;
    let mut tx = project.begin_write().await?;
    // One that could not be read is followed all the same.
    let based_on = match based_on {
        Some(version) => Some(version),
        None => artifacts::newest_version(&mut tx, &tag).await?,
    };
    artifacts::put(&mut tx, &artifact, (based_on, &value), project.now()).await?;
    Ok(tx.commit().await?)
}

/// The memory of a scene as it was retrieved last, and whether it still fits the plan.
pub(crate) async fn kept(project: &Project, scene: SceneId) -> Result<Option<(SceneMemory, bool)>> {
    let plan = plan_hash(project, scene).await?;
    let kept = read(project, scene).await?;
    Ok(kept.map(|StoredMemory { memory, .. }| {
        let fits = memory.plan_hash == plan;
        (memory, fits)
    }))
}
