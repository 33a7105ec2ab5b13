//! The file of an index: made, opened, and made anew when it is not what it should be.
//!
//! It is a cache: a write-ahead log with `synchronous=NORMAL`. A killed process or a power cut may lose the last writes
//! and never the order of them, so the file opens again and the caller sees by the stamps what is missing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::error::{Error, Result};
use crate::index::Index;

/// `Wfsi` in the header of the file.
const APPLICATION_ID: i64 = 0x5766_7369;

/// The version of `schema.sql`, and of what is computed from a text (terms, passages): it goes up with any change of
/// either.
const SCHEMA: i64 = 1;

/// How long a statement waits for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Rows that a connection reads ahead: the candidates of a search by meaning come in one go, where the driver's 50 would
/// have two threads wait for each other sixteen times.
const ROWS: usize = 1_000;

/// Connections that read beside the one that writes.
const READERS: u32 = 2;

/// Bytes of a page: seven vectors of 512 dimensions have room on one, where 4,096 bytes would hold three.
const PAGE: u32 = 8_192;

/// An index that was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The index.
    pub index: Index,
    /// Why it was made anew and is empty; `None` for one that was there, and for the first one.
    pub made_anew: Option<RebuildReason>,
}

/// Why an index was thrown away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RebuildReason {
    /// Another release made it.
    OtherSchema {
        /// Its version.
        found: i64,
    },
    /// It is not what was written.
    Damaged {
        /// What was found.
        finding: String,
    },
}

/// What lies at the path.
enum Found {
    Nothing,
    Ours,
    Unusable(RebuildReason),
}

/// Opens the index at `path`, or makes it.
pub(crate) async fn open(path: &Path) -> Result<Opened> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    }
    let made_anew = match inspect(path).await? {
        Found::Ours | Found::Nothing => None,
        Found::Unusable(why) => Some(why),
    };
    if made_anew.is_some() {
        remove(path)?;
    }
    match connect(path).await {
        Ok((writer, readers)) => {
            Ok(Opened { index: Index::new(path.to_owned(), writer, readers), made_anew })
        }
        // Damage that only shows when the file is written, as in its log.
        Err(Error::Damaged { finding }) if made_anew.is_none() => {
            remove(path)?;
            let (writer, readers) = connect(path).await?;
            let index = Index::new(path.to_owned(), writer, readers);
            Ok(Opened { index, made_anew: Some(RebuildReason::Damaged { finding }) })
        }
        Err(error) => Err(error),
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .pragma("temp_store", "MEMORY")
        .pragma("cache_size", "-16000")
        .row_buffer_size(ROWS)
        .disable_statement_logging()
}

/// Looks at what lies at the path without changing it.
async fn inspect(path: &Path) -> Result<Found> {
    if !path.exists() {
        return Ok(Found::Nothing);
    }
    let looked = match options(path).connect().await {
        Ok(mut conn) => {
            let looked = look(&mut conn, path).await;
            conn.close().await?;
            looked
        }
        Err(error) => Err(error.into()),
    };
    match looked {
        Err(Error::Damaged { finding }) => Ok(Found::Unusable(RebuildReason::Damaged { finding })),
        looked => looked,
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

/// What SQLite itself finds wrong with a file, table by table: asked about the whole file, it would have FTS5 read its
/// index a second time.
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

/// The connection that writes and those that read, of a file that has our schema or gets it.
async fn connect(path: &Path) -> Result<(SqlitePool, SqlitePool)> {
    let writing = options(path)
        .create_if_missing(true)
        .page_size(PAGE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal);
    let writer = pool(1).connect_with(writing).await?;
    let made = async {
        let mut conn = writer.acquire().await?;
        make(&mut conn).await?;
        Ok::<_, Error>(pool(READERS).connect_with(options(path).pragma("query_only", "ON")).await?)
    };
    match made.await {
        Ok(readers) => Ok((writer, readers)),
        Err(error) => {
            writer.close().await;
            Err(error)
        }
    }
}

/// Gives an empty file its tables; another process may be doing the same.
async fn make(conn: &mut SqliteConnection) -> Result<()> {
    let mut tx = conn.begin_with("begin immediate").await?;
    let found: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *tx).await?;
    if found == 0 {
        sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *tx).await?;
        let mark = format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {SCHEMA}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(mark)).execute(&mut *tx).await?;
    }
    Ok(tx.commit().await?)
}

fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .min_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(60))
        .before_acquire(|conn, _| Box::pin(is_usable(conn)))
}

/// SQLite ends a transaction by itself when the disk is full, and the driver does not notice: another connection takes
/// the place of that one.
async fn is_usable(conn: &mut SqliteConnection) -> std::result::Result<bool, sqlx::Error> {
    if conn.is_in_transaction() {
        // A rollback may still be on its way.
        conn.ping().await?;
    }
    Ok(!conn.is_in_transaction())
}

/// Removes the index at `path`, in whatever state it is.
///
/// # Errors
/// [`Error::Foreign`] when the file belongs to another application.
pub(crate) async fn discard(path: &Path) -> Result<()> {
    match inspect(path).await {
        Err(error @ Error::Foreign(_)) => Err(error),
        _ => remove(path),
    }
}

/// Removes the file with its log.
fn remove(path: &Path) -> Result<()> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let file = beside(path, ending);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Error::io(file)(error)),
            _ => {}
        }
    }
    Ok(())
}

/// The path with `ending` behind its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
