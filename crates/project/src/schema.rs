//! The format of a project file: its application id, its schema and its migrations.

mod canonical;
mod known;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::error::Result;

pub(crate) use known::{Known, Match};

/// `application_id` of a project file: "WnFg" in ASCII.
pub const APPLICATION_ID: i64 = 0x576E_4667;

/// A migration from one schema to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Migration {
    /// The resulting schema; numbers count from 1 without gaps.
    pub to: i64,
    pub sql: &'static str,
}

/// Every migration, in order. Released migrations never change; new ones are appended.
pub const MIGRATIONS: &[Migration] = &[
    Migration { to: 1, sql: include_str!("../../../migrations/0001_manuscript.sql") },
    Migration { to: 2, sql: include_str!("../../../migrations/0002_canon.sql") },
    Migration { to: 3, sql: include_str!("../../../migrations/0003_drafting.sql") },
    Migration { to: 4, sql: include_str!("../../../migrations/0004_artifacts.sql") },
    Migration { to: 5, sql: include_str!("../../../migrations/0005_workflows.sql") },
    Migration { to: 6, sql: include_str!("../../../migrations/0006_bin_places.sql") },
];

/// The newest schema of `migrations`.
pub fn newest(migrations: &[Migration]) -> i64 {
    migrations.last().map_or(0, |migration| migration.to)
}

/// Migrates an open database to the newest schema, in one transaction.
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

/// Compares an open file with the files that `migrations` create; also returns its schema. Reads only the header
/// and the schema, so that no SQL from an untrusted file runs.
pub(crate) async fn compare(
    conn: &mut SqliteConnection,
    migrations: &'static [Migration],
) -> Result<(Match, i64)> {
    let at = version(conn).await?;
    Ok((Known::of(migrations).await?.compare(conn, at).await?, at))
}

/// Whether the file is marked as a project.
pub(crate) async fn is_marked(conn: &mut SqliteConnection) -> Result<bool> {
    let application: i64 = sqlx::query_scalar("pragma application_id").fetch_one(conn).await?;
    Ok(application == APPLICATION_ID)
}
