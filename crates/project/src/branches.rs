//! `branches`: the branches of a scene, one of which is its main line.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

/// A branch of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its number within the scene.
    pub branch: BranchNo,
    /// Its name; empty for the scene's first branch.
    pub name: String,
    /// The version it starts from; `None` for the scene's first branch.
    pub base: Option<VersionNo>,
    pub created_at: Timestamp,
}

fn guard((scene, branch): (i64, i64), name: &str, base: Option<i64>, created_at: i64) -> [u8; 8] {
    row_hash(&[
        &number(Some(scene)),
        &number(Some(branch)),
        name.as_bytes(),
        &number(base),
        &number(Some(created_at)),
    ])
}

/// Adds a branch to a scene and returns its number.
pub async fn insert(
    conn: &mut SqliteConnection,
    scene: SceneId,
    (name, base): (&str, Option<VersionNo>),
    now: Timestamp,
) -> Result<BranchNo> {
    let branch: i64 =
        sqlx::query_scalar("select coalesce(max(branch), -1) + 1 from branches where scene_id = ?")
            .bind(scene.get())
            .fetch_one(&mut *conn)
            .await?;
    insert_numbered(conn, (scene, branch.into()), (name, base), now).await?;
    Ok(branch.into())
}

/// Adds a branch with a given number.
pub(crate) async fn insert_numbered(
    conn: &mut SqliteConnection,
    (scene, branch): (SceneId, BranchNo),
    (name, base): (&str, Option<VersionNo>),
    now: Timestamp,
) -> Result<()> {
    let base = base.map(VersionNo::get);
    sqlx::query(
        "insert into branches (scene_id, branch, name, base_version, created_at, row_hash)
         values (?, ?, ?, ?, ?, ?)",
    )
    .bind(scene.get())
    .bind(branch.get())
    .bind(name)
    .bind(base)
    .bind(now.get())
    .bind(guard((scene.get(), branch.get()), name, base, now.get()).as_slice())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Renames a branch.
pub async fn update_name(conn: &mut SqliteConnection, scene: SceneId, branch: &Branch) -> Result<()> {
    let of = (scene.get(), branch.branch.get());
    let guard = guard(of, &branch.name, branch.base.map(VersionNo::get), branch.created_at.get());
    sqlx::query("update branches set name = ?, row_hash = ? where scene_id = ? and branch = ?")
        .bind(&branch.name)
        .bind(guard.as_slice())
        .bind(of.0)
        .bind(of.1)
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

type Row = (i64, i64, String, Option<i64>, i64, Vec<u8>);

fn checked((scene, branch, name, base, created_at, hash): Row) -> Result<Branch> {
    if hash != guard((scene, branch), &name, base, created_at) {
        let damage = Damage::Branch { scene: scene.into(), branch: branch.into() };
        return Err(Error::Damaged(damage));
    }
    Ok(Branch { branch: branch.into(), name, base: base.map(VersionNo::from), created_at: created_at.into() })
}

/// The branches of a scene, oldest first.
pub async fn list_by_scene(conn: &mut SqliteConnection, scene: SceneId) -> Result<Vec<Branch>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select scene_id, branch, name, base_version, created_at, row_hash from branches
         where scene_id = ? order by branch",
    )
    .bind(scene.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// Every branch of every scene; damaged ones as errors.
pub(crate) async fn list_checked(conn: &mut SqliteConnection) -> Result<Vec<Result<Branch>>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select scene_id, branch, name, base_version, created_at, row_hash from branches
         order by scene_id, branch",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(checked).collect())
}

/// The main line of a scene and the number of its newest version.
pub async fn main_line(conn: &mut SqliteConnection, scene: SceneId) -> Result<(BranchNo, VersionNo)> {
    let row: Option<(i64, i64)> = sqlx::query_as("select main_branch, head_version from scenes where id = ?")
        .bind(scene.get())
        .fetch_optional(conn)
        .await?;
    let (branch, head) = row.ok_or(Error::NoScene(scene))?;
    Ok((branch.into(), head.into()))
}

/// Sets the main line of a scene and its newest version.
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
        .await?
        .stored(1)?;
    Ok(())
}
