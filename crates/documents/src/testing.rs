//! Small archives for tests.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Packs texts into a zip archive.
pub(crate) fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Packs bytes under names that are not UTF-8: stored, with the name's bytes put in afterwards.
pub(crate) fn packed_raw(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut places = Vec::new();
    for (at, (name, bytes)) in files.iter().enumerate() {
        let width = name.len();
        let place = format!("{at:x>width$}");
        zip.start_file(place.clone(), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
        places.push(place);
    }
    let mut packed = zip.finish().unwrap().into_inner();
    for (place, (name, _)) in places.iter().zip(files) {
        let found: Vec<usize> = memchr::memmem::find_iter(&packed, place.as_bytes()).collect();
        for at in found {
            packed[at..at + name.len()].copy_from_slice(name);
        }
    }
    packed
}
