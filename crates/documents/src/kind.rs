//! Files that are no text, recognised by their first bytes.

use std::fmt;

/// The kind of a binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryKind {
    /// A Word document (.docx).
    Docx,
    /// An EPUB book.
    Epub,
    /// Another ZIP archive.
    Zip,
    /// A PDF.
    Pdf,
    /// A legacy Office document (.doc, .xls and so on).
    OldOffice,
    /// A Rich Text document.
    Rtf,
    /// A Mobipocket or Kindle book.
    Mobi,
    Png,
    Jpeg,
    Gif,
    /// A compressed archive other than ZIP.
    Archive,
    /// An SQLite database, perhaps a Wenfang project.
    Sqlite,
    /// A program.
    Program,
    /// UTF-32, which practically no program writes.
    Utf32,
    /// NULs or control characters, which prose does not have.
    Unknown,
}

/// Magic bytes and the kind they identify. Longer prefixes come before shorter ones that they contain.
const MAGIC: [(&[u8], BinaryKind); 20] = [
    (b"\xff\xfe\0\0", BinaryKind::Utf32),
    (b"\0\0\xfe\xff", BinaryKind::Utf32),
    (b"PK\x03\x04", BinaryKind::Zip),
    (b"PK\x05\x06", BinaryKind::Zip),
    (b"%PDF-", BinaryKind::Pdf),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", BinaryKind::OldOffice),
    (b"{\\rtf", BinaryKind::Rtf),
    (b"\x89PNG\r\n\x1a\n", BinaryKind::Png),
    (b"\xff\xd8\xff", BinaryKind::Jpeg),
    (b"GIF87a", BinaryKind::Gif),
    (b"GIF89a", BinaryKind::Gif),
    (b"\x1f\x8b", BinaryKind::Archive),
    (b"BZh9", BinaryKind::Archive),
    (b"\xfd7zXZ\0", BinaryKind::Archive),
    (b"7z\xbc\xaf\x27\x1c", BinaryKind::Archive),
    (b"Rar!\x1a\x07", BinaryKind::Archive),
    (b"\x28\xb5\x2f\xfd", BinaryKind::Archive),
    (b"SQLite format 3\0", BinaryKind::Sqlite),
    (b"\x7fELF", BinaryKind::Program),
    (b"MZ\x90\0", BinaryKind::Program),
];

/// A ZIP archive names its first members within this number of bytes.
const ZIP_HEAD: usize = 4096;

impl BinaryKind {
    /// Returns the kind of file that the magic bytes identify, if any.
    pub fn by_magic(bytes: &[u8]) -> Option<Self> {
        if bytes.get(60..68) == Some(b"BOOKMOBI") {
            return Some(Self::Mobi);
        }
        let (_, kind) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic))?;
        if *kind != Self::Zip {
            return Some(*kind);
        }
        let head = &bytes[..bytes.len().min(ZIP_HEAD)];
        let names = |name: &[u8]| head.windows(name.len()).any(|window| window == name);
        if names(b"application/epub+zip") {
            Some(Self::Epub)
        } else if names(b"word/") || names(b"[Content_Types].xml") {
            Some(Self::Docx)
        } else {
            Some(Self::Zip)
        }
    }

    /// A short name, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Epub => "epub",
            Self::Zip => "zip",
            Self::Pdf => "pdf",
            Self::OldOffice => "doc",
            Self::Rtf => "rtf",
            Self::Mobi => "mobi",
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Archive => "archive",
            Self::Sqlite => "sqlite",
            Self::Program => "program",
            Self::Utf32 => "utf32",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for BinaryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Docx => "a Word document (docx)",
            Self::Epub => "an EPUB book",
            Self::Zip => "a ZIP archive",
            Self::Pdf => "a PDF",
            Self::OldOffice => "an old Office document (doc)",
            Self::Rtf => "a Rich Text document (rtf)",
            Self::Mobi => "a Kindle or Mobipocket book",
            Self::Png => "a picture (png)",
            Self::Jpeg => "a picture (jpg)",
            Self::Gif => "a picture (gif)",
            Self::Archive => "a compressed archive",
            Self::Sqlite => "an SQLite database",
            Self::Program => "a program",
            Self::Utf32 => "UTF-32",
            Self::Unknown => "binary data",
        })
    }
}
