//! Code pages of RTF: the numbers of `\ansicpg` and `\cpg`, and the character sets of `\fcharset`.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
    WINDOWS_1258, X_MAC_CYRILLIC,
};

/// The encoding of a code page; `None` if it is not known.
pub(super) fn of_number(code_page: i32) -> Option<&'static Encoding> {
    Some(match code_page {
        874 => WINDOWS_874,
        932 | 10001 => SHIFT_JIS,
        936 | 10008 => GBK,
        949 | 10003 => EUC_KR,
        950 | 10002 => BIG5,
        1250 | 10029 => WINDOWS_1250,
        1251 => WINDOWS_1251,
        1252 | 0 => WINDOWS_1252,
        1253 => WINDOWS_1253,
        1254 => WINDOWS_1254,
        1255 => WINDOWS_1255,
        1256 => WINDOWS_1256,
        1257 => WINDOWS_1257,
        1258 => WINDOWS_1258,
        10000 => MACINTOSH,
        10007 => X_MAC_CYRILLIC,
        54936 => GB18030,
        65001 => UTF_8,
        _ => return None,
    })
}

/// The code page of a character set of a font; `None` for the one of the document.
pub(super) fn of_charset(charset: i32) -> Option<i32> {
    Some(match charset {
        0 => 1252,
        77 => 10000,
        78 => 10001,
        79 => 10003,
        80 => 10008,
        81 => 10002,
        88 => 10029,
        89 => 10007,
        128 => 932,
        129 => 949,
        130 => 1361,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        254 => 437,
        255 => 850,
        _ => return None,
    })
}

/// Whether a character of a code page can have two bytes.
pub(super) fn is_double(code_page: i32) -> bool {
    matches!(code_page, 932 | 936 | 949 | 950 | 10001 | 10002 | 10003 | 10008 | 54936)
}

/// Text in the code page of its font.
pub(super) struct Decoded {
    pub text: String,
    /// The characters that the code page has no text for, or whose code page is not known.
    pub doubtful: usize,
}

/// Decodes bytes of a font with `code_page` in a document with `document_page`.
///
/// Programs in East Asia name the Western character set for fonts whose text is in the code page of the document:
/// such text is read in the document's code page if it is sound there.
pub(super) fn decode(bytes: &[u8], code_page: i32, document_page: i32) -> Decoded {
    if code_page == 1252 && is_double(document_page) && may_be_double(bytes, document_page) {
        let (text, is_damaged) = encoding(document_page).0.decode_without_bom_handling(bytes);
        if !is_damaged {
            return Decoded { text: text.into_owned(), doubtful: 0 };
        }
    }
    let (encoding, is_known) = encoding(code_page);
    let (text, is_damaged) = encoding.decode_without_bom_handling(bytes);
    let doubtful = if !is_known {
        text.chars().filter(|c| !c.is_ascii()).count()
    } else if is_damaged {
        text.matches(char::REPLACEMENT_CHARACTER).count()
    } else {
        0
    };
    Decoded { text: text.into_owned(), doubtful }
}

fn encoding(code_page: i32) -> (&'static Encoding, bool) {
    of_number(code_page).map_or((WINDOWS_1252, false), |encoding| (encoding, true))
}

/// Whether bytes can be text of a double-byte code page: in GBK and EUC-KR every byte above ASCII of usual text has a
/// neighbour above ASCII.
fn may_be_double(bytes: &[u8], code_page: i32) -> bool {
    if matches!(code_page, 932 | 950 | 10001 | 10002) {
        return !bytes.is_ascii();
    }
    let mut runs = bytes.split(u8::is_ascii).filter(|run| !run.is_empty()).peekable();
    runs.peek().is_some() && runs.all(|run| run.len().is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn western_fonts_of_chinese_documents_hold_chinese() {
        let hello = b"\xc4\xe3\xba\xc3, ok";
        assert_eq!(decode(hello, 1252, 936).text, "你好, ok");
        assert_eq!(decode(b"caf\xe9", 1252, 936).text, "café");
        assert_eq!(decode(b"caf\xe9", 1252, 1252).text, "café");
    }

    #[test]
    fn unknown_code_pages_are_counted() {
        let decoded = decode(b"caf\x82", 437, 1252);
        assert_eq!((decoded.text.as_str(), decoded.doubtful), ("caf‚", 1));
    }
}
