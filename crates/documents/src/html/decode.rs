//! Decodes pages: by their mark, their transport, their own declaration, or what their bytes look like.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::{LossKind, Losses};

/// A declaration stands within this number of bytes, as in browsers but with room for the comments of Word.
const HEAD: usize = 4096;

/// Decodes a page. Bytes that cannot be decoded become U+FFFD and are counted.
pub(super) fn text(bytes: &[u8], charset: Option<&str>, losses: &mut Losses) -> String {
    let named = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    let encoding = named.or_else(|| declared(bytes)).unwrap_or_else(|| guessed(bytes));
    // A byte order mark comes before everything else.
    let (text, _, is_damaged) = encoding.decode(bytes);
    if is_damaged {
        let count = text.matches('\u{fffd}').count();
        for _ in 0..count {
            losses.name(LossKind::Undecodable, encoding.name());
        }
    }
    text.into_owned()
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, ..] => return Some(UTF_16LE),
        [0, b'<', ..] => return Some(UTF_16BE),
        _ => {}
    }
    let head: Vec<u8> = bytes[..bytes.len().min(HEAD)].to_ascii_lowercase();
    let mut rest = head.as_slice();
    for word in [b"charset".as_slice(), b"encoding"] {
        while let Some(at) = memchr::memmem::find(rest, word) {
            rest = &rest[at + word.len()..];
            let value = rest.trim_ascii_start();
            let Some(value) = value.strip_prefix(b"=") else { continue };
            let value = value.trim_ascii_start();
            let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
            let end = value.iter().position(|byte| !(byte.is_ascii_alphanumeric() || b"-_:.".contains(byte)));
            let label = &value[..end.unwrap_or(value.len())];
            if let Some(encoding) = Encoding::for_label(label) {
                // A declaration that can be read as ASCII is not in UTF-16.
                let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
                return Some(if is_wide { UTF_8 } else { encoding });
            }
        }
        rest = &head;
    }
    None
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}
