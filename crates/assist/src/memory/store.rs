//! The stored memory of a scene, an artifact of the project.

use wenfang_project::Project;
use wenfang_project::artifacts::{self, Artifact, Keep};
use wenfang_story::SceneId;
use wenfang_story::artifact::{ArtifactKind, Subject, Visibility};
use wenfang_usecase::{Code, Error, Result};

use super::SceneMemory;
use super::tools::plan_hash;

/// Memories stored per scene, enough to see what an earlier draft was based on.
const MAX_STORED: u32 = 5;

/// A stored memory with its version.
pub(crate) struct StoredMemory {
    pub(crate) version: i64,
    pub(crate) memory: SceneMemory,
}

fn artifact(scene: SceneId) -> Artifact<'static> {
    Artifact {
        visibility: Visibility::PromptAndUi,
        keep: Keep::newest(MAX_STORED),
        ..Artifact::new("memory", Subject::Scene(scene), ArtifactKind::Memory, "memory")
    }
}

/// Reads the latest memory of a scene. A damaged one, or one in the format of an earlier release, counts as
/// missing, because it can be retrieved again.
pub(crate) async fn read(project: &Project, scene: SceneId) -> Result<Option<StoredMemory>> {
    let mut tx = project.begin_read().await?;
    let newest = match artifacts::newest(&mut tx, &artifact(scene).tag()).await {
        Err(wenfang_project::Error::Damaged(_)) => None,
        newest => newest?,
    };
    Ok(newest.and_then(|newest| {
        let memory = serde_json::from_str(&newest.value).ok()?;
        Some(StoredMemory { version: newest.version, memory })
    }))
}

/// Stores a memory that replaces version `based_on`; with `None`, whichever version is the newest.
pub(crate) async fn write(
    project: &Project,
    (scene, based_on): (SceneId, Option<i64>),
    memory: &SceneMemory,
) -> Result<()> {
    let artifact = artifact(scene);
    let value = serde_json::to_string(memory).map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?;
    let mut tx = project.begin_write().await?;
    // The newest version counts even if its memory is unreadable.
    let based_on = match based_on {
        Some(version) => Some(version),
        None => artifacts::newest_version(&mut tx, &artifact.tag()).await?,
    };
    artifacts::put(&mut tx, &artifact, (based_on, value.as_str()), project.now()).await?;
    Ok(tx.commit().await?)
}

/// The latest memory of a scene, and whether the scene plan is still the one it was retrieved for.
pub(crate) async fn latest(project: &Project, scene: SceneId) -> Result<Option<(SceneMemory, bool)>> {
    let plan = plan_hash(project, scene).await?;
    let latest = read(project, scene).await?;
    Ok(latest.map(|StoredMemory { memory, .. }| {
        let fits = memory.plan_hash == plan;
        (memory, fits)
    }))
}
