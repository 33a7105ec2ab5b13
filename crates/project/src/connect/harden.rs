//! Settings of a connection that SQLite offers through its C interface alone: the only unsafe code of this crate.
//!
//! A project may come from a stranger. Its schema is compared before it is used; what is set here holds even if that
//! comparison missed something (sqlite.org/security.html, "Untrusted SQLite Database Files").

use std::ffi::c_int;

use libsqlite3_sys as ffi;
use sqlx::SqliteConnection;
use sqlx::sqlite::LockedSqliteHandle;

/// Switches and how they must be. Triggers and views of the connection itself (`temp`) work all the same
/// (sqlite.org/c3ref/c_dbconfig_defensive.html).
const SWITCHES: [(c_int, c_int, &str); 3] = [
    (ffi::SQLITE_DBCONFIG_DEFENSIVE, 1, "defensive"),
    (ffi::SQLITE_DBCONFIG_ENABLE_VIEW, 0, "enable_view"),
    (ffi::SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, "trusted_schema"),
];

/// Upper limits, in bytes: of a value or a row (the largest content that is stored, and its row), and of a statement
/// (ours have a few thousand).
const LIMITS: [(c_int, c_int); 2] =
    [(ffi::SQLITE_LIMIT_LENGTH, (1 << 29) + (1 << 20)), (ffi::SQLITE_LIMIT_SQL_LENGTH, 1 << 20)];

/// Makes a connection safe for a file that somebody else may have made.
///
/// # Errors
/// When SQLite does not take a setting.
#[expect(unsafe_code, reason = "SQLite offers these settings through its C interface alone")]
pub(super) async fn harden(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut handle = conn.lock_handle().await?;
    for (limit, value) in LIMITS {
        // SAFETY: the handle is open and locked; the function takes two numbers and keeps nothing.
        unsafe { ffi::sqlite3_limit(handle.as_raw_handle().as_ptr(), limit, value) };
    }
    SWITCHES.into_iter().try_for_each(|switch| set(&mut handle, switch))
}

/// Has the connection not bring the log into the file when it closes.
pub(super) async fn leave_log(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    set(&mut conn.lock_handle().await?, (ffi::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, "no_ckpt_on_close"))
}

#[expect(unsafe_code, reason = "SQLite offers these settings through its C interface alone")]
fn set(
    handle: &mut LockedSqliteHandle<'_>,
    (switch, value, name): (c_int, c_int, &str),
) -> Result<(), sqlx::Error> {
    let mut now: c_int = -1;
    let at = &raw mut now;
    // SAFETY: the handle is open and locked; each of these switches takes a number and where to put what holds now.
    let code = unsafe { ffi::sqlite3_db_config(handle.as_raw_handle().as_ptr(), switch, value, at) };
    if code == ffi::SQLITE_OK && now == value {
        return Ok(());
    }
    Err(sqlx::Error::Protocol(format!("SQLite did not accept {name}")))
}
