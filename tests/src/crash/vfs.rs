//! A wrapper around SQLite's default VFS: files in watched folders report every operation to [`Watch`].
//!
//! Everything else goes directly to SQLite's own VFS. Memory-mapped reads are disabled, so that no access bypasses it.
#![allow(unsafe_code, reason = "a VFS is a table of C functions")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use libsqlite3_sys as ffi;

use super::watch::{Event, Failure, Step, Watch};

/// A file of the wrapper; the file of the wrapped VFS follows it in memory.
#[repr(C)]
struct Wrapped {
    base: ffi::sqlite3_file,
    watched: *const Watched,
}

/// The state of a file in a watched folder.
struct Watched {
    watch: Arc<Watch>,
    file: usize,
    /// Whether its next sync is the first of a new journal or log; SQLite then syncs the folder too.
    syncs_folder: std::sync::atomic::AtomicBool,
}

/// The wrapped VFS.
struct Inner(*mut ffi::sqlite3_vfs);
// SAFETY: SQLite's VFS objects may be used from any thread and never change once registered.
unsafe impl Send for Inner {}
unsafe impl Sync for Inner {}

static INNER: OnceLock<Inner> = OnceLock::new();

/// Registers the wrapper as the default VFS of this process.
pub(super) fn register() {
    INNER.get_or_init(|| {
        // SAFETY: the found VFS lives as long as the process, and so does the leaked copy.
        unsafe {
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
            let inner = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!inner.is_null(), "SQLite has no default VFS");
            let mut wrapper = std::ptr::read(inner);
            wrapper.pNext = std::ptr::null_mut();
            wrapper.zName = c"wenfang-watch".as_ptr();
            wrapper.szOsFile += size_of::<Wrapped>() as c_int;
            wrapper.xOpen = Some(open);
            wrapper.xDelete = Some(delete);
            assert_eq!(ffi::sqlite3_vfs_register(Box::leak(Box::new(wrapper)), 1), ffi::SQLITE_OK);
            Inner(inner)
        }
    });
}

fn inner() -> *mut ffi::sqlite3_vfs {
    // Set before anything can call the wrapper, which is registered at the same time.
    INNER.get().map_or(std::ptr::null_mut(), |inner| inner.0)
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// SAFETY of all below: SQLite calls them with a file that `open` initialized, or with names that it keeps alive.
unsafe fn behind(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    unsafe { file.cast::<Wrapped>().add(1).cast() }
}

unsafe fn watched<'f>(file: *mut ffi::sqlite3_file) -> Option<&'f Watched> {
    unsafe { (*file.cast::<Wrapped>()).watched.as_ref() }
}

/// Calls a method of the wrapped file.
macro_rules! inner {
    ($file:ident . $method:ident ( $($arg:expr),* )) => {{
        let inner = behind($file);
        match (*(*inner).pMethods).$method {
            Some(method) => method(inner $(, $arg)*),
            None => ffi::SQLITE_IOERR,
        }
    }};
}

unsafe fn path<'p>(name: *const c_char) -> Option<&'p Path> {
    if name.is_null() {
        return None;
    }
    unsafe { CStr::from_ptr(name) }.to_str().ok().map(Path::new)
}

unsafe extern "C" fn open(
    _vfs: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    unsafe {
        let path = path(name);
        let was_there = path.is_some_and(Path::exists);
        (*file).pMethods = std::ptr::null();
        let wrapped = file.cast::<Wrapped>();
        (*wrapped).watched = std::ptr::null();
        let Some(open) = (*inner()).xOpen else { return ffi::SQLITE_CANTOPEN };
        let result = open(inner(), name, behind(file), flags, out_flags);
        if result != ffi::SQLITE_OK {
            return result;
        }
        (*file).pMethods = &raw const METHODS;
        if let Some((watch, name)) = path.and_then(Watch::over) {
            let is_log = flags & (ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL) != 0;
            let syncs_folder = is_log && flags & ffi::SQLITE_OPEN_CREATE != 0;
            let file = watch.opened(&name, !was_there);
            let watched = Watched { watch, file, syncs_folder: syncs_folder.into() };
            (*wrapped).watched = Box::into_raw(Box::new(watched));
        }
        ffi::SQLITE_OK
    }
}

unsafe extern "C" fn delete(_vfs: *mut ffi::sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    unsafe {
        let over = path(name).and_then(Watch::over);
        if let Some((watch, _)) = &over
            && watch.fails(Step::Delete).is_some()
        {
            return ffi::SQLITE_IOERR_DELETE;
        }
        let Some(delete) = (*inner()).xDelete else { return ffi::SQLITE_IOERR };
        let result = delete(inner(), name, sync_folder);
        if let Some((watch, name)) = over.filter(|_| result == ffi::SQLITE_OK) {
            watch.deleted(&name, sync_folder != 0);
        }
        result
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe {
        let result = inner!(file.xClose());
        let watched = (*file.cast::<Wrapped>()).watched;
        if !watched.is_null() {
            (*file.cast::<Wrapped>()).watched = std::ptr::null();
            drop(Box::from_raw(watched.cast_mut()));
        }
        result
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    data: *const c_void,
    amount: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    unsafe {
        if let Some(of) = watched(file) {
            match of.watch.fails(Step::Write) {
                Some(Failure::Io) => return ffi::SQLITE_IOERR_WRITE,
                Some(Failure::Full) => return ffi::SQLITE_FULL,
                None => {}
            }
        }
        let result = inner!(file.xWrite(data, amount, offset));
        if let Some(of) = watched(file).filter(|_| result == ffi::SQLITE_OK) {
            let bytes = std::slice::from_raw_parts(data.cast::<u8>(), amount as usize);
            of.watch.note(|| Event::Write { file: of.file, offset: offset as usize, bytes: bytes.to_vec() });
        }
        result
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    unsafe {
        if watched(file).is_some_and(|of| of.watch.fails(Step::Truncate).is_some()) {
            return ffi::SQLITE_IOERR_TRUNCATE;
        }
        let result = inner!(file.xTruncate(size));
        if let Some(of) = watched(file).filter(|_| result == ffi::SQLITE_OK) {
            of.watch.note(|| Event::Truncate { file: of.file, size: size as usize });
        }
        result
    }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    unsafe {
        if watched(file).is_some_and(|of| of.watch.fails(Step::Sync).is_some()) {
            return ffi::SQLITE_IOERR_FSYNC;
        }
        let result = inner!(file.xSync(flags));
        if let Some(of) = watched(file).filter(|_| result == ffi::SQLITE_OK) {
            let with_folder = of.syncs_folder.swap(false, std::sync::atomic::Ordering::Relaxed);
            of.watch.note(|| Event::Sync { file: of.file, with_folder });
        }
        result
    }
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    data: *mut c_void,
    amount: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    unsafe { inner!(file.xRead(data, amount, offset)) }
}

unsafe extern "C" fn file_size(file: *mut ffi::sqlite3_file, size: *mut ffi::sqlite3_int64) -> c_int {
    unsafe { inner!(file.xFileSize(size)) }
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    unsafe { inner!(file.xLock(level)) }
}

unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    unsafe { inner!(file.xUnlock(level)) }
}

unsafe extern "C" fn check_reserved_lock(file: *mut ffi::sqlite3_file, out: *mut c_int) -> c_int {
    unsafe { inner!(file.xCheckReservedLock(out)) }
}

unsafe extern "C" fn file_control(file: *mut ffi::sqlite3_file, operation: c_int, arg: *mut c_void) -> c_int {
    unsafe { inner!(file.xFileControl(operation, arg)) }
}

unsafe extern "C" fn sector_size(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe { inner!(file.xSectorSize()) }
}

unsafe extern "C" fn device_characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe { inner!(file.xDeviceCharacteristics()) }
}

unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    unsafe { inner!(file.xShmMap(page, size, extend, out)) }
}

unsafe extern "C" fn shm_lock(file: *mut ffi::sqlite3_file, offset: c_int, n: c_int, flags: c_int) -> c_int {
    unsafe { inner!(file.xShmLock(offset, n, flags)) }
}

unsafe extern "C" fn shm_barrier(file: *mut ffi::sqlite3_file) {
    unsafe {
        let inner = behind(file);
        if let Some(barrier) = (*(*inner).pMethods).xShmBarrier {
            barrier(inner);
        }
    }
}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, delete: c_int) -> c_int {
    unsafe { inner!(file.xShmUnmap(delete)) }
}
