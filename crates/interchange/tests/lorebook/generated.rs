//! Generated books: unknown fields and records of every form.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use wenfang_interchange::lorebook::{BookToWrite, EntryToWrite};
use wenfang_story::canon::{LoreKind, LoreRecord};

use crate::samples::{FORMATS, all, json_of, open, records};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z_]{1,6}|\\PC{1,4}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn unknown() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::vec(("x_[a-z]{1,5}", any_json()), 0..4).prop_map(|fields| fields.into_iter().collect())
}

/// Canonical text with characters that formats and lists treat specially.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ 陆远a,、\"\\\\#/\n-]{0,12}", "\\PC{0,10}", Just(String::new())]
}

/// Generates any record.
pub fn record() -> impl Strategy<Value = LoreRecord> {
    let kinds = prop_oneof![Just(LoreKind::Character), Just(LoreKind::Rule), Just(LoreKind::Concept)];
    let words = || prop::collection::vec(text(), 0..3);
    (text(), kinds, (text(), text()), (words(), words(), words()), 1..=10_u8, any::<[bool; 3]>()).prop_map(
        |(title, kind, (content, secrets), (aliases, keywords, and_keywords), priority, is)| LoreRecord {
            title,
            kind,
            aliases,
            content,
            secrets,
            keywords,
            and_keywords,
            priority,
            constant: is[0],
            locked: is[1],
            disabled: is[2],
            origin: None,
        },
    )
}

/// Adds unknown fields to a file, its lists and its entries.
fn with_unknown(mut value: Value, fields: &[Map<String, Value>; 3]) -> Value {
    let put = |at: &mut Value, fields: &Map<String, Value>| {
        if let Value::Object(into) = at {
            into.extend(fields.clone());
        }
    };
    put(&mut value, &fields[0]);
    for path in ["/extensions", "/data", "/data/extensions", "/data/character_book", "/settings"] {
        if let Some(at) = value.pointer_mut(path) {
            put(at, &fields[1]);
        }
    }
    for path in ["/entries", "/data/character_book/entries"] {
        match value.pointer_mut(path) {
            Some(Value::Array(entries)) => entries.iter_mut().for_each(|entry| put(entry, &fields[2])),
            Some(Value::Object(entries)) => entries.values_mut().for_each(|entry| put(entry, &fields[2])),
            _ => {}
        }
    }
    value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn unknown_fields_are_preserved(fields in [unknown(), unknown(), unknown()]) {
        for (format, value) in all() {
            let value = with_unknown(value, &fields);
            let written = json_of(&open(&value).into(), format);
            prop_assert_eq!(written.to_string(), value.to_string());
        }
    }

    #[test]
    fn unknown_fields_survive_conversions(fields in [unknown(), unknown(), unknown()]) {
        for (format, value) in all() {
            let value = with_unknown(value, &fields);
            for target in FORMATS {
                let back = json_of(&open(&json_of(&open(&value).into(), target)).into(), format);
                for (name, said) in &fields[0] {
                    prop_assert_eq!(back.get(name), Some(said));
                }
                for (name, said) in &fields[2] {
                    let entries = back.pointer("/entries").or_else(|| back.pointer("/data/character_book/entries"));
                    let first = match entries.unwrap() {
                        Value::Object(entries) => entries.values().next().unwrap(),
                        entries => &entries[0],
                    };
                    prop_assert_eq!(first.get(name), Some(said), "{} by way of {}", format, target);
                }
            }
        }
    }

    #[test]
    fn every_record_reads_back(new in record(), edited in record()) {
        for (format, value) in all() {
            let mut book: BookToWrite = open(&value).into();
            let at = book.entries.len() - 1;
            book.entries[at].record = edited.clone();
            book.entries[0].record = edited.clone();
            book.entries.push(EntryToWrite { record: new.clone(), origin: None });
            let expected: Vec<LoreRecord> = book.entries.iter().map(|entry| entry.record.clone()).collect();
            let written = json_of(&book, format);
            prop_assert_eq!(records(&open(&written)), expected.clone(), "{}", format);
            for target in FORMATS {
                let converted = open(&json_of(&book, target));
                for record in &expected {
                    prop_assert!(records(&converted).contains(record), "{} to {}: {:?}", format, target, record);
                }
            }
        }
    }

    #[test]
    fn any_json_is_read_or_refused(value in any_json(), entry in any_json()) {
        _ = wenfang_interchange::lorebook::read(value.to_string().as_bytes(), "x");
        for name in ["key", "keys", "content", "extensions", "order", "contextConfig"] {
            for head in [json!({"entries": [{name: entry}]}), json!({"lorebookVersion": 1, "entries": [{name: entry}]})] {
                if let Ok(book) = wenfang_interchange::lorebook::read(head.to_string().as_bytes(), "x") {
                    let format = book.format;
                    prop_assert_eq!(json_of(&book.into(), format).to_string(), head.to_string());
                }
            }
        }
    }
}
