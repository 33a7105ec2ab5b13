//! A mending that the author goes on with, some of its scenes more often than others.

use serde_json::json;
use wenfang_model_server::{answer, rule, script};
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;

use crate::novel::{Novel, items, server};
use crate::story::{mend, wait};

/// The paragraphs with an error are apart, so that each is a job of its own.
const FIRST: &str = "江上起了雾，，渡船停在对岸。\n风把灯吹灭了，谁也没有动。\n阿芷提着灯，站在渡口。\n\
    “你今年多大？他问。\n她看着水面，很久没有说话。";
const SECOND: &str =
    "天亮了，，雾散了。\n石阶上很冷，没有人。\n渡船从对岸过来了。\n“我不知道。她说。\n他没有再问。";

async fn decide(novel: &Novel, issue: i64, decision: &str) {
    let seen = novel.ok("mend.issue", json!({ "issue": issue })).await["revision"].clone();
    novel.ok("mend.decide", json!({ "issue": issue, "seen": seen, "decision": decision })).await;
}

async fn resume(novel: &Novel) {
    let service = novel.workflow_service().await;
    let resumed =
        workflows::commands::call(&service, "mend.resume", json!({ "session": 1 }), &Watch::silent())
            .await
            .unwrap();
    wait(&service, &resumed["run"]).await;
    service.close().await;
}

#[tokio::test]
async fn a_scene_that_rested_keeps_its_best_text() {
    let server = server(script(vec![
        rule(answer::text("“你今年多大？他问。")).contains("“你今年多大？他问。\n</data"),
        rule(answer::text("“我不知道。她说。")).times(1),
        rule(answer::text("“我不知道。”她说。")),
    ]));
    let novel = Novel::of(&[("第一章 渡口", FIRST), ("第二章 后窗", SECOND)]).await;
    novel.set_up(&server, json!({})).await;
    let request = json!({ "rules": ["punctuation"], "policy": { "count": 1 } });
    let (_, shown) = mend(&novel, request).await;
    let torn = |scene: i64| {
        let issue = items(&shown["issues"])
            .iter()
            .find(|issue| issue["scene"] == scene && issue["state"] != "resolved");
        issue.unwrap()["id"].as_i64().unwrap()
    };
    let (first, second) = (torn(1), torn(2));
    decide(&novel, second, "refuse").await;
    resume(&novel).await;
    decide(&novel, first, "reopen").await;
    decide(&novel, second, "reopen").await;
    resume(&novel).await;
    let shown = novel.ok("mend.show", json!({ "session": 1 })).await;
    let rounds = items(&shown["scenes"][1]["rounds"]).iter().map(|round| round["round"].as_i64().unwrap());
    assert_eq!(rounds.collect::<Vec<_>>(), [0, 1, 3]);
    assert_eq!(shown["scenes"][1]["best_round"], 3);
    let proposal = novel.ok("mend.proposal", json!({ "session": 1, "scene": 2 })).await;
    let answered = items(&proposal["pieces"]).iter().flat_map(|piece| items(&piece["issues"]));
    assert!(answered.clone().any(|issue| *issue == second), "the fix of the last round: {proposal}");
    novel.ok("mend.accept", json!({ "session": 1 })).await;
    assert_eq!(novel.text(2).await, SECOND.replace("，，", "，").replace("。她", "。”她"));
}
