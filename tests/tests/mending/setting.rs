//! Where the setting is wrong and not the text: a change of the setting is proposed, accepted or refused.

use serde_json::{Value, json};

use crate::novel::{Novel, items};
use crate::story::{mend, states};

/// A novel whose chapters say that somebody is twelve, and whose setting says sixteen.
async fn novel() -> Novel {
    let chapters =
        [("第一章 渡口", "门外，沈砚今年十二岁了。"), ("第二章 后窗", "沈砚今年十二岁，个子不高。")];
    let novel = Novel::of(&chapters).await;
    let age = json!({ "subject": { "name": "沈砚" }, "predicate": "年龄", "object": { "text": "十六岁" } });
    novel.ok("kg.save_fact", age).await;
    novel
}

async fn canon_for_time(novel: &Novel, asks_first: bool) {
    let row = json!({
        "kind": "timeline", "severity": "medium", "tools": ["canon", "author"], "asks_first": asks_first,
    });
    novel.ok("mend.set_tools", json!({ "rows": [row] })).await;
}

fn of_time() -> Value {
    json!({ "rules": ["age_arithmetic"], "by": "rules" })
}

async fn ages(novel: &Novel) -> Vec<String> {
    let graph = novel.ok("kg.graph", json!({})).await;
    items(&graph["facts"]).iter().map(|fact| fact["text"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_wrong_setting_is_corrected_by_its_proposal() {
    let novel = novel().await;
    canon_for_time(&novel, false).await;
    let estimate = novel.ok("mend.estimate", of_time()).await;
    assert_eq!(
        (&estimate["issues"], &estimate["proposals"], &estimate["deferred"], &estimate["requests"]),
        (&json!(2), &json!(2), &json!(0), &json!(0))
    );
    let (begun, shown) = mend(&novel, of_time()).await;
    assert_eq!((states(&shown), &shown["session"]["status"]), (vec!["deferred"; 2], &json!("waiting")));
    let issue = &shown["issues"][0];
    assert_eq!(issue["reason"], "canon");
    let proposal = &issue["proposal"];
    assert_eq!(proposal["status"], "pending");
    assert_eq!(
        proposal["proposed"],
        json!({
            "kind": "fact", "subject": "沈砚", "predicate": "年龄", "object": "十二岁", "modality": "narrated",
            "replaces": false, "corrects": "十六岁",
        })
    );
    assert_eq!(shown["issues"][1]["proposal"]["id"], proposal["id"], "both ask for the same");
    let listed = novel.ok("kg.proposals", json!({})).await;
    let [in_list] = items(&listed["proposals"]) else { panic!("{listed}") };
    assert_eq!(in_list["evidence"]["quote"], issue["quote"], "the passage proves it");
    assert_eq!(listed["batches"][0]["source"], "修订 #1");
    assert_eq!(ages(&novel).await, ["十六岁"], "nothing is changed before the author accepts");

    let accept = json!({ "issue": issue["id"], "seen": issue["revision"], "decision": "change_setting" });
    let decided = novel.ok("mend.decide", accept.clone()).await;
    assert_eq!((&decided["state"], &decided["proposal"]["status"]), (&json!("resolved"), &json!("applied")));
    assert_eq!(ages(&novel).await, ["十二岁"], "the fact is corrected, and there is no second one");
    let shown = novel.ok("mend.show", json!({ "session": begun["session"] })).await;
    assert_eq!((states(&shown), &shown["session"]["status"]), (vec!["resolved"; 2], &json!("completed")));
    let found = novel.ok("check.run", json!({ "rules": ["age_arithmetic"] })).await;
    assert_eq!(found["found"].as_u64().unwrap_or_default(), 0, "{found}");
    assert!(novel.ask("mend.decide", accept).await.is_err(), "it is decided");

    novel.ok("kg.undo_batch", json!({ "batch": in_list["batch"] })).await;
    assert_eq!(ages(&novel).await, ["十六岁"], "the list of proposals takes it back");
}

#[tokio::test]
async fn a_refused_change_leaves_the_setting_alone() {
    let novel = novel().await;
    canon_for_time(&novel, false).await;
    let (begun, shown) = mend(&novel, of_time()).await;
    let issue = &shown["issues"][0];
    let refuse = json!({ "issue": issue["id"], "seen": issue["revision"], "decision": "refuse" });
    let decided = novel.ok("mend.decide", refuse).await;
    assert_eq!(
        (&decided["state"], &decided["reason"], &decided["proposal"]["status"]),
        (&json!("deferred"), &json!("author"), &json!("rejected"))
    );
    assert_eq!(ages(&novel).await, ["十六岁"]);
    let shown = novel.ok("mend.show", json!({ "session": begun["session"] })).await;
    assert_eq!(shown["session"]["status"], "completed", "nothing else waits");
}

#[tokio::test]
async fn a_change_accepted_in_the_list_of_proposals_counts() {
    let novel = novel().await;
    canon_for_time(&novel, false).await;
    let (_, shown) = mend(&novel, of_time()).await;
    let issue = &shown["issues"][0];
    novel.ok("kg.review", json!({ "proposal": issue["proposal"]["id"], "decision": "accept" })).await;
    let request =
        |decision: &str| json!({ "issue": issue["id"], "seen": issue["revision"], "decision": decision });
    assert!(novel.ask("mend.decide", request("refuse")).await.is_err(), "it stands in the setting already");
    assert_eq!(novel.ok("mend.decide", request("change_setting")).await["state"], "resolved");
}

#[tokio::test]
async fn the_author_is_asked_before_a_change_is_proposed() {
    let novel = novel().await;
    canon_for_time(&novel, true).await;
    let (begun, shown) = mend(&novel, of_time()).await;
    assert_eq!(shown["issues"][0]["reason"], "ask_first");
    for issue in items(&shown["issues"]) {
        let reopen = json!({ "issue": issue["id"], "seen": issue["revision"], "decision": "reopen" });
        novel.ok("mend.decide", reopen).await;
    }
    let service = novel.workflow_service().await;
    let silent = wenfang_studio::watch::Watch::silent();
    let resume = json!({ "session": begun["session"] });
    let resumed = wenfang_studio::workflows::commands::call(&service, "mend.resume", resume.clone(), &silent)
        .await
        .unwrap();
    crate::story::wait(&service, &resumed["run"]).await;
    service.close().await;
    let shown = novel.ok("mend.show", resume).await;
    assert_eq!(shown["issues"][0]["reason"], "canon", "{shown}");
}

#[tokio::test]
async fn what_no_finding_says_is_left_to_the_author() {
    let novel =
        Novel::of(&[("第一章", "沈砚推开门。“都坐罢。”沈砚笑道。"), ("第二章", "沈砚笑道：“走吧。”")]).await;
    let dead = json!({
        "subject": { "name": "沈砚" }, "predicate": "状态", "object": { "text": "死亡" }, "valid_from": 1,
    });
    novel.ok("kg.save_fact", dead).await;
    let found = novel.ok("check.run", json!({ "rules": ["absent_acts"] })).await;
    assert!(found["found"].as_u64() != Some(0), "{found}");
    let listed = novel.ok("check.list", json!({})).await;
    let severity = items(&listed["findings"])[0]["severity"].as_str().unwrap().to_owned();
    let row = json!({ "kind": "character", "severity": severity, "tools": ["canon"] });
    novel.ok("mend.set_tools", json!({ "rows": [row] })).await;
    let (_, shown) = mend(&novel, json!({ "rules": ["absent_acts"], "by": "rules" })).await;
    assert_eq!(shown["issues"][0]["reason"], "no_proposal", "{shown}");
    assert_eq!(shown["session"]["status"], "completed");
}

#[tokio::test]
async fn a_session_keeps_the_tools_that_it_began_with() {
    let novel = novel().await;
    let faulty = json!({ "rows": [
        { "kind": "plot", "severity": "high", "tools": ["canon"] },
        { "kind": "fact", "severity": "high", "tools": [] },
    ] });
    let error = novel.ask("mend.set_tools", faulty).await.unwrap_err();
    assert!(
        error.message.contains("known are character, fact") && error.message.contains("row 2"),
        "{error:?}"
    );
    canon_for_time(&novel, true).await;
    let (begun, _) = mend(&novel, of_time()).await;
    let rows = novel.ok("mend.set_tools", json!({ "reset": true })).await;
    assert!(
        items(&rows["rows"]).iter().all(|row| row["is_changed"] == false) && items(&rows["rows"]).len() == 20
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("mending");
    novel.ok("mend.export", json!({ "session": begun["session"], "out": out })).await;
    let manifest: Value = serde_json::from_slice(&std::fs::read(out.join("manifest.json")).unwrap()).unwrap();
    assert!(manifest.to_string().contains(r#""severity":"medium""#), "{manifest}");
}
