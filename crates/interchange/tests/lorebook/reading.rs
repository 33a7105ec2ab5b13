//! Reading each format, and writing it again as equal JSON.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use wenfang_interchange::lorebook::{BookToWrite, Container, LorebookWarning, read};
use wenfang_story::Record;
use wenfang_story::canon::LorebookFormat;

use crate::samples::{self, json_of, open, written};

#[track_caller]
fn check(value: &Value, expected: Expect) {
    let book = open(value);
    let mut report = format!("{} {:?}\n", book.format, book.name);
    for entry in &book.entries {
        report.push_str(&format!("{} {}\n", entry.key, entry.record.canonical()));
    }
    for warning in &book.warnings {
        report.push_str(&format!("! {warning}\n"));
    }
    expected.assert_eq(&report);
}

#[test]
fn world_info_is_read() {
    check(
        &samples::world_info(),
        expect![[r#"
        world_info "临江城"
        7 {"title":"陆远","content":"渡口的船夫。\n左手有疤。","keywords":["陆远","阿远"],"and_keywords":["渡口","夜里"]}
        0 {"title":"灯塔","content":"早已熄灭。","keywords":["灯塔","旧灯塔"],"priority":6,"constant":true,"disabled":true}
        3 {"title":"The pact (old)","keywords":["/river\\s+pact/i"],"priority":10}
        4 {"title":"未命名 4","content":"没有名字。"}
        ! 1 entries have no title; the first is at 4
        ! 1 entries have an unsupported rule for secondary keywords; the first is "The pact (old)"
        ! 1 entries have regular expressions as keywords; the first is "The pact (old)"
    "#]],
    );
}

#[test]
fn a_card_v2_is_read() {
    check(
        &samples::card_v2(),
        expect![[r#"
        card_v2 "沈青"
        #card {"title":"沈青","kind":"character","content":"药铺的主人。\n\n## 性格\n\n少言。\n\n## 场景\n\n雨夜，药铺。"}
        0 {"title":"药铺","content":"城南。","keywords":["药铺"],"and_keywords":["雨"],"priority":1}
        1 {"title":"七叶草","content":"能止血。","keywords":["七叶草"],"priority":7,"disabled":true}
    "#]],
    );
}

#[test]
fn a_card_v3_is_read() {
    check(
        &samples::card_v3(),
        expect![[r#"
        card_v3 "Mara Venn"
        #card {"title":"Mara Venn","kind":"character","content":"A keeper of the light."}
        0 {"title":"Lighthouse","content":"@@depth 4\nOn the cliff.","keywords":["light(house)?"]}
        ! 1 entries have regular expressions as keywords; the first is "Lighthouse"
    "#]],
    );
}

#[test]
fn a_novel_ai_lorebook_is_read() {
    check(
        &samples::novel_ai(),
        expect![[r#"
        novel_ai "book"
        0 {"title":"Guild","content":"An old guild.","keywords":["guild","masters"],"priority":7,"constant":true}
        1 {"title":"Untitled 1","disabled":true}
        ! 1 entries have no title; the first is at 1
    "#]],
    );
}

#[test]
fn an_unchanged_book_is_written_as_it_was_read() {
    for (format, value) in samples::all() {
        let book = open(&value);
        assert_eq!(book.format, format);
        let bytes = written(&book.into(), format, Container::Json).unwrap();
        let again: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(again, value, "{format}");
        // Objects compare equal in any order, but the order must be preserved too.
        assert_eq!(again.to_string(), value.to_string(), "{format}");
    }
}

#[test]
fn other_layouts_of_the_formats_round_trip() {
    let shapes = [
        json!({"entries": []}),
        json!({"entries": {}, "name": ""}),
        json!({"entries": [{"key": ["a"], "content": "x"}]}),
        json!({"entries": {"9": {"keys": ["a"], "content": "x", "extensions": "text"}}, "name": "n"}),
        json!({"spec": "lorebook_v3", "data": {"entries": [{"keys": ["a"], "content": "x"}], "extensions": {}}}),
        json!({"spec": "chara_card_v2", "data": {"name": "n", "character_book": null}}),
        json!({"spec": "chara_card_v2", "data": {"name": "n", "description": "d"}}),
        json!({"spec": "chara_card_v3", "data": {}}),
        json!({"spec": "chara_card_v2", "data": {"character_book": {"entries": {"k": {"keys": "a,b"}}}}}),
        json!({"data": {"name": "n", "first_mes": "", "description": "d"}}),
        json!({"name": "n", "description": "d", "personality": "p", "first_mes": "f", "x": 1.0}),
        json!({"lorebookVersion": 1, "entries": null}),
        json!({"lorebookVersion": 4, "categories": []}),
    ];
    for value in shapes {
        let book = open(&value);
        let format = book.format;
        assert_eq!(json_of(&book.into(), format).to_string(), value.to_string());
    }
}

#[test]
fn numbers_keep_their_form() {
    let text = r#"{"entries":{"0":{"a":1.0,"b":1,"c":-0.0,"d":1e300,"e":0.1,"f":18446744073709551615}}}"#;
    let book = read(text.as_bytes(), "x").unwrap();
    let bytes = written(&book.into(), LorebookFormat::WorldInfo, Container::Json).unwrap();
    let again: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(again.to_string(), text.replace("1e300", "1e+300"));
}

#[test]
fn other_encodings_are_read() {
    let value = samples::world_info();
    let expected = samples::records(&open(&value));
    let text = serde_json::to_string_pretty(&value).unwrap();
    let utf16: Vec<u8> =
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let (gbk, _, _) = encoding_rs::GBK.encode(&text);
    let marked = format!("\u{feff}{text}");
    for bytes in [marked.as_bytes(), &utf16, &gbk] {
        let book = read(bytes, "x").unwrap();
        assert_eq!(book.entries.len(), 4);
        assert_eq!(book.entries[0].record.title, expected[0].title);
    }
}

#[test]
fn an_unnamed_book_is_named_after_its_file() {
    let book = read(br#"{"entries":{}}"#, r"C:\books\my.world.json").unwrap();
    assert_eq!(book.name, "my.world");
    let again = json_of(&BookToWrite::from(book), LorebookFormat::WorldInfo);
    assert_eq!(again, json!({"entries": {}}));
}

#[test]
fn a_repeated_field_is_reported() {
    let text = r#"{"entries": {"1": {"key": [], "a": [{"b": 1, "b": 2}]}, "1": {"comment": "x"}}}"#;
    let book = read(text.as_bytes(), "x").unwrap();
    let warning = LorebookWarning::RepeatedField { count: 2, first: "entries.1.a.0.b".to_owned() };
    assert_eq!(book.warnings, [warning]);
    assert_eq!(book.entries[0].record.title, "x");
}
