//! Schemas of Rust types: the sent form and the validated form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::structured::{CompiledSchema, Ending, StructuredError, parse, read_answer, schema_of};

/// A person of the story.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Person {
    /// The name used in the story.
    #[schemars(length(min = 1, max = 20))]
    name: String,
    #[schemars(range(min = 0, max = 200))]
    age: Option<u32>,
    mood: Mood,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mood {
    Calm,
    Angry,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Step {
    Walk { to: String },
    Wait { hours: u32 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Walk {
    steps: Vec<Step>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Branch {
    title: String,
    below: Vec<Branch>,
}

#[test]
fn the_sent_schema_is_closed_and_fully_required() {
    expect_test::expect![[r#"
        {
          "type": "object",
          "properties": {
            "name": {
              "type": "string",
              "description": "The name used in the story."
            },
            "age": {
              "type": [
                "integer",
                "null"
              ]
            },
            "mood": {
              "type": "string",
              "enum": [
                "calm",
                "angry"
              ]
            },
            "tags": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          },
          "required": [
            "name",
            "age",
            "mood",
            "tags"
          ],
          "description": "A person of the story.",
          "additionalProperties": false
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&schema_of::<Person>()).unwrap());
}

#[test]
fn alternatives_are_sent_as_closed_any_of() {
    let sent = schema_of::<Walk>();
    let text = sent.to_string();
    assert!(!text.contains("oneOf") && !text.contains("$ref"), "{text}");
    let branches =
        sent.pointer("/properties/steps/items/anyOf").and_then(|branches| branches.as_array()).unwrap();
    assert_eq!(branches.len(), 2);
    for branch in branches {
        assert_eq!(branch["additionalProperties"], false);
        assert_eq!(branch["required"].as_array().unwrap().len(), 2, "{branch}");
    }
}

#[test]
fn a_recursive_type_refers_to_itself() {
    let schema = CompiledSchema::of::<Branch>().unwrap();
    let raw = r#"{"title":"一","below":[{"title":"二","below":[]}]}"#;
    let read = parse::<Branch>(raw, &schema, Ending::Finished).unwrap();
    assert_eq!(read.value.below[0].title, "二");
    let broken = r#"{"title":"一","below":[{"title":2,"below":[]}]}"#;
    assert!(matches!(
        parse::<Branch>(broken, &schema, Ending::Finished),
        Err(StructuredError::Invalid { .. })
    ));
}

#[test]
fn limits_are_validated_but_not_sent() {
    let schema = CompiledSchema::of::<Person>().unwrap();
    assert!(!schema.wire().to_string().contains("maximum") && schema.value().to_string().contains("maximum"));
    let old = r#"{"name":"陆远","age":201,"mood":"calm","tags":[]}"#;
    let Err(StructuredError::Invalid { errors, .. }) = read_answer(old, &schema, Ending::Finished) else {
        panic!("201 is above the limit")
    };
    assert_eq!(errors[0].path, "/age");
}

#[test]
fn optional_fields_are_required_but_nullable() {
    let schema = CompiledSchema::of::<Person>().unwrap();
    let read = |raw| parse::<Person>(raw, &schema, Ending::Finished);
    let with_null = read(r#"{"name":"陆远","age":null,"mood":"angry","tags":["剑"]}"#).unwrap();
    let person =
        Person { name: "陆远".to_owned(), age: None, mood: Mood::Angry, tags: vec!["剑".to_owned()] };
    assert_eq!((with_null.value, with_null.repairs.len()), (person, 0));
    assert!(matches!(
        read(r#"{"name":"陆远","mood":"angry","tags":[]}"#),
        Err(StructuredError::Invalid { .. })
    ));
    assert!(matches!(
        read(r#"{"name":"陆远","age":3,"mood":"angry"}"#),
        Err(StructuredError::Invalid { .. })
    ));
}

#[test]
fn errors_refer_to_the_matching_alternative() {
    let schema = CompiledSchema::of::<Walk>().unwrap();
    let raw = r#"{"steps":[{"kind":"walk","to":"渡口"},{"kind":"wait","hours":"两"}]}"#;
    let Err(StructuredError::Invalid { errors, .. }) = read_answer(raw, &schema, Ending::Finished) else {
        panic!("hours are a number")
    };
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].path, "/steps/1/hours");
}

#[test]
fn values_refused_by_the_type_are_invalid() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Small {
        #[schemars(with = "i64")]
        #[allow(dead_code, reason = "only deserialized")]
        n: u8,
    }
    let schema = CompiledSchema::of::<Small>().unwrap();
    let Err(StructuredError::Invalid { errors, raw }) =
        parse::<Small>(r#"{"n":300}"#, &schema, Ending::Finished)
    else {
        panic!("300 does not fit u8")
    };
    assert_eq!((errors[0].path.as_str(), raw.as_str()), ("", r#"{"n":300}"#));
}

#[test]
fn invalid_schemas_and_external_references_are_refused() {
    for schema in [
        json!({"type": "person"}),
        json!({"properties": 7}),
        json!(7),
        json!({"$ref": "https://example.com/schema.json"}),
        json!({"properties": {"a": {"$ref": "file:///etc/passwd"}}}),
    ] {
        assert!(CompiledSchema::new(schema.clone()).is_err(), "{schema}");
    }
}

#[test]
fn at_most_twenty_short_violations_are_reported() {
    let schema = CompiledSchema::new(json!({"type": "array", "items": {"type": "integer"}})).unwrap();
    let raw = json!(vec!["长".repeat(1_000); 50]).to_string();
    let Err(StructuredError::Invalid { errors, .. }) = read_answer(&raw, &schema, Ending::Finished) else {
        panic!("strings are not integers")
    };
    assert_eq!(errors.len(), 20);
    assert!(errors.iter().all(|error| error.message.chars().count() <= 300), "{errors:?}");
}
