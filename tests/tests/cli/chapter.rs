//! Completing a chapter from the command line.

use serde_json::{Value, json};
use wenfang_model_server::{ModelServer, answer, rule, script};

use crate::desk::{Desk, items};
use crate::models::set_up;

const TEXT: &str = "老周把铜怀表交给了阿秀，叮嘱她千万别让镇上的人看见。\n忽然有人敲门，阿秀哭着把怀表藏进了米缸。\n老周逃上渡船，船在雾里沉了。";

fn written() -> Desk {
    let desk = Desk::with_novel();
    desk.save(1, TEXT);
    desk
}

#[test]
fn a_chapter_is_completed_without_a_model() {
    let desk = written();
    assert_eq!(desk.ok("chapter show novel.wenfang 1")["summary"], Value::Null);
    let summary = desk.ok("chapter summary novel.wenfang 1");
    assert_eq!(summary["summary"]["source"], "local");
    let text = summary["summary"]["text"].as_str().unwrap();
    assert!(text.contains("藏进了米缸"), "{text}");
    let extracted = desk.ok("chapter extract novel.wenfang 1");
    assert_eq!(extracted["source"], "local");
    let suggested = desk.ok("chapter suggest novel.wenfang 1");
    let first = &items(&suggested["suggestions"]["items"])[0];
    let taken = desk.ok(&format!("chapter accept novel.wenfang 1 --suggestion {}", first["id"]));
    assert_eq!(
        desk.ok(&format!("part novel.wenfang --chapter {}", taken["chapter"]))["synopsis"],
        first["outline"]
    );
    let shown = desk.ok("chapter show novel.wenfang 1");
    assert_eq!(
        (&shown["summary"]["stale"], &shown["suggestions"]["items"][0]["accepted"]),
        (&json!(false), &json!(true))
    );
    let preview = desk.ok("chapter preview novel.wenfang 1 --model");
    assert_eq!((&preview["summary"]["model"], &preview["summary"]["calls"]), (&Value::Null, &json!(0)));
    assert_eq!(desk.refused("chapter check novel.wenfang 1")["code"], "no_model");
    assert_eq!(desk.refused("chapter summary novel.wenfang 99")["code"], "not_found");
    assert_eq!(desk.refused("chapter accept novel.wenfang 1 --suggestion 99")["code"], "not_found");
}

#[test]
fn a_chapter_is_completed_by_a_model() {
    let summary = json!({ "summary": "老周托付怀表。", "key_events": [
        { "text": "阿秀藏表", "quote": "阿秀哭着把怀表藏进了米缸" }, { "text": "没有的事", "quote": "镇上着了火" } ] });
    let problem = json!({ "kind": "setting", "quote": "船在雾里沉了", "against": "", "expected": "靠岸", "found": "沉了",
        "severity": "low", "confidence": 0.9 });
    let rules = vec![
        rule(answer::json(summary)).system_contains("key_events"),
        rule(answer::json(json!({ "problems": [problem] }))).system_contains("problems"),
    ];
    let (desk, server) = (written(), ModelServer::start_on(script(rules), 0).unwrap());
    set_up(&desk, &server);
    let preview = desk.ok("chapter preview novel.wenfang 1 --model");
    assert_eq!(preview["summary"]["model"], "scripted");
    assert_eq!(server.requests().len(), 0);
    let summary = desk.ok("chapter summary novel.wenfang 1 --model");
    assert_eq!(summary["summary"]["source"], json!({ "model": "scripted" }));
    assert_eq!((items(&summary["summary"]["key_events"]).len(), &summary["dropped"]), (1, &json!(1)));
    let checked = desk.ok("chapter check novel.wenfang 1");
    assert_eq!(checked["findings"][0]["evidence"][0]["quote"], "船在雾里沉了");
    assert_eq!(checked["new"], 1);
}
