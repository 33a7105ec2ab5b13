//! The author mends by hand what a mending works on.

use serde_json::{Value, json};
use wenfang_model_server::answer;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;

use crate::by_model::{checked_with, of_model, verdict};
use crate::fetch::interrupted;
use crate::novel::Novel;
use crate::story::{chapter, mend, states, wait};

/// A comma too many, and two marks without a partner.
const THREE: &str = "江上起了雾，，渡船停在对岸。\n“你今年多大？他问。\n风把灯吹灭了，谁也没有动。\n\
    “我不知道。她说。\n她看着水面，很久没有说话。";

async fn save(novel: &Novel, base: i64, text: &str) {
    novel.ok("scene.save", json!({ "scene": 1, "base": base, "text": text })).await;
}

async fn recheck(novel: &Novel, session: &Value) -> Value {
    novel.ok("mend.recheck", json!({ "session": session })).await
}

#[tokio::test]
async fn what_the_author_mended_is_resolved() {
    let novel = Novel::of(&[("第一章 渡口", THREE)]).await;
    let (begun, shown) = mend(&novel, chapter(json!({}))).await;
    let (session, issues) = (&begun["session"], &begun["issues"]);
    assert_eq!(states(&shown), ["resolved", "deferred", "deferred"]);
    let nothing = json!({ "resolved": [], "again": [], "changed": [] });
    assert_eq!(recheck(&novel, session).await, nothing, "the text did not change");

    let mended = THREE.replace("多大？他", "多大？”他");
    novel.ok("scene.save_draft", json!({ "scene": 1, "base": 1, "text": mended })).await;
    let found = recheck(&novel, session).await;
    assert_eq!(found, json!({ "resolved": [issues[1]], "again": [], "changed": [] }));
    let issue = novel.ok("mend.issue", json!({ "issue": issues[1] })).await;
    assert_eq!((&issue["state"], &issue["by_author"]), (&json!("resolved"), &json!(true)));
    assert_eq!(recheck(&novel, session).await, nothing, "it is said once");
    let log = novel.ok("mend.audit", json!({ "session": session })).await;
    let by_author = |entry: &&Value| entry["action"] == "issue_changed" && entry["actor"] == "author";
    assert_eq!(log["entries"].as_array().unwrap().iter().filter(by_author).count(), 1);

    // A further round on the frozen text, which still has the error, does not take it back.
    let other = novel.ok("mend.issue", json!({ "issue": issues[2] })).await;
    let reopen = json!({ "issue": issues[2], "seen": other["revision"], "decision": "reopen" });
    novel.ok("mend.decide", reopen).await;
    let service = novel.workflow_service().await;
    let request = json!({ "session": session });
    let resumed =
        workflows::commands::call(&service, "mend.resume", request, &Watch::silent()).await.unwrap();
    wait(&service, &resumed["run"]).await;
    service.close().await;
    let shown = novel.ok("mend.show", json!({ "session": session })).await;
    assert_eq!(states(&shown), ["resolved", "resolved", "deferred"], "{shown}");

    let longer = format!("{THREE}\n天亮了。");
    save(&novel, 1, &longer).await;
    let found = recheck(&novel, session).await;
    assert_eq!(found, json!({ "resolved": [], "again": [issues[1]], "changed": [] }));
    let issue = novel.ok("mend.issue", json!({ "issue": issues[1] })).await;
    assert_eq!((&issue["state"], &issue["by_author"]), (&json!("recurrence"), &json!(false)));
    novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!(novel.text(1).await, longer.replace("，，", "，"));
    assert_eq!(recheck(&novel, session).await, nothing, "it has ended");
}

#[tokio::test]
async fn nothing_is_rechecked_before_the_rounds_are_over() {
    let (novel, session, _server) = interrupted(false).await;
    save(&novel, 1, "江上起了雾。").await;
    let refused = novel.ask("mend.recheck", json!({ "session": session })).await.unwrap_err();
    assert!(refused.message.contains("not finished"), "{}", refused.message);
}

#[tokio::test]
async fn a_model_issue_is_gone_only_with_its_passage() {
    let quote = "阿芷提着灯，站在渡口。";
    let (_server, novel) =
        checked_with(verdict("partly", quote), answer::text("阿芷站在桥头，提着灯。")).await;
    // A comma too many, so that there is something to accept.
    let text = format!("{}\n天，，亮了。", novel.text(1).await);
    save(&novel, 1, &text).await;
    let both = json!({ "policy": { "count": 1 }, "rules": ["model_setting", "punctuation"] });
    let (begun, shown) = mend(&novel, of_model(both)).await;
    let (session, issue) = (&begun["session"], &begun["issues"][0]);
    assert_eq!(
        (states(&shown), &shown["session"]["status"]),
        (vec!["partial", "resolved"], &json!("waiting"))
    );
    save(&novel, 2, &text.replace(quote, "阿芷提着灯，站在桥头。")).await;
    let found = recheck(&novel, session).await;
    assert_eq!(found["resolved"], json!([]), "some of the words are left, and nobody was asked");
    save(&novel, 3, &text.replace(&format!("{quote}\n"), "")).await;
    assert_eq!(recheck(&novel, session).await["resolved"], json!([issue]));
    let shown = novel.ok("mend.issue", json!({ "issue": issue })).await;
    assert_eq!((&shown["state"], &shown["by_author"]), (&json!("resolved"), &json!(true)));
}
