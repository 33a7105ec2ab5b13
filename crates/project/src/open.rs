//! Creates, opens and closes a project.

use std::path::{Path, PathBuf};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, Sqlite, Transaction};
use wenfang_story::{ProjectRecord, Timestamp};

use crate::attached::Attached;
use crate::clock::Clock;
use crate::cloud::{CloudFolder, cloud_folder};
use crate::connect::{self, Access, Journal};
use crate::disk::{self, Scratch};
use crate::error::{Error, Result};
use crate::inspect::{Purpose, beside, can_be_read_frozen, inspect, is_in_use, is_unwritable};
use crate::lock::{self, Holder, Lock, OtherMachine};
use crate::salvage::{Salvaged, salvage};
use crate::schema::{self, Migration};
use crate::writer::{WriteTx, Writer, WriterConnection};
use crate::{meta, migrate};

/// A consistent view of the project at one moment.
pub type ReadTx = Transaction<'static, Sqlite>;

/// The access that the caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Read and write; refused while another process writes.
    #[default]
    Write,
    /// Read and write, even if the lock of another machine says that the project is open there.
    TakeOver,
    /// Read only.
    Read,
}

/// Options for opening a project.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    pub mode: Mode,
    pub clock: Clock,
    /// Folder for the copy made before a migration; beside the project when `None`.
    pub backups: Option<PathBuf>,
    /// The schema migrations; tests supply longer lists.
    pub migrations: &'static [Migration],
}

impl OpenOptions {
    /// Opens with `mode` and the system clock.
    pub fn new(mode: Mode) -> Self {
        Self { mode, clock: Clock::system(), backups: None, migrations: schema::MIGRATIONS }
    }
}

/// Conditions found while opening.
#[derive(Clone, Debug, Default)]
pub struct OpenReport {
    /// The last writer, if it did not close the project. Everything it saved is there, but the file should be
    /// checked.
    pub unclean: Option<Holder>,
    /// The sign that the folder is synced.
    pub cloud: Option<CloudFolder>,
    /// The migration that was done while opening.
    pub migrated: Option<migrate::Migrated>,
    /// The project has this newer schema and is open for reading only.
    pub newer_schema: Option<i64>,
}

/// An open project.
#[derive(Debug)]
pub struct Project {
    path: PathBuf,
    /// The identity of the opened file, where the system supports it.
    identity: Option<(u64, u64)>,
    /// The log and its identity.
    log: Option<(PathBuf, Option<(u64, u64)>)>,
    writer: Option<Writer>,
    readers: SqlitePool,
    lock: Option<Lock>,
    clock: Clock,
    noticed: OpenReport,
    attached: Attached,
    /// What was salvaged, when the file is damaged.
    salvaged: Option<Salvaged>,
}

impl Project {
    /// Creates a new project at `path` and opens it for writing.
    ///
    /// The file is created complete or not at all.
    ///
    /// # Errors
    /// [`Error::Exists`] when `path` exists; it is not changed.
    pub async fn create(path: &Path, record: &ProjectRecord, clock: Clock) -> Result<Self> {
        if path.exists() {
            return Err(Error::Exists(path.to_owned()));
        }
        if let Some(folder) =
            path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            return Err(Error::NotFound(folder.to_owned()));
        }
        let aside = sibling(path, "new");
        let scratch = Scratch::at(&aside);
        let mut conn = connect::new_file(&aside).await.map_err(|error| unwritable(error, path))?;
        let id = sqlx::AssertSqlSafe(format!("pragma application_id = {}", schema::APPLICATION_ID));
        sqlx::raw_sql(id).execute(&mut conn).await?;
        schema::apply(&mut conn, schema::MIGRATIONS).await?;
        let mut tx = conn.begin_with("begin immediate").await?;
        meta::insert(&mut tx, record, clock.now()).await?;
        tx.commit().await?;
        sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut conn).await?;
        conn.close().await?;
        crate::step("create.built");
        disk::publish(&aside, path)?;
        drop(scratch);
        Self::open(path, OpenOptions { clock, ..OpenOptions::new(Mode::Write) }).await
    }

    /// Opens the project at `path`.
    ///
    /// # Errors
    /// [`Error::NotAProject`] for anything else, which is not changed; [`Error::Held`] while another process
    /// writes; [`Error::NewerSchema`] when a later release wrote it in a form that this release cannot read.
    pub async fn open(path: &Path, options: OpenOptions) -> Result<Self> {
        let path = real_path(path)?;
        match options.mode {
            Mode::Read => Self::open_for_reading(path, options).await,
            Mode::Write => Self::open_for_writing(path, options, OtherMachine::Respect).await,
            Mode::TakeOver => Self::open_for_writing(path, options, OtherMachine::TakeOver).await,
        }
    }

    async fn open_for_writing(path: PathBuf, options: OpenOptions, other: OtherMachine) -> Result<Self> {
        let found = inspect(&path, options.migrations, Purpose::Write).await?;
        let known = schema::newest(options.migrations);
        if found.schema > known {
            return Self::open_for_reading(path, options).await;
        }
        let me = Holder::this_process(options.clock.now());
        let lock = Lock::acquire(&path, &me, other)?;
        match Self::open_locked(&path, &options, found.schema).await {
            Ok(project) => {
                let noticed = OpenReport { unclean: lock.left_by.clone(), ..project.noticed };
                tracing::info!(project.schema = known, project.unclean = noticed.unclean.is_some(), "opened");
                Ok(Self { lock: Some(lock), noticed, ..project })
            }
            Err(error) => {
                lock.release();
                Err(error)
            }
        }
    }

    /// Opens for writing a project that this process has locked.
    async fn open_locked(path: &Path, options: &OpenOptions, schema: i64) -> Result<Self> {
        let cloud = cloud_folder(path);
        let journal = if cloud.is_some() { Journal::Rollback } else { Journal::Wal };
        let is_older = schema < schema::newest(options.migrations);
        let migrated = if is_older { Some(migrate::migrate(path, options).await?) } else { None };
        let had_log = beside(path, "-wal").exists();
        let writer = Writer::open(path, journal).await.map_err(|error| unwritable(error, path))?;
        if let Err(error) = check_writable(&writer).await {
            // Return the first error.
            let _ = writer.close().await;
            if !had_log {
                remove_empty_log(path);
            }
            return Err(unwritable(error, path));
        }
        let log = (journal == Journal::Wal).then(|| beside(path, "-wal"));
        Ok(Self {
            identity: lock::path_identity(path),
            log: log.map(|log| (log.clone(), lock::path_identity(&log))),
            path: path.to_owned(),
            writer: Some(writer),
            readers: connect::readers(path, Access::Read).await?,
            lock: None,
            clock: options.clock.clone(),
            noticed: OpenReport { cloud, migrated, ..OpenReport::default() },
            attached: Attached::default(),
            salvaged: None,
        })
    }

    async fn open_for_reading(path: PathBuf, options: OpenOptions) -> Result<Self> {
        let found = inspect(&path, options.migrations, Purpose::Read).await?;
        let known = schema::newest(options.migrations);
        if found.schema > known && found.readable_by > known {
            return Err(Error::NewerSchema { found: found.schema, known });
        }
        if found.schema < known {
            return Err(Error::OlderSchema { found: found.schema, known });
        }
        let is_frozen =
            !is_in_use(&path) && std::fs::metadata(&path).is_ok_and(|m| m.permissions().readonly());
        let access = if is_frozen { Access::ReadFrozen } else { Access::Read };
        let readers = match connect::readers(&path, access).await {
            Err(error) if can_be_read_frozen(&error, &path) => {
                connect::readers(&path, Access::ReadFrozen).await?
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
            lock: None,
            clock: options.clock,
            noticed,
            attached: Attached::default(),
            salvaged: None,
        })
    }

    /// Opens the readable parts of a damaged project for reading. The file is not changed.
    ///
    /// # Errors
    /// Those of [`salvage`](crate::salvage::salvage()).
    pub async fn open_damaged(path: &Path, options: OpenOptions) -> Result<Self> {
        let path = real_path(path)?;
        let salvaged = salvage(&path, options.clock.now()).await?;
        let copy = Self::open_for_reading(salvaged.path.clone(), options).await?;
        Ok(Self { identity: lock::path_identity(&path), path, salvaged: Some(salvaged), ..copy })
    }

    /// What is missing, when the file is damaged and its readable parts are open instead.
    pub fn salvaged(&self) -> Option<&Salvaged> {
        self.salvaged.as_ref()
    }

    /// The path of the project file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Conditions found while opening.
    pub fn noticed(&self) -> &OpenReport {
        &self.noticed
    }

    /// Whether the project can be written.
    pub fn is_writable(&self) -> bool {
        self.writer.is_some()
    }

    /// A cached value derived from this project; its default on first use.
    pub fn attached<T: Default + Send + Sync + 'static>(&self) -> std::sync::Arc<T> {
        self.attached.get()
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Begins a write transaction. Nothing is stored until it is committed; dropping it rolls it back.
    ///
    /// # Errors
    /// [`Error::ReadOnly`]; [`Error::FileGone`] when the path no longer names the opened file, so that "saved" is
    /// never reported for text written to a deleted file.
    pub async fn begin_write(&self) -> Result<WriteTx> {
        self.writer()?.begin().await
    }

    /// The writer, if the path still names the opened file.
    fn writer(&self) -> Result<&Writer> {
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
        Ok(writer)
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
        let mut conn = self.writer_connection().await?;
        sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut *conn).await?;
        Ok(())
    }

    /// Returns space from deleted rows to the disk. Rewrites the file completely or not at all.
    pub async fn shrink(&self) -> Result<()> {
        let mut conn = self.writer_connection().await?;
        sqlx::raw_sql("vacuum").execute(&mut *conn).await?;
        Ok(())
    }

    /// Closes the project; afterwards the folder contains only the one file.
    ///
    /// # Errors
    /// When the log could not be copied into the main file. The log stays beside it and nothing is lost.
    pub async fn close(mut self) -> Result<()> {
        self.readers.close().await;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        let mut conn = writer.lend().await?;
        let tidied = sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut *conn).await;
        drop(conn);
        let closed = writer.close().await;
        if let Some(lock) = self.lock.take() {
            lock.release();
        }
        tidied?;
        closed
    }
}

/// Resolves links, so that one project has one lock.
fn real_path(path: &Path) -> Result<PathBuf> {
    std::fs::canonicalize(path).map_err(Error::io(path))
}

/// A name beside `path` that no other process uses.
pub(crate) fn sibling(path: &Path, purpose: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{purpose}-{}", std::process::id()))
}

/// SQLite opens an unwritable file as read-only and even begins a write on it. This detects that before the first
/// save.
async fn check_writable(writer: &Writer) -> Result<()> {
    let mut tx = writer.begin().await?;
    sqlx::query("update project_meta set readable_by = readable_by").execute(&mut *tx).await?;
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
