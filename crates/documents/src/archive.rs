//! The files of a source: the entries of a zip archive, or the files of a folder that the caller has read.
//!
//! Names are keys and are never used as paths, so that `..` and absolute names are harmless. Every limit is checked
//! while an entry is inflated; the sizes that an archive declares are not trusted.

use std::collections::HashMap;
use std::io::{Cursor, ErrorKind, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::{Limit, ReadError};

/// The largest file, in bytes.
pub const MAX_FILE_BYTES: u64 = 200_000_000;

/// The most entries of an archive.
pub const MAX_ENTRIES: usize = 10_000;

/// The most bytes that are inflated from one archive.
pub const MAX_INFLATED_BYTES: u64 = 512 << 20;

/// The most inflated bytes per packed byte of an entry above [`RATIO_FROM`].
pub const MAX_RATIO: u64 = 200;

/// The inflated bytes of an entry from which the ratio is checked: short runs of one character pack better.
const RATIO_FROM: u64 = 1 << 20;

/// The bytes that are inflated between two checks.
const STEP: usize = 64 << 10;

/// Every entry has this signature in the archive's list.
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";

/// The files of a source, by name.
#[derive(Debug)]
pub struct Archive<'b> {
    files: Files<'b>,
    names: Vec<String>,
    /// The index of a name in `names`, by the name in lower case.
    by_name: HashMap<String, usize>,
    inflated: u64,
}

#[derive(Debug)]
enum Files<'b> {
    /// The index of each name in the archive.
    Zip(Box<ZipArchive<Cursor<&'b [u8]>>>, Vec<usize>),
    Folder(Vec<Vec<u8>>),
}

impl<'b> Archive<'b> {
    /// Opens a zip archive.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`], [`ReadError::DamagedArchive`].
    pub fn open(bytes: &'b [u8]) -> Result<Self, ReadError> {
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(ReadError::TooLarge { what: Limit::FileBytes, limit: MAX_FILE_BYTES });
        }
        // Counted before the list is read, because reading it takes memory for every entry.
        if memchr::memmem::find_iter(bytes, ENTRY_SIGNATURE).nth(MAX_ENTRIES).is_some() {
            return Err(too_many_entries());
        }
        let list = "its list of files";
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damage(&error, list))?;
        if zip.len() > MAX_ENTRIES {
            return Err(too_many_entries());
        }
        let mut found: Vec<(String, usize)> = Vec::with_capacity(zip.len());
        for (at, raw) in zip.file_names_raw().enumerate() {
            found.push((normal_name(&decoded_name(raw)), at));
        }
        found.retain(|(name, _)| !name.is_empty() && !name.ends_with('/'));
        let (names, places): (Vec<String>, Vec<usize>) = found.into_iter().unzip();
        Ok(Self::with(names, Files::Zip(Box::new(zip), places)))
    }

    /// Takes the files of a folder: each name relative to the folder, with `/` or `\` between its parts.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`].
    pub fn from_files(files: Vec<(String, Vec<u8>)>) -> Result<Self, ReadError> {
        if files.len() > MAX_ENTRIES {
            return Err(too_many_entries());
        }
        let bytes: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        if bytes > MAX_INFLATED_BYTES {
            return Err(ReadError::TooLarge { what: Limit::InflatedBytes, limit: MAX_INFLATED_BYTES });
        }
        let (names, files): (Vec<String>, Vec<Vec<u8>>) =
            files.into_iter().map(|(name, bytes)| (normal_name(&name), bytes)).unzip();
        Ok(Self::with(names, Files::Folder(files)))
    }

    fn with(names: Vec<String>, files: Files<'b>) -> Self {
        // The last of two equal names wins, as in other readers.
        let by_name = names.iter().enumerate().map(|(at, name)| (name.to_lowercase(), at)).collect();
        Self { files, names, by_name, inflated: 0 }
    }

    /// The names of all files, in the order of the source, with `/` between their parts.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether there is a file of this name. Case is ignored if no name matches exactly.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<usize> {
        let name = normal_name(name);
        let at = *self.by_name.get(&name.to_lowercase())?;
        if self.names[at] == name {
            return Some(at);
        }
        // Two names that differ only in case.
        Some(self.names.iter().rposition(|other| *other == name).unwrap_or(at))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`ReadError::MissingEntry`], [`ReadError::Protected`], [`ReadError::DamagedArchive`],
    /// [`ReadError::TooLarge`].
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, ReadError> {
        self.read_if_present(name)?.ok_or_else(|| ReadError::MissingEntry { entry: name.to_owned() })
    }

    /// Reads a file that may be missing.
    ///
    /// # Errors
    /// The errors of [`Self::read`] except [`ReadError::MissingEntry`].
    pub fn read_if_present(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(at) = self.find(name) else { return Ok(None) };
        match &mut self.files {
            Files::Folder(files) => Ok(Some(files[at].clone())),
            Files::Zip(zip, places) => {
                inflate(zip, places[at], &self.names[at], &mut self.inflated).map(Some)
            }
        }
    }
}

fn inflate(
    zip: &mut ZipArchive<Cursor<&[u8]>>,
    at: usize,
    name: &str,
    total: &mut u64,
) -> Result<Vec<u8>, ReadError> {
    let mut file = zip.by_index(at).map_err(|error| damage(&error, name))?;
    let packed = file.compressed_size().min(MAX_FILE_BYTES);
    let mut bytes = Vec::new();
    let mut step = vec![0; STEP];
    loop {
        let read = match file.read(&mut step) {
            Ok(0) => return Ok(bytes),
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(ReadError::DamagedArchive { entry: name.to_owned() }),
        };
        *total += read as u64;
        if *total > MAX_INFLATED_BYTES {
            return Err(ReadError::TooLarge { what: Limit::InflatedBytes, limit: MAX_INFLATED_BYTES });
        }
        bytes.extend_from_slice(&step[..read]);
        let inflated = bytes.len() as u64;
        if inflated > RATIO_FROM && inflated > packed.saturating_mul(MAX_RATIO) {
            return Err(ReadError::TooLarge { what: Limit::Ratio, limit: MAX_RATIO });
        }
    }
}

fn too_many_entries() -> ReadError {
    ReadError::TooLarge { what: Limit::Entries, limit: MAX_ENTRIES as u64 }
}

fn damage(error: &ZipError, entry: &str) -> ReadError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ReadError::Protected
        }
        ZipError::CompressionMethodNotSupported(_) => ReadError::Damaged {
            entry: entry.to_owned(),
            reason: "it is packed in a way that cannot be read".to_owned(),
        },
        _ => ReadError::DamagedArchive { entry: entry.to_owned() },
    }
}

/// Decodes a name. Names without the UTF-8 flag are often UTF-8 all the same, or GBK from a Chinese Windows.
fn decoded_name(raw: &[u8]) -> String {
    if let Ok(name) = std::str::from_utf8(raw) {
        return name.to_owned();
    }
    encoding_rs::GBK.decode_without_bom_handling(raw).0.into_owned()
}

/// A name with `/` between its parts and without `.` and empty parts. `a/../b` is `b`; parts above the top are
/// ignored.
pub(crate) fn normal_name(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    let is_folder = name.ends_with(['/', '\\']);
    parts.join("/") + if is_folder { "/" } else { "" }
}

/// The name that `target` means in the file `base`: `text/a.xhtml` and `../image.png` are `image.png`. Percent signs
/// are decoded and a fragment is cut off.
pub fn resolve(base: &str, target: &str) -> String {
    let target = target.split(['#', '?']).next().unwrap_or_default();
    let target = percent_decoded(target);
    if target.starts_with(['/', '\\']) {
        return normal_name(&target);
    }
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    normal_name(&format!("{folder}/{target}"))
}

/// Decodes `%E7%AB%A0`; leaves what is not a valid sequence.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let value = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(value.unwrap_or(bytes[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests;
