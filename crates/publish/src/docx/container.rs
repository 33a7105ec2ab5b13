//! The zip file around the parts.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::PublishError;

/// Packs parts in order. All have the earliest date of a zip file, so the same book gives the same file.
pub(super) fn pack(files: &[(&str, String)]) -> Result<Vec<u8>, PublishError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default());
    let mut write = || {
        for (name, text) in files {
            zip.start_file(*name, options)?;
            zip.write_all(text.as_bytes())?;
        }
        Ok::<(), zip::result::ZipError>(())
    };
    let written = write().and_then(|()| zip.finish());
    written.map(Cursor::into_inner).map_err(|error| PublishError::Container(error.to_string()))
}
