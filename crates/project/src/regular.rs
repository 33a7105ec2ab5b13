//! Files that somebody else may have put where ours are expected: only a regular file is opened, never through a link,
//! never waiting for the other end of a pipe, and only so much of it is read.

use std::fs::{File, FileType, OpenOptions};
use std::io::Read;
use std::path::Path;

use crate::error::{Error, Result};

/// Opens the regular file at `path` as `options` say.
///
/// # Errors
/// [`Error::NotRegular`] for a link (wherever it leads), a folder, a pipe, a socket or a device, which is left as it
/// is; the system's.
pub fn open_regular(path: &Path, options: &mut OpenOptions) -> Result<File> {
    let not_regular = || Error::NotRegular(path.to_owned());
    // A device may do something when it is opened.
    if std::fs::symlink_metadata(path).is_ok_and(|metadata| !is_regular(metadata.file_type())) {
        return Err(not_regular());
    }
    let file = without_following(options).open(path).map_err(|source| match source.raw_os_error() {
        Some(code) if is_link_error(code) => not_regular(),
        _ => Error::io(path)(source),
    })?;
    // What was looked at may have been replaced since.
    let metadata = file.metadata().map_err(Error::io(path))?;
    if is_regular(metadata.file_type()) { Ok(file) } else { Err(not_regular()) }
}

/// Reads the whole regular file at `path`, of at most `limit` bytes.
///
/// # Errors
/// Those of [`open_regular`]; [`Error::TooLarge`] when there is more.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let file = open_regular(path, OpenOptions::new().read(true))?;
    let mut content = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut content).map_err(Error::io(path))?;
    if content.len() as u64 > limit {
        return Err(Error::TooLarge { path: path.to_owned(), limit });
    }
    Ok(content)
}

/// Refuses what is at `path` unless it is a regular file or nothing: SQLite would follow a link.
///
/// # Errors
/// [`Error::NotRegular`].
pub(crate) fn require_regular(path: &Path) -> Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(metadata) if !is_regular(metadata.file_type()) => Err(Error::NotRegular(path.to_owned())),
        _ => Ok(()),
    }
}

fn is_regular(kind: FileType) -> bool {
    kind.is_file()
}

#[cfg(unix)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
}

/// A link gives `ELOOP` (POSIX; `EMLINK` on FreeBSD), a socket or a pipe without a reader `ENXIO`.
#[cfg(unix)]
fn is_link_error(code: i32) -> bool {
    [libc::ELOOP, libc::EMLINK, libc::ENXIO].contains(&code)
}

#[cfg(windows)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
}

#[cfg(not(any(unix, windows)))]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(not(unix))]
fn is_link_error(_code: i32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_file_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(read_regular(&path, 4).unwrap(), b"1234");
        assert!(matches!(read_regular(&path, 3), Err(Error::TooLarge { limit: 3, .. })));
        assert!(matches!(read_regular(&folder.path().join("b"), 3), Err(Error::NotFound(_))));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_else_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("victim"), "kept").unwrap();
        std::os::unix::fs::symlink(at("victim"), at("link")).unwrap();
        std::os::unix::fs::symlink(at("nothing"), at("dangling")).unwrap();
        std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        std::fs::create_dir(at("folder")).unwrap();
        let pipe = std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap();
        assert!(pipe.success());
        for name in ["link", "dangling", "socket", "folder", "pipe", "/dev/zero"] {
            let mut write = OpenOptions::new();
            write.read(true).write(true).create(true).truncate(false);
            for options in [OpenOptions::new().read(true), &mut write] {
                let refused = open_regular(&at(name), options);
                assert!(matches!(refused, Err(Error::NotRegular(_))), "{name}: {refused:?}");
            }
        }
        assert!(!at("nothing").exists());
        assert_eq!(std::fs::read(at("victim")).unwrap(), b"kept");
    }
}
