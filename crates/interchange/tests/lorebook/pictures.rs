//! Cards in pictures.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::Value;
use wenfang_interchange::lorebook::{BookToWrite, Container, LorebookError, read};
use wenfang_story::canon::LorebookFormat;

use crate::samples::{self, FORMATS, all, card_chunk, chunk, open, picture, records, written};

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_card_is_read_from_every_text_chunk() {
    let value = samples::card_v2();
    let text = STANDARD.encode(value.to_string());
    let chunks = [
        chunk(b"tEXt", format!("Chara\0{text}").as_bytes()),
        chunk(b"zTXt", &[b"chara\0\0", packed(&text).as_slice()].concat()),
        chunk(b"iTXt", format!("chara\0\0\0zh\0\0{text}").as_bytes()),
        chunk(b"iTXt", &[b"chara\0\x01\0\0\0", packed(&text).as_slice()].concat()),
        chunk(b"tEXt", format!("chara\0{}", text.trim_end_matches('=').replace('e', "\ne")).as_bytes()),
    ];
    for chunk in chunks {
        let book = read(&picture(&[chunk]), "card.png").unwrap();
        assert_eq!(records(&book), records(&open(&value)));
        assert_eq!(book.picture.unwrap(), picture(&[]));
    }
}

#[test]
fn the_newer_card_is_preferred_in_any_order() {
    let (old, new) = (card_chunk("chara", &samples::card_v2()), card_chunk("ccv3", &samples::card_v3()));
    for chunks in [[old.clone(), new.clone()], [new, old]] {
        let book = read(&picture(&chunks), "card.png").unwrap();
        assert_eq!(book.format, LorebookFormat::CardV3);
        assert_eq!(book.picture.unwrap(), picture(&[]));
    }
}

#[test]
fn bytes_after_the_end_of_a_picture_are_preserved() {
    let mut bytes = picture(&[card_chunk("chara", &samples::card_v2())]);
    bytes.extend_from_slice(b"after the end");
    let book = read(&bytes, "card.png").unwrap();
    let again = written(&BookToWrite::from(book.clone()), LorebookFormat::CardV2, Container::Png).unwrap();
    assert_eq!(read(&again, "card.png").unwrap(), book);
    assert!(again.ends_with(b"after the end"));
}

#[test]
fn every_format_except_world_info_survives_a_picture() {
    for (_, value) in all() {
        let book = BookToWrite::from(open(&value));
        for target in FORMATS {
            let bytes = written(&book, target, Container::Png);
            if target == LorebookFormat::WorldInfo {
                assert_eq!(bytes, Err(LorebookError::NoPictureForm { format: target }));
                continue;
            }
            let again = read(&bytes.unwrap(), "card.png").unwrap();
            let json = read(&written(&book, target, Container::Json).unwrap(), "card.json").unwrap();
            assert_eq!(again.format, target);
            assert_eq!((&again.document, &again.entries), (&json.document, &json.entries));
            assert!(again.picture.is_some());
        }
    }
}

#[test]
fn a_v3_card_includes_a_v2_card() {
    let bytes = written(&open(&samples::card_v3()).into(), LorebookFormat::CardV3, Container::Png).unwrap();
    let start = bytes.windows(6).position(|window| window == b"chara\0").unwrap() + 6;
    let length = u32::from_be_bytes(bytes[start - 14..start - 10].try_into().unwrap()) as usize - 6;
    let older: Value =
        serde_json::from_slice(&STANDARD.decode(&bytes[start..start + length]).unwrap()).unwrap();
    assert_eq!(older["spec"], "chara_card_v2");
    assert_eq!(older["data"], samples::card_v3()["data"]);
}

#[test]
fn a_book_alone_becomes_a_card_in_a_picture() {
    let value = serde_json::json!({"name": "书", "entries": [{"keys": ["a"], "content": "x", "y": 1.0}]});
    let book = BookToWrite::from(open(&value));
    let bytes = written(&book, LorebookFormat::CardV2, Container::Png).unwrap();
    let again = read(&bytes, "card.png").unwrap();
    assert_eq!(again.entries[0].raw, value["entries"][0]);
    assert_eq!(again.document["data"]["character_book"]["name"], "书");
}
