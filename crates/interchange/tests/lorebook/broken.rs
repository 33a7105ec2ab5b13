//! Files that are refused, each with a position and a reason.

use std::io::Write;

use expect_test::{Expect, expect};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::json;
use wenfang_interchange::lorebook::{Container, EntryOrigin, EntryToWrite, MAX_INFLATED, read};
use wenfang_story::canon::{LoreRecord, LorebookFormat};

use crate::samples::{self, card_chunk, chunk, open, picture, written};

#[track_caller]
fn refused(bytes: &[u8]) -> String {
    read(bytes, "book.json").unwrap_err().to_string()
}

#[track_caller]
fn check(files: &[&str], expected: Expect) {
    let messages: String = files.iter().map(|file| format!("{}\n", refused(file.as_bytes()))).collect();
    expected.assert_eq(&messages);
}

#[test]
fn broken_json_is_refused_with_its_position() {
    check(
        &[
            "",
            "{",
            "{\n  \"条目\": {,}\n}",
            "{\"entries\": {}} x",
            "{\"a\": \"\\ud800\"}",
            "nul",
            "{\"a\": 1,\n",
        ],
        expect![[r#"
            the file is empty
            line 1, column 2 (byte 1): EOF while parsing an object
            line 2, column 10 (byte 15): key must be a string
            line 1, column 17 (byte 16): trailing characters
            line 1, column 14 (byte 13): unexpected end of hex escape
            line 1, column 4 (byte 3): EOF while parsing a value
            line 2, column 1 (byte 9): EOF while parsing a value
        "#]],
    );
}

#[test]
fn wrong_shapes_are_refused_with_their_path() {
    check(
        &[
            "[]",
            "3",
            r#"{"a": 1}"#,
            r#"{"name": "package", "description": "of something else"}"#,
            r#"{"spec": "chara_card_v9", "data": {}}"#,
            r#"{"spec": "chara_card_v2"}"#,
            r#"{"spec": "chara_card_v3", "data": {"character_book": []}}"#,
            r#"{"spec": "chara_card_v3", "data": {"character_book": {"entries": "none"}}}"#,
            r##"{"spec": "chara_card_v2", "data": {"character_book": {"entries": {"#card": {}}}}}"##,
            r#"{"spec": "chara_card_v2", "data": {"name": 1, "description": "x"}}"#,
            r#"{"spec": "chara_card_v2", "data": {"description": {}, "personality": "x"}}"#,
            r#"{"entries": 5}"#,
            r#"{"entries": {"12": []}}"#,
            r#"{"entries": {"12": {"key": 5}}}"#,
            r#"{"entries": {"12": {"key": ["a", {}]}}}"#,
            r#"{"entries": {"12": {"key": [], "content": 1}}}"#,
            r#"{"entries": {"12": {"key": [], "constant": "no"}}}"#,
            r#"{"entries": {"12": {"key": [], "order": "high"}}}"#,
            r#"{"entries": {"12": {"key": [], "extensions": {"wenfang": {"priority": "x", "kind": "rule"}}}}}"#,
            r#"{"entries": {"12": {"key": [], "extensions": {"wenfang": {"kind": "dream"}}}}}"#,
            r#"{"lorebookVersion": 5, "entries": [{"contextConfig": {"budgetPriority": []}}]}"#,
        ],
        expect![[r#"
            the file should be an object, but is a list
            the file should be an object, but is a number
            this is neither SillyTavern world info, nor a character card, nor a NovelAI lorebook
            this is neither SillyTavern world info, nor a character card, nor a NovelAI lorebook
            unsupported format «chara_card_v9»; the supported card formats are chara_card_v2 and chara_card_v3
            data should be an object, but is nothing
            data.character_book should be an object, but is a list
            data.character_book.entries should be an object or a list of entries, but is a text
            data.character_book.entries.#card should be another name, but is an object
            data.name should be a text, but is a number
            data.description should be a text, but is an object
            entries should be an object or a list of entries, but is a number
            entries.12 should be an object, but is a list
            entries.12.key should be a list of words, but is a number
            entries.12.key.1 should be a text, but is an object
            entries.12.content should be a text, but is a number
            entries.12.constant should be true or false, but is a text
            entries.12.order should be a number, but is a text
            entries.12.extensions.wenfang.priority should be a valid Wenfang field, but is a text
            entries.12.extensions.wenfang.kind should be a valid Wenfang field, but is a text
            entries.0.contextConfig.budgetPriority should be a number, but is a list
        "#]],
    );
}

#[test]
fn deep_nesting_does_not_overflow_the_reader() {
    let deep = format!("{{\"entries\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    expect!["line 1, column 139 (byte 138): recursion limit exceeded"].assert_eq(&refused(deep.as_bytes()));
}

#[test]
fn a_file_nested_too_deep_is_not_written() {
    let mut nested = json!(1);
    for _ in 0..122 {
        nested = json!([nested]);
    }
    let book = open(&json!({"entries": {"0": {"key": [], "deep": nested}}})).into();
    assert!(written(&book, LorebookFormat::WorldInfo, Container::Json).is_ok());
    let error = written(&book, LorebookFormat::CardV2, Container::Json).unwrap_err();
    expect!["the file would be nested 132 levels deep; the maximum is 127"].assert_eq(&error.to_string());
}

#[test]
fn an_invalid_stored_entry_is_refused() {
    let mut book: wenfang_interchange::lorebook::BookToWrite = open(&json!({"entries": {}})).into();
    let raw = json!({"key": 7});
    let origin = EntryOrigin { format: LorebookFormat::WorldInfo, key: "0".to_owned(), raw };
    book.entries.push(EntryToWrite { record: LoreRecord::default(), origin: Some(origin) });
    let error = written(&book, LorebookFormat::WorldInfo, Container::Json).unwrap_err();
    expect!["entries.0.key should be a list of words, but is a number"].assert_eq(&error.to_string());
}

#[test]
fn broken_pictures_are_refused_with_the_chunk() {
    let whole = picture(&[card_chunk("chara", &samples::card_v2())]);
    let mut flipped = whole.clone();
    flipped[70] ^= 1;
    let mut longer = whole.clone();
    longer[33..37].copy_from_slice(&u32::MAX.to_be_bytes());
    let mut named = whole.clone();
    named[38] = b'!';
    let text = |body: &[u8]| picture(&[chunk(b"tEXt", body)]);
    let files = [
        whole[..8].to_vec(),
        whole[..40].to_vec(),
        whole[..whole.len() - 12].to_vec(),
        whole[..whole.len() - 2].to_vec(),
        flipped,
        longer,
        named,
        picture(&[]),
        text(b"chara"),
        text(b"chara\0e30*"),
        text(b"chara\0e30="),
        text(b"chara\0e30"),
        text(b"ccv3\0bm8="),
        picture(&[chunk(b"zTXt", b"chara\0\0not zlib")]),
        picture(&[chunk(b"zTXt", b"chara\0\x05")]),
        picture(&[chunk(b"iTXt", b"chara\0\0\0zh")]),
        b"\xff\xd8\xff\xe0 a photograph".to_vec(),
    ];
    let messages: String = files.iter().map(|file| format!("{}\n", refused(file))).collect();
    expect![[r#"
        byte 8, chunk "": the file ends before the chunk does
        byte 33, chunk "": the file ends before the chunk does
        byte 1549, chunk "": the file ends before the chunk does
        byte 1549, chunk "IEND": the file ends before the chunk does
        byte 59, chunk "tEXt": its checksum is wrong
        byte 33, chunk "tEXt": the file ends before the chunk does
        byte 33, chunk "t!Xt": its name is not four letters
        the picture contains no card: it has no chara, ccv3 or naidata chunk
        byte 59, chunk "tEXt": its text does not have the layout of a text chunk
        byte 59, chunk "tEXt": its text is not valid base64 at byte 3
        this is neither SillyTavern world info, nor a character card, nor a NovelAI lorebook
        this is neither SillyTavern world info, nor a character card, nor a NovelAI lorebook
        line 1, column 2 (byte 1): expected ident
        byte 59, chunk "zTXt": its text cannot be inflated
        byte 59, chunk "zTXt": its text does not have the layout of a text chunk
        byte 59, chunk "iTXt": its text does not have the layout of a text chunk
        this is not a text file: it looks like a picture (jpg)
    "#]]
    .assert_eq(&messages);
}

#[test]
fn a_decompression_bomb_is_refused() {
    let mut encoder = ZlibEncoder::new(b"chara\0\0".to_vec(), Compression::best());
    let zeros = vec![b'A'; 1 << 20];
    for _ in 0..=MAX_INFLATED >> 20 {
        encoder.write_all(&zeros).unwrap();
    }
    let bomb = picture(&[chunk(b"zTXt", &encoder.finish().unwrap())]);
    assert!(bomb.len() < 200_000);
    expect![[r#"byte 59, chunk "zTXt": its text inflates to more than 64000000 bytes"#]]
        .assert_eq(&refused(&bomb));
}

#[test]
fn truncated_and_corrupted_files_do_not_panic() {
    let files = [
        samples::world_info().to_string().into_bytes(),
        samples::card_v2().to_string().into_bytes(),
        picture(&[card_chunk("ccv3", &samples::card_v3())]),
    ];
    for file in files {
        for at in 0..file.len() {
            _ = read(&file[..at], "x");
            let mut flipped = file.clone();
            flipped[at] ^= 0x15;
            _ = read(&flipped, "x");
        }
    }
}
