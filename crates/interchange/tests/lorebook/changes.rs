//! The author's changes are written, and nothing else changes.

use serde_json::{Value, json};
use wenfang_interchange::lorebook::{BookToWrite, Container, EntryToWrite, Secrets, WriteOptions, write};
use wenfang_story::canon::{LoreRecord, LorebookFormat};

use crate::samples::{self, FORMATS, all, full_record, json_of, open, records};

fn book(value: &Value) -> BookToWrite {
    open(value).into()
}

#[test]
fn one_change_writes_one_field() {
    let value = samples::world_info();
    let mut edited = book(&value);
    edited.entries[0].record.content = "换了内容。".to_owned();
    let mut expected = value;
    expected["entries"]["7"]["content"] = json!("换了内容。");
    assert_eq!(json_of(&edited, LorebookFormat::WorldInfo), expected);
}

#[test]
fn a_changed_priority_changes_the_order() {
    let value = samples::world_info();
    let mut edited = book(&value);
    assert_eq!(edited.entries[0].record.priority, 5);
    edited.entries[0].record.priority = 8;
    let mut expected = value;
    expected["entries"]["7"]["order"] = json!(400);
    assert_eq!(json_of(&edited, LorebookFormat::WorldInfo), expected);
}

#[test]
fn the_card_is_updated_field_by_field() {
    let value = samples::card_v2();
    let mut edited = book(&value);
    let card = &mut edited.entries[0].record;
    assert_eq!(card.content, "药铺的主人。\n\n## 性格\n\n少言。\n\n## 场景\n\n雨夜，药铺。");
    card.content = card.content.replace("少言", "多疑");
    card.title = "沈青山".to_owned();
    let mut expected = value;
    expected["data"]["personality"] = json!("多疑。");
    expected["data"]["name"] = json!("沈青山");
    // The name is repeated at the top level for older readers.
    expected["name"] = json!("沈青山");
    assert_eq!(json_of(&edited, LorebookFormat::CardV2), expected);
}

#[test]
fn a_card_content_without_headings_is_all_description() {
    let mut edited = book(&samples::card_v2());
    edited.entries[0].record.content = "只有一段。".to_owned();
    let written = json_of(&edited, LorebookFormat::CardV2);
    assert_eq!(written["data"]["description"], "只有一段。");
    assert_eq!(written["data"]["personality"], "");
    assert_eq!(open(&written).entries[0].record.content, "只有一段。");
}

#[test]
fn every_field_of_a_record_survives_every_format() {
    for (format, value) in all() {
        let mut edited = book(&value);
        let at = edited.entries.len() - 1;
        edited.entries[at].record = full_record();
        edited.entries.push(EntryToWrite { record: full_record(), origin: None });
        edited.entries.push(EntryToWrite { record: LoreRecord::default(), origin: None });
        edited.entries[0].record.secrets = "秘".to_owned();
        let expected: Vec<LoreRecord> = edited.entries.iter().map(|entry| entry.record.clone()).collect();
        let written = json_of(&edited, format);
        let again = open(&written);
        assert_eq!(records(&again), expected, "{format}");
        assert_eq!(json_of(&again.into(), format), written, "{format}");
    }
}

#[test]
fn a_reverted_change_leaves_no_trace() {
    for (format, value) in all() {
        let before = book(&value);
        let mut edited = before.clone();
        for entry in &mut edited.entries {
            entry.record.secrets = "一时".to_owned();
            entry.record.locked = true;
        }
        let mut back: BookToWrite = open(&json_of(&edited, format)).into();
        for (entry, old) in back.entries.iter_mut().zip(&before.entries) {
            entry.record = old.record.clone();
        }
        let mut written = json_of(&back, format);
        // A missing `extensions` and an empty object are equivalent.
        let mut value = value;
        if format == LorebookFormat::WorldInfo {
            value["entries"]["4"].as_object_mut().unwrap().shift_remove("extensions");
        }
        for side in [&mut value, &mut written] {
            without_empty_extensions(side);
        }
        assert_eq!(written, value, "{format}");
    }
}

fn without_empty_extensions(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_empty_extensions),
        Value::Object(fields) => {
            if fields.get("extensions") == Some(&json!({})) {
                fields.shift_remove("extensions");
            }
            fields.values_mut().for_each(without_empty_extensions);
        }
        _ => {}
    }
}

#[test]
fn secrets_are_omitted_by_default() {
    for (format, value) in all() {
        let mut edited = book(&value);
        for entry in &mut edited.entries {
            entry.record.secrets = "绝密之事".to_owned();
        }
        // Read a file with secrets, so that they are in the raw entries.
        let mut reread: BookToWrite = open(&json_of(&edited, format)).into();
        reread.entries.remove(0);
        for book in [&edited, &reread] {
            for target in FORMATS {
                let options =
                    WriteOptions { format: target, container: Container::Json, secrets: Secrets::Leave };
                let text = String::from_utf8(write(book, options).unwrap()).unwrap();
                assert!(!text.contains("绝密之事"), "{format} as {target}");
            }
        }
    }
}

#[test]
fn new_entries_have_unique_keys_after_removals() {
    let mut edited = book(&samples::world_info());
    edited.entries.remove(1);
    let twin = edited.entries[0].clone();
    edited.entries.push(twin);
    let fresh =
        LoreRecord { title: "新".to_owned(), aliases: vec!["又名".to_owned()], ..LoreRecord::default() };
    edited.entries.push(EntryToWrite { record: fresh, origin: None });
    let written = json_of(&edited, LorebookFormat::WorldInfo);
    let keys: Vec<&String> = written["entries"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["7", "3", "4", "8", "9"]);
    assert_eq!(written["entries"]["9"]["uid"], 9);
    assert_eq!(written["entries"]["9"]["key"], json!(["新", "又名"]));
    assert_eq!(written["entries"]["9"]["order"], 100);
}

#[test]
fn changes_by_other_programs_are_read() {
    let fresh = LoreRecord {
        title: "新".to_owned(),
        aliases: vec!["又名".to_owned()],
        keywords: vec!["词".to_owned()],
        priority: 9,
        ..LoreRecord::default()
    };
    let book = BookToWrite {
        name: "b".to_owned(),
        format: LorebookFormat::WorldInfo,
        document: Value::Null,
        picture: None,
        entries: vec![EntryToWrite { record: fresh.clone(), origin: None }],
    };
    let mut written = json_of(&book, LorebookFormat::WorldInfo);
    let entry = &mut written["entries"]["0"];
    entry["order"] = json!(40);
    entry["disable"] = json!(true);
    entry["key"].as_array_mut().unwrap().push(json!("外加"));
    let again = open(&written).entries[0].record.clone();
    let keywords = vec!["词".to_owned(), "外加".to_owned()];
    assert_eq!(again, LoreRecord { priority: 2, disabled: true, keywords, ..fresh });
}

#[test]
fn a_card_of_version_one_with_entries_is_upgraded() {
    let mut edited = book(&json!({"name": "n", "description": "d", "first_mes": "f", "x": [1.0]}));
    edited.entries.push(EntryToWrite { record: full_record(), origin: None });
    let written = json_of(&edited, LorebookFormat::CardV2);
    assert_eq!(written["spec"], "chara_card_v2");
    assert_eq!(written["data"]["x"], json!([1.0]));
    assert_eq!(records(&open(&written))[1], full_record());
}
