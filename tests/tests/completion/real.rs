//! 红楼梦 chapter three, without a model and with a scripted one.

use serde_json::{Value, json};
use wenfang_model_server::{answer, rule, script};
use wenfang_tests::corpus::hongloumeng;

use crate::novel::{Novel, items, server};

async fn novel(chapters: usize) -> Option<Novel> {
    let Some(all) = hongloumeng() else {
        eprintln!("skipped: the corpus folder is missing");
        return None;
    };
    let chapters: Vec<(&str, &str)> =
        all.iter().take(chapters).map(|(title, text)| (title.as_str(), text.as_str())).collect();
    Some(Novel::of(&chapters).await)
}

#[tokio::test]
async fn the_third_chapter_is_completed_without_a_model() {
    let Some(novel) = novel(120).await else { return };
    let written = novel.ok("completion.summarize", json!({ "chapter": 3 })).await;
    let text = written["summary"]["text"].as_str().unwrap();
    for any in [
        &["老母迎上来", "一把搂入怀中", "拜见了外祖母"][..],
        &["王熙凤", "这熙凤携著黛玉的手"],
        &["一位年轻的公子", "料定是林姑妈之女", "黛玉一见，便吃一大惊", "黛玉身边坐下"],
        &["狠命摔去"],
    ] {
        assert!(any.iter().any(|words| text.contains(words)), "none of {any:?} is in {text}");
    }
    for event in items(&written["summary"]["key_events"]) {
        assert_eq!(novel.quoted(event).await, event["quote"].as_str().unwrap());
    }
    novel.ok("kg.set_proposal_settings", json!({ "apply_sure": true })).await;
    let made = novel.ok("completion.extract", json!({ "chapter": 3 })).await;
    assert!(made["pending"].as_u64() > Some(0), "{made}");
    let listed = novel.ok("kg.proposals", json!({ "batch": made["batch"] })).await;
    for proposal in items(&listed["proposals"]) {
        assert_eq!(
            novel.quoted(&proposal["evidence"]).await,
            proposal["evidence"]["quote"].as_str().unwrap()
        );
    }
    let thought = novel.ok("completion.suggest", json!({ "chapter": 3 })).await;
    assert!((2..=3).contains(&items(&thought["suggestions"]["items"]).len()), "{thought}");
}

#[tokio::test]
async fn the_third_chapter_is_completed_by_a_model() {
    let Some(novel) = novel(5).await else { return };
    let events = json!([
        { "text": "黛玉进贾府见到外祖母", "quote": "方欲拜见时，早被他外祖母一把搂入怀中，心肝儿肉叫著大哭起来。" },
        { "text": "宝玉摔玉", "quote": "摘下那玉，就狠命摔去" },
        { "text": "没有的事", "quote": "黛玉当夜便离了荣府" },
    ]);
    let entity = json!({ "name": "鹦哥", "kind": "character", "aliases": [], "description": "贾母身边的二等丫头",
        "quote": "便将自己身边的一个二等丫头，名唤鹦哥者与了黛玉", "confidence": 0.95 });
    let made_up = json!({ "subject": "黛玉", "predicate": "所在", "object": "扬州", "replaces": false,
        "modality": "narrated", "quote": "黛玉当夜便离了荣府", "confidence": 0.95 });
    let script = script(vec![
        rule(answer::json(json!({ "summary": "黛玉进贾府，宝玉摔玉。", "key_events": events })))
            .system_contains("key_events"),
        rule(answer::json(json!({ "entities": [entity], "relations": [], "facts": [made_up],
            "events": [], "threads": [] })))
        .system_contains("entities"),
    ]);
    let server = server(script);
    novel.set_up(&server, json!({})).await;
    novel.ok("kg.set_proposal_settings", json!({ "apply_sure": true })).await;
    let written = novel.ok("completion.summarize", json!({ "chapter": 3, "by": "model" })).await;
    let kept = items(&written["summary"]["key_events"]);
    let named: Vec<&str> = kept.iter().map(|event| event["text"].as_str().unwrap()).collect();
    assert_eq!(named, ["黛玉进贾府见到外祖母", "宝玉摔玉"]);
    assert!(written["dropped"].as_u64() >= Some(1), "{written}");
    for event in kept {
        assert_eq!(novel.quoted(event).await, event["quote"].as_str().unwrap());
    }
    let made = novel.ok("completion.extract", json!({ "chapter": 3, "by": "model" })).await;
    assert_eq!((&made["applied"], &made["rejected"]), (&json!(1), &json!(1)), "{made}");
    let entities = novel.ok("kg.entities", json!({})).await;
    assert!(entities.to_string().contains("鹦哥"));
    let rejected = novel.ok("kg.proposals", json!({ "status": "rejected" })).await;
    assert_eq!(items(&rejected["proposals"])[0]["unproven"], "黛玉当夜便离了荣府");
    assert_eq!(items(&rejected["proposals"])[0]["evidence"], Value::Null);
}
