//! Conversions between formats.

use serde_json::{Value, json};
use wenfang_interchange::lorebook::{BookToWrite, EntryToWrite};
use wenfang_story::canon::{LoreRecord, LorebookFormat};

use crate::samples::{self, FORMATS, all, full_record, json_of, open, records};

/// Sorts records, so that the position of the card does not matter.
fn sorted(mut records: Vec<LoreRecord>) -> Vec<LoreRecord> {
    records.sort_by(|a, b| (&a.title, &a.content).cmp(&(&b.title, &b.content)));
    records
}

#[test]
fn every_record_survives_every_conversion() {
    for (format, value) in all() {
        let mut book: BookToWrite = open(&value).into();
        book.entries.push(EntryToWrite { record: full_record(), origin: None });
        let expected: Vec<LoreRecord> = book.entries.iter().map(|entry| entry.record.clone()).collect();
        for target in FORMATS {
            let converted = open(&json_of(&book, target));
            assert_eq!(converted.format, target);
            assert_eq!(sorted(records(&converted)), sorted(expected.clone()), "{format} to {target}");
        }
    }
}

#[test]
fn a_round_trip_through_another_format_restores_the_book() {
    for (format, value) in all() {
        for target in FORMATS {
            let converted: BookToWrite = open(&json_of(&open(&value).into(), target)).into();
            let mut back = json_of(&converted, format);
            remove_own_fields(&mut back);
            let mut value = value.clone();
            remove_own_fields(&mut value);
            if format == LorebookFormat::CardV2 && target == LorebookFormat::CardV3 {
                // V3 requires the field; V2 ignores it.
                back["data"].as_object_mut().unwrap().shift_remove("group_only_greetings");
            }
            assert_eq!(back, value, "{format} by way of {target}");
        }
    }
}

/// Removes our own fields, where data of the other format remains. The rest must be equal.
fn remove_own_fields(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_own_fields),
        Value::Object(fields) => {
            if let Some(Value::Object(extensions)) = fields.get_mut("extensions") {
                extensions.shift_remove("wenfang");
                if extensions.is_empty() {
                    fields.shift_remove("extensions");
                }
            } else if fields.get("extensions") == Some(&Value::Null) {
                fields.shift_remove("extensions");
            }
            fields.values_mut().for_each(remove_own_fields);
        }
        _ => {}
    }
}

#[test]
fn repeated_conversions_do_not_grow_a_book() {
    let start = samples::world_info();
    let round = |value: &Value| {
        let mut value = value.clone();
        for format in FORMATS.into_iter().cycle().skip(1).take(FORMATS.len()) {
            value = json_of(&open(&value).into(), format);
        }
        value
    };
    let once = round(&start);
    let mut often = once.clone();
    for _ in 0..20 {
        often = round(&often);
    }
    assert!(often.to_string().len() <= once.to_string().len() + 16);
    assert_eq!(records(&open(&often)), records(&open(&start)));
}

#[test]
fn common_fields_are_converted() {
    let card = json_of(&open(&samples::world_info()).into(), LorebookFormat::CardV3);
    let entry = &card["data"]["character_book"]["entries"][0];
    assert_eq!(entry["keys"], json!(["陆远", "阿远"]));
    assert_eq!(entry["secondary_keys"], json!(["渡口", "夜里"]));
    assert_eq!(entry["insertion_order"], 137);
    assert_eq!(entry["extensions"]["probability"], json!(37.0));
    assert_eq!(entry["extensions"]["exclude_recursion"], true);
    assert_eq!(entry["extensions"]["depth"], 2);
    assert_eq!(entry["position"], "after_char");
    assert_eq!(card["data"]["name"], "临江城");

    let world = json_of(&open(&samples::card_v2()).into(), LorebookFormat::WorldInfo);
    let entry =
        world["entries"].as_object().unwrap().values().find(|entry| entry["comment"] == "药铺").unwrap();
    assert_eq!(entry["key"], json!(["药铺"]));
    assert_eq!(entry["order"], 10);
    assert_eq!(entry["position"], 1);
}

#[test]
fn unsupported_rules_for_secondary_keywords_are_preserved() {
    let card = json_of(&open(&samples::world_info()).into(), LorebookFormat::CardV2);
    let entry = &card["data"]["character_book"]["entries"][2];
    assert_eq!(entry["secondary_keys"], json!(["a", "b"]));
    assert_eq!(entry["extensions"]["selectiveLogic"], 0);
}

#[test]
fn changes_in_the_other_format_are_kept() {
    let mut card = json_of(&open(&samples::world_info()).into(), LorebookFormat::CardV3);
    card["data"]["character_book"]["entries"][0]["extensions"]["depth"] = json!(9);
    card["data"]["character_book"]["entries"][0]["content"] = json!("改过。");
    let back = json_of(&open(&card).into(), LorebookFormat::WorldInfo);
    assert_eq!(back["entries"]["7"]["depth"], 9);
    assert_eq!(back["entries"]["7"]["content"], "改过。");
    assert_eq!(back["entries"]["7"]["x_unknown"], samples::world_info()["entries"]["7"]["x_unknown"]);
}

#[test]
fn entries_of_several_books_can_be_combined() {
    let mut book: BookToWrite = open(&samples::world_info()).into();
    for value in [samples::world_info(), samples::card_v2(), samples::novel_ai()] {
        book.entries.extend(BookToWrite::from(open(&value)).entries);
    }
    let expected: Vec<LoreRecord> = book.entries.iter().map(|entry| entry.record.clone()).collect();
    for format in FORMATS {
        let converted = open(&json_of(&book, format));
        assert_eq!(sorted(records(&converted)), sorted(expected.clone()), "{format}");
    }
}
