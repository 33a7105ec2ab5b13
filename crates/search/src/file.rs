//! The file of an index: creates it, opens it, and rebuilds it if it is unusable.
//!
//! The index is a cache ([`Access::WriteCache`]): after a power cut the file opens again, and the stamps show the
//! caller which of the last writes are missing.

use std::path::Path;

use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use wenfang_storage::connect::{Access, Tuning};
use wenfang_storage::names::with_logs;

use crate::error::{Error, Result};
use crate::extension;
use crate::index::{DIMENSION, Index, vectors::create_vectors};

/// `Wfsi` in the header of the file.
const APPLICATION_ID: i64 = 0x5766_7369;

/// The version of `schema.sql` and of everything computed from a text (terms, passages): raise it with any change
/// to either.
const SCHEMA: i64 = 3;

/// The row buffer holds all rows of a semantic search: with the driver's default of 50, the thread of the driver and
/// the caller would wait for each other sixteen times. The pages are large because a semantic search reads all vectors:
/// it takes an eighth less time than with 8,192 bytes.
const TUNING: Tuning = Tuning { readers: 2, row_buffer: 1_000, page_size: Some(16_384), cache: Some(16_000) };

/// An opened index.
#[derive(Clone, Debug)]
pub struct Opened {
    pub index: Index,
    /// Why the index was rebuilt and is empty; `None` if it already existed or is the first at its path.
    pub recreated: Option<RebuildReason>,
}

/// Why an index was discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RebuildReason {
    /// Another release created it.
    OtherSchema {
        /// Its schema version.
        found: i64,
    },
    /// It is damaged.
    Damaged { finding: String },
}

/// What exists at the path.
enum Found {
    Nothing,
    Ours,
    Unusable(RebuildReason),
}

/// Opens the index at `path`, or creates it.
pub(crate) async fn open(path: &Path) -> Result<Opened> {
    extension::register()?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    }
    let recreated = match inspect(path).await? {
        Found::Ours | Found::Nothing => None,
        Found::Unusable(why) => Some(why),
    };
    if recreated.is_some() {
        remove(path)?;
    }
    match connect(path).await {
        Ok((writer, readers)) => {
            Ok(Opened { index: Index::new(path.to_owned(), writer, readers), recreated })
        }
        // Some damage shows only on writing, such as damage to the log.
        Err(Error::Damaged { finding }) if recreated.is_none() => {
            remove(path)?;
            let (writer, readers) = connect(path).await?;
            let index = Index::new(path.to_owned(), writer, readers);
            Ok(Opened { index, recreated: Some(RebuildReason::Damaged { finding }) })
        }
        Err(error) => Err(error),
    }
}

/// Inspects the path without changing anything.
async fn inspect(path: &Path) -> Result<Found> {
    if !path.exists() {
        return Ok(Found::Nothing);
    }
    let inspected = match TUNING.connection(path, Access::Read).await {
        Ok(mut conn) => {
            let inspected = look(&mut conn, path).await;
            conn.close().await?;
            inspected
        }
        Err(error) => Err(error.into()),
    };
    match inspected {
        Err(Error::Damaged { finding }) => Ok(Found::Unusable(RebuildReason::Damaged { finding })),
        inspected => inspected,
    }
}

async fn look(conn: &mut SqliteConnection, path: &Path) -> Result<Found> {
    let application: i64 = sqlx::query_scalar("pragma application_id").fetch_one(&mut *conn).await?;
    let found: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *conn).await?;
    let tables: i64 = sqlx::query_scalar("select count(*) from sqlite_schema").fetch_one(&mut *conn).await?;
    if application == 0 && tables == 0 {
        return Ok(Found::Nothing);
    }
    if application != APPLICATION_ID {
        return Err(Error::Foreign(path.to_owned()));
    }
    if found != SCHEMA {
        return Ok(Found::Unusable(RebuildReason::OtherSchema { found }));
    }
    check(conn).await?;
    Ok(Found::Ours)
}

/// Runs SQLite's quick check table by table, because a check of the whole file would read the FTS5 index twice.
pub(crate) async fn check(conn: &mut SqliteConnection) -> Result<()> {
    let tables: Vec<String> =
        sqlx::query_scalar("select name from sqlite_schema where type = 'table' and rootpage > 0")
            .fetch_all(&mut *conn)
            .await?;
    for table in tables {
        let ask = format!("pragma quick_check(\"{}\")", table.replace('"', "\"\""));
        let finding: String = sqlx::query_scalar(sqlx::AssertSqlSafe(ask)).fetch_one(&mut *conn).await?;
        if finding != "ok" {
            return Err(Error::damaged(finding));
        }
    }
    Ok(())
}

/// Opens the write and read connections; an empty file gets the tables first.
async fn connect(path: &Path) -> Result<(SqlitePool, SqlitePool)> {
    let writer = TUNING.pool(path, Access::WriteCache).await?;
    let setup = async {
        let mut conn = writer.acquire().await?;
        create_tables(&mut conn).await?;
        Ok::<_, Error>(TUNING.pool(path, Access::Read).await?)
    };
    match setup.await {
        Ok(readers) => Ok((writer, readers)),
        Err(error) => {
            writer.close().await;
            Err(error)
        }
    }
}

/// Creates the tables in an empty file; another process may be doing the same.
async fn create_tables(conn: &mut SqliteConnection) -> Result<()> {
    let mut tx = conn.begin_with("begin immediate").await?;
    let found: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *tx).await?;
    if found == 0 {
        sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *tx).await?;
        create_vectors(&mut tx, DIMENSION).await?;
        let mark = format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {SCHEMA}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(mark)).execute(&mut *tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Deletes the index at `path`, whatever its state.
///
/// # Errors
/// [`Error::Foreign`] when the file belongs to another application.
pub(crate) async fn discard(path: &Path) -> Result<()> {
    match inspect(path).await {
        Err(error @ Error::Foreign(_)) => Err(error),
        _ => remove(path),
    }
}

/// Deletes the file and its log.
fn remove(path: &Path) -> Result<()> {
    for file in with_logs(path) {
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Error::io(file)(error)),
            _ => {}
        }
    }
    Ok(())
}
