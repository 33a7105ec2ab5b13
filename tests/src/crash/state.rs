//! The content of a project as one comparable value.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, retention};
use wenfang_story::SceneId;
use wenfang_text::ContentHash;
use wenfang_versions as versions;

/// A hash of every row of every table.
pub type State = ContentHash;

/// Hashes the content of a project.
///
/// # Errors
/// Errors of the project.
pub async fn state(project: &Project) -> Result<State> {
    let mut tx = project.begin_read().await?;
    let state = rows(&mut tx).await.map(|rows| ContentHash::of(rows.join("\n").as_bytes()));
    tx.rollback().await?;
    state
}

/// Returns every row of every table as SQL literals, in a fixed order.
///
/// # Errors
/// Errors of the connection.
pub async fn rows(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    // One query generates the query that reads everything.
    let all: String = sqlx::query_scalar(
        "select group_concat(one, ' union all ') from (
             select 'select ''' || t.name || ':'' || ' || group_concat('quote(\"' || c.name || '\")', '||'',''||')
                 || ' from \"' || t.name || '\"' as one
             from sqlite_schema t join pragma_table_info(t.name) c
             where t.type = 'table' and t.name not like 'sqlite_stat%'
             group by t.name order by t.name)",
    )
    .fetch_one(&mut *conn)
    .await?;
    let mut rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(all)).fetch_all(conn).await?;
    rows.sort_unstable();
    Ok(rows)
}

/// Returns the newest text of every scene, including those in the bin.
///
/// # Errors
/// Errors of the project; damage.
pub async fn texts(project: &Project) -> Result<BTreeMap<SceneId, String>> {
    let mut tx = project.begin_read().await?;
    let mut texts = BTreeMap::new();
    for scene in retention::scenes(&mut tx).await? {
        let (_, text) =
            versions::text(&mut tx, scene, None).await.with_context(|| format!("scene {scene}"))?;
        texts.insert(scene, text);
    }
    tx.rollback().await?;
    Ok(texts)
}

/// Verifies everything in the project.
///
/// # Errors
/// Errors of the project; any damage.
pub async fn assert_whole(project: &Project) -> Result<()> {
    let mut tx = project.begin_read().await?;
    let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await?;
    tx.rollback().await?;
    anyhow::ensure!(verified.damage.is_empty(), "damaged: {:?}", verified.damage);
    Ok(())
}
