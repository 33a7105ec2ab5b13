//! Properties that hold for every answer.

use proptest::prelude::*;
use serde_json::Value;

use super::{line, list, rows, thing, tree, tree_value};
use crate::structured::{CompiledSchema, Ending, MAX_DEPTH, Read, StructuredError, read_answer};

/// A schema that accepts everything.
fn anything() -> CompiledSchema {
    CompiledSchema::new(Value::Bool(true)).unwrap()
}

/// Text that contains anything that could be taken for syntax.
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

/// Fragments of which broken answers consist.
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
    fn valid_json_is_unchanged(value in json()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let expected: Value = serde_json::from_str(&text).unwrap();
            check_unchanged(read_answer(&text, &anything(), Ending::Finished), &expected)?;
            check_unchanged(read_answer(&format!(" \r\n{text}\n\t"), &anything(), Ending::Finished), &expected)?;
            let cut = read_answer(&text, &anything(), Ending::Cut);
            if expected.is_object() || expected.is_array() {
                check_unchanged(cut, &expected)?;
            } else {
                prop_assert!(matches!(cut, Err(StructuredError::Cut { .. })), "a truncated number might continue");
            }
        }
    }

    #[test]
    fn a_fence_does_not_change_valid_json(value in json()) {
        prop_assume!(value.is_object() || value.is_array());
        let text = serde_json::to_string_pretty(&value).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        let read = read_answer(&format!("```json\n{text}\n```"), &anything(), Ending::Finished);
        let read = read.map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        prop_assert_eq!(read.value, expected);
    }

    #[test]
    fn repairs_around_a_string_do_not_change_it(words in words(), way in 0_usize..8) {
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
            // Backticks within the text may look like the end of the fence; nothing else is ambiguous.
            Err(error) => prop_assert!(words.contains("```") || words.contains("</think>"), "{} {:?}", raw, error),
        }
    }

    #[test]
    fn random_fragments_give_a_valid_value_or_an_error(soup in soup()) {
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
    fn one_changed_character_gives_no_invalid_value(at in 0_usize..400, remove: bool, inserted in prop::sample::select(
        vec!['{', '}', '[', ']', '"', '\'', ',', ':', '“', '”', '，', '：', '\\', '\n', '/', '0', 'a', '雨'],
    )) {
        let mut chars: Vec<char> = tree_value().to_string().chars().collect();
        let at = at % chars.len();
        if remove {
            chars.remove(at);
        } else {
            chars.insert(at, inserted);
        }
        let raw: String = chars.into_iter().collect();
        let schema = tree();
        if let Ok(read) = read_answer(&raw, &schema, Ending::Finished) {
            prop_assert!(schema.validator().is_valid(&read.value), "{}", raw);
            let events = read.value["events"].as_array().map(Vec::len);
            prop_assert_eq!(events, Some(2), "no item is lost or invented: {}", raw);
        }
    }
}

/// Checks every proper prefix of an answer: an error or, if only closing brackets are missing, the whole value.
/// Returns the number of the latter.
fn check_prefixes(text: &str, schema: &CompiledSchema) -> usize {
    let whole: Value = serde_json::from_str(text).unwrap();
    let mut closed = 0;
    for (at, _) in text.char_indices() {
        let prefix = &text[..at];
        assert!(
            matches!(read_answer(prefix, schema, Ending::Cut), Err(StructuredError::Cut { .. })),
            "{prefix}"
        );
        if let Ok(read) = read_answer(prefix, schema, Ending::Finished) {
            assert_eq!(read.value, whole, "{prefix}");
            assert!(!read.repairs.is_empty(), "{prefix}");
            closed += 1;
        }
    }
    closed
}

#[test]
fn no_prefix_is_taken_for_a_smaller_answer() {
    let pretty = serde_json::to_string_pretty(&tree_value()).unwrap();
    assert_eq!(
        check_prefixes(&tree_value().to_string(), &tree()),
        0,
        "the last value is a number, which might continue"
    );
    assert_eq!(check_prefixes(&pretty, &tree()), 0);
    assert_eq!(check_prefixes(rows::OK, &thing()), 1, "only the last bracket");
    assert_eq!(check_prefixes(r#"["a", {"n": "b"}, 12, true]"#, &list()), 0, "a list is never closed");
}

#[test]
fn excessive_depth_is_an_error() {
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
fn unterminated_marks_and_comments_are_read_in_linear_time() {
    for piece in ["\"/*", "\"//", "\" ", "\",", "\"\n", "“", "'", "[1:", "{{"] {
        let raw = format!("{{\"t\":\"{}\n x", piece.repeat(10_000));
        assert!(read_answer(&raw, &line(), Ending::Finished).is_err(), "{piece}");
    }
}
