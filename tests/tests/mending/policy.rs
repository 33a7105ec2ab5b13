//! Another policy for a session that has not ended, and what is left of an interrupted one.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::{ModelServer, answer, rule, script};
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;

use crate::novel::{Novel, items, server};
use crate::story::{actions, chapter, mend, novel, states, wait};

/// Two passages that only a model can mend.
const TWO: &str = "“你今年多大？他问。\n江上起了雾，渡船停在对岸。\n风把灯吹灭了，谁也没有动。\n\
    “我不知道。她说。\n她看着水面，很久没有说话。";

async fn call(novel: &Novel, command: &str, request: Value) -> Value {
    let service = novel.workflow_service().await;
    let answer = workflows::commands::call(&service, command, request, &Watch::silent()).await.unwrap();
    service.close().await;
    answer
}

/// A mending whose process ended after the first of two fixes came.
async fn interrupted(policy: Value) -> (ModelServer, Novel, Value) {
    let slow = answer::text("“我不知道。她说。").delta_delay_ms(2_000);
    let rules = vec![
        rule(answer::text("“你今年多大？”他问。")).contains("“你今年多大？他问。\n</data"),
        rule(slow).times(1),
        rule(answer::text("“我不知道。她说。")).times(1),
        rule(answer::text("“我不知道。”她说。")),
    ];
    let server = server(script(rules));
    let novel = Novel::of(&[("第一章 渡口", TWO)]).await;
    novel.set_up(&server, json!({})).await;
    let service = novel.workflow_service().await;
    let request = chapter(json!({ "policy": policy }));
    let begun = workflows::commands::call(&service, "mend.begin", request, &Watch::silent()).await.unwrap();
    for _ in 0..500 {
        let fixed = actions(&novel, &begun["session"]).await.iter().any(|action| action == "fixed");
        if fixed && server.requests().len() >= 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    service.close().await;
    (server, novel, begun)
}

#[tokio::test]
async fn a_new_policy_holds_from_the_next_round() {
    let (_server, novel, begun) = interrupted(json!({ "count": 1 })).await;
    let session = &begun["session"];
    let request = |policy: Value, seen: u32| json!({ "session": session, "policy": policy, "seen": seen });
    let changed = novel.ok("mend.set_policy", request(json!({ "count": 2 }), 0)).await;
    assert_eq!(
        (&changed["policy"]["count"], &changed["next_policy"]["count"], &changed["policy_changes"]),
        (&json!(1), &json!(2), &json!(1)),
        "the round at work keeps its policy"
    );
    assert_eq!(changed["session"]["max_rounds"], 2);
    let stale = novel.ask("mend.set_policy", request(json!({ "count": 9 }), 0)).await.unwrap_err();
    assert!(stale.message.contains("was changed since"), "{stale:?}");

    let service = novel.workflow_service().await;
    let again =
        workflows::commands::call(&service, "mend.resume", json!({ "session": session }), &Watch::silent())
            .await
            .unwrap();
    wait(&service, &again["run"]).await;
    service.close().await;
    let shown = novel.ok("mend.show", json!({ "session": session })).await;
    assert_eq!(states(&shown), ["resolved", "resolved"], "there was a second round: {shown}");
    assert_eq!((&shown["policy"]["count"], &shown["next_policy"]), (&json!(2), &json!(null)));
    assert!(actions(&novel, session).await.iter().any(|action| action == "policy_changed"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("mending");
    novel.ok("mend.export", json!({ "session": session, "out": out })).await;
    let manifest: Value = serde_json::from_slice(&std::fs::read(out.join("manifest.json")).unwrap()).unwrap();
    assert!(manifest.to_string().contains(r#""policy_history":[{"policy":{"count":1"#), "{manifest}");
}

#[tokio::test]
async fn a_waiting_session_gets_a_policy_at_once() {
    let novel = novel().await;
    let (begun, shown) = mend(&novel, chapter(json!({}))).await;
    assert_eq!(shown["session"]["status"], "waiting");
    let money = json!({ "currency": "CNY", "micros": 500_000 });
    let request = |policy: Value| json!({ "session": begun["session"], "policy": policy });
    let changed =
        novel.ok("mend.set_policy", request(json!({ "time_budget_sec": 60, "money": money }))).await;
    assert_eq!(
        (&changed["policy"]["time_budget_sec"], &changed["policy"]["money"], &changed["next_policy"]),
        (&json!(60), &money, &json!(null))
    );
    assert_eq!(changed["policy"]["count"], 3, "what is not named stays");
    let free = novel.ok("mend.set_policy", request(json!({ "money": null }))).await;
    assert_eq!((&free["policy"]["money"], &free["policy"]["time_budget_sec"]), (&json!(null), &json!(60)));
    for policy in [json!({}), json!({ "count": 0 }), json!({ "most_changed": 0.0 }), json!({ "rounds": 2 })] {
        assert!(novel.ask("mend.set_policy", request(policy.clone())).await.is_err(), "{policy}");
    }
    call(&novel, "mend.abandon", json!({ "session": begun["session"] })).await;
    let refused = novel.ask("mend.set_policy", request(json!({ "count": 2 }))).await.unwrap_err();
    assert!(refused.message.contains("has ended"), "{refused:?}");
}

#[tokio::test]
async fn an_interrupted_mending_has_its_price() {
    let (server, novel, _) = interrupted(json!({ "count": 3 })).await;
    let asked = server.requests().len();
    let listed = call(&novel, "workflow.interrupted", json!({})).await;
    let [run] = items(&listed["runs"]) else { panic!("{listed}") };
    let estimate = run;
    assert_eq!(estimate["least"]["asks"]["requests"], 1, "the fix that came is not paid again: {estimate}");
    assert_eq!(estimate["asks"]["requests"], 3, "at most three rounds: {estimate}");
    assert!(estimate["cost"]["micros"].as_u64() > Some(0), "{estimate}");
    assert_eq!(server.requests().len(), asked, "an estimate sends nothing");

    let (server, novel, _) = interrupted(json!({ "count": 1 })).await;
    novel.ok("providers.remove", json!({ "id": "home" })).await;
    let listed = call(&novel, "workflow.interrupted", json!({})).await;
    assert_eq!(items(&listed["runs"])[0]["may_cost"], false, "no model is left to ask: {listed}");
    drop(server);
}
