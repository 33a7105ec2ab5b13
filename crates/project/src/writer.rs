//! The one connection that writes.

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
use crate::workflows::TURNS;

/// The connection; none while one that broke is to be replaced.
type ConnectionSlot = Option<SqliteConnection>;

/// The writing connection outside a transaction.
pub type WriterConnection = OwnedMappedMutexGuard<ConnectionSlot, SqliteConnection>;

/// One writer, whose uses come in the order they were asked for.
///
/// Not a pool of one: a pool asks each connection that comes back whether it is well, and until it has answered, which
/// costs as much as a small write, the next write waits.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    journal: Journal,
    slot: Arc<Mutex<ConnectionSlot>>,
}

impl Writer {
    /// Opens it, and sees that every setting is as it must be.
    pub(crate) async fn open(path: &Path, journal: Journal) -> Result<Self> {
        let conn = connect(path, journal).await?;
        Ok(Self { path: path.to_owned(), journal, slot: Arc::new(Mutex::new(Some(conn))) })
    }

    /// The connection outside a transaction, once those before are done with it.
    pub(crate) async fn lend(&self) -> Result<WriterConnection> {
        let lock = timeout(connect::ACQUIRE_TIMEOUT, Arc::clone(&self.slot).lock_owned()).await;
        let mut slot = lock.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let is_usable = match slot.as_mut() {
            Some(conn) => connect::is_usable(conn).await.unwrap_or(false),
            None => false,
        };
        if !is_usable {
            if let Some(broken) = slot.take() {
                // What is wrong with it goes with it.
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

    /// Closes the connection, and with it the file.
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
    sqlx::raw_sql(TURNS).execute(&mut conn).await?;
    Ok(conn)
}

/// A write that is stored whole by [`WriteTx::commit`], or not at all.
#[derive(Debug)]
pub struct WriteTx {
    conn: WriterConnection,
    is_open: bool,
}

impl WriteTx {
    /// Stores it.
    ///
    /// # Errors
    /// The disk's; nothing of it is stored then.
    pub async fn commit(mut self) -> std::result::Result<(), sqlx::Error> {
        SqliteTransactionManager::commit(&mut self.conn).await?;
        self.is_open = false;
        Ok(())
    }

    /// Stores nothing, and waits until that is so.
    ///
    /// # Errors
    /// The disk's; nothing of it is stored then either.
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
