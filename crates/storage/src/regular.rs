//! Opens regular files only, so that a read never blocks on a pipe or runs on in an endless device.
//!
//! A file beside another, where someone else may have put a link, is never opened through a link. A file that the
//! author names may be a link, since the author may keep the file elsewhere; reads from it are bounded.

use std::fs::{File, FileType, OpenOptions};
use std::io::Read;
use std::path::Path;

use crate::error::{Error, Result};

/// Opens the regular file at `path` with `options`.
///
/// # Errors
/// [`Error::NotRegular`] for a link (whatever its target), a folder, a pipe, a socket or a device, which is not
/// changed; I/O errors.
pub fn open_regular(path: &Path, options: &mut OpenOptions) -> Result<File> {
    let not_regular = || Error::NotRegular(path.to_owned());
    // Opening a device may have side effects.
    if std::fs::symlink_metadata(path).is_ok_and(|metadata| !is_regular(metadata.file_type())) {
        return Err(not_regular());
    }
    let file = without_following(options).open(path).map_err(|source| match source.raw_os_error() {
        Some(code) if is_link_error(code) => not_regular(),
        _ => Error::io(path)(source),
    })?;
    // The path may have been replaced since the check.
    let metadata = file.metadata().map_err(Error::io(path))?;
    if is_regular(metadata.file_type()) { Ok(file) } else { Err(not_regular()) }
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// [`Error::NotAFile`] for anything but a regular file; [`Error::FileTooLarge`]; I/O errors.
pub fn read_regular(path: &Path, most: usize) -> Result<Vec<u8>> {
    let file = open_followed(path)?;
    let mut bytes = Vec::new();
    // A file may grow while it is read, and some file systems report a wrong size.
    let bound = (most as u64).saturating_add(1);
    file.take(bound).read_to_end(&mut bytes).map_err(Error::io(path))?;
    if bytes.len() > most {
        return Err(Error::FileTooLarge { path: path.to_owned(), most });
    }
    Ok(bytes)
}

/// Refuses to replace a special file: a device, a pipe or a socket. A missing file is accepted; so is a folder,
/// because nothing can replace it.
///
/// # Errors
/// [`Error::NotAFile`].
pub fn refuse_special(path: &Path) -> Result<()> {
    let is_special = std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_special { Err(Error::NotAFile(path.to_owned())) } else { Ok(()) }
}

fn open_followed(path: &Path) -> Result<File> {
    // Opening a device may have side effects.
    refuse_special(path)?;
    let mut options = File::options();
    options.read(true);
    // A pipe may have replaced the file since the check.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.open(path).map_err(Error::io(path))?;
    if file.metadata().map_err(Error::io(path))?.is_file() {
        Ok(file)
    } else {
        Err(Error::NotAFile(path.to_owned()))
    }
}

/// Refuses anything at `path` except a regular file or nothing: SQLite would follow a link.
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

/// Opening a link fails with `ELOOP` (POSIX; `EMLINK` on FreeBSD), a socket or a pipe without a reader with
/// `ENXIO`.
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
    fn a_file_is_read_completely_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular(&path, 5).unwrap(), b"12345");
        assert!(matches!(read_regular(&path, 4), Err(Error::FileTooLarge { most: 4, .. })));
        assert!(matches!(read_regular(&folder.path().join("none"), 4), Err(Error::NotFound(_))));
        assert!(matches!(read_regular(folder.path(), 4), Err(Error::NotAFile(_))));
        assert!(refuse_special(&path).is_ok() && refuse_special(&folder.path().join("none")).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_without_a_writer_is_refused_without_blocking() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/null")] {
            assert!(matches!(read_regular(path, 10), Err(Error::NotAFile(_))), "{path:?}");
            assert!(matches!(refuse_special(path), Err(Error::NotAFile(_))), "{path:?}");
        }
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert!(matches!(read_regular(&link, 10), Err(Error::NotAFile(_))));
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_opened() {
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
