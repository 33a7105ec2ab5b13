//! The pages of a database file as bytes, in any state (sqlite.org/fileformat2.html).

use std::collections::HashSet;

use crate::schema::NOVEL;

/// Page size in bytes: SQLite's default, which no project file changes.
pub(super) const PAGE: usize = 4096;

/// The signature of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Header fields whose value is the same in every project file: offset and bytes. The two version bytes at 18 are
/// left alone if they are valid: they show whether there is a log.
const FIXED: &[(usize, &[u8])] = &[
    (0, MAGIC),
    (16, &[0x10, 0x00]),    // page size
    (20, &[0, 64, 32, 32]), // reserved bytes, payload fractions
    (44, &[0, 0, 0, 4]),    // schema format
    (52, &[0; 4]),          // no auto-vacuum
    (56, &[0, 0, 0, 1]),    // UTF-8
    (64, &[0; 4]),          // no incremental vacuum
    (72, &[0; 20]),         // reserved for expansion
];

/// Offset of the schema of the project (`user_version`).
const USER_VERSION: usize = 60;
/// Offset of the application id.
const APPLICATION_ID: usize = 68;
/// Offset of the first page of the freelist.
const FREELIST: usize = 32;

/// The pages of a file, numbered from 1. A page truncated by the end of the file is not included.
pub(super) struct Pages(Vec<u8>);

impl Pages {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.0.len() / PAGE).unwrap_or(u32::MAX)
    }

    pub(super) fn get(&self, number: u32) -> Option<&[u8]> {
        let start = usize::try_from(number.checked_sub(1)?).ok()?.checked_mul(PAGE)?;
        self.0.get(start..start.checked_add(PAGE)?)
    }

    /// Whether the header is that of a project file, or `table` occurs anywhere in the file.
    pub(super) fn is_project(&self, table: &[u8]) -> bool {
        self.schema().is_some() || self.0.windows(table.len()).any(|bytes| bytes == table)
    }

    /// The schema in the header, if the header is that of a project file.
    pub(super) fn schema(&self) -> Option<i64> {
        let application = i64::from(number(&self.0, APPLICATION_ID)?);
        let version = i64::from(number(&self.0, USER_VERSION)?.cast_signed());
        (application == NOVEL.application_id).then_some(version)
    }

    /// The pages on the freelist, as far as it can be followed.
    pub(super) fn free(&self) -> HashSet<u32> {
        let mut free = HashSet::new();
        let mut next = number(&self.0, FREELIST).unwrap_or(0);
        while let Some(trunk) = self.get(next).filter(|_| free.insert(next)) {
            let listed = number(trunk, 4).map_or(0, |count| usize::try_from(count).unwrap_or(0));
            for at in (0..listed.min(PAGE / 4 - 2)).map(|at| 8 + 4 * at) {
                free.extend(number(trunk, at));
            }
            next = number(trunk, 0).unwrap_or(0);
        }
        free
    }
}

/// Reads a big-endian 32-bit number.
pub(super) fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)
}

/// Repairs the header fields that are the same in every project file, so that SQLite reads the rest. Returns
/// whether anything was wrong.
pub(super) fn repair_header(header: &mut [u8]) -> bool {
    let mut was_damaged = false;
    for (at, wanted) in FIXED {
        if let Some(found) = header.get_mut(*at..at + wanted.len())
            && found != *wanted
        {
            found.copy_from_slice(wanted);
            was_damaged = true;
        }
    }
    if let Some(versions) = header.get_mut(18..20)
        && *versions != [1, 1]
        && *versions != [2, 2]
    {
        versions.copy_from_slice(&[2, 2]);
        was_damaged = true;
    }
    was_damaged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_repaired_once() {
        let mut header = vec![0xFF; 100];
        assert!(repair_header(&mut header));
        assert!(!repair_header(&mut header));
        assert!(header.starts_with(MAGIC));
    }

    #[test]
    fn a_cyclic_freelist_ends() {
        let mut bytes = vec![0; 3 * PAGE];
        bytes[FREELIST..FREELIST + 4].copy_from_slice(&2u32.to_be_bytes());
        bytes[PAGE..PAGE + 12].copy_from_slice(&[0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3]);
        assert_eq!(Pages::new(bytes).free(), HashSet::from([2, 3]));
    }
}
