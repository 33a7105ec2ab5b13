//! Connection settings available only through SQLite's C interface.
//!
//! A file may come from a stranger. Its schema is verified before use; these settings protect even if that check
//! missed something (sqlite.org/security.html, "Untrusted SQLite Database Files").

use std::ffi::c_int;

use libsqlite3_sys as ffi;
use sqlx::SqliteConnection;
use sqlx::sqlite::LockedSqliteHandle;

/// Switches and their required values. Triggers and views of the connection itself (`temp`) still work
/// (sqlite.org/c3ref/c_dbconfig_defensive.html).
const SWITCHES: [(c_int, c_int, &str); 3] = [
    (ffi::SQLITE_DBCONFIG_DEFENSIVE, 1, "defensive"),
    (ffi::SQLITE_DBCONFIG_ENABLE_VIEW, 0, "enable_view"),
    (ffi::SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, "trusted_schema"),
];

/// Upper limits in bytes: of a value or row (the largest stored content plus the rest of its row), and of an SQL
/// statement (ours have a few thousand).
const LIMITS: [(c_int, c_int); 2] =
    [(ffi::SQLITE_LIMIT_LENGTH, (1 << 29) + (1 << 20)), (ffi::SQLITE_LIMIT_SQL_LENGTH, 1 << 20)];

/// Makes a connection safe for a file from an untrusted source.
///
/// # Errors
/// When SQLite rejects a setting.
#[expect(unsafe_code, reason = "SQLite offers these settings only through its C interface")]
pub(super) async fn harden(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut handle = conn.lock_handle().await?;
    for (limit, value) in LIMITS {
        // SAFETY: the handle is open and locked; the function takes two numbers and stores no pointer.
        unsafe { ffi::sqlite3_limit(handle.as_raw_handle().as_ptr(), limit, value) };
    }
    SWITCHES.into_iter().try_for_each(|switch| set(&mut handle, switch))
}

/// Makes the connection leave the log in place when it closes.
pub(super) async fn leave_log(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    set(&mut conn.lock_handle().await?, (ffi::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, "no_ckpt_on_close"))
}

#[expect(unsafe_code, reason = "SQLite offers these settings only through its C interface")]
fn set(
    handle: &mut LockedSqliteHandle<'_>,
    (switch, value, name): (c_int, c_int, &str),
) -> Result<(), sqlx::Error> {
    let mut actual: c_int = -1;
    let at = &raw mut actual;
    // SAFETY: the handle is open and locked; each of these switches takes a number and a valid pointer for the
    // result.
    let code = unsafe { ffi::sqlite3_db_config(handle.as_raw_handle().as_ptr(), switch, value, at) };
    if code == ffi::SQLITE_OK && actual == value {
        return Ok(());
    }
    Err(sqlx::Error::Protocol(format!("SQLite did not accept {name}")))
}
