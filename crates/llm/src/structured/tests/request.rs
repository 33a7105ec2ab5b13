//! Requests for each rung, and the messages about bad answers.

use serde_json::json;

use super::line;
use crate::chat::AnswerShape;
use crate::structured::{
    Abilities, CompiledSchema, Ending, Ladder, Language, Rung, StructuredError, read_answer, request_shape,
    retry_message,
};

#[test]
fn a_ladder_has_the_confirmed_rungs_and_the_last() {
    for (json_schema, json_mode, rungs) in [
        (true, true, &[Rung::Schema, Rung::JsonMode, Rung::PromptOnly][..]),
        (true, false, &[Rung::Schema, Rung::PromptOnly]),
        (false, true, &[Rung::JsonMode, Rung::PromptOnly]),
        (false, false, &[Rung::PromptOnly]),
    ] {
        let ladder = Ladder::of(Abilities { json_schema, json_mode });
        assert_eq!((ladder.rungs(), ladder.first()), (rungs, rungs[0]));
        let below: Vec<_> = rungs.iter().map(|rung| ladder.below(*rung)).collect();
        let expected: Vec<_> = rungs.iter().skip(1).copied().map(Some).chain([None]).collect();
        assert_eq!(below, expected);
    }
    assert_eq!(Ladder::of(Abilities::default()).below(Rung::Schema), None, "a missing rung has none below");
}

#[test]
fn only_schema_mode_omits_the_schema_from_the_prompt() {
    let schema = line();
    let (shape, prompt) = request_shape(Rung::Schema, "scene card/1", &schema, Language::Zh);
    assert_eq!(shape, AnswerShape::Schema { name: "scene_card_1".to_owned(), schema: schema.wire().clone() });
    assert_eq!(prompt, None);
    for (rung, shape) in [(Rung::JsonMode, AnswerShape::Json), (Rung::PromptOnly, AnswerShape::Text)] {
        for language in [Language::Zh, Language::En] {
            let (requested, prompt) = request_shape(rung, "x", &schema, language);
            let prompt = prompt.unwrap();
            assert_eq!(requested, shape);
            assert!(prompt.contains("JSON") && prompt.contains(&schema.in_prompt().to_string()), "{prompt}");
        }
    }
}

#[test]
fn the_prompt_schema_omits_what_the_instruction_says() {
    let object = json!({
        "type": "object", "additionalProperties": false, "required": ["title", "format"],
        "properties": {
            "title": { "type": "string", "description": "What it is called." },
            "format": { "type": "array", "items": {
                "type": "object", "additionalProperties": { "type": "string" }, "required": ["a"],
                "properties": { "a": { "type": "integer", "format": "uint32" }, "b": { "enum": ["x", "y"] } },
            } },
        },
    });
    let schema = CompiledSchema::new(object).unwrap();
    assert_eq!(
        schema.in_prompt(),
        json!({
            "type": "object",
            "properties": {
                "title": { "type": "string", "description": "What it is called." },
                "format": { "type": "array", "items": {
                    "type": "object", "additionalProperties": { "type": "string" }, "required": ["a"],
                    "properties": { "a": { "type": "integer" }, "b": { "enum": ["x", "y"] } },
                } },
            },
        })
    );
}

#[test]
fn schema_names_are_sanitised() {
    for (name, wire) in
        [("提纲", "__"), ("", "answer"), ("a-b_C9", "a-b_C9"), (&"x".repeat(80), &"x".repeat(64))]
    {
        let (shape, _) = request_shape(Rung::Schema, name, &line(), Language::En);
        assert!(matches!(&shape, AnswerShape::Schema { name, .. } if name == wire), "{shape:?}");
    }
}

#[test]
fn retry_messages_name_place_and_problem_in_both_languages() {
    let error = |raw: &str| read_answer(raw, &line(), Ending::Finished).unwrap_err();
    let both =
        |error: &StructuredError| [Language::Zh, Language::En].map(|language| retry_message(error, language));
    let mut messages = String::new();
    let large = StructuredError::TooLarge { raw: String::new() };
    for error in [
        error("不知道。"),
        error("{\"t\":\"好\",\n \"n\" 1}"),
        error(r#"{"t":"C:\文","n":1}"#),
        error(r#"{"t":"好","n":"一"}"#),
        error("[]"),
        error(r#"{"t":"好","n":1} {"t":"坏","n":2}"#),
        error(r#"{"t":"好","t":"坏","n":1}"#),
        error(r#"{"t":"他说"好。","n":1}"#),
        large,
    ] {
        messages += &both(&error).join("\n");
        messages += "\n\n";
    }
    expect_test::expect![[r#"
        上面的回答不能用：里面没有 JSON。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: there is no JSON in it.
        Output the whole JSON again, and nothing else.

        上面的回答不能用：字符串里的双引号没有转义，在“{"t":"好",  "n" 1}”处。要写成 \"，或用中文引号。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: double quotes within a string are not escaped, near `{"t":"好",  "n" 1}`. Write \".
        Output the whole JSON again, and nothing else.

        上面的回答不能用：JSON 语法错误，第 1 行第 10 个字符“{"t":"C:\文","n":1}”处应为合法的转义（反斜杠要写成 \\）。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: JSON syntax error at line 1, character 10, near `{"t":"C:\文","n":1}`: a valid escape (write a backslash as \\) was expected.
        Output the whole JSON again, and nothing else.

        上面的回答不能用：JSON 不符合要求：
        - /n: "一" is not of type "integer"
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: the JSON does not fit:
        - /n: "一" is not of type "integer"
        Output the whole JSON again, and nothing else.

        上面的回答不能用：JSON 不符合要求：
        - （整个值）: [] is not of type "object"
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: the JSON does not fit:
        - (the whole value): [] is not of type "object"
        Output the whole JSON again, and nothing else.

        上面的回答不能用：里面有不止一个 JSON。只能有一个。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: there is more than one JSON value in it. Give one.
        Output the whole JSON again, and nothing else.

        上面的回答不能用：字段“t”在同一个对象里出现了两次。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: the key `t` is in one object twice.
        Output the whole JSON again, and nothing else.

        上面的回答不能用：字符串里的双引号没有转义，在“{"t":"他说"好。","n":1}”处。要写成 \"，或用中文引号。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: double quotes within a string are not escaped, near `{"t":"他说"好。","n":1}`. Write \".
        Output the whole JSON again, and nothing else.

        上面的回答不能用：回答太长。请写得更短。
        请重新输出完整的 JSON，只输出 JSON。
        The answer above cannot be used: it is too long. Write less.
        Output the whole JSON again, and nothing else.

    "#]].assert_eq(&messages);
}

#[test]
fn every_error_has_a_distinct_message_in_both_languages() {
    let raw = || "{\"t\": ".to_owned();
    use crate::structured::{Ambiguity, Expected, Violation};
    let expected = [
        Expected::Value,
        Expected::Key,
        Expected::Colon,
        Expected::CommaOrBracket,
        Expected::Quote,
        Expected::Escape,
        Expected::End,
    ];
    let syntax = expected.map(|expected| StructuredError::Syntax { at: 3, expected, raw: raw() });
    let others = [
        StructuredError::NoJson { raw: raw() },
        StructuredError::Cut { raw: raw() },
        StructuredError::TooDeep { raw: raw() },
        StructuredError::TooLarge { raw: raw() },
        StructuredError::Ambiguous { reason: Ambiguity::TwoValues { at: 1 }, raw: raw() },
        StructuredError::Ambiguous { reason: Ambiguity::DuplicateKey { key: "t".to_owned() }, raw: raw() },
        StructuredError::Ambiguous { reason: Ambiguity::Quotes { at: 2 }, raw: raw() },
        StructuredError::Invalid {
            errors: vec![Violation { path: String::new(), message: json!(1).to_string() }],
            raw: raw(),
        },
    ];
    let mut seen = std::collections::BTreeSet::new();
    for error in syntax.iter().chain(&others) {
        let chinese = retry_message(error, Language::Zh);
        let english = retry_message(error, Language::En);
        assert!(chinese.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{chinese}");
        assert!(english.starts_with("The answer above cannot be used: "), "{english}");
        assert!(seen.insert(chinese) && seen.insert(english), "{error:?}: the message is not unique");
    }
}

#[test]
fn invalid_offsets_are_safe() {
    use crate::structured::Expected;
    for at in 0..10 {
        let error = StructuredError::Syntax { at, expected: Expected::Value, raw: "雨夜".to_owned() };
        assert!(retry_message(&error, Language::En).contains("line 1"));
    }
}
