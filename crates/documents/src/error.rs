//! Why a document cannot be read.

use thiserror::Error;

use crate::{BinaryKind, Format};

/// A limit that protects the program from hostile files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The bytes of the file.
    FileBytes,
    /// The entries of an archive.
    Entries,
    /// The bytes of all entries together, counted while they are inflated.
    InflatedBytes,
    /// Inflated bytes per packed byte of one entry above 1 MiB.
    Ratio,
    /// Nested elements or groups.
    Depth,
    /// Elements, texts and attributes of one XML file.
    Nodes,
}

/// Why a document cannot be read. Nothing of it was imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The bytes are not of this format.
    #[error("this is not {expected}")]
    WrongFormat { expected: &'static str },
    /// The bytes are not of the format that the name of the file says. `kind` is what they are, if that is known.
    #[error("this is not {}{}", .named.title(), kind.map(|kind| format!(": it is {kind}")).unwrap_or_default())]
    Misnamed { named: Format, kind: Option<BinaryKind> },
    /// A file of a format that is refused by name, such as `.doc`.
    #[error("{name} files cannot be read")]
    Refused { name: &'static str },
    /// The file is protected by a password or by DRM.
    #[error("the file is protected")]
    Protected,
    /// The archive is torn, or an entry does not match its checksum.
    #[error("the archive is damaged at {entry}")]
    DamagedArchive { entry: String },
    /// An entry that the format needs is missing.
    #[error("the file has no {entry}")]
    MissingEntry { entry: String },
    /// The XML is not well-formed.
    #[error("{entry} is damaged near byte {at}: {reason}")]
    DamagedXml { entry: String, at: u64, reason: String },
    /// The XML declares entities or names other files.
    #[error("{entry} declares entities, which are never expanded")]
    Entities { entry: String },
    #[error("{what:?} is above its limit of {limit}")]
    TooLarge { what: Limit, limit: u64 },
    /// The text is damaged in a way that the format cannot describe otherwise.
    #[error("{entry} is damaged: {reason}")]
    Damaged { entry: String, reason: String },
}
