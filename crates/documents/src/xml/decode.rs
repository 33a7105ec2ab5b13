//! Decodes XML by its byte order mark or its declaration.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::ReadError;

/// A declaration stands within this number of bytes.
const DECLARATION: usize = 512;

pub(super) fn text<'b>(entry: &str, bytes: &'b [u8]) -> Result<Cow<'b, str>, ReadError> {
    let (encoding, mark) = encoding(entry, bytes)?;
    let body = &bytes[mark..];
    if encoding == UTF_8 {
        return match std::str::from_utf8(body) {
            Ok(text) => Ok(Cow::Borrowed(text)),
            Err(error) => Err(undecodable(entry, mark + error.valid_up_to(), encoding)),
        };
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let length = decoder.max_utf8_buffer_length_without_replacement(body.len());
    let mut text = String::with_capacity(length.unwrap_or(body.len()));
    match decoder.decode_to_string_without_replacement(body, &mut text, true) {
        (DecoderResult::InputEmpty, _) => Ok(Cow::Owned(text)),
        (_, read) => Err(undecodable(entry, mark + read, encoding)),
    }
}

/// The encoding, and the length of the byte order mark.
fn encoding(entry: &str, bytes: &[u8]) -> Result<(&'static Encoding, usize), ReadError> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Ok((encoding, length));
    }
    match bytes {
        [b'<', 0, ..] => return Ok((UTF_16LE, 0)),
        [0, b'<', ..] => return Ok((UTF_16BE, 0)),
        _ => {}
    }
    let Some(label) = declared(bytes) else { return Ok((UTF_8, 0)) };
    match Encoding::for_label(label) {
        // A declaration that can be read as ASCII is not in UTF-16: its label is a leftover.
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => Ok((UTF_8, 0)),
        Some(encoding) => Ok((encoding, 0)),
        None => Err(ReadError::DamagedXml {
            entry: entry.to_owned(),
            at: 0,
            reason: format!("the encoding {} is unknown", String::from_utf8_lossy(label)),
        }),
    }
}

/// The label in `<?xml … encoding="label"?>`.
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(DECLARATION)];
    let start = head.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let head = head[start..].strip_prefix(b"<?xml")?;
    let head = &head[..memchr::memmem::find(head, b"?>")?];
    let rest = &head[memchr::memmem::find(head, b"encoding")? + b"encoding".len()..];
    let rest = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = rest.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    Some(&rest[..end])
}

fn undecodable(entry: &str, at: usize, encoding: &'static Encoding) -> ReadError {
    let reason = format!("the bytes are not {}", encoding.name());
    ReadError::DamagedXml { entry: entry.to_owned(), at: at as u64, reason }
}
