//! What holds for every answer.

use proptest::prelude::*;
use serde_json::Value;

use super::{line, list, rows, thing, tree, tree_value};
use crate::structured::{CompiledSchema, Ending, MAX_DEPTH, Read, StructuredError, read_answer};

/// A schema that takes everything.
fn anything() -> CompiledSchema {
    CompiledSchema::new(Value::Bool(true)).unwrap()
}

/// Text with all that could be taken for syntax.
fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[雨夜走吧a-z ]{0,6}",
        "[“”‘’「」，：、｛｝［］]{1,3}",
        r#"["'\\{}\[\],:/]{1,3}"#,
        Just("```".to_owned()),
        Just("</think>".to_owned()),
        Just("// x\n".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// JSON of any shape.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((words(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Characters and words of which broken answers are made.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\"t\"",
        "\"n\"",
        ":",
        ",",
        "1",
        "-",
        "true",
        "None",
        "'",
        "“",
        "”",
        "「",
        "」",
        "，",
        "：",
        "、",
        "｛",
        "｝",
        "［",
        "］",
        "\\",
        "\\n",
        "\\u4e00",
        "\n",
        " ",
        "```",
        "```json\n",
        "<think>",
        "</think>",
        "//",
        "/*",
        "*/",
        "好",
        "a",
        "\u{feff}",
        "\u{3000}",
        "t:",
        "...",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn check_unchanged(read: Result<Read, StructuredError>, value: &Value) -> Result<(), TestCaseError> {
    let read = read.map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
    prop_assert_eq!(&read.value, value);
    prop_assert!(read.repairs.is_empty() && read.dropped.is_empty(), "{:?}", read);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn valid_json_comes_out_as_it_is(value in json()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let meant: Value = serde_json::from_str(&text).unwrap();
            check_unchanged(read_answer(&text, &anything(), Ending::Finished), &meant)?;
            check_unchanged(read_answer(&format!(" \r\n{text}\n\t"), &anything(), Ending::Finished), &meant)?;
            let cut = read_answer(&text, &anything(), Ending::Cut);
            if meant.is_object() || meant.is_array() {
                check_unchanged(cut, &meant)?;
            } else {
                prop_assert!(matches!(cut, Err(StructuredError::Cut { .. })), "a cut number may have gone on");
            }
        }
    }

    #[test]
    fn a_fence_around_valid_json_changes_nothing_of_it(value in json()) {
        prop_assume!(value.is_object() || value.is_array());
        let text = serde_json::to_string_pretty(&value).unwrap();
        let meant: Value = serde_json::from_str(&text).unwrap();
        let read = read_answer(&format!("```json\n{text}\n```"), &anything(), Ending::Finished);
        let read = read.map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        prop_assert_eq!(read.value, meant);
    }

    #[test]
    fn what_is_repaired_around_a_string_changes_nothing_in_it(words in words(), way in 0_usize..8) {
        let t = Value::from(words.as_str());
        let raw = match way {
            0 => format!("{{\"t\":{t},\"n\":1,}}"),
            1 => format!("{{\"t\":{t} \"n\":1}}"),
            2 => format!("{{\"n\":1,\"t\":{t}"),
            3 => format!("{{t:{t},n:1}}"),
            4 => format!("{{'t':{t},'n':1}}"),
            5 => format!("{{“t”：{t}，“n”：1}}"),
            6 => format!("// 答\n{{\"t\":{t}, /* 数 */ \"n\":1}}"),
            _ => format!("好的：\n```json\n{{\"t\":{t},\"n\":1,}}\n```\n完。"),
        };
        match read_answer(&raw, &line(), Ending::Finished) {
            Ok(read) => prop_assert_eq!(read.value["t"].as_str(), Some(words.as_str()), "{}", raw),
            // Backticks within the words may look like the end of the fence; nothing else is in doubt.
            Err(error) => prop_assert!(words.contains("```") || words.contains("</think>"), "{} {:?}", raw, error),
        }
    }

    #[test]
    fn no_soup_brings_a_value_that_the_schema_refuses_nor_a_panic(soup in soup()) {
        for schema in [line(), list(), thing()] {
            for ending in [Ending::Finished, Ending::Cut] {
                match read_answer(&soup, &schema, ending) {
                    Ok(read) => prop_assert!(schema.validator().is_valid(&read.value), "{}", read.value),
                    Err(error) => prop_assert_eq!(error.raw(), soup.as_str()),
                }
            }
        }
    }

    #[test]
    fn one_character_gone_or_put_in_brings_no_invalid_value(at in 0_usize..400, gone: bool, put in prop::sample::select(
        vec!['{', '}', '[', ']', '"', '\'', ',', ':', '“', '”', '，', '：', '\\', '\n', '/', '0', 'a', '雨'],
    )) {
        let mut chars: Vec<char> = tree_value().to_string().chars().collect();
        let at = at % chars.len();
        if gone {
            chars.remove(at);
        } else {
            chars.insert(at, put);
        }
        let raw: String = chars.into_iter().collect();
        let schema = tree();
        if let Ok(read) = read_answer(&raw, &schema, Ending::Finished) {
            prop_assert!(schema.validator().is_valid(&read.value), "{}", raw);
            let events = read.value["events"].as_array().map(Vec::len);
            prop_assert_eq!(events, Some(2), "no item is lost or made up: {}", raw);
        }
    }
}

/// Every beginning of an answer but the whole: an error, or, where nothing but closing brackets is missing, the value.
fn check_beginnings(text: &str, schema: &CompiledSchema) -> usize {
    let whole: Value = serde_json::from_str(text).unwrap();
    let mut closed = 0;
    for (at, _) in text.char_indices() {
        let beginning = &text[..at];
        assert!(
            matches!(read_answer(beginning, schema, Ending::Cut), Err(StructuredError::Cut { .. })),
            "{beginning}"
        );
        if let Ok(read) = read_answer(beginning, schema, Ending::Finished) {
            assert_eq!(read.value, whole, "{beginning}");
            assert!(!read.repairs.is_empty(), "{beginning}");
            closed += 1;
        }
    }
    closed
}

#[test]
fn no_beginning_of_an_answer_is_taken_for_a_smaller_one() {
    let pretty = serde_json::to_string_pretty(&tree_value()).unwrap();
    assert_eq!(
        check_beginnings(&tree_value().to_string(), &tree()),
        0,
        "the last value is a number, which may go on"
    );
    assert_eq!(check_beginnings(&pretty, &tree()), 0);
    assert_eq!(check_beginnings(rows::OK, &thing()), 1, "the last bracket alone");
    assert_eq!(check_beginnings(r#"["a", {"n": "b"}, 12, true]"#, &list()), 0, "a list is never closed");
}

#[test]
fn depth_and_size_have_limits_and_errors_of_their_own() {
    let nested = |depth: usize, last: &str| "[".repeat(depth) + last + &"]".repeat(depth);
    let deep = read_answer(&nested(100, ""), &anything(), Ending::Finished).unwrap();
    assert!(deep.repairs.is_empty());
    for depth in [MAX_DEPTH + 1, 1_000, 1_000_000] {
        for last in ["", "1,"] {
            let read = read_answer(&nested(depth, last), &anything(), Ending::Finished);
            assert!(matches!(read, Err(StructuredError::TooDeep { .. })), "{depth} {last}");
        }
    }
    let open = read_answer(&"{\"a\":".repeat(100_000), &anything(), Ending::Finished);
    assert!(matches!(open, Err(StructuredError::TooDeep { .. })));
}

#[test]
fn quote_marks_and_slashes_without_end_are_read_in_one_walk() {
    for piece in ["\"/*", "\"//", "\" ", "\",", "\"\n", "“", "'", "[1:", "{{"] {
        let raw = format!("{{\"t\":\"{}\n x", piece.repeat(10_000));
        assert!(read_answer(&raw, &line(), Ending::Finished).is_err(), "{piece}");
    }
}
