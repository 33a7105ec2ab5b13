//! The knowledge graph and proposals: acts in JSON, as an argument or from standard input.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

/// A novel with 老周, who lives at 渡口 from scene 1 on and is the father of 阿芷.
fn known() -> Desk {
    let desk = Desk::with_novel();
    desk.ok(r#"kg save-entity novel.wenfang '{"name": "老周", "aliases": ["周船家"]}'"#);
    let father = r#"{"from": {"name": "老周"}, "to": {"name": "阿芷"}, "kind": "父亲"}"#;
    assert_eq!(desk.ok(&format!("kg save-relation novel.wenfang '{father}'")), json!({ "relation": 1 }));
    let lives = json!({
        "subject": { "id": 1 }, "predicate": "住处", "object": { "text": "渡口" }, "valid_from": 1,
        "passage": { "scene": 1, "quote": "石阶" },
    });
    let saved = desk.ok_with("kg save-fact novel.wenfang -", &lives.to_string());
    assert_eq!(saved, json!({ "fact": 1, "ended": [] }));
    desk
}

#[test]
fn the_graph_is_written_and_queried() {
    let desk = known();
    let graph = desk.ok("kg graph novel.wenfang");
    assert_eq!((items(&graph["nodes"]).len(), items(&graph["edges"]).len()), (2, 1));
    assert_eq!(desk.ok("kg entities novel.wenfang")["entities"][0]["aliases"], json!(["周船家"]));
    let card = desk.ok("kg entity novel.wenfang --entity 1 --at 2");
    assert_eq!(card["facts"][0]["evidence"][0]["range"], json!({ "start": 16, "end": 18 }));
    let state = |scene: i64| desk.ok(&format!("kg state novel.wenfang --entity 1 --at {scene}"));
    assert_eq!(state(2)["narrated"]["facts"][0]["object_name"], "渡口");
    desk.ok(r#"kg end novel.wenfang '{"item": {"fact": 1}, "scene": 2}'"#);
    assert_eq!(state(2)["narrated"]["facts"], json!([]));
    desk.ok_with("kg reopen novel.wenfang -", r#"{"item": {"fact": 1}, "scene": 4}"#);
    assert_eq!(items(&state(4)["narrated"]["facts"]).len(), 1);
    let near = desk.ok("kg neighbours novel.wenfang --entity 2 --hops 1 --at 1 --narrated");
    assert_eq!(items(&near["nodes"]).len(), 2);
    assert_eq!(desk.refused("kg neighbours novel.wenfang --entity 2 --hops 3")["code"], "bad_request");
    let path = desk.ok("kg path novel.wenfang 周船家 2 --at 1 --narrated");
    assert_eq!(path["chains"][0]["steps"][0]["relations"][0]["kind"], "父亲");
    assert_eq!(desk.refused("kg path novel.wenfang 老周 1")["code"], "bad_request");
    let changes = desk.ok("kg changes novel.wenfang --chapter 2");
    assert_eq!(changes["facts_ended"][0]["predicate"], "住处");
    assert!(desk.pretty("kg entities novel.wenfang").contains("老周"));
}

#[test]
fn removed_items_can_be_restored() {
    let desk = known();
    let before = desk.ok("kg graph novel.wenfang");
    let removed = desk.ok(r#"kg remove novel.wenfang '{"items": [{"entity": 1}]}'"#);
    assert_eq!(items(&removed["items"]).len(), 3);
    assert_eq!(desk.refused("kg entity novel.wenfang --entity 1")["code"], "not_found");
    desk.ok_with("kg put-back novel.wenfang -", &removed.to_string());
    assert_eq!(desk.ok("kg graph novel.wenfang"), before);
}

#[test]
fn proposals_are_added_and_decided() {
    let desk = known();
    let fact = |object: &str, confidence: f64| {
        json!({
            "proposed": { "kind": "fact", "subject": "老周", "predicate": "身份", "object": object },
            "confidence": confidence, "scene": 1, "quote": "老周坐在石阶上等",
        })
    };
    let proposals =
        json!({ "source": "试", "proposals": [fact("石阶", 0.95), fact("逃兵", 0.7), fact("王爷", 0.1)] });
    assert_eq!(desk.ok("kg settings novel.wenfang"), json!({ "apply_sure": false }));
    assert_eq!(desk.ok("kg settings novel.wenfang --apply-sure true"), json!({ "apply_sure": true }));
    let taken = desk.ok_with("kg propose novel.wenfang -", &proposals.to_string());
    assert_eq!(taken, json!({ "batch": 1, "applied": 1, "pending": 1, "rejected": 1 }));
    let pending = desk.ok("kg proposals novel.wenfang --batch 1 --status pending");
    assert_eq!(pending["proposals"][0]["id"], 2);
    for decision in ["reject", "reopen", "accept"] {
        desk.ok(&format!("kg review novel.wenfang --proposal 2 {decision}"));
    }
    assert_eq!(desk.refused("kg review novel.wenfang --proposal 2 accept")["code"], "bad_request");
    let undone = desk.ok("kg undo-batch novel.wenfang --batch 1");
    assert_eq!(undone, json!({ "batch": 1, "undone": 2, "kept": [] }));
    assert_eq!(desk.ok("kg settings novel.wenfang --apply-sure false"), json!({ "apply_sure": false }));
    desk.save(2, "老周的女儿阿芷来了。");
    let found = desk.ok("kg extract novel.wenfang --scene 2");
    assert_eq!(found["pending"], 1);
    assert_eq!(desk.ok("kg extract novel.wenfang --chapter 2")["pending"], 0);
    desk.misused("kg extract novel.wenfang");
    desk.misused("kg review novel.wenfang --proposal 2 perhaps");
}

#[test]
fn invalid_json_is_refused_with_its_position() {
    let desk = known();
    let before = desk.ok("kg graph novel.wenfang");
    for (line, input, place) in [
        ("kg save-entity novel.wenfang -", "{\n  \"name\": 老周\n}", "line 2, column 11"),
        ("kg save-relation novel.wenfang -", "", "line 1, column 0"),
        ("kg propose novel.wenfang -", "{\"source\": \"试\",}", "line 1, column 16"),
    ] {
        let error = desk.refused_with(line, input);
        assert_eq!(error["code"], "bad_request");
        assert!(error["message"].as_str().unwrap().contains(place), "{error}");
    }
    let error = desk.refused(r#"kg save-fact novel.wenfang '{"subject": "老周"}'"#);
    assert_eq!(error["code"], "bad_request");
    assert!(error["message"].as_str().unwrap().contains("kg.save_fact"), "{error}");
    assert_eq!(desk.refused("kg end novel.wenfang 7")["code"], "bad_request");
    assert_eq!(desk.ok("kg graph novel.wenfang"), before);
    assert_ne!(before, Value::Null);
}
