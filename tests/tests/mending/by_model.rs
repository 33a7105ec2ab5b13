//! Mending with a model: its words go through the fence, its verdicts are proven, its bill is counted.

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, Script, answer, rule, script};

use crate::novel::{Novel, items, server};
use crate::story::{MARKS, MENDED, chapter, mend, novel_with, states};

/// The paragraph with the mark that no rule can replace.
const TORN: &str = "“你今年多大？他问。";

fn fixer(words: &str) -> Script {
    script(vec![rule(answer::text(words)).contains(TORN)])
}

#[tokio::test]
async fn a_model_mends_what_no_rule_can() {
    let server = server(fixer("“你今年多大？”他问。"));
    let novel = novel_with(&server).await;
    let estimate = novel.ok("mend.estimate", chapter(json!({}))).await;
    assert_eq!((&estimate["requests"], &estimate["replacements"]), (&json!(1), &json!(1)), "{estimate}");
    assert_eq!(server.requests().len(), 0, "an estimate sends nothing");

    let (begun, shown) = mend(&novel, chapter(json!({ "note": "只补引号。" }))).await;
    assert_eq!(states(&shown), ["resolved", "resolved"]);
    assert_eq!(shown["scenes"][0]["stop"], "passed");
    let requests = server.requests();
    assert_eq!(requests.len(), 1, "one call for one passage");
    let sent = requests[0].text("/messages/1/content").to_owned();
    assert!(sent.contains("要改的问题") && sent.contains("只补引号。"), "{sent}");
    assert!(!sent.contains("撬开了后窗"), "nothing but the neighbourhood is sent: {sent}");
    let prompt = shown["session"]["spent"]["tokens"]["prompt"].as_u64().unwrap();
    assert!(prompt > 0 && prompt <= 2_000, "{prompt}");
    assert_eq!(shown["session"]["spent"]["calls"], 1);
    let bill = shown["session"]["spent"]["cost"]["micros"].as_f64().unwrap();
    let shown_before = estimate["cost"]["micros"].as_f64().unwrap();
    assert!((0.5..=2.0).contains(&(shown_before / bill)), "{shown_before} was said, {bill} was paid");

    let session = &begun["session"];
    let generation =
        items(&shown["issues"]).iter().find_map(|issue| issue["fixes"][0]["generation"].as_i64()).unwrap();
    let held = novel.ok("generation.get", json!({ "generation": generation })).await;
    assert_eq!((&held["generation"]["fate"], &held["generation"]["act"]), (&json!("held"), &json!("mend")));
    assert_eq!(held["receipt"]["passages"][0]["scene"], 1);

    novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!(novel.text(1).await, MENDED);
    let spans = novel.ok("scene.spans", json!({ "scene": 1 })).await;
    let spans = items(&spans["spans"]);
    assert_eq!((spans.len(), &spans[0]["generation"]), (1, &json!(generation)), "{spans:?}");
    let taken = novel.ok("generation.get", json!({ "generation": generation })).await;
    assert_eq!(taken["generation"]["fate"], "accepted");
}

#[tokio::test]
async fn without_consent_nothing_is_sent_and_rules_still_mend() {
    let server = server(fixer("“你今年多大？”他问。"));
    let novel = novel_with(&server).await;
    novel.ok("providers.consent", json!({ "id": "home", "agreed": false })).await;
    let (_, shown) = mend(&novel, chapter(json!({}))).await;
    assert_eq!(server.requests().len(), 0);
    assert_eq!(states(&shown)[0], "resolved");
    let torn = &shown["issues"][1];
    assert_eq!((&torn["fixes"][0]["applied"], &torn["fixes"][0]["qc"]), (&json!("failed"), &json!("QC-012")));
}

#[tokio::test]
async fn more_than_the_author_agreed_to_is_refused() {
    let server = server(fixer("“你今年多大？”他问。"));
    let novel = novel_with(&server).await;
    let refused = novel.ask("mend.begin", chapter(json!({ "agreed": 10 }))).await.unwrap_err();
    assert_eq!(serde_json::to_value(refused.code).unwrap(), "agreement_needed");
    let listed = novel.ok("mend.list", json!({})).await;
    assert_eq!((listed["sessions"].as_array().unwrap().len(), server.requests().len()), (0, 0));
}

/// What a fixer that does harm leads to: the text is never worse, and what the fence refused is shown with its reason.
async fn harmless(words: &str, reason: &str) {
    let server = server(fixer(words));
    let novel = novel_with(&server).await;
    let (begun, shown) = mend(&novel, chapter(json!({}))).await;
    let torn = items(&shown["issues"]).iter().find(|issue| issue["quote"] == "“").unwrap();
    assert_eq!(torn["fixes"][0]["refusal"]["reason"], reason, "{torn}");
    assert_eq!(
        (&torn["state"], &torn["reason"]),
        (&json!("deferred"), &json!("fence")),
        "after two refusals"
    );
    novel.ok("mend.accept", json!({ "session": begun["session"] })).await;
    assert_eq!(novel.text(1).await, MARKS.replace("，，", "，"), "the rest of the text is untouched");
}

#[tokio::test]
async fn harm_is_refused_by_the_fence() {
    harmless("以下是修改后的文字：“你今年多大？”他问。", "model_mark").await;
    harmless("他问。", "deletes_too_much").await;
    harmless(TORN, "unchanged").await;
}

#[tokio::test]
async fn a_failing_server_is_asked_again_then_left() {
    let failing = || Script { default: answer::failing(500), ..Script::default() };
    let server = server(failing());
    let novel = novel_with(&server).await;
    let (_, shown) = mend(&novel, chapter(json!({ "policy": { "count": 1 } }))).await;
    let torn = items(&shown["issues"]).iter().find(|issue| issue["quote"] == "“").unwrap();
    assert_eq!(torn["state"], "new", "nothing was tried, so nothing is claimed: {torn}");
    assert_eq!(torn["fixes"][0]["applied"], "failed");
    assert_eq!(states(&shown)[0], "resolved", "the words of rules are mended all the same");
}

/// A novel with an error that only a model finds, and the script of its checks.
async fn checked_by_model(verdict: Value, fixed: &str) -> (ModelServer, Novel) {
    checked_with(verdict, answer::text(fixed)).await
}

/// The same with any answer to the request for a fix.
pub async fn checked_with(verdict: Value, fixed: Answer) -> (ModelServer, Novel) {
    let problem = json!({ "problems": [{ "kind": "setting", "quote": "阿芷提着灯，站在渡口。", "against": "阿芷",
        "expected": "桥头", "found": "渡口", "severity": "high", "confidence": 0.9 }] });
    let rules = vec![
        rule(answer::json(problem)).system_contains("只看两件事"),
        rule(answer::json(verdict)).system_contains("是改过之后的样子"),
        rule(fixed).system_contains("你为一部长篇小说的作者改错"),
    ];
    let server = server(script(rules));
    let novel =
        Novel::of(&[("第一章 渡口", &MARKS.replace("，，", "，").replace("大？他", "大？”他"))]).await;
    novel.set_up(&server, json!({})).await;
    novel.ok("kg.save_entity", json!({ "name": "阿芷", "kind": "character" })).await;
    novel.ok("completion.check", json!({ "chapter": 1 })).await;
    (server, novel)
}

/// The request to mend what the model found, with fields changed.
pub fn of_model(more: Value) -> Value {
    let mut request = json!({ "target": { "scene": 1 }, "rules": ["model_setting"] });
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    request
}

/// A verdict on the first issue.
pub fn verdict(outcome: &str, quote: &str) -> Value {
    json!({ "verdicts": [{ "issue": 1, "outcome": outcome, "quote": quote, "confidence": 0.9 }], "problems": [] })
}

#[tokio::test]
async fn a_proven_verdict_resolves_an_issue_of_a_model() {
    let (server, novel) =
        checked_by_model(verdict("gone", "阿芷提着灯，站在桥头。"), "阿芷提着灯，站在桥头。").await;
    let before = server.requests().len();
    let (begun, shown) = mend(&novel, of_model(json!({}))).await;
    assert_eq!(states(&shown), ["resolved"]);
    assert_eq!(server.requests().len() - before, 2, "one fix, one verdict");
    let fix = &shown["issues"][0]["fixes"][0];
    assert_eq!((&fix["verification"], &fix["verdict"]["outcome"]), (&json!("passed"), &json!("passed")));
    novel.ok("mend.accept", json!({ "session": begun["session"] })).await;
    let open = novel.ok("check.list", json!({})).await;
    assert_eq!(open["findings"], json!([]), "the finding of the model is gone as well");
}

#[tokio::test]
async fn a_verdict_without_proof_resolves_nothing() {
    let lies = [
        (verdict("gone", "这句话不在正文里。"), "阿芷提着灯，站在桥头。", "partial"),
        (verdict("there", "阿芷提着灯，站在桥头。"), "阿芷提着灯，站在桥头。", "recurrence"),
        (json!({ "verdicts": [], "problems": [] }), "阿芷提着灯，站在桥头。", "partial"),
    ];
    for (verdict, fixed, state) in lies {
        let (_server, novel) = checked_by_model(verdict.clone(), fixed).await;
        let (_, shown) = mend(&novel, of_model(json!({ "policy": { "count": 1 } }))).await;
        assert_eq!(states(&shown), [state], "{verdict}");
    }
}

#[tokio::test]
async fn an_answer_without_verdicts_leaves_the_round_standing() {
    let (server, novel) = checked_by_model(json!({ "nonsense": true }), "阿芷提着灯，站在桥头。").await;
    let (begun, shown) = mend(&novel, of_model(json!({ "policy": { "count": 1 } }))).await;
    assert_eq!((states(&shown), begun["already"].as_bool()), (vec!["partial"], Some(false)));
    drop(server);
}

#[tokio::test]
async fn an_export_holds_every_call_and_its_hashes_check() {
    let (server, novel) =
        checked_by_model(verdict("gone", "阿芷提着灯，站在桥头。"), "阿芷提着灯，站在桥头。").await;
    let before = server.requests().len();
    let (begun, _) = mend(&novel, of_model(json!({}))).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("mending");
    let exported = novel.ok("mend.export", json!({ "session": begun["session"], "out": out })).await;
    let read = |name: &str| std::fs::read(out.join(name)).unwrap();
    let manifest: Value = serde_json::from_slice(&read("manifest.json")).unwrap();
    for (name, hash) in manifest["files"].as_object().unwrap() {
        let text = wenfang_text::ContentHash::of(&read(name)).to_string();
        assert_eq!(*hash, json!(text), "{name}");
    }
    assert_eq!(items(&exported["files"]).len(), manifest["files"].as_object().unwrap().len() + 1);
    let calls = items(&manifest["calls"]);
    let requests = server.requests();
    assert_eq!(calls.len(), requests.len() - before, "every call of the mending, and no other");
    for (call, request) in calls.iter().zip(&requests[before..]) {
        let stored: Value = serde_json::from_slice(&read(call["file"].as_str().unwrap())).unwrap();
        let sent = request.text("/messages/0/content");
        assert_eq!(stored["receipt"]["messages"][0]["content"], sent, "what was sent is in it");
    }
    let id = manifest["issues"][0]["id"].as_str().unwrap();
    assert!(id.starts_with("ISSUE-") && manifest["session"]["uid"].as_str().unwrap().starts_with(&id[6..14]));
}
