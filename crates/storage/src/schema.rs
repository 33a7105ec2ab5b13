//! The schema of a file: migrations, and the comparison of a file with the schemas that they create.

mod canonical;
mod known;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::error::Result;

use known::Known;
pub use known::Match;

/// A migration from one schema to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Migration {
    /// The resulting schema; numbers count from 1 without gaps.
    pub to: i64,
    pub sql: &'static str,
}

/// The newest schema of `migrations`.
pub fn newest(migrations: &[Migration]) -> i64 {
    migrations.last().map_or(0, |migration| migration.to)
}

/// Migrates an open database to the newest schema, in one transaction.
pub async fn apply(conn: &mut SqliteConnection, migrations: &[Migration]) -> Result<()> {
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

/// The schema of an open file.
pub async fn version(conn: &mut SqliteConnection) -> Result<i64> {
    Ok(sqlx::query_scalar("pragma user_version").fetch_one(conn).await?)
}

/// Compares an open file with the files that `migrations` create; also returns its schema. Reads only the header
/// and the schema, so that no SQL from an untrusted file runs.
pub async fn compare(conn: &mut SqliteConnection, migrations: &'static [Migration]) -> Result<(Match, i64)> {
    let at = version(conn).await?;
    Ok((Known::of(migrations).await?.compare(conn, at).await?, at))
}
