//! Workflows from the command line.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

const TEXT: &str = "老周把铜怀表交给了阿秀，叮嘱她千万别让镇上的人看见。\n忽然有人敲门，阿秀哭着把怀表藏进了米缸。\n老周逃上渡船，船在雾里沉了。";

fn written() -> Desk {
    let desk = Desk::with_novel();
    desk.save(1, TEXT);
    desk
}

fn statuses(run: &Value) -> Vec<(&str, &str)> {
    items(&run["nodes"])
        .iter()
        .map(|node| (node["node"].as_str().unwrap(), node["status"].as_str().unwrap()))
        .collect()
}

#[test]
fn a_definition_is_shown_and_validated() {
    let desk = Desk::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../workflows/chapter_completion.json");
    let good = desk.ok(&format!("workflow validate {shipped}"));
    assert_eq!((&good["errors"], &good["workflow"]["scope"]), (&json!([]), &json!("chapter")));
    let layers: Vec<&Value> = items(&good["workflow"]["nodes"]).iter().map(|node| &node["layer"]).collect();
    assert_eq!(json!(layers), json!([0, 1, 2, 3]));
    desk.write(
        "broken.json",
        r#"{"workflow_id": "w", "nodes": [{"id": "a", "handler": "generate_sumary", "depends_on": ["b"]}]}"#,
    );
    let output = desk.run("workflow validate broken.json", "");
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let messages: Vec<&str> =
        items(&report["errors"]).iter().map(|error| error["message"].as_str().unwrap()).collect();
    assert_eq!(
        messages,
        ["there is no handler `generate_sumary`; did you mean `generate_summary`?", "there is no node `b`"]
    );
    assert_eq!(report["errors"][0]["column"], 55);
}

#[test]
fn a_chapter_is_completed_stepwise_and_again() {
    let desk = written();
    let listed = desk.ok("workflow list novel.wenfang");
    assert_eq!(items(&listed["workflows"]).len(), 6);
    let plan = desk.ok("workflow run novel.wenfang chapter_completion --chapter 1 --preview");
    assert_eq!(plan, json!({ "cost": null, "may_cost": false, "asks": null }));
    assert_eq!(items(&desk.ok("workflow runs novel.wenfang")["runs"]).len(), 0);
    let run = desk.ok("workflow run novel.wenfang chapter_completion --chapter 1 --wait");
    assert_eq!(run["summary"]["status"], "completed", "{run}");
    let all =
        ["summarize", "extract_kg", "check_consistency", "suggest_next"].map(|node| (node, "completed"));
    assert_eq!(statuses(&run), all);
    assert_eq!(run["nodes"][0]["source"], "local");
    let id = &run["summary"]["id"];
    assert_eq!(desk.ok(&format!("workflow run-show novel.wenfang {id}"))["nodes"], run["nodes"]);
    let events = desk.ok(&format!("workflow events novel.wenfang {id} --after 7"));
    assert_eq!(events["events"][0]["kind"], "completed");
    assert_eq!(desk.ok("chapter show novel.wenfang 1")["run"]["id"], *id);
    let runs = desk.ok("workflow runs novel.wenfang");
    assert_eq!(items(&runs["runs"]).len(), 1);
    let plan = desk.ok(&format!("workflow again novel.wenfang {id} --node check_consistency --preview"));
    assert_eq!(plan["runs"], json!(["check_consistency", "suggest_next"]));
    assert_eq!(plan["may_cost"], false);
    let again = desk.ok(&format!("workflow again novel.wenfang {id} --node suggest_next --wait"));
    assert_eq!(
        (&again["summary"]["status"], &again["nodes"][0]["reused"]),
        (&json!("completed"), &json!(true))
    );
    // Params are displayed as written, and changed for one run.
    assert_eq!(run["nodes"][0]["params"], json!({}));
    let node = format!("workflow again novel.wenfang {id} --node summarize --only");
    let changed = desk.ok(&format!(r#"{node} --params '{{"chapter":1,"by":"local"}}' --wait"#));
    assert_eq!(changed["nodes"][0]["params"], json!({ "chapter": 1, "by": "local" }));
    let wrong = desk.refused(&format!(r#"{node} --params '{{"chapters":1}}' --preview"#));
    assert!(wrong["message"].as_str().unwrap().contains("chapters"), "{wrong}");
    assert_eq!(desk.refused(&format!("{node} --params '[1]' --preview"))["code"], "bad_request");
    assert_eq!(desk.refused(&format!("workflow cancel novel.wenfang {id}"))["code"], "bad_request");
    assert_eq!(desk.refused(&format!("workflow resume novel.wenfang {id}"))["code"], "bad_request");
    assert_eq!(desk.refused(&format!("workflow answer novel.wenfang {id} summarize"))["code"], "bad_request");
    assert_eq!(desk.refused("workflow run-show novel.wenfang 99")["code"], "not_found");
    assert_eq!(desk.refused("workflow run novel.wenfang chapter_completion --wait")["code"], "bad_request");
    assert_eq!(desk.refused("workflow run novel.wenfang no_such --wait")["code"], "not_found");
}

#[test]
fn a_run_without_wait_is_resumed_later() {
    let desk = written();
    let run = desk.ok("workflow run novel.wenfang project_review");
    let id = &run["run"];
    let left = desk.ok("workflow interrupted novel.wenfang");
    let is_left = items(&left["runs"]).iter().any(|left| left["summary"]["id"] == *id);
    // A short book may be done before the program ends.
    if is_left {
        let shown = desk.ok(&format!("workflow resume novel.wenfang {id} --wait"));
        assert_eq!(shown["summary"]["status"], "completed", "{shown}");
    }
    assert_eq!(desk.ok(&format!("workflow run-show novel.wenfang {id}"))["summary"]["status"], "completed");
}

#[test]
fn automatic_workflows_are_the_authors_choice() {
    let desk = written();
    let switch = |desk: &Desk| {
        let listed = desk.ok("workflow list novel.wenfang");
        let found = items(&listed["switches"])
            .iter()
            .find(|switch| switch["workflow"] == "chapter_completion")
            .cloned();
        found.unwrap()
    };
    assert_eq!((&switch(&desk)["on"], &switch(&desk)["ceiling"]), (&json!(true), &Value::Null));
    desk.ok(
        "workflow switch novel.wenfang chapter_completion chapter_completed --ceiling 5000000 --currency CNY",
    );
    assert_eq!(switch(&desk)["ceiling"], json!({ "currency": "CNY", "micros": 5_000_000 }));
    desk.ok("workflow switch novel.wenfang chapter_completion chapter_completed --off");
    assert_eq!(switch(&desk)["on"], false);
    assert_eq!(
        desk.refused("workflow switch novel.wenfang chapter_completion midnight")["code"],
        "not_found"
    );
}
