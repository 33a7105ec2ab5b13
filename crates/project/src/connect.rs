//! Connections to the project file and the settings they must have.

mod harden;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use crate::error::{Error, Result};

/// How long a statement waits for another connection before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a use of a connection waits for those before it: longer than any that there is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Connections that read beside the one that writes.
const READERS: u32 = 3;

/// How changes reach the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Journal {
    /// Write-ahead log: the rule.
    Wal,
    /// Rollback journal: for folders that a sync service watches, where a log beside the file would be copied apart
    /// from it.
    Rollback,
}

impl Journal {
    /// How hard a commit waits for the disk. NORMAL loses acknowledged commits of a log in a power cut; FULL loses
    /// those of a rollback journal, whose removal is the commit and is synced by EXTRA alone. The crash test shows
    /// both.
    fn synchronous(self) -> (SqliteSynchronous, i64) {
        match self {
            Self::Wal => (SqliteSynchronous::Full, 2),
            Self::Rollback => (SqliteSynchronous::Extra, 3),
        }
    }
}

/// How a connection sees the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Reads and writes.
    Write(Journal),
    /// Reads. The connection itself may write, so that the last one to close tidies the log away.
    Read,
    /// Reads a file as it lies there, without its log and without touching anything; nobody may be writing it.
    ReadFrozen,
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
    }
}

/// One connection, outside any pool.
pub(crate) async fn connection(path: &Path, access: Access) -> Result<SqliteConnection> {
    opened(&options(path, access)).await
}

/// A connection with every setting, those of the C interface included.
async fn opened(options: &SqliteConnectOptions) -> Result<SqliteConnection> {
    let mut conn = options.connect().await?;
    harden::harden(&mut conn).await?;
    Ok(conn)
}

/// Has the last connection to a file leave its log beside it: what is not ours stays byte for byte as it is.
pub(crate) async fn leave_log(conn: &mut SqliteConnection) -> Result<()> {
    Ok(harden::leave_log(conn).await?)
}

/// One connection that reads, and brings a log that a crash left into the main file, while nobody else has the file
/// open. It changes nothing else, the journal mode included.
///
/// # Errors
/// [`Error::Busy`] while somebody reads.
pub(crate) async fn sole(path: &Path) -> Result<SqliteConnection> {
    let options = options(path, Access::Read)
        .locking_mode(SqliteLockingMode::Exclusive)
        .busy_timeout(Duration::from_secs(2));
    opened(&options).await
}

/// One connection to a new, empty database file.
pub(crate) async fn new_file(path: &Path) -> Result<SqliteConnection> {
    opened(&options(path, Access::Write(Journal::Wal)).create_if_missing(true)).await
}

/// The connections that read.
pub(crate) async fn readers(path: &Path, access: Access) -> Result<SqlitePool> {
    let pool = pool().connect_with(options(path, access)).await?;
    match look(&pool).await {
        Ok(()) => Ok(pool),
        Err(error) => {
            pool.close().await;
            Err(error)
        }
    }
}

/// Makes each connection look at the file: SQLite does so when the first statement asks for it, and later the path
/// may name nothing or another file.
async fn look(pool: &SqlitePool) -> Result<()> {
    let mut looked = Vec::new();
    for _ in 0..READERS {
        let mut conn = pool.acquire().await?;
        sqlx::query("select count(*) from sqlite_schema").execute(&mut *conn).await?;
        looked.push(conn);
    }
    Ok(())
}

fn pool() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(PATIENCE)
        .after_connect(|conn, _| Box::pin(harden::harden(conn)))
        .before_acquire(|conn, _| Box::pin(is_usable(conn)))
}

/// SQLite ends a transaction by itself when the disk fails or is full. The driver does not notice, fails to roll back
/// and would refuse every transaction on that connection from then on: another one takes its place.
pub(crate) async fn is_usable(conn: &mut SqliteConnection) -> std::result::Result<bool, sqlx::Error> {
    if conn.is_in_transaction() {
        // A rollback may still be on its way.
        conn.ping().await?;
    }
    Ok(!conn.is_in_transaction())
}

/// Asks SQLite for each setting that the author's words depend on.
///
/// # Errors
/// [`Error::Pragma`] names the first one that is not as it must be.
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
