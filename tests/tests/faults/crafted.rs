//! Malicious project files, crafted with ordinary SQL and `writable_schema`, without special tools.

mod beside;
mod campaign;
mod id;
mod mutate;
mod numbers;
mod schema;
mod unstored;

use std::path::Path;

use anyhow::Result;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};

/// A connection as any program opens one, without Wenfang's hardening.
async fn plain(path: &Path) -> Result<SqliteConnection> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).foreign_keys(false);
    Ok(options.disable_statement_logging().connect().await?)
}

/// Runs SQL on a closed project, with a writable schema and without constraints.
async fn craft(path: &Path, sql: &str) -> Result<()> {
    let mut conn = plain(path).await?;
    let all = format!("pragma writable_schema = on; pragma ignore_check_constraints = on; {sql}");
    sqlx::raw_sql(AssertSqlSafe(all)).execute(&mut conn).await?;
    Ok(conn.close().await?)
}
