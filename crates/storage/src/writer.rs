//! The single write connection.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::SqliteTransactionManager;
use sqlx::{Connection, SqlSafeStr, SqliteConnection};
use sqlx_core::transaction::TransactionManager;
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard};
use tokio::time::timeout;

use crate::connect::{self, Access, Journal};
use crate::error::Result;

/// The connection; `None` while a broken one is being replaced.
type ConnectionSlot = Option<SqliteConnection>;

/// The write connection outside a transaction.
pub type WriterConnection = OwnedMappedMutexGuard<ConnectionSlot, SqliteConnection>;

/// The single writer; callers wait in line.
///
/// Not a pool of one: a pool pings each returned connection before lending it again, which costs as much as a small
/// write.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    journal: Journal,
    slot: Arc<Mutex<ConnectionSlot>>,
}

impl Writer {
    /// Opens the connection and checks every setting.
    pub(crate) async fn open(path: &Path, journal: Journal) -> Result<Self> {
        let conn = connect(path, journal).await?;
        Ok(Self { path: path.to_owned(), journal, slot: Arc::new(Mutex::new(Some(conn))) })
    }

    /// Lends the connection outside a transaction, after earlier callers are done.
    pub(crate) async fn lend(&self) -> Result<WriterConnection> {
        let lock = timeout(connect::ACQUIRE_TIMEOUT, Arc::clone(&self.slot).lock_owned()).await;
        let mut slot = lock.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let is_usable = match slot.as_mut() {
            Some(conn) => connect::is_usable(conn).await.unwrap_or(false),
            None => false,
        };
        if !is_usable {
            if let Some(broken) = slot.take() {
                // Errors of a broken connection do not matter.
                let _ = broken.close().await;
            }
            *slot = Some(connect(&self.path, self.journal).await?);
        }
        Ok(OwnedMutexGuard::try_map(slot, Option::as_mut).map_err(|_| sqlx::Error::WorkerCrashed)?)
    }

    pub(crate) async fn begin(&self) -> Result<WriteTx> {
        let mut conn = self.lend().await?;
        SqliteTransactionManager::begin(&mut conn, Some("begin immediate".into_sql_str())).await?;
        Ok(WriteTx { conn, is_open: true })
    }

    /// Closes the connection and the file.
    pub(crate) async fn close(self) -> Result<()> {
        let conn = self.slot.lock().await.take();
        if let Some(conn) = conn {
            conn.close().await?;
        }
        Ok(())
    }
}

async fn connect(path: &Path, journal: Journal) -> Result<SqliteConnection> {
    let mut conn = connect::connection(path, Access::Write(journal)).await?;
    connect::assert_settings(&mut conn, journal).await?;
    Ok(conn)
}

/// A write transaction: stored completely by [`WriteTx::commit`], or not at all.
#[derive(Debug)]
pub struct WriteTx {
    conn: WriterConnection,
    is_open: bool,
}

impl WriteTx {
    /// Commits the transaction.
    ///
    /// # Errors
    /// I/O errors; nothing is stored then.
    pub async fn commit(mut self) -> std::result::Result<(), sqlx::Error> {
        SqliteTransactionManager::commit(&mut self.conn).await?;
        self.is_open = false;
        Ok(())
    }

    /// Rolls back the transaction and waits for the result.
    ///
    /// # Errors
    /// I/O errors; nothing is stored then either.
    pub async fn rollback(mut self) -> std::result::Result<(), sqlx::Error> {
        SqliteTransactionManager::rollback(&mut self.conn).await?;
        self.is_open = false;
        Ok(())
    }
}

impl Deref for WriteTx {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.conn
    }
}

impl DerefMut for WriteTx {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.conn
    }
}

impl Drop for WriteTx {
    fn drop(&mut self) {
        if self.is_open {
            SqliteTransactionManager::start_rollback(&mut self.conn);
        }
    }
}
