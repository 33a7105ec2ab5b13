//! `branches`: the lines of a scene, one of which is its main line.

use sqlx::SqliteConnection;
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};

use crate::error::{Error, Result};

/// A branch of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its number in the scene.
    pub branch: BranchNo,
    /// Its name; empty for the line a scene is born with.
    pub name: String,
    /// The version it starts from; `None` for the line a scene is born with.
    pub base: Option<VersionNo>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Adds a branch to a scene and gives its number.
pub async fn insert(
    conn: &mut SqliteConnection,
    scene: SceneId,
    (name, base): (&str, Option<VersionNo>),
    now: Timestamp,
) -> Result<BranchNo> {
    let branch: i64 = sqlx::query_scalar(
        "insert into branches (scene_id, branch, name, base_version, created_at)
         values (?1, (select coalesce(max(branch), -1) + 1 from branches where scene_id = ?1), ?2, ?3, ?4)
         returning branch",
    )
    .bind(scene.get())
    .bind(name)
    .bind(base.map(VersionNo::get))
    .bind(now.get())
    .fetch_one(conn)
    .await?;
    Ok(branch.into())
}

/// The branches of a scene in the order they were made.
pub async fn list_by_scene(conn: &mut SqliteConnection, scene: SceneId) -> Result<Vec<Branch>> {
    let rows: Vec<(i64, String, Option<i64>, i64)> = sqlx::query_as(
        "select branch, name, base_version, created_at from branches where scene_id = ? order by branch",
    )
    .bind(scene.get())
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|(branch, name, base, created_at)| Branch {
            branch: branch.into(),
            name,
            base: base.map(VersionNo::from),
            created_at: created_at.into(),
        })
        .collect())
}

/// The main line of a scene and its newest version.
pub async fn main_line(conn: &mut SqliteConnection, scene: SceneId) -> Result<(BranchNo, VersionNo)> {
    let row: Option<(i64, i64)> = sqlx::query_as("select main_branch, head_version from scenes where id = ?")
        .bind(scene.get())
        .fetch_optional(conn)
        .await?;
    let (branch, head) = row.ok_or(Error::NoScene(scene))?;
    Ok((branch.into(), head.into()))
}

/// Makes `branch` the main line of a scene and `head` its newest version.
pub async fn set_main_line(
    conn: &mut SqliteConnection,
    scene: SceneId,
    branch: BranchNo,
    head: VersionNo,
) -> Result<()> {
    sqlx::query("update scenes set main_branch = ?, head_version = ? where id = ?")
        .bind(branch.get())
        .bind(head.get())
        .bind(scene.get())
        .execute(conn)
        .await?;
    Ok(())
}
