//! Profiles of generation on the command line.

use serde_json::{Value, json};

use wenfang_model_server::answer;

use crate::desk::{Desk, items};
use crate::drafting::desk_with;

const MINE: &str = r#"{
  "profile_id": "mine", "title": { "zh": "我的", "en": "Mine" },
  "pre": [{ "id": "plan", "handler": "require" }, { "id": "notes", "handler": "work_notes" }]
}"#;

fn level(desk: &Desk, scene: i64) -> [Value; 2] {
    let listed = desk.ok(&format!("pipeline list novel.wenfang --scene {scene}"));
    [listed["resolved"]["profile"].clone(), listed["resolved"]["level"].clone()]
}

#[test]
fn the_nearest_profile_counts() {
    let desk = Desk::with_novel();
    let listed = desk.ok("pipeline list novel.wenfang");
    let ids: Vec<&Value> = items(&listed["profiles"]).iter().map(|profile| &profile["profile"]).collect();
    assert_eq!(ids, ["plain", "careful", "checked", "planned"]);
    assert_eq!(level(&desk, 1), [json!("plain"), json!("default")]);
    desk.ok("pipeline use novel.wenfang checked");
    desk.ok("pipeline use novel.wenfang careful --chapter 1 --act draft");
    assert_eq!(level(&desk, 1), [json!("careful"), json!("chapter")]);
    let polished = desk.ok("pipeline list novel.wenfang --scene 1 --act polish");
    assert_eq!(polished["resolved"], json!({ "profile": "checked", "level": "novel", "gone": [] }));
    desk.ok("pipeline use novel.wenfang - --chapter 1 --act draft");
    assert_eq!(level(&desk, 1), [json!("checked"), json!("novel")]);
    desk.ok("pipeline use novel.wenfang -");
    desk.ok("pipeline use novel.wenfang planned --machine");
    assert_eq!(level(&desk, 1), [json!("planned"), json!("machine")]);
    assert_eq!(desk.refused("pipeline use novel.wenfang lost")["code"], "not_found");
    assert_eq!(desk.refused("pipeline use novel.wenfang checked --chapter 99")["code"], "not_found");
    assert_eq!(desk.refused("pipeline remove novel.wenfang careful")["code"], "bad_request");
}

#[test]
fn a_profile_is_checked_saved_exchanged_and_removed() {
    let desk = Desk::with_novel();
    desk.write("mine.json", MINE);
    desk.write("broken.json", MINE.replace("work_notes", "work_note").replace("\"plan\"", "\"Plan\""));
    let (faults, _) = desk.failed("pipeline validate novel.wenfang broken.json");
    assert_eq!(items(&faults["errors"]).len(), 2, "{faults}");
    assert_eq!(faults["errors"][0]["line"], 3);
    assert!(items(&desk.ok("pipeline validate novel.wenfang mine.json")["errors"]).is_empty());
    assert_eq!(desk.refused("pipeline save novel.wenfang broken.json")["code"], "bad_request");

    assert_eq!(desk.ok("pipeline save novel.wenfang mine.json"), json!({ "profile": "mine", "version": 1 }));
    desk.write("mine.json", MINE.replace("require\" }", "require\", \"params\": { \"plan\": [\"pov\"] } }"));
    assert_eq!(desk.ok("pipeline save novel.wenfang mine.json")["version"], 2);
    desk.ok("pipeline use novel.wenfang mine");
    let shown = desk.ok("pipeline show novel.wenfang mine");
    assert_eq!(shown["origin"], "novel");
    assert!(shown["text"].as_str().unwrap().contains("pov"));
    desk.ok("pipeline export novel.wenfang mine out.json");

    desk.ok("pipeline remove novel.wenfang mine");
    let listed = desk.ok("pipeline list novel.wenfang --scene 1");
    assert_eq!(listed["resolved"]["profile"], "plain");
    assert_eq!(listed["resolved"]["gone"], json!([{ "level": "novel", "profile": "mine" }]));

    // A stranger's profile asks no model before it is trusted.
    desk.ok("pipeline import novel.wenfang out.json --machine");
    assert_eq!(desk.refused("draft novel.wenfang --scene 1 --profile mine")["code"], "consent_needed");
    desk.ok("pipeline trust novel.wenfang mine");
    assert_eq!(desk.refused("draft novel.wenfang --scene 1 --profile mine")["code"], "no_model");
    desk.ok("pipeline remove novel.wenfang mine --machine");
    assert_eq!(desk.refused("pipeline show novel.wenfang mine")["code"], "not_found");
}

#[test]
fn steps_are_priced_and_tried_without_a_text() {
    let notes = json!({ "goal": "等船", "beats": [], "must_not": [], "echoes": [] });
    let (desk, server) = desk_with(answer::json(notes));
    let preview = desk.ok("pipeline preview novel.wenfang --scene 1 --profile careful --skip mend");
    assert_eq!((&preview["profile"], &preview["level"]), (&json!("careful"), &json!("asked")));
    let steps = items(&preview["steps"]);
    let told: Vec<(&Value, u64, &Value)> = steps
        .iter()
        .map(|step| {
            let asks = step["takes"]["asks"]["requests"].as_u64().unwrap_or(0);
            (&step["step"], asks, &step["left_out"])
        })
        .collect();
    let row = |step: usize, asks: u64, left_out: usize| (step, asks, left_out);
    let names = [json!("memory"), json!("notes"), json!("check"), json!("mend")];
    let flags = [json!(false), json!(true)];
    let expected = [row(0, 0, 0), row(1, 1, 0), row(2, 0, 0), row(3, 0, 1)];
    let expected: Vec<(&Value, u64, &Value)> =
        expected.iter().map(|(step, asks, left_out)| (&names[*step], *asks, &flags[*left_out])).collect();
    assert_eq!(told, expected);
    assert_eq!(preview["takes"]["asks"]["requests"], json!(2));
    let alone = desk.ok("pipeline preview novel.wenfang --scene 1 --profile careful --skip notes");
    assert_eq!(alone["takes"]["asks"], alone["text"]["asks"]);
    for wrong in ["--skip nots", "--target 0"] {
        let refused = desk.refused(&format!("draft novel.wenfang --scene 1 --profile careful {wrong}"));
        assert_eq!(refused["code"], "bad_request", "{wrong}");
    }
    assert!(server.requests().is_empty());

    desk.write("mine.json", MINE.replace(r#"{ "id": "plan", "handler": "require" }, "#, ""));
    let tried = desk.ok("pipeline try novel.wenfang --scene 1 --from mine.json");
    assert_eq!(server.requests().len(), 1, "the notes alone were asked for");
    assert_eq!(
        (&tried["steps"][0]["step"], &tried["steps"][0]["status"]),
        (&json!("notes"), &json!("completed"))
    );
    assert!(tried["preview"]["messages"].to_string().contains("等船"));
    assert!(
        items(&desk.ok("generations list novel.wenfang --scene 1")["generations"])
            .iter()
            .all(|one| one["act"] == "notes")
    );
}
