//! Drafting from the command line, with a scripted server.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, Rule, answer, script};

use crate::desk::{Desk, items};
use crate::models::set_up;

pub fn desk_with(script: impl Into<wenfang_model_server::Script>) -> (Desk, ModelServer) {
    let (desk, server) = (Desk::with_novel(), ModelServer::start_on(script.into(), 0).unwrap());
    set_up(&desk, &server);
    (desk, server)
}

#[test]
fn drafting_without_a_model_explains_the_setup() {
    let desk = Desk::with_novel();
    let refused = desk.refused("draft novel.wenfang --scene 1");
    assert_eq!(refused["code"], "no_model");
    assert!(refused["hint"].as_str().unwrap().starts_with("Nothing was sent."));
    let context = desk.ok("context novel.wenfang --scene 1 --act continue");
    assert!(
        !items(&context["messages"]).is_empty() && context["target"].is_null(),
        "what would be sent is still shown"
    );
}

#[test]
fn nothing_is_sent_to_a_host_without_consent() {
    let (desk, server) = desk_with(answer::text("雾。"));
    desk.ok("providers consent home --withdraw");
    assert_eq!(desk.refused("draft novel.wenfang --scene 1")["code"], "consent_needed");
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn an_accepted_draft_remembers_its_origin() {
    let (desk, server) = desk_with(answer::prose_as_asked(2.0));
    let done = desk.ok("draft novel.wenfang --scene 1 --instruction 写渡口的夜 --target 300 --accept");
    let generation = &done["generations"][0];
    let counted = generation["gate"]["counted"].as_u64().unwrap();
    assert!((270..=360).contains(&counted), "{generation}");
    assert_eq!(generation["gate"]["outcome"], "cut");
    assert!(!generation["overflow"].as_str().unwrap().is_empty());
    assert_eq!(done["saved"]["version"], 2);
    let sent = server.requests();
    let prompt = sent[0].text("/messages/1/content");
    assert!(prompt.contains("写渡口的夜") && prompt.contains("300"), "{prompt}");

    let text = desk.text(1);
    let drafted = generation["text"].as_str().unwrap();
    assert!(text.contains("老周坐在石阶上等。") && text.contains(drafted), "{text}");
    let spans = desk.ok("generations spans novel.wenfang --scene 1");
    assert_eq!(items(&spans["spans"]).len(), 1);
    let start = spans["spans"][0]["range"]["start"].as_u64().unwrap();
    let origin = desk.ok(&format!("generations at novel.wenfang --scene 1 --offset {start}"));
    assert_eq!(origin["receipt"]["model"]["model"], "scripted");
    assert!(
        !items(&origin["receipt"]["messages"]).is_empty() && !items(&origin["receipt"]["parts"]).is_empty()
    );
    let own = desk.ok("generations at novel.wenfang --scene 1 --offset 0");
    assert_eq!((&own["span"], &own["receipt"]), (&Value::Null, &Value::Null), "the author wrote this part");

    let shelf = desk.ok("generations shelf novel.wenfang");
    assert_eq!(shelf["items"][0]["text"], generation["overflow"]);
    let id = generation["id"].as_i64().unwrap();
    desk.ok(&format!("generations decide novel.wenfang --generation {id} --overflow dismissed"));
    assert_eq!(desk.ok("generations shelf novel.wenfang")["items"], json!([]));
    let usage = desk.ok("usage novel.wenfang --since 2026-01-01");
    assert!(
        usage["month"][0]["prompt"].as_u64().or(usage["month"][0]["tokens"]["prompt"].as_u64()).unwrap() > 0,
        "{usage}"
    );
    assert!(desk.ok("doctor novel.wenfang")["healthy"].as_bool().unwrap());
}

#[test]
fn a_passage_is_rewritten_in_three_ways() {
    let (desk, _server) = desk_with(answer::prose_as_asked(1.0));
    let text = desk.text(1);
    let end = text.chars().position(|c| c == '\n').unwrap();
    let line = format!(
        "rewrite novel.wenfang --scene 1 --start 0 --end {end} --act expand --target 60 --candidates 3"
    );
    let done = desk.ok(&line);
    let candidates = items(&done["generations"]);
    assert_eq!(candidates.len(), 3);
    let (a, b) = (candidates[0]["id"].as_i64().unwrap(), candidates[1]["id"].as_i64().unwrap());
    assert_eq!(candidates[1]["candidate_of"], json!(a));
    assert_eq!(desk.text(1), text, "nothing changes before the text is accepted");
    assert_eq!(items(&desk.ok("generations list novel.wenfang --scene 1 --open")["generations"]).len(), 3);
    let same = desk.ok(&format!("generations compare novel.wenfang --from {a} --to {b}"));
    assert_eq!(same["messages"], json!([]), "candidates answer the same request");
    desk.ok(&format!("generations accept novel.wenfang --generation {b}"));
    assert!(desk.text(1).starts_with(candidates[1]["text"].as_str().unwrap()));
    assert_eq!(
        desk.ok(&format!("generations get novel.wenfang --generation {b}"))["generation"]["fate"],
        "accepted"
    );
    let report = desk.ok(&format!("generations report novel.wenfang --generation {b}"));
    assert_eq!((&report["left"]["share"], &report["why"]["turn"]["level"]), (&json!(1.0), &json!("default")));
    assert_eq!(report["hashes"]["prompt"], report["receipt"]["prompt_hash"]);
    let shown = desk.ok(&format!("generations report novel.wenfang --generation {b} --redact")).to_string();
    assert!(!shown.contains(candidates[1]["text"].as_str().unwrap()), "{shown}");
    desk.ok(&format!("generations report novel.wenfang --generation {b} --redact --out report.json"));
    assert_eq!(serde_json::from_str::<Value>(&desk.read("report.json")).unwrap().to_string(), shown);
    let diff = desk.ok(&format!("generations compare novel.wenfang --from {a} --to {b}"));
    assert_eq!(
        (&diff["profile"], &diff["steps"], &diff["artifacts"]),
        (&Value::Null, &json!([]), &json!([]))
    );
    desk.ok(&format!("generations decide novel.wenfang --generation {a} --fate dismissed"));
    assert_eq!(desk.refused("rewrite novel.wenfang --scene 1 --start 0 --end 99999")["code"], "bad_request");
    assert_eq!(desk.refused("rewrite novel.wenfang --scene 1 --start 3 --end 3")["code"], "bad_request");
}

#[test]
fn titles_are_answered_from_the_cache() {
    let titles = json!({ "candidates": [{ "title": "江上无灯", "reason": "全章的灯都灭过" }, { "title": "渡口", "reason": "起处" }] });
    let (desk, server) = desk_with(answer::json(titles.clone()));
    let done = desk.ok("draft novel.wenfang --scene 2 --act titles --reuse");
    let value: Value = serde_json::from_str(done["generations"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(value["candidates"][0]["title"], titles["candidates"][0]["title"]);
    let asked = server.requests().len();
    desk.ok("draft novel.wenfang --scene 2 --act titles --reuse");
    assert_eq!(server.requests().len(), asked, "the same request is not sent twice");
}

#[test]
fn text_of_a_broken_answer_is_stored() {
    use wenfang_model_server::answer::{Answer, Fault};
    let broken = Answer { fault: Some(Fault::CloseAfterBytes(4_000)), ..answer::prose(2_000) };
    let (desk, _server) = desk_with(broken);
    let (done, error) = desk.failed("draft novel.wenfang --scene 3 --target 1000");
    assert_eq!(error["code"], "model_failed");
    let generation = &done["generations"][0];
    assert_eq!(generation["status"], "incomplete");
    assert!(
        generation["trouble"]["kind"] == "broken_off" && !generation["text"].as_str().unwrap().is_empty(),
        "{generation}"
    );
    assert_eq!(desk.text(3), "灯又亮了。\n".trim_end(), "the scene is unchanged");
}

#[test]
fn a_failed_generation_sets_the_exit_status() {
    use wenfang_model_server::answer::{Answer, Fault};
    let refusing = Answer { fault: Some(Fault::HtmlPage), ..answer::text("雨") };
    let (desk, _server) = desk_with(refusing);
    for line in [
        "draft novel.wenfang --scene 1 --accept",
        "rewrite novel.wenfang --scene 1 --start 0 --end 3 --act polish",
    ] {
        let (answer, error) = desk.failed(line);
        assert_eq!(answer["generations"][0]["status"], "failed", "{line}: {answer}");
        assert_eq!(error["code"], "model_failed", "{line}");
    }
    let (run, error) = desk.failed("workflow run novel.wenfang chapter_completion --chapter 1 --wait");
    assert_eq!((&run["nodes"][0]["status"], &error["code"]), (&json!("failed"), &json!("step_failed")));
    let (report, error) = desk.failed("providers test home");
    assert_eq!(
        (&report["report"]["streaming"]["verdict"], &error["code"]),
        (&json!("no"), &json!("model_failed"))
    );
    let listed = desk.ok("generations list novel.wenfang --scene 1");
    assert_eq!(listed["generations"][0]["status"], "failed", "listing failed generations succeeds");
}

#[test]
fn a_killed_draft_is_not_asked_for_again() {
    let late = Answer { delay_ms: 60_000, ..answer::prose(10) };
    let (desk, server) = desk_with(script(vec![Rule { answer: late, ..Rule::default() }]));
    let mut child =
        desk.command("draft novel.wenfang --scene 1 --profile careful --instruction 写雨").spawn().unwrap();
    while server.requests().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
        assert!(child.try_wait().unwrap().is_none(), "the draft ended without a request");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The next command that runs workflows ends the turn.
    assert_eq!(desk.refused("workflow resume novel.wenfang 1")["code"], "bad_request");
    let turns = desk.ok("generations unwritten novel.wenfang --scene 1");
    assert_eq!(turns["turns"][0]["instruction"], "写雨");
    assert_eq!(desk.ok("generations unwritten novel.wenfang --scene 2")["turns"], json!([]));
    assert_eq!(server.requests().len(), 1);
}
