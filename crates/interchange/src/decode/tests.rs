use super::*;
use proptest::prelude::*;

fn encode(text: &str, codec: &'static encoding_rs::Encoding) -> Vec<u8> {
    let (bytes, _, unmapped) = codec.encode(text);
    assert!(!unmapped, "{text}");
    bytes.into_owned()
}

fn utf16(text: &str, to: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to).collect()
}

#[track_caller]
fn check(bytes: &[u8], encoding: Encoding, text: &str) {
    let decoded = decode(bytes, None, Undecodable::Refuse).unwrap();
    assert_eq!((decoded.encoding, decoded.text.as_str()), (encoding, text));
}

const ZH: &str = "第一章 风起\n他推开门，雪还在下。“谁在那里？”她问。";
const HANT: &str = "第一章 風起\n他推開門，雪還在下。「誰在那裡？」她問。";
const JA: &str = "第一章　雪\n「誰だ」と彼は言った。私は黙っていた。";

#[test]
fn short_texts_are_detected() {
    check(ZH.as_bytes(), Encoding::Utf8, ZH);
    check(&encode(ZH, encoding_rs::GBK), Encoding::Gb18030, ZH);
    check(&encode(HANT, encoding_rs::BIG5), Encoding::Big5, HANT);
    check(&encode(JA, encoding_rs::SHIFT_JIS), Encoding::ShiftJis, JA);
    for text in [ZH, HANT, JA, "Call me Ishmael.\n"] {
        check(&utf16(text, u16::to_le_bytes), Encoding::Utf16Le, text);
        check(&utf16(text, u16::to_be_bytes), Encoding::Utf16Be, text);
    }
    check(b"Bush hid the facts", Encoding::Utf8, "Bush hid the facts");
}

#[test]
fn byte_order_marks_are_removed_and_reported() {
    for (mark, body, encoding) in [
        (&b"\xef\xbb\xbf"[..], ZH.as_bytes().to_vec(), Encoding::Utf8),
        (b"\xff\xfe", utf16(ZH, u16::to_le_bytes), Encoding::Utf16Le),
        (b"\xfe\xff", utf16(ZH, u16::to_be_bytes), Encoding::Utf16Be),
        (b"\x84\x31\x95\x33", encode(ZH, encoding_rs::GB18030), Encoding::Gb18030),
    ] {
        let decoded = decode(&[mark, &body].concat(), None, Undecodable::Refuse).unwrap();
        assert_eq!((decoded.encoding, decoded.had_bom, decoded.text.as_str()), (encoding, true, ZH));
    }
}

#[test]
fn a_given_encoding_overrides_detection() {
    let bytes = encode("龘", encoding_rs::GB18030);
    let decoded = decode(&bytes, Some(Encoding::Gbk), Undecodable::Refuse).unwrap();
    assert_eq!((decoded.encoding, decoded.text.as_str()), (Encoding::Gbk, "龘"));
    let error = decode(ZH.as_bytes(), Some(Encoding::ShiftJis), Undecodable::Refuse).unwrap_err();
    assert!(
        matches!(error, DecodeError::Undecodable { best: Encoding::ShiftJis, ref tried, .. } if tried.len() == 1)
    );
}

#[test]
fn undecodable_bytes_are_refused_with_their_offset() {
    let mut bytes = ZH.repeat(20).into_bytes();
    let at = ZH.len() + "第一章 ".len();
    bytes[at] = 0xff;
    let error = decode(&bytes, None, Undecodable::Refuse).unwrap_err();
    let DecodeError::Undecodable { offset, best, tried } = &error else { panic!("{error}") };
    assert_eq!((*offset, *best), (at, Encoding::Utf8));
    assert!(tried.contains(&Encoding::Utf8), "{tried:?}");
    assert!(error.to_string().contains(&at.to_string()) && error.to_string().contains("utf-8"));
    let decoded = decode(&bytes, None, Undecodable::Replace).unwrap();
    assert_eq!((decoded.encoding, decoded.replacements), (Encoding::Utf8, 3));

    let mut bytes = encode(&ZH.repeat(20), encoding_rs::GBK);
    bytes[100] = 0xff;
    bytes[101] = 0xff;
    let error = decode(&bytes, None, Undecodable::Refuse).unwrap_err();
    assert!(
        matches!(error, DecodeError::Undecodable { offset: 99..=101, best: Encoding::Gb18030, .. }),
        "{error}"
    );
    let decoded = decode(&bytes, None, Undecodable::Replace).unwrap();
    assert_eq!(decoded.encoding, Encoding::Gb18030);
    assert!((1..=2).contains(&decoded.replacements));
    // Half a character at the end of UTF-16.
    let mut bytes = utf16(ZH, u16::to_le_bytes);
    bytes.splice(0..0, *b"\xff\xfe");
    bytes.push(0x4e);
    let error = decode(&bytes, None, Undecodable::Refuse).unwrap_err();
    assert!(matches!(error, DecodeError::Undecodable { best: Encoding::Utf16Le, .. }), "{error}");
}

#[test]
fn valid_nonsense_is_refused() {
    let korean = "그는 문을 열었다. 눈이 아직 내리고 있었다. 거기 누구요 하고 그녀가 물었다.";
    for bytes in [
        encode(korean, encoding_rs::EUC_KR),
        encode(&JA.repeat(3), encoding_rs::EUC_JP),
        b"na\xefve caf\xe9s".to_vec(),
    ] {
        let error = decode(&bytes, None, Undecodable::Refuse).unwrap_err();
        assert!(matches!(error, DecodeError::Undecodable { .. }), "{error}");
    }
}

#[test]
fn utf8_with_a_damaged_end_is_reported_as_utf8() {
    for words in
        ["江上有风，船还没有来。", "雨停了。\n他说。\n", "no wide character at all, only plain words"]
    {
        for end in [&b"\xff"[..], b"\xe6", b"\xe6\xb1"] {
            let bytes = [words.as_bytes(), end].concat();
            match decode(&bytes, None, Undecodable::Refuse) {
                Err(DecodeError::Undecodable { offset, best, .. }) => {
                    assert_eq!((offset, best), (words.len(), Encoding::Utf8), "{words} {end:?}");
                }
                other => panic!("{words} {end:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_text_with_too_many_lines_is_refused() {
    let most = "\n".repeat(MAX_LINES + 1);
    let refused = decode(most.as_bytes(), None, Undecodable::Refuse).unwrap_err();
    assert_eq!(refused, DecodeError::TooManyLines { lines: MAX_LINES + 1 });
}

#[test]
fn binary_files_are_refused_by_kind() {
    let refused = |bytes: &[u8]| decode(bytes, None, Undecodable::Replace).unwrap_err();
    assert_eq!(refused(b""), DecodeError::Empty);
    assert_eq!(refused(b"\xef\xbb\xbf"), DecodeError::Empty);
    assert_eq!(refused(b"%PDF-1.7\n"), DecodeError::NotText(BinaryKind::Pdf));
    assert_eq!(refused(b"PK\x03\x04....word/document.xml"), DecodeError::NotText(BinaryKind::Docx));
    assert_eq!(
        refused(b"PK\x03\x04....mimetypeapplication/epub+zip"),
        DecodeError::NotText(BinaryKind::Epub)
    );
    assert_eq!(refused(b"PK\x03\x04...."), DecodeError::NotText(BinaryKind::Zip));
    assert_eq!(
        refused(b"plain\0text and some more of it, with a NUL"),
        DecodeError::NotText(BinaryKind::Unknown)
    );
    assert_eq!(refused(b"\x01\x02\x03\x04\x05\x06\x07\x08 text"), DecodeError::NotText(BinaryKind::Unknown));
}

proptest! {
    #[test]
    fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for undecodable in [Undecodable::Refuse, Undecodable::Replace] {
            for encoding in Encoding::ALL.into_iter().map(Some).chain([None]) {
                if let Ok(decoded) = decode(&bytes, encoding, undecodable) {
                    prop_assert!(undecodable == Undecodable::Replace || decoded.replacements == 0);
                }
            }
        }
    }

    #[test]
    fn utf_8_text_is_decoded_unchanged(text in "[^\u{0}-\u{1f}\u{feff}]{1,60}") {
        if let Ok(decoded) = decode(text.as_bytes(), None, Undecodable::Refuse) {
            prop_assert_eq!(decoded.encoding, Encoding::Utf8);
            prop_assert_eq!(decoded.text.as_str(), text);
        }
    }
}

#[test]
fn damaged_english_is_never_read_as_utf16() {
    let mut bytes =
        "It was a quiet evening by the river, and nobody spoke of it again. ".repeat(40).into_bytes();
    bytes.extend(b" \x93caf\xe9\x94 \xe2\x80\x94 ok\n");
    if bytes.len() % 2 == 1 {
        bytes.push(b'\n');
    }
    match decode(&bytes, None, Undecodable::Refuse) {
        Err(DecodeError::Undecodable { best, .. }) => {
            assert!(!matches!(best, Encoding::Utf16Le | Encoding::Utf16Be), "{best:?}");
        }
        other => panic!("{other:?}"),
    }
}
