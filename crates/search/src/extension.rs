//! Registers sqlite-vec, which stores and compares the vectors, with SQLite; the only unsafe code of the crate.
#![allow(unsafe_code, reason = "an extension of SQLite is registered through its C interface")]

use std::ffi::{c_char, c_int};
use std::sync::LazyLock;

use crate::error::{Error, Result};

/// The entry point of an extension (sqlite.org/loadext.html).
type EntryPoint = unsafe extern "C" fn(
    *mut libsqlite3_sys::sqlite3,
    *mut *mut c_char,
    *const libsqlite3_sys::sqlite3_api_routines,
) -> c_int;

/// The result code of the registration, which happens once.
static REGISTERED: LazyLock<c_int> = LazyLock::new(|| {
    // SAFETY: `sqlite3_vec_init` is the entry point of an extension; its crate declares it without parameters. It is
    // linked into the program, so it lives as long as the registration. SQLite locks its list of extensions.
    unsafe {
        let entry = std::mem::transmute::<unsafe extern "C" fn(), EntryPoint>(sqlite_vec::sqlite3_vec_init);
        libsqlite3_sys::sqlite3_auto_extension(Some(entry))
    }
});

/// Gives sqlite-vec to every connection that this process opens from now on.
///
/// # Errors
/// [`Error::NoExtension`].
pub(crate) fn register() -> Result<()> {
    match *REGISTERED {
        libsqlite3_sys::SQLITE_OK => Ok(()),
        code => Err(Error::NoExtension { code }),
    }
}
