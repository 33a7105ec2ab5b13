//! Connections to a file, with all required settings.

mod harden;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use crate::error::{Error, Result};

/// How long a statement waits for another connection's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for a free connection: longer than any operation takes.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(60);

/// How changes are written to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Journal {
    /// Write-ahead log: the default.
    Wal,
    /// Rollback journal: for folders watched by a sync service, which would copy a log separately from the file.
    Rollback,
}

impl Journal {
    /// The `synchronous` level for this journal. With a log, NORMAL loses acknowledged commits in a power cut. With
    /// a rollback journal even FULL loses them: deleting the journal is the commit, and only EXTRA syncs the
    /// deletion. The crash test shows both.
    fn synchronous(self) -> (SqliteSynchronous, i64) {
        match self {
            Self::Wal => (SqliteSynchronous::Full, 2),
            Self::Rollback => (SqliteSynchronous::Extra, 3),
        }
    }
}

/// How a connection uses the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read and write.
    Write(Journal),
    /// Read and write a file that can be rebuilt, and create it if it is missing: a write-ahead log with
    /// `synchronous=NORMAL`. A power cut may lose the last commits, but never reorders them.
    WriteCache,
    /// Read only. The connection itself may write, so that the last one to close cleans up the log.
    Read,
    /// Read the file as it is, without its log and without changing anything; no one may be writing to it.
    ReadFrozen,
}

/// How much a connection reads, keeps in memory and writes at once.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Number of read connections in a pool; there is one write connection.
    pub readers: u32,
    /// Number of rows that a connection reads ahead.
    pub row_buffer: usize,
    /// Size of the pages of a new file in bytes; SQLite's choice if `None`.
    pub page_size: Option<u32>,
    /// Size of the page cache of a connection in KiB; SQLite's choice if `None`.
    pub cache: Option<u32>,
}

impl Tuning {
    /// Three readers, and what the driver and SQLite choose.
    pub const PLAIN: Self = Self { readers: 3, row_buffer: 50, page_size: None, cache: None };

    fn apply(self, options: SqliteConnectOptions) -> SqliteConnectOptions {
        let options = options.row_buffer_size(self.row_buffer);
        let options = match self.cache {
            Some(cache) => options.pragma("cache_size", format!("-{cache}")),
            None => options,
        };
        match self.page_size {
            Some(size) => options.page_size(size),
            None => options,
        }
    }

    /// One connection, outside any pool.
    pub async fn connection(self, path: &Path, access: Access) -> Result<SqliteConnection> {
        opened(&self.apply(options(path, access))).await
    }

    /// A pool of read connections, or of a single one that writes.
    pub async fn pool(self, path: &Path, access: Access) -> Result<SqlitePool> {
        let is_writing = matches!(access, Access::Write(_) | Access::WriteCache);
        let connections = if is_writing { 1 } else { self.readers };
        let pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .min_connections(connections)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .after_connect(|conn, _| Box::pin(harden::harden(conn)))
            .before_acquire(|conn, _| Box::pin(is_usable(conn)))
            .connect_with(self.apply(options(path, access)))
            .await?;
        match touch(&pool, connections).await {
            Ok(()) => Ok(pool),
            Err(error) => {
                pool.close().await;
                Err(error)
            }
        }
    }
}

fn options(path: &Path, access: Access) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .pragma("temp_store", "MEMORY")
        .disable_statement_logging();
    match access {
        Access::Read => options.pragma("query_only", "ON"),
        Access::ReadFrozen => options.read_only(true).immutable(true),
        Access::Write(journal) => options
            .journal_mode(match journal {
                Journal::Wal => SqliteJournalMode::Wal,
                Journal::Rollback => SqliteJournalMode::Delete,
            })
            .synchronous(journal.synchronous().0)
            .pragma("fullfsync", "ON")
            .pragma("checkpoint_fullfsync", "ON"),
        Access::WriteCache => options
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal),
    }
}

/// One connection, outside any pool.
pub async fn connection(path: &Path, access: Access) -> Result<SqliteConnection> {
    Tuning::PLAIN.connection(path, access).await
}

/// Opens a connection with all settings, including those of the C interface.
async fn opened(options: &SqliteConnectOptions) -> Result<SqliteConnection> {
    let mut conn = options.connect().await?;
    harden::harden(&mut conn).await?;
    Ok(conn)
}

/// Leaves the log in place when the last connection closes, so that a file that is not ours stays byte for byte
/// unchanged.
pub(crate) async fn leave_log(conn: &mut SqliteConnection) -> Result<()> {
    Ok(harden::leave_log(conn).await?)
}

/// Copies the log into the file and empties it; does nothing if the log is busy.
pub async fn empty_log(conn: &mut SqliteConnection) -> Result<()> {
    sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(conn).await?;
    Ok(())
}

/// Opens an exclusive connection that reads, and moves a log left by a crash into the main file. Changes nothing
/// else, the journal mode included.
///
/// # Errors
/// [`Error::Busy`] while another process reads the file.
pub(crate) async fn sole(path: &Path) -> Result<SqliteConnection> {
    let options = options(path, Access::Read)
        .locking_mode(SqliteLockingMode::Exclusive)
        .busy_timeout(Duration::from_secs(2));
    opened(&options).await
}

/// One connection to a new, empty database file.
pub async fn new_file(path: &Path) -> Result<SqliteConnection> {
    opened(&options(path, Access::Write(Journal::Wal)).create_if_missing(true)).await
}

/// Makes each connection open the file now. SQLite opens it lazily on the first statement, and by then the path may
/// be gone or name another file.
async fn touch(pool: &SqlitePool, connections: u32) -> Result<()> {
    let mut touched = Vec::new();
    for _ in 0..connections {
        let mut conn = pool.acquire().await?;
        sqlx::query("select count(*) from sqlite_schema").execute(&mut *conn).await?;
        touched.push(conn);
    }
    Ok(())
}

/// SQLite ends a transaction by itself when the disk fails or is full. The driver does not notice, fails to roll
/// back and refuses every later transaction on that connection, so the pool must replace it.
pub(crate) async fn is_usable(conn: &mut SqliteConnection) -> std::result::Result<bool, sqlx::Error> {
    if conn.is_in_transaction() {
        // A rollback may still be pending.
        conn.ping().await?;
    }
    Ok(!conn.is_in_transaction())
}

/// Checks every setting on which durability and safety depend.
///
/// # Errors
/// [`Error::Pragma`] for the first setting with a wrong value.
pub async fn assert_settings(conn: &mut SqliteConnection, journal: Journal) -> Result<()> {
    let mode: String = sqlx::query_scalar("pragma journal_mode").fetch_one(&mut *conn).await?;
    let wanted = match journal {
        Journal::Wal => "wal",
        Journal::Rollback => "delete",
    };
    if mode != wanted {
        return Err(Error::Pragma { setting: "journal_mode" });
    }
    let numbers: [(&'static str, &'static str, i64); 6] = [
        ("synchronous", "pragma synchronous", journal.synchronous().1),
        ("foreign_keys", "pragma foreign_keys", 1),
        ("trusted_schema", "pragma trusted_schema", 0),
        ("cell_size_check", "pragma cell_size_check", 1),
        ("fullfsync", "pragma fullfsync", 1),
        ("checkpoint_fullfsync", "pragma checkpoint_fullfsync", 1),
    ];
    for (setting, question, wanted) in numbers {
        let found: i64 = sqlx::query_scalar(question).fetch_one(&mut *conn).await?;
        if found != wanted {
            return Err(Error::Pragma { setting });
        }
    }
    Ok(())
}
