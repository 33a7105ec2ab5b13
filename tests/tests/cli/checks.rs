//! Checks, findings, waivers, rules, and the evaluation of rules.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

const WRONG: &str = "江上有风，，船还没有来。\n老周坐在石阶上等，，等了很久。\n";

fn with_errors() -> Desk {
    let desk = Desk::with_novel();
    desk.save(1, WRONG);
    desk
}

#[test]
fn findings_are_listed_waived_and_fixed() {
    let desk = with_errors();
    let ran = desk.ok("check novel.wenfang --rules punctuation,repetition");
    assert_eq!((&ran["found"], &ran["new"], &ran["gone"]), (&json!(2), &json!(2), &json!(0)));
    let first = &ran["findings"][0];
    assert_eq!(
        (&first["rule"], &first["kind"], &first["state"]),
        (&json!("punctuation"), &json!("style"), &json!("open"))
    );
    let proof = &first["evidence"][0];
    assert_eq!((&proof["scene"], &proof["chapter"], &proof["version"]), (&json!(1), &json!(1), &json!(2)));
    assert_eq!((&proof["range"], &proof["quote"]), (&json!({ "start": 4, "end": 6 }), &json!("，，")));
    assert_eq!(proof["standing"], proof["range"]);
    // A single punctuation mark is no use: the finding shows the words around it, within its paragraph.
    assert_eq!((&proof["before"], &proof["after"]), (&json!("江上有风"), &json!("船还没有来。")));
    desk.save(1, &format!("{}{WRONG}", "雾从江心漫上来，漫过石阶。"));
    let moved = desk.ok("findings novel.wenfang")["findings"][0]["evidence"][0].clone();
    assert_eq!(
        (&moved["before"], &moved["after"]),
        (&json!("…从江心漫上来，漫过石阶。江上有风"), &json!("船还没有来。"))
    );
    desk.save(1, WRONG);
    assert_eq!(desk.ok("check novel.wenfang --scene 2 --rules punctuation")["found"], 0);
    assert_eq!(desk.ok("check novel.wenfang --chapter 1 --rules punctuation")["found"], 2);

    desk.ok("waive novel.wenfang 1");
    desk.ok("waive novel.wenfang 2 --scope intended --reason 断句");
    assert_eq!(desk.ok("findings novel.wenfang")["findings"], json!([]));
    let waived = desk.ok("findings novel.wenfang --chapter 1 --waived");
    let reasons: Vec<&Value> =
        items(&waived["findings"]).iter().map(|one| &one["waiver"]["reason"]).collect();
    assert_eq!(reasons, [&json!(""), &json!("断句")]);
    desk.ok("unwaive novel.wenfang 1");
    assert_eq!(items(&desk.ok("findings novel.wenfang --scene 1")["findings"]).len(), 1);
    assert_eq!(desk.refused("unwaive novel.wenfang 1")["code"], "bad_request");
    assert_eq!(desk.refused("waive novel.wenfang 1 --scope intended")["code"], "bad_request");
    assert_eq!(desk.refused("waive novel.wenfang 9")["code"], "not_found");
    desk.misused("waive novel.wenfang 1 --scope always");

    desk.save(1, &WRONG.replace("，，", "，"));
    let fixed = desk.ok("check novel.wenfang --rules punctuation");
    assert_eq!((&fixed["found"], &fixed["gone"]), (&json!(0), &json!(2)));
    let error = desk.refused("check novel.wenfang --rules model_pov");
    assert_eq!(
        (&error["code"], error["message"].as_str().unwrap().contains("model_pov")),
        (&json!("bad_request"), true)
    );
    desk.misused("check novel.wenfang --scene 1 --chapter 1");
}

#[test]
fn chinese_misspellings_are_found_with_their_correction() {
    let desk = Desk::with_novel();
    desk.save(1, "她以经走了。那个时侯天还没亮，他不由自住地站起来。\n");
    let ran = desk.ok("check novel.wenfang --rules wrong_character,de_particles,doubled");
    let slips: Vec<(&Value, &Value)> =
        items(&ran["findings"]).iter().map(|one| (&one["found"], &one["replacement"])).collect();
    let expected =
        [("以", "已"), ("侯", "候"), ("住", "主")].map(|(slip, meant)| (json!(slip), json!(meant)));
    assert_eq!(slips, expected.iter().map(|(slip, meant)| (slip, meant)).collect::<Vec<_>>());
}

#[test]
fn findings_are_printed_as_text() {
    let desk = with_errors();
    let shown = desk.pretty("check novel.wenfang --rules punctuation");
    assert!(
        shown.contains("found: 2") && shown.contains("rule punctuation") && shown.contains("quote ，，"),
        "{shown}"
    );
}

#[test]
fn rules_are_listed_and_switched() {
    let desk = with_errors();
    let on = |rules: &Value| -> Value {
        items(&rules["rules"]).iter().find(|rule| rule["rule"] == "punctuation").unwrap()["on"].clone()
    };
    let shipped = on(&desk.ok("rules novel.wenfang"));
    assert_eq!(on(&desk.ok("rules novel.wenfang --on punctuation")), true);
    assert_eq!(desk.ok("check novel.wenfang --scene 1")["found"], 2);
    assert_eq!(on(&desk.ok("rules novel.wenfang --off punctuation")), false);
    assert_eq!(desk.ok("findings novel.wenfang")["findings"], json!([]));
    assert_eq!(on(&desk.ok("rules novel.wenfang --as-shipped punctuation")), shipped);
    assert_eq!(desk.refused("rules novel.wenfang --on luck")["code"], "bad_request");
    desk.misused("rules novel.wenfang --on punctuation --off length");
}

#[test]
fn rule_accuracy_is_printed_and_can_be_measured_again() {
    let desk = Desk::new();
    let shipped = desk.ok("eval checks");
    let named = items(&shipped["rules"]).iter().map(|rule| rule["rule"].as_str().unwrap());
    assert_eq!(named.clone().count(), 20);
    assert!(
        named.eq(items(&desk.ok("eval checks")["rules"]).iter().map(|rule| rule["rule"].as_str().unwrap()))
    );
    for rule in items(&shipped["rules"]) {
        assert_eq!(rule["default_on"] == true, rule["good"] == true, "{rule}");
    }
    // Chapters long enough to measure a rule on.
    let day = |n: usize| format!("　　江上有风，船还没有来。老周坐在石阶上等，等到第{n}天，船来了。\n");
    let chapter: String = (1..=40)
        .map(|n| format!("第{n}章 江\n\n{}\n", (0..12).map(|m| day(n * 12 + m)).collect::<String>()))
        .collect();
    desk.write("prose.txt", &chapter);
    let measured = desk.ok("eval checks prose.txt");
    let marks = items(&measured["rules"]).iter().find(|rule| rule["rule"] == "punctuation").unwrap();
    assert!(marks["measured"]["characters"].as_u64().unwrap() > 500, "{marks}");
    assert_eq!(marks["good"], false, "the prose is too short to prove anything");
    assert_eq!(desk.refused("eval checks none.txt")["code"], "file_not_found");
    desk.write("bytes.txt", [0xff, 0xfe, 0x00]);
    assert_eq!(desk.refused("eval checks bytes.txt")["code"], "bad_request");
}
