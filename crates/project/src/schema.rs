//! What a project file looks like: its application id, its schema and how it came to be.

mod canonical;
mod known;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::error::Result;

pub(crate) use known::{Known, Match};

/// `application_id` of a project file: "WnFg" in ASCII.
pub const APPLICATION_ID: i64 = 0x576E_4667;

/// One step from a schema to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Migration {
    /// The schema this step leads to; steps count from 1 without a gap.
    pub to: i64,
    /// What it does.
    pub sql: &'static str,
}

/// Every step there is, in order. Released steps never change; new ones are added at the end.
pub const MIGRATIONS: &[Migration] = &[
    Migration { to: 1, sql: include_str!("../../../migrations/0001_manuscript.sql") },
    Migration { to: 2, sql: include_str!("../../../migrations/0002_canon.sql") },
    Migration { to: 3, sql: include_str!("../../../migrations/0003_drafting.sql") },
    Migration { to: 4, sql: include_str!("../../../migrations/0004_artifacts.sql") },
    Migration { to: 5, sql: include_str!("../../../migrations/0005_workflows.sql") },
    Migration { to: 6, sql: include_str!("../../../migrations/0006_bin_places.sql") },
];

/// The schema this release writes.
pub fn newest(migrations: &[Migration]) -> i64 {
    migrations.last().map_or(0, |migration| migration.to)
}

/// Takes an open database from its schema to the newest one, in one transaction.
pub(crate) async fn apply(conn: &mut SqliteConnection, migrations: &[Migration]) -> Result<()> {
    let at = version(conn).await?;
    let mut tx = conn.begin_with("begin immediate").await?;
    for migration in migrations.iter().filter(|migration| migration.to > at) {
        sqlx::raw_sql(migration.sql).execute(&mut *tx).await?;
    }
    let set = format!("pragma user_version = {}", newest(migrations));
    sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}

/// The schema of an open project.
pub async fn version(conn: &mut SqliteConnection) -> Result<i64> {
    Ok(sqlx::query_scalar("pragma user_version").fetch_one(conn).await?)
}

/// How an open file compares with the files that `migrations` make, and its schema. Nothing but the header and the
/// schema is read, so that no SQL of a stranger's file runs.
pub(crate) async fn compare(
    conn: &mut SqliteConnection,
    migrations: &'static [Migration],
) -> Result<(Match, i64)> {
    let at = version(conn).await?;
    Ok((Known::of(migrations).await?.compare(conn, at).await?, at))
}

/// Whether the file says that it is a project.
pub(crate) async fn is_marked(conn: &mut SqliteConnection) -> Result<bool> {
    let application: i64 = sqlx::query_scalar("pragma application_id").fetch_one(conn).await?;
    Ok(application == APPLICATION_ID)
}
