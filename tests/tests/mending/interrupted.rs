//! A mending whose process ends is taken up: what was verified stays, what was in flight is new, and no answer that came
//! is paid again.

use std::time::Duration;

use serde_json::json;
use wenfang_model_server::{answer, rule, script};
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;

use crate::novel::{Novel, items, server};
use crate::story::{MARKS, actions, chapter, mend, states, wait};

/// Two passages that only a model can mend.
const TWO: &str = "“你今年多大？他问。\n江上起了雾，渡船停在对岸。\n风把灯吹灭了，谁也没有动。\n\
    “我不知道。她说。\n她看着水面，很久没有说话。";

#[tokio::test]
async fn an_interrupted_mending_is_taken_up_without_paying_twice() {
    let slow = answer::text("“我不知道。”她说。").delta_delay_ms(2_000);
    let rules = vec![
        rule(answer::text("“你今年多大？”他问。")).contains("“你今年多大？他问。\n</data"),
        rule(slow).times(1),
        rule(answer::text("“我不知道。”她说。")),
    ];
    let server = server(script(rules));
    let novel = Novel::of(&[("第一章 渡口", TWO)]).await;
    novel.set_up(&server, json!({})).await;

    let service = novel.workflow_service().await;
    let begun = workflows::commands::call(&service, "mend.begin", chapter(json!({})), &Watch::silent())
        .await
        .unwrap();
    assert_eq!(items(&begun["issues"]).len(), 2);
    for _ in 0..500 {
        let fixed = actions(&novel, &begun["session"]).await.iter().any(|action| action == "fixed");
        if fixed && server.requests().len() >= 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // The process ends while the second answer arrives.
    service.close().await;
    let asked = server.requests().len();
    assert_eq!(asked, 2);

    let service = novel.workflow_service().await;
    let again = workflows::commands::call(&service, "mend.begin", chapter(json!({})), &Watch::silent())
        .await
        .unwrap();
    assert_eq!((&again["session"], &again["already"]), (&begun["session"], &json!(true)));
    assert_eq!(again["run"], begun["run"], "the same run goes on");
    wait(&service, &again["run"]).await;
    service.close().await;
    let shown = novel.ok("mend.show", json!({ "session": begun["session"] })).await;
    assert_eq!(states(&shown), ["resolved", "resolved"]);
    assert_eq!(server.requests().len(), asked + 1, "only what was in flight is asked again");
}

#[tokio::test]
async fn a_stopped_mending_goes_on_with_what_is_open() {
    let server = server(script(vec![rule(answer::failing(503)).times(8)]));
    let novel = Novel::of(&[("第一章 渡口", TWO)]).await;
    novel.set_up(&server, json!({})).await;
    let service = novel.workflow_service().await;
    let begun = workflows::commands::call(&service, "mend.begin", chapter(json!({})), &Watch::silent())
        .await
        .unwrap();
    workflows::commands::call(&service, "workflow.cancel", json!({ "run": begun["run"] }), &Watch::silent())
        .await
        .unwrap();
    service.close().await;
    let listed = novel.ok("mend.list", json!({ "open": true })).await;
    assert_eq!(items(&listed["sessions"])[0]["status"], "active");
    server.set_script(script(vec![
        rule(answer::text("“你今年多大？”他问。")).contains("“你今年多大？他问。\n</data"),
        rule(answer::text("“我不知道。”她说。")),
    ]));
    let (again, shown) = mend(&novel, chapter(json!({}))).await;
    assert_eq!((&again["already"], states(&shown)), (&json!(true), vec!["resolved", "resolved"]));
}

#[tokio::test]
async fn an_abandoned_mending_frees_its_scenes() {
    let novel = Novel::of(&[("第一章 渡口", TWO)]).await;
    let (begun, _) = mend(&novel, chapter(json!({}))).await;
    let session = &begun["session"];
    novel.ok("mend.abandon", json!({ "session": session })).await;
    let shown = novel.ok("mend.show", json!({ "session": session })).await;
    assert!(matches!(shown["session"]["status"].as_str(), Some("abandoned" | "completed")), "{shown}");
    let estimate = novel.ok("mend.estimate", json!({ "rules": ["punctuation"] })).await;
    assert_eq!(estimate["claimed"], json!([]));
}

#[tokio::test]
async fn a_damaged_claim_is_given_up_by_force() {
    for damage in [
        "update mend_scenes set holder = 'somebody'",
        "update mend_sessions set state_version = 99",
        "update mend_scenes set best_round = 7; update mend_sessions set record = '{\"by\":\"nobody\"}'",
    ] {
        let novel = Novel::of(&[("第一章 渡口", MARKS)]).await;
        let (begun, _) = mend(&novel, chapter(json!({}))).await;
        let mut tx = novel.project.begin_write().await.unwrap();
        sqlx::raw_sql(damage).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(novel.ok("project.doctor", json!({})).await["healthy"], false, "{damage}");
        let abandon = |force: bool| json!({ "session": begun["session"], "force": force });
        assert!(novel.ask("mend.abandon", abandon(false)).await.is_err(), "{damage}");
        assert_eq!(novel.ok("mend.abandon", abandon(true)).await["released"], 1, "{damage}");
        let shown = novel.ok("mend.show", json!({ "session": begun["session"] })).await;
        assert_eq!(
            (&shown["session"]["status"], &shown["session"]["qc"]),
            (&json!("failed"), &json!("QC-016"))
        );
        assert_eq!(novel.ok("project.doctor", json!({})).await["healthy"], true, "{damage}");
        let (anew, _) = mend(&novel, chapter(json!({}))).await;
        assert_eq!(anew["already"], false, "the scene is free: {damage}");
    }
}
