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

    desk.ok("pipeline remove novel.wenfang mine --force");
    let listed = desk.ok("pipeline list novel.wenfang --scene 1");
    assert_eq!(listed["resolved"]["profile"], "plain");
    assert_eq!(listed["resolved"]["gone"], json!([{ "level": "novel", "profile": "mine" }]));

    // A stranger's profile asks no model before it is trusted.
    desk.ok("pipeline import novel.wenfang out.json --machine");
    assert_eq!(desk.refused("draft novel.wenfang --scene 1 --profile mine")["code"], "consent_needed");
    desk.ok("pipeline trust novel.wenfang mine");
    assert_eq!(desk.refused("draft novel.wenfang --scene 1 --profile mine")["code"], "no_model");
    desk.ok("pipeline remove novel.wenfang mine --machine --force");
    assert_eq!(desk.refused("pipeline show novel.wenfang mine")["code"], "not_found");
}

#[test]
fn steps_are_listed_with_their_schemas() {
    let desk = Desk::with_novel();
    let listed = desk.ok("pipeline steps novel.wenfang");
    let require = items(&listed["kinds"]).iter().find(|kind| kind["handler"] == "require").unwrap();
    assert_eq!((&require["phases"], &require["may_ask"]), (&json!(["pre"]), &json!(false)));
    assert_eq!(require["params"]["properties"]["plan"]["default"], json!(["synopsis"]));
    assert_eq!(listed["writes"]["properties"]["name"]["type"], "string");
}

#[test]
fn a_file_of_something_else_is_refused() {
    let desk = Desk::with_novel();
    let refused = |text: &str| {
        desk.write("other.json", text);
        let refused = desk.refused("pipeline import novel.wenfang other.json");
        assert_eq!(refused["code"], "bad_request", "{refused}");
        (refused["details"]["refusal"].clone(), refused["details"]["errors"].clone())
    };
    let (refusal, faults) = refused("{ \"profile_id\": \"a\", ");
    assert_eq!(
        (&refusal, &faults[0]["code"], &faults[0]["line"]),
        (&json!("not_json"), &json!("syntax"), &json!(1))
    );
    let (refusal, faults) = refused("[1, 2]");
    assert_eq!((&refusal, &faults[0]["pointer"]), (&json!("other_json"), &json!("")));
    assert_eq!(refused("{ \"name\": \"x\" }").0, "other_json");
    let (refusal, faults) = refused(&MINE.replace("work_notes", "work_note"));
    assert_eq!((&refusal, &faults[0]["pointer"]), (&json!("faulty"), &json!("/pre/1/handler")));
    desk.write("other.json", b"\x89PNG\r\n\x1a\n\xff\xfe");
    let picture = desk.refused("pipeline import novel.wenfang other.json");
    assert_eq!(picture["details"], json!({ "refusal": "not_text", "errors": [] }), "{picture}");
    // A byte order mark, as editors of Windows write it, is no fault.
    desk.write("other.json", format!("\u{feff}{MINE}"));
    assert_eq!(desk.ok("pipeline import novel.wenfang other.json")["profile"], "mine");
}

#[test]
fn a_value_has_one_writer_among_all_profiles() {
    let desk = Desk::with_novel();
    let writes = r#""writes": { "name": "state", "visibility": "ui_only" }"#;
    let of = |id: &str| {
        let step = format!(r#"{{ "id": "s", "handler": "situation", {writes} }}"#);
        format!(r#"{{ "profile_id": "{id}", "title": {{ "zh": "甲", "en": "A" }}, "pre": [{step}] }}"#)
    };
    desk.write("one.json", of("one"));
    desk.write("two.json", of("two"));
    desk.ok("pipeline save novel.wenfang one.json");
    assert!(items(&desk.ok("pipeline validate novel.wenfang one.json")["errors"]).is_empty());
    let (faults, _) = desk.failed("pipeline validate novel.wenfang two.json");
    let fault = &faults["errors"][0];
    assert_eq!((&fault["code"], &fault["pointer"]), (&json!("two_writers"), &json!("/pre/0/writes/name")));
    for command in ["save", "import"] {
        assert_eq!(
            desk.refused(&format!("pipeline {command} novel.wenfang two.json"))["code"],
            "bad_request"
        );
    }
}

#[test]
fn an_import_replaces_nothing_unasked() {
    let desk = Desk::with_novel();
    desk.write("mine.json", MINE);
    let import = |more: &str| format!("pipeline import novel.wenfang mine.json {more}");
    for machine in ["", "--machine"] {
        desk.ok(&import(machine));
        // The same profile once more loses nothing.
        desk.ok(&import(machine));
        let edited = MINE.replace(r#""id": "plan""#, r#""id": "outline""#);
        desk.write("edited.json", &edited);
        desk.ok(&format!("pipeline save novel.wenfang edited.json {machine}"));
        let refused = desk.refused(&import(machine));
        assert_eq!(refused["code"], "name_taken", "{refused}");
        assert_eq!(refused["details"]["lost"], json!(["pre/outline"]));
        assert_eq!(refused["details"]["version"], 2);
        assert!(refused["hint"].as_str().unwrap().contains("--replace"));
        let shown = desk.ok("pipeline show novel.wenfang mine")["text"].to_string();
        assert!(shown.contains("outline"), "{shown}");
        let done = desk.ok(&import(&format!("{machine} --replace")));
        assert_eq!((&done["profile"], &done["version"]), (&json!("mine"), &json!(3)));
        assert!(!desk.ok("pipeline show novel.wenfang mine")["text"].to_string().contains("outline"));
        if machine.is_empty() {
            let checkpoint = &done["before"];
            desk.ok(&format!("checkpoint restore novel.wenfang {checkpoint}"));
            let shown = desk.ok("pipeline show novel.wenfang mine")["text"].to_string();
            assert!(shown.contains("outline"), "the checkpoint has the earlier profile: {shown}");
            desk.ok("pipeline remove novel.wenfang mine");
        } else {
            assert!(desk.read(done["kept"].as_str().unwrap()).contains("outline"));
        }
    }
}

#[test]
fn a_copy_of_a_shipped_profile_is_apart() {
    let desk = Desk::with_novel();
    let copy = desk.ok("pipeline show novel.wenfang careful --copy");
    assert_eq!(copy["profile"], "careful_2");
    let text = copy["text"].as_str().unwrap();
    assert!(text.contains("细写（自订）") && text.contains("Careful (own)"), "{text}");
    desk.write("copy.json", text);
    assert_eq!(desk.ok("pipeline save novel.wenfang copy.json")["profile"], "careful_2");
    assert_eq!(desk.ok("pipeline show novel.wenfang careful")["origin"], "shipped");
    assert_eq!(desk.ok("pipeline show novel.wenfang careful --copy")["profile"], "careful_3");
    // The shipped id is refused everywhere.
    desk.write("taken.json", text.replace("careful_2", "careful"));
    let (faults, _) = desk.failed("pipeline validate novel.wenfang taken.json");
    let faults = items(&faults["errors"]);
    assert_eq!((faults.len(), &faults[0]["line"]), (1, &json!(3)), "{faults:?}");
    assert!(faults[0]["message"].as_str().unwrap().contains("shipped"));
    for command in ["save", "import"] {
        let refused = desk.refused(&format!("pipeline {command} novel.wenfang taken.json"));
        assert_eq!(refused["code"], "bad_request", "{command}");
        assert!(refused["message"].as_str().unwrap().contains("shipped"), "{refused}");
    }
}

#[test]
fn a_profile_in_use_is_removed_only_when_forced() {
    let desk = Desk::with_novel();
    desk.write("mine.json", MINE);
    desk.ok("pipeline save novel.wenfang mine.json");
    desk.ok("pipeline use novel.wenfang checked --chapter 1");
    desk.ok("pipeline use novel.wenfang mine --scene 1");
    desk.ok("pipeline use novel.wenfang mine --act draft");
    let refused = desk.refused("pipeline remove novel.wenfang mine");
    assert_eq!(refused["code"], "in_use");
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("scene 1, where checked applies without it"), "{message}");
    assert!(message.contains("the novel (draft), where plain applies without it"), "{message}");
    assert!(refused["hint"].as_str().unwrap().contains("--force"));
    assert_eq!(level(&desk, 1), [json!("mine"), json!("scene")]);
    let removed = desk.ok("pipeline remove novel.wenfang mine --force");
    let applies = |at: usize| [removed["uses"][at]["applies"].clone(), removed["uses"][at]["level"].clone()];
    assert_eq!(applies(0), [json!("plain"), json!("default")]);
    assert_eq!(applies(1), [json!("checked"), json!("chapter")]);
    assert_eq!(level(&desk, 1), [json!("checked"), json!("chapter")]);
    // One that is set nowhere needs no force.
    desk.write("other.json", MINE.replace("\"mine\"", "\"other\""));
    desk.ok("pipeline save novel.wenfang other.json --machine");
    assert_eq!(desk.ok("pipeline remove novel.wenfang other --machine")["uses"], json!([]));
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
    let expected = [row(0, 0, 0), row(1, 3, 0), row(2, 0, 0), row(3, 6, 1)];
    let expected: Vec<(&Value, u64, &Value)> =
        expected.iter().map(|(step, asks, left_out)| (&names[*step], *asks, &flags[*left_out])).collect();
    assert_eq!(told, expected);
    assert_eq!(preview["takes"]["asks"]["requests"], json!(7));
    assert_eq!(preview["takes"]["least"]["asks"]["requests"], json!(2));
    let alone =
        desk.ok("pipeline preview novel.wenfang --scene 1 --profile careful --skip notes --skip mend");
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
