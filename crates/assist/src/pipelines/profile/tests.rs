//! Profiles: the shipped ones, and every fault at its place.

use super::*;
use crate::pipelines::compile::compile;
use crate::pipelines::{SHIPPED, shipped};
use crate::workflows::registry;

fn faults(text: &str) -> Vec<String> {
    let registry = registry();
    let faults = read(text, registry.described()).expect_err("the profile is valid");
    faults.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check(fields: &str, expected: &[&str]) {
    let text =
        format!("{{\"profile_id\": \"a\", \"title\": {{\"zh\": \"甲\", \"en\": \"A\"}},\n{fields}\n}}");
    assert_eq!(faults(&text), expected);
}

#[test]
fn every_shipped_profile_is_valid_and_has_a_workflow() {
    let registry = registry();
    for (id, text) in SHIPPED {
        let profile = read(text, registry.described()).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        assert_eq!(profile.profile_id, id);
        assert!(!profile.title.zh.is_empty() && !profile.description.en.is_empty());
        let flow = compile(&profile, registry.described()).unwrap();
        assert_eq!(flow.definition.nodes.len(), profile.pre.len() + 1 + profile.post.len());
    }
    assert_eq!(shipped().len(), SHIPPED.len());
}

/// Rewritten with `UPDATE_EXPECT=1`.
#[test]
fn the_schema_file_matches_the_code() {
    let schema = serde_json::to_string_pretty(schema()).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../workflows/profiles/schema.json");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &schema).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), schema);
}

#[test]
fn all_faults_are_told_at_once_where_they_stand() {
    check(
        r#""pre": [
  { "id": "memory", "handler": "recal_memory" },
  { "id": "notes", "handler": "work_notes", "depends_on": ["memori"], "when": "{{nodes.memory.output.x}} >" },
  { "id": "mend", "handler": "mend_text" }
],
"post": [{ "id": "check", "handler": "check_text", "params": { "x": 1 } }]"#,
        &[
            "3:32: there is no `recal_memory` for `pre`; did you mean `recall_memory`?",
            "4:60: there is no step `memori`; did you mean `memory`?",
            "4:79: a value is missing at the end",
            "5:30: `mend_text` is no step for `pre`; there are recall_memory, work_notes, situation, style_sample, require, rewrite_instruction",
            "7:62: invalid params for `check_text`: it takes none",
        ],
    );
}

#[test]
fn a_missing_field_hides_no_other_fault() {
    check(
        r#""pre": [
  { "handler": "situation" },
  { "id": "b" },
  { "id": "c", "handler": "fly", "depends_on": ["zz"] },
  { "id": "d", "handler": "require", "params": { "field": "pov" } },
  { "id": "d", "handler": "situation" }
]"#,
        &[
            "3:3: `id` is missing",
            "4:3: `handler` is missing",
            "5:27: there is no `fly` for `pre`; there are recall_memory, work_notes, situation, style_sample, require, rewrite_instruction",
            "5:49: there is no step `zz`",
            "6:48: invalid params for `require`: there is no `field`; there are `plan`",
            "7:11: another step already has the id `d`",
        ],
    );
}

#[test]
fn values_that_contradict_themselves_are_refused() {
    let situation = |id: &str, writes: &str| {
        format!(r#"{{ "id": "{id}", "handler": "situation", "writes": {{ "name": "state", {writes} }} }}"#)
    };
    let pre = [
        situation("a", r#""visibility": "prompt_only", "surface": "panel:state""#),
        situation("b", r#""visibility": "ui_only", "include": { "layer": "notes" }"#),
        situation("c", r#""visibility": "internal", "access": "run_only", "keep": { "days": 3 }"#),
    ];
    check(
        &format!("\"pre\": [\n{}\n]", pre.join(",\n")),
        &[
            "3:107: the window does not show a value of this visibility",
            "4:58: `state` is written by `a`; a value has one writer",
            "4:103: a prompt does not hold a value of this visibility",
            "5:58: `state` is written by `b`; a value has one writer",
            "5:123: a value with `run_only` is not kept",
        ],
    );
}

#[test]
fn what_is_no_profile_says_what_is_missing() {
    assert_eq!(faults("{}"), ["1:1: `profile_id` is missing", "1:1: `title` is missing"]);
    check("\"patience_s\": 0", &["2:15: `patience_s`: 0 is less than the minimum of 0.1"]);
    check(
        "\"for\": [\"check\"]",
        &[
            "2:9: `for`: \"check\" is not one of \"draft\", \"continue\", \"rewrite\", \"expand\", \"compress\", \"polish\"",
        ],
    );
    let many: Vec<String> =
        (0..101).map(|at| format!(r#"{{ "id": "s{at}", "handler": "situation" }}"#)).collect();
    check(
        &format!("\"pre\": [{}]", many.join(", ")),
        &["1:1: the profile has 101 steps; the maximum is 100"],
    );
}

/// Profiles whose faults have every form of message.
const FAULTY: &[&str] = &[
    "{ \"profile_id\": \"a\" \"title\": 1 }",
    "{ \"profile_id\": \"a\",",
    "{ \"profile_id\": \"a\", }",
    "{ \"profile_id\": }",
    "{ profile_id: 1 }",
    "{} {}",
    "{ \"profile_id\": \"a\n\" }",
    "[]",
    r#"{ "profile_id": "A", "profile_id": "甲", "title": "x", "fro": [], "version": 0, "pre": {}, "patience_s": 601 }"#,
    r#"{ "profile_id": "a", "title": { "zh": "甲", "en": "A" }, "for": ["check"], "patience_s": true,
"pre": [
{ "id": "a", "handler": "recal_memory", "params": [], "when": "{{nodes.z.output.x}} > 0", "timeout_s": 0 },
{ "id": "a", "handler": "mend_text", "depends_on": ["a", "a", "memori", "c"], "when": "{{nodes.c.output.x}} >" },
{ "id": "c", "handler": "require", "params": { "plan": ["x"] }, "depends_on": ["d"], "when": "1 > x" },
{ "id": "d", "handler": "require", "params": { "field": "pov" }, "depends_on": ["c"], "when": "(1 > 0" },
{ "id": "e", "handler": "check_text", "params": { "x": 1 }, "when": "1 1" },
{ "id": "f", "handler": "require", "params": { "plan": "pov" }, "when": "'x" },
{ "id": "g", "handler": "situation", "when": "{{x}} > 1",
  "writes": { "name": "state", "visibility": "prompt_only", "surface": "panel:state", "subject": "book" } },
{ "id": "h", "handler": "situation", "when": "{{nodes.g.output.x}}",
  "writes": { "name": "state", "visibility": "ui_only", "include": { "layer": "notes" }, "surface": "here" } },
{ "id": "i", "handler": "situation", "writes": { "name": "b", "visibility": "ui_only", "access": "run_only",
  "keep": { "days": 3 }, "surface": "panel:b" } },
{ "id": "j" }],
"post": [{ "id": "k", "handler": "mend_text", "params": { "by": "me" },
  "writes": { "name": "c", "visibility": "prompt_only", "access": "run_only" } }],
"settled": [{ "id": "l", "handler": "comment" },
{ "id": "m", "handler": "comment", "writes": { "name": "d", "visibility": "prompt_only" } }] }"#,
];

/// The page says these faults in both languages; its tests read the file. Rewritten with `UPDATE_EXPECT=1`.
#[test]
fn the_faults_of_the_page_match_the_code() {
    let registry = registry();
    let all = FAULTY.iter().flat_map(|text| read(text, registry.described()).expect_err("a fault"));
    let faults = serde_json::to_string_pretty(&all.collect::<Vec<_>>()).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/src/features/pipelines/sample-faults.json");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &faults).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), faults);
}

#[test]
fn a_fault_names_the_field_that_it_is_about() {
    let registry = registry();
    let text = r#"{ "profile_id": "a", "title": { "zh": "甲", "en": "A" },
        "pre": [{ "id": "a", "handler": "require", "params": { "plan": "pov" } }, { "id": "b" }] }"#;
    let faults = read(text, registry.described()).unwrap_err();
    let pointers: Vec<&str> = faults.iter().map(|fault| fault.pointer.as_str()).collect();
    assert_eq!(pointers, ["/pre/0/params/plan", "/pre/1/handler"]);
}
