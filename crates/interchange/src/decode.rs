//! Decoding bytes to text. The encoding is detected from the bytes, and no byte is dropped silently.
//!
//! A byte order mark decides first, then strict UTF-8. Otherwise unmarked UTF-16, GB 18030, Big5 and Shift_JIS
//! are ranked by how much the decoded text looks like prose ([`detect`]). Strict UTF-8 precedes unmarked UTF-16
//! because English prose without a NUL is also plausible Chinese in UTF-16; bytes with a NUL are never read as
//! UTF-8. Bytes that cannot be decoded are an error with their offset, unless the caller asked to replace them
//! with U+FFFD.

mod detect;

use encoding_rs::DecoderResult;
use serde::Serialize;
use thiserror::Error;
use wenfang_text::CanonicalText;

pub use wenfang_documents::BinaryKind;

use crate::Encoding;

/// The maximum size of a file in bytes: 200 MB, from the design's import rules.
pub const MAX_BYTES: usize = 200_000_000;

/// The maximum number of lines of a file. The longest novels have fewer than half a million paragraphs; reading
/// takes up to 200 bytes per line besides the text, which is 1 GB at this limit.
pub const MAX_LINES: usize = 5_000_000;

/// The maximum number of input bytes for which the replacing decoder reserves space at a time.
const RESERVE_STEP: usize = 1 << 16;

/// Text with more C0 controls than one in this number of characters is not prose.
const MIN_CHARS_PER_CONTROL: usize = 20;

/// How to handle bytes that the encoding cannot decode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Undecodable {
    /// Refuse the file.
    #[default]
    Refuse,
    /// Replace and count them.
    Replace,
}

/// The decoded text of a file and how it was decoded.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The canonical text, without the byte order mark.
    pub text: CanonicalText,
    pub encoding: Encoding,
    /// Whether the file had a byte order mark.
    pub had_bom: bool,
    /// The changes made to get canonical text.
    pub cleaned: wenfang_text::Cleaned,
    /// The number of U+FFFD that replace bytes which could not be decoded.
    pub replacements: usize,
}

/// The reason why bytes cannot be imported as text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The file has no bytes, or only a byte order mark.
    #[error("the file is empty")]
    Empty,
    /// The file has more than [`MAX_BYTES`].
    #[error("the file has {bytes} bytes; the maximum is {MAX_BYTES}")]
    TooLarge { bytes: usize },
    /// The file has more than [`MAX_LINES`].
    #[error("the file has {lines} lines; the maximum is {MAX_LINES}")]
    TooManyLines { lines: usize },
    /// The file is not text.
    #[error("this is not a text file: it looks like {0}")]
    NotText(BinaryKind),
    /// Some bytes cannot be decoded in the best encoding.
    #[error("byte {offset} is not {best}; tried: {}", names(tried))]
    Undecodable {
        /// The offset of the first byte that could not be decoded in `best`.
        offset: usize,
        /// The encoding that came closest.
        best: Encoding,
        /// Every encoding that was tried.
        tried: Vec<Encoding>,
    },
}

fn names(encodings: &[Encoding]) -> String {
    encodings.iter().map(|encoding| encoding.name()).collect::<Vec<_>>().join(", ")
}

/// Decodes a file. If `encoding` is given, only that encoding is tried.
///
/// # Errors
/// See [`DecodeError`].
pub fn decode(
    bytes: &[u8],
    encoding: Option<Encoding>,
    undecodable: Undecodable,
) -> Result<Decoded, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::Empty);
    }
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge { bytes: bytes.len() });
    }
    if let Some(kind) = BinaryKind::by_magic(bytes) {
        return Err(DecodeError::NotText(kind));
    }
    let marked = byte_order_mark(bytes);
    let tried = match (encoding, marked) {
        (Some(encoding), _) => vec![encoding],
        (None, Some((encoding, _))) => vec![encoding],
        (None, None) if is_utf8(bytes) => vec![Encoding::Utf8],
        (None, None) => {
            let ranking = detect::ranked(bytes);
            if !ranking.plausible && undecodable == Undecodable::Refuse {
                return Err(implausible(bytes, &ranking.encodings));
            }
            ranking.encodings
        }
    };
    let mark = marked.filter(|(by_mark, _)| tried.first() == Some(by_mark)).map_or(0, |(_, length)| length);
    let body = &bytes[mark..];
    if body.is_empty() {
        return Err(DecodeError::Empty);
    }
    let (chosen, text, replacements) =
        read(body, &tried, undecodable).map_err(|(best, at)| DecodeError::Undecodable {
            offset: mark + at,
            best,
            tried: tried_names(encoding, marked.is_some(), &tried),
        })?;
    if !matches!(chosen, Encoding::Utf16Le | Encoding::Utf16Be) && body.contains(&0) {
        return Err(DecodeError::NotText(BinaryKind::Unknown));
    }
    finish(text, RawText { encoding: chosen, had_bom: mark > 0, replacements })
}

/// The number of multi-byte characters that cannot be valid UTF-8 by chance: twelve bytes in four threes.
const MIN_MULTIBYTE_CHARS: usize = 4;

/// Whether bytes without a NUL are UTF-8. A truncated or damaged end is still UTF-8, so that the error says so.
fn is_utf8(bytes: &[u8]) -> bool {
    let is_meant = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => {
            let (sound, rest) = bytes.split_at(error.valid_up_to());
            // The longest sequence has four bytes.
            rest.len() < 4 && sound.iter().filter(|byte| **byte >= 0xc0).count() >= MIN_MULTIBYTE_CHARS
        }
    };
    is_meant && !bytes.contains(&0)
}

/// Returns the error for bytes that can be decoded but do not look like prose.
fn implausible(bytes: &[u8], ranked: &[Encoding]) -> DecodeError {
    if bytes.contains(&0) {
        return DecodeError::NotText(BinaryKind::Unknown);
    }
    let sound = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    if sound * 2 > bytes.len() {
        let tried = tried_names(None, false, ranked);
        return DecodeError::Undecodable { offset: sound, best: Encoding::Utf8, tried };
    }
    let offset = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let best = ranked.first().copied().unwrap_or(Encoding::Utf8);
    DecodeError::Undecodable { offset, best, tried: tried_names(None, false, ranked) }
}

/// The decoding result before the text is cleaned.
struct RawText {
    encoding: Encoding,
    had_bom: bool,
    replacements: usize,
}

fn finish(mut text: String, raw: RawText) -> Result<Decoded, DecodeError> {
    let mut had_bom = raw.had_bom;
    // GB 18030 has its own byte order mark (84 31 95 33), and some tools write two marks.
    while text.starts_with('\u{feff}') {
        text.remove(0);
        had_bom = true;
    }
    let length = text.len();
    let (text, cleaned) = CanonicalText::cleaned(text);
    if cleaned.controls > 4 && cleaned.controls > length / MIN_CHARS_PER_CONTROL {
        return Err(DecodeError::NotText(BinaryKind::Unknown));
    }
    if text.is_empty() {
        return Err(DecodeError::Empty);
    }
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    if lines > MAX_LINES {
        return Err(DecodeError::TooManyLines { lines });
    }
    Ok(Decoded { text, encoding: raw.encoding, had_bom, cleaned, replacements: raw.replacements })
}

/// Returns the encodings to name in an error. Without a given encoding or a mark, UTF-8 was tried before the
/// ranking.
fn tried_names(named: Option<Encoding>, marked: bool, ranked: &[Encoding]) -> Vec<Encoding> {
    let mut tried = ranked.to_vec();
    if named.is_none() && !marked && !tried.contains(&Encoding::Utf8) {
        tried.insert(0, Encoding::Utf8);
    }
    tried
}

/// Reads `body` in the first of `ranked` that decodes it strictly. If none does, replaces undecodable bytes in
/// the first, or returns where the first failed.
fn read(
    body: &[u8],
    ranked: &[Encoding],
    undecodable: Undecodable,
) -> Result<(Encoding, String, usize), (Encoding, usize)> {
    let mut first_failure = None;
    for &encoding in ranked {
        match strict(body, encoding) {
            Ok(text) => return Ok((encoding, text, 0)),
            Err(at) => _ = first_failure.get_or_insert((encoding, at)),
        }
    }
    let failure = first_failure.unwrap_or((Encoding::Utf8, 0));
    match undecodable {
        Undecodable::Refuse => Err(failure),
        Undecodable::Replace => {
            let (text, replacements) = replacing(body, failure.0);
            Ok((failure.0, text, replacements))
        }
    }
}

/// Decodes strictly, or returns the offset of the first byte that cannot be decoded.
fn strict(bytes: &[u8], encoding: Encoding) -> Result<String, usize> {
    if encoding == Encoding::Utf8 {
        return std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| error.valid_up_to());
    }
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let capacity = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(capacity.unwrap_or(bytes.len()));
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::InputEmpty, _) => {
            text.shrink_to_fit();
            Ok(text)
        }
        (DecoderResult::Malformed(length, after), read) => {
            Err(read.saturating_sub(usize::from(length) + usize::from(after)))
        }
        (DecoderResult::OutputFull, read) => Err(read),
    }
}

/// Decodes with U+FFFD for undecodable bytes and counts the replacements.
fn replacing(bytes: &[u8], encoding: Encoding) -> (String, usize) {
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() * 3 / 2 + 16);
    let mut rest = bytes;
    let mut replacements = 0;
    loop {
        // Reserve in steps, so that many malformed bytes do not reserve space for the whole rest each time.
        text.reserve(
            decoder
                .max_utf8_buffer_length_without_replacement(rest.len().min(RESERVE_STEP))
                .unwrap_or(4 * RESERVE_STEP),
        );
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return (text, replacements),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                replacements += 1;
                text.push('\u{fffd}');
            }
        }
    }
}

/// Returns the encoding and length of the byte order mark at the start of `bytes`.
fn byte_order_mark(bytes: &[u8]) -> Option<(Encoding, usize)> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some((Encoding::Utf8, 3)),
        [0xff, 0xfe, ..] => Some((Encoding::Utf16Le, 2)),
        [0xfe, 0xff, ..] => Some((Encoding::Utf16Be, 2)),
        [0x84, 0x31, 0x95, 0x33, ..] => Some((Encoding::Gb18030, 4)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
