//! Tells the format of a document by its content, and by its name where the content does not tell.

use crate::archive::Archive;
use crate::{BinaryKind, Changes, Document, ReadError, docx, epub, html, odt, rtf};

/// A format of a single file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Docx,
    Odt,
    /// An OpenDocument text in one XML file.
    FlatOdt,
    Epub,
    Html,
    /// A web page in one file (MHTML).
    PackedHtml,
    Rtf,
}

/// All formats with the endings of their names.
const FORMATS: &[(Format, &[&str])] = &[
    (Format::Docx, &["docx", "docm", "dotx", "dotm"]),
    (Format::Odt, &["odt", "ott"]),
    (Format::FlatOdt, &["fodt"]),
    (Format::Epub, &["epub"]),
    (Format::Html, &["html", "htm", "xhtml"]),
    (Format::PackedHtml, &["mht", "mhtml"]),
    (Format::Rtf, &["rtf"]),
];

/// Endings of formats that are refused by name.
const REFUSED: &[(&str, &str)] = &[
    ("doc", "Word 97 (.doc)"),
    ("dot", "Word 97 (.dot)"),
    ("wps", "WPS (.wps)"),
    ("wpt", "WPS (.wpt)"),
    ("pages", "Pages (.pages)"),
];

/// The first bytes of old Office files, and of protected new ones.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// A page begins within this number of bytes.
const HEAD: usize = 1024;

/// The endings of all formats, in lower case and without the dot.
pub fn endings() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|(_, endings)| endings.iter().copied())
}

/// The endings of formats that are refused by name.
pub fn refused_endings() -> impl Iterator<Item = &'static str> {
    REFUSED.iter().map(|(ending, _)| *ending)
}

impl Format {
    /// The format of a file; `None` if it is not a document, such as plain text.
    ///
    /// # Errors
    /// [`ReadError::Refused`], [`ReadError::Protected`]; a damaged archive.
    pub fn of(bytes: &[u8], name: Option<&str>) -> Result<Option<Self>, ReadError> {
        let ending =
            name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending.to_ascii_lowercase());
        let by_name = ending.as_deref().and_then(|ending| {
            FORMATS.iter().find(|(_, endings)| endings.contains(&ending)).map(|(format, _)| *format)
        });
        let refused = ending.as_deref().and_then(|ending| REFUSED.iter().find(|(known, _)| *known == ending));
        if bytes.starts_with(b"PK\x03\x04") {
            return packed(bytes, by_name);
        }
        if bytes.starts_with(OLE) {
            let mark: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
            if memchr::memmem::find(bytes, &mark).is_some() {
                return Err(ReadError::Protected);
            }
            return Err(match by_name {
                Some(named) => ReadError::Misnamed { named, kind: Some(BinaryKind::OldOffice) },
                None => ReadError::Refused { name: refused.map_or(REFUSED[0].1, |(_, name)| name) },
            });
        }
        // Some sites write web pages under the name of Word files.
        let by_content = plain(bytes);
        let is_named_text = matches!(ending.as_deref(), Some("txt" | "md" | "markdown"));
        if let Some(format) = by_content.filter(|_| !is_named_text) {
            return Ok(Some(format));
        }
        if let (Some(named), Some(kind)) = (by_name, BinaryKind::by_magic(bytes)) {
            return Err(ReadError::Misnamed { named, kind: Some(kind) });
        }
        match by_name {
            Some(Self::Html | Self::PackedHtml | Self::FlatOdt) | None => Ok(by_name),
            // A text under the name of an RTF file.
            Some(Self::Rtf) => Ok(None),
            Some(_) if bytes.is_empty() => Ok(None),
            Some(named) => Err(ReadError::Misnamed { named, kind: None }),
        }
    }

    /// What a file of this format is, in words.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Docx => "a Word document",
            Self::Odt | Self::FlatOdt => "an OpenDocument text",
            Self::Epub => "an EPUB book",
            Self::Html | Self::PackedHtml => "a web page",
            Self::Rtf => "a Rich Text document",
        }
    }

    /// The short name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Odt => "odt",
            Self::FlatOdt => "fodt",
            Self::Epub => "epub",
            Self::Html => "html",
            Self::PackedHtml => "mhtml",
            Self::Rtf => "rtf",
        }
    }

    /// Reads a document of this format.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(self, bytes: &[u8]) -> Result<Document, ReadError> {
        self.read_with(bytes, Changes::Accepted)
    }

    /// Reads a document with or without its tracked changes. Only Word, OpenDocument and RTF files are read
    /// without them.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read_with(self, bytes: &[u8], changes: Changes) -> Result<Document, ReadError> {
        match self {
            Self::Docx => docx::read_with(bytes, changes),
            Self::Odt => odt::read_with(bytes, changes),
            Self::FlatOdt => odt::read_flat_with(bytes, changes),
            Self::Epub => epub::read(bytes),
            Self::Html => html::read(bytes),
            Self::PackedHtml => html::read_packed(bytes),
            Self::Rtf => rtf::read_with(bytes, changes),
        }
    }
}

fn packed(bytes: &[u8], by_name: Option<Format>) -> Result<Option<Format>, ReadError> {
    let mut archive = Archive::open(bytes)?;
    if archive.has("META-INF/container.xml") {
        return Ok(Some(Format::Epub));
    }
    if archive.has("content.xml") {
        let kind = archive.read_if_present("mimetype")?.unwrap_or_default();
        let is_text = kind.is_empty() || kind.starts_with(b"application/vnd.oasis.opendocument.text");
        return if is_text {
            Ok(Some(Format::Odt))
        } else {
            Err(ReadError::WrongFormat { expected: "a text" })
        };
    }
    if archive.has("[Content_Types].xml") || archive.has("word/document.xml") {
        if archive.has("xl/workbook.xml") || archive.has("ppt/presentation.xml") {
            return Err(ReadError::WrongFormat { expected: "a text" });
        }
        return Ok(Some(Format::Docx));
    }
    let is_pages = archive.names().iter().any(|name| name.ends_with(".iwa") || name == "Index.zip");
    if is_pages {
        return Err(ReadError::Refused { name: "Pages (.pages)" });
    }
    Ok(by_name.filter(|format| matches!(format, Format::Docx | Format::Odt | Format::Epub)))
}

fn plain(bytes: &[u8]) -> Option<Format> {
    let head: Vec<u8> = bytes[..bytes.len().min(HEAD)].to_ascii_lowercase();
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head).trim_ascii_start();
    let has = |word: &[u8]| memchr::memmem::find(head, word).is_some();
    if head.starts_with(b"<!doctype html") || head.starts_with(b"<html") {
        return Some(Format::Html);
    }
    if head.starts_with(b"{\\rtf") {
        return Some(Format::Rtf);
    }
    if head.starts_with(b"<?xml") {
        return match () {
            () if has(b"<html") || has(b"<!doctype html") => Some(Format::Html),
            () if has(b"office:document") => Some(Format::FlatOdt),
            () => None,
        };
    }
    let is_message =
        head.starts_with(b"mime-version:") || head.starts_with(b"from:") && has(b"mime-version:");
    (is_message && has(b"multipart/related")).then_some(Format::PackedHtml)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::packed as zip;

    #[test]
    fn content_tells_before_the_name() {
        let word = zip(&[("[Content_Types].xml", ""), ("word/document.xml", "")]);
        let book = zip(&[("mimetype", "application/epub+zip"), ("META-INF/container.xml", "")]);
        let text = zip(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "")]);
        for (bytes, name, format) in [
            (word.as_slice(), "a.txt", Some(Format::Docx)),
            (&book, "a.docx", Some(Format::Epub)),
            (&text, "a", Some(Format::Odt)),
            (b"<!DOCTYPE html><p>a", "a.doc", Some(Format::Html)),
            (b"<html>", "a.txt", None),
            (
                b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n",
                "a.doc",
                Some(Format::PackedHtml),
            ),
            (b"<?xml version='1.0'?><office:document>", "a.xml", Some(Format::FlatOdt)),
            (b"<p>a", "a.HTM", Some(Format::Html)),
            (b"{\\rtf1 a}", "a.doc", Some(Format::Rtf)),
            ("第一章".as_bytes(), "a.txt", None),
            ("第一章".as_bytes(), "a", None),
        ] {
            assert_eq!(Format::of(bytes, Some(name)).unwrap(), format, "{name}");
        }
    }

    #[test]
    fn old_and_protected_files_are_refused_by_name() {
        let old = [OLE, b"x".as_slice()].concat();
        let locked: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let locked = [OLE, locked.as_slice()].concat();
        let of = |bytes: &[u8], name: &str| Format::of(bytes, Some(name)).unwrap_err();
        assert_eq!(of(&old, "a.doc"), ReadError::Refused { name: "Word 97 (.doc)" });
        assert_eq!(of(&old, "a.wps"), ReadError::Refused { name: "WPS (.wps)" });
        assert_eq!(of(&locked, "a.docx"), ReadError::Protected);
        assert_eq!(
            of(&zip(&[("Index/Document.iwa", "")]), "a.pages"),
            ReadError::Refused { name: "Pages (.pages)" }
        );
        assert_eq!(
            of(&zip(&[("[Content_Types].xml", ""), ("xl/workbook.xml", "")]), "a.xlsx"),
            ReadError::WrongFormat { expected: "a text" }
        );
    }

    #[test]
    fn a_wrong_name_is_told_from_damage() {
        let old = [OLE, b"x".as_slice()].concat();
        let of = |bytes: &[u8], name: &str| Format::of(bytes, Some(name)).unwrap_err();
        for (bytes, name, named, kind) in [
            (b"\x89PNG\r\n\x1a\n".as_slice(), "a.docx", Format::Docx, Some(BinaryKind::Png)),
            (b"\xff\xd8\xff\xe0", "a.DOCX", Format::Docx, Some(BinaryKind::Jpeg)),
            (b"GIF89a", "a.odt", Format::Odt, Some(BinaryKind::Gif)),
            (b"%PDF-1.7", "a.docx", Format::Docx, Some(BinaryKind::Pdf)),
            (b"\x89PNG\r\n\x1a\n", "a.html", Format::Html, Some(BinaryKind::Png)),
            (b"%PDF-1.7", "a.rtf", Format::Rtf, Some(BinaryKind::Pdf)),
            (&old, "a.docx", Format::Docx, Some(BinaryKind::OldOffice)),
            (b"torn", "a.epub", Format::Epub, None),
        ] {
            assert_eq!(of(bytes, name), ReadError::Misnamed { named, kind }, "{name}");
        }
        let png = of(b"\x89PNG\r\n\x1a\n", "a.docx");
        assert_eq!(png.to_string(), "this is not a Word document: it is a picture (png)");
        assert_eq!(of(b"torn", "a.docx").to_string(), "this is not a Word document");
        assert!(matches!(of(b"PK\x03\x04torn", "a.docx"), ReadError::DamagedArchive { .. }));
    }
}
