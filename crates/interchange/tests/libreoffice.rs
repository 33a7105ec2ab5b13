//! Imports novels that LibreOffice wrote in each of its formats and compares them with their source.
//!
//! LibreOffice and the shared corpus are not part of the repository; without them this test prints a message and passes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]

mod kit;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kit::novel::{Novel, Piece, check, chinese, english};

/// The format of a file, and its name in LibreOffice.
const FORMATS: [(&str, &str); 5] = [
    ("docx", "docx"),
    ("odt", "odt"),
    ("rtf", "rtf"),
    ("epub", "epub"),
    ("html", "html:XHTML Writer File:UTF8"),
];

const NAMESPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";

/// A novel as flat OpenDocument.
fn flat(novel: &Novel) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let italics = |text: &str| -> String {
        let parts = text.split('_').enumerate().map(|(at, part)| match at % 2 {
            0 => escaped(part),
            _ => format!("<text:span text:style-name=\"T1\">{}</text:span>", escaped(part)),
        });
        parts.collect()
    };
    let lines = novel.pieces.iter().map(|piece| match piece {
        Piece::Chapter(text) => format!("<text:h text:outline-level=\"1\">{}</text:h>", escaped(text)),
        Piece::Paragraph(text) => format!("<text:p>{}</text:p>", italics(text)),
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document {NAMESPACES} office:version=\"1.2\" \
         office:mimetype=\"application/vnd.oasis.opendocument.text\"><office:meta><dc:title>Title</dc:title>\
         </office:meta><office:automatic-styles><style:style style:name=\"T1\" style:family=\"text\">\
         <style:text-properties fo:font-style=\"italic\" style:font-style-asian=\"italic\"/></style:style>\
         </office:automatic-styles><office:body><office:text>{}</office:text></office:body></office:document>",
        lines.collect::<String>()
    )
}

/// Converts files; `false`, with a message, without LibreOffice.
fn convert(folder: &Path, files: &[PathBuf], format: &str) -> bool {
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let mut command = Command::new("soffice");
    command
        .args([profile.as_str(), "--headless", "--convert-to", format, "--outdir"])
        .arg(folder)
        .args(files);
    match command.stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) => {
            assert!(status.success(), "LibreOffice does not write {format}");
            true
        }
        Err(_) => {
            eprintln!("skipped: LibreOffice (soffice) is not installed");
            false
        }
    }
}

#[test]
fn novels_survive_every_format_of_libreoffice() {
    let (Some(chinese), Some(english)) = (chinese(), english()) else { return };
    let folder = std::env::temp_dir().join(format!("wenfang-libreoffice-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let novels = [("chinese", chinese), ("english", english)];
    let files: Vec<PathBuf> = novels.iter().map(|(name, _)| folder.join(format!("{name}.fodt"))).collect();
    for (file, (_, novel)) in files.iter().zip(&novels) {
        std::fs::write(file, flat(novel)).unwrap();
    }
    for (ending, format) in FORMATS {
        if !convert(&folder, &files, format) {
            break;
        }
        for (name, novel) in &novels {
            let bytes = std::fs::read(folder.join(format!("{name}.{ending}"))).unwrap();
            check(novel, ending, &bytes);
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
