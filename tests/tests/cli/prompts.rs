//! The prompt workshop from the command line.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

const CONTINUE: &str = "scene_generation/continue";

fn entry(desk: &Desk) -> Value {
    let listed = desk.ok("prompts list novel.wenfang");
    let found = items(&listed["prompts"])
        .iter()
        .find(|entry| entry["key"] == "continue" && entry["language"] == "zh")
        .cloned();
    found.unwrap()
}

#[test]
fn a_prompt_is_changed_compared_and_rolled_back() {
    let desk = Desk::with_novel();
    assert!(items(&desk.ok("prompts list novel.wenfang")["prompts"]).len() >= 16);
    let shipped =
        desk.ok(&format!("prompts get novel.wenfang {CONTINUE}"))["template"].as_str().unwrap().to_owned();
    let own = shipped.replacen("{{", "少用成语。\n{{", 1);
    let first = desk.ok_with(&format!("prompts save novel.wenfang {CONTINUE} --note 成语"), &own);
    assert_eq!(first["version"], 1);
    let second = desk.ok_with(
        &format!("prompts save novel.wenfang {CONTINUE}"),
        &shipped.replacen("{{", "多用短句。\n{{", 1),
    );
    assert_eq!(second["version"], 2);
    let (one, two) = (first["id"].as_i64().unwrap(), second["id"].as_i64().unwrap());
    assert_eq!(entry(&desk)["in_use"], json!(two));
    let differ = desk.ok(&format!("prompts compare novel.wenfang {CONTINUE} --from {one} --to {two}"));
    assert!(!items(&differ["hunks"]).is_empty());
    desk.ok(&format!("prompts enable novel.wenfang {CONTINUE} --id {one}"));
    assert_eq!(entry(&desk)["in_use"], json!(one));
    desk.ok(&format!("prompts enable novel.wenfang {CONTINUE}"));
    assert_eq!(entry(&desk)["in_use"], Value::Null);
    assert_eq!(
        items(&entry(&desk)["versions"]).len(),
        2,
        "versions stay while the shipped template is in use"
    );
    assert_eq!(
        desk.refused(&format!("prompts enable novel.wenfang {CONTINUE} --id 99"))["code"],
        "not_found"
    );
    assert_eq!(desk.refused("prompts get novel.wenfang scene_generation/nothing")["code"], "not_found");
}

#[test]
fn a_prompt_is_exported_and_imported() {
    let desk = Desk::with_novel();
    desk.ok(&format!("prompts export novel.wenfang {CONTINUE} --out continue.md"));
    let file = desk.read("continue.md");
    assert_eq!(desk.ok(&format!("prompts get novel.wenfang {CONTINUE}"))["template"], json!(file));
    let imported = desk.ok(&format!("prompts import novel.wenfang {CONTINUE} --source continue.md"));
    assert_eq!(imported["version"], 1);
    desk.write("broken.md", file.replacen("{{", "{{ nobody_knows_this }}{{", 1));
    let refused = desk.refused(&format!("prompts import novel.wenfang {CONTINUE} --source broken.md"));
    assert_eq!(refused["code"], "prompt_faulty");
    assert_eq!(items(&entry(&desk)["versions"]).len(), 1, "an invalid file is not stored");
    let checked = desk.ok_with("prompts check novel.wenfang", &desk.read("broken.md"));
    assert!(items(&checked["faults"])[0]["line"].as_u64().unwrap() > 1, "{checked}");
    let sound = desk.ok_with("prompts check novel.wenfang", &file);
    assert!(items(&sound["faults"]).is_empty() && !items(&sound["example"]["messages"]).is_empty());
}
