//! Mending without a model: by the words that rules suggest.

use serde_json::json;

use crate::novel::{Novel, items};
use crate::story::{MARKS, actions, chapter, mend, novel, states};

#[tokio::test]
async fn a_replacement_is_offered_accepted_and_taken_back() {
    let novel = novel().await;
    let estimate = novel.ok("mend.estimate", chapter(json!({}))).await;
    assert_eq!(
        (&estimate["issues"], &estimate["replacements"], &estimate["deferred"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(estimate["requests"], 0);

    let (begun, shown) = mend(&novel, chapter(json!({}))).await;
    assert_eq!(novel.text(1).await, MARKS, "nothing is written before the author accepts");
    assert_eq!(states(&shown), ["resolved", "deferred"]);
    assert_eq!(shown["session"]["status"], "waiting");
    assert_eq!(shown["issues"][1]["reason"], "no_tool");
    let weights: Vec<_> =
        items(&shown["scenes"][0]["rounds"]).iter().map(|round| round["weight"].as_u64()).collect();
    assert!(weights[1] < weights[0], "{weights:?}");

    let session = &begun["session"];
    let proposal = novel.ok("mend.proposal", json!({ "session": session, "scene": 1 })).await;
    let [piece] = items(&proposal["pieces"]) else { panic!("{proposal}") };
    assert_eq!((&piece["edits"][0]["old"], &piece["edits"][0]["new"]), (&json!("，"), &json!("")));
    assert_eq!(piece["issues"], json!([begun["issues"][0]]));
    let accepted = novel.ok("mend.accept", json!({ "session": session, "seen": proposal["seen"] })).await;
    assert_eq!((&accepted["ended"], &accepted["scenes"][0]["pieces"]), (&json!(true), &json!(1)));
    assert_eq!(novel.text(1).await, MARKS.replace("，，", "，"));
    let findings = novel.ok("check.list", json!({ "chapter": 1 })).await;
    assert_eq!(items(&findings["findings"]).len(), 1, "the mended finding is gone: {findings}");
    let history = novel.ok("scene.history", json!({ "scene": 1 })).await;
    let newest = items(&history["versions"]).last().unwrap();
    assert_eq!((&newest["created_by"], &newest["label"]), (&json!("ai"), &json!("修订 #1")));

    let back = novel.ok("mend.take_back", json!({ "session": session })).await;
    assert_eq!(back, json!({ "restored": [1], "left": [] }));
    assert_eq!(novel.text(1).await, MARKS);
    let known = ["opened", "planned", "fixed", "rechecked", "accepted", "completed", "taken_back"];
    let logged = actions(&novel, session).await;
    assert!(known.iter().all(|action| logged.iter().any(|one| one == action)), "{logged:?}");
}

#[tokio::test]
async fn a_refused_change_leaves_the_text_alone() {
    let novel = novel().await;
    let (begun, _) = mend(&novel, chapter(json!({}))).await;
    let refuse = json!({ "session": begun["session"], "scene": 1, "pieces": [] });
    let refused = novel.ok("mend.accept", refuse).await;
    assert_eq!((&refused["scenes"], &refused["ended"]), (&json!([]), &json!(true)));
    assert_eq!(novel.text(1).await, MARKS);
    let shown = novel.ok("mend.show", json!({ "session": begun["session"] })).await;
    assert_eq!(shown["scenes"][0]["fate"], "refused");
}

#[tokio::test]
async fn a_waiting_mending_answers_the_next_one() {
    let novel = novel().await;
    let (first, _) = mend(&novel, chapter(json!({}))).await;
    let (again, _) = mend(&novel, chapter(json!({}))).await;
    assert_eq!(
        (&again["session"], &again["already"], &again["run"]),
        (&first["session"], &json!(true), &json!(null))
    );
    let estimate = novel.ok("mend.estimate", json!({ "rules": ["punctuation"] })).await;
    assert_eq!(
        estimate["claimed"],
        json!([{ "scene": 1, "session": first["session"] }]),
        "the book leaves it out"
    );
    let (anew, _) = mend(&novel, chapter(json!({ "anew": true }))).await;
    assert!(anew["session"].as_i64() > first["session"].as_i64());
    let given_up = novel.ok("mend.show", json!({ "session": first["session"] })).await;
    assert_eq!(
        (&given_up["session"]["status"], &given_up["scenes"][0]["fate"]),
        (&json!("abandoned"), &json!("released"))
    );
    let related = novel.ok("mend.issue", json!({ "issue": anew["issues"][0] })).await;
    assert_eq!(related["related"], 1, "the finding was mended before");
}

#[tokio::test]
async fn one_finding_is_mended_alone() {
    let novel = novel().await;
    novel.ok("check.run", json!({ "rules": ["punctuation"] })).await;
    let (begun, shown) = mend(&novel, json!({ "target": { "finding": 1 } })).await;
    assert_eq!((items(&begun["issues"]).len(), states(&shown)), (1, vec!["resolved"]));
    assert_eq!(shown["session"]["max_rounds"], 1);
}

#[tokio::test]
async fn a_decision_on_what_was_not_seen_is_refused() {
    let novel = novel().await;
    let (begun, shown) = mend(&novel, chapter(json!({}))).await;
    let issue = &begun["issues"][1];
    let revision =
        shown["issues"].as_array().unwrap().iter().find(|one| one["id"] == *issue).unwrap()["revision"]
            .clone();
    let stale = json!({ "issue": issue, "seen": revision.as_i64().unwrap() - 1, "decision": "reopen" });
    assert!(novel.ask("mend.decide", stale).await.is_err());
    let reopened =
        novel.ok("mend.decide", json!({ "issue": issue, "seen": revision, "decision": "reopen" })).await;
    assert_eq!(reopened["state"], "new");
    let outside =
        json!({ "issue": issue, "seen": reopened["revision"], "range": { "start": 500, "end": 510 } });
    assert!(novel.ask("mend.align", outside).await.is_err());
    let here = json!({ "issue": issue, "seen": reopened["revision"], "range": { "start": 0, "end": 2 } });
    let aligned = novel.ok("mend.align", here).await;
    assert_eq!((&aligned["quote"], &aligned["range"]), (&json!("江上"), &json!({ "start": 0, "end": 2 })));
}

#[tokio::test]
async fn what_cannot_be_mended_is_said() {
    let novel = novel().await;
    let (begun, _) = mend(&novel, json!({ "target": { "chapter": 2 }, "rules": ["punctuation"] })).await;
    assert_eq!((&begun["session"], &begun["run"]), (&json!(null), &json!(null)), "there is nothing to mend");
    for request in [
        json!({ "target": { "finding": 99 } }),
        json!({ "target": { "chapter": 99 } }),
        json!({ "rules": [] }),
        json!({ "policy": { "count": 11 } }),
        json!({ "unknown": true }),
    ] {
        assert!(novel.ask("mend.begin", request.clone()).await.is_err(), "{request}");
    }
    assert!(novel.ask("mend.proposal", json!({ "session": 1, "scene": 1 })).await.is_err());
}

#[tokio::test]
async fn replacements_of_a_chosen_rule_are_accepted_by_themselves() {
    let right = "他走到码头边上，看见已经有人在等。\n";
    let wrong = right.replace("已经", "已经已经");
    let novel = Novel::of(&[("第一章", &(right.repeat(12) + &wrong))]).await;
    assert!(novel.ask("check.set_accepting", json!({ "rule": "punctuation", "on": true })).await.is_err());
    let rules = novel.ok("check.set_accepting", json!({ "rule": "doubled", "on": true })).await;
    let view = items(&rules["rules"]).iter().find(|one| one["rule"] == "doubled").unwrap();
    assert_eq!(view["accepts"], true);
    let (begun, shown) = mend(&novel, json!({ "rules": ["doubled"] })).await;
    assert_eq!(
        (&shown["session"]["status"], &shown["scenes"][0]["fate"]),
        (&json!("completed"), &json!("accepted"))
    );
    assert_eq!(novel.text(1).await.trim_end(), right.repeat(13).trim_end());
    novel.ok("mend.take_back", json!({ "session": begun["session"] })).await;
    let text = novel.text(1).await;
    let draft = json!({ "scene": 1, "base": 3, "text": format!("{text}她没有回头。") });
    novel.ok("scene.save_draft", draft).await;
    let (_, waits) = mend(&novel, json!({ "rules": ["doubled"] })).await;
    assert_eq!(
        waits["session"]["status"], "completed",
        "a draft becomes the version that is mended: {waits}"
    );
}
