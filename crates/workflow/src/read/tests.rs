//! Invalid definitions with all their error messages.

use std::fmt::Write;

use expect_test::expect_file;
use serde_json::{Value, json};

use super::*;
use crate::handler::{HandlerSpec, Kind};

fn handlers() -> Handlers {
    let mut handlers = Handlers::new();
    handlers.add(HandlerSpec {
        params: json!({
            "type": "object",
            "properties": {
                "chapter": { "type": "integer" },
                "rules": { "type": "array", "items": { "type": "string" } },
                "depth": { "enum": ["short", "long"] }
            },
            "additionalProperties": false
        }),
        ..HandlerSpec::any("generate_summary")
    });
    handlers.add(HandlerSpec {
        kind: Kind::Cpu,
        params: json!({ "type": "object", "properties": { "chapter": { "type": "integer" } }, "required": ["chapter"] }),
        ..HandlerSpec::any("run_consistency_checks")
    });
    handlers.add(HandlerSpec::any("report"));
    handlers.add_workflow("chapter_completion");
    handlers
}

/// Each case in the file is `## name`, a text, and the expected errors after `=>`.
#[test]
fn all_errors_are_reported_with_positions() {
    let file = include_str!("tests/broken.txt");
    let (mut actual, mut cases) = (String::new(), 0);
    for case in file.split("## ").filter(|case| !case.trim().is_empty()) {
        let (name, rest) = case.split_once('\n').unwrap();
        let text = rest.split("\n=>").next().unwrap().trim_end();
        writeln!(actual, "## {name}\n{text}").unwrap();
        match read(text, &handlers()) {
            Ok(_) => panic!("no errors in «{name}»"),
            Err(faults) => {
                assert!(!faults.is_empty(), "{name}");
                for fault in faults {
                    let code = serde_json::to_value(fault.code).unwrap();
                    let at = format!("{}:{}", fault.line, fault.column);
                    writeln!(actual, "=> {at} {}: {}", code.as_str().unwrap(), fault.message).unwrap();
                }
            }
        }
        actual.push('\n');
        cases += 1;
    }
    assert!(cases >= 40, "{cases}");
    expect_file!["tests/broken.txt"].assert_eq(&actual);
}

/// A complete definition of a workflow.
#[test]
fn a_complete_definition_is_parsed() {
    let mut handlers = Handlers::new();
    for name in ["generate_summary", "extract_kg_proposals", "run_consistency_checks", "suggest_next_chapter"]
    {
        handlers.add(HandlerSpec::any(name));
    }
    let text = r#"{
  "workflow_id": "chapter_completion",
  "title": {"zh": "完成本章", "en": "Complete chapter"},
  "version": 1,
  "trigger": {"on": ["menu", "chapter_completed"]},
  "concurrency_key": "chapter:{{input.chapter_id}}",
  "nodes": [
    {"id": "summarize", "handler": "generate_summary", "depends_on": []},
    {"id": "extract_kg", "handler": "extract_kg_proposals", "depends_on": ["summarize"]},
    {"id": "check_consistency", "handler": "run_consistency_checks", "depends_on": ["extract_kg"]},
    {"id": "suggest_next", "handler": "suggest_next_chapter", "depends_on": ["check_consistency"]}
  ]
}"#;
    let flow = read(text, &handlers).unwrap();
    assert_eq!(flow.reads(), ["chapter_id"]);
    assert_eq!(flow.graph.downstream(1), [1, 2, 3]);
    assert_eq!(flow.graph.layers(), [0, 1, 2, 3]);
    // Serializing and parsing again gives the same definition.
    let again = serde_json::to_string(&flow.definition).unwrap();
    assert_eq!(read(&again, &handlers).unwrap().hash(), flow.hash());
}

#[test]
fn the_example_of_the_documentation_is_valid() {
    let readme = include_str!("../../../../workflows/README.md");
    let (_, after) = readme.split_once("```json\n").unwrap();
    let (example, _) = after.split_once("```").unwrap();
    let mut handlers = handlers();
    handlers.add_workflow("one_round");
    let flow = read(example, &handlers).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(flow.reads(), ["rounds"], "the condition refers to the input");
    let again = serde_json::to_string(&flow.definition).unwrap();
    assert_eq!(read(&again, &handlers).unwrap().hash(), flow.hash());
}

#[test]
fn arbitrary_text_never_panics() {
    for text in ["", "null", "[]", "{}", "\"a\"", "{\"nodes\": {}}", "{\"nodes\": [1, null, []]}"] {
        assert!(read(text, &handlers()).is_err(), "{text}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(read(&deep, &handlers()).unwrap_err()[0].code, FaultCode::Syntax);
    proptest::proptest!(|(text in "\\PC{0,40}")| {
        let _ = read(&text, &handlers());
    });
}

#[test]
fn the_schema_is_valid() {
    assert!(jsonschema::validator_for(&crate::definition::schema()).is_ok());
    let Value::Object(schema) = crate::definition::schema() else { panic!("no object") };
    assert!(schema.contains_key("properties"));
}
