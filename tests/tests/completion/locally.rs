//! Every step without a model.

use serde_json::{Value, json};

use crate::novel::{FIRST, Novel, items};

#[tokio::test]
async fn a_summary_quotes_the_chapter_and_becomes_stale() {
    let novel = Novel::two().await;
    assert_eq!(novel.ok("completion.chapter", json!({ "chapter": 1 })).await["summary"], Value::Null);
    novel
        .ok("scene.save_draft", json!({ "scene": 1, "base": 1, "text": format!("{FIRST}\n更鼓响了。") }))
        .await;
    let written = novel.ok("completion.summarize", json!({ "chapter": 1 })).await;
    assert_eq!(written["summary"]["source"], "local");
    assert_eq!((&written["took"]["calls"], &written["dropped"]), (&json!(0), &json!(0)));
    let shown = novel.ok("completion.chapter", json!({ "chapter": 1 })).await["summary"].clone();
    assert_eq!(shown["stale"], false);
    let text = shown["text"].as_str().unwrap();
    assert!(text.contains("沈砚忽然吹灭了灯"), "{text}");
    let events = items(&shown["key_events"]);
    assert!(!events.is_empty(), "{shown}");
    for event in events {
        assert_eq!(novel.quoted(event).await, event["quote"].as_str().unwrap(), "the draft became a version");
    }
    novel.ok("scene.save", json!({ "scene": 1, "text": "什么也没有发生。" })).await;
    assert_eq!(novel.ok("completion.chapter", json!({ "chapter": 1 })).await["summary"]["stale"], true);
}

#[tokio::test]
async fn an_identical_summary_is_stored_once() {
    let novel = Novel::two().await;
    let first = novel.ok("completion.summarize", json!({ "chapter": 1 })).await;
    let at = novel.ok("completion.chapter", json!({ "chapter": 1 })).await["summary"]["at"].clone();
    assert_eq!(novel.ok("completion.summarize", json!({ "chapter": 1 })).await, first);
    assert_eq!(novel.ok("completion.chapter", json!({ "chapter": 1 })).await["summary"]["at"], at);
}

#[tokio::test]
async fn proposals_quote_the_text_and_are_stored_once() {
    let novel = Novel::two().await;
    novel.ok("kg.save_entity", json!({ "name": "沈砚", "kind": "character" })).await;
    novel.ok("kg.save_entity", json!({ "name": "沈怀山", "kind": "character" })).await;
    novel.ok("scene.save", json!({ "scene": 2, "text": "沈怀山是沈砚的父亲。" })).await;
    let made = novel.ok("completion.extract", json!({ "chapter": 2 })).await;
    assert_eq!((&made["source"], &made["pending"]), (&json!("local"), &json!(1)), "{made}");
    let listed = novel.ok("kg.proposals", json!({ "batch": made["batch"] })).await;
    let proposal = &items(&listed["proposals"])[0];
    assert_eq!(proposal["proposed"]["relation"], "父亲");
    assert_eq!(novel.quoted(&proposal["evidence"]).await, proposal["evidence"]["quote"].as_str().unwrap());
    let again = novel.ok("completion.extract", json!({ "chapter": 2 })).await;
    assert_eq!((&again["batch"], &again["pending"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn drafting_a_later_scene_sends_the_summary() {
    let novel = Novel::two().await;
    let sent = async || {
        let preview = novel.ok("context.preview", json!({ "scene": 2, "act": "continue" })).await;
        let parts = items(&preview["parts"]).to_vec();
        parts.into_iter().find(|part| part["source"]["kind"] == "summary")
    };
    assert_eq!(sent().await, None);
    novel.ok("completion.summarize", json!({ "chapter": 1 })).await;
    let part = sent().await.unwrap();
    assert_eq!((&part["source"]["chapter"], &part["fate"]["kind"]), (&json!(1), &json!("kept")));
    novel.ok("completion.summarize", json!({ "chapter": 2 })).await;
    assert_eq!(
        sent().await.unwrap()["source"]["chapter"],
        1,
        "the summary of the chapter itself is not sent"
    );
    novel.ok("scene.save", json!({ "scene": 1, "text": "什么也没有发生。" })).await;
    assert_eq!(sent().await, None, "a stale summary is not sent");
}

#[tokio::test]
async fn an_empty_chapter_is_rejected_and_nothing_is_stored() {
    let novel = Novel::of(&[("第一章", ""), ("第二章", "　\n")]).await;
    for command in ["completion.summarize", "completion.extract", "completion.suggest"] {
        for chapter in [1, 2] {
            let refused = novel.ask(command, json!({ "chapter": chapter })).await.unwrap_err();
            assert!(refused.message.contains("no words"), "{command}: {refused:?}");
        }
        let refused = novel.ask(command, json!({ "chapter": 9 })).await.unwrap_err();
        assert_eq!(serde_json::to_value(refused.code).unwrap(), "not_found");
    }
    assert_eq!(novel.ok("completion.chapter", json!({ "chapter": 1 })).await["suggestions"], Value::Null);
}

#[tokio::test]
async fn without_a_model_the_program_performs_the_step() {
    let novel = Novel::two().await;
    for (command, source) in [
        ("completion.summarize", "/summary/source"),
        ("completion.extract", "/source"),
        ("completion.suggest", "/suggestions/items/0/source"),
    ] {
        let done = novel.ok(command, json!({ "chapter": 1, "by": "model" })).await;
        assert_eq!(done.pointer(source), Some(&json!("local")), "{command}: {done}");
    }
    let refused = novel.ask("completion.check", json!({ "chapter": 1 })).await.unwrap_err();
    assert_eq!(serde_json::to_value(refused.code).unwrap(), "no_model");
    let preview = novel.ok("completion.preview", json!({ "chapter": 1, "by": "model" })).await;
    assert_eq!((&preview["summary"]["calls"], &preview["check"]["calls"]), (&json!(0), &json!(0)));
}
