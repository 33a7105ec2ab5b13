//! Creates, opens and closes a project.

use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use wenfang_storage::{
    Error as FileError, File, Mode, NewFile, OpenReport, ReadTx, WriteTx, WriterConnection,
};
use wenfang_story::{ProjectRecord, Timestamp};

use crate::attached::Attached;
use crate::clock::Clock;
use crate::error::Result;
use crate::meta;
use crate::salvage::{Salvaged, salvage};
use crate::schema::{MIGRATIONS, Migration, NOVEL, Novel};
use crate::watch::Watch;

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
        Self { mode, clock: Clock::system(), backups: None, migrations: MIGRATIONS }
    }

    async fn open(&self, path: &Path) -> Result<File> {
        let novel = Novel { migrations: self.migrations, watch: &Watch::silent() };
        let now = self.clock.now().get();
        let options = wenfang_storage::OpenOptions { mode: self.mode, now, backups: self.backups.as_deref() };
        File::open(path, &novel, options).await
    }
}

/// An open project.
#[derive(Debug)]
pub struct Project {
    path: PathBuf,
    file: File,
    clock: Clock,
    attached: Attached,
    backup_folder: Mutex<Option<PathBuf>>,
    /// What was salvaged, when the file is damaged.
    salvaged: Option<Salvaged>,
}

impl Project {
    /// Creates a new project at `path` and opens it for writing.
    ///
    /// The file is created complete or not at all.
    ///
    /// # Errors
    /// [`FileError::Exists`] when `path` exists; it is not changed.
    pub async fn create(path: &Path, record: &ProjectRecord, clock: Clock) -> Result<Self> {
        let mut file = NewFile::begin(path, &NOVEL).await?;
        meta::insert(file.connection(), record, clock.now()).await?;
        file.publish().await?;
        Self::open(path, OpenOptions { clock, ..OpenOptions::new(Mode::Write) }).await
    }

    /// Opens the project at `path`.
    ///
    /// # Errors
    /// [`FileError::Foreign`] for anything else, which is not changed; [`FileError::Held`] while another process
    /// writes; [`FileError::NewerSchema`] when a later release wrote it in a form that this release cannot read.
    pub async fn open(path: &Path, options: OpenOptions) -> Result<Self> {
        let file = options.open(path).await?;
        if file.is_writable() {
            let is_unclean = file.noticed().unclean.is_some();
            tracing::info!(project.schema = NOVEL.newest(), project.unclean = is_unclean, "opened");
        }
        let path = file.path().to_owned();
        let (attached, backup_folder) = (Attached::default(), Mutex::default());
        Ok(Self { path, file, clock: options.clock, attached, backup_folder, salvaged: None })
    }

    /// Opens the readable parts of a damaged project for reading. The file is not changed.
    ///
    /// # Errors
    /// Those of [`salvage`](crate::salvage::salvage()).
    pub async fn open_damaged(path: &Path, options: OpenOptions) -> Result<Self> {
        let path = std::fs::canonicalize(path).map_err(FileError::io(path))?;
        let salvaged = salvage(&path, options.clock.now()).await?;
        let copy = Self::open(&salvaged.path, OpenOptions { mode: Mode::Read, ..options }).await?;
        Ok(Self { path, salvaged: Some(salvaged), ..copy })
    }

    /// What is missing, when the file is damaged and its readable parts are open instead.
    pub fn salvaged(&self) -> Option<&Salvaged> {
        self.salvaged.as_ref()
    }

    /// The path of the project file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file; that of the readable parts when the project is damaged.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Conditions found while opening.
    pub fn noticed(&self) -> &OpenReport {
        self.file.noticed()
    }

    /// Whether the project can be written.
    pub fn is_writable(&self) -> bool {
        self.file.is_writable()
    }

    /// A cached value derived from this project; its default on first use.
    pub fn attached<T: Default + Send + Sync + 'static>(&self) -> std::sync::Arc<T> {
        self.attached.get()
    }

    /// Says where the backups of this project are.
    pub fn set_backup_folder(&self, folder: PathBuf) {
        *self.backup_folder.lock() = Some(folder);
    }

    /// Where the backups of this project are, if its host said so.
    pub fn backup_folder(&self) -> Option<PathBuf> {
        self.backup_folder.lock().clone()
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Begins a write transaction. Nothing is stored until it is committed; dropping it rolls it back.
    ///
    /// # Errors
    /// [`FileError::ReadOnly`]; [`FileError::FileGone`] when the path no longer names the opened file.
    pub async fn begin_write(&self) -> Result<WriteTx> {
        Ok(self.file.begin_write().await?)
    }

    /// Begins a consistent view for several reads.
    pub async fn begin_read(&self) -> Result<ReadTx> {
        Ok(self.file.begin_read().await?)
    }

    /// The write connection outside a transaction, even if the file is gone: for copies, `VACUUM` and settings.
    ///
    /// # Errors
    /// [`FileError::ReadOnly`].
    pub async fn writer_connection(&self) -> Result<WriterConnection> {
        Ok(self.file.writer_connection().await?)
    }

    /// Copies the log into the main file, which leaves little beside it while it is open. Call when idle; does
    /// nothing if the log is busy.
    pub async fn tidy(&self) -> Result<()> {
        Ok(self.file.tidy().await?)
    }

    /// Returns space from deleted rows to the disk. Rewrites the file completely or not at all.
    pub async fn shrink(&self) -> Result<()> {
        Ok(self.file.shrink().await?)
    }

    /// Closes the project; afterwards the folder contains only the one file.
    ///
    /// # Errors
    /// When the log could not be copied into the main file. The log stays beside it and nothing is lost.
    pub async fn close(self) -> Result<()> {
        Ok(self.file.close().await?)
    }
}
