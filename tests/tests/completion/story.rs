//! The story so far: every five chapters.

use serde_json::{Value, json};
use wenfang_model_server::{answer, rule, script};

use crate::novel::{Novel, items, server};

const TITLES: [&str; 7] = ["第一章", "第二章", "第三章", "第四章", "第五章", "第六章", "第七章"];

async fn seven() -> Novel {
    let texts: Vec<String> =
        (1..=7).map(|n| format!("第{n}天，沈砚忽然发现了第{n}本账。他哭着把账烧了，逃到了渡口。")).collect();
    let chapters: Vec<(&str, &str)> = TITLES.iter().copied().zip(texts.iter().map(String::as_str)).collect();
    Novel::of(&chapters).await
}

#[tokio::test]
async fn the_fifth_summary_creates_the_story_so_far() {
    let novel = seven().await;
    for chapter in 1..=4 {
        let written = novel.ok("completion.summarize", json!({ "chapter": chapter })).await;
        assert_eq!(written["story"], Value::Null, "chapter {chapter}");
    }
    let story = novel.ok("completion.summarize", json!({ "chapter": 5 })).await["story"].clone();
    assert_eq!((&story["up_to"], &story["source"]), (&json!(5), &json!("local")));
    assert_eq!(items(&story["chapters"]).len(), 5);
    assert!(story["text"].as_str().unwrap().contains("第1本账"), "{story}");
    assert_eq!(novel.ok("completion.summarize", json!({ "chapter": 6 })).await["story"], Value::Null);

    let parts = async |scene: i64| {
        let preview = novel.ok("context.preview", json!({ "scene": scene, "act": "continue" })).await;
        let of = |part: &Value| part["source"]["kind"] == "story_so_far";
        items(&preview["parts"]).iter().filter(|part| of(part)).count()
    };
    assert_eq!((parts(7).await, parts(5).await, parts(2).await), (1, 0, 0), "later chapters are never sent");
}

#[tokio::test]
async fn a_model_extends_the_previous_story_with_newer_chapters() {
    let summary = json!({ "summary": "沈砚又烧了一本账。", "key_events": [] });
    let script = script(vec![
        rule(answer::json(json!({ "summary": "沈砚一路烧账。" }))).system_contains("保管全书的前情"),
        rule(answer::json(summary)),
    ]);
    let (novel, server) = (seven().await, server(script));
    novel.set_up(&server, json!({})).await;
    let preview = novel.ok("completion.preview", json!({ "chapter": 1, "by": "model" })).await;
    assert_eq!(preview["summary"]["calls"], 1);
    for chapter in 1..=4 {
        novel.ok("completion.summarize", json!({ "chapter": chapter, "by": "model" })).await;
    }
    let preview = novel.ok("completion.preview", json!({ "chapter": 5, "by": "model" })).await;
    assert_eq!(preview["summary"]["calls"], 2, "the story so far needs a second call");
    let fifth = novel.ok("completion.summarize", json!({ "chapter": 5, "by": "model" })).await;
    assert_eq!(fifth["story"]["text"], "沈砚一路烧账。");
    assert_eq!(fifth["story"]["source"], json!({ "model": "scripted" }));
    assert_eq!(fifth["took"]["calls"], 2);
    let sent = server.requests();
    let prompt = sent.last().unwrap().text("/messages/1/content");
    assert!(prompt.contains("第五章\n沈砚又烧了一本账。"), "{prompt}");
}
