//! Creates, opens and closes a file.

use std::path::{Path, PathBuf};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};

use crate::cloud::{CloudFolder, cloud_folder};
use crate::connect::{self, Access, Journal, Tuning};
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::guard::Guard;
use crate::inspect::{Purpose, can_be_read_frozen, inspect, is_in_use, is_unwritable};
use crate::kind::{Format, Kind};
use crate::lock::{self, Holder, Lock, OtherMachine};
use crate::migrate::{self, Migrated};
use crate::names::{beside, sibling};
use crate::schema;
use crate::writer::{WriteTx, Writer, WriterConnection};

/// A consistent view of the file at one moment.
pub type ReadTx = Transaction<'static, Sqlite>;

/// The access that the caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Read and write; refused while another process writes.
    #[default]
    Write,
    /// Read and write, even if the lock of another machine says that the file is open there.
    TakeOver,
    /// Read only.
    Read,
}

/// Options for opening a file.
#[derive(Clone, Copy, Debug)]
pub struct OpenOptions<'o> {
    pub mode: Mode,
    /// The current time, for the lock file: milliseconds since 1970-01-01 UTC.
    pub now: i64,
    /// Folder for the copy made before a migration; beside the file when `None`.
    pub backups: Option<&'o Path>,
}

/// Conditions found while opening.
#[derive(Clone, Debug, Default)]
pub struct OpenReport {
    /// The last writer, if it did not close the file. Everything it saved is there, but the file should be checked.
    pub unclean: Option<Holder>,
    /// The sign that the folder is synced.
    pub cloud: Option<CloudFolder>,
    /// The migration that was done while opening.
    pub migrated: Option<Migrated>,
    /// The file has this newer schema and is open for reading only.
    pub newer_schema: Option<i64>,
}

/// A file that is being created: complete at its path after [`NewFile::publish`], or not there at all.
#[derive(Debug)]
pub struct NewFile {
    conn: SqliteConnection,
    aside: Scratch,
    path: PathBuf,
}

impl NewFile {
    /// Begins a file for `path`, with empty tables.
    ///
    /// # Errors
    /// [`Error::Exists`] when `path` exists; it is not changed.
    pub async fn begin(path: &Path, kind: &Kind) -> Result<Self> {
        if path.exists() {
            return Err(Error::Exists(path.to_owned()));
        }
        if let Some(folder) =
            path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            return Err(Error::NotFound(folder.to_owned()));
        }
        let aside = Scratch::at(sibling(path, "new"));
        let mut conn = connect::new_file(aside.path()).await.map_err(|error| unwritable(error, path))?;
        kind.mark(&mut conn).await?;
        schema::apply(&mut conn, kind.migrations).await?;
        Ok(Self { conn, aside, path: path.to_owned() })
    }

    /// The connection that writes the first rows, among them the one about the file.
    pub fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.conn
    }

    /// Moves the complete file to its path.
    ///
    /// # Errors
    /// [`Error::Exists`] when a file appeared there meanwhile; I/O errors.
    pub async fn publish(mut self) -> Result<()> {
        connect::empty_log(&mut self.conn).await?;
        self.conn.close().await?;
        crate::step("create.built");
        disk::publish(self.aside.path(), &self.path)
    }
}

/// An open file.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    /// The identity of the opened file, where the system supports it.
    identity: Option<(u64, u64)>,
    /// The log and its identity.
    log: Option<(PathBuf, Option<(u64, u64)>)>,
    writer: Option<Writer>,
    readers: SqlitePool,
    /// Of a writer with a log.
    guard: Option<Guard>,
    lock: Option<Lock>,
    noticed: OpenReport,
}

impl File {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// [`Error::Foreign`] for anything else, which is not changed; [`Error::Held`] while another process writes;
    /// [`Error::NewerSchema`] when a later release wrote it in a form that this release cannot read.
    pub async fn open<F: Format>(
        path: &Path,
        format: &F,
        options: OpenOptions<'_>,
    ) -> Result<Self, F::Error> {
        // Resolve links, so that one file has one lock.
        let path = std::fs::canonicalize(path).map_err(Error::io(path))?;
        let kind = format.kind();
        let other = match options.mode {
            Mode::Read => return Ok(Self::open_for_reading(path, &kind).await?),
            Mode::Write => OtherMachine::Respect,
            Mode::TakeOver => OtherMachine::TakeOver,
        };
        let found = inspect(&path, &kind, Purpose::Write).await?;
        if found.schema > kind.newest() {
            return Ok(Self::open_for_reading(path, &kind).await?);
        }
        let lock = Lock::acquire(&path, &Holder::this_process(options.now), other)?;
        match Self::open_locked(&path, format, (found.schema, options.backups)).await {
            Ok(file) => {
                let noticed = OpenReport { unclean: lock.left_by.clone(), ..file.noticed };
                Ok(Self { lock: Some(lock), noticed, ..file })
            }
            Err(error) => {
                lock.release();
                Err(error)
            }
        }
    }

    /// Opens for writing a file with `schema` that this process has locked.
    async fn open_locked<F: Format>(
        path: &Path,
        format: &F,
        (schema, backups): (i64, Option<&Path>),
    ) -> Result<Self, F::Error> {
        let (kind, cloud) = (format.kind(), cloud_folder(path));
        let journal = if cloud.is_some() { Journal::Rollback } else { Journal::Wal };
        let is_older = schema < kind.newest();
        let migrated = if is_older { Some(migrate::migrate(path, format, backups).await?) } else { None };
        let writer = open_writer(path, &kind, journal).await.map_err(|e| unwritable(e, path))?;
        let log = (journal == Journal::Wal).then(|| beside(path, "-wal"));
        let readers = Tuning::PLAIN.pool(path, Access::Read).await?;
        Ok(Self {
            identity: lock::path_identity(path),
            log: log.map(|log| (log.clone(), lock::path_identity(&log))),
            path: path.to_owned(),
            writer: Some(writer),
            readers,
            guard: if journal == Journal::Wal { Guard::of(path) } else { None },
            lock: None,
            noticed: OpenReport { cloud, migrated, ..OpenReport::default() },
        })
    }

    async fn open_for_reading(path: PathBuf, kind: &Kind) -> Result<Self> {
        let found = inspect(&path, kind, Purpose::Read).await?;
        let known = kind.newest();
        if found.schema > known && found.readable_by > known {
            return Err(Error::NewerSchema { found: found.schema, known });
        }
        if found.schema < known {
            return Err(Error::OlderSchema { found: found.schema, known });
        }
        let is_frozen =
            !is_in_use(&path) && std::fs::metadata(&path).is_ok_and(|m| m.permissions().readonly());
        let access = if is_frozen { Access::ReadFrozen } else { Access::Read };
        let readers = match Tuning::PLAIN.pool(&path, access).await {
            Err(error) if can_be_read_frozen(&error, &path) => {
                Tuning::PLAIN.pool(&path, Access::ReadFrozen).await?
            }
            readers => readers?,
        };
        let noticed = OpenReport {
            unclean: lock::left_behind(&path),
            newer_schema: (found.schema > known).then_some(found.schema),
            cloud: cloud_folder(&path),
            ..OpenReport::default()
        };
        Ok(Self {
            identity: lock::path_identity(&path),
            log: None,
            path,
            writer: None,
            readers,
            guard: None,
            lock: None,
            noticed,
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Conditions found while opening.
    pub fn noticed(&self) -> &OpenReport {
        &self.noticed
    }

    /// Whether the file can be written.
    pub fn is_writable(&self) -> bool {
        self.writer.is_some()
    }

    /// Begins a write transaction. Nothing is stored until it is committed; dropping it rolls it back.
    ///
    /// # Errors
    /// [`Error::ReadOnly`]; [`Error::FileGone`] when the path no longer names the opened file, so that "saved" is
    /// never reported for text written to a deleted file.
    pub async fn begin_write(&self) -> Result<WriteTx> {
        let writer = self.writer.as_ref().ok_or(Error::ReadOnly)?;
        if lock::path_identity(&self.path) != self.identity {
            return Err(Error::FileGone(self.path.clone()));
        }
        // Until a checkpoint, saved changes are only in the log.
        if let Some((log, identity)) = &self.log
            && lock::path_identity(log) != *identity
        {
            return Err(Error::FileGone(log.clone()));
        }
        writer.begin().await
    }

    /// Begins a consistent view for several reads.
    pub async fn begin_read(&self) -> Result<ReadTx> {
        Ok(self.readers.begin().await?)
    }

    /// The write connection outside a transaction, even if the file is gone: for copies, `VACUUM` and settings.
    ///
    /// # Errors
    /// [`Error::ReadOnly`].
    pub async fn writer_connection(&self) -> Result<WriterConnection> {
        self.writer.as_ref().ok_or(Error::ReadOnly)?.lend().await
    }

    /// A read connection outside a transaction.
    pub(crate) async fn reader_connection(&self) -> Result<PoolConnection<Sqlite>> {
        Ok(self.readers.acquire().await?)
    }

    /// Copies the log into the main file, which leaves little beside it while it is open. Call when idle; does
    /// nothing if the log is busy.
    pub async fn tidy(&self) -> Result<()> {
        connect::empty_log(&mut *self.writer_connection().await?).await
    }

    /// Returns space from deleted rows to the disk. Rewrites the file completely or not at all.
    pub async fn shrink(&self) -> Result<()> {
        let mut conn = self.writer_connection().await?;
        sqlx::raw_sql("vacuum").execute(&mut *conn).await?;
        Ok(())
    }

    /// Closes the file; afterwards the folder contains only the one file.
    ///
    /// # Errors
    /// When the log could not be copied into the main file. The log stays beside it and nothing is lost.
    pub async fn close(mut self) -> Result<()> {
        self.readers.close().await;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        let mut conn = writer.lend().await?;
        let tidied = connect::empty_log(&mut conn).await;
        drop(conn);
        drop(self.guard.take());
        let closed = writer.close().await;
        if let Some(lock) = self.lock.take() {
            lock.release();
        }
        tidied.and(closed)
    }
}

/// Opens the writer and checks that it can write.
async fn open_writer(path: &Path, kind: &Kind, journal: Journal) -> Result<Writer> {
    let had_log = beside(path, "-wal").exists();
    let writer = Writer::open(path, journal).await?;
    if let Err(error) = check_writable(&writer, kind).await {
        // Return the first error.
        let _ = writer.close().await;
        if !had_log {
            remove_empty_log(path);
        }
        return Err(error);
    }
    Ok(writer)
}

/// SQLite opens an unwritable file as read-only and even begins a write on it. This detects that before the first
/// save.
async fn check_writable(writer: &Writer, kind: &Kind) -> Result<()> {
    let mut tx = writer.begin().await?;
    let touch = format!("update {} set readable_by = readable_by", kind.about);
    sqlx::query(sqlx::AssertSqlSafe(touch)).execute(&mut *tx).await?;
    Ok(tx.rollback().await?)
}

/// SQLite may create a log for a file that it cannot write, and cannot remove it.
fn remove_empty_log(path: &Path) {
    let log = beside(path, "-wal");
    if std::fs::metadata(&log).is_ok_and(|metadata| metadata.len() == 0) {
        // A leftover empty log is harmless.
        let _ = std::fs::remove_file(&log);
        let _ = std::fs::remove_file(beside(path, "-shm"));
    }
}

fn unwritable(error: Error, path: &Path) -> Error {
    if is_unwritable(&error) { Error::NotWritable(path.to_owned()) } else { error }
}
